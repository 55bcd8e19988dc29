"""The page loads quickly: few bytes, preloaded, cached, without layout shifts."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request

from tests.browser.conftest import NewGuest
from tests.browser.guest import Guest

SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) if (!shift.hadRecentInput) shifted += shift.value;
    }).observe({ type: "layout-shift", buffered: true });
"""
"""Sums up the layout shifts."""

MOST_SHIFTED = 0.02
"""0.1 counts as good."""


class _Line:
    """Network traffic of a page, without cached files."""

    def __init__(self, guest: Guest) -> None:
        self.paths: list[str] = []
        self.size = 0
        self._asked: dict[str, str] = {}
        session = guest.context.new_cdp_session(guest.page)
        session.on("Network.requestWillBeSent", self._on_request)
        session.on("Network.requestServedFromCache", self._on_cached)
        session.on("Network.responseReceived", self._on_response)
        session.on("Network.loadingFinished", self._on_end)
        session.send("Network.enable")

    def _on_request(self, event: dict[str, object]) -> None:
        request = event["request"]
        assert isinstance(request, dict)
        self._asked[str(event["requestId"])] = urlsplit(request["url"]).path

    def _on_cached(self, event: dict[str, object]) -> None:
        self._asked.pop(str(event["requestId"]), None)

    def _on_response(self, event: dict[str, object]) -> None:
        response = event["response"]
        assert isinstance(response, dict)
        if response["fromDiskCache"]:
            self._on_cached(event)

    def _on_end(self, event: dict[str, object]) -> None:
        if path := self._asked.pop(str(event["requestId"]), None):
            self.paths.append(path)
            self.size += int(str(event["encodedDataLength"]))

    def take(self, page: Page) -> tuple[list[str], int]:
        """Return the paths and bytes since the last call."""
        page.wait_for_load_state("networkidle")
        taken = self.paths, self.size
        self.paths, self.size = [], 0
        return taken


def test_a_first_visit_is_small_and_a_second_loads_only_the_page(
    new_guest: NewGuest,
) -> None:
    guest = new_guest(paint="full", visit="first")
    complaints: list[str] = []
    guest.page.on("console", lambda line: complaints.append(f"{line.type}: {line.text}"))
    line = _Line(guest)
    guest.page.goto("/")
    guest.page.wait_for_selector("#name")
    paths, size = line.take(guest.page)
    assert 10_000 < size < 60_000
    assert "/api/me" not in paths
    guest.page.reload()
    guest.page.wait_for_selector("#name")
    paths, _ = line.take(guest.page)
    assert paths == ["/"]
    assert [each for each in complaints if not each.startswith("info")] == []


def test_a_table_is_small_and_a_reload_makes_two_requests(
    new_guest: NewGuest,
) -> None:
    guest = new_guest(paint="full", visit="first")
    table = guest.open_table()
    line = _Line(guest)
    guest.come_to(table)
    _, size = line.take(guest.page)
    assert 30_000 < size < 150_000
    guest.page.reload()
    guest.page.wait_for_selector(".spot")
    paths, size = line.take(guest.page)
    assert sorted(paths) == ["/api/me", f"/t/{table}"]
    assert size < 2_000


def test_the_page_preloads_every_file_of_its_screen(new_guest: NewGuest) -> None:
    guest = new_guest(paint="full", visit="first")
    page = guest.page
    asked: set[str] = set()

    def note(request: Request) -> None:
        if re.search(r"\.(js|css|json)$", path := urlsplit(request.url).path):
            asked.add(path)

    page.on("request", note)
    for screen, seen in (("welcome", "#name"), ("lobby", ".lobby-head"), ("table", ".spot")):
        asked.clear()
        page.goto(f"/t/{guest.open_table()}" if screen == "table" else "/")
        page.wait_for_selector(seen)
        page.wait_for_load_state("networkidle")
        named = page.eval_on_selector_all(
            "link[href], script[src]", "all => all.map((each) => each.href ?? each.src)"
        )
        in_page = page.request.get(page.url).text()
        assert asked == {path for path in map(_path, named) if path in in_page} - {_icon(named)}
        guest.introduce()


def _path(address: str) -> str:
    return urlsplit(address).path


def _icon(addresses: list[str]) -> str:
    return next(path for path in map(_path, addresses) if path.endswith("icon.svg"))


def test_nothing_jumps_while_a_page_is_loaded(new_guest: NewGuest) -> None:
    guest = new_guest(paint="full", visit="first")
    guest.page.add_init_script(SHIFTS)
    guest.sit_alone()
    guest.bet("player")
    guest.deal()
    for size in guest.at_sizes():
        guest.page.reload()
        guest.page.wait_for_selector(".hand-cards pb-card")
        guest.page.wait_for_load_state("networkidle")
        shifted = guest.page.evaluate("shifted")
        assert shifted < MOST_SHIFTED, size
    guest.page.goto("/")
    guest.page.wait_for_selector(".table-card")
    assert guest.page.evaluate("shifted") < MOST_SHIFTED

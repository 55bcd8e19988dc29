"""The page loads quickly: few bytes, preloaded, cached, without layout shifts."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import NewGuest

SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) if (!shift.hadRecentInput) shifted += shift.value;
    }).observe({ type: "layout-shift", buffered: true });
"""
"""Sums up the layout shifts."""

MOST_SHIFTED = 0.02
"""0.1 counts as good."""


LOADED = """() => Object.fromEntries(["navigation", "resource"]
    .flatMap((kind) => performance.getEntriesByType(kind))
    .filter(({ transferSize }) => transferSize)
    .map(({ name, transferSize }) => [new URL(name).pathname, transferSize]))"""


def _loaded(page: Page, shown: str) -> dict[str, int]:
    """Return the bytes of each path that the page has loaded, apart from cached files."""
    page.wait_for_selector(shown)
    page.wait_for_load_state("networkidle")
    loaded: dict[str, int] = page.evaluate(LOADED)
    return loaded


def test_a_first_visit_is_small_and_a_second_loads_only_the_page(
    new_guest: NewGuest,
) -> None:
    guest = new_guest(paint="full", visit="first")
    complaints: list[str] = []
    guest.page.on("console", lambda line: complaints.append(f"{line.type}: {line.text}"))
    guest.page.goto("/")
    loaded = _loaded(guest.page, "#name")
    assert 10_000 < sum(loaded.values()) < 75_000
    assert "/api/me" not in loaded
    tools = guest.context.new_cdp_session(guest.page)
    assert tools.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
    guest.page.reload()
    assert [*_loaded(guest.page, "#name")] == ["/"]
    assert [each for each in complaints if not each.startswith("info")] == []


def test_a_table_is_small_and_a_reload_makes_two_requests(
    new_guest: NewGuest,
) -> None:
    guest = new_guest(paint="full", visit="first")
    table = guest.open_table()
    guest.come_to(table)
    assert 30_000 < sum(_loaded(guest.page, ".spot").values()) < 160_000
    guest.page.reload()
    loaded = _loaded(guest.page, ".spot")
    assert sorted(loaded) == ["/api/me", f"/t/{table}"]
    assert sum(loaded.values()) < 2_000


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

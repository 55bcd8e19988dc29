"""The system's Chromium, and one casino for all tests that don't break it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from tests import chromium
from tests.browser.casino import Casino, opened
from tests.browser.guest import PLAIN, Guest
from tests.web.serving import PATIENCE

NewGuest = Callable[..., Guest]

expect.set_options(timeout=PATIENCE * 1_000)


MOST_KEPT = 4
"""Pages kept for reuse. Each has its own process."""


class _Window(NamedTuple):
    """The options of a browser context, apart from its size."""

    address: str
    motion: Literal["reduce", "no-preference"]
    paint: Literal["plain", "full"]
    more: dict[str, Any]

    def open(self, browser: Browser) -> Guest:
        """Return a guest with a new browser profile."""
        context = browser.new_context(
            base_url=self.address,
            viewport={"width": 1440, "height": 900},
            reduced_motion=self.motion,
            **self.more,
        )
        context.set_default_timeout(PATIENCE * 1_000)
        if self.paint == "plain":
            context.add_init_script(PLAIN)
        return Guest(context)


class _Shared:
    """One Chromium for consecutive browser tests, and pages to reuse.

    A new page costs half of a visit: it starts a process and loads every file again. The browser is
    closed before other tests, because they can't start an event loop while Playwright's runs.
    """

    def __init__(self) -> None:
        self._open = ExitStack()
        self._browser: Browser | None = None
        self._gone: list[tuple[_Window, Guest]] = []

    def browser(self) -> Browser:
        """Return the browser. Start it on first use."""
        if self._browser is None:
            self._browser = self._open.enter_context(chromium.started())
        return self._browser

    def take(self, window: _Window) -> Guest | None:
        """Return a kept page with these options, if there is one."""
        for at, (other, guest) in enumerate(self._gone):
            if other == window:
                del self._gone[at]
                return guest
        return None

    def keep(self, window: _Window, guest: Guest) -> None:
        """Clear a guest's page and keep it for another test."""
        guest.go()
        self._gone.append((window, guest))
        if len(self._gone) > MOST_KEPT:
            _, oldest = self._gone.pop(0)
            oldest.context.close()

    def close(self) -> None:
        self._gone.clear()
        self._open.close()
        self._browser = None


_shared = _Shared()


@pytest.fixture(scope="module")
def browser() -> Browser:
    return _shared.browser()


def pytest_itemcollected(item: pytest.Item) -> None:
    item.add_marker("browser")


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser before a test from another folder."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        _shared.close()


@pytest.fixture(scope="session")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with opened(tmp_path_factory.mktemp("casino")) as one:
        yield one


@pytest.fixture
def new_guest(browser: Browser, casino: Casino) -> Iterator[NewGuest]:
    """Create guests at the shared casino, or at another one.

    Each has a browser profile, cleared but with the page's files cached unless it's a first visit.
    """
    guests: list[tuple[_Window, Guest]] = []

    def make(
        name: str = "Ada",
        *,
        at: Casino | None = None,
        width: int = 1440,
        height: int = 900,
        motion: Literal["reduce", "no-preference"] = "reduce",
        paint: Literal["plain", "full"] = "plain",
        visit: Literal["any", "first"] = "any",
        settings: dict[str, object] | None = None,
        **more: Any,  # noqa: ANN401 - options of a browser context
    ) -> Guest:
        address = (at or casino).address
        window = _Window(address, motion, paint, more)
        guest = (visit == "any" and _shared.take(window)) or window.open(browser)
        guest.come(name, settings or {}, width=width, height=height)
        guests.append((window, guest))
        return guest

    yield make
    casino.arrange()
    errors = [error for _, guest in guests for error in guest.errors]
    for window, guest in guests:
        if guest.is_altered or errors or window.address != casino.address:
            guest.context.close()
        else:
            _shared.keep(window, guest)
    assert not errors


@pytest.fixture
def guest(new_guest: NewGuest) -> Guest:
    """Ada, alone at a new table."""
    ada = new_guest()
    ada.sit_alone()
    return ada

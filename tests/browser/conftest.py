"""The system's Chromium, and one casino for all tests that do not break it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests import chromium
from tests.browser.casino import Casino, opened
from tests.browser.guest import PLAIN, Guest
from tests.web.serving import PATIENCE

NewGuest = Callable[..., Guest]

expect.set_options(timeout=PATIENCE * 1_000)


class _Shared:
    """One Chromium for all browser tests that follow each other.

    While it is there Playwright's event loop runs, in which no other test can start one.
    """

    def __init__(self) -> None:
        self._open = ExitStack()
        self._browser: Browser | None = None

    def browser(self) -> Browser:
        """The browser, started when it is first asked for."""
        if self._browser is None:
            self._browser = self._open.enter_context(chromium.started())
        return self._browser

    def close(self) -> None:
        self._open.close()
        self._browser = None


_shared = _Shared()


@pytest.fixture(scope="module")
def browser() -> Browser:
    return _shared.browser()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser before a test that is not one of these."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        _shared.close()


@pytest.fixture(scope="session")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with opened(tmp_path_factory.mktemp("casino")) as one:
        yield one


@pytest.fixture
def new_guest(browser: Browser, casino: Casino) -> Iterator[NewGuest]:
    """Guests of the shared casino, or of another; each has a browser profile of its own."""
    contexts: list[BrowserContext] = []
    guests: list[Guest] = []

    def make(
        name: str = "Ada",
        *,
        at: Casino | None = None,
        width: int = 1440,
        height: int = 900,
        motion: Literal["reduce", "no-preference"] = "reduce",
        paint: Literal["plain", "full"] = "plain",
        settings: dict[str, object] | None = None,
        **more: Any,  # noqa: ANN401 - whatever a browser context takes
    ) -> Guest:
        address = (at or casino).address
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            reduced_motion=motion,
            **more,
        )
        context.set_default_timeout(PATIENCE * 1_000)
        if paint == "plain":
            context.add_init_script(PLAIN)
        contexts.append(context)
        guest = Guest(context, name, **(settings or {}))
        guests.append(guest)
        return guest

    yield make
    errors = [error for guest in guests for error in guest.errors]
    for context in contexts:
        context.close()
    assert not errors

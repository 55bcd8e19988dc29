"""The system's Chromium, and one casino for all tests that do not break it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests import chromium
from tests.browser.casino import Casino, opened
from tests.browser.guest import Guest
from tests.web.serving import PATIENCE

NewGuest = Callable[..., Guest]

expect.set_options(timeout=PATIENCE * 1_000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium.started() as one:
        yield one


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
        contexts.append(context)
        guest = Guest(context, name, **(settings or {}))
        guests.append(guest)
        return guest

    yield make
    errors = [error for guest in guests for error in guest.errors]
    for context in contexts:
        context.close()
    assert not errors

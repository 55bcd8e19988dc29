"""A page that is handed on to the guest of another test has nothing of the one before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import NewGuest
from tests.browser.guest import LASTING, Guest

pytestmark = pytest.mark.browser


def test_a_guest_who_goes_leaves_no_name_no_seat_no_setting_and_no_tab(new_guest: NewGuest) -> None:
    guest = new_guest(width=390, height=844, settings={"level": "full"})
    page = guest.sit_alone()
    guest.bet("tie")
    guest.context.new_page().goto("/")
    kept = "({ ...localStorage, ...sessionStorage })"
    assert "puntobanco.settings" in page.evaluate(kept)
    assert guest.context.cookies()
    guest.go()
    assert not guest.is_altered
    assert guest.context.pages == [page]
    assert guest.context.cookies() == []
    assert page.evaluate(kept) == {}
    guest.come("Grace", {}, width=1440, height=900)
    page.goto("/")
    page.wait_for_selector("#name")
    assert page.evaluate("[innerWidth, innerHeight]") == [1440, 900]
    assert "level" not in page.evaluate("localStorage['puntobanco.settings']")


ALTERED: dict[str, Callable[[Guest], object]] = {
    "a listener": lambda guest: guest.page.on("request", lambda _: None),
    "a route": lambda guest: guest.page.route("**/nowhere", lambda route: route.abort()),
    "a script": lambda guest: guest.page.add_init_script("0"),
    "other media": lambda guest: guest.page.emulate_media(contrast="more"),
    "a session of the protocol": lambda guest: guest.context.new_cdp_session(guest.page),
}


@pytest.mark.parametrize("alter", ALTERED.values(), ids=ALTERED)
def test_a_page_that_a_test_has_altered_is_not_handed_on(
    new_guest: NewGuest, alter: Callable[[Guest], object]
) -> None:
    guest = new_guest()
    assert not guest.is_altered
    alter(guest)
    assert guest.is_altered


def test_every_act_that_is_watched_is_one_of_playwright(new_guest: NewGuest) -> None:
    guest = new_guest()
    parts = (guest.page, guest.context)
    assert all(any(hasattr(part, name) for part in parts) for name in LASTING)

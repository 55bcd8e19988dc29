"""The browser remembers promises, and checks cards against them."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, Route, expect

from tests.browser.axe import check_access
from tests.browser.conftest import NewGuest
from tests.browser.guest import FITS, Connection, Guest

FIRST = "Saved by your browser before the first bet, and unchanged."
ALARM = "Alarm: the promises for shoe 1 are not those that your browser saw first."


def _kept(page: Page) -> list[str]:
    """Return what the shoe panel shows about commitment and root."""
    page.get_by_role("tab", name="Shoe").click()
    expect(page.locator("pb-shoe .facts")).to_be_visible()
    return page.locator("pb-shoe .seen").all_inner_texts()


def test_promises_seen_before_the_first_bet_survive_a_reload(new_guest: NewGuest) -> None:
    ada, grace = new_guest(), new_guest("Grace")
    ada.sit_alone()
    ada.bet("player")
    ada.deal()
    assert _kept(ada.page) == [FIRST, FIRST]
    panel = ada.page.locator("pb-shoe")
    expect(panel).to_contain_text(
        "The commitment is a hash of the house's secret. It is published before"
    )
    expect(panel).to_contain_text("The root is one hash of all cards in order")
    ada.page.reload()
    ada.page.wait_for_selector(".hand-cards pb-card")
    assert _kept(ada.page) == [FIRST, FIRST]
    grace.come_to(ada.table)
    since = "Saved by your browser at coup 2, and unchanged."
    assert _kept(grace.page) == [since, since]
    for each in (ada.page, grace.page):
        expect(each.locator(".alarm:visible")).to_have_count(0)


def test_a_changed_promise_raises_a_lasting_alarm(new_guest: NewGuest) -> None:
    guest = new_guest()
    table = guest.open_table()
    guest.sit(table)
    page = guest.page
    root = page.evaluate("document.querySelector('pb-table').screen.model.shoe.root")
    another = "0" * 64
    Connection(page, answer=lambda frame: frame.replace(root, another))
    page.reload()
    page.wait_for_selector(".spot")
    alarm = page.get_by_role("alert").filter(has_text=ALARM)
    expect(alarm).to_be_visible()
    assert _kept(page) == [FIRST, f"Changed: your browser first saw {root}."]
    check_access(page)
    guest.page = page = guest.context.new_page()
    guest.come_to(table)
    expect(page.get_by_role("alert").filter(has_text=ALARM)).to_be_visible()


def _check(guest: Guest, at: int) -> str:
    """Tap a card on the felt and return the verdict."""
    guest.page.locator(".hand-cards pb-card").nth(at).click()
    verdict = guest.page.get_by_role("dialog", name="Check a card").locator(".verdict[data-holds]")
    expect(verdict).to_be_visible()
    return verdict.inner_text()


def test_tapping_a_card_on_the_felt_checks_it(guest: Guest) -> None:
    page = guest.page
    guest.deal()
    guest.deal()
    order = page.evaluate("document.querySelector('pb-table').screen.model.coups.at(-1)")
    places = {order["position"] + at + 1 for at in range(len(order["cards"]))}
    found: set[int] = set()
    for at in range(len(guest.cards)):
        text = _check(guest, at)
        assert text.startswith("Correct: ")
        assert text.endswith("Your browser has had this root since before the first bet.")
        place = re.search(r"at place (\d+) when", text)
        assert place
        found.add(int(place[1]))
        page.keyboard.press("Escape")
    assert found == places
    for _ in guest.at_sizes():
        assert _check(guest, 0).startswith("Correct")
        assert page.evaluate(FITS)
        page.keyboard.press("Escape")
    _check(guest, 0)
    check_access(page)
    page.keyboard.press("Escape")

    def lie(route: Route) -> None:
        path = route.fetch().json()
        route.fulfill(body=json.dumps({**path, "salt": "00" * 16}))

    page.route("**/path/*", lie)
    assert _check(guest, 0).startswith("Wrong")

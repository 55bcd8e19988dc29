"""Offers in place: a smaller stake, or more chips."""

from __future__ import annotations

from playwright.sync_api import expect

from puntobanco.coup import Outcome
from tests.browser.casino import Casino, seed_where
from tests.browser.conftest import NewGuest

LIMITS = {"minimum": 500, "maximum": 200_000, "side_maximum": 10_000, "step": 100}


def test_too_large_a_stake_offers_what_fits(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.sit_alone(limits=LIMITS)
    page, alert = guest.page, guest.page.get_by_role("alert")
    side, player = guest.spot("either_pair"), guest.spot("player")
    guest.choose(500)
    side.click()
    reason = "Limits on Either pair: $5 to $100 in steps of $1; not $500."
    expect(alert).to_have_text(f"{reason} Press again for $100.")
    expect(side).to_have_attribute("data-state", "refused")
    expect(side.locator(".spot-note")).to_have_text("Too much. Press again for $100.")
    side.click()
    expect(side.locator(".amount")).to_have_text("$100")
    expect(alert).to_be_empty()
    guest.bet("player")
    page.keyboard.press("p")
    expect(alert).to_contain_text("the $400 left to bet. Press again for $400.")
    page.keyboard.press("1")
    expect(player).not_to_have_attribute("data-refused", "")  # another chip clears the refusal
    page.keyboard.press("p")
    expect(player.locator(".amount")).to_have_text("$501")
    guest.choose(500)
    player.click()
    expect(player.locator(".spot-note")).to_have_text("Too much. Press again for $399.")
    player.click()
    expect(player.locator(".amount")).to_have_text("$900")
    guest.shows(lambda: guest.money[:2], ["$0", "$1,000"])
    guest.spot("banker").click()
    expect(alert).to_have_text("Too much: there is nothing left to bet, and $500 is needed.")
    expect(page.locator(".broke")).to_be_hidden()
    undo = page.get_by_role("button", name="Undo")
    for balance in ("$399", "$400", "$900", "$1,000"):
        undo.click()
        expect(page.locator(".money dd").first).to_have_text(balance)
    expect(undo).to_be_disabled()
    page.keyboard.press("u")
    expect(alert).to_have_text("There are no bets to take back.")


def test_the_rack_offers_chips_to_a_guest_without_any(new_guest: NewGuest, casino: Casino) -> None:
    casino.arrange(seed=seed_where(lambda coup: coup.outcome() is Outcome.BANKER))
    guest = new_guest()
    guest.sit_alone()
    guest.choose(1000)
    guest.bet("player")
    page, buy = guest.page, guest.page.get_by_role("button", name="Buy more chips")
    page.locator('[data-chip="100000"]').focus()
    expect(buy).to_be_hidden()
    page.keyboard.press("x")
    guest.see_coup(0)
    expect(page.get_by_text("You are out of chips.")).to_be_visible()
    expect(buy).to_be_focused()
    for _ in guest.at_sizes():
        expect(buy).to_be_in_viewport(ratio=1)
        expect(page.locator(".chip-button").first).to_be_hidden()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Buy", exact=True).click()
    expect(buy).to_be_hidden()
    expect(page.locator(".chip-button").first).to_be_focused()
    guest.shows(lambda: guest.money[0], "$1,000")
    guest.bet("player")

"""Between the cards of one coup and the bets on the next: what is taken, lit, said and dimmed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from puntobanco.bets import PUSH
from puntobanco.coup import Coup
from puntobanco.house import CLASSIC
from tests.browser.casino import Casino, coups_of, has_six_cards, seed_where
from tests.browser.conftest import NewGuest
from tests.browser.guest import DEALT, STANDSTILL

pytestmark = pytest.mark.browser

LATER = "Bets open after this coup."

SIZES = [(1440, 900), (2560, 1440), (820, 1180), (390, 844), (320, 640), (844, 390)]

LIT = "spots => spots.map(spot => spot.dataset.key)"

COVERED = """() => {
    const parts = (names) => [...document.querySelectorAll(names)]
        .filter((each) => each.checkVisibility());
    const calls = parts(".call span").filter((each) => each.textContent).map(boxOf);
    const edge = boxOf(document.querySelector(".cloth"));
    const others = parts("pb-stage pb-card, .strip, .strip p, .hand h2, .between, .spot, .left");
    const out = calls.filter(({ left, right }) => left < edge.left || right > edge.right);
    return [
        ...others.filter((each) => calls.some((call) => meet(call, boxOf(each)))),
        ...out,
    ].map((each) => each.className ?? "out of the cloth");
}"""
"""What the call in the middle of the felt lies upon."""


def _won(coup: Coup) -> list[str]:
    return [bet.key for bet in CLASSIC.bets if bet.decide(coup) > PUSH]


def _lit(page: Page) -> set[str]:
    return set(page.locator(".spot[data-won]").evaluate_all(LIT))


def _dimmed(page: Page) -> list[bool]:
    """Whether Player's cards are dimmed, and Banker's."""
    filters = page.locator(".hand-cards").evaluate_all(
        "hands => hands.map(hand => getComputedStyle(hand).filter)"
    )
    return [each != "none" for each in filters]


def test_a_bet_while_cards_are_dealt_is_answered_and_only_skip_skips(new_guest: NewGuest) -> None:
    guest = new_guest(motion="no-preference")
    guest.sit_alone()
    guest.choose(25)
    guest.bet("banker")
    page, alert = guest.page, guest.page.get_by_role("alert")
    page.evaluate(STANDSTILL)
    page.keyboard.press("x")
    page.wait_for_selector("pb-stage[data-dealing]")
    for ask in (
        lambda: guest.spot("player").click(),
        lambda: page.keyboard.press("p"),
        lambda: page.keyboard.press("r"),
        lambda: page.keyboard.press("w"),
    ):
        page.locator("#notice").evaluate("notice => notice.textContent = ''")
        ask()
        expect(alert.filter(has_text=LATER)).to_be_visible()
        expect(page.locator("pb-stage")).to_have_attribute("data-dealing", "")
        expect(guest.spot("player")).not_to_have_attribute("data-state", "pending")
    page.get_by_role("button", name="Skip").click()
    page.wait_for_selector(DEALT)
    guest.bet("player")
    expect(alert).to_be_empty()


def test_after_a_coup_every_winning_spot_is_lit_until_the_next_bet(
    new_guest: NewGuest, casino: Casino
) -> None:
    seed = seed_where(lambda coup: len(_won(coup)) > 3 and has_six_cards(coup))
    coup = coups_of(seed)[0]
    casino.arrange(seed=seed)
    guest, watcher = new_guest(), new_guest("Grace")
    guest.sit_alone()
    watcher.come_to(guest.table)
    page, call = guest.page, guest.page.locator(".call")
    expect(call).to_have_text("Place your bets")
    guest.deal()
    winner = coup.outcome().value.capitalize()
    high, low = sorted((coup.player.total, coup.banker.total), reverse=True)
    result = f"{winner} wins, {high} over {low}"
    for seen in (page, watcher.page):
        expect(seen.locator(".call")).to_have_text(f"{result}Place your bets")
        assert _lit(seen) == set(_won(coup))
        assert _dimmed(seen) == [winner == "Banker", winner == "Player"]
    for key in _won(coup):
        assert "won the last coup" in (guest.spot(key).get_attribute("aria-label") or "")
    for width, height in SIZES:
        guest.resize(width, height)
        assert page.evaluate(COVERED) == [], (width, height)
    page.reload()
    expect(call).to_have_text(f"{result}Place your bets")
    assert _lit(page) == set(_won(coup))
    guest.bet("tie")
    for seen in (page, watcher.page):
        expect(seen.locator(".call")).to_have_text("Place your bets")
        assert _lit(seen) == set()
        assert _dimmed(seen) == [winner == "Banker", winner == "Player"]

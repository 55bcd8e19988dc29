"""The stage: cards, totals, calls, the end of a shoe and the beginning of the next."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from puntobanco.bets import PUSH
from puntobanco.coup import Coup, Drew, Outcome, Stood
from puntobanco.house import CLASSIC, CLASSROOM, SIX_DECKS, format_house
from puntobanco.tableau import Side
from tests.browser.casino import Casino, coups_of, has_six_cards, seed_where
from tests.browser.conftest import NewGuest
from tests.browser.guest import DEALT, SIZES, STANDSTILL, Guest, box_of

SHORT = replace(SIX_DECKS, name="one deck", decks=1)

HASTY = {"ready": 0, "showing": 0.0, "between": 10}
"""The next shoe arrives while the last coup is still being shown."""

WATCH = """() => {
    window.seen = [];
    const text = (part) => {
        const found = document.querySelector(part);
        return found && !found.hidden ? found.textContent : "";
    };
    const look = () => {
        const now = {
            call: text(".call"), burn: text(".burn p"),
            ribbon: text(".ribbon"), left: text(".left"),
            marks: document.querySelector(".sheet").querySelectorAll("text").length,
            cards: document.querySelectorAll(".hand-cards pb-card").length,
            isCut: getComputedStyle(document.querySelector(".cut-card")).visibility === "visible",
            isShuffled: Boolean(document.querySelector(".riffle")),
            phase: document.querySelector("pb-table").dataset.phase,
        };
        if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
        requestAnimationFrame(look);
    };
    look();
}"""

HELD = """() => {
    const after = setTimeout;
    window.setTimeout = (what, time) => time > 2_000 ? 0 : after(what, time);
}"""
"""Keeps the last board of a shoe, the longest pause, until it is skipped."""


def _seen(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("seen")
    return found


@pytest.mark.waits
def test_the_end_of_a_shoe_is_shown_and_can_be_skipped(new_guest: NewGuest, casino: Casino) -> None:
    """One browser watches to the end, the other skips the last board."""
    coups = coups_of("browser", SHORT)
    casino.arrange(pace=HASTY)
    ada, grace = new_guest("Ada"), new_guest("Grace")
    ada.sit_alone(text=format_house(SHORT))
    grace.come_to(ada.table)
    for number in range(1, len(coups)):
        ada.page.keyboard.press("x")
        for guest in (ada, grace):
            guest.see_coups(number)
    for guest in (ada, grace):
        guest.page.emulate_media(reduced_motion="no-preference")
        guest.page.evaluate(WATCH)
    grace.page.evaluate(HELD)
    ada.page.keyboard.press("x")
    grace.page.wait_for_function(
        "() => document.querySelector('pb-table').screen.model.showing === 'shoe'"
    )
    expect(grace.page.locator(".ribbon")).to_have_text("End of the shoe")
    grace.page.keyboard.press("s")
    for guest in (ada, grace):
        guest.page.wait_for_selector("pb-table[data-phase=betting]")
        expect(guest.page.locator(".call")).to_have_text("Place your bets")
        expect(guest.page.locator(".ribbon")).to_be_hidden()
    watched, skipped = _seen(ada.page), _seen(grace.page)
    for seen in (watched, skipped):
        _ends(seen, coups)
    calls = [each["call"] for each in watched]
    assert calls.index("Shuffling the shoe") < calls.index("Burn card")
    assert any(each["isShuffled"] for each in watched)
    burning = [each["burn"] for each in watched if each["call"] == "Burn card"]
    assert burning[0] == ""
    assert burning[-1].endswith("more, face down")
    assert not any(each["left"] for each in watched if each["call"] == "Burn card")
    assert not any(each["isShuffled"] or each["call"] == "Burn card" for each in skipped)


def test_a_burn_face_down_shows_no_card(new_guest: NewGuest) -> None:
    guest = new_guest(motion="no-preference")
    guest.come_to(guest.open_table(text='name = "three down"\nburn = 3'))
    guest.page.evaluate(WATCH)
    guest.take_seat()
    burning = [each["burn"] for each in _seen(guest.page) if each["call"] == "Burn"]
    assert burning[-1] == "3 cards, face down"
    guest.says("Burn: 3 cards are burned face down.")
    guest.page.get_by_role("tab", name="Shoe").click()
    facts = guest.page.locator("pb-shoe .facts")
    expect(facts).to_contain_text("3 cards face down")
    expect(facts).to_contain_text("413")


def _ends(seen: list[dict[str, Any]], coups: list[Coup]) -> None:
    """Check that cards count down, the cut card stays out, and the road has its last mark."""
    last = len(coups[-1].cards)
    counted = [int(each["left"].split()[0]) for each in seen if each["left"]]
    ends = counted[: counted.index(min(counted)) + 1]
    assert sorted(set(ends), reverse=True) == list(range(ends[0], ends[0] - last - 1, -1))
    cut = [each["isCut"] for each in seen if each["phase"] != "seeding"]
    assert cut.count(True)
    assert not cut[0]
    after = [each for each in seen[cut.index(True) :] if each["isCut"]]
    assert {each["ribbon"] for each in after} == {"Last coup", "End of the shoe"}
    (*_, held) = [each for each in seen if each["ribbon"] == "End of the shoe"]
    assert (held["marks"], held["cards"], held["isCut"]) == (len(coups), last, True)
    assert held["call"] == _called(coups[-1])


def _called(coup: Coup) -> str:
    player, banker = coup.player.total, coup.banker.total
    winners = {
        Outcome.PLAYER: f"Player wins, {player} over {banker}",
        Outcome.BANKER: f"Banker wins, {banker} over {player}",
        Outcome.TIE: f"Tie, {player} to {banker}: égalité",
    }
    return winners[coup.outcome()]


def _heading(coup: Coup, side: Side) -> str:
    """Return the heading of a hand after a coup."""
    hand = coup.player if side is Side.PLAYER else coup.banker
    words = [str(hand.total)]
    if coup.outcome() is Outcome.TIE:
        words.append("tie")
    elif coup.outcome().value == side.value:
        words.append("wins")
    if hand.is_natural:
        words.append("natural")
    for step in coup.events:
        if isinstance(step, Drew | Stood) and step.side is side and step.reason:
            did = "drew" if isinstance(step, Drew) else "stood"
            third = step.reason.third
            against = "" if third is None else f" against a third card of {third}"
            words.append(f"{did} on {step.reason.holding}{against}")
    return f"{side.value.capitalize()} {', '.join(words)}"


def test_the_headings_of_the_hands_include_total_winner_and_reason(guest: Guest) -> None:
    page = guest.page
    for side in ("Player", "Banker"):
        expect(page.get_by_role("heading", name=side, exact=True)).to_be_visible()
    told: set[str] = set()
    headings: list[str] = []
    for coup in coups_of("browser")[:12]:
        guest.deal()
        headings = [_heading(coup, side) for side in Side]
        for heading in headings:
            expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        told |= {word for heading in headings for word in re.findall("[a-z]+", heading)}
    assert told >= {"wins", "tie", "natural", "drew", "stood", "against"}
    page.reload()
    for heading in headings:
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()


def test_the_call_without_guests_and_in_a_house_without_bets(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.come_to(guest.open_table())
    call = guest.page.locator(".call")
    expect(call).to_have_text("Take a seat to begin")

    guest.sit_alone("classroom")
    expect(call).to_have_text("Ready to deal")
    expect(guest.spot("player")).to_have_accessible_name("Player")
    expect(guest.spot("player")).to_have_text("PLAYER", use_inner_text=True)
    expect(guest.spot("player")).to_be_disabled()
    guest.deal()
    expect(call).to_have_text(f"{_called(coups_of('browser', CLASSROOM)[0])}Ready to deal")


ENDED = """() => {
    const { stage, model } = document.querySelector("pb-table").screen;
    const shoe = { ...model.shoe, phase: "no shoe", cut_card_out: true, left: 9 };
    stage.render({ ...model, shoe }, model);
}"""

COVERED = """() => {
    const edge = boxOf(".cloth");
    const cards = all("pb-stage pb-card").map(boxOf);
    const others = [...cards, boxOf(".between")];
    const covered = [".ribbon", ".cut-card", ".left", ".call", ".why"]
        .filter((part) => others.some((box) => meet(boxOf(part), box)));
    const out = cards.filter(({ left, right }) => left < edge.left + 4 || right > edge.right - 4);
    return { covered, out: out.length };
}"""


def test_the_end_of_a_shoe_and_third_cards_fit_at_any_size(
    new_guest: NewGuest, casino: Casino
) -> None:
    casino.arrange(seed=seed_where(has_six_cards))
    guest = new_guest()
    guest.sit_alone()
    guest.deal()
    page = guest.page
    page.evaluate(ENDED)
    expect(page.locator(".ribbon")).to_have_text("End of the shoe")
    for size in guest.at_sizes(*SIZES, (1231, 800), (1100, 800)):
        assert page.evaluate(COVERED) == {"covered": [], "out": 0}, size
        deal, action = box_of(page, ".deal"), box_of(page, ".action >> nth=0")
        assert deal[1] < action[3], size


LATER = "Bets open after this coup."

LIT = "spots => spots.map(spot => spot.dataset.key)"
GLOWING = """() => all(".spot")
    .filter((spot) => getComputedStyle(spot, "::after").content !== "none")
    .map((spot) => spot.dataset.key)"""

UNDER_CALL = """() => {
    const calls = visible(".call span").filter((each) => each.textContent).map(boxOf);
    const edge = boxOf(".cloth");
    const others = visible("pb-stage pb-card, .strip, .strip p, .hand h2, .between, .spot, .left");
    const out = calls.filter(({ left, right }) => left < edge.left || right > edge.right);
    return [
        ...others.filter((each) => calls.some((call) => meet(call, boxOf(each)))),
        ...out,
    ].map((each) => each.className ?? "out of the cloth");
}"""
"""Finds parts that the call in the middle of the felt covers."""


def _won(coup: Coup) -> list[str]:
    return [bet.key for bet in CLASSIC.bets if bet.decide(coup) > PUSH]


def _lit(page: Page) -> set[str]:
    return set(page.locator(".spot[data-won]").evaluate_all(LIT))


def _dimmed(page: Page) -> list[bool]:
    """Return whether Player's and Banker's cards are dimmed."""
    filters = page.locator(".hand-cards").evaluate_all(
        "hands => hands.map(hand => getComputedStyle(hand).filter)"
    )
    return [each != "none" for each in filters]


def test_a_bet_during_the_deal_is_refused_and_only_skip_skips(new_guest: NewGuest) -> None:
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


def test_winning_spots_stay_lit_until_the_next_bet(new_guest: NewGuest, casino: Casino) -> None:
    seed = seed_where(lambda coup: len(_won(coup)) > 3 and has_six_cards(coup))
    coup = coups_of(seed)[0]
    casino.arrange(seed=seed)
    guest, watcher = new_guest(), new_guest("Grace")
    guest.sit_alone()
    watcher.come_to(guest.table)
    page, call = guest.page, guest.page.locator(".call")
    expect(call).to_have_text("Place your bets")
    guest.bet(coup.outcome().value)
    guest.deal()
    winner = coup.outcome().value.capitalize()
    high, low = sorted((coup.player.total, coup.banker.total), reverse=True)
    result = f"{winner} wins, {high} over {low}"
    for seen in (page, watcher.page):
        expect(seen.locator(".call")).to_have_text(f"{result}Place your bets")
        assert _lit(seen) == set(_won(coup))
        assert _dimmed(seen) == [winner == "Banker", winner == "Player"]
    assert page.evaluate(GLOWING) == [coup.outcome().value]
    assert watcher.page.evaluate(GLOWING) == []
    for key in _won(coup):
        label = watcher.spot(key).get_attribute("aria-label")
        assert "won the last coup" in (label or "")
    for size in guest.at_sizes():
        assert page.evaluate(UNDER_CALL) == [], size
    page.reload()
    expect(call).to_have_text(f"{result}Place your bets")
    assert _lit(page) == set(_won(coup))
    guest.bet("tie")
    for seen in (page, watcher.page):
        expect(seen.locator(".call")).to_have_text("Place your bets")
        assert _lit(seen) == set()
        assert _dimmed(seen) == [winner == "Banker", winner == "Player"]

"""The felt and the rack: stakes can be made, seen and read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from puntobanco.coup import Outcome
from puntobanco.house import EZ
from tests.browser.casino import Casino, coups_of, laid, seed_where
from tests.browser.conftest import NewGuest
from tests.browser.guest import DEALT, Guest


def test_one_press_puts_down_the_minimum_and_the_next_adds_the_chip(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.sit_alone(limits={"minimum": 1_000, "maximum": 50_000, "step": 100})
    chips = "all => all.map(one => Number(one.dataset.chip))"
    assert guest.page.eval_on_selector_all("[data-chip]", chips) == [100, 500, 2500, 10000, 50000]
    five = guest.page.get_by_role("button", name="$5 chip, $10 on an empty spot")
    expect(five).to_have_attribute("data-chip", "500")
    five.click()
    guest.bet("banker")
    expect(guest.spot("banker").locator(".amount")).to_have_text("$10")
    guest.spot("banker").click()
    expect(guest.spot("banker").locator(".amount")).to_have_text("$15")
    guest.page.keyboard.press("1")
    guest.page.keyboard.press("p")
    expect(guest.spot("player").locator(".amount")).to_have_text("$10")
    guest.page.keyboard.press("p")
    expect(guest.spot("player").locator(".amount")).to_have_text("$11")
    expect(guest.page.get_by_role("alert")).to_be_empty()
    guest.page.get_by_role("button", name="Undo").click()
    expect(guest.spot("player").locator(".amount")).to_have_text("$10")


PAID = """() => {
    window.paid = {};
    const ends = (element) => element.getAnimations()[0]?.effect.getKeyframes().at(-1);
    const look = () => {
        const lost = document.querySelector('[data-key="banker"] .stake:has(.amount)');
        if (ends(lost)) paid.lost = ends(lost).opacity;
        const flying = document.querySelector(".flying");
        if (flying) {
            const home = boxOf(".money dd");
            const { e, f } = new DOMMatrix(ends(flying).transform);
            const x = flying.offsetLeft + flying.offsetWidth / 2 + e - home.left - home.width / 2;
            paid.misses = Math.hypot(x, flying.offsetTop + f - home.top);
            paid.stacks = flying.childElementCount;
        }
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.waits
def test_winnings_slide_to_the_balance_and_losing_stakes_leave(
    new_guest: NewGuest,
) -> None:
    guest = new_guest(motion="no-preference")
    guest.sit_alone()
    guest.choose(25)
    guest.bet("player")
    guest.bet("banker")
    page = guest.page
    page.evaluate(PAID)
    page.keyboard.press("x")
    page.wait_for_selector("pb-stage[data-dealing]")
    page.wait_for_selector(DEALT)
    paid = page.evaluate("paid")
    coup = coups_of("browser")[0]
    guest.shows(lambda: guest.cards, laid(coup))
    assert coup.outcome() is Outcome.PLAYER
    assert paid["lost"] == "0"
    assert paid["stacks"] == 2
    assert paid["misses"] < 30
    expect(page.locator(".flying")).to_have_count(0)
    plates = page.locator(".amount").all_inner_texts()
    assert [plate for plate in plates if plate] == ["+$25", "−$25"]
    guest.shows(lambda: guest.money, ["$1,000", "$0", "$0"])

    page.keyboard.press("s")  # nothing to skip, and no chip leaves again
    guest.bet("banker")
    stake = guest.spot("banker").locator(".stake")
    look = "each => [getComputedStyle(each).opacity, getComputedStyle(each).transform]"
    assert stake.evaluate(look) == ["1", "none"]


LAID = """(state) => {
    const { felt, model } = document.querySelector("pb-table").screen;
    const keys = model.house.felt.map(({ key }) => key);
    const all = (value) => Object.fromEntries(keys.map((key) => [key, value]));
    const seat = ([name, stake, standing]) => ({
        name, bankroll: stake, bought: stake, staked: stake, available: 0, coups_bet: 1, last: [],
        wagers: stake ? keys.map((key) => ({ key, stake, standing: Boolean(standing) })) : [],
    });
    const paid = state.paid ? all(state.paid) : {};
    felt.render({
        ...model,
        board: { ...model.board, paid },
        pending: state.pending ? keys.map((key) => ({ key, stake: state.pending })) : [],
        refusals: state.refused ? all(state.refused) : {},
        seats: Object.fromEntries(state.seats.map((each, at) => [at + 1, seat(each)])),
    }, model);
}"""
"""Renders the same state on every spot."""

TOUCHING = """() => {
    const found = [];
    const cut = (box, by) => ({
        left: Math.max(box.left, by.left), right: Math.min(box.right, by.right),
        top: Math.max(box.top, by.top), bottom: Math.min(box.bottom, by.bottom),
    });
    const visible = (element, box, spot) => {
        for (let up = element; up !== spot; up = up.parentElement)
            if (getComputedStyle(up).overflow !== "visible")
                box = cut(box, boxOf(up));
        return box;
    };
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
    const parts = (spot) => {
        const seen = [];
        const walk = document.createTreeWalker(spot, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
            const text = walk.currentNode;
            const element = text.parentElement;
            if (element.closest("svg") || !isSeen(element) || !text.data.trim()) continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            const isNote = Boolean(element.closest(".spot-note"));
            for (const rect of range.getClientRects()) {
                const box = visible(element, rect, spot);
                if (box.right - box.left > 1 && box.bottom - box.top > 1)
                    seen.push({ what: text.data, text, box, isNote });
            }
        }
        for (const chips of spot.querySelectorAll(".stack"))
            if (isSeen(chips)) seen.push({ what: "chips", box: boxOf(chips) });
        return seen;
    };
    for (const spot of all(".spot")) {
        const edge = boxOf(spot);
        const seen = parts(spot);
        for (const { what, box, isNote } of seen) {
            const inside = cut(box, edge);
            const isInside = box.right - inside.right < 1 && inside.left - box.left < 1
                && box.bottom - inside.bottom < 1 && inside.top - box.top < 1;
            if (!isInside && !isNote) found.push([spot.dataset.key, what, "leaves its spot"]);
        }
        seen.forEach((one, at) => seen.slice(at + 1).forEach((other) => {
            const isOther = !one.text || one.text !== other.text;
            if (isOther && meet(one.box, other.box))
                found.push([spot.dataset.key, one.what, other.what]);
        }));
    }
    return found;
}"""
"""Finds texts and chips that overlap or leave their spot, which only a refusal may."""

PLACES = "() => all('.spot').map((spot) => Math.round(boxOf(spot).top + scrollY))"

EVERY_STATE = f"""(states) => {{
    const lay = {LAID};
    const touching = {TOUCHING};
    const places = {PLACES};
    return states.map((state) => {{ lay(state); return [touching(), places()]; }});
}}"""
"""Runs both for each state, without waiting for a frame."""

MILLIONS = 10**9
BILLIONS = 10**12
LONG = "Wolfeschlegelsteinhausen"
CROWD = [[LONG if seat % 2 else "Bob", MILLIONS] for seat in range(13)]
REASON = "Limits on Dragon bonus Banker: $5 to $100 in steps of $1, not $125."
STATES: dict[str, dict[str, Any]] = {
    "nothing": {"seats": [["Ada", 0]]},
    "one guest": {"seats": [["Ada", 2_500]]},
    "two guests": {"seats": [["Ada", 12_345_600], ["Bob", 1_234_500]]},
    "a long name": {"seats": [["Ada", 123_450], [LONG, 99_999_900]]},
    "fourteen guests": {"seats": [["Ada", BILLIONS], *CROWD]},
    "only others": {"seats": [["Ada", 0], *CROWD]},
    "pending": {"seats": [["Ada", 0], ["Bob", 2_500]], "pending": 2_500},
    "more is pending": {"seats": [["Ada", 123_450], *CROWD], "pending": MILLIONS},
    "standing": {"seats": [["Ada", 1_234_500, True], *CROWD]},
    "won": {"seats": [["Ada", 0], ["Bob", 2_500]], "paid": {"fate": "won", "earned": 819_200_000}},
    "lost": {"seats": [["Ada", 0], *CROWD], "paid": {"fate": "lost", "earned": -118_750}},
    "returned": {"seats": [["Ada", 0], *CROWD], "paid": {"fate": "returned", "earned": 0}},
    "a new bet after a win": {
        "seats": [["Ada", 0]],
        "pending": 2_500,
        "paid": {"fate": "won", "earned": 5_000},
    },
    "refused": {"seats": [["Ada", 2_500], ["Bob", 2_500]], "refused": REASON},
}


@pytest.mark.parametrize("house", ["classic", "ez", "super_6"])
def test_nothing_on_a_spot_overlaps(new_guest: NewGuest, house: str) -> None:
    guest = new_guest()
    guest.sit_alone(house)
    for size in guest.at_sizes():
        seen = guest.page.evaluate(EVERY_STATE, list(STATES.values()))
        for name, (touching, _) in zip(STATES, seen, strict=True):
            assert touching == [], (size, name)
        places = {tuple(each) for _, each in seen}
        assert len(places) == 1, (size, "spots move when bets are placed")
    guest.resize(390, 844)
    guest.page.evaluate("document.documentElement.style.setProperty('--size', '150%')")
    seen = guest.page.evaluate(EVERY_STATE, list(STATES.values()))
    for name, (touching, _) in zip(STATES, seen, strict=True):
        assert touching == [], (name, "large letters")
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_large_amounts_are_short_on_the_felt_and_whole_in_labels(guest: Guest) -> None:
    guest.page.evaluate(LAID, STATES["fourteen guests"])
    spot = guest.spot("big")
    expect(spot.locator(".amount")).to_have_text("$10b")
    expect(spot.locator(".amount")).to_have_attribute("title", "$10,000,000,000")
    expect(spot.locator(".others-words")).to_have_text("13 guests $130m")
    name = re.compile(r"your stake \$10,000,000,000 accepted, 13 other guests \$130,000,000$")
    expect(spot).to_have_accessible_name(name)
    guest.page.evaluate(LAID, STATES["lost"])
    expect(guest.spot("player").locator(".amount")).to_have_text("−$1,187.50")
    expect(guest.spot("player")).to_have_accessible_name(re.compile(r", lost \$1,187.50, "))
    guest.page.evaluate(LAID, STATES["a new bet after a win"])
    expect(guest.spot("player").locator(".amount")).to_have_text("$25pending")
    expect(guest.spot("player")).not_to_have_attribute("data-fate", "won")


def test_a_spot_shows_its_special_rule(new_guest: NewGuest) -> None:
    guest = new_guest(width=1920, height=1080)
    guest.come_to(guest.open_table("ez"))
    expect(guest.spot("player").locator(".spot-rule")).to_have_count(0)
    rules = {"banker_ez": "push on three-card 7", "dragon_7": "Banker wins with a three-card 7"}
    for key, words in rules.items():
        expect(guest.spot(key).locator(".spot-rule")).to_have_text(words)
        expect(guest.spot(key).locator(".spot-rule")).to_be_visible()
        expect(guest.spot(key)).to_have_accessible_name(re.compile(f", pays .*, {words}$"))
    expect(guest.page.locator("[data-spot=banker] .spot-pays")).to_have_text("1 to 1")


def test_all_pay_lines_are_one_touch_or_key_away(new_guest: NewGuest) -> None:
    guest = new_guest(width=320, height=640, has_touch=True)
    guest.sit_alone("ez")
    page, pays = guest.page, guest.page.get_by_role("button", name="Pays and rules of the bets")
    pays.tap()
    table = page.get_by_role("table", name="Bets and what they pay")
    expect(table.get_by_role("row", name="Banker", exact=False).first).to_be_visible()
    lines = [line.text for bet in EZ.bets for line in bet.lines]
    assert table.locator("li").all_inner_texts() == lines
    page.keyboard.press("Escape")
    expect(table).to_have_count(0)
    page.keyboard.press("Enter")
    expect(table).to_be_visible()
    page.keyboard.press("Escape")
    expect(pays).to_be_focused()


LIMITS = {"minimum": 500, "maximum": 200_000, "side_maximum": 10_000, "step": 100}


def test_too_large_a_stake_offers_what_fits(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.sit_alone(limits=LIMITS)
    page, alert = guest.page, guest.page.get_by_role("alert")
    side, player = guest.spot("either_pair"), guest.spot("player")
    guest.choose(500)
    side.click()
    reason = "Limits on Either pair: $5 to $100 in steps of $1, not $500."
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
    expect(alert).to_have_text("Too much: this needs $500, and you have nothing left to bet.")
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

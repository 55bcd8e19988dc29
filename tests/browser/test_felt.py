"""The felt and the rack: every stake that the house takes can be made, seen and read."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from puntobanco.coup import Outcome
from tests.browser.casino import coups_of
from tests.browser.conftest import NewGuest
from tests.browser.guest import DEALT, Guest

pytestmark = pytest.mark.browser

MOST_PRESSES = 600


def _limits(minimum: int, maximum: int, *, step: int = 100, side: int | None = None) -> Any:  # noqa: ANN401 - a body of JSON
    return {"minimum": minimum, "maximum": maximum, "side_maximum": side or maximum, "step": step}


def _some_limits(source: random.Random) -> dict[str, int]:
    """Any that a table may have, from a cent to ten million dollars."""
    step = source.choice([1, 5, 25, 50, 100, 300, 500, 512, 777, 1000, 2500, 10_000])
    minimum = step * source.randint(1, source.choice([1, 10, 5000]))
    maximum = source.randint(minimum, 10 ** source.randint(len(str(minimum)), 9))
    found: dict[str, int] = _limits(minimum, maximum, step=step)
    return found


def _presses(target: int, chips: list[int], minimum: int) -> int:
    """How often a guest presses who makes a stake with the largest chips that fit."""
    lies = presses = 0
    while lies < target:
        fitting = [chip for chip in chips if lies + max(chip, minimum - lies) <= target]
        lies += max(fitting[-1], minimum - lies)
        presses += 1
    return presses


def test_every_stake_can_be_made_with_six_chips(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.page.goto("/")
    source = random.Random(6)
    some = [_some_limits(source) for _ in range(300)]
    rack = "async some => some.map((await import('/static/js/chips.js')).rackFor)"
    racks = guest.page.evaluate(rack, some)
    for limits, chips in zip(some, racks, strict=True):
        step, low, high = limits["step"], limits["minimum"], limits["maximum"]
        assert 1 <= len(chips) <= 6
        assert all(one < other for one, other in pairwise(chips))
        assert chips[-1] <= high
        for _ in range(10):
            stake = source.randint(low // step, high // step) * step
            assert _presses(stake, chips, low) <= MOST_PRESSES, (limits, chips, stake)
        assert _presses(low, chips, low) == 1


def _seated(new_guest: NewGuest, limits: object) -> Guest:
    guest = new_guest()
    guest.introduce()
    guest.sit(guest.open_table(limits=limits))  # type: ignore[arg-type] # as _limits has them
    return guest


def _chips(guest: Guest) -> list[int]:
    found = guest.page.eval_on_selector_all(
        "[data-chip]", "all => all.map(one => one.dataset.chip)"
    )
    return [int(each) // 100 for each in found]


def test_one_press_puts_down_the_minimum_and_the_next_adds_the_chip(new_guest: NewGuest) -> None:
    guest = _seated(new_guest, _limits(1_000, 50_000))
    assert _chips(guest) == [1, 5, 25, 100, 500]
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


def test_chips_are_spread_over_high_limits(new_guest: NewGuest) -> None:
    guest = _seated(new_guest, _limits(100, 1_000_000_000))
    chips = _chips(guest)
    assert (len(chips), chips[0], chips[-1]) == (6, 1, 5_000_000)


PAID = """() => {
    window.paid = {};
    const ends = (element) => element.getAnimations()[0]?.effect.getKeyframes().at(-1);
    const look = () => {
        const lost = document.querySelector('.spot[data-fate="lost"] .amount');
        if (lost && ends(lost.parentElement)) paid.lost = ends(lost.parentElement).opacity;
        const flying = document.querySelector(".flying");
        if (flying) {
            const home = document.querySelector(".money dd").getBoundingClientRect();
            const { e, f } = new DOMMatrix(ends(flying).transform);
            const x = flying.offsetLeft + flying.offsetWidth / 2 + e - home.left - home.width / 2;
            paid.misses = Math.hypot(x, flying.offsetTop + f - home.top);
            paid.stacks = flying.childElementCount;
        }
        requestAnimationFrame(look);
    };
    look();
}"""


def test_what_was_won_slides_home_and_what_was_lost_leaves_with_its_amount(
    new_guest: NewGuest,
) -> None:
    guest = new_guest(motion="no-preference")
    guest.introduce()
    guest.sit(guest.open_table())
    guest.choose(25)
    guest.bet("player")
    guest.bet("banker")
    page = guest.page
    page.evaluate(PAID)
    page.keyboard.press("x")
    page.wait_for_selector("pb-stage[data-dealing]")
    page.wait_for_selector(DEALT, timeout=20_000)
    paid = page.evaluate("paid")
    coup = coups_of("browser")[0]
    assert guest.cards == [str(card) for hand in (coup.player, coup.banker) for card in hand.cards]
    assert coup.outcome() is Outcome.PLAYER
    assert paid["lost"] == "0"
    assert paid["stacks"] == 2
    assert paid["misses"] < 30
    expect(page.locator(".flying")).to_have_count(0)
    assert page.locator(".amount").all_inner_texts() == [""] * page.locator(".spot").count()
    assert guest.money == ["$1,000", "$0", "$0"]

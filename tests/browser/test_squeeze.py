"""Tension: squeezed cards, the card that decides, sounds, and a deal button that forgives."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.casino import AT_ONCE, Casino, coups_of, has_six_cards, laid, seed_where
from tests.browser.conftest import NewGuest
from tests.browser.guest import DEALT, STANDSTILL, are_apart, box_of

STILL = """() => {
    const after = setTimeout;
    window.setTimeout = (what, time) => time === 6000 ? 0 : after(what, time);
}"""
"""Keeps cards face down until the guest turns them."""

ON_TOP = """() => {
    const { left, right, top, bottom } = boxOf("[data-peeling]");
    const name = boxOf(".hand.player .side-name");
    const points = [left + 6, right - 6].flatMap((x) => [[x, top + 6], [x, bottom - 6]]);
    return top >= name.bottom - 1
        && points.every(([x, y]) => document.elementFromPoint(x, y)?.closest("[data-peeling]"));
}"""
"""Whether a squeezed card lies on the other cards, and not on the hand's name."""

PEELED = "() => getComputedStyle(document.querySelector('.peel')).getPropertyValue('--peel')"


def test_a_guest_squeezes_by_key_and_hears_it_as_facts(new_guest: NewGuest, casino: Casino) -> None:
    seed = seed_where(has_six_cards)
    coup = coups_of(seed)[0]
    casino.arrange(seed=seed, pace=AT_ONCE)
    ada, grace = new_guest(settings={"squeeze": "mine"}), new_guest("Grace")
    ada.sit_alone()
    grace.come_to(ada.table)
    ada.bet("player")
    page = ada.page
    page.evaluate(STILL)
    spot = ada.spot("player")
    spot.focus()
    page.keyboard.press("x")
    grace.shows(lambda: grace.cards, laid(coup))
    peeled = page.locator("[data-peeling]")
    for number, card in enumerate(coup.player.cards, 1):
        expect(peeled).to_be_focused()
        expect(peeled).to_have_accessible_name(re.compile("^Player's card, face down: "))
        assert page.locator(f'pb-stage .player pb-card[data-card="{card}"]').count() == sum(
            each == card for each in coup.player.cards[: number - 1]
        )
        for size in ada.at_sizes((390, 844), (1440, 900)):
            assert page.evaluate(ON_TOP), (number, size)
        if number == 1:
            for _ in range(8):
                page.keyboard.press("ArrowLeft")
            assert round(float(page.evaluate(PEELED)), 3) == 0.4
            ada.says("Edge: ")
            page.keyboard.press("?")
            ada.says("With this card: still open on 0 to 9.")
        page.keyboard.press("Space")
        expect(page.locator(".hand.player pb-card[data-card]")).to_have_count(number)
    page.wait_for_selector(DEALT)
    assert ada.cards == laid(coup)
    expect(spot).to_be_focused()
    kinds = [line.split(":")[0] for line in ada.heard if line.startswith(("Squeeze", "Edge"))]
    assert kinds == ["Squeeze", "Edge", "Squeeze", "Squeeze"]


def test_a_finger_peels_and_turns_a_third_card(new_guest: NewGuest, casino: Casino) -> None:
    casino.arrange(seed=seed_where(has_six_cards), pace=AT_ONCE)
    guest = new_guest(settings={"squeeze": "thirds"}, width=390, height=844)
    guest.sit_alone()
    guest.bet("tie")
    page = guest.page
    page.evaluate(STILL)
    page.keyboard.press("x")
    for side in ("player", "banker"):
        page.wait_for_selector(f".hand.{side} [data-peeling]")
        left, top, right, bottom = box_of(page, "[data-peeling]")
        assert left >= box_of(page, ".cloth")[0]
        assert right <= box_of(page, ".cloth")[2]
        assert are_apart((left, top, right, bottom), box_of(page, ".call span:first-child"))
        assert right - left >= 44
        assert bottom - top >= 44
        x, y = (left + right) / 2, (top + bottom) / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 60, steps=3)
        assert float(page.evaluate(PEELED)) > 0.3
        page.mouse.up()
        assert page.evaluate(PEELED) == "0"
        page.mouse.click(x, y)
    page.wait_for_selector(DEALT)


PLAYED = """() => {
    window.played = 0;
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function (...when) {
        played += 1;
        return start.apply(this, when);
    };
}"""


def test_sounds_are_off_until_a_guest_turns_them_on(new_guest: NewGuest) -> None:
    guest = new_guest(motion="no-preference")
    page = guest.sit_alone()
    page.evaluate(PLAYED)
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    guest.bet("player")
    assert page.evaluate("played") == 0
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    before: int = page.evaluate("played")
    guest.bet("banker")
    page.wait_for_function("before => played > before", arg=before)
    page.keyboard.press("x")
    page.wait_for_selector("pb-stage[data-dealing]")
    page.wait_for_function("before => played > before + 2", arg=before)
    page.keyboard.press("s")
    sound.click()
    assert page.evaluate("JSON.parse(localStorage['puntobanco.settings']).sound") is False


def test_a_double_press_on_deal_does_not_skip_the_coup(new_guest: NewGuest) -> None:
    guest = new_guest(motion="no-preference")
    page = guest.sit_alone()
    page.evaluate(STANDSTILL)
    guest.stop_clock()
    page.locator(".deal").click()
    page.wait_for_selector("pb-stage[data-dealing]")
    page.locator(".deal").click(force=True)
    page.keyboard.press("x")
    expect(page.locator("pb-stage")).to_have_attribute("data-dealing", "")
    page.clock.run_for(1_500)
    page.locator(".deal").click()
    page.wait_for_selector(DEALT)

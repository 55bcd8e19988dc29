"""Layout: everything visible, nothing jumps, nothing overlaps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.casino import Casino, has_six_cards, seed_where
from tests.browser.conftest import NewGuest
from tests.browser.guest import DEALT, DRAWN, Guest
from tests.browser.test_felt import REASON

HIDDEN = """() => {
    const edge = Math.min(boxOf(".cloth").bottom, boxOf("pb-rack").top);
    return all(".spot").filter((spot) => boxOf(spot).bottom > edge)
        .map((spot) => spot.dataset.key);
}"""

PLACES = """() => {
    window.places = new Set();
    const look = () => {
        const edge = boxOf(".cloth").top;
        const spots = all(".spot").map((spot) => Math.round((boxOf(spot).top - edge) / 2));
        const actions = all(".action").map((action) => Math.round(boxOf(action).left));
        places.add([...spots, ...actions].join());
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize("house", ["classic", "ez"])
def test_every_spot_is_visible_at_a_table_with_a_clock(new_guest: NewGuest, house: str) -> None:
    guest = new_guest()
    guest.sit_alone(house, dealing=15)
    for size in guest.at_sizes(
        (1024, 768), (1280, 720), (1440, 900), (2560, 1440), (768, 1024), (390, 844)
    ):
        assert guest.page.evaluate(HIDDEN) == [], size
        hidden = "cloth => cloth.scrollHeight - cloth.clientHeight"
        assert guest.page.eval_on_selector(".cloth", hidden) <= 1, size


def test_cards_spots_and_chips_are_all_in_view_on_a_small_phone(new_guest: NewGuest) -> None:
    guest = new_guest(width=390, height=664)
    guest.sit_alone()
    parts = (
        *(".hand-cards pb-card", ".total", ".strip-road", ".counts"),
        *(".money dd", ".chip-button", ".action", ".deal"),
    )
    for width, _ in guest.at_sizes((390, 664), (360, 640), (320, 640), (844, 390), (667, 375)):
        guest.page.reload()
        guest.wait_for_shoe()
        guest.bet("small")
        guest.deal()
        assert guest.page.evaluate(HIDDEN) == []
        for element in (each for part in parts for each in guest.page.locator(part).all()):
            expect(element).to_be_in_viewport(ratio=0.99)
        assert guest.page.evaluate("document.documentElement.scrollWidth") <= width


SMALL_TARGETS = """() => {
    const parts = "button, a, select, input, summary, [tabindex='0']";
    const isHit = (control, x, y) => control.contains(document.elementFromPoint(x, y));
    return visible(parts)
        .filter((control) => boxOf(control).width > 1)
        .filter((control) => {
            control.scrollIntoView({ block: "center", inline: "center" });
            const { left, right, top, bottom } = boxOf(control);
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            return right - left < 43.9 || !isHit(control, x, y - 21) || !isHit(control, x, y + 21);
        })
        .map((control) => control.outerHTML);
}"""
"""Finds controls that a finger easily misses: smaller than 44 pixels."""


def test_every_control_at_the_table_is_at_least_44_pixels_on_a_phone(new_guest: NewGuest) -> None:
    guest = new_guest()
    page = guest.sit_alone(dealing=25)
    page.wait_for_selector(".more:visible")
    for size in guest.at_sizes((320, 640), (390, 844), (844, 390)):
        assert page.evaluate(SMALL_TARGETS) == [], size


@pytest.mark.waits
def test_spots_and_actions_stay_where_they_are_while_a_coup_is_dealt(new_guest: NewGuest) -> None:
    guest = new_guest(motion="no-preference")
    page = guest.sit_alone()
    page.evaluate(PLACES)
    for size in guest.at_sizes((1440, 900), (390, 844), (320, 640)):
        page.evaluate("places.clear()")
        guest.bet("player")
        page.keyboard.press("x")
        page.wait_for_selector("pb-stage[data-dealing]")
        expect(page.get_by_role("button", name="Skip")).to_have_count(1)
        page.wait_for_selector(DEALT)
        assert page.evaluate("places.size") == 1, size


REFUSAL = """spot => {
    const note = spot.querySelector(".spot-note");
    const [said, stake] = [boxOf(note), boxOf(spot.querySelector(".amount"))];
    const edge = boxOf("pb-rack").top;
    const isApart = said.bottom <= stake.top || said.top >= stake.bottom
        || said.right <= stake.left || said.left >= stake.right;
    return {
        whole: note.scrollHeight <= note.clientHeight && note.scrollWidth <= note.clientWidth,
        inView: said.left >= 0 && said.right <= innerWidth && said.top >= 0 && said.bottom <= edge,
        isApart, isStakeThere: stake.width > 10 && stake.height > 10,
    };
}"""


def test_a_refusal_is_readable_and_the_accepted_stake_stays_visible(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.sit_alone(limits={"minimum": 500, "maximum": 20000, "side_maximum": 10000, "step": 100})
    keys = ("player", "tie", "banker", "player_pair", "perfect_pair", "dragon_bonus_banker", "big")
    for key in keys:
        guest.choose(25)
        guest.bet(key)
        guest.choose(100)
        if key in {"player", "tie", "banker"}:
            guest.bet(key)
        guest.spot(key).click()
        spot = guest.spot(key)
        expect(spot).to_have_attribute("data-refused", "")
        expect(spot).to_have_attribute("data-state", "accepted")
        expect(spot.locator(".amount")).to_have_text(re.compile(r"^\$1?25$"))
        expect(spot.locator(".spot-note")).to_have_text("Too much. Press again for $75.")
        for size in guest.at_sizes():
            spot.scroll_into_view_if_needed()
            found = spot.evaluate(REFUSAL)
            assert found == dict.fromkeys(found, True), (size, key, found)
        guest.page.get_by_role("button", name="Clear").click()
        expect(spot).not_to_have_attribute("data-state", "accepted")


def test_sticky_edges_never_cover_the_focus(new_guest: NewGuest) -> None:
    guest = new_guest(width=360, height=225)
    page = guest.sit_alone(dealing=15)
    page.locator(".spot").first.focus()
    for _ in range(24):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            """() => {
                const here = document.activeElement;
                const { left, right, top, bottom } = here.getBoundingClientRect();
                const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
                const found = document.elementFromPoint((left + right) / 2, y);
                return here === document.body || here.contains(found) || found?.contains(here);
            }"""
        )
        assert seen, page.evaluate("document.activeElement.outerHTML")


MOST_LAYOUTS = 12
"""Each change that is drawn needs one. Reading sizes in between forces more."""


def test_a_coup_needs_few_layouts(guest: Guest) -> None:
    page = guest.page
    metrics = guest.context.new_cdp_session(page)
    metrics.send("Performance.enable")

    def layouts() -> int:
        found = metrics.send("Performance.getMetrics")["metrics"]
        return next(int(each["value"]) for each in found if each["name"] == "LayoutCount")

    for number, key in enumerate("bptbpt", 1):
        before = layouts()
        page.keyboard.press(key)
        page.keyboard.press("x")
        guest.see_coups(number)
        page.wait_for_selector(DEALT)
        page.evaluate(DRAWN)
        assert 0 < layouts() - before <= MOST_LAYOUTS


COVERED = """(line) => {
    document.getElementById("notice").textContent = line;
    const said = boxOf("#notice");
    const isWhole = said.height > 10 && said.left >= 0 && said.right <= innerWidth
        && said.top >= 0 && said.bottom <= innerHeight;
    const parts = ".hand h2, .hand pb-card, .call, .money, .deal, .chip-button, .action";
    const covered = all(parts).filter((each) => meet(said, boxOf(each)));
    return [...(isWhole ? [] : ["not in view"]), ...covered.map((each) => each.className)];
}"""
"""Finds parts of the hands and the rack that a notice covers."""

CUT = """() => {
    const edge = boxOf(".cloth");
    const isOut = ({ left, right }) => left < edge.left || right > edge.right;
    const isCut = (each) => each.scrollWidth > each.clientWidth + 1;
    const isOutOfView = ({ left, right, bottom }) =>
        left < 0 || right > innerWidth || bottom > innerHeight;
    const onCloth = ".hand h2 > :not(.hidden), pb-stage pb-card, .strip, .call span";
    return [
        ...visible(onCloth).filter((each) => isOut(boxOf(each))),
        ...visible(".deal, .action, .hand h2, .total").filter(isCut),
        ...visible(".deal").filter((each) => isOutOfView(boxOf(each))),
    ].map((each) => each.className || each.textContent);
}"""
"""Finds parts that leave the cloth or their own box."""


def test_notices_cover_no_hand_and_large_text_is_not_cut(
    new_guest: NewGuest, casino: Casino
) -> None:
    casino.arrange(seed=seed_where(has_six_cards))
    guest = new_guest()
    guest.sit_alone()
    guest.deal()
    page = guest.page
    for size in guest.at_sizes():
        assert page.evaluate(COVERED, REASON) == [], size
    letters = guest.context.new_cdp_session(page)
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": 24}})
    for size in guest.at_sizes((390, 844), (320, 844), (820, 1180)):
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "24px"
        assert page.evaluate(COVERED, REASON) == [], (size, "large letters")
        assert page.evaluate(CUT) == [], size
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.locator("#notice")).to_be_attached()

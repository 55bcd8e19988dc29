"""Clear lines, large letters, other felts: no hand is covered, nothing is cut or stays green."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.casino import Casino, has_six_cards, seed_where
from tests.browser.conftest import NewGuest

pytestmark = pytest.mark.browser

SIZES = [(1440, 900), (1280, 720), (2560, 1440), (820, 1180), (390, 844), (320, 640), (844, 390)]

LONG = "Limits on Dragon bonus Banker: $5 to $100 in steps of $1; not $125."

COVERED = """(line) => {
    document.getElementById("notice").textContent = line;
    const said = boxOf(document.getElementById("notice"));
    const isWhole = said.height > 10 && said.left >= 0 && said.right <= innerWidth
        && said.top >= 0 && said.bottom <= innerHeight;
    const parts = ".hand h2, .hand pb-card, .call, .money, .deal, .chip-button, .action";
    const covered = [...document.querySelectorAll(parts)].filter((each) => meet(said, boxOf(each)));
    return [...(isWhole ? [] : ["not in view"]), ...covered.map((each) => each.className)];
}"""
"""What a line covers of the hands and of the rack."""

CUT = """() => {
    const edge = boxOf(document.querySelector(".cloth"));
    const isOut = ({ left, right }, { left: least, right: most }) => left < least || right > most;
    const isCut = (each) => each.scrollWidth > each.clientWidth + 1;
    const all = (parts) =>
        [...document.querySelectorAll(parts)].filter((each) => each.checkVisibility());
    const isOutOfView = ({ left, right, bottom }) =>
        left < 0 || right > innerWidth || bottom > innerHeight;
    const onCloth = ".hand h2 > :not(.hidden), pb-stage pb-card, .strip, .call span";
    return [
        ...all(onCloth).filter((each) => isOut(boxOf(each), edge)),
        ...all(".deal, .action, .hand h2, .total").filter(isCut),
        ...all(".deal").filter((each) => isOutOfView(boxOf(each))),
    ].map((each) => each.className || each.textContent);
}"""
"""What leaves the cloth or its own box."""


def _colour(page: Page, part: str) -> list[int]:
    """Red, green and blue of what lies behind a part's words."""
    found = page.locator(part).first.evaluate("each => getComputedStyle(each).backgroundColor")
    return [int(each) for each in re.findall(r"\d+", found)[:3]]


def test_a_line_covers_no_hand_and_large_letters_cut_neither_totals_nor_deal(
    new_guest: NewGuest, casino: Casino
) -> None:
    casino.arrange(seed=seed_where(has_six_cards))
    guest = new_guest()
    guest.sit_alone()
    guest.deal()
    page = guest.page
    for width, height in SIZES:
        guest.resize(width, height)
        assert page.evaluate(COVERED, LONG) == [], (width, height)
    letters = guest.context.new_cdp_session(page)
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": 24}})
    for width, height in ((390, 844), (320, 844), (820, 1180)):
        guest.resize(width, height)
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "24px"
        assert page.evaluate(COVERED, LONG) == [], (width, height, "large letters")
        assert page.evaluate(CUT) == [], (width, height)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.locator("#notice")).to_be_attached()


@pytest.mark.parametrize("felt, strongest", [("burgundy", 0), ("midnight", 2)])
def test_the_log_and_dialogs_have_the_colour_of_the_felt(
    new_guest: NewGuest, felt: str, strongest: int
) -> None:
    guest = new_guest(settings={"felt": felt})
    guest.come_to(guest.open_table())
    page = guest.page
    page.get_by_role("button", name="Help").click()
    for part in ("pb-log", ".dialog-head", "option"):
        colour = _colour(page, part)
        assert colour[strongest] == max(colour), (part, colour)
        assert colour[strongest] > min(colour), (part, colour)

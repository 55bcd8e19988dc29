"""The welcome screen, the lobby, the bar and the rack, on every size of screen."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, expect

from tests.browser.axe import check_access
from tests.browser.casino import Casino, opened, sit_and_go
from tests.browser.conftest import NewGuest
from tests.browser.guest import PANELS, SIZES, are_apart, box_of, click
from tests.browser.test_connection import DOWN

CONTRASTS: tuple[Literal["no-preference", "more"], ...] = ("no-preference", "more")
LIMITS = {"minimum": 100, "maximum": 10**9, "side_maximum": 10**9, "step": 100}


def test_a_full_table_is_short_in_the_lobby_and_offers_no_seat(
    new_guest: NewGuest, casino: Casino
) -> None:
    ada = new_guest()
    table = ada.open_table()
    names = [f"Guest {number} of a long name" for number in range(1, 15)]
    for name in names:
        sit_and_go(casino, table, name)
    page = ada.page
    page.goto("/")
    card = page.locator(f'[data-table="{table}"]')
    expect(card).to_contain_text("14 of 14, full")
    guests = card.locator(".card-guests")
    expect(guests).to_contain_text(names[-1])
    lines = "line => line.clientHeight / parseFloat(getComputedStyle(line).lineHeight)"
    assert guests.evaluate(lines) < 2.5
    ada.come_to(table)
    expect(page.get_by_text("All 14 seats are taken.")).to_be_visible()
    expect(page.get_by_role("button", name="Take a seat")).to_be_hidden()


def _fits(page: Page, where: str) -> None:
    """Check that nothing is wider than the window or its dialog."""
    widths = page.evaluate(
        """() => [document.documentElement, ...document.querySelectorAll("dialog, .panel-body")]
            .filter((part) => part.checkVisibility())
            .map((part) => [part.scrollWidth, part.clientWidth])"""
    )
    assert all(inner <= outer for inner, outer in widths), f"{where}: {widths}"


def test_nothing_scrolls_sideways_on_the_narrowest_screen(new_guest: NewGuest) -> None:
    name = "Wolfeschlegelsteinhausen"
    guest = new_guest(name, width=320, height=640, settings={"buyIn": 10**12})
    page = guest.page
    page.goto("/")
    page.wait_for_selector("#name")
    _fits(page, "door")
    table = guest.open_table("six_decks", limits=LIMITS)
    page.goto("/nothing/here")
    _fits(page, "where nothing is")
    drawn = "letters => getComputedStyle(letters).stroke !== 'none'"
    assert page.eval_on_selector(".brand .letters", drawn)
    page.goto("/")
    page.wait_for_selector(".table-card")
    _fits(page, "lobby")
    click(page, "Open a table")
    for house in page.get_by_label("House", exact=True).locator("option").all():
        page.get_by_label("House", exact=True).select_option(house.get_attribute("value"))
        _fits(page, f"opening {house.inner_text()}")
    guest.come_to(table)
    _fits(page, "watching")
    guest.sit(table)
    page.locator(".chip-button").last.click()
    for key in ("player", "banker", "tie", "either_pair"):
        guest.spot(key).click()
    expect(page.locator('.spot[data-state="accepted"]')).to_have_count(4)
    _fits(page, "bets")
    for _ in range(12):
        guest.deal()
    _fits(page, "dealt")
    for panel in PANELS:
        guest.open_panel(panel)
        for more in page.locator("pb-panels summary:visible").all():
            more.click()
        if panel == "Shoe":
            click(page, "Check this card")
            expect(page.locator(".verdict")).to_contain_text("Correct")
        if panel == "History":
            links = page.get_by_role("region", name="Shoes")
            assert links.evaluate("box => box.scrollWidth - box.clientWidth") == 0
        _fits(page, panel)
    click(page, "Menu")
    _fits(page, "menu")
    click(page, "Menu")
    for button in ("Settings", "Help", "Invite", "Buy chips", "Close table", "Leave"):
        click(page, "Menu")
        click(page, button)
        page.wait_for_selector("dialog[open]")
        _fits(page, button)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


def test_the_bar_is_one_line_with_the_tools_at_its_end(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.sit_alone("six_decks", dealing=25, limits=LIMITS)
    for width, _ in guest.at_sizes(*(size for size in SIZES if size != (2560, 1440))):
        _check_bar(guest.page, width)


def _check_bar(page: Page, width: int) -> None:
    _, top, _, bottom = box_of(page, ".bar")
    assert bottom - top < 60
    for name in ("h1", ".table-facts", ".bar button:visible"):
        for part in page.locator(name).all():
            _, high, _, low = box_of(page, part)
            assert top <= high < low <= bottom
    assert box_of(page, ".bar button:visible >> nth=-1")[2] > width - 40
    facts = page.locator(".table-facts")
    expect(facts).to_contain_text("$1 to $10,000,000 · 6 decks · 25 s to bet · public")
    shown = """facts => {
        const range = new Range();
        range.setStart(facts.firstChild, 0);
        range.setEnd(facts.firstChild, facts.textContent.indexOf(" ·"));
        return range.getBoundingClientRect().right <= facts.getBoundingClientRect().right;
    }"""
    assert facts.evaluate(shown)


def test_the_menu_of_a_small_screen_by_keyboard(new_guest: NewGuest) -> None:
    guest = new_guest(width=390, height=844)
    page = guest.sit_alone()
    button = page.get_by_role("button", name="Menu")
    leave = page.get_by_role("button", name="Leave", exact=True)
    expect(leave).to_be_hidden()
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Invite")).to_be_focused()
    page.keyboard.press("Escape")
    expect(leave).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Help").press("Enter")
    expect(page.get_by_role("dialog", name="Help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    page.locator(".cloth").click(position={"x": 20, "y": 60})
    expect(leave).to_be_hidden()


def test_a_long_row_of_guests_counts_those_out_of_view(new_guest: NewGuest, casino: Casino) -> None:
    ada = new_guest(width=390, height=844)
    table = ada.open_table()
    for number in range(1, 6):
        sit_and_go(casino, table, f"Guest {number}")
    page = ada.page
    ada.sit(table)
    row, more = page.locator(".guests"), page.locator(".guests-more")
    expect(row.locator(".guest").first).to_contain_text("Ada")
    seen = """row => [...row.children].filter((guest) =>
        guest.getBoundingClientRect().right <= row.getBoundingClientRect().right).length"""
    expect(more).to_have_text(f"+{6 - row.evaluate(seen)}")
    row.focus()
    row.evaluate("row => (row.scrollLeft = row.scrollWidth)")
    expect(more).to_be_empty()
    expect(row.locator(".guest").last).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1920, "height": 1080})
    expect(more).to_be_empty()
    expect(row).not_to_have_attribute("tabindex", "0")


OPAQUE = """() => [".spot", ".money > div", "pb-panels", ".menu button", ".action"]
    .map((part) => getComputedStyle(document.querySelector(part)).borderTopColor)
    .filter((colour) => !/transparent|rgba\\(|\\//.test(colour)).length"""


def test_more_contrast_means_solid_lines_and_white_text(new_guest: NewGuest) -> None:
    plain, strong = new_guest(), new_guest("Grace", contrast="more")
    colour = "facts => getComputedStyle(facts).color"
    for guest in (plain, strong):
        guest.sit_alone()
    assert plain.page.evaluate(OPAQUE) == 0
    assert strong.page.evaluate(OPAQUE) == 5
    white = "rgb(255, 255, 255)"
    assert plain.page.locator(".table-facts").evaluate(colour) != white
    assert strong.page.locator(".table-facts").evaluate(colour) == white


HAS_LARGE_FIGURES = """() => {
    const figure = document.querySelector(".seconds b");
    return figure?.checkVisibility() && parseFloat(getComputedStyle(figure).fontSize) >= 20;
}"""
"""In one evaluation: the figures change every second, and between two clocks there are none."""


def test_the_clock_has_large_figures_and_overlaps_nothing(
    new_guest: NewGuest, casino: Casino
) -> None:
    guest = new_guest()
    page = guest.sit_alone(dealing=25)
    sit_and_go(casino, guest.table, "Grace")
    expect(page.locator(".deal")).to_be_hidden()
    for width, _ in guest.at_sizes((1440, 900), (1280, 720), (844, 390), (390, 844)):
        _check_clock(page, is_wide=width > 1200)


def _check_clock(page: Page, *, is_wide: bool) -> None:
    page.wait_for_function(HAS_LARGE_FIGURES)
    parts = (".clock .seconds", ".more", ".money", ".chips", ".actions")
    boxes = [box_of(page, part) for part in parts]
    assert all(are_apart(one, other) for one, other in combinations(boxes, 2))
    if is_wide:
        clock, actions = box_of(page, ".clock"), boxes[-1]
        assert clock[1] < actions[3]
        assert actions[1] < clock[3]


def _axe(page: Page, where: str) -> None:
    """Check with axe, with and without more contrast."""
    for contrast in CONTRASTS:
        page.emulate_media(contrast=contrast)
        check_access(page, f"{where}, {contrast}")


def test_axe_finds_nothing_around_the_felt_of_a_small_screen(
    new_guest: NewGuest, tmp_path: Path
) -> None:
    with opened(tmp_path) as casino:
        guest = new_guest(at=casino, width=320, height=640)
        table = guest.open_table(dealing=25)
        for number in range(1, 14):
            sit_and_go(casino, table, f"Guest {number}")
        page = guest.page
        guest.sit(table)
        _axe(page, "many guests")
        click(page, "Menu")
        _axe(page, "menu")
        click(page, "Leave")
        page.wait_for_selector("dialog[open]")
        _axe(page, "leaving")
        page.keyboard.press("Escape")
        watcher = new_guest("Grace", at=casino, width=320, height=640)
        watcher.come_to(table)
        expect(watcher.page.get_by_text("All 14 seats are taken.")).to_be_visible()
        _axe(watcher.page, "full")
        watcher.page.goto("/")
        watcher.page.wait_for_selector(".table-card")
        _axe(watcher.page, "lobby")
        click(watcher.page, "Open a table")
        watcher.page.wait_for_selector("dialog[open]")
        _axe(watcher.page, "opening")
        casino.kill()
        expect(page.locator("#banner")).to_have_text(DOWN)
        guest.spot("player").click()
        expect(page.locator("#notice")).not_to_be_empty()
        _axe(page, "line down")


def test_large_text_does_not_widen_the_page(new_guest: NewGuest) -> None:
    """As if the browser's font size was 24 pixels instead of 16."""
    guest = new_guest(width=390, height=844)
    page = guest.page
    guest.sit_alone()
    for _ in range(3):
        guest.deal()
    page.evaluate("document.documentElement.style.fontSize = '24px'")
    for width in (390, 320):
        guest.resize(width, 844)
        for panel in PANELS:
            guest.open_panel(panel)
            _fits(page, panel)

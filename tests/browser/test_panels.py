"""The panels beside the felt, and the log."""

from __future__ import annotations

import json
import re

import msgspec
import pytest
from playwright.sync_api import expect

from puntobanco.coup import Drew, Stood
from puntobanco.house import CLASSIC
from puntobanco.roads import Roads
from puntobanco.tableau import PUNTO_BANCO, SQUARES, Side, Square, Tableau
from puntobanco.web.room.views import roads_view
from tests.browser.casino import coups_of
from tests.browser.conftest import NewGuest
from tests.browser.guest import DRAWN, PANELS, SCRIPTS, Connection, Guest, box_of, wait_until


def test_panels_and_log_stay_in_place_whichever_panel_is_open(guest: Guest) -> None:
    page = guest.page
    guest.deal()
    ask = page.locator(".asked")
    cut = "box => box.scrollHeight - box.clientHeight + box.scrollWidth - box.clientWidth"
    for _ in guest.at_sizes((1440, 900), (1280, 720), (1180, 820), (1024, 768)):
        guest.open_panel("Roads")
        assert box_of(page, ask)[3] <= box_of(page, ".panel-body:visible")[3]
        assert ask.evaluate(cut) == 0
        places = set()
        for name in PANELS:
            guest.open_panel(name)
            places.add(box_of(page, "pb-log"))
        assert len(places) == 1


def test_a_tab_below_the_felt_scrolls_to_its_panel_and_a_deal_does_not(
    new_guest: NewGuest,
) -> None:
    guest = new_guest(width=390, height=664)
    guest.sit_alone()
    page = guest.page
    page.get_by_role("tab", name="Tableau").dispatch_event("click")
    wait_until(page, lambda: page.evaluate(ROW_IN_VIEW))
    expect(page.get_by_role("tab", name="Tableau")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.press("x")
    guest.see_coups(1)
    assert page.evaluate("scrollY") == 0


ROW_IN_VIEW = """() => {
    const row = document.querySelector("#panel-tableau tbody tr");
    return row && boxOf(row).bottom <= boxOf("pb-rack").top;
}"""
"""Finds whether the first row of the tableau is above the rack."""

PICTURE = """() => {
    return all("table.tableau tbody tr").map((row) => [...row.cells].slice(1).map(
        ({ className, dataset }) => [className === "draws", dataset.lit ?? null]));
}"""


def _drawn(guest: Guest) -> tuple[Tableau, set[Square]]:
    """Return the tableau that the page draws, and its lit squares."""
    guest.page.get_by_role("tab", name="Tableau").click()
    expect(guest.page.locator("table.tableau")).to_have_count(2)
    cells = [cell for row in guest.page.evaluate(PICTURE) for cell in row]
    squares = list(zip(SQUARES, cells, strict=True))
    assert all(lit in (None, square.side.value) for square, (_, lit) in squares)
    drawing = Tableau.where(square for square, (draws, _) in squares if draws)
    return drawing, {square for square, (_, lit) in squares if lit}


def test_the_tableau_is_drawn_as_the_server_plays_it(guest: Guest) -> None:
    for coup in coups_of("browser")[:3]:
        guest.deal()
        decided = {step.reason for step in coup.events if isinstance(step, Stood | Drew)}
        assert _drawn(guest) == (PUNTO_BANCO, decided - {None})


@pytest.mark.parametrize("square", [Square(Side.PLAYER, 6), Square(Side.BANKER, 3, 8)], ids=str)
def test_the_page_draws_any_tableau_that_the_server_sends(
    new_guest: NewGuest, square: Square
) -> None:
    """The page draws the tableau of a server that plays by another one."""

    def flipped(text: str) -> str:
        frame = json.loads(text)
        if frame["type"] == "welcome":
            row = frame["house"]["tableau"][square.side.value]
            place = square.holding
            if square.side is Side.BANKER:
                row, place = row[square.holding], 1 + (square.third or 0)
            row[place] = not row[place]
        return json.dumps(frame)

    guest = new_guest()
    Connection(guest.page, answer=flipped)
    guest.come_to(guest.open_table())
    assert _drawn(guest)[0] == PUNTO_BANCO.with_flipped(square)


def test_roads_as_tables_name_each_mark(guest: Guest) -> None:
    page = guest.page
    letters = ""
    while {*letters} < {*"BPT"} or letters.index("T") == 0:
        guest.deal()
        letters = page.evaluate("document.querySelector('pb-table').screen.model.roads.decisions")
    page.get_by_text("The roads as tables and words").click()
    expect(page.locator(".told li").first).to_be_visible()
    bead = page.get_by_role("region", name="Bead plate as a table").locator("td")
    expect(bead.first).to_be_visible()
    names = {"B": "Banker", "P": "Player", "T": "Tie"}
    first = [text.split(",")[0] for text in bead.all_inner_texts() if text]
    assert sorted(first) == sorted(names[letter] for letter in letters)
    big = page.get_by_role("region", name="Big road as a table").locator("td")
    assert any(", 1 tie" in text for text in big.all_inner_texts())
    words = {"", "red", "blue"}
    for road in ("Big eye boy", "Small road", "Cockroach pig"):
        region = page.get_by_role("region", name=f"{road} as a table")
        assert {*region.locator("td").all_inner_texts()} <= words


def test_ask_previews_marks_by_eye_and_by_ear(guest: Guest) -> None:
    page = guest.page
    asked, answer = page.locator(".asked-mark"), page.locator(".asked [role=status]")
    for _ in range(8):
        guest.deal()
    banker, player = (page.locator(f".ask-button.{side}") for side in ("banker", "player"))
    for pressed, other in ((banker, player), (player, banker)):
        pressed.press("Enter")
        expect(pressed).to_have_attribute("aria-pressed", "true")
        expect(other).to_have_attribute("aria-pressed", "false")
        expect(answer).to_contain_text(f"If {pressed.inner_text()} is next:")
        marks = answer.inner_text().count(" red") + answer.inner_text().count(" blue")
        expect(asked).to_have_count(1 + marks)
    player.click()
    expect(asked).to_have_count(0)
    banker.click()
    guest.deal()
    expect(asked).to_have_count(0)  # the coup has answered


ROUNDING = "marks => new Set(marks.map((mark) => getComputedStyle(mark).rx)).values().toArray()"


def test_history_shows_the_roads_of_past_shoes_with_circles_on_request(
    new_guest: NewGuest,
) -> None:
    guest = new_guest(settings={"classicRoads": True})
    page = guest.sit_alone("classroom")
    for _ in range(2):
        guest.deal()
    page.get_by_role("tab", name="History").click()
    expect(page.locator("pb-history tbody tr")).to_have_count(3)
    page.get_by_role("button", name="Roads of shoe 1").click()
    box = page.get_by_role("dialog", name="Roads of shoe 1")
    expect(box.locator(".sheet:first-child .bead-letter")).to_have_count(1)
    expect(box.locator(".asked")).to_be_hidden()
    assert len({box_of(page, box.locator(".sheet").nth(at))[2] for at in (0, 1)}) == 1
    assert page.eval_on_selector_all(".corners", ROUNDING) in ([], ["50%"])
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Roads of shoe 1")).to_be_focused()
    checker = page.get_by_role("link", name="Check a record in your browser")
    assert "Check a shoe" in page.request.get(checker.get_attribute("href") or "").text()


def test_the_good_road_is_named_and_heard_if_a_guest_wants_it(guest: Guest) -> None:
    page = guest.page
    named = page.locator(".good-road")
    road = "document.querySelector('pb-table').screen.model.roads.good_road"
    while not page.evaluate(road):
        guest.deal()
    expect(named).to_be_hidden()
    page.evaluate(
        f"import({SCRIPTS} + 'shell/settings.js').then((m) => m.settings.set('goodRoads', true))"
    )
    expect(named).to_have_text(re.compile("^Good road: [A-Za-z ]+\\.$"))
    first = page.evaluate(road)
    while page.evaluate(road) in {first, None}:
        guest.deal()
    expect(page.locator(".spoken")).to_contain_text(named.inner_text())


def test_reconnecting_keeps_the_chosen_card_and_the_selected_text(guest: Guest) -> None:
    page = guest.page
    guest.deal()
    guest.open_panel("Shoe")
    cards = page.locator("#check-card")
    cards.select_option(index=2)
    chosen = cards.input_value()
    page.locator(".log-lines").focus()
    page.evaluate("getSelection().selectAllChildren(document.querySelector('pb-shoe code'))")
    marked = page.evaluate("String(getSelection())")
    assert marked
    page.evaluate("document.querySelector('pb-table').screen.link.reopen()")
    page.wait_for_function("() => document.querySelector('pb-table').screen.link.isUp")
    page.evaluate(DRAWN)
    assert cards.input_value() == chosen
    assert page.evaluate("String(getSelection())") == marked


SAY = """async (count) => {
    const { log } = document.querySelector("pb-table").screen;
    for (let said = 0; said < count; ++said) {
        log.show(["clock.closed", {}]);
        await new Promise((wait) => setTimeout(wait, 5));
    }
}"""
"""Adds lines one by one, some in the same frame and some in the next."""

BELOW = "lines => Math.round(lines.scrollHeight - lines.clientHeight - lines.scrollTop)"
"""Returns how many pixels of the log are below its window."""


def test_the_log_follows_its_newest_line_unless_a_guest_scrolls_up(guest: Guest) -> None:
    page = guest.page
    lines = page.locator(".log-lines")

    def below(count: int) -> int:
        """Return what is below after so many new lines."""
        page.evaluate(SAY, count)
        page.evaluate(DRAWN)
        found: int = lines.evaluate(BELOW)
        return found

    assert below(40) == 0
    lines.hover()
    page.mouse.wheel(0, 500)  # already at the end
    assert below(40) == 0
    page.mouse.wheel(0, -200)
    guest.shows(lambda: lines.evaluate(BELOW) > 0, wanted=True)
    page.evaluate(DRAWN)
    assert below(10) > 200
    page.mouse.wheel(0, 5_000)
    guest.shows(lambda: lines.evaluate(BELOW), 0)
    page.evaluate(DRAWN)
    page.mouse.wheel(0, -100)
    guest.shows(lambda: lines.evaluate(BELOW), 100)
    page.evaluate(DRAWN)
    assert below(1) > 100
    page.mouse.wheel(0, 5_000)
    guest.shows(lambda: lines.evaluate(BELOW), 0)
    page.evaluate(DRAWN)
    assert below(300) == 0


SHOWN = """roads => {
    const { model, panels } = document.querySelector("pb-table").screen;
    panels.render({ ...model, roads });
}"""

HIDDEN = """() => {
    const edge = boxOf("#panel-roads");
    const sheets = all("pb-roads .sheet");
    const isHidden = (sheet) => {
        const { left, right, top, bottom } = boxOf(sheet);
        const paper = sheet.querySelector(".sheet-window");
        return paper.scrollWidth > paper.clientWidth || paper.hasAttribute("tabindex")
            || left < edge.left || right > edge.right || top < edge.top || bottom > edge.bottom;
    };
    return [sheets.length, sheets.filter(isHidden).map((sheet) => sheet.textContent)];
}"""
"""Counts the roads, and finds those that scroll or leave the panel."""

SMALLEST = "Math.min(...all('pb-roads .sheet-grid').map((grid) => boxOf(grid).height / 6))"
"""The side of the smallest square, in pixels."""


def _shoes() -> list[Roads]:
    """Return no road, the shortest and the longest of some shoes, and one that always changes."""
    some = [Roads.of_coups(coups_of(f"roads-{n}"), CLASSIC.naturals) for n in range(12)]
    some.sort(key=lambda roads: len(roads.runs))
    return [Roads(), some[0], some[-1], Roads.parse("PB" * 40)]


def test_all_five_roads_of_a_whole_shoe_fit_a_large_screen(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.come_to(guest.open_table())
    page = guest.page
    *shoes, worst = [msgspec.to_builtins(roads_view(roads, 1)) for roads in _shoes()]
    for size in guest.at_sizes((1440, 900), (1920, 1080), (2560, 1440)):
        for roads in [*shoes, worst]:
            page.evaluate(SHOWN, roads)
            page.evaluate(DRAWN)
            assert page.evaluate(HIDDEN) == [5, []], size
            assert roads is worst or page.evaluate(SMALLEST) > 7.5, size
    guest.resize(390, 844)
    page.evaluate(SHOWN, shoes[-1])
    assert page.evaluate(HIDDEN)[1]  # a phone scrolls them

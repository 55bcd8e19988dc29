"""What is around the felt: the bar, dialogs, panels, the line to the house."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from websockets import Origin
from websockets.sync.client import connect

from puntobanco.house import EZ
from tests.browser.casino import Casino, opened
from tests.browser.conftest import NewGuest
from tests.browser.guest import Guest

pytestmark = pytest.mark.browser


def _seated(guest: Guest) -> Page:
    guest.introduce()
    guest.sit(guest.open_table())
    return guest.page


def _press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def test_a_dialog_opens_at_its_first_field(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.introduce()
    page = guest.page
    page.goto("/")
    _press(page, "Open a table")
    expect(page.get_by_label("House", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Open a table")).to_be_focused()

    guest.sit(guest.open_table())
    _press(page, "Settings")
    expect(page.get_by_role("dialog").get_by_label("How much is said")).to_be_focused()
    page.keyboard.press("Escape")
    _press(page, "Buy chips")
    expect(page.get_by_label("Dollars")).to_be_focused()
    page.keyboard.type("12,50")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".money dd").first).to_have_text("$1,012.50")


def test_an_amount_that_cannot_be_read_keeps_the_dialog_open(new_guest: NewGuest) -> None:
    guest = new_guest()
    page = _seated(guest)
    _press(page, "Buy chips")
    page.keyboard.type("1,00,0")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text(
        "Type an amount in dollars, such as 1000 or 250.50."
    )
    assert guest.money[0] == "$1,000"


@pytest.mark.parametrize("button", ["Help", "Settings", "Open a table"])
def test_the_way_out_of_a_dialog_stays_in_sight(new_guest: NewGuest, button: str) -> None:
    guest = new_guest(width=320, height=400)
    guest.introduce()
    page = guest.page
    page.goto("/")
    _press(page, button)
    dialog = page.locator("dialog")
    dialog.wait_for()
    page.wait_for_load_state("networkidle")
    assert dialog.evaluate("box => (box.scrollTop = box.scrollHeight)") > 0
    assert dialog.evaluate("box => box.scrollTop") > 0
    close = page.get_by_role("button", name="Close", exact=True)
    expect(close).to_be_in_viewport(ratio=1)
    close.click()
    expect(dialog).to_have_count(0)


def test_leaving_with_bets_on_the_felt_is_asked_about(new_guest: NewGuest) -> None:
    guest = new_guest()
    page = _seated(guest)
    guest.choose(25)
    guest.bet("tie")
    _press(page, "Leave")
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("Your bets, $25, come back to you.")
    expect(question).to_contain_text("all your chips, $1,000")
    expect(page.get_by_role("button", name="Stay")).to_be_focused()
    page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    expect(page.get_by_role("button", name="Leave", exact=True)).to_be_focused()
    expect(guest.spot("tie")).to_have_attribute("data-state", "accepted")
    page.keyboard.press("Enter")
    _press(page, "Leave the table")
    expect(page.locator("pb-lobby h1")).to_be_focused()


def test_leaving_without_bets_needs_no_question_where_there_is_room(new_guest: NewGuest) -> None:
    guest = new_guest()
    page = _seated(guest)
    _press(page, "Leave")
    expect(page.locator("pb-lobby h1")).to_be_focused()


TOLD = """() => {
    const banner = document.getElementById("banner");
    window.told = [];
    new MutationObserver(() => told.push(banner.textContent)).observe(banner, { childList: true });
}"""

DOWN = "The line is down; trying again. Bets on the felt stand."


@pytest.mark.parametrize("width, height", [(1280, 720), (390, 844)])
def test_a_lost_line_is_told_once_in_a_banner_of_its_own_and_so_is_its_return(
    new_guest: NewGuest, tmp_path: Path, width: int, height: int
) -> None:
    with opened(tmp_path) as casino:
        guest = new_guest(at=casino, width=width, height=height)
        page = _seated(guest)
        guest.choose(25)
        guest.bet("tie")
        page.evaluate(TOLD)
        header = page.locator(".bar").bounding_box()
        tries: list[str] = []
        page.on("websocket", lambda socket: tries.append(socket.url))
        casino.kill()
        banner = page.locator("#banner")
        expect(banner).to_have_text(DOWN)
        expect(banner).to_have_attribute("role", "status")
        expect(banner).to_be_in_viewport(ratio=1)
        assert page.locator(".bar").bounding_box() == header
        guest.spot("player").click()
        expect(page.get_by_role("alert").first).to_have_text(
            "The bet was not placed: the line is down."
        )
        while len(tries) < 3:
            page.wait_for_event("websocket")
        assert page.evaluate("told") == [DOWN]

        casino.start()
        expect(banner).to_have_text("The line is back.", timeout=20_000)
        assert page.evaluate("told") == [DOWN, "The line is back."]
        expect(guest.spot("tie")).to_have_attribute("data-state", "accepted")
        expect(guest.spot("player")).not_to_have_attribute("data-state", "pending")
        assert guest.money[1] == "$25"


def test_the_lobby_says_once_that_the_house_cannot_be_reached(
    new_guest: NewGuest, tmp_path: Path
) -> None:
    with opened(tmp_path) as casino:
        guest = new_guest(at=casino)
        guest.introduce()
        page = guest.page
        page.goto("/")
        page.wait_for_selector("pb-lobby")
        page.evaluate(TOLD)
        casino.kill()
        banner = page.locator("#banner")
        expect(banner).to_contain_text("The server cannot be reached.", timeout=20_000)
        with page.expect_event("requestfailed"):
            pass
        casino.start()
        expect(banner).to_have_text("The line is back.", timeout=20_000)
        assert len(page.evaluate("told")) == 2


def test_the_lobby_tells_where_one_sits_and_lists_the_newest_first_after_a_restart(
    new_guest: NewGuest, tmp_path: Path
) -> None:
    with opened(tmp_path) as casino:
        guest = new_guest(at=casino)
        guest.introduce()
        page = guest.page
        older = guest.open_table()
        guest.sit(older)
        newer = guest.open_table("ez")
        for _ in range(2):
            page.goto("/")
            page.wait_for_selector(".table-card")
            cards = "cards => cards.map(card => card.dataset.table)"
            assert page.eval_on_selector_all(".table-card", cards) == [newer, older]
            sits = page.locator(".table-card", has_text="you sit here")
            expect(sits).to_have_count(1)
            expect(sits).to_have_attribute("data-table", older)
            casino.kill()
            casino.start()


def test_a_full_table_is_short_in_the_lobby_and_offers_no_seat(
    new_guest: NewGuest, casino: Casino
) -> None:
    ada = new_guest()
    ada.introduce()
    table = ada.open_table()
    names = [f"Guest {number} of a long name" for number in range(1, 15)]
    for name in names:
        _sit(casino, table, name)
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


def _sit(casino: Casino, table: str, name: str) -> None:
    """Somebody takes a seat and goes away."""
    with httpx.Client(base_url=casino.address) as client:
        client.post("/api/guest", json={"name": name}).raise_for_status()
        cookie = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
    with connect(
        f"{casino.address.replace('http', 'ws', 1)}/ws?table={table}",
        origin=Origin(casino.address),
        additional_headers={"Cookie": cookie},
    ) as socket:
        socket.send(json.dumps({"id": "sits", "command": {"kind": "sit"}}))
        while (answer := json.loads(socket.recv(10))).get("id") != "sits":
            pass
        assert answer["type"] == "accepted"


PANELS = ("Roads", "Tableau", "Shoe", "Odds", "Statistics", "History")


@pytest.mark.parametrize("width, height", [(1440, 900), (1280, 720), (1180, 820), (1024, 768)])
def test_panels_and_log_keep_their_places_whichever_panel_is_open(
    new_guest: NewGuest, width: int, height: int
) -> None:
    guest = new_guest(width=width, height=height)
    page = _seated(guest)
    guest.deal()
    panel, ask = page.locator(".panel-body:visible").bounding_box(), page.locator(".asked")
    asked = ask.bounding_box()
    assert panel
    assert asked
    assert asked["y"] + asked["height"] <= panel["y"] + panel["height"]
    cut = "box => box.scrollHeight - box.clientHeight + box.scrollWidth - box.clientWidth"
    assert ask.evaluate(cut) == 0
    places = set()
    for name in PANELS:
        page.get_by_role("tab", name=name).click()
        page.wait_for_load_state("networkidle")
        places.add(str(page.locator("pb-log").bounding_box()))
    assert len(places) == 1


@pytest.mark.parametrize("width, rows", [(1440, [6]), (390, [3, 3]), (320, [3, 3])])
def test_tabs_are_in_full_rows(new_guest: NewGuest, width: int, rows: list[int]) -> None:
    guest = new_guest(width=width, height=800)
    guest.introduce()
    guest.come_to(guest.open_table())
    tops = guest.page.eval_on_selector_all(
        "[role=tab]", "tabs => tabs.map(tab => Math.round(tab.getBoundingClientRect().top))"
    )
    assert [tops.count(top) for top in sorted(set(tops))] == rows


def test_the_verdict_on_a_card_comes_into_view(new_guest: NewGuest) -> None:
    guest = new_guest(width=1280, height=720)
    page = _seated(guest)
    guest.deal()
    page.get_by_role("tab", name="Shoe").click()
    _press(page, "Check this card")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("It holds")
    expect(verdict).to_be_in_viewport(ratio=1)


def test_roads_as_tables_say_each_mark_in_a_word(new_guest: NewGuest) -> None:
    guest = new_guest()
    page = _seated(guest)
    letters = ""
    while {*letters} < {*"BPT"} or letters.index("T") == 0:
        guest.deal()
        letters = page.evaluate("document.querySelector('pb-table').model.roads.decisions")
    page.get_by_text("The roads as tables and words").click()
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


def _fits(page: Page, where: str) -> None:
    """Nothing is wider than the window, and a dialog no wider than itself."""
    widths = page.evaluate(
        """() => [document.documentElement, ...document.querySelectorAll("dialog, .panel-body")]
            .filter((part) => part.checkVisibility())
            .map((part) => [part.scrollWidth, part.clientWidth])"""
    )
    assert all(inner <= outer for inner, outer in widths), f"{where}: {widths}"


def test_nothing_scrolls_sideways_on_the_narrowest_screen(new_guest: NewGuest) -> None:
    guest = new_guest(width=320, height=640, settings={"buyIn": 10**12})
    page = guest.page
    page.goto("/")
    page.wait_for_selector("#name")
    _fits(page, "door")
    guest.introduce()
    limits = {"minimum": 100, "maximum": 10**9, "side_maximum": 10**9, "step": 100}
    table = guest.open_table("six_decks", limits=limits)
    page.goto("/nothing/here")
    _fits(page, "where nothing is")
    page.goto("/")
    page.wait_for_selector(".table-card")
    _fits(page, "lobby")
    _press(page, "Open a table")
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
        page.get_by_role("tab", name=panel).click()
        page.wait_for_load_state("networkidle")
        for more in page.locator("pb-panels summary:visible").all():
            more.click()
        if panel == "Shoe":
            _press(page, "Check this card")
            expect(page.locator(".verdict")).to_contain_text("It holds")
        _fits(page, panel)
    _press(page, "Menu")
    _fits(page, "menu")
    _press(page, "Menu")
    for button in ("Settings", "Help", "Invite", "Buy chips", "Close table", "Leave"):
        _press(page, "Menu")
        _press(page, button)
        page.wait_for_selector("dialog[open]")
        _fits(page, button)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


SIZES = [(1440, 900), (1280, 720), (1180, 820), (1024, 768), (844, 390), (390, 844), (320, 640)]


@pytest.mark.parametrize("width, height", SIZES)
def test_the_bar_is_one_line_with_the_tools_at_its_end(
    new_guest: NewGuest, width: int, height: int
) -> None:
    guest = new_guest(width=width, height=height)
    guest.introduce()
    limits = {"minimum": 100, "maximum": 10**9, "side_maximum": 10**9, "step": 100}
    guest.sit(guest.open_table("six_decks", dealing=25, limits=limits))
    page = guest.page
    bar = page.locator(".bar").bounding_box()
    assert bar
    assert bar["height"] < 60
    for name in ("h1", ".table-facts", ".bar button:visible"):
        for part in page.locator(name).all():
            box = part.bounding_box()
            assert box
            assert bar["y"] <= box["y"]
            assert box["y"] + box["height"] <= bar["y"] + bar["height"]
    last = page.locator(".bar button:visible").last.bounding_box()
    assert last
    assert last["x"] + last["width"] > width - 40
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
    page = _seated(guest)
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


def test_a_thumb_is_asked_before_it_leaves(new_guest: NewGuest) -> None:
    guest = new_guest(width=390, height=844, has_touch=True, is_mobile=True)
    page = _seated(guest)
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Leave", exact=True).tap()
    expect(page.get_by_role("dialog")).to_contain_text("You leave with all your chips, $1,000.")
    page.get_by_role("button", name="Leave the table").tap()
    expect(page.locator("pb-lobby h1")).to_be_visible()


def test_a_row_of_many_guests_tells_how_many_more_there_are(
    new_guest: NewGuest, casino: Casino
) -> None:
    ada = new_guest(width=390, height=844)
    ada.introduce()
    table = ada.open_table()
    for number in range(1, 6):
        _sit(casino, table, f"Guest {number}")
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
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(more).to_be_empty()
    expect(row).not_to_have_attribute("tabindex", "0")


def test_roads_follow_the_height_of_the_window(new_guest: NewGuest) -> None:
    guest = new_guest(width=1440, height=900)
    page = _seated(guest)
    road = page.locator(".sheet-grid").nth(1)
    high = road.bounding_box()
    page.set_viewport_size({"width": 1440, "height": 700})
    page.wait_for_function(
        "high => document.querySelectorAll('.sheet-grid')[1].clientHeight < high",
        arg=high and high["height"] - 10,
    )


OPAQUE = """() => [".spot", ".money > div", "pb-panels", ".menu button", ".action"]
    .map((part) => getComputedStyle(document.querySelector(part)).borderTopColor)
    .filter((colour) => !/transparent|rgba\\(|\\//.test(colour)).length"""


def test_who_asks_for_more_contrast_gets_solid_lines_and_white_words(new_guest: NewGuest) -> None:
    plain, strong = new_guest(), new_guest("Grace", contrast="more")
    colour = "facts => getComputedStyle(facts).color"
    for guest in (plain, strong):
        _seated(guest)
    assert plain.page.evaluate(OPAQUE) == 0
    assert strong.page.evaluate(OPAQUE) == 5
    white = "rgb(255, 255, 255)"
    assert plain.page.locator(".table-facts").evaluate(colour) != white
    assert strong.page.locator(".table-facts").evaluate(colour) == white


@pytest.mark.parametrize("width, height", [(1440, 900), (1280, 720), (844, 390), (390, 844)])
def test_the_clock_has_large_figures_and_a_place_that_nothing_else_wants(
    new_guest: NewGuest, casino: Casino, width: int, height: int
) -> None:
    guest = new_guest(width=width, height=height)
    guest.introduce()
    table = guest.open_table(dealing=25)
    guest.sit(table)
    _sit(casino, table, "Grace")
    page = guest.page
    expect(page.locator(".deal")).to_be_hidden()
    figure = page.locator(".seconds b")
    expect(figure).to_be_visible()
    assert figure.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 20
    parts = (".clock .seconds", ".more", ".money", ".chips", ".actions")
    boxes = [box for part in parts if (box := page.locator(part).bounding_box())]
    assert len(boxes) == len(parts)
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            assert (
                one["x"] + one["width"] <= other["x"]
                or other["x"] + other["width"] <= one["x"]
                or one["y"] + one["height"] <= other["y"]
                or other["y"] + other["height"] <= one["y"]
            )
    if width > 1200:
        clock, actions = page.locator(".clock").bounding_box(), boxes[-1]
        assert clock
        assert clock["y"] < actions["y"] + actions["height"]
        assert actions["y"] < clock["y"] + clock["height"]


def _axe(page: Page, where: str) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, f"{where}: {found.generate_report()}"


@pytest.mark.parametrize("contrast", ["no-preference", "more"])
def test_axe_finds_nothing_around_the_felt_of_a_small_screen(
    new_guest: NewGuest, tmp_path: Path, contrast: str
) -> None:
    with opened(tmp_path) as casino:
        guest = new_guest(at=casino, width=320, height=640, contrast=contrast)
        guest.introduce()
        table = guest.open_table(dealing=25)
        for number in range(1, 14):
            _sit(casino, table, f"Guest {number}")
        page = guest.page
        guest.sit(table)
        _axe(page, "many guests")
        _press(page, "Menu")
        _axe(page, "menu")
        _press(page, "Leave")
        page.wait_for_selector("dialog[open]")
        _axe(page, "leaving")
        page.keyboard.press("Escape")
        watcher = new_guest("Grace", at=casino, width=320, height=640, contrast=contrast)
        watcher.introduce()
        watcher.come_to(table)
        expect(watcher.page.get_by_text("All 14 seats are taken.")).to_be_visible()
        _axe(watcher.page, "full")
        watcher.page.goto("/")
        watcher.page.wait_for_selector(".table-card")
        _axe(watcher.page, "lobby")
        _press(watcher.page, "Open a table")
        watcher.page.wait_for_selector("dialog[open]")
        _axe(watcher.page, "opening")
        casino.kill()
        expect(page.locator("#banner")).to_have_text(DOWN)
        guest.spot("player").click()
        expect(page.locator("#notice")).not_to_be_empty()
        _axe(page, "line down")


def test_what_each_house_pays_is_listed_before_a_table_is_opened(new_guest: NewGuest) -> None:
    guest = new_guest(width=390, height=844)
    guest.introduce()
    page = guest.page
    page.goto("/")
    _press(page, "Open a table")
    house = page.get_by_label("House", exact=True)
    house.select_option("ez")
    rows = page.locator(".pays-list div")
    listed = [row.split("\n") for row in rows.all_inner_texts()]
    assert ["Tie", "8 to 1"] in listed
    assert len(listed) == len(EZ.bets)
    low, high = (page.get_by_label(name) for name in ("Limits a spot: $", "to $"))
    first, second = low.bounding_box(), high.bounding_box()
    assert first
    assert second
    assert first["y"] == second["y"]
    widths = {
        box["width"]
        for name in ("House", "Dealing")
        if (box := page.get_by_label(name, exact=True).bounding_box())
    }
    assert len(widths) == 1
    house.select_option("classroom")
    expect(rows.first).to_be_hidden()


@pytest.mark.parametrize("width, height", [*SIZES, (667, 375)])
def test_a_name_can_be_typed_at_the_door_without_scrolling(
    new_guest: NewGuest, width: int, height: int
) -> None:
    page = new_guest(width=width, height=height).page
    page.goto("/")
    expect(page.locator("#name")).to_be_focused()
    for part in (page.locator("#name"), page.get_by_role("button", name="Come in")):
        expect(part).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


def test_records_are_in_reach_on_the_narrowest_screen(new_guest: NewGuest) -> None:
    guest = new_guest(width=320, height=640)
    page = _seated(guest)
    guest.deal()
    page.get_by_role("tab", name="History").click()
    for form in ("bgn", "csv"):
        link = page.get_by_role("link", name=f".{form} of shoe 1")
        link.scroll_into_view_if_needed()
        box = link.bounding_box()
        assert box
        assert box["x"] + box["width"] <= 320
    scroll = page.get_by_role("region", name="Shoes")
    assert scroll.evaluate("box => box.scrollWidth - box.clientWidth") == 0

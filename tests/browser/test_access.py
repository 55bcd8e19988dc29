"""Accessibility of every screen by axe, speech and keyboard, and no requests to other hosts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from puntobanco.announcer import Level
from puntobanco.table.events import PRIVATE
from puntobanco.wire import EVENT_KINDS
from tests.browser.axe import check_access
from tests.browser.conftest import NewGuest
from tests.browser.guest import PANELS, Guest

KINDS = "lines => lines.map(line => line.dataset.kind ?? '')"
PUBLIC = {kind for kind in EVENT_KINDS if kind not in {"shoe_seeded", "shoe_ordered"}}


def test_axe_finds_nothing_on_any_screen(new_guest: NewGuest) -> None:
    guest = new_guest()
    page = guest.page
    page.goto("/")
    page.wait_for_selector("#name")
    check_access(page, "door")
    page.goto("/nothing/here")
    check_access(page, "where nothing is")
    table = guest.open_table()
    page.goto("/")
    page.wait_for_selector(".table-card")
    check_access(page, "lobby")
    page.get_by_role("button", name="Open a table").click()
    page.wait_for_selector("dialog form")
    check_access(page, "opening a table")
    page.get_by_label("House").select_option("Your own rules…")
    check_access(page, "opening a table with rules of one's own")

    guest.come_to(table)
    check_access(page, "watching")
    guest.sit(table)
    guest.choose(100)
    for _ in range(3):
        guest.spot("tie").click()
        guest.deal()
    guest.choose(1000)
    guest.spot("either_pair").click()
    expect(page.get_by_role("alert")).to_contain_text("Too much")
    for panel in PANELS:
        guest.open_panel(panel)
        if panel == "Roads":
            page.get_by_text("The roads as tables and words").click()
        if panel == "Statistics":
            page.get_by_text("The chart as a table").click()
        check_access(page, panel)
    for button in ("Pays and rules", "Settings", "Help", "Invite", "Buy chips", "Close table"):
        page.get_by_role("button", name=button).click()
        page.wait_for_selector("dialog[open]")
        check_access(page, button)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("button", name="Close table").click()
    page.get_by_role("button", name="Close the table").click()
    expect(page.get_by_role("button", name="Go to the lobby")).to_be_visible()
    check_access(page, "a closed table")


@pytest.mark.parametrize("look", ["midnight", "burgundy"])
def test_axe_finds_nothing_on_other_felts_and_small_screens(new_guest: NewGuest, look: str) -> None:
    guest = new_guest(width=320, height=640, settings={"felt": look, "fourColours": True})
    guest.sit_alone("ez")
    guest.bet("player")
    guest.deal()
    check_access(guest.page, look)


def test_every_event_kind_appears_in_the_live_log(new_guest: NewGuest) -> None:
    """To read and to hear, at the default level."""
    assert len(EVENT_KINDS) - len(PUBLIC) == len(PRIVATE)
    guest, other = new_guest(), new_guest("Grace")
    page = guest.sit_alone()
    expect(page.get_by_role("log")).to_have_attribute("aria-live", "polite")
    assert page.get_by_label("Level of detail").input_value() == "normal"
    guest.bet("tie")
    page.keyboard.press("z")
    expect(guest.spot("tie")).not_to_have_attribute("data-state", "accepted")
    guest.bet("tie")
    guest.deal()
    other.come_to(guest.table)
    other.page.get_by_role("button", name="Take a seat").click()
    expect(other.page.locator(".guest.mine")).to_be_visible()
    other.page.get_by_role("button", name="Leave").click()
    expect(page.locator('.log-lines [data-kind="guest_left"]').first).to_be_visible()
    page.get_by_role("button", name="Close table").click()
    page.get_by_role("button", name="Close the table").click()
    expect(page.locator('.log-lines [data-kind="table_closed"]')).to_be_visible()
    kinds = set(page.locator(".log-lines p").evaluate_all(KINDS))
    assert kinds >= PUBLIC, PUBLIC - kinds
    heard = PUBLIC - {"seed_committed", "seed_revealed", "shoe_opened"}  # heard as one shuffle
    assert guest.kinds_heard >= heard, heard - guest.kinds_heard


def test_the_level_of_detail_can_be_chosen(new_guest: NewGuest) -> None:
    guest = new_guest(settings={"level": "terse"})
    guest.sit_alone()
    guest.deal()
    assert sum(line.startswith("Cards: ") for line in guest.said) == 1
    assert not any(line.startswith("Player: ") for line in guest.said)
    guest.page.get_by_label("Level of detail").select_option("full")
    guest.deal()
    guest.says("Player: ")
    guest.page.get_by_role("button", name="Settings").click()
    for choice in guest.page.get_by_label("Level of detail").all():
        assert choice.locator("option").all_text_contents() == [level.value for level in Level]
        expect(choice).to_have_value("full")
    expect(guest.page.get_by_label("Level of detail")).to_have_count(2)


def test_single_keys_are_named_where_they_act_and_can_be_switched_off(guest: Guest) -> None:
    page, named = guest.page, guest.page.locator("[aria-keyshortcuts]")
    keys = {
        (each.get_attribute("aria-keyshortcuts"), each.text_content() or "") for each in named.all()
    }
    assert {key for key, _ in keys} >= {*"PBTUZRWXESL123456"}
    for key, spot in (("P", "player"), ("B", "banker"), ("T", "tie")):
        expect(guest.spot(spot)).to_have_attribute("aria-keyshortcuts", key)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Single-key shortcuts").uncheck()
    expect(named).to_have_count(0)
    page.keyboard.press("Escape")
    guest.choose(25)
    page.keyboard.press("p")
    page.keyboard.press("x")
    guest.bet("tie")  # the server answers in order, so the keys would have acted by now
    guest.shows(lambda: guest.money[1], "$25")
    assert page.locator(".hand-cards pb-card").count() == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Single-key shortcuts").check()
    expect(named).to_have_count(len(keys))


MOST_STOPS = 20

FOCUS = "document.activeElement.dataset.key ?? document.activeElement.textContent"


def _stops(page: Page) -> list[str]:
    """Return the text of every tab stop, in order."""
    page.locator(".skip-link").focus()
    found = []
    while page.evaluate("document.activeElement !== document.body"):
        found.append(page.evaluate(FOCUS))
        assert len(found) < 60, found
        page.keyboard.press("Tab")
    return found


def test_there_are_few_tab_stops_and_arrow_keys_reach_everything(guest: Guest) -> None:
    guest.deal()
    page, press = guest.page, guest.page.keyboard.press
    for size in guest.at_sizes((1440, 900), (2560, 1440), (820, 1180), (390, 844), (844, 390)):
        stops = _stops(page)
        assert {"player", "Undo", "Deal", "Roads"} <= set(stops), (size, stops)
        assert len(stops) <= MOST_STOPS, (size, stops)
    guest.resize(1440, 900)
    guest.spot("player").focus()
    ways = {
        "ArrowRight": "tie",
        "ArrowDown": "banker_pair",
        "ArrowLeft": "player_pair",
        "ArrowUp": "player",
        "End": "small",
        "Home": "player",
    }
    for key, spot in ways.items():
        press(key)
        expect(guest.spot(spot)).to_be_focused()
    press("ArrowRight")
    press("Enter")
    expect(guest.spot("tie")).to_have_attribute("data-state", "accepted")
    press("Tab")
    expect(page.locator(".chip-button").first).to_be_focused()
    press("ArrowRight")
    press("Enter")
    expect(page.locator(".chip-button").nth(1)).to_have_attribute("aria-pressed", "true")
    press("Tab")
    press("ArrowRight")
    press("Enter")
    expect(guest.spot("tie")).not_to_have_attribute("data-state", "accepted")
    press("Tab")
    expect(page.locator(".deal")).to_be_focused()
    page.get_by_role("button", name="Invite").focus()
    press("ArrowLeft")
    expect(page.get_by_role("button", name="Help")).to_be_focused()
    press("Shift+Tab")
    press("Tab")
    expect(page.get_by_role("button", name="Help")).to_be_focused()


def test_keys_announce_the_last_result_and_the_time_left(guest: Guest) -> None:
    page, press = guest.page, guest.page.keyboard.press
    press("a")
    guest.says("No coup has been dealt since the shuffle.")
    press("c")
    guest.says("No clock is running.")
    guest.choose(25)
    guest.bet("player")
    guest.deal()
    (result,) = page.locator(".log-lines .result").all_inner_texts()
    before = guest.heard.count(result)
    press("a")
    guest.shows(lambda: guest.heard.count(result), before + 1)
    assert guest.heard[-1] in {"You won $25.", "You lost $25.", "You broke even."}

    guest.sit_alone(dealing=25)
    guest.says("Place your bets: 25 seconds.")
    press("c")
    guest.says("Time: ")
    (said,) = (line for line in guest.said if line.startswith("Time: "))
    assert int(re.findall(r"\d+", said)[0]) > 5, "the clock says by itself that 5 are left"

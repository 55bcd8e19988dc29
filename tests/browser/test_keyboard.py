"""The keyboard at the table: tab stops, arrow keys, and keys that announce something."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.guest import Guest

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

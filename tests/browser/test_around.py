"""What is around the felt: the bar, dialogs, panels, the line to the house."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect
from websockets import Origin
from websockets.sync.client import connect

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
    expect(page.get_by_role("dialog").get_by_label("The croupier says")).to_be_focused()
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

"""What is asked in dialogs: they open at their first field, and nobody leaves by mistake."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from puntobanco.house import EZ
from tests.browser.conftest import NewGuest
from tests.browser.guest import box_of, click

pytestmark = pytest.mark.browser


def test_a_dialog_opens_at_its_first_field(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.introduce()
    page = guest.page
    page.goto("/")
    click(page, "Open a table")
    expect(page.get_by_label("House", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Open a table")).to_be_focused()

    guest.sit_alone()
    click(page, "Settings")
    expect(page.get_by_role("dialog").get_by_label("How much is said")).to_be_focused()
    page.keyboard.press("Escape")
    click(page, "Buy chips")
    expect(page.get_by_label("Dollars")).to_be_focused()
    page.keyboard.type("12,50")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".money dd").first).to_have_text("$1,012.50")


def test_an_amount_that_cannot_be_read_keeps_the_dialog_open(new_guest: NewGuest) -> None:
    guest = new_guest()
    page = guest.sit_alone()
    click(page, "Buy chips")
    expect(page.get_by_label("Dollars")).to_be_focused()
    page.keyboard.type("1,00,0")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text(
        "Type an amount in dollars, such as 1000 or 250.50."
    )
    guest.shows(lambda: guest.money[0], "$1,000")


def test_a_button_that_is_pressed_twice_opens_one_dialog(new_guest: NewGuest) -> None:
    page = new_guest().sit_alone()
    page.evaluate(
        """() => {
            const button = [...document.querySelectorAll("button")].find(
                ({ textContent }) => textContent === "Buy chips");
            button.click();
            button.click();
        }"""
    )
    expect(page.get_by_label("Dollars")).to_be_focused()
    expect(page.locator("dialog")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("button", ["Help", "Settings", "Open a table"])
def test_the_way_out_of_a_dialog_stays_in_sight(new_guest: NewGuest, button: str) -> None:
    guest = new_guest(width=320, height=400)
    guest.introduce()
    page = guest.page
    page.goto("/")
    click(page, button)
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
    page = guest.sit_alone()
    guest.choose(25)
    guest.bet("tie")
    click(page, "Leave")
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("Your bets, $25, come back to you.")
    expect(question).to_contain_text("all your chips, $1,000")
    expect(page.get_by_role("button", name="Stay")).to_be_focused()
    page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    expect(page.get_by_role("button", name="Leave", exact=True)).to_be_focused()
    expect(guest.spot("tie")).to_have_attribute("data-state", "accepted")
    page.keyboard.press("Enter")
    click(page, "Leave the table")
    expect(page.locator("pb-lobby h1")).to_be_focused()


def test_leaving_without_bets_needs_no_question_where_there_is_room(new_guest: NewGuest) -> None:
    guest = new_guest()
    page = guest.sit_alone()
    click(page, "Leave")
    expect(page.locator("pb-lobby h1")).to_be_focused()


def test_a_thumb_is_asked_before_it_leaves(new_guest: NewGuest) -> None:
    guest = new_guest(width=390, height=844, has_touch=True, is_mobile=True)
    page = guest.sit_alone()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Leave", exact=True).tap()
    expect(page.get_by_role("dialog")).to_contain_text("You leave with all your chips, $1,000.")
    page.get_by_role("button", name="Leave the table").tap()
    expect(page.locator("pb-lobby h1")).to_be_visible()


def test_what_each_house_pays_is_listed_before_a_table_is_opened(new_guest: NewGuest) -> None:
    guest = new_guest(width=390, height=844)
    guest.introduce()
    page = guest.page
    page.goto("/")
    click(page, "Open a table")
    house = page.get_by_label("House", exact=True)
    house.select_option("ez")
    rows = page.locator(".pays-list div")
    listed = [row.split("\n") for row in rows.all_inner_texts()]
    assert ["Tie", "8 to 1"] in listed
    assert len(listed) == len(EZ.bets)
    low, high = (page.get_by_label(name) for name in ("Limits a spot: $", "to $"))
    assert box_of(page, low)[1] == box_of(page, high)[1]
    fields = [page.get_by_label(name, exact=True) for name in ("House", "Dealing")]
    widths = {right - left for left, _, right, _ in (box_of(page, each) for each in fields)}
    assert len(widths) == 1
    house.select_option("classroom")
    expect(rows.first).to_be_hidden()

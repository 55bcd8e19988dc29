"""Dialogs and the help."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from puntobanco.announcer.catalogues import catalogue
from puntobanco.cards import parse_cards
from puntobanco.coup import Outcome, deal
from puntobanco.house import EZ
from puntobanco.shoe import Shoe
from tests.browser.casino import Casino, has_six_cards, seed_where
from tests.browser.conftest import NewGuest
from tests.browser.guest import Guest, box_of, click


def test_a_dialog_opens_at_its_first_field_and_stays_open_on_invalid_input(
    new_guest: NewGuest,
) -> None:
    guest = new_guest()
    page = guest.enter_lobby()
    click(page, "Open a table")
    expect(page.get_by_label("House", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Open a table")).to_be_focused()

    guest.sit_alone()
    click(page, "Settings")
    expect(page.get_by_role("dialog").get_by_label("Level of detail")).to_be_focused()
    page.keyboard.press("Escape")
    click(page, "Buy chips")
    expect(page.get_by_label("Dollars")).to_be_focused()
    page.keyboard.type("1,00,0")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text(
        "Type an amount in dollars, such as 1000 or 250.50."
    )
    page.get_by_label("Dollars").fill("12,50")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".money dd").first).to_have_text("$1,012.50")


def test_pressing_a_button_twice_opens_one_dialog(new_guest: NewGuest) -> None:
    page = new_guest().sit_alone()
    buy = page.get_by_role("button", name="Buy chips", exact=True)
    buy.evaluate("button => { button.click(); button.click(); }")
    expect(page.get_by_label("Dollars")).to_be_focused()
    expect(page.locator("dialog")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("button", ["Help", "Settings", "Open a table"])
def test_the_close_button_of_a_dialog_stays_visible(new_guest: NewGuest, button: str) -> None:
    page = new_guest(width=320, height=400).enter_lobby()
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


def test_leaving_with_bets_on_the_felt_asks_first(guest: Guest) -> None:
    page = guest.page
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


def test_a_phone_plays_by_touch_and_asks_before_leaving(new_guest: NewGuest) -> None:
    guest = new_guest(width=390, height=844, has_touch=True, is_mobile=True)
    page = guest.sit_alone()
    page.locator('[data-chip="500"]').tap()
    guest.spot("player").tap()
    expect(guest.spot("player")).to_have_attribute("data-state", "accepted")
    page.locator(".deal").tap()
    page.wait_for_selector(".hand-cards pb-card")
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Leave", exact=True).tap()
    expect(page.get_by_role("dialog")).to_contain_text("You leave with all your chips, $1,005.")
    page.get_by_role("button", name="Leave the table").tap()
    expect(page.locator("pb-lobby h1")).to_be_visible()


def test_the_form_for_a_new_table_lists_what_each_house_pays(new_guest: NewGuest) -> None:
    page = new_guest(width=390, height=844).enter_lobby()
    click(page, "Open a table")
    house = page.get_by_label("House", exact=True)
    house.select_option("ez")
    rows = page.locator(".pays-list div")
    listed = [row.split("\n") for row in rows.all_inner_texts()]
    assert ["Tie", "8 to 1"] in listed
    assert len(listed) == len(EZ.bets)
    low, high = (page.get_by_label(name) for name in ("Limits per spot: $", "to $"))
    assert box_of(page, low)[1] == box_of(page, high)[1]
    fields = [page.get_by_label(name, exact=True) for name in ("House", "Dealing")]
    widths = {right - left for left, _, right, _ in (box_of(page, each) for each in fields)}
    assert len(widths) == 1
    house.select_option("classroom")
    expect(rows.first).to_be_hidden()


ENGLISH = catalogue("en").texts

CUT = """() => {
    const strips = visible(".strip");
    const [row, cloth] = [".why", ".cloth"].map(boxOf);
    const isWhole = (strip) => {
        const { left, right, top, bottom } = boxOf(strip);
        const key = boxOf(strip.querySelector("p"));
        return left >= cloth.left && right <= cloth.right
            && top >= row.top - 1 && bottom <= row.bottom + 1
            && key.width > 20 && key.left >= left && key.right <= right
            && key.top >= top - 1 && key.bottom <= bottom + 1;
    };
    return [strips.length > 0, strips.filter((strip) => !isWhole(strip)).length];
}"""
"""Whether a strip is visible, and how many leave the cloth or cut off their words."""


def test_the_example_in_the_help_is_right() -> None:
    assert "Player has 7 and 6, which makes 3, and draws a 4 for 7" in ENGLISH["page.help.draws"]
    assert "Banker has queen and 5, which makes 5" in ENGLISH["page.help.draws"]
    coup, _ = deal(Shoe(parse_cards("7h Qs 6d 5c 4h 3s")))
    assert len(coup.cards) == 6
    assert (coup.outcome(), coup.player.total, coup.banker.total) == (Outcome.BANKER, 7, 8)


def test_the_help_explains_the_game_before_the_keys_and_no_keys_on_a_phone(
    new_guest: NewGuest,
) -> None:
    phone = {"has_touch": True, "is_mobile": True, "width": 390, "height": 844}
    for screen, keys in (({}, "shown"), ({"width": 320, "height": 640}, "folded"), (phone, "none")):
        page = new_guest(**screen).page
        page.goto("/")
        page.wait_for_selector("#name")
        page.get_by_role("button", name="Help").click()
        box = page.get_by_role("dialog")
        for words in ("An ace counts one", "king and ace make 1", "commission", "The bead plate"):
            expect(box).to_contain_text(words)
        headings = box.locator("h3, summary").all_inner_texts()
        game = ["Counting a hand", "The third card", "What bets pay", "The roads", "Fair shoes"]
        assert headings == [*game, *([] if keys == "none" else ["Keys"])]
        table = box.get_by_role("table", name="Keys")
        expect(table).to_have_count(1 if keys == "shown" else 0)
        if keys == "folded":
            box.locator("summary").click()
            expect(table).to_be_visible()


def test_a_draw_is_explained_in_words_with_its_range(new_guest: NewGuest, casino: Casino) -> None:
    """In Spanish, which has the longest words."""
    casino.arrange(seed=seed_where(has_six_cards))
    guest = new_guest(settings={"language": "es"})
    guest.come_to(guest.open_table())
    guest.page.get_by_role("button", name="Sentarse").click()
    guest.wait_for_shoe()
    guest.page.keyboard.press("x")
    guest.see_coup(0)
    assert "Punto pide con 0 a 5" in guest.page.locator(".strip p").all_text_contents()
    strip = guest.page.locator(".strip.player")
    assert strip.locator(".draws").all_text_contents() == list("012345")
    expect(strip.locator("[data-lit]")).to_have_count(1)
    for size in guest.at_sizes():
        assert guest.page.evaluate(CUT) == [True, 0], size


def test_who_signs_out_is_asked_for_a_name_in_every_tab(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.come_to(guest.open_table())
    other = guest.page.context.new_page()
    other.goto(guest.page.url)
    other.locator("#open-settings").click()
    other.get_by_role("button", name="Sign out").click()
    for page in (other, guest.page):
        expect(page.get_by_role("button", name="Come in")).to_be_visible()
    other.close()

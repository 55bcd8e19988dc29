"""Whole shoes, ties, refusals and company, as guests see them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from puntobanco.coup import Outcome
from puntobanco.house import CLASSIC, HOUSES, SIX_DECKS, parse_house
from puntobanco.roads import Roads, layout
from tests.browser.casino import Casino, coups_of, laid, seed_where
from tests.browser.conftest import NewGuest
from tests.browser.guest import DEALT, STANDSTILL, Guest, tab_to


def _letters(page: Page) -> str:
    """Return the letters on the drawn bead plate."""
    return "".join(page.locator("pb-roads .sheet").first.locator("text").all_text_contents())


def test_a_whole_shoe_by_keyboard_alone(new_guest: NewGuest) -> None:
    guest = new_guest("Grace")
    page, press = guest.page, guest.page.keyboard.press

    page.goto("/")
    page.wait_for_selector("button:focus")
    press("Tab")
    page.keyboard.type("Grace")
    press("Enter")
    tab_to(page, "Open a table")
    press("Enter")
    page.wait_for_selector("dialog")
    tab_to(page, "House")
    page.keyboard.type("Six")
    tab_to(page, "Open the table")
    press("Enter")
    page.wait_for_selector(".spot")
    tab_to(page, "Take a seat")
    press("Enter")
    expect(guest.spot("player")).to_be_focused()
    guest.wait_for_seat()

    press("2")
    coups = coups_of("browser", SIX_DECKS)
    for number in range(1, len(coups) + 1):
        press("bpt"[number % 3])
        press("x")
        guest.see_coups(number)
        if number == len(coups) - 1:
            _look_back(page, "".join(coup.outcome().letter for coup in coups[:number]))
    guest.says(f"End of shoe 1: {len(coups)} coups.")
    guest.says("Secret shown: you can now check shoe 1.")
    guest.says("Shuffle: shoe 2.")
    press("d")
    press("m")
    guest.says("Left to bet: $")
    press("?")
    page.wait_for_selector("dialog")
    press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


IN_VIEW = """marks => {
    const { left, right } = boxOf(marks[0].closest(".sheet-window"));
    return [marks[0], marks.at(-1)].map(boxOf)
        .map((box) => box.left > left - 1 && box.right < right + 1);
}"""


def _look_back(page: Page, letters: str) -> None:
    """Check that a long road shows its newest mark, and its first by keyboard."""
    drawn: Any = layout.data(Roads.parse(letters))["big_road"]
    columns = 1 + max(cell["column"] for cell in drawn)
    assert columns > 24
    page.set_viewport_size({"width": 1280, "height": 720})
    road = page.get_by_role("region", name=f"Big road, {columns} columns")
    marks = road.locator("g")
    expect(marks).to_have_count(len(drawn))
    assert marks.evaluate_all(IN_VIEW) == [False, True]
    before = page.evaluate_handle("document.activeElement")
    page.get_by_role("tabpanel", name="Roads").focus()
    for _ in range(2):  # the bead plate may scroll, too
        if page.evaluate("document.activeElement.ariaLabel ?? ''").startswith("Big road"):
            break
        page.keyboard.press("Tab")
    expect(road).to_be_focused()
    for _ in range(columns):
        page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.activeElement.scrollLeft === 0")
    assert marks.evaluate_all(IN_VIEW) == [True, False]
    before.evaluate("element => element.focus()")
    page.set_viewport_size({"width": 1440, "height": 900})


def test_stakes_stand_after_a_tie_until_they_are_taken_back(
    new_guest: NewGuest, casino: Casino
) -> None:
    casino.arrange(seed=seed_where(lambda coup: coup.outcome() is Outcome.TIE))
    guest = new_guest()
    guest.sit_alone()
    guest.choose(25)
    for key in ("player", "banker", "tie"):
        guest.bet(key)
    guest.deal()
    guest.says("Tie, ")
    for key in ("player", "banker"):
        expect(guest.spot(key)).to_have_attribute("data-state", "standing")
        expect(guest.spot(key)).to_have_accessible_name(
            re.compile(r"your stake \$25 stays in play")
        )
    expect(guest.spot("tie")).not_to_have_attribute("data-state", "accepted")
    guest.shows(lambda: guest.money, ["$1,150", "$50", "+$200"])
    guest.page.get_by_role("button", name="Clear").click()
    expect(guest.spot("player")).not_to_have_attribute("data-state", "standing")
    guest.shows(lambda: guest.money[:2], ["$1,200", "$0"])


def test_repeat_and_double(guest: Guest) -> None:
    guest.choose(5)
    guest.bet("tie")
    guest.bet("either_pair")
    guest.deal()
    guest.page.get_by_role("button", name="Repeat").click()
    expect(guest.spot("tie")).to_contain_text("$5")
    guest.page.get_by_role("button", name="Double").click()
    expect(guest.spot("tie")).to_contain_text("$10")
    expect(guest.spot("either_pair")).to_contain_text("$10")


def test_two_browsers_at_one_table(new_guest: NewGuest) -> None:
    ada, grace = new_guest("Ada"), new_guest("Grace")
    ada.sit_alone()
    grace.sit(ada.table)
    ada.choose(100)
    ada.bet("banker")
    expect(grace.spot("banker").locator(".others-words")).to_have_text("Ada $100")
    expect(grace.spot("banker")).to_have_accessible_name(re.compile(r"1 other guest \$100"))
    grace.choose(25)
    grace.bet("player")
    expect(ada.spot("player").locator(".others-words")).to_have_text("Grace $25")
    ada.says("Grace, bet: $25 on Player.")

    before = ada.page.locator(".log-lines .result").count()
    ada.press()
    grace.deal()
    ada.see_coup(before)
    coup = coups_of("browser", CLASSIC)[0]
    assert ada.cards == grace.cards == laid(coup)
    assert _letters(ada.page) == _letters(grace.page) == coup.outcome().letter

    grace.page.get_by_role("button", name="Leave").click()
    expect(grace.page.get_by_role("heading", level=1)).to_contain_text("Grace")
    expect(ada.page.locator(".guests")).not_to_contain_text("Grace")
    ada.says("Left: Grace, with ")


def test_seats_show_money_and_results_and_spectators_are_named(new_guest: NewGuest) -> None:
    ada, grace = new_guest("Ada"), new_guest("Grace")
    outcome = coups_of("browser")[0].outcome(CLASSIC.naturals).value
    ada.sit_alone(limits={"minimum": 100, "maximum": 1_000_000})
    grace.come_to(ada.table)
    expect(ada.page.locator(".guest.spectator .guest-name")).to_have_text("Grace")
    expect(grace.page.locator(".guest.spectator")).to_have_count(0)
    seat = grace.page.locator(".guest:not(.spectator)")
    expect(seat.locator(".guest-balance")).to_have_text("Left to bet $1,000")
    ada.bet(outcome)
    expect(seat.locator(".guest-balance")).to_have_text("Left to bet $975")
    expect(seat.locator(".guest-stake")).to_have_text("Staked $25")
    ada.deal()
    expect(seat.locator(".guest-result.won")).to_have_text(re.compile(r"^Last coup \+\$2"))
    expect(grace.page.locator(".guest[data-wins]")).to_have_count(1)
    grace.page.get_by_role("button", name="Take a seat").click()
    expect(ada.page.locator(".guest.spectator")).to_have_count(0)


def test_the_lobby_shows_a_table_and_leads_to_it(new_guest: NewGuest) -> None:
    ada, grace = new_guest("Ada"), new_guest("Grace")
    grace.introduce()
    ada.sit_alone("super_6")
    ada.deal()
    grace.page.goto("/")
    card = grace.page.locator(f'[data-table="{ada.table}"]')
    expect(card).to_contain_text("Super 6")
    expect(card).to_contain_text("At the table: Ada")
    expect(card.get_by_role("img")).to_have_accessible_name(re.compile("^Big road: "))
    card.get_by_role("link").click()
    expect(grace.page.get_by_role("heading", level=1)).to_have_text("Super 6 table")
    expect(grace.page.get_by_text("You are watching.")).to_be_visible()
    newer, older = ada.open_table("ez"), ada.table
    ada.page.goto("/")
    tables = ada.page.locator(f'[data-table="{newer}"], [data-table="{older}"]')
    expect(tables).to_have_text([re.compile("you sit here"), re.compile("EZ")])


def test_a_guest_can_change_the_name_but_a_seat_keeps_the_old_one(new_guest: NewGuest) -> None:
    ada, grace = new_guest("Ada"), new_guest("Grace")
    table = ada.open_table()
    page = grace.page
    grace.come_to(table)
    second = grace.context.new_page()
    second.goto("/")
    expect(second.get_by_role("heading", level=1)).to_contain_text("Grace")
    _change_name(page, "  Hopper\u202e ")
    expect(page.locator(".naming-said")).to_have_text("You are Hopper from now on. ")
    expect(page.get_by_label("Your name")).to_have_value("Hopper")
    expect(second.get_by_role("heading", level=1)).to_contain_text("Hopper")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".guest.mine")).to_contain_text("Hopper")
    ada.come_to(table)
    expect(ada.page.locator(".guests")).to_contain_text("Hopper")

    _change_name(page, "Murray")
    expect(page.locator(".naming-said")).to_contain_text("keep the old name until")
    page.keyboard.press("Escape")
    expect(ada.page.locator(".guests")).to_contain_text("Hopper")
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Murray")
    page.go_back()
    page.get_by_role("button", name="Take a seat").click()
    expect(ada.page.locator(".guests")).to_contain_text("Murray")

    _change_name(page, "\u200b\u200b")
    expect(page.locator(".naming-said")).to_have_text(
        "A name needs at least one visible character."
    )


def _change_name(page: Page, name: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Change").click()


def test_a_guest_can_open_a_table_with_their_own_rules(new_guest: NewGuest, tmp_path: Path) -> None:
    guest = new_guest()
    page = guest.enter_lobby()
    page.get_by_role("button", name="Open a table").click()
    house = page.get_by_label("House")
    rules = page.get_by_label("Rules")
    house.select_option("Super 6")
    expect(rules).to_be_hidden()
    house.select_option("Your own rules…")
    expect(page.get_by_label("Limits per spot")).to_be_hidden()
    text = rules.input_value()
    assert parse_house(text) == replace(HOUSES["super_6"], name="My Super 6")

    rules.fill(text.replace("decks = 8", "decks = 0"))
    page.get_by_role("button", name="Open the table").click()
    problem = page.get_by_role("dialog").get_by_role("alert")
    expect(problem).to_have_text("Decks: 0 is out of range: use 1 to 12.")
    house.select_option("EZ")
    expect(problem).to_be_empty()
    house.select_option("Your own rules…")
    expect(rules).to_have_value(text.replace("decks = 8", "decks = 0"))

    own = text.replace("decks = 8", "decks = 6").replace("My Super 6", "The corner")
    (tmp_path / "own.toml").write_text(own, "utf-8")
    page.get_by_label("From a file").set_input_files(tmp_path / "own.toml")
    expect(rules).to_have_value(own)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The corner table")
    expect(page.locator(".table-facts")).to_contain_text("6 decks")
    guest.take_seat()
    guest.bet("super_6")
    guest.deal()


def test_the_opener_can_close_a_table_while_nobody_else_sits_there(
    new_guest: NewGuest,
) -> None:
    ada, grace = new_guest("Ada"), new_guest("Grace")
    table = ada.open_table()
    ada.sit(table)
    page, close = ada.page, ada.page.get_by_role("button", name="Close table")
    expect(close).to_be_visible()
    grace.come_to(table)
    expect(grace.page.get_by_role("button", name="Close table")).to_be_hidden()
    grace.page.get_by_role("button", name="Take a seat").click()
    expect(ada.page.locator(".guests")).to_contain_text("Grace")
    expect(close).to_be_hidden()
    grace.page.get_by_role("button", name="Leave").click()
    expect(grace.page.locator("pb-lobby")).to_be_visible()
    grace.come_to(table)

    ada.choose(25)
    ada.bet("tie")
    close.click()
    expect(page.get_by_role("dialog")).to_contain_text("with all your chips, $1,000")
    page.get_by_role("button", name="Keep it open").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(ada.spot("tie")).to_have_attribute("data-state", "accepted")
    close.click()
    page.get_by_role("button", name="Close the table").click()
    lobby = page.get_by_role("button", name="Go to the lobby")
    expect(lobby).to_be_focused()
    ada.shows(
        lambda: ada.said[-5:],
        [
            "Cashed out: $1,000.",
            "Result: neither won nor lost.",
            "End of shoe 1: 0 coups.",
            "Secret shown: you can now check shoe 1.",
            "Table closed.",
        ],
    )
    expect(grace.page.locator(".log-lines p").last).to_have_text("Table closed.")
    expect(grace.page.get_by_role("button", name="Go to the lobby")).to_be_visible()
    expect(grace.page.get_by_role("button", name="Take a seat")).to_be_hidden()
    page.get_by_role("tab", name="History").click()
    expect(page.get_by_role("link", name=".bgn of shoe 1")).to_be_visible()
    page.keyboard.press("Shift+Tab")
    lobby.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ada")
    expect(page.locator(f'[data-table="{table}"]')).to_have_count(0)


def test_back_closes_a_dialog_first(new_guest: NewGuest) -> None:
    guest = new_guest()
    table = guest.open_table()
    page = guest.page
    page.goto("/")
    page.locator(f'[data-table="{table}"] a').click()
    page.wait_for_selector(".spot")
    page.get_by_role("button", name="Help").click()
    page.wait_for_selector("dialog[open]")
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("pb-table")).to_be_visible()
    page.go_back()
    expect(page.locator("pb-lobby")).to_be_visible()


SHOWN = """() => {
    window.shown = [];
    const clock = document.querySelector(".seconds");
    const look = () => shown.at(-1) === clock.textContent || shown.push(clock.textContent);
    new MutationObserver(look).observe(clock, { childList: true, subtree: true });
    look();
}"""
"""Records everything the clock shows."""


def wait_to_show(page: Page, pattern: str, *, after: int = 0) -> None:
    """Wait until the clock has shown a matching text, after this many others."""
    page.wait_for_function(
        "([pattern, after]) => shown.slice(after).some((text) => RegExp(pattern).test(text))",
        arg=[pattern, after],
    )


@pytest.mark.waits
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_clock_starts_once_the_cards_are_shown(new_guest: NewGuest, motion: str) -> None:
    guest = new_guest(motion=motion)
    page = guest.sit_alone(dealing=15)
    page.evaluate(SHOWN)
    wait_to_show(page, r"^\d+ s to bet$")
    before: int = page.evaluate("shown.length")
    waiting = "Bets are open" if motion == "reduce" else "Then 15 s to bet"
    guest.deal()
    wait_to_show(page, f"^{waiting}$", after=before)
    waited: int = page.evaluate("shown.length")
    if motion == "reduce":
        guest.bet("player")
    wait_to_show(page, "^14 s to bet$", after=waited)
    shown: list[str] = page.evaluate("shown")[before:]
    begins = shown.index("15 s to bet")
    words = [text for text in shown[:begins] if not re.fullmatch(r"\d+ s to bet", text)]
    assert set(words) <= {"Then 15 s to bet", "Bets are open"}
    assert shown[begins - len(words) : begins] == words
    assert shown[begins + 1] == "14 s to bet"
    assert guest.said.count("Place your bets: 15 seconds.") == 2
    page.wait_for_function(
        """said => shown.at(-1) === "5 s to bet"
            && document.querySelector(".log-lines p:last-child").textContent === said""",
        arg="Time: 5 seconds left.",
    )


@pytest.mark.waits
def test_random_words_replace_a_refused_one(new_guest: NewGuest) -> None:
    guest = new_guest(settings={"word": "bell\u0007"})
    guest.come_to(guest.open_table())
    guest.page.get_by_role("button", name="Take a seat").click()
    expect(guest.page.get_by_role("alert")).to_contain_text("Your word for the shuffle was refused")
    guest.wait_for_shoe()
    assert guest.page.evaluate("JSON.parse(localStorage['puntobanco.settings']).word") == ""


def test_panels_show_odds_statistics_and_history(guest: Guest) -> None:
    guest.choose(25)
    for _ in range(3):
        guest.bet("tie")
        guest.deal()
    page = guest.page
    page.get_by_role("tab", name="Odds").click()
    expect(page.locator(".odds tbody tr")).to_have_count(len(CLASSIC.bets))
    page.get_by_role("tab", name="Statistics").click()
    expect(page.locator(".stats caption")).to_have_text("This shoe: 3 coups")
    expect(page.get_by_role("img", name="Your bankroll over 3 coups")).to_be_visible()
    page.get_by_role("tab", name="History").click()
    with page.expect_download() as download:
        page.get_by_role("link", name=".bgn of shoe 1").click()
    assert "coup" in Path(download.value.path()).read_text("utf-8").lower()
    page.get_by_role("tab", name="Roads").click()
    page.get_by_role("tab", name="Roads").press("ArrowRight")
    expect(page.get_by_role("tab", name="Tableau")).to_have_attribute("aria-selected", "true")


@pytest.mark.waits
def test_one_coup_moves_card_by_card_and_can_be_skipped(new_guest: NewGuest) -> None:
    guest = new_guest(motion="no-preference")
    guest.sit_alone()
    guest.choose(25)
    guest.bet("banker")
    page = guest.page
    page.evaluate(
        """() => {
            window.came = [];
            new MutationObserver((changes) => changes.forEach(({ target }) =>
                came.push(target.dataset.card)
            )).observe(document.querySelector("pb-stage"), {
                attributeFilter: ["data-card"], subtree: true
            });
        }"""
    )
    page.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_function("() => document.querySelector('pb-card')?.getAnimations().length > 0")
    assert page.locator("pb-stage[data-dealing]").count() == 1
    guest.shows(lambda: guest.money[0], "$975")
    page.wait_for_selector(DEALT)
    coup = coups_of("browser", CLASSIC)[0]
    assert page.evaluate("came") == [str(card) for card in coup.cards]
    assert page.evaluate("document.getAnimations().every((each) => each instanceof CSSTransition)")
    guest.shows(lambda: guest.cards, laid(coup))

    guest.bet("player")
    page.evaluate(STANDSTILL)
    page.keyboard.press("x")
    page.wait_for_selector("pb-stage[data-dealing]")
    page.keyboard.press("s")
    page.wait_for_selector(DEALT)
    coup = coups_of("browser", CLASSIC)[1]
    guest.shows(lambda: guest.cards, laid(coup))

"""The speech of a screen reader at a table, sentence by sentence."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.casino import AT_ONCE, PATIENT, Casino
from tests.browser.conftest import NewGuest
from tests.browser.guest import Connection, Guest

SEED = "tulip"
"""Its third coup is a tie; in the fourth both stand."""

CHIPS = "Bought in: $1,000. Bankroll: $1,000."

ARRIVING = [
    "House: classic, 8 decks. Limits: $1 to $10,000 in steps of $1. Side bets: up to $1,000.",
    "Sat down: Ada, seat 1.",
    "Shuffle: shoe 1.",
    CHIPS,
    "Burn card: eight of spades, so 8 more cards are burned face down.",
]

COUP_1 = [
    (
        "Player, ten of hearts and ten of hearts, zero. "
        "Banker, three of spades and jack of diamonds, three."
    ),
    "Player draws on 0: king of clubs, total 0.",
    "Banker draws on 3 against Player's 0: king of spades, total 3.",
    "Banker wins, 3 over 0.",
]
COUP_2 = [
    (
        "Player, seven of diamonds and five of spades, two. "
        "Banker, jack of diamonds and four of clubs, four."
    ),
    "Player draws on 2: five of spades, total 7.",
    "Banker draws on 4 against Player's 5: jack of clubs, total 4.",
    "Player wins, 7 over 4.",
]
COUP_3 = [
    (
        "Player, nine of clubs and six of spades, five. "
        "Banker, seven of diamonds and four of spades, one."
    ),
    "Player draws on 5: four of clubs, total 9.",
    "Banker draws on 1 against Player's 4: eight of clubs, total 9.",
    "Tie, 9 all: égalité, tie bets win.",
]
COUP_4 = [
    (
        "Player, two of spades and five of clubs, seven. "
        "Banker, six of diamonds and queen of diamonds, six."
    ),
    "Both stand. Player wins, 7 over 6.",
]


def sitting(
    new_guest: NewGuest, *names: str, dealing: str | int = "button", **how: object
) -> list[Guest]:
    """Seat guests at one table in this order. Only the first one's word is in the shoe."""
    guests = [new_guest(name, **how) for name in names]
    table = guests[0].open_table(dealing=dealing)
    for guest in guests:
        guest.come_to(table)
    for guest in guests:
        guest.take_seat()
        guest.choose(25)
    for other in guests[1:]:
        wait_for(guests[0].page, f"Sat down: {other.name}, ")
    return guests


HOLD = """() => {
    window.held = [];
    window.later = setTimeout;
    window.setTimeout = (...pause) => held.push(pause);
}"""
RELEASE = """() => {
    window.setTimeout = later;
    for (const pause of held) setTimeout(...pause);
}"""
"""HOLD stops all timers until RELEASE, so that cards are still moving when a test looks."""


def ordered(heard: list[str]) -> list[str]:
    """Return the spoken sentences, with the chips at the same place as in `ARRIVING`.

    The page buys them while it commits to its seed, and either may be answered first.
    """
    first, last = ARRIVING.index(CHIPS), len(ARRIVING)
    meanwhile = sorted(heard[first:last], key=lambda line: line != CHIPS)
    return [*heard[:first], *meanwhile, *heard[last:]]


def wait_for(page: Page, start: str, times: int = 1) -> None:
    """Wait until sentences with this start were spoken `times` times."""
    page.wait_for_function(
        "([start, times]) => heard.filter(([line]) => line.startsWith(start)).length >= times",
        arg=[start, times],
    )


def test_whole_coups_of_one_guest_with_a_tie(new_guest: NewGuest, casino: Casino) -> None:
    casino.arrange(seed=SEED)
    (ada,) = sitting(new_guest, "Ada")
    ada.deal()
    ada.bet("player")
    ada.bet("tie")
    ada.deal()
    ada.page.keyboard.press("r")
    expect(ada.spot("tie")).to_have_attribute("data-state", "accepted")
    ada.deal()
    ada.page.keyboard.press("z")
    expect(ada.spot("player")).not_to_have_attribute("data-state", "standing")
    ada.bet("banker")
    ada.deal()
    ada.shows(
        lambda: ordered(ada.heard),
        [
            *ARRIVING,
            *COUP_1,
            "Bet: $25 on Player.",
            "Bet: $25 on Tie.",
            *COUP_2,
            "You win $25 on Player and lose $25 on Tie; bankroll $1,000.",
            "Bet: $25 on Player and $25 on Tie.",
            *COUP_3,
            "You win $200 on Tie; $25 on Player stays in play; bankroll $1,200.",
            "Taken back: $25 from Player.",
            "Bet: $25 on Banker.",
            *COUP_4,
            "You lose $25 on Banker; bankroll $1,175.",
        ],
    )


def test_three_guests_two_of_one_name_and_a_spectator(new_guest: NewGuest, casino: Casino) -> None:
    casino.arrange(seed=SEED, pace=PATIENT)
    ada, grace, other = sitting(new_guest, "Ada", "Grace", "ada")
    seats = [" ".join(each.split()) for each in ada.page.locator(".guest").all_inner_texts()]
    assert [seat[:7] for seat in seats] == ["Seat 1 ", "Seat 2 ", "Seat 3 "]
    watching = new_guest("Alan")
    watching.come_to(ada.table)
    wait_for(watching.page, "House: ")
    before = len(watching.heard)
    ada.bet("player")
    grace.bet("banker")
    grace.bet("tie")
    other.bet("tie")
    ada.press()
    grace.press()
    wait_for(other.page, "Ready to deal: Grace.")
    other.deal()
    for guest in (ada, grace, watching):
        guest.see_coup(0)
    pressing = [
        "Ready to deal: Ada in seat 1. Dealing in 120 seconds, or when everyone is ready.",
        "Ready to deal: Grace.",
    ]
    ada.shows(
        lambda: ordered(ada.heard),
        [
            *ARRIVING,
            "Sat down: Grace, seat 2.",
            "Sat down: ada, seat 3.",
            "Bet: $25 on Player.",
            *pressing,
            *COUP_1,
            "You lose $25 on Player; bankroll $975.",
            "Grace loses $1.25 and ada in seat 3 loses $25.",
        ],
    )
    grace.shows(
        lambda: grace.heard[-2:],
        [
            "You win $23.75 on Banker and lose $25 on Tie; bankroll $998.75.",
            "Ada in seat 1 loses $25 and ada in seat 3 loses $25.",
        ],
    )
    other.shows(
        lambda: other.heard[-2:],
        [
            "You lose $25 on Tie; bankroll $975.",
            "Ada in seat 1 loses $25 and Grace loses $1.25.",
        ],
    )
    watching.shows(
        lambda: watching.heard[before:],
        [
            *pressing,
            *COUP_1,
            "Ada in seat 1 loses $25, Grace loses $1.25 and ada in seat 3 loses $25.",
        ],
    )
    ada.says("Grace, bet: $25 on Banker.")


@pytest.mark.waits
def test_a_clock_is_heard_when_it_starts_is_extended_and_ends(
    new_guest: NewGuest, casino: Casino
) -> None:
    casino.arrange(seed=SEED, pace={"showing": 0.0})
    ada, grace = sitting(new_guest, "Ada", "Grace", dealing=15)
    grace.page.get_by_role("button", name="Extra time", disabled=False).click()
    wait_for(grace.page, "Place your bets")
    wait_for(ada.page, "Place your bets", 2)
    ada.shows(
        lambda: ordered(ada.heard),
        [
            *ARRIVING,
            "Place your bets: 15 seconds.",
            "Sat down: Grace, seat 2.",
            "Grace takes extra time: 15 seconds.",
            "Time: 5 seconds left.",
            "No more bets.",
            *COUP_1,
            "Place your bets: 15 seconds.",
        ],
    )
    grace.shows(
        lambda: grace.heard[-8:],
        [
            "Extra time: 15 seconds.",
            "Time: 5 seconds left.",
            "No more bets.",
            *COUP_1,
            "Place your bets: 15 seconds.",
        ],
    )


@pytest.mark.waits
def test_speech_follows_moving_cards_without_interruption(
    new_guest: NewGuest, casino: Casino
) -> None:
    casino.arrange(seed=SEED, pace=PATIENT)
    ada, grace = sitting(new_guest, "Ada", "Grace", motion="no-preference")
    grace.page.emulate_media(reduced_motion="reduce")
    start = len(ada.heard)
    ada.bet("banker")
    ada.press()
    ada.page.evaluate(HOLD)
    grace.deal()
    expect(ada.page.locator("pb-stage[data-dealing]")).to_have_count(1)
    grace.press()
    ada.page.evaluate(RELEASE)
    wait_for(ada.page, "Ready to deal: Grace.")
    ada.shows(
        lambda: ada.heard[start:],
        [
            "Bet: $25 on Banker.",
            "Ready to deal: Ada. Dealing in 120 seconds, or when everyone is ready.",
            *COUP_1,
            "You win $23.75 on Banker; bankroll $1,023.75.",
            "Ready to deal: Grace. Dealing in 120 seconds, or when everyone is ready.",
        ],
    )
    ada.says("Player: ten of hearts.")


def test_a_returning_guest_hears_the_last_coup_and_the_money_of_earlier_ones(
    new_guest: NewGuest, casino: Casino
) -> None:
    casino.arrange(seed=SEED, pace=AT_ONCE)
    ada, grace = (new_guest(name) for name in ("Ada", "Grace"))
    connection = Connection(ada.page)
    ada.sit_alone()
    ada.choose(25)
    grace.sit(ada.table)
    ada.bet("player")
    connection.cut()
    expect(ada.page.locator("pb-table[data-down]")).to_have_count(1)
    grace.deal()
    grace.bet("tie")
    grace.deal()
    before = len(ada.heard)
    connection.is_cut = False
    ada.page.evaluate("dispatchEvent(new Event('online'))")
    wait_for(ada.page, "Grace loses $25")
    heard = [line for line in ada.heard[before:] if not line.startswith("Ready to deal")]
    assert heard == [
        "Connected again.",
        "You lose $25 on Player; bankroll $975.",
        *COUP_2,
        "Grace loses $25.",
    ]

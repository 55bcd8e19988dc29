from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from puntobanco.announcer import WIDTH, Level, event_lines, house_lines, transcript
from puntobanco.announcer.audience import Sense, listening, messages_for
from puntobanco.announcer.catalogues import english_lines
from puntobanco.announcer.events import coup_head, messages_of
from puntobanco.cards import Card, parse_cards
from puntobanco.coup import Coup
from puntobanco.fairness import GuestSeed
from puntobanco.house import CLASSIC, CLASSROOM, EZ, SIX_DECKS, Burning, FixedBurn, House
from puntobanco.settlement import Chips
from puntobanco.table import Event, Fate, Seat, State, fold, is_public
from puntobanco.table.events import (
    BetPlaced,
    BetSettled,
    BetTakenBack,
    BoughtIn,
    Burned,
    CoupDealt,
    GuestLeft,
    GuestSat,
    SeedCommitted,
    SeedRevealed,
    ShoeClosed,
    ShoeCommitted,
    ShoeOpened,
    ShoeOrdered,
    ShoeRevealed,
    ShoeSeeded,
    TableClosed,
    TableOpened,
)

HEX = "0123456789abcdef" * 4
PROMISE = GuestSeed(1, "rosebud").commitment(bytes.fromhex(HEX)).hex()
NINE = parse_cards("9h")[0]


def evening(house: House = CLASSIC) -> tuple[Event, ...]:
    """Return every kind of event, in a possible order."""
    return (
        TableOpened("table", house),
        GuestSat(1, "Ann"),
        BoughtIn(1, Chips(1_000_00)),
        ShoeSeeded(1, HEX),
        ShoeCommitted(1, HEX),
        SeedCommitted(1, PROMISE),
        SeedRevealed(1, "rosebud"),
        ShoeOrdered(1, ()),
        ShoeOpened(1, 416, HEX),
        Burned(NINE, 9),
        BetPlaced(1, "player", Chips(25_00)),
        BetPlaced(1, "player", Chips(25_00)),
        BetPlaced(1, "banker", Chips(10_00)),
        BetPlaced(1, "tie", Chips(1_00)),
        BetTakenBack(1, "tie", Chips(1_00)),
        CoupDealt(1, Coup.parse("Jd 5h 9s / Qh Qd 8h"), 5, last=True),
        BetSettled(1, "player", Chips(50_00), Chips(-50_00), Fate.LOST),
        BetSettled(1, "banker", Chips(10_00), Chips(9_50), Fate.WON),
        ShoeClosed(1, 1),
        ShoeRevealed(1, HEX),
        GuestLeft(1, Chips(959_50)),
        TableClosed(),
    )


def aloud(
    event: Event, state: State, level: Level = Level.NORMAL, *, listener: int | None
) -> list[str]:
    """Return the sentences for one event. For a coup, only those before its cards."""
    messages = (
        coup_head(event, state.house) if isinstance(event, CoupDealt) else messages_of(event, state)
    )
    is_own = listener is not None and getattr(event, "seat", None) == listener
    return english_lines(messages_for(listening(level, Sense.EAR, is_own=is_own), messages))


def test_the_evening_has_every_kind_of_event() -> None:
    assert {type(event) for event in evening()} == set(get_args(Event))


def test_public_events_are_announced_and_private_ones_are_not() -> None:
    """The guest hears each at the full level; the guest or the others, at the normal one."""
    events = evening()
    for index, event in enumerate(events):
        state = fold(events[:index])
        full = event_lines(event, state, Level.FULL)
        normal = [*event_lines(event, state), *event_lines(event, state, listener=None)]
        assert bool(full) == bool(normal) == is_public(event), event
        assert all(0 < len(line) <= WIDTH for line in full)


def test_a_promised_seed_is_told_to_its_guest_unless_it_is_shown_in_the_same_breath() -> None:
    before, promised, shown = fold(evening()[:5]), *evening()[5:7]
    promise = "Word committed: it is shown once every guest has committed."
    assert transcript(before, [promised]) == [promise]
    assert transcript(before, [promised], listener=2) == []
    assert transcript(before, [promised], Level.TERSE) == []
    assert transcript(before, [promised, shown]) == ["Word: rosebud."]
    assert transcript(before, [promised, shown], Level.FULL) == [
        f"Word committed: {PROMISE[:16]}.",
        "Word: rosebud.",
    ]


@pytest.mark.parametrize("level", Level)
def test_no_secret_is_told_before_its_shoe_is_over(level: Level) -> None:
    secret = "5ec7e7" * 10
    events = (*evening()[:3], ShoeSeeded(1, secret), ShoeOrdered(1, (NINE,)))
    text = "\n".join(transcript(State(), events, level))
    assert secret not in text
    assert "nine" not in text


def test_a_full_win_says_what_it_was_paid_at() -> None:
    lines = transcript(State(), evening(), Level.FULL)
    assert "Won: $9.50 on Banker, $10 at 19 to 20." in lines
    assert f"Commitment: {HEX}" in lines
    assert f"Root: {HEX}" in lines


def test_another_guest_is_named() -> None:
    lines = transcript(State(), evening(), listener=None)
    assert "Sat down: Ann, seat 1." in lines
    assert "Ann, bet: $25 on Player." in lines
    assert "Ann, lost: $50 on Player." in lines
    assert "Left: Ann, with $959.50." in lines
    assert not any(line.startswith(("Bankroll", "Seat ")) for line in lines)
    assert transcript(State(), evening(), Level.FULL, listener=None)[-3:] == [
        "Left: Ann, with $959.50.",
        "Ann, result: lost $40.50.",
        "Table closed.",
    ]


def test_a_tie_says_which_stakes_stand_and_which_come_back() -> None:
    before = fold(evening()[:12])
    events = (
        CoupDealt(1, Coup.parse("6s Kc / 6d Td")),
        BetSettled(1, "banker", Chips(10_00), Chips(0), Fate.RETURNED),
        BetSettled(1, "player", Chips(50_00), Chips(0), Fate.STANDS),
    )
    assert transcript(before, events)[-4:] == [
        "Tie, 6 all: égalité, tie bets win.",
        "Returned: $10 on Banker.",
        "Still in play: $50 on Player.",
        "Bankroll: $1,000.",
    ]


def test_a_last_coup_without_a_cut_card_of_its_own_is_announced_first() -> None:
    state = fold(evening(EZ)[:10])
    last = CoupDealt(80, Coup.parse("6s Kc / 6d Td"), last=True)
    assert event_lines(last, state)[:2] == ["Coup 80.", "Last coup of the shoe."]


def test_a_house_that_shuffles_every_coup_makes_little_of_it() -> None:
    lines = transcript(State(), evening(CLASSROOM))
    assert [line for line in lines if "hoe" in line and "Cut card" not in line] == [
        "Shuffle: shoe 1."
    ]


@pytest.mark.parametrize(
    "burn, event, terse, normal",
    [
        (
            Burning.FIRST_CARD,
            Burned(Card.parse("Ah"), 1),
            "Burn card: ace of hearts, 1 more.",
            "Burn card: ace of hearts, so 1 more card is burned face down.",
        ),
        (
            FixedBurn(3, first_shown=True),
            Burned(Card.parse("9h"), 2),
            "Burn card: nine of hearts, 2 more.",
            "Burn card: nine of hearts, and 2 more cards are burned face down.",
        ),
        (
            FixedBurn(1, first_shown=True),
            Burned(Card.parse("9h"), 0),
            "Burn card: nine of hearts.",
            "Burn card: nine of hearts.",
        ),
        (
            FixedBurn(8),
            Burned(None, 8),
            "Burn: 8 cards.",
            "Burn: 8 cards are burned face down.",
        ),
        (
            FixedBurn(1),
            Burned(None, 1),
            "Burn: 1 card.",
            "Burn: 1 card is burned face down.",
        ),
    ],
)
def test_every_burn_is_told_by_its_house(
    burn: Burning | FixedBurn, event: Burned, terse: str, normal: str
) -> None:
    state = State(house=replace(CLASSIC, burn=burn))
    for level, line in zip(Level, (terse, normal, normal), strict=True):
        assert event_lines(event, state, level) == [line]
        assert aloud(event, state, level, listener=None) == [line]


def test_a_house_named_after_its_decks_says_them_once() -> None:
    assert house_lines(SIX_DECKS)[0] == "House: six decks."
    assert house_lines(CLASSIC)[0] == "House: classic, 8 decks."
    assert house_lines(replace(SIX_DECKS, decks=1))[0] == "House: six decks, 1 deck."


def test_a_fixed_burn_is_told_with_the_rules_in_full() -> None:
    house = replace(CLASSIC, burn=FixedBurn(8))
    assert "Burn: 8 cards, face down." in house_lines(house, Level.FULL)
    shown = replace(CLASSIC, burn=FixedBurn(1, first_shown=True))
    assert "Burn: 1 card, the first shown." in house_lines(shown, Level.FULL)
    assert not any("Burn" in line for line in house_lines(CLASSIC, Level.FULL))


def test_withheld_seeds_are_named() -> None:
    seats = {3: Seat("Grace"), 5: Seat("Bob"), 6: Seat("bob")}
    assert event_lines(ShoeOpened(1, 416, HEX, withheld=(3, 5)), State(seats=seats)) == [
        "Shoe: 416 cards in a fixed order.",
        "Word withheld: Grace and Bob in seat 5.",
    ]


def test_a_long_seed_is_broken_into_lines_that_fit() -> None:
    lines = event_lines(SeedRevealed(1, "la " * 66 + "la"), fold(evening()[:5]))
    assert len(lines) > 1
    assert all(len(line) <= WIDTH for line in lines)

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.announcer import Level, card_words, guest_name
from puntobanco.announcer.audience import Sense, listening, messages_for
from puntobanco.announcer.catalogues import english_lines
from puntobanco.announcer.coups import step_messages
from puntobanco.announcer.told import settled_messages, stakes_message
from puntobanco.cards import DECK
from puntobanco.coup import Coup, Drew, Naturals, deal
from puntobanco.house import CLASSIC, EZ, House
from puntobanco.settlement import Chips
from puntobanco.shoe import Shoe
from puntobanco.table import Event, Fate, Seat, State, fold, is_public
from puntobanco.table.events import (
    BetPlaced,
    BetSettled,
    BetTakenBack,
    CoupDealt,
    SeedCommitted,
    SeedRevealed,
    ShoeOpened,
)
from tests.announcer.test_events import HEX, aloud, evening


def stakes_aloud(events: Sequence[BetPlaced | BetTakenBack], house: House) -> str:
    (sentence,) = english_lines([stakes_message(events, house)])
    return sentence


def settled_aloud(
    settled: Iterable[BetSettled], state: State, level: Level = Level.NORMAL
) -> dict[int | None, list[str]]:
    """Return what each seat with bets hears of a coup's money, and everyone else under None."""
    by_seat = settled_messages(settled, state)
    listener = listening(level, Sense.EAR)
    return {seat: english_lines(messages_for(listener, each)) for seat, each in by_seat.items()}


def heard(coup: Coup, level: Level, naturals: Naturals = Naturals.HIGHER_WINS) -> list[str]:
    """Return the spoken words for each step of a coup, in one line."""
    steps = (step_messages(step, coup, naturals) for step in coup.events)
    heard = (messages_for(listening(level, Sense.EAR), step) for step in steps)
    return [" ".join(english_lines(messages)) for messages in heard if messages]


COUPS = {
    ("Jd 5h 9s / Qh Qd 8h", Level.NORMAL): [
        (
            "Player, jack of diamonds and five of hearts, five. "
            "Banker, queen of hearts and queen of diamonds, zero."
        ),
        "Player draws on 5: nine of spades, total 4.",
        "Banker draws on 0 against Player's 9: eight of hearts, total 8.",
        "Banker wins, 8 over 4.",
    ],
    ("Jd 5h 9s / Qh Qd 8h", Level.TERSE): [
        "Five Player, zero Banker.",
        "Player draws nine of spades: 4.",
        "Banker draws eight of hearts: 8.",
        "Banker wins, 8 over 4.",
    ],
    ("Jd 5h 9s / Qh Qd 8h", Level.FULL): [
        (
            "Player, jack of diamonds and five of hearts, five. "
            "Banker, queen of hearts and queen of diamonds, zero."
        ),
        "Player draws on 5: nine of spades, total 4. Rule: Player draws on 0 to 5.",
        (
            "Banker draws on 0 against Player's 9: eight of hearts, total 8. "
            "Rule: Banker with 0 draws whatever Player's third card is."
        ),
        "Banker wins, 8 over 4.",
    ],
    ("6s Kc / 6d Td", Level.NORMAL): [
        (
            "Player, six of spades and king of clubs, six. "
            "Banker, six of diamonds and ten of diamonds, six."
        ),
        "Both stand. Tie, 6 all: égalité, tie bets win.",
    ],
    ("2s 3c 3d / Kd 6d", Level.NORMAL): [
        (
            "Player, two of spades and three of clubs, five. "
            "Banker, king of diamonds and six of diamonds, six."
        ),
        "Player draws on 5: three of diamonds, total 8.",
        "Banker stands on 6 against Player's 3. Player wins, 8 over 6.",
    ],
    ("9s Kc / 7d Td", Level.NORMAL): [
        (
            "Player, nine of spades and king of clubs, natural nine. "
            "Banker, seven of diamonds and ten of diamonds, seven."
        ),
        "Player wins, 9 over 7.",
    ],
    ("9s Kc / 7d Td", Level.FULL): [
        (
            "Player, nine of spades and king of clubs, nine. "
            "Banker, seven of diamonds and ten of diamonds, seven."
        ),
        "Natural: Player 9. Rule: 8 or 9 in two cards ends the coup.",
        "Banker stands on 7.",
        "Player wins, 9 over 7.",
    ],
}


@pytest.mark.parametrize(
    "cards,level", COUPS, ids=lambda each: each.value if isinstance(each, Level) else each
)
def test_a_coup_sounds_like_this(cards: str, level: Level) -> None:
    assert heard(Coup.parse(cards), level) == COUPS[cards, level]


coups = st.lists(st.sampled_from(DECK), min_size=6, max_size=6).map(
    lambda cards: deal(Shoe(tuple(cards)))[0]
)


@given(coups, st.sampled_from(Naturals))
def test_a_coup_is_a_sentence_for_the_cards_one_for_each_draw_and_one_for_the_result(
    coup: Coup, naturals: Naturals
) -> None:
    opening, *draws, result = heard(coup, Level.NORMAL, naturals)
    assert [card for card in coup.cards[:4] if card_words(card) not in opening] == []
    drew = [step for step in coup.events if isinstance(step, Drew)]
    for step, sentence in zip(drew, draws, strict=True):
        assert sentence.startswith(f"{step.side} draws on ")
        assert card_words(step.card) in sentence
    assert re.search(r"wins, \d over \d\.$|Tie, .*égalité, tie bets win", result)


@given(coups)
def test_more_is_heard_at_each_level(coup: Coup) -> None:
    lengths = [len(" ".join(heard(coup, level))) for level in Level]
    assert lengths == sorted(lengths)


def test_a_last_coup_and_at_full_length_its_number_come_before_the_cards() -> None:
    last = CoupDealt(80, Coup.parse("6s Kc / 6d Td"), last=True)
    spoken = {level: aloud(last, State(house=EZ), level, listener=None) for level in Level}
    assert spoken[Level.TERSE] == spoken[Level.NORMAL] == ["Last coup of the shoe."]
    assert spoken[Level.FULL] == ["Coup 80.", "Last coup of the shoe."]


# --- events ---------------------------------------------------------------------------------------


def evening_aloud(level: Level, listener: int | None) -> Iterator[tuple[Event, list[str]]]:
    events = evening()
    for index, event in enumerate(events):
        yield event, aloud(event, fold(events[:index]), level, listener=listener)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("listener", [1, None])
def test_digits_are_never_read_out(level: Level, listener: int | None) -> None:
    spoken = " ".join(line for _, lines in evening_aloud(level, listener) for line in lines)
    assert not re.search(r"[0-9a-f]{16}", spoken)
    assert ("Commitment shown. " in spoken) == (level is Level.FULL)
    assert ("Root shown. " in spoken) == (level is Level.FULL)
    assert spoken.count("Secret shown") == (level is not Level.TERSE)


def test_a_seed_is_shown_and_never_read_out() -> None:
    state = fold(evening()[:5])
    for seed in ("rosebud again", HEX, f"rosebud {HEX}"):
        assert aloud(SeedRevealed(1, seed), state, Level.FULL, listener=1) == ["Word shown."]
        assert aloud(SeedRevealed(1, seed), state, Level.FULL, listener=2) == ["Ann, word shown."]


def test_others_bets_are_heard_only_at_full_length() -> None:
    state, bet = fold(evening()[:10]), BetPlaced(1, "tie", Chips(5_00))
    assert [aloud(bet, state, level, listener=2) for level in Level] == [
        [],
        [],
        ["Ann, bet: $5 on Tie.", "Ann, left to bet: $995."],
    ]
    assert aloud(bet, state, listener=1) == ["Bet: $5 on Tie."]


def test_every_public_event_is_heard_itself_or_with_the_coup_or_the_shuffle() -> None:
    """The shuffle stands for the rest of its ceremony, which the full level has."""
    with_the_coup, ceremony = (CoupDealt, BetSettled), (SeedCommitted, SeedRevealed, ShoeOpened)
    events = evening()
    for index, event in enumerate(events):
        state = fold(events[:index])
        for level in (Level.NORMAL, Level.FULL):
            spoken = [aloud(event, state, level, listener=listener) for listener in (1, None)]
            is_silent = level is Level.NORMAL and isinstance(event, ceremony)
            if not isinstance(event, with_the_coup):
                assert any(spoken) == (is_public(event) and not is_silent), event


def test_terse_speech_has_no_letters_for_cards() -> None:
    burned = next(
        lines for event, lines in evening_aloud(Level.TERSE, 1) if "Burned" in repr(event)
    )
    assert burned == ["Burn card: nine of hearts, 9 more."]


# --- money ----------------------------------------------------------------------------------------

WON, LOST, BACK, STANDS = Fate.WON, Fate.LOST, Fate.RETURNED, Fate.STANDS


def bet(seat: int, key: str, stake: int, earned: int, fate: Fate) -> BetSettled:
    return BetSettled(seat, key, Chips(100 * stake), Chips(100 * earned), fate)


def table(*names: str, coup: str = "9s Kc / 7d Td") -> State:
    seats = {seat: Seat(name, Chips(1_000_00)) for seat, name in enumerate(names, 1)}
    return State(seats=seats, coups=(Coup.parse(coup),))


def one(level: Level, *bets: BetSettled) -> str:
    (sentence,) = settled_aloud(bets, table("Ada"), level)[1]
    return sentence


def test_ones_own_money_is_one_sentence() -> None:
    win, loss = bet(1, "player", 25, 25, WON), bet(1, "tie", 50, -50, LOST)
    assert one(Level.NORMAL, loss, win) == (
        "You win $25 on Player and lose $50 on Tie; bankroll $1,000."
    )
    assert one(Level.TERSE, loss, win) == "You lose $25; bankroll $1,000."
    assert one(Level.FULL, loss, win) == (
        "You win $25 on Player at 1 to 1 and lose $50 on Tie; bankroll $1,000."
    )
    assert one(Level.NORMAL, loss) == "You lose $50 on Tie; bankroll $1,000."
    assert one(Level.NORMAL, loss, win, bet(1, "big", 5, -5, LOST)) == (
        "You win $25 on Player, and lose $50 on Tie and $5 on Big; bankroll $1,000."
    )


def test_stakes_that_stand_or_come_back_are_told_as_what_they_are() -> None:
    stands = [bet(1, "player", 25, 0, STANDS), bet(1, "banker", 10, 0, STANDS)]
    assert one(Level.NORMAL, bet(1, "tie", 5, 40, WON), *stands) == (
        "You win $40 on Tie; $25 on Player and $10 on Banker stay in play; bankroll $1,000."
    )
    assert one(Level.NORMAL, stands[0]) == "$25 on Player stays in play; bankroll $1,000."
    assert one(Level.TERSE, *stands) == "Your bets stay in play; bankroll $1,000."
    assert one(Level.NORMAL, bet(1, "banker", 10, 0, BACK)) == (
        "$10 on Banker is returned; bankroll $1,000."
    )
    even = [bet(1, "player", 25, 25, WON), bet(1, "tie", 25, -25, LOST)]
    assert one(Level.TERSE, *even) == "You break even; bankroll $1,000."


def test_many_bets_of_one_fate_are_counted_unless_everything_is_said() -> None:
    keys = ("banker", "tie", "big", "small")
    losses = [bet(1, key, 5, -5, LOST) for key in keys]
    assert one(Level.NORMAL, *losses) == "You lose $20 on 4 bets; bankroll $1,000."
    assert one(Level.FULL, *losses) == (
        "You lose $5 on Banker, $5 on Tie, $5 on Big and $5 on Small; bankroll $1,000."
    )


def test_others_are_one_sentence_after_ones_own() -> None:
    bets = (
        bet(3, "tie", 10, -10, LOST),
        bet(1, "tie", 10, -10, LOST),
        bet(2, "tie", 10, -10, LOST),
        bet(1, "player", 10, 10, WON),
        bet(2, "player", 30, 30, WON),
        bet(4, "player", 5, 5, WON),
        bet(4, "tie", 5, -5, LOST),
    )
    state = table("Ada", "Grace", "Bob", "bob")
    assert settled_aloud(bets, state)[1] == [
        "You win $10 on Player and lose $10 on Tie; bankroll $1,000.",
        "Grace wins $20, Bob in seat 3 loses $10 and bob in seat 4 breaks even.",
    ]
    assert settled_aloud(bets, state, Level.TERSE)[1] == ["You break even; bankroll $1,000."]
    assert settled_aloud(bets, state)[None] == ["Guests: 1 wins $20, 1 loses $10, 2 break even."]


@pytest.mark.parametrize("level", Level)
def test_fourteen_guests_are_two_sentences_at_most(level: Level) -> None:
    state = table(*(f"Guest {seat}" for seat in range(1, 15)))
    bets = [bet(seat, "player", seat, -seat if seat % 2 else seat, LOST) for seat in state.seats]
    spoken = settled_aloud(bets, state, level)[3]
    assert len(spoken) == (1 if level is Level.TERSE else 2)
    assert spoken[0].startswith("You lose $3")
    assert spoken[1:] in ([], ["Others: 7 win $56, 6 lose $46."])


def test_nobody_hears_of_money_where_there_were_no_bets() -> None:
    for level in Level:
        assert settled_aloud((), table("Ada"), level) == {None: []}


def test_bets_that_are_repeated_or_cleared_are_one_sentence() -> None:
    keys = ("player", "tie", "big", "small")
    placed = [BetPlaced(1, key, Chips(5_00)) for key in keys]
    taken = [BetTakenBack(1, key, Chips(5_00)) for key in keys]
    assert stakes_aloud(placed[:3], CLASSIC) == "Bet: $5 on Player, $5 on Tie and $5 on Big."
    assert stakes_aloud(placed, CLASSIC) == "Bet: $20 on 4 spots."
    assert stakes_aloud(taken[:1], CLASSIC) == "Taken back: $5 from Player."
    assert stakes_aloud(taken, CLASSIC) == "Taken back: $20 from 4 spots."


# --- names ----------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from(["Ada", "ada", "Grace", "You", "TIE"]), max_size=14))
def test_no_two_guests_sound_the_same(names: list[str]) -> None:
    seats = {seat: Seat(name) for seat, name in enumerate(names, 1)}
    spoken = [guest_name(seat, seats).casefold() for seat in seats]
    assert len(set(spoken)) == len(spoken)
    assert not {"you", "tie"} & set(spoken)
    assert all(
        name in (names[seat - 1], f"{names[seat - 1]} in seat {seat}")
        for seat, name in ((seat, guest_name(seat, seats)) for seat in seats)
    )

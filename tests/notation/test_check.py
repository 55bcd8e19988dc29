"""True records pass every check. A change to one is found, with its line."""

from __future__ import annotations

import dataclasses
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from puntobanco.cards import Card
from puntobanco.house import CLASSIC, EZ, HOUSES, House, OwnBet
from puntobanco.notation import (
    Record,
    check,
    format_record,
    locate_record,
    parse_record,
    records,
    repetitions,
)
from puntobanco.settlement import Chips
from puntobanco.table import Fate, Phase
from puntobanco.table.commands import BuyIn, CloseTable, Leave, Sit
from puntobanco.table.events import ShoeSeeded
from tests.notation.tables import (
    FACE_DOWN,
    LISTED_SINCE,
    LOCKED,
    OWN_BETS,
    THREE_BURNED,
    TINY,
    Evening,
    cut_short,
    recorded,
)
from tests.notation.tampering import every_tampering, tampered
from tests.rules.random_bets import random_bet
from tests.rules.strategies import houses


@pytest.mark.parametrize("coups", [None, 0, 1, 6])
@pytest.mark.parametrize(
    "house",
    [*HOUSES.values(), LOCKED, TINY, OWN_BETS, LISTED_SINCE, FACE_DOWN, THREE_BURNED],
    ids=lambda house: house.name,
)
def test_what_the_table_records_holds(house: House, coups: int | None) -> None:
    verdict = check(recorded(house, coups=coups))
    assert verdict.faults == ()
    assert verdict.holds
    if coups is None:
        assert verdict.finished
        assert f"the order of {house.cards} cards" in " ".join(verdict.checked)


@pytest.mark.parametrize("coups", [0, 1, 6])
@pytest.mark.parametrize("house", [CLASSIC, EZ, LOCKED], ids=lambda house: house.name)
def test_a_shoe_whose_table_was_closed_is_checked_like_a_finished_one(
    house: House, coups: int
) -> None:
    record = cut_short(house, coups=coups)
    assert record.promises
    assert record.promises.seed
    assert not record.paths
    verdict = check(parse_record(format_record(record)))
    assert verdict.faults == ()
    assert not verdict.finished
    assert f"the order of {house.cards} cards" in " ".join(verdict.checked)
    assert "that no coup followed" in verdict.unchecked[-1]


@settings(max_examples=40, deadline=None)
@given(houses(), st.text("abc", min_size=1, max_size=5))
def test_whatever_the_rules_a_record_holds(house: House, seed: str) -> None:
    evening = Evening(house, seed, guests=1)
    evening.play(coups=8)
    for record in records(evening.log):
        assert check(parse_record(format_record(record))).faults == ()


@pytest.mark.parametrize("turn", range(4))
@every_tampering
def test_tampering_is_named_with_its_line(shoe: str, name: str, turn: int) -> None:
    changed, line = tampered(shoe, name, turn)
    verdict = check(*locate_record(changed))
    assert not verdict.holds
    # Without the root of an unfinished shoe no path leads anywhere, and each path is named.
    if (shoe, name) != ("unfinished", "changed root"):
        assert line in {fault.line for fault in verdict.faults}, verdict.faults


def test_a_fixed_burn_is_recorded_as_it_was_seen() -> None:
    down, three = recorded(FACE_DOWN, coups=1), recorded(THREE_BURNED, coups=1)
    assert down.burn == (None,) * 8
    assert [card is None for card in three.burn] == [False, True, True]
    assert len(three.paths) == 1 + len(three.coups[0].cards)
    text = format_record(three)
    assert "Rule: burn = 3\nRule: burn_shown = true\nRule: cut_card = 7\n" in text


def test_any_definition_is_settled_again() -> None:
    chance = random.Random("any definition")
    own = tuple(OwnBet(random_bet(chance, f"own_{number}")) for number in range(40))
    house = dataclasses.replace(
        CLASSIC, name="any", own_bets=own, side_bets=tuple(each.bet for each in own)
    )
    record = recorded(house)
    assert check(parse_record(format_record(record))).faults == ()
    assert len({bet.key for coup in record.coups for bet in coup.bets}) > 30


def test_any_changed_card_of_a_whole_shoe_is_found() -> None:
    record = recorded(TINY)
    for index, coup in enumerate(record.coups):
        for place, card in enumerate(coup.cards):
            assert card
            other = "2c" if str(card) != "2c" else "3c"
            cards = (*coup.cards[:place], Card.parse(other), *coup.cards[place + 1 :])
            coups = (
                *record.coups[:index],
                replace(coup, cards=cards),
                *record.coups[index + 1 :],
            )
            assert not check(replace(record, coups=coups)).holds


def test_an_unfinished_shoe_shows_paths_and_no_secret() -> None:
    evening = Evening(CLASSIC, "secret")
    evening.play(coups=5)
    for seat in (1, 2):
        evening.do(Leave(seat))
    evening.do(CloseTable())
    (record,) = records(evening.log)
    (secret,) = (event.secret for _, event in evening.log if isinstance(event, ShoeSeeded))
    text = format_record(record)
    assert secret not in text
    assert record.promises
    assert record.promises.seed is None
    assert len(record.paths) == 1 + sum(len(coup.cards) for coup in record.coups)
    verdict = check(record)
    assert verdict.holds
    assert not verdict.finished


def test_only_the_paths_need_the_private_events() -> None:
    evening = Evening(CLASSIC, "public")
    evening.play(coups=3)
    public = [(at, event) for at, event in evening.log if not isinstance(event, ShoeSeeded)]
    (record,) = records(public)
    assert record.paths == ()
    assert "has no path" in check(record).faults[0].text


def test_every_shoe_of_an_evening_has_its_record() -> None:
    evening = Evening(TINY, "evening")
    evening.play()
    evening.play()
    evening.play(coups=1)
    first, second, third = records(evening.log)
    assert [each.shoe for each in (first, second, third)] == [1, 2, 3]
    assert [each.end.finished for each in (first, second, third) if each.end] == [True, True, False]
    assert all(check(each).holds for each in (first, second, third))
    for before, after in ((first, second), (second, third)):
        for seat, total, later in zip(before.seats, before.totals, after.seats, strict=True):
            assert (seat.brought or 0) + total.earned == later.brought


def test_what_guests_do_after_the_last_coup_is_not_in_the_record() -> None:
    evening = Evening(TINY, "rebuy")
    evening.play()
    before = list(records(evening.log))
    evening.do(BuyIn(1, chips=Chips(777_00)))
    evening.do(Sit(5, "Zoe"))
    evening.do(Leave(2))
    assert list(records(evening.log)) == before
    evening.play(coups=1)
    first, second = records(evening.log)
    assert [first] == before
    assert [seat.seat for seat in second.seats] == [1, 5]


def _without_bets(record: Record, seat: int, coups: range) -> Record:
    """Remove the bets of a seat in some coups, and correct the totals."""
    kept = tuple(
        replace(coup, bets=tuple(bet for bet in coup.bets if bet.seat != seat or at not in coups))
        for at, coup in enumerate(record.coups)
    )
    totals = tuple(
        replace(each, earned=sum(b.earned for c in kept for b in c.bets if b.seat == each.seat))
        for each in record.totals
    )
    return replace(record, coups=kept, totals=totals)


@pytest.fixture
def stood() -> tuple[Record, int, int]:
    """Return a record, a seat whose locked stake stands, and the coup in which it reappears."""
    record = recorded(LOCKED, "ties 2")
    return next(
        (record, bet.seat, at)
        for at, coup in enumerate(record.coups, 1)
        for bet in coup.bets
        if bet.fate is Fate.STANDS and any(bet.seat == b.seat for b in record.coups[at + 1].bets)
    )


def test_a_locked_stake_does_not_vanish(stood: tuple[Record, int, int]) -> None:
    record, seat, at = stood
    assert check(record).holds
    found = check(_without_bets(record, seat, range(at, at + 1))).faults
    assert f"coup {at + 1}, seat {seat}" in found[0].text
    assert "that stood are locked, and not here" in found[0].text


def test_a_guest_may_have_left_with_a_locked_stake(stood: tuple[Record, int, int]) -> None:
    record, seat, at = stood
    left = check(_without_bets(record, seat, range(at, len(record.coups))))
    assert left.holds
    assert left.unchecked[-1].endswith("not seen again: their guests may have left")
    seats = tuple(
        replace(each, name="A, then B") if each.seat == seat else each for each in record.seats
    )
    replaced = check(replace(_without_bets(record, seat, range(at, at + 1)), seats=seats))
    assert replaced.holds
    assert replaced.unchecked[-1].endswith("their guests may have left")


def test_a_seed_that_was_used_twice_is_found() -> None:
    evening = Evening(TINY, "twice")
    evening.play()
    (first,) = records(evening.log)
    other = Evening(TINY, "twice", table="other")
    other.play()
    (second,) = records(other.log)
    assert check(first).holds
    assert check(second).holds
    (found,) = repetitions({"a": first, "b": second})
    assert found == ("b", "Reveal", "the secret was used before, in a")
    assert list(repetitions({"a": first, "copy of a": first})) == []


@pytest.mark.parametrize("withhold", [0, 2])
def test_a_shoe_that_was_dealt_twice_is_found(withhold: int) -> None:
    written: list[Record] = []
    for hidden in (1, withhold):
        evening = Evening(TINY, "again")
        evening.begin_shoe(withhold=hidden)
        evening.coup()
        written += records(evening.log)
        while evening.state.phase is Phase.BETTING:
            evening.coup()
        written += records(evening.log)
    first_open, first, second_open, second = written
    assert all(check(each).holds for each in written)
    for one, two in ((first, second), (first_open, second), (first_open, second_open)):
        (found,) = repetitions({"a": one, "b": two})
        assert found[:2] == ("b", "Shoe")
        assert "dealt twice: in a it has another root" in found.text
    assert list(repetitions({"open": first_open, "finished": first})) == []
    assert first.promises
    fewer = replace(first, promises=replace(first.promises, guests=first.promises.guests[1:]))
    assert [each.tag for each in repetitions({"a": first, "b": fewer})] == ["Shoe"]


def _hand(body: str, head: str = "House: classic") -> tuple[str, ...]:
    text = f"BGN: 1\n{head}\n{body}\n"
    return tuple(map(str, check(*locate_record(text)).faults))


UNCHECKED = {
    "1. B\n2. 7-7 T\n3. 9h Kd 4s 5c ?? 6-7 B\n"
    "4. ?? ?? ?? ?? 8-3 P  #1 banker 10 -10, player 5 +5, player_pair 1 +11": (
        "the order of the cards: nothing was promised about it",
        "4 coups with unknown cards, in part",
    ),
    "1. 9h Kd 4s interrupted\n2. B": (
        "1 interrupted coup: that it was",
        "1 coup with unknown cards, in part",
    ),
    "1. T  #1 player 5 stands\n2. B  #1 tie 5 -5": (
        "1 stakes that stood and were not seen again: guests may take them back here",
    ),
}


@pytest.mark.parametrize("body", UNCHECKED)
def test_a_shoe_from_a_real_table_is_checked_as_far_as_it_is_known(body: str) -> None:
    end = f"End: unfinished, {body.count('. ')} coups"
    verdict = check(*locate_record(f"BGN: 1\nHouse: classic\n{body}\n{end}\n"))
    assert verdict.faults == ()
    assert set(UNCHECKED[body]) <= set(verdict.unchecked)


FAULTS = [
    ("1. 7-8 P", "line 3: coup 1: the outcome is B, not P"),
    ("1. 9h Kd 4s", "line 3: coup 1: the tableau deals more than these 3 cards"),
    ("1. 9h ?? 4s", "line 3: coup 1: 3 cards are no coup, unless it was interrupted"),
    ("1. 9h Kd 4s 5c 8h 2c", "line 3: coup 1: the tableau deals 5 cards, not 6"),
    ("1. 9h Kd 4s 5c", "line 3: coup 1: the tableau deals more than these 4 cards"),
    ("1. B  #1 player 5 +5", "line 3: coup 1, seat 1, player: it earned -5.00, not +5.00"),
    ("1. B  #1 player 5.50 -5.50", "a stake of 5.50 is not 1.00 to 10000.00 in steps of 1.00"),
    ("1. B  #1 dragon_7 5 -5", "not offered: Dragon 7. Bets: Player, Banker, Tie"),
    (
        "1. B  #1 player 5 -5, player 5 -5",
        "line 3: coup 1, seat 1, player: the bet stands twice",
    ),
    ("1. interrupted  #1 player 5 -5", "nothing is won or lost in an interrupted coup"),
    ("Burn: 9h ??\n1. B", "line 3: 9h burns 9 more cards, not 1"),
    (
        "Seat: 1 3.00 A\n1. B  #1 banker 4 +3.80",
        "line 4: coup 1, seat 1: stakes 4.00, has 3.00",
    ),
    ("2. B", "line 3: coup 2 stands where coup 1 should"),
    (
        "1. 9h Kd 4s 5c 6h 7c interrupted",
        "line 3: coup 1: these cards are a whole coup: it was not interrupted",
    ),
    (f"1. {'?? ' * 6} void", "line 3: coup 1: these cards are a whole coup"),
    (f"Burn: {'?? ' * 410}\n1. B", "line 3: 410 cards are burned, and no house burns more"),
    (f"Burn: {'?? ' * 500}\n1. B", "line 3: 500 cards are burned, and no house burns more"),
    ("Seat: 1 9 A\nSeat: 1 99 B\n1. B", "line 4: seat 1 has a Seat line already"),
    ("1. B\nTotal: 1 +0\nTotal: 1 +0", "line 5: seat 1 has a Total line already"),
    (f"1. B\nPath: 5 {'00' * 16}", "line 4: a path belongs to a promised shoe"),
    ("Rule: decks = 8\n1. B", "line 3: the rule 'name = \"custom\"' belongs here"),
    ("Rule: decks = 8\nRule: decks = 8\n1. B", "line 4: the rules: house file: not TOML"),
    ("1. ?? ?? ?? ?? 9-8 P  #1 big 5 +2.70", "it earned -5.00, not +2.70"),
]
"""Records of one coup at the classic house, and the fault in each."""


@pytest.mark.parametrize("body, fault", FAULTS)
def test_a_fault_in_a_shoe_from_a_real_table_is_found(body: str, fault: str) -> None:
    found = _hand(f"{body}\nEnd: unfinished, 1 coups")
    assert any(fault in each for each in found), found


def test_no_card_comes_more_often_than_there_are_decks() -> None:
    body = "\n".join(f"{n}. 9h 9h ?? ??  ?-? ?" for n in range(1, 6))
    found = _hand(f"{body}\nEnd: unfinished, 5 coups")
    assert found == ("line 7: coup 5: 9h comes 9 times",)


def test_of_a_house_that_nobody_knows_the_cards_are_checked() -> None:
    lisboa, end = "House: Casino Lisboa\nDecks: 6", "End: finished, 1 coups"
    assert _hand(f"1. 9h Kd 4s 5c 6h 7c  9-2 P  #1 roulette 5 +175\n{end}", lisboa) == ()
    (fault,) = _hand(f"1. 9h Kd 4s 5c 6h 7c  9-3 P\n{end}", lisboa)
    assert fault == "line 4: coup 1: Banker's total is 2, not 3"
    text = f"BGN: 1\n{lisboa}\n1. B  #1 tie 5 -5\n{end}\n"
    assert any(
        "what bets pay and the end" in each for each in check(*locate_record(text)).unchecked
    )
    assert (
        "decks: 60 is out of range: use 1 to 12"
        in _hand(f"1. B\n{end}", "House: Lisboa\nDecks: 60")[0]
    )


def test_nobody_but_the_house_counts_the_withheld_seeds() -> None:
    for coups in (None, 3):
        verdict = check(recorded(CLASSIC, coups=coups))
        assert "the count of withheld words: nothing proves it" in verdict.unchecked


def test_the_rules_of_an_unfinished_shoe_are_taken_as_stated() -> None:
    unchecked = " ".join(check(recorded(CLASSIC, coups=3)).unchecked)
    assert "the rules were taken as stated, not against the commitment" in unchecked


@pytest.mark.parametrize("cut", range(1, 30))
def test_no_byte_is_cut_off_the_end_unnoticed(cut: int) -> None:
    text = format_record(recorded(TINY))
    assert not check(*locate_record(text[:-cut])).holds


def test_another_scheme_is_not_believed() -> None:
    text = format_record(recorded(TINY)).replace("Scheme: BAC1", "Scheme: BAC2")
    (fault,) = check(*locate_record(text)).faults
    assert "'BAC2' is not BAC1" in fault.text


def test_without_lines_the_strict_form_is_meant() -> None:
    record = recorded(TINY)
    wrong = replace(
        record, coups=(*record.coups[:-1], replace(record.coups[-1], player_total=None))
    )
    (fault,) = check(wrong).faults
    assert f"Player's total is {record.coups[-1].player_total}, not ?" in fault.text
    written = format_record(wrong).splitlines()[fault.line - 1]
    assert written.startswith(f"{record.coups[-1].number:>3}. ")


def test_an_empty_record_is_truncated() -> None:
    (fault,) = check(Record()).faults
    assert "truncated" in fault.text

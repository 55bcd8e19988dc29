"""The board as a value: its text form, one coup at a time, and bad letters."""

from __future__ import annotations

import copy
import pickle
import sys
from contextlib import suppress
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.coup import Coup, Naturals, Outcome
from puntobanco.errors import NotationError
from puntobanco.roads import Bead, DerivedRoad, Roads
from puntobanco.roads.board import parse_beads
from puntobanco.tableau import Side

BEADS = st.builds(Bead, st.sampled_from(Outcome), st.frozensets(st.sampled_from(Side)))
BOARDS = st.lists(BEADS, max_size=90).map(Roads.of)


@given(BOARDS)
def test_the_text_form_is_reversible(roads: Roads) -> None:
    assert Roads.parse(str(roads)) == roads
    assert eval(repr(roads), {"Roads": Roads}) == roads  # noqa: S307 - our own repr
    assert hash(Roads.parse(str(roads))) == hash(roads)


@given(BEADS)
def test_the_text_form_of_a_bead_is_reversible(bead: Bead) -> None:
    assert Bead.parse(str(bead)) == bead
    assert eval(repr(bead), {"Bead": Bead}) == bead  # noqa: S307 - our own repr


@given(st.lists(BEADS, max_size=60))
def test_one_coup_at_a_time_gives_the_board_of_all_at_once(beads: list[Bead]) -> None:
    added = reduce(lambda roads, bead: roads.add(bead.outcome, pairs=bead.pairs), beads, Roads())
    at_once = Roads.of(beads)
    assert added == at_once
    assert added.beads == tuple(beads)
    assert added.coups == at_once.coups == len(beads)
    assert added.runs == at_once.runs
    assert all(added.marks(road) == at_once.marks(road) for road in DerivedRoad)


def test_one_more_coup_keeps_the_whole_board_before_and_copies_none_of_it() -> None:
    long = Roads.parse("BBPTPB" * 20_000)
    more = long.add(Outcome.PLAYER)
    assert more.history is not None
    assert more.history[1] is long.history
    assert more.run is not None
    assert more.run.before is long.run
    size = sum(map(sys.getsizeof, (more, more.history, more.run)))
    assert size < 300


def test_outcomes_make_a_board_too() -> None:
    assert Roads.of([Outcome.BANKER, Outcome.TIE]) == Roads.parse("BT")


def test_decisions_are_the_last_ten_oldest_first() -> None:
    assert Roads.parse("PPBTBBTPBBPT").decisions == "BTBBTPBBPT"
    assert Roads.parse("'BP.").decisions == "BP"
    assert Roads().decisions == ""


def test_case_spaces_and_line_breaks_are_free() -> None:
    assert Roads.parse(" bB\tp\r\n 'T . ") == Roads.parse("BBP'T.")


@pytest.mark.parametrize(
    "text, message",
    [
        ("BBX", "'X' is not P, B or T (character 3)"),
        ("B B x", "'x' is not P, B or T (character 5)"),
        ("BB\nP?T\n", "'?' is not P, B or T (line 2, character 2)"),
        ("BB0\n", "'0' is not P, B or T (character 3)"),
        ("ßB", "'ß' is not P, B or T (character 1)"),
        ("B'", '"\'" is not beside the letter it belongs to (character 2)'),
        (".B", "'.' is not beside the letter it belongs to (character 1)"),
        ("B ..P", "'.' is not beside the letter it belongs to (character 4)"),
        ("P''B", '"\'" is not beside the letter it belongs to (character 2)'),
    ],
)
def test_any_other_letter_is_named_with_its_position(text: str, message: str) -> None:
    with pytest.raises(NotationError) as refusal:
        Roads.parse(text)
    assert str(refusal.value) == message


@pytest.mark.parametrize("text", ["", "BP"])
def test_one_bead_is_neither_none_nor_two(text: str) -> None:
    with pytest.raises(NotationError):
        Bead.parse(text)


@given(st.text("PBTpbt'. \n", max_size=30) | st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        assert "".join(map(str, parse_beads(text))) == "".join(text.split()).upper()


def test_an_empty_shoe_is_an_empty_board() -> None:
    roads = Roads.parse(" \n")
    assert roads == Roads()
    assert [roads.beads, roads.runs, roads.wins] == [(), (), ()]
    assert all(roads.asked(road, side) is None for road in DerivedRoad for side in Side)


def test_boards_are_equal_by_their_beads_alone() -> None:
    assert Roads.parse("BP") != Roads.parse("PB")
    assert Roads.parse("BP") != Roads.parse("BP.")
    assert Roads.parse("BP") != "BP"


def test_a_long_board_can_be_copied_and_kept() -> None:
    roads = Roads.parse("BBP'TPB" * 5_000)
    assert pickle.loads(pickle.dumps(roads)) == roads  # noqa: S301 - our own pickle
    assert copy.deepcopy(roads) == roads


def test_coups_make_a_board_with_their_pairs() -> None:
    coups = map(Coup.parse, ("4h 4c / Ks 9d", "9s Kd / Ts 9h", "6h Kc / 7s 7d"))
    assert Roads.of_coups(coups, Naturals.HIGHER_WINS) == Roads.parse("B. T 'P")

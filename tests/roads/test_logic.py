"""The derived roads and the ask marks, against examples, a twin and properties."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.coup import Outcome
from puntobanco.roads import DerivedRoad, Mark, Roads, Win
from puntobanco.tableau import Side
from tests.roads import endless_sheet

RESULTS = st.text("PBT", max_size=120)
STREAKS = st.lists(st.tuples(st.sampled_from("PBT"), st.integers(1, 12)), max_size=25).map(
    lambda streaks: "".join(letter * length for letter, length in streaks)
)
SHOES = RESULTS | STREAKS


def letters(roads: Roads) -> tuple[str, str, str]:
    return roads.big_eye_boy, roads.small_road, roads.cockroach_pig


def asked(roads: Roads, side: Side) -> str:
    marks = [roads.asked(road, side) for road in DerivedRoad]
    return "".join(mark.letter if mark else "-" for mark in marks)


@pytest.mark.parametrize(
    "results, marks",
    [
        ("", ""),
        ("B", ""),
        ("BP", ""),
        ("BPB", "R"),
        ("BBP", ""),
        ("BBPP", "R"),
        ("BBPPP", "RB"),
        ("BBPPPP", "RBR"),
        ("BBPPBBPPPP", "RRRRRBR"),
    ],
)
def test_big_eye_boy_by_example(results: str, marks: str) -> None:
    assert Roads.parse(results).big_eye_boy == marks


def test_a_whole_shoe_by_example() -> None:
    roads = Roads.parse("BBPBPPPBBPPTBBBBPB")
    assert [run.length for run in roads.runs] == [2, 1, 1, 3, 2, 2, 4, 1, 1]
    assert letters(roads) == ("BRBRBRBRRRBRBB", "BBRBBBRBRBRBB", "RBBBBBBRRBBB")
    assert asked(roads, Side.BANKER) == "BRR"
    assert asked(roads, Side.PLAYER) == "RBB"


@pytest.mark.parametrize(
    "road, second_cell, first_cell",
    [
        (DerivedRoad.BIG_EYE_BOY, "BPP", "BPB"),
        (DerivedRoad.SMALL_ROAD, "BPBB", "BPBP"),
        (DerivedRoad.COCKROACH_PIG, "BPBPP", "BPBPB"),
    ],
)
def test_where_each_derived_road_starts(
    road: DerivedRoad, second_cell: str, first_cell: str
) -> None:
    assert Roads.parse(second_cell).marks(road) == (Mark.BLUE,)
    assert Roads.parse(first_cell).marks(road) == (Mark.RED,)
    assert Roads.parse(first_cell[:-1]).marks(road) == ()


@pytest.mark.no_cover
def test_every_shoe_of_up_to_twelve_wins_agrees_with_the_endless_sheet() -> None:
    for wins in range(13):
        for results in map("".join, product("PB", repeat=wins)):
            twin = tuple(endless_sheet.derived(results, back) for back in (1, 2, 3))
            assert letters(Roads.parse(results)) == twin, results


@given(SHOES)
def test_long_shoes_agree_with_the_endless_sheet(results: str) -> None:
    roads = Roads.parse(results)
    assert letters(roads) == tuple(endless_sheet.derived(results, back) for back in (1, 2, 3))
    assert [run.length for run in roads.runs] == [len(c) for c in endless_sheet.columns(results)]
    assert [win.ties for win in roads.wins] == endless_sheet.ties(results)
    assert "".join(win.side.name[0] for win in roads.wins) == results.replace("T", "")


@given(SHOES)
def test_the_ask_marks_are_the_marks_that_then_come(results: str) -> None:
    roads = Roads.parse(results)
    for road, side in product(DerivedRoad, Side):
        mark = roads.asked(road, side)
        after = roads.add(Outcome(side.value)).marks(road)
        assert after == roads.marks(road) + ((mark,) if mark else ())


@given(SHOES)
def test_the_ask_marks_for_banker_and_player_are_opposite(results: str) -> None:
    roads = Roads.parse(results)
    for road in DerivedRoad:
        banker, player = (roads.asked(road, side) for side in (Side.BANKER, Side.PLAYER))
        assert (banker is None) == (player is None)
        assert banker is None or banker is not player


@given(SHOES)
def test_ties_never_change_a_derived_road_or_an_ask(results: str) -> None:
    with_ties, without = Roads.parse(results), Roads.parse(results.replace("T", ""))
    assert letters(with_ties) == letters(without)
    assert with_ties.runs == without.runs
    assert all(asked(with_ties, side) == asked(without, side) for side in Side)


@given(SHOES)
def test_the_mirror_of_banker_and_player_leaves_derived_roads_unchanged(results: str) -> None:
    roads, mirrored = (
        Roads.parse(results),
        Roads.parse(results.translate(str.maketrans("PB", "BP"))),
    )
    assert letters(roads) == letters(mirrored)
    assert all(asked(roads, side) == asked(mirrored, side.other) for side in Side)


def test_ties_before_the_first_win_are_counted_on_it() -> None:
    assert Roads.parse("TTBTPTT").wins == (Win(Side.BANKER, 3), Win(Side.PLAYER, 2))
    assert Roads.parse("TT").wins == ()

"""The places of marks, against a sheet that stores every taken cell."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from puntobanco.roads import DerivedRoad, Roads, layout
from puntobanco.roads.layout import Cell
from tests.roads import endless_sheet
from tests.roads.test_logic import SHOES


@given(SHOES, st.integers(1, 7))
def test_places_agree_with_a_sheet_that_knows_every_taken_cell(results: str, rows: int) -> None:
    assert list(layout.places(results, rows=rows)) == endless_sheet.cells(results, rows)


def test_every_road_of_up_to_five_long_runs_on_three_rows_agrees_with_the_sheet() -> None:
    for lengths in product(range(1, 8), repeat=5):
        kinds = "".join("PB"[run % 2] * length for run, length in enumerate(lengths))
        assert list(layout.places(kinds, rows=3)) == endless_sheet.cells(kinds, 3), lengths


def test_a_tail_along_the_top_row_pushes_the_next_run_beyond_it() -> None:
    # The second run finds the first one's tail right below its head, so it goes right at once.
    cells = [(0, 0), (0, 1), (1, 1), (2, 1), (1, 0), (2, 0), (3, 0)]
    assert list(layout.places("BBBBPPB", rows=2)) == cells


@given(SHOES)
def test_each_road_is_laid_out_by_its_own_marks(results: str) -> None:
    roads = Roads.parse(results)
    wins = results.replace("T", "")
    assert [cell[:2] for cell in layout.big_road(roads).cells] == endless_sheet.cells(wins)
    assert [cell.mark for cell in layout.big_road(roads).cells] == list(roads.wins)
    for road in DerivedRoad:
        letters = "".join(mark.letter for mark in roads.marks(road))
        assert [cell[:2] for cell in layout.derived(roads, road).cells] == endless_sheet.cells(
            letters
        )


@given(SHOES)
def test_the_bead_plate_goes_down_then_right(results: str) -> None:
    cells = layout.bead_plate(Roads.parse(results)).cells
    assert [cell.mark.outcome.letter for cell in cells] == list(results)
    assert [6 * cell.column + cell.row for cell in cells] == list(range(len(results)))


@given(SHOES, st.integers(1, 12))
def test_a_window_is_a_cut_of_the_whole_that_holds_the_newest_mark(
    results: str, columns: int
) -> None:
    roads = Roads.parse(results)
    whole, window = layout.big_road(roads), layout.big_road(roads, columns=columns)
    assert window.width == whole.width == 1 + max((cell.column for cell in whole.cells), default=-1)
    moved = whole.cells[-1].column - window.cells[-1].column if whole.cells else 0
    assert window.cells == [
        Cell(cell.column - moved, cell.row, cell.mark)
        for cell in whole.cells
        if 0 <= cell.column - moved < columns
    ]
    assert moved >= 0
    assert moved == 0 or columns < whole.width


def test_a_window_follows_the_newest_mark_when_a_tail_runs_on_beyond_it() -> None:
    window = layout.big_road(Roads.parse("B" * 30 + "P"), columns=4)
    assert window.width == 25
    assert [(cell.column, cell.row) for cell in window.cells] == [
        *((column, 5) for column in range(4)),
        (0, 0),
    ]


def test_the_roads_as_plain_data() -> None:
    assert layout.data(Roads.parse("T'BP.")) == {
        "decisions": "TBP",
        "bead_plate": [
            {"column": 0, "row": 0, "outcome": "tie", "banker_pair": False, "player_pair": False},
            {"column": 0, "row": 1, "outcome": "banker", "banker_pair": True, "player_pair": False},
            {"column": 0, "row": 2, "outcome": "player", "banker_pair": False, "player_pair": True},
        ],
        "big_road": [
            {"column": 0, "row": 0, "side": "banker", "ties": 1},
            {"column": 1, "row": 0, "side": "player", "ties": 0},
        ],
        "big_eye_boy": "",
        "small_road": "",
        "cockroach_pig": "",
        "ask": {
            "banker": {"big_eye_boy": "R", "small_road": None, "cockroach_pig": None},
            "player": {"big_eye_boy": "B", "small_road": None, "cockroach_pig": None},
        },
        "good_roads": [],
    }

"""The place of each mark: six rows, down then right, with the dragon's tail.

Layout only knows whether a mark continues a run or starts one. It stores how far each row is
filled, which is enough: tails run only down and to the right, and a new run starts to the right of
everything in the top row. So earlier marks are never to the right of the pen, and one is below it
exactly if the row below is filled as far as the pen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from puntobanco.roads.board import Bead, DerivedRoad, Mark, Roads, Win
from puntobanco.roads.good_roads import good_roads
from puntobanco.tableau import Side

ROWS = 6
"""The rows of every sheet."""

Shown = TypeVar("Shown")
"""The contents of a sheet: beads, wins or marks."""


class Cell(NamedTuple, Generic[Shown]):
    """A mark and its place, counted from zero at the top left."""

    column: int
    row: int
    mark: Shown


@dataclass(frozen=True, slots=True)
class Sheet(Generic[Shown]):
    """A road as drawn: all of it, or a window of its latest columns.

    The newest mark is always in the window. If a tail runs far to the right of it, the window
    starts with the newest mark's column.
    """

    cells: list[Cell[Shown]]
    width: int
    """The number of columns of the whole road."""


def places(kinds: Iterable[object], *, rows: int = ROWS) -> Iterator[tuple[int, int]]:
    """Yield the column and row of each mark. A change of kind starts a new run.

    >>> list(places("BBBP", rows=2))
    [(0, 0), (0, 1), (1, 1), (1, 0)]
    """
    filled = [-1] * rows
    column, row = -1, -1
    last: object = None
    for kind in kinds:
        if kind != last:
            column, row = filled[0] + 1, 0
        elif row + 1 < rows and filled[row + 1] < column:
            row += 1
        else:
            column += 1
        filled[row] = column
        last = kind
        yield column, row


def bead_plate(roads: Roads, *, columns: int | None = None, rows: int = ROWS) -> Sheet[Bead]:
    """Lay out every coup, down then right."""
    beads = roads.beads
    return _sheet((divmod(coup, rows) for coup in range(len(beads))), beads, columns)


def big_road(roads: Roads, *, columns: int | None = None, rows: int = ROWS) -> Sheet[Win]:
    """Lay out every win with its ties. A change of side starts a run."""
    wins = roads.wins
    return _sheet(places((win.side for win in wins), rows=rows), wins, columns)


def derived(
    roads: Roads, road: DerivedRoad, *, columns: int | None = None, rows: int = ROWS
) -> Sheet[Mark]:
    """Lay out every mark of a derived road. A change of colour starts a run."""
    marks = roads.marks(road)
    return _sheet(places(marks, rows=rows), marks, columns)


def _sheet(
    at: Iterable[tuple[int, int]], marks: Sequence[Shown], columns: int | None
) -> Sheet[Shown]:
    at = list(at)
    width = 1 + max((column for column, _ in at), default=-1)
    if columns is None:
        columns = width
    newest = at[-1][0] if at else 0
    first = max(0, min(width - columns, newest))
    cells = [
        Cell(column - first, row, mark)
        for (column, row), mark in zip(at, marks, strict=True)
        if first <= column < first + columns
    ]
    return Sheet(cells, width)


def data(roads: Roads) -> dict[str, object]:
    """Return all roads as plain values, ready for JSON."""
    return {
        "decisions": roads.decisions,
        "bead_plate": [
            {
                "column": column,
                "row": row,
                "outcome": bead.outcome.value,
                "banker_pair": Side.BANKER in bead.pairs,
                "player_pair": Side.PLAYER in bead.pairs,
            }
            for column, row, bead in bead_plate(roads).cells
        ],
        "big_road": [
            {"column": column, "row": row, "side": win.side.value, "ties": win.ties}
            for column, row, win in big_road(roads).cells
        ],
        **{road.key: getattr(roads, road.key) for road in DerivedRoad},
        "ask": {side.value: _asked(roads, side) for side in (Side.BANKER, Side.PLAYER)},
        "good_roads": list(good_roads(roads)),
    }


def _asked(roads: Roads, side: Side) -> dict[str, str | None]:
    marks = {road.key: roads.asked(road, side) for road in DerivedRoad}
    return {key: mark.letter if mark else None for key, mark in marks.items()}

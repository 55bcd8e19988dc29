"""Where each mark is drawn: six rows, down then right, with the dragon's tail.

Layout knows only whether a mark goes on or turns, never what it means. It keeps how far each row
is filled, and that is enough: tails only ever run down and to the right, and a new run starts to
the right of everything in the top row, so what was drawn before never lies to the right of the
pen, and lies below it exactly where the row below is filled as far as the pen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from puntobanco.roads.bead import Bead
from puntobanco.roads.board import Roads, Win
from puntobanco.roads.logic import DerivedRoad, Mark
from puntobanco.tableau import Side

ROWS = 6

Shown = TypeVar("Shown")


class Cell(NamedTuple, Generic[Shown]):
    """A mark and its place, counted from zero at the top left."""

    column: int
    row: int
    mark: Shown


def places(kinds: Iterable[object], *, rows: int = ROWS) -> Iterator[tuple[int, int]]:
    """The column and row of each mark, one by one; a change of kind starts a new run.

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


def bead_plate(roads: Roads, *, rows: int = ROWS) -> list[Cell[Bead]]:
    """Every coup, down then right."""
    return [Cell(*divmod(coup, rows), bead) for coup, bead in enumerate(roads.beads)]


def big_road(roads: Roads, *, rows: int = ROWS) -> list[Cell[Win]]:
    """Every win, with its ties; a change of side turns."""
    wins = roads.wins
    sides = (win.side for win in wins)
    return [Cell(*place, win) for place, win in zip(places(sides, rows=rows), wins, strict=True)]


def derived(roads: Roads, road: DerivedRoad, *, rows: int = ROWS) -> list[Cell[Mark]]:
    """Every mark of a derived road; a change of colour turns."""
    marks = roads.marks(road)
    return [Cell(*place, mark) for place, mark in zip(places(marks, rows=rows), marks, strict=True)]


def width(cells: Sequence[Cell[Shown]]) -> int:
    """How many columns the cells take."""
    return 1 + max((cell.column for cell in cells), default=-1)


def window(cells: Sequence[Cell[Shown]], *, columns: int) -> list[Cell[Shown]]:
    """The latest columns, moved to the left edge; the newest mark is always among them.

    A tail can run on far to the right of the newest mark: then the window starts with the
    newest mark's column instead.
    """
    if not cells:
        return []
    first = max(0, min(width(cells) - columns, cells[-1].column))
    seen = range(first, first + columns)
    return [cell._replace(column=cell.column - first) for cell in cells if cell.column in seen]


def data(roads: Roads) -> dict[str, object]:
    """All roads as plain values, ready for JSON."""
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
            for column, row, bead in bead_plate(roads)
        ],
        "big_road": [
            {"column": column, "row": row, "side": win.side.value, "ties": win.ties}
            for column, row, win in big_road(roads)
        ],
        **{road.key: "".join(mark.letter for mark in roads.marks(road)) for road in DerivedRoad},
        "ask": {side.value: _asked(roads, side) for side in (Side.BANKER, Side.PLAYER)},
    }


def _asked(roads: Roads, side: Side) -> dict[str, str | None]:
    marks = {road.key: roads.asked(road, side) for road in DerivedRoad}
    return {key: mark.letter if mark else None for key, mark in marks.items()}

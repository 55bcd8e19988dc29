"""The logic of the roads: runs, and the mark that one more win puts on each derived road.

A run is a logical column of the big road: wins of one side in a row, without ties. The derived
roads compare the lengths of runs. They never look at drawn cells, so a dragon's tail can't mislead
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from puntobanco.tableau import Side


class Mark(Enum):
    """The colour of a derived mark: red is regular, blue irregular. Neither means a side."""

    RED = "R"
    BLUE = "B"

    @property
    def letter(self) -> str:
        """R or B."""
        return str(self.value)


class DerivedRoad(Enum):
    """A road derived from the big road: its key, and how many runs back it compares."""

    BIG_EYE_BOY = ("big_eye_boy", 1)
    SMALL_ROAD = ("small_road", 2)
    COCKROACH_PIG = ("cockroach_pig", 3)

    key: str
    back: int

    def __init__(self, key: str, back: int) -> None:
        self.key = key
        self.back = back

    def __str__(self) -> str:
        return self.key.replace("_", " ")


KEYS = ("bead_plate", "big_road", *(road.key for road in DerivedRoad))
"""The keys of all roads of a board, from top to bottom."""


@dataclass(frozen=True, slots=True)
class Run:
    """Wins of one side in a row, linked to the run before. Equality ignores that link.

    >>> two_bankers = Run(Side.BANKER).won(Side.BANKER)
    >>> two_bankers.won(Side.PLAYER).back(1)
    Run(side=<Side.BANKER: 'banker'>, length=2)
    """

    side: Side
    length: int = 1
    before: Run | None = field(default=None, compare=False, repr=False)

    def won(self, side: Side) -> Run:
        """Return the newest run after one more win."""
        if side is self.side:
            return Run(side, self.length + 1, self.before)
        return Run(side, 1, self)

    def back(self, places: int) -> Run | None:
        """Return the run so many places before this one, or None."""
        run: Run | None = self
        for _ in range(places):
            run = run and run.before
        return run


def opening_mark(finished: int, earlier: int) -> Mark:
    """Return the mark of a run's first win: red if the two compared runs are equally long."""
    return Mark.RED if finished == earlier else Mark.BLUE


def further_mark(depth: int, earlier: int) -> Mark:
    """Return the mark of a run's further wins: blue only just below the earlier run's end.

    Beside the earlier run the mark is red. Two or more cells below its end, a straight drop, it is
    red again.
    """
    return Mark.BLUE if depth == earlier + 1 else Mark.RED


def next_mark(road: DerivedRoad, newest: Run | None, side: Side) -> Mark | None:
    """Return the mark that a win of `side` after the newest run puts on a derived road.

    >>> level = Run(Side.PLAYER, 2, before=Run(Side.BANKER, 2))
    >>> next_mark(DerivedRoad.BIG_EYE_BOY, level, Side.BANKER)
    <Mark.RED: 'R'>
    >>> next_mark(DerivedRoad.BIG_EYE_BOY, level, Side.PLAYER)
    <Mark.BLUE: 'B'>
    >>> next_mark(DerivedRoad.SMALL_ROAD, level, Side.PLAYER)
    """
    earlier = newest and newest.back(road.back)
    if newest is None or earlier is None:
        return None
    if side is newest.side:
        return further_mark(newest.length + 1, earlier.length)
    return opening_mark(newest.length, earlier.length)


def all_marks(road: DerivedRoad, lengths: Sequence[int]) -> Iterator[Mark]:
    """Yield the marks that runs of these lengths, oldest first, put on a derived road."""
    back = road.back
    for column in range(back, len(lengths)):
        if column > back:
            yield opening_mark(lengths[column - 1], lengths[column - 1 - back])
        earlier = lengths[column - back]
        for depth in range(2, lengths[column] + 1):
            yield further_mark(depth, earlier)

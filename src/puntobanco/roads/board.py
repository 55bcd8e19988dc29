"""Runs, the marks of the derived roads, and all roads of a shoe as one value.

A run is a logical column of the big road: wins of one side in a row, without ties. The derived
roads compare the lengths of runs. They never look at drawn cells, so a dragon's tail can't mislead
them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby, islice, product
from typing import NamedTuple, TypeAlias

from puntobanco.bets import is_pair
from puntobanco.coup import Coup, Naturals, Outcome
from puntobanco.errors import NotationError
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


BANKER_PAIR, PLAYER_PAIR = "'", "."
"""The marks of pairs in text: before the letter for Banker, after it for Player."""


@dataclass(frozen=True, slots=True, repr=False)
class Bead:
    """The outcome of a coup, and the sides that were dealt a pair.

    >>> print(Bead(Outcome.TIE), Bead(Outcome.BANKER, frozenset({Side.BANKER})))
    T 'B
    >>> Bead.parse("p.").pairs
    frozenset({<Side.PLAYER: 'player'>})
    """

    outcome: Outcome
    pairs: frozenset[Side] = frozenset()
    side: Side | None = field(init=False, compare=False)
    """The winning side, or None for a tie."""

    def __post_init__(self) -> None:
        side = None if self.outcome is Outcome.TIE else Side(self.outcome.value)
        object.__setattr__(self, "side", side)

    @classmethod
    def of(cls, outcome: Outcome, pairs: Collection[Side] = ()) -> Bead:
        """Return the shared bead with these facts. Only twelve exist."""
        return _PLAIN[outcome.value] if not pairs else _BEADS[str(cls(outcome, frozenset(pairs)))]

    @classmethod
    def parse(cls, text: str) -> Bead:
        """Read a single bead."""
        beads = parse_beads(text)
        if len(beads) != 1:
            raise NotationError(text, expected="one bead: P, B or T")
        return beads[0]

    def __str__(self) -> str:
        before = BANKER_PAIR if Side.BANKER in self.pairs else ""
        after = PLAYER_PAIR if Side.PLAYER in self.pairs else ""
        return before + self.outcome.letter + after

    def __repr__(self) -> str:
        return f'Bead.parse("{self}")'


_PAIRS: tuple[frozenset[Side], ...] = (
    frozenset(),
    frozenset({Side.PLAYER}),
    frozenset({Side.BANKER}),
    frozenset(Side),
)
_BEADS = {str(bead): bead for bead in (Bead(*facts) for facts in product(Outcome, _PAIRS))}
_PLAIN = {bead.outcome.value: bead for bead in _BEADS.values() if not bead.pairs}

_BEAD = re.compile(r"'?[PBT]\.?")
_STRANGE = re.compile(r"[^PBTpbt'.\s]")


def parse_beads(text: str) -> list[Bead]:
    """Read the letters P, B and T in either case, with pair marks. Ignore white space.

    >>> parse_beads("b B 'p. T")
    [Bead.parse("B"), Bead.parse("B"), Bead.parse("'P."), Bead.parse("T")]
    """
    if strange := _STRANGE.search(text):
        expected = f"P, B or T ({_position(text, strange.start())})"
        raise NotationError(strange.group(), expected=expected)
    letters = "".join(text.split()).upper()
    words = _BEAD.findall(letters)
    if sum(map(len, words)) != len(letters):
        raise _misplaced_pair(text)
    return [_BEADS[word] for word in words]


def _misplaced_pair(text: str) -> NotationError:
    places = [place for place, letter in enumerate(text) if not letter.isspace()]
    letters = "".join(text[place].upper() for place in places)
    read = re.match(rf"(?:{_BEAD.pattern})*", letters)
    place = places[read.end() if read else 0]
    expected = f"beside the letter it belongs to ({_position(text, place)})"
    return NotationError(text[place], expected=expected)


def _position(text: str, place: int) -> str:
    """Return ``character 4``, with the line if there are several."""
    before = text[:place].split("\n")
    character = f"character {len(before[-1]) + 1}"
    return f"line {len(before)}, {character}" if "\n" in text.rstrip() else character


DECISIONS = 10
"""How many of the latest outcomes a board lists."""

History: TypeAlias = "tuple[Bead, History] | None"
"""The latest bead and the history before it, which other boards share."""


class Win(NamedTuple):
    """A mark of the big road: who won, and the ties counted on it."""

    side: Side
    ties: int = 0


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Roads:
    """The roads of one shoe. `Roads()` is the empty board.

    Beads and runs are linked lists from the newest back, so adding a coup takes constant time.

    >>> roads = Roads.parse("BBPTPB").add(Outcome.BANKER)
    >>> roads, [run.length for run in roads.runs]
    (Roads.parse("BBPTPBB"), [2, 2, 2])
    >>> roads.big_eye_boy, roads.asked(DerivedRoad.SMALL_ROAD, Side.PLAYER)
    ('RRR', <Mark.RED: 'R'>)
    """

    history: History = None
    run: Run | None = None
    coups: int = 0

    @classmethod
    def parse(cls, text: str) -> Roads:
        """Read results such as ``BBPTPB``, oldest first, as `str` writes them."""
        return cls.of(parse_beads(text))

    @classmethod
    def of(cls, results: Iterable[Bead | Outcome]) -> Roads:
        """Return the board of these results, oldest first."""
        beads = [each if isinstance(each, Bead) else Bead.of(each) for each in results]
        history: History = None
        for bead in beads:
            history = (bead, history)
        run: Run | None = None
        for side, wins in groupby(side for bead in beads if (side := bead.side)):
            run = Run(side, len(list(wins)), run)
        return cls(history, run, len(beads))

    @classmethod
    def of_coups(cls, coups: Iterable[Coup], naturals: Naturals) -> Roads:
        """Return the board of these coups, including pairs."""
        roads = cls()
        for coup in coups:
            roads = roads.after(coup, naturals)
        return roads

    def after(self, coup: Coup, naturals: Naturals) -> Roads:
        """Return the board after one more coup, including pairs.

        >>> Roads().after(Coup.parse("4h 4c / Ks 5d"), Naturals.HIGHER_WINS)
        Roads.parse("P.")
        """
        hands = {Side.PLAYER: coup.player, Side.BANKER: coup.banker}
        pairs = [side for side, hand in hands.items() if is_pair(hand)]
        return self.add(coup.outcome(naturals), pairs=pairs)

    def add(self, outcome: Outcome, *, pairs: Collection[Side] = ()) -> Roads:
        """Return the board after one more outcome. `pairs` are the sides with a pair."""
        bead = Bead.of(outcome, pairs)
        run, side = self.run, bead.side
        if side is not None:
            run = run.won(side) if run else Run(side)
        return Roads((bead, self.history), run, self.coups + 1)

    @property
    def beads(self) -> tuple[Bead, ...]:
        """Every coup, oldest first."""
        return self.latest(self.coups)

    @property
    def decisions(self) -> str:
        """The letters of the last ten outcomes, oldest first."""
        return "".join(bead.outcome.letter for bead in self.latest(DECISIONS))

    def latest(self, coups: int) -> tuple[Bead, ...]:
        """Return the last `coups` beads, oldest first, without visiting earlier ones."""
        return tuple(reversed(list(islice(_newest_first(self.history), coups))))

    @property
    def runs(self) -> tuple[Run, ...]:
        """The logical columns of the big road, oldest first."""
        runs: list[Run] = []
        run = self.run
        while run:
            runs.append(run)
            run = run.before
        return tuple(reversed(runs))

    @property
    def wins(self) -> tuple[Win, ...]:
        """The marks of the big road. Ties count on the previous win, or on the first."""
        sides: list[Side] = []
        ties = [0]
        for bead in self.beads:
            if side := bead.side:
                sides.append(side)
                ties.append(0)
            else:
                ties[-1] += 1
        leading, *others = ties
        others[:1] = [leading + others[0]] if others else []
        return tuple(map(Win, sides, others))

    def marks(self, road: DerivedRoad) -> tuple[Mark, ...]:
        """All marks of a derived road, oldest first."""
        return tuple(all_marks(road, [run.length for run in self.runs]))

    def asked(self, road: DerivedRoad, side: Side) -> Mark | None:
        """Return the mark that a win of `side` would put on a derived road next."""
        return next_mark(road, self.run, side)

    @property
    def big_eye_boy(self) -> str:
        """Its marks as letters R and B, oldest first."""
        return self._letters(DerivedRoad.BIG_EYE_BOY)

    @property
    def small_road(self) -> str:
        """Its marks as letters R and B, oldest first."""
        return self._letters(DerivedRoad.SMALL_ROAD)

    @property
    def cockroach_pig(self) -> str:
        """Its marks as letters R and B, oldest first."""
        return self._letters(DerivedRoad.COCKROACH_PIG)

    def _letters(self, road: DerivedRoad) -> str:
        return "".join(mark.letter for mark in self.marks(road))

    def spoken(self, *, latest: int | None = None) -> str:
        """Return the runs in words, all or the latest: ``Banker 3, Player 2, tie after 1``."""
        from puntobanco.roads import speech  # noqa: PLC0415 - words are made from a board

        return speech.runs(self, latest=latest)

    def __str__(self) -> str:
        return "".join(map(str, self.beads))

    def __repr__(self) -> str:
        return f'Roads.parse("{self}")'

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Roads):
            return NotImplemented
        return self.coups == other.coups and self.beads == other.beads

    def __hash__(self) -> int:
        return hash(self.beads)

    def __reduce__(self) -> tuple[Callable[[str], Roads], tuple[str]]:
        # Pickling link by link would recurse once for every coup.
        return Roads.parse, (str(self),)

    def _repr_svg_(self) -> str:
        """Show the picture in a notebook."""
        from puntobanco.roads.svg import svg  # noqa: PLC0415 - a picture is drawn from a board

        return svg(self)


def _newest_first(history: History) -> Iterator[Bead]:
    while history:
        bead, history = history
        yield bead

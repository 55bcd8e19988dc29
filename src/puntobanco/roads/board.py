"""All roads of a shoe as one value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from typing import NamedTuple, TypeAlias

from puntobanco.bets import is_pair
from puntobanco.coup import Coup, Naturals, Outcome
from puntobanco.roads.bead import Bead, parse_beads
from puntobanco.roads.logic import DerivedRoad, Mark, Run, all_marks, next_mark
from puntobanco.tableau import Side

DECISIONS = 10
"""How many of the latest outcomes the croupier will name."""

History: TypeAlias = "tuple[Bead, History] | None"
"""The latest bead and the history before it: boards share all that they have in common."""


class Win(NamedTuple):
    """A mark of the big road: who won, and the ties counted on it."""

    side: Side
    ties: int = 0


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Roads:
    """The roads of one shoe; `Roads()` is the empty board.

    A board keeps its beads and its runs linked from the newest back, so that one more coup
    costs the same whether it is the second or the millionth.

    >>> roads = Roads.of("BBPTPB").add(Outcome.BANKER)
    >>> roads, [run.length for run in roads.runs]
    (Roads.of("BBPTPBB"), [2, 2, 2])
    >>> roads.big_eye_boy, roads.asked(DerivedRoad.SMALL_ROAD, Side.PLAYER)
    ('RRR', <Mark.RED: 'R'>)
    """

    history: History = None
    run: Run | None = None
    coups: int = 0

    @classmethod
    def of(cls, results: str | Iterable[Bead | Outcome]) -> Roads:
        """The board after these results; a text is read as `str` writes it."""
        beads = _beads(results)
        history: History = None
        for bead in beads:
            history = (bead, history)
        run: Run | None = None
        for side, wins in groupby(side for bead in beads if (side := bead.side)):
            run = Run(side, len(list(wins)), run)
        return cls(history, run, len(beads))

    @classmethod
    def of_coups(cls, coups: Iterable[Coup], naturals: Naturals) -> Roads:
        """The board after these coups, pairs included."""
        roads = cls()
        for coup in coups:
            roads = roads.after(coup, naturals)
        return roads

    def after(self, coup: Coup, naturals: Naturals) -> Roads:
        """The board after one more coup, its pairs included.

        >>> Roads().after(Coup.parse("4h 4c / Ks 5d"), Naturals.HIGHER_WINS)
        Roads.of("P.")
        """
        hands = {Side.PLAYER: coup.player, Side.BANKER: coup.banker}
        pairs = [side for side, hand in hands.items() if is_pair(hand)]
        return self.add(coup.outcome(naturals), pairs=pairs)

    def add(self, outcome: Outcome, *, pairs: Collection[Side] = ()) -> Roads:
        """The board after one more coup; `pairs` are the sides whose first two cards paired."""
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
        """The last so many beads, oldest first, without a look at earlier ones."""
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
        """The marks of the big road: ties are counted on the win before, or on the first."""
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
        """What a win of `side` in the next coup would put on a derived road."""
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
        """The runs in words, all or only the latest: ``Banker 3, Player 2, tie after 1``."""
        from puntobanco.roads import speech  # noqa: PLC0415 - words are made from a board

        return speech.runs(self, latest=latest)

    def __str__(self) -> str:
        return "".join(map(str, self.beads))

    def __repr__(self) -> str:
        return f'Roads.of("{self}")'

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Roads):
            return NotImplemented
        return self.coups == other.coups and self.beads == other.beads

    def __hash__(self) -> int:
        return hash(self.beads)

    def __reduce__(self) -> tuple[Callable[[str], Roads], tuple[str]]:
        # Pickling link by link would recurse once for every coup.
        return Roads.of, (str(self),)

    def _repr_svg_(self) -> str:
        """Shows the picture in a notebook."""
        from puntobanco.roads.svg import svg  # noqa: PLC0415 - a picture is drawn from a board

        return svg(self)


def _beads(results: str | Iterable[Bead | Outcome]) -> list[Bead]:
    if isinstance(results, str):
        return parse_beads(results)
    return [each if isinstance(each, Bead) else Bead.of(each) for each in results]


def _newest_first(history: History) -> Iterator[Bead]:
    while history:
        bead, history = history
        yield bead

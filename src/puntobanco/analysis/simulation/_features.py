"""The features of a coup as kernels number them, and how they decide a bet one by one.

A state is what is left to ask. Many values of a feature lead to the same state, so a few small
tables decide what one table would be too large for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from typing import NamedTuple

import numpy as np

from puntobanco.analysis.odds._scene import Places
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.bets import Condition
from puntobanco.bets import quantities as q
from puntobanco.bets.conditions import AllOf, AnyOf, Comparison, Not, all_of, any_of
from puntobanco.bets.quantities import Part, Quantity, Seen, Value
from puntobanco.cards import DECK, Card, Hand, Rank
from puntobanco.coup import LARGEST_COUP, SCORES, Coup, Outcome
from puntobanco.tableau import POINTS, Side

_RANKS = tuple(Rank)
_COLOURS = (True, False)
"""Whether a card is red, a bit for each colour."""

_OF_COUP = {
    q.HIGHEST_POINTS: kernels.POINTS_PRESENT,
    q.LOWEST_POINTS: kernels.POINTS_PRESENT,
    q.ALL_RED: kernels.COLOURS_PRESENT,
    q.ALL_BLACK: kernels.COLOURS_PRESENT,
    q.DIFFERENT_RANKS: kernels.OPENING_RANKS,
    **{
        q.COPIES[rank]: kernels.COPIES + at // kernels.RANKS_TOGETHER
        for at, rank in enumerate(_RANKS)
    },
}
_THIRDS = {Side.PLAYER: kernels.PLAYER_THIRD, Side.BANKER: kernels.BANKER_THIRD}
_OPENINGS = {Side.PLAYER: kernels.PLAYER_OPENING, Side.BANKER: kernels.BANKER_OPENING}


@cache
def faces() -> kernels.Faces:
    """Return what kernels know about each card of `DECK`, and last about no card."""
    return kernels.Faces(
        points=np.array([*(card.points for card in DECK), 0]),
        rank=np.array([*(_RANKS.index(card.rank) for card in DECK), kernels.NO_RANK]),
        points_bit=np.array([*(1 << card.points for card in DECK), 0]),
        colour_bit=np.array([*(1 << _COLOURS.index(card.suit.is_red) for card in DECK), 0]),
    )


def feature_of(quantity: Quantity, side: Side) -> int:
    """Return the feature that decides a quantity. Those of the coup are stored for Player."""
    if quantity.part is Part.SCORE:
        return kernels.SCORE
    if quantity is q.THIRD:
        return _THIRDS[side]
    return _OF_COUP.get(quantity, _OPENINGS[side])


@cache
def places(quantity: Quantity) -> Places:
    """Return the place of the quantity's value for each value of its feature, or -1.

    It is read from a coup that has such a feature.
    """
    place: dict[Value | None, int] = {value: at for at, value in enumerate(quantity.values)}
    return np.array(
        [
            -1
            if coup is None
            else place.get(quantity.read(Seen(SCORES[0], Outcome.TIE, coup), Side.PLAYER), -1)
            for coup in _examples(feature_of(quantity, Side.PLAYER))
        ],
        np.int8,
    )


@cache
def _examples(feature: int) -> tuple[Coup | None, ...]:
    any_card, *_ = DECK
    match feature:
        case kernels.PLAYER_OPENING:
            return tuple(_coup(one, any_card, two, any_card) for one in DECK for two in DECK)
        case kernels.PLAYER_THIRD:
            hand = Hand((any_card, any_card))
            thirds = (*(hand.with_card(card) for card in DECK), hand)
            return tuple(Coup(third, hand) for third in thirds)
        case kernels.POINTS_PRESENT:
            by_points = [next(card for card in DECK if card.points == each) for each in POINTS]
            return tuple(_with_all_of(cards) for cards in _subsets(by_points))
        case kernels.COLOURS_PRESENT:
            by_colour = [next(card for card in DECK if card.suit.is_red is red) for red in _COLOURS]
            return tuple(_with_all_of(cards) for cards in _subsets(by_colour))
        case kernels.OPENING_RANKS:
            return (None, *(_with_all_of(list(DECK[:ranks])) for ranks in (1, 2, 3, 4)))
        case _:
            first = (feature - kernels.COPIES) * kernels.RANKS_TOGETHER
            return tuple(_with_copies(_RANKS[first : first + kernels.RANKS_TOGETHER]))


def _with_copies(ranks: tuple[Rank, ...]) -> Iterator[Coup | None]:
    """Yield a coup for each number whose bits are the copies of these ranks."""
    other = next(card for card in DECK if card.rank not in ranks)
    by_rank = [next(card for card in DECK if card.rank is rank) for rank in ranks]
    one = range(1 << kernels.COPY_BITS)
    for copies in product(one, repeat=len(ranks)):
        cards = [card for card, n in zip(by_rank, reversed(copies), strict=True) for _ in range(n)]
        rest = LARGEST_COUP - len(cards)
        yield _coup(*cards, *[other] * rest) if rest >= 0 else None


def _subsets(cards: list[Card]) -> Iterator[list[Card]]:
    """Yield the cards whose bits are set in 0, then in 1, and so on."""
    for bits in range(1 << len(cards)):
        yield [card for at, card in enumerate(cards) if bits >> at & 1]


def _with_all_of(cards: list[Card]) -> Coup | None:
    """Return a coup of exactly these cards, if there is one."""
    if not 1 <= len(cards) <= LARGEST_COUP:
        return None
    return _coup(*cards, *cards[:1] * (4 - len(cards)))


def _coup(p1: Card, b1: Card, p2: Card, b2: Card, *thirds: Card) -> Coup:
    """Return a coup of cards in dealing order, even if the tableau wouldn't deal it."""
    return Coup(Hand((p1, p2, *thirds[:1])), Hand((b1, b2, *thirds[1:])))


Rest = Condition | bool
"""The undecided rest of a condition, or whether it holds."""
Reading = Callable[[Comparison], Rest]
"""Returns the undecided rest of a comparison once a feature is known."""


class FeatureTable(NamedTuple):
    """A table that looks at one feature."""

    cells: Sequence[Sequence[int]]
    """The next state, for each state and each value of the feature."""
    first_holding: Sequence[int]
    """For each next state, the number (from 1) of the first condition known to hold, or 0.

    In the last table no other condition is left.
    """


def feature_tables(
    conditions: Sequence[Condition], features: Sequence[Sequence[Reading]], most_cells: int
) -> Sequence[FeatureTable] | None:
    """Return a table for each feature, which is given by the reading of each of its values.

    Return None if the tables have too many cells.
    """
    questions = _Questions()
    states = [_State(tuple(map(questions.number, enumerate(conditions, 1))), 0)]
    found: list[FeatureTable] = []
    for readings in features:
        most_cells -= len(states) * len(readings)
        if most_cells < 0:
            return None
        asked = [cache(partial(questions.after, reading=reading)) for reading in readings]
        places: dict[_State, int] = {}
        cells = [
            [places.setdefault(state.after(each), len(places)) for each in asked]
            for state in states
        ]
        states = list(places)
        found.append(FeatureTable(cells, [state.first for state in states]))
    return found


_NO, _YES = -2, -1
"""The numbers of answered questions."""


@dataclass
class _Questions:
    """Numbers for what may be left of a condition, so that states compare fast."""

    _questions: list[tuple[int, Condition]] = field(default_factory=list)
    """The place of each condition, and its undecided rest."""
    _numbers: dict[tuple[int, Condition], int] = field(default_factory=dict)

    def number(self, question: tuple[int, Condition]) -> int:
        if question not in self._numbers:
            self._numbers[question] = len(self._questions)
            self._questions.append(question)
        return self._numbers[question]

    def after(self, number: int, reading: Reading) -> tuple[int, int]:
        """Return the place of a condition, and the number of what is left of it."""
        place, condition = self._questions[number]
        left = rest(condition, reading)
        if isinstance(left, bool):
            return place, _YES if left else _NO
        return place, self.number((place, left))


class _State(NamedTuple):
    """The questions that are still open."""

    questions: tuple[int, ...]
    """Their numbers."""
    first: int
    """The place of the first condition that holds and comes after these, or 0."""

    def after(self, asked: Callable[[int], tuple[int, int]]) -> _State:
        found: list[int] = []
        for question in self.questions:
            place, left = asked(question)
            if left == _YES:
                return _State(tuple(found), place)
            if left != _NO:
                found.append(left)
        return _State(tuple(found), self.first)


def rest(condition: Condition, reading: Reading) -> Rest:
    """Return what is left of a condition once a feature is known."""
    match condition:
        case Comparison():
            return reading(condition)
        case Not(part):
            left = rest(part, reading)
            return not left if isinstance(left, bool) else Not(left)
        case AllOf(parts):
            every = [rest(part, reading) for part in parts]
            return False if False in every else _joined(every, all_of) or True
        case AnyOf(parts):
            every = [rest(part, reading) for part in parts]
            return True if True in every else _joined(every, any_of) or False


def _joined(parts: Sequence[Rest], join: Callable[..., Condition]) -> Condition | None:
    """Join the undecided parts, each once. Return None if all are decided."""
    different = dict.fromkeys(part for part in parts if not isinstance(part, bool))
    return join(*different) if different else None

"""Many coups at once, and which line of a bet decides each of them.

A quantity is an array of places among `Quantity.values`, and -1 if it is absent.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puntobanco.bets import Bet
from puntobanco.bets import quantities as q
from puntobanco.bets.conditions import AllOf, AnyOf, Comparison, Condition, Not, Subject
from puntobanco.bets.quantities import Part, Quantity, Seen, Value
from puntobanco.cards import Card, Hand, Rank
from puntobanco.coup import SCORES, Coup, Naturals, Outcome
from puntobanco.tableau import Side

Places = NDArray[Any]
Bools = NDArray[np.bool_]
Quantities = Mapping[tuple[Quantity, Side], Places]

_PLAYER_WON, _BANKER_WON, _TIE = range(3)


@dataclass(frozen=True)
class Scene:
    """The scores of many coups, and what else a bet looks at."""

    score: tuple[Places, Places, Places, Places]
    """Both totals and both numbers of cards, as in `Score`."""
    naturals: Naturals
    more: Quantities = field(default_factory=dict)
    """Quantities that don't follow from the score. Those of the coup are stored for Player."""

    def lines(self, bet: Bet) -> Places:
        """Return the index of the line that decides each coup, or their number if none does."""
        found = np.full(self.outcome.shape, len(bet.lines), np.int8)
        for place in reversed(range(len(bet.lines))):
            found[self.holds(bet.lines[place].condition)] = place
        return found

    def holds(self, condition: Condition) -> Bools:
        """Return in which coups a condition holds."""
        match condition:
            case Comparison():
                return self._compared(condition)
            case Not(part):
                return ~self.holds(part)
            case AllOf(parts):
                return reduce(np.logical_and, map(self.holds, parts))
            case AnyOf(parts):
                return reduce(np.logical_or, map(self.holds, parts))

    def _compared(self, comparison: Comparison) -> Bools:
        quantity = comparison.quantity
        # The last entry is for place -1: the quantity is absent.
        wanted = np.array([*(value in comparison.values for value in quantity.values), False])

        def of(side: Side) -> Bools:
            found: Bools = wanted[self.read(quantity, side)]
            return np.broadcast_to(found, self.outcome.shape)

        match comparison.subject:
            case Subject.COUP | Subject.PLAYER:
                return of(Side.PLAYER)
            case Subject.BANKER:
                return of(Side.BANKER)
            case Subject.EITHER:
                return of(Side.PLAYER) | of(Side.BANKER)
            case Subject.BOTH:
                return of(Side.PLAYER) & of(Side.BANKER)
            case Subject.WINNER:
                return self._won(of(Side.PLAYER), of(Side.BANKER))
            case Subject.LOSER:
                return self._won(of(Side.BANKER), of(Side.PLAYER))

    def _won(self, if_player: Bools, if_banker: Bools) -> Bools:
        """Choose the first if Player won, the second if Banker won, and False on a tie."""
        player, banker = self.outcome == _PLAYER_WON, self.outcome == _BANKER_WON
        found: Bools = (player & if_player) | (banker & if_banker)
        return found

    def read(self, quantity: Quantity, side: Side) -> Places:
        """Return the places of a quantity's values."""
        found = self.more.get((quantity, side))
        return _OF_SCORE[quantity](self, side) if found is None else found

    def total(self, side: Side) -> Places:
        """Return the totals of one side."""
        return self.score[0 if side is Side.PLAYER else 1]

    def cards(self, side: Side) -> Places:
        """Return the numbers of cards of one side."""
        return self.score[2 if side is Side.PLAYER else 3]

    def natural(self, side: Side) -> Bools:
        """Return whether one side has 8 or 9 in two cards."""
        found: Bools = (self.total(side) >= 8) & (self.cards(side) == 2)
        return found

    @cached_property
    def outcome(self) -> Places:
        """The winning side, by the house's rule for two naturals."""
        player, banker = map(self.total, Side)
        won = np.where(player > banker, _PLAYER_WON, _BANKER_WON)
        tie = player == banker
        if self.naturals is Naturals.TIE:
            tie = tie | (self.natural(Side.PLAYER) & self.natural(Side.BANKER))
        return np.where(tie, _TIE, won).astype(np.int8)


_OF_SCORE: dict[Quantity, Callable[[Scene, Side], Places]] = {
    q.TOTAL: Scene.total,
    q.HAND_CARDS: lambda scene, side: scene.cards(side) - 2,
    q.NATURAL: lambda scene, side: scene.natural(side).astype(np.int8),
    q.OUTCOME: lambda scene, _: scene.outcome,
    q.MARGIN: lambda scene, _: np.abs(scene.score[0] - scene.score[1]),
    q.SUM: lambda scene, _: scene.score[0] + scene.score[1],
    q.CARDS: lambda scene, _: scene.score[2] + scene.score[3] - 4,
}


@dataclass(frozen=True)
class _Fold:
    """A quantity of all cards: what a card adds, how to join two, and what no card adds."""

    of_card: Callable[[Card], int]
    joined: Callable[[Places, Places], Places]
    of_none: int

    def over(self, cards: Iterable[Card]) -> int:
        return int(reduce(self.joined, (np.array(self.of_card(card)) for card in cards)))


def _copies(rank: Rank) -> _Fold:
    return _Fold(lambda card: int(card.rank is rank), np.add, 0)


_FOLDS: dict[Quantity, _Fold] = {
    q.HIGHEST_POINTS: _Fold(lambda card: card.points, np.maximum, 0),
    q.LOWEST_POINTS: _Fold(lambda card: card.points, np.minimum, 9),
    q.ALL_RED: _Fold(lambda card: int(card.suit.is_red), np.minimum, 1),
    q.ALL_BLACK: _Fold(lambda card: int(not card.suit.is_red), np.minimum, 1),
    **{quantity: _copies(rank) for rank, quantity in q.COPIES.items()},
}


@dataclass(frozen=True)
class HandFacts:
    """The facts about hands and cards that a bet's comparisons need."""

    comparisons: tuple[Comparison, ...]

    @classmethod
    def of(cls, bet: Bet) -> HandFacts:
        """Collect what a bet asks of any hand."""
        asked = (replace(each, subject=Subject.COUP) for each in bet.comparisons)
        return cls(tuple(dict.fromkeys(asked)))

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """All quantities."""
        return tuple(dict.fromkeys(each.quantity for each in self.comparisons))

    @cached_property
    def of_opening(self) -> tuple[Comparison, ...]:
        """The comparisons of the first two cards of a hand."""
        return tuple(
            each
            for each in self.comparisons
            if each.quantity.part is Part.OPENING and each.quantity.of_hand
        )

    @cached_property
    def folded(self) -> dict[Quantity, _Fold]:
        """The quantities of all cards."""
        return {each: _FOLDS[each] for each in self.quantities if each in _FOLDS}

    @cached_property
    def look(self) -> Callable[[Hand], Hashable]:
        """A function that returns what the bet can tell about one opening hand by itself."""
        return cache(self._look)

    def _look(self, hand: Hand) -> Hashable:
        answers = tuple(_opening(each.quantity, hand) in each.values for each in self.of_opening)
        if q.DIFFERENT_RANKS in self.quantities:
            return answers, frozenset(card.rank for card in hand.cards)
        return answers

    def seen(self, hand: Hand) -> Hashable:
        """Return what the bet can tell about an opening hand within a coup, besides its total."""
        return self.look(hand), tuple(fold.over(hand.cards) for fold in self.folded.values())


def _opening(quantity: Quantity, hand: Hand) -> Value | None:
    return quantity.read(Seen(SCORES[0], Outcome.TIE, Coup(hand, hand)), Side.PLAYER)


def coup_scene(
    facts: HandFacts,
    hands: tuple[Sequence[Hand], Sequence[Hand]],
    thirds: Sequence[Card | None],
    coups: Places,
    *,
    naturals: Naturals,
) -> Scene:
    """Return coups of opening hands and third cards.

    The four rows of `coups` are the places of Player's and of Banker's hand among `hands`, and of
    their third cards among `thirds`, which has None for no third card.
    """
    points = np.array([card.points if card else -1 for card in thirds], np.int8)
    drawn = [points[third] for third in coups[2:]]
    more: dict[tuple[Quantity, Side], Places] = {}
    totals = []
    for side, held, place, third in zip(Side, hands, coups[:2], drawn, strict=True):
        total = np.array([hand.total for hand in held], np.int8)[place]
        totals.append((total + np.maximum(third, 0)) % 10)
        more[q.THIRD, side] = third
        for quantity in {each.quantity for each in facts.of_opening}:
            places = [quantity.values.index(_opening(quantity, hand)) for hand in held]
            more[quantity, side] = np.array(places, np.int8)[place]
    for quantity, fold in facts.folded.items():
        added = np.array([fold.of_card(card) if card else fold.of_none for card in thirds])
        parts = [np.array([fold.over(hand.cards) for hand in held]) for held in hands]
        columns = zip((*parts, added, added), coups, strict=True)
        more[quantity, Side.PLAYER] = reduce(fold.joined, (part[at] for part, at in columns))
    if q.DIFFERENT_RANKS in facts.quantities:
        more[q.DIFFERENT_RANKS, Side.PLAYER] = _different(*hands)[coups[0], coups[1]] - 1
    score = (*totals, *(np.where(third < 0, 2, 3) for third in drawn))
    return Scene((score[0], score[1], score[2], score[3]), naturals, more)


def _different(player: Sequence[Hand], banker: Sequence[Hand]) -> Places:
    ranks = [[{card.rank for card in hand.cards} for hand in held] for held in (player, banker)]
    return np.array([[len(one | other) for other in ranks[1]] for one in ranks[0]])

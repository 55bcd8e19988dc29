"""What a bet can tell of opening hands and third cards, and coups made of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce

import numpy as np

from puntobanco.analysis.odds._scene import Places, Scene
from puntobanco.bets import Bet
from puntobanco.bets.conditions import Comparison, Subject
from puntobanco.bets.quantities import (
    ALL_BLACK,
    ALL_RED,
    COPIES,
    DIFFERENT_RANKS,
    HIGHEST_POINTS,
    LOWEST_POINTS,
    THIRD,
    Part,
    Quantity,
    Seen,
    Value,
)
from puntobanco.cards import Card, Hand, Rank
from puntobanco.coup import SCORES, Coup, Naturals, Outcome
from puntobanco.tableau import Side


@dataclass(frozen=True)
class _Fold:
    """A quantity of all cards: what each card adds, how two are joined, what no card adds."""

    of_card: Callable[[Card], int]
    joined: Callable[[Places, Places], Places]
    of_none: int

    def over(self, cards: Iterable[Card]) -> int:
        """The quantity of some cards."""
        return int(reduce(self.joined, (np.array(self.of_card(card)) for card in cards)))


def _copies(rank: Rank) -> _Fold:
    return _Fold(lambda card: int(card.rank is rank), np.add, 0)


_FOLDS: dict[Quantity, _Fold] = {
    HIGHEST_POINTS: _Fold(lambda card: card.points, np.maximum, 0),
    LOWEST_POINTS: _Fold(lambda card: card.points, np.minimum, 9),
    ALL_RED: _Fold(lambda card: int(card.suit.is_red), np.minimum, 1),
    ALL_BLACK: _Fold(lambda card: int(not card.suit.is_red), np.minimum, 1),
    **{quantity: _copies(rank) for rank, quantity in COPIES.items()},
}


@dataclass(frozen=True)
class HandFacts:
    """What a bet's comparisons ask of hands and cards."""

    comparisons: tuple[Comparison, ...]

    @classmethod
    def of(cls, bet: Bet) -> HandFacts:
        """All that a bet asks for, of whichever hand."""
        asked = (replace(each, subject=Subject.COUP) for each in bet.comparisons)
        return cls(tuple(dict.fromkeys(asked)))

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """What is asked for."""
        return tuple(dict.fromkeys(each.quantity for each in self.comparisons))

    @cached_property
    def of_opening(self) -> tuple[Comparison, ...]:
        """What is asked of the first two cards of a hand."""
        return tuple(
            each
            for each in self.comparisons
            if each.quantity.part is Part.OPENING and each.quantity.of_hand
        )

    @cached_property
    def folded(self) -> dict[Quantity, _Fold]:
        """What is asked of all cards."""
        return {each: _FOLDS[each] for each in self.quantities if each in _FOLDS}

    @cached_property
    def _looks(self) -> dict[Hand, Hashable]:
        return {}

    def look(self, hand: Hand) -> Hashable:
        """What the bet can tell of an opening hand by itself."""
        if hand not in self._looks:
            self._looks[hand] = self._look(hand)
        return self._looks[hand]

    def _look(self, hand: Hand) -> Hashable:
        answers = tuple(_opening(each.quantity, hand) in each.values for each in self.of_opening)
        if DIFFERENT_RANKS in self.quantities:
            return answers, frozenset(card.rank for card in hand.cards)
        return answers

    def seen(self, hand: Hand) -> Hashable:
        """What the bet can tell of an opening hand within a coup, its total aside."""
        return self.look(hand), tuple(fold.over(hand.cards) for fold in self.folded.values())


def _opening(quantity: Quantity, hand: Hand) -> Value | None:
    """What the first two cards of a hand tell, whatever the score."""
    return quantity.read(Seen(SCORES[0], Outcome.TIE, Coup(hand, hand)), Side.PLAYER)


def coup_scene(
    facts: HandFacts,
    hands: tuple[Sequence[Hand], Sequence[Hand]],
    thirds: Sequence[Card | None],
    coups: Places,
    *,
    naturals: Naturals,
) -> Scene:
    """Coups of opening hands and third cards.

    The four rows of `coups` are the places of Player's and of Banker's hand among `hands`, and of
    their third cards among `thirds`, which has None where none was drawn.
    """
    points = np.array([card.points if card else -1 for card in thirds], np.int8)
    drawn = [points[third] for third in coups[2:]]
    more: dict[tuple[Quantity, Side], Places] = {}
    totals = []
    for side, held, place, third in zip(Side, hands, coups[:2], drawn, strict=True):
        total = np.array([hand.total for hand in held], np.int8)[place]
        totals.append((total + np.maximum(third, 0)) % 10)
        more[THIRD, side] = third
        for quantity in {each.quantity for each in facts.of_opening}:
            places = [quantity.values.index(_opening(quantity, hand)) for hand in held]
            more[quantity, side] = np.array(places, np.int8)[place]
    for quantity, fold in facts.folded.items():
        added = np.array([fold.of_card(card) if card else fold.of_none for card in thirds])
        parts = [np.array([fold.over(hand.cards) for hand in held]) for held in hands]
        columns = zip((*parts, added, added), coups, strict=True)
        more[quantity, Side.PLAYER] = reduce(fold.joined, (part[at] for part, at in columns))
    if DIFFERENT_RANKS in facts.quantities:
        more[DIFFERENT_RANKS, Side.PLAYER] = _different(*hands)[coups[0], coups[1]] - 1
    score = (*totals, *(np.where(third < 0, 2, 3) for third in drawn))
    return Scene((score[0], score[1], score[2], score[3]), naturals, more)


def _different(player: Sequence[Hand], banker: Sequence[Hand]) -> Places:
    ranks = [[{card.rank for card in hand.cards} for hand in held] for held in (player, banker)]
    return np.array([[len(one | other) for other in ranks[1]] for one in ranks[0]])

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

Drawn = Sequence[Card | None]
"""The third cards of one side in many coups; None where none was drawn."""


@dataclass(frozen=True)
class _Fold:
    """A quantity of all cards: what each card adds, how two are joined, what no card adds."""

    of_card: Callable[[Card], int]
    joined: Callable[[Places, Places], Places]
    of_none: int

    def over(self, cards: Iterable[Card]) -> int:
        """The quantity of some cards."""
        return int(reduce(self.joined, (np.array(self.of_card(card)) for card in cards)))

    def drawn(self, thirds: Drawn) -> Places:
        """What each third card adds."""
        return np.array([self.of_card(card) if card else self.of_none for card in thirds])


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

    def look(self, hand: Hand) -> Hashable:
        """What the bet can tell of an opening hand by itself."""
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
    drawn: tuple[Drawn, Drawn],
    *,
    naturals: Naturals,
) -> Scene:
    """Coups of each of Player's hands, each of Banker's, and each two third cards.

    All hands of a side have the same total, unless the bet looks at no final total.
    """
    player, banker = hands
    shape = len(player), len(banker), len(drawn[0])
    total = [
        np.broadcast_to((held[0].total + _points(thirds, 0)) % 10, shape)
        for held, thirds in zip(hands, drawn, strict=True)
    ]
    cards = [
        np.broadcast_to(np.array([2 + (card is not None) for card in thirds]), shape)
        for thirds in drawn
    ]
    more: dict[tuple[Quantity, Side], Places] = {}
    for side, held, thirds, axis in zip(Side, hands, drawn, ((-1, 1, 1), (1, -1, 1)), strict=True):
        more[THIRD, side] = _points(thirds, -1)
        for quantity in {each.quantity for each in facts.of_opening}:
            places = [quantity.values.index(_opening(quantity, hand)) for hand in held]
            more[quantity, side] = np.array(places).reshape(axis)
    for quantity, fold in facts.folded.items():
        one, other = (np.array([fold.over(hand.cards) for hand in held]) for held in hands)
        openings = fold.joined(one[:, None, None], other[None, :, None])
        added = fold.joined(fold.drawn(drawn[0]), fold.drawn(drawn[1]))
        more[quantity, Side.PLAYER] = fold.joined(openings, added)
    if DIFFERENT_RANKS in facts.quantities:
        more[DIFFERENT_RANKS, Side.PLAYER] = _different(player, banker)[:, :, None] - 1
    return Scene((total[0], total[1], cards[0], cards[1]), naturals, more)


def _points(thirds: Drawn, of_none: int) -> Places:
    return np.array([card.points if card else of_none for card in thirds])


def _different(player: Sequence[Hand], banker: Sequence[Hand]) -> Places:
    """How many different ranks each two hands have."""
    ranks = [[{card.rank for card in hand.cards} for hand in held] for held in (player, banker)]
    return np.array([[len(one | other) for other in ranks[1]] for one in ranks[0]])

"""The coarsest kinds of cards that a bet can tell apart, as its text implies."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puntobanco.analysis.composition import Composition
from puntobanco.bets import Bet
from puntobanco.bets.conditions import Comparison
from puntobanco.bets.quantities import (
    ALL_BLACK,
    ALL_RED,
    COPIES,
    DIFFERENT_RANKS,
    HIGHEST_POINTS,
    LOWEST_POINTS,
    OPENING_RANKS,
    OPENING_SUITS,
    OPENING_TOTAL,
    PAIR,
    PAIR_BLACK,
    PAIR_RED,
    SUITED,
    SUITED_PAIR,
    THIRD,
    Part,
    Quantity,
)
from puntobanco.cards import DECK, Card

Ints = NDArray[np.int64]
Trait = Callable[[Card], Hashable]
"""What is read of a card: cards with the same traits are alike."""

COLOURS = frozenset({ALL_RED, ALL_BLACK})
POINTS = frozenset({OPENING_TOTAL, THIRD, HIGHEST_POINTS, LOWEST_POINTS})
"""Quantities that follow from the points of a coup's cards; those of the score do as well."""
RANK_OF = {quantity: rank for rank, quantity in COPIES.items()}


@dataclass(frozen=True)
class Kinds:
    """A partition of the 52 cards."""

    of_card: tuple[int, ...]
    """The kind of each card of `DECK`."""

    @cached_property
    def faces(self) -> tuple[Card, ...]:
        """One card of each kind."""
        return tuple(DECK[self.of_card.index(kind)] for kind in range(max(self.of_card) + 1))

    @cached_property
    def _of(self) -> dict[Card, int]:
        return dict(zip(DECK, self.of_card, strict=True))

    def kind(self, card: Card) -> int:
        """The kind of a card."""
        return self._of[card]

    def among(self, cards: Iterable[Card]) -> tuple[int, ...]:
        """The kinds that some cards have."""
        return tuple(sorted({self.kind(card) for card in cards}))

    def counts(self, composition: Composition) -> Ints:
        """How many cards of each kind there are."""
        counts = composition.counts
        if len(counts) not in self._of_counts:
            self._of_counts[len(counts)] = np.array([*map(self.kind, composition.faces)])
        # A shoe has far fewer cards than 2^53, so these sums are exact.
        counted = np.bincount(self._of_counts[len(counts)], counts, len(self.faces))
        return counted.astype(np.int64)

    @cached_property
    def _of_counts(self) -> dict[int, Ints]:
        """Return the kind of each count of a composition of 10, 13 or 52 counts."""
        return {}


def opening_kinds(bet: Bet) -> Kinds:
    """What a bet can tell of the first four cards; of their points only if they matter to it."""
    traits = [_trait(each) for each in bet.comparisons]
    return _kinds(traits if bet.part is Part.OPENING else [_points, *traits])


def card_kinds(bet: Bet) -> Kinds:
    """What a bet can tell of a card, wherever in the coup it lies."""
    opening = opening_kinds(bet)
    if bet.part is Part.OPENING:
        return opening
    return _kinds([opening.kind, third_kinds(bet).kind])


def third_kinds(bet: Bet) -> Kinds:
    """What a bet can tell of third cards, their points included."""
    whole = (each for each in bet.comparisons if each.quantity.part is Part.CARDS)
    return _kinds([_points, *map(_trait, whole)])


def _kinds(traits: Iterable[Trait]) -> Kinds:
    each = [tuple(trait(card) for trait in traits) for card in DECK]
    place = {what: kind for kind, what in enumerate(dict.fromkeys(each))}
    return Kinds(tuple(place[what] for what in each))


def _points(card: Card) -> Hashable:
    return card.points


def _trait(comparison: Comparison) -> Trait:
    """What a comparison can tell of a card."""
    quantity = comparison.quantity
    if quantity in (OPENING_RANKS, OPENING_SUITS):
        return _partners(comparison)
    if quantity in RANK_OF:
        return lambda card: card.rank is RANK_OF[quantity]
    return _TRAITS.get(quantity, _points)


_TRAITS: dict[Quantity, Trait] = {
    PAIR: lambda card: card.rank,
    DIFFERENT_RANKS: lambda card: card.rank,
    SUITED_PAIR: lambda card: card,
    PAIR_RED: lambda card: (card.rank, card.suit.is_red),
    PAIR_BLACK: lambda card: (card.rank, card.suit.is_red),
    SUITED: lambda card: card.suit,
    ALL_RED: lambda card: card.suit.is_red,
    ALL_BLACK: lambda card: card.suit.is_red,
}


def _partners(comparison: Comparison) -> Trait:
    """With which other rank or suit a card makes two that are asked for."""
    letters = comparison.quantity.letters
    wanted = {frozenset(str(value)) for value in comparison.values}

    def partners(card: Card) -> Hashable:
        mine = card.rank.letter if comparison.quantity is OPENING_RANKS else card.suit.letter
        return frozenset(other for other in letters if frozenset({mine, other}) in wanted)

    return partners

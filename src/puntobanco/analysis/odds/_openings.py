"""The cards that a bet can tell apart, and the first two cards of each hand over pairs of hands.

Let `h` be the counts of each kind. Player's hand (a, b) has `h[a] * (h[b] - (a == b))` orders.
It removes one `a` and one `b` from `h`. The orders of Banker's hands are a quadratic form
of the rest. Expanded, that is one product for all hands, minus what each card of Player's hand
takes from Banker's, plus a correction for hands of the same two kinds. No loop visits the pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puntobanco.analysis.composition import Composition, Given
from puntobanco.bets import Bet
from puntobanco.bets import quantities as q
from puntobanco.bets.conditions import Comparison
from puntobanco.bets.quantities import Part, Quantity
from puntobanco.cards import DECK, Card, Hand

Ints = NDArray[np.int64]
Trait = Callable[[Card], Hashable]
"""A property of a card that a bet reads. Cards with the same traits are alike."""

COLOURS = frozenset({q.ALL_RED, q.ALL_BLACK})
POINTS = frozenset({q.OPENING_TOTAL, q.THIRD, q.HIGHEST_POINTS, q.LOWEST_POINTS})
"""Quantities that follow from the points of a coup's cards, besides those of the score."""
RANK_OF = {quantity: rank for rank, quantity in q.COPIES.items()}


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
        """Return the kind of a card."""
        return self._of[card]

    def among(self, cards: Iterable[Card]) -> tuple[int, ...]:
        """Return the kinds of some cards."""
        return tuple(sorted({self.kind(card) for card in cards}))

    def counts(self, composition: Composition) -> Ints:
        """Count the cards of each kind."""
        counts = composition.counts
        if len(counts) not in self._of_counts:
            self._of_counts[len(counts)] = np.array([*map(self.kind, composition.faces)])
        # A shoe has far fewer cards than 2^53, so these sums are exact.
        counted = np.bincount(self._of_counts[len(counts)], counts, len(self.faces))
        return counted.astype(np.int64)

    @cached_property
    def _of_counts(self) -> dict[int, Ints]:
        """The kind of each count of a composition of 10, 13 or 52 counts."""
        return {}


def opening_kinds(bet: Bet) -> Kinds:
    """Return the kinds of the first four cards. Points count only if they matter to the bet."""
    traits = [_trait(each) for each in bet.comparisons]
    return _kinds(traits if bet.part is Part.OPENING else [_points, *traits])


def card_kinds(bet: Bet) -> Kinds:
    """Return the kinds of a card anywhere in the coup."""
    opening = opening_kinds(bet)
    if bet.part is Part.OPENING:
        return opening
    return _kinds([opening.kind, third_kinds(bet).kind])


def third_kinds(bet: Bet) -> Kinds:
    """Return the kinds of third cards, which include their points."""
    whole = (each for each in bet.comparisons if each.quantity.part is Part.CARDS)
    return _kinds([_points, *map(_trait, whole)])


def _kinds(traits: Iterable[Trait]) -> Kinds:
    each = [tuple(trait(card) for trait in traits) for card in DECK]
    place = {what: kind for kind, what in enumerate(dict.fromkeys(each))}
    return Kinds(tuple(place[what] for what in each))


def _points(card: Card) -> Hashable:
    return card.points


def _trait(comparison: Comparison) -> Trait:
    quantity = comparison.quantity
    if quantity in (q.OPENING_RANKS, q.OPENING_SUITS):
        return _partners(comparison)
    if quantity in RANK_OF:
        return lambda card: card.rank is RANK_OF[quantity]
    return _TRAITS.get(quantity, _points)


_TRAITS: dict[Quantity, Trait] = {
    q.PAIR: lambda card: card.rank,
    q.DIFFERENT_RANKS: lambda card: card.rank,
    q.SUITED_PAIR: lambda card: card,
    q.PAIR_RED: lambda card: (card.rank, card.suit.is_red),
    q.PAIR_BLACK: lambda card: (card.rank, card.suit.is_red),
    q.SUITED: lambda card: card.suit,
    q.ALL_RED: lambda card: card.suit.is_red,
    q.ALL_BLACK: lambda card: card.suit.is_red,
}


def _partners(comparison: Comparison) -> Trait:
    """Return a trait: the other ranks or suits with which a card makes a wanted pair."""
    letters = comparison.quantity.letters
    wanted = {frozenset(str(value)) for value in comparison.values}

    def partners(card: Card) -> Hashable:
        mine = card.rank.letter if comparison.quantity is q.OPENING_RANKS else card.suit.letter
        return frozenset(other for other in letters if frozenset({mine, other}) in wanted)

    return partners


Floats = NDArray[np.float64]

SEEN = 4
"""How many cards of the opening may already be seen."""

Look = Callable[[Hand], Hashable]
"""A property of a hand that a bet reads. Hands with the same look are alike."""


@dataclass(frozen=True, eq=False)
class Hands:
    """The hands that one side may be dealt, in the order of their cards."""

    first: Ints
    second: Ints
    """The kinds of both cards. A seen card is its own kind."""
    look: Ints
    """The place of each hand's look among `looks`."""
    looks: tuple[Hand, ...]
    """One hand of each look."""
    kinds: int
    """The number of kinds, including each card that may be seen."""

    @cached_property
    def _twins(self) -> Ints:
        """1 for a hand of two cards of one kind, else 0."""
        same: NDArray[np.bool_] = self.first == self.second
        return same.astype(np.int64)

    @cached_property
    def _beside(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Four numbers for each card of a hand; equal cards are counted together.

        They are the place of the hand's look and the card's kind, the kind of the other card, 1 if
        both kinds are the same, and the number of such cards.
        """
        cards = np.concatenate((self.first, self.second))
        others = np.concatenate((self.second, self.first))
        looks = np.concatenate((self.look, self.look))
        codes, times = np.unique(
            (looks * self.kinds + cards) * self.kinds + others, return_counts=True
        )
        places, others = np.divmod(codes, self.kinds)
        return places, others, (places % self.kinds == others).astype(np.int64), times

    def orders(self, held: Ints) -> Ints:
        """Return the number of orders of each hand, from the counts of each kind."""
        found: Ints = held.take(self.first) * (held.take(self.second) - self._twins)
        return found

    def with_kind(self, held: Ints) -> Floats:
        """Count, for each look and kind, the orders of the other card of a hand with that kind."""
        places, others, twins, times = self._beside
        left: Ints = (held.take(others) - twins) * times
        size = len(self.looks) * self.kinds
        found: Floats = np.bincount(places, left, size).astype(np.float64, copy=False)
        return found.reshape(-1, self.kinds)


@dataclass(frozen=True, eq=False)
class Openings:
    """Every pair of hands that can be dealt, with the seen cards in their places."""

    kinds: Kinds
    player: Hands
    banker: Hands

    @classmethod
    def of(cls, kinds: Kinds, look: Look, given: Given, left: Iterable[int] = ()) -> Openings:
        """Find every opening of these kinds of cards, or of those that are left."""
        every = tuple(left) or tuple(range(len(kinds.faces)))
        card_of = dict(enumerate(kinds.faces))
        if not given.cards:
            both = _hands(every, card_of, look, kinds=len(card_of) + SEEN)
            return cls(kinds, both, both)
        first = len(card_of)
        kinds_in_all = first + SEEN
        hands = []
        for seen in given.opening:
            card_of |= dict(enumerate(seen, first))
            places = range(first, first + len(seen))
            hands.append(_hands(every, card_of, look, kinds=kinds_in_all, seen=places))
            first += 2
        return cls(kinds, *hands)

    @cached_property
    def same(self) -> tuple[Ints, Ints, Ints]:
        """Hands of the same two kinds: Player's hand, the place of both looks, and how many."""
        looks = np.full((self.banker.kinds,) * 2, -1)
        looks[self.banker.first, self.banker.second] = self.banker.look
        one, two = self.player.first, self.player.second
        theirs = np.concatenate((looks[one, two], looks[two, one]))
        shared = np.flatnonzero(theirs >= 0)
        codes, times = np.unique(
            (shared % len(one)) * len(self.banker.looks) + theirs[shared], return_counts=True
        )
        hands, theirs = np.divmod(codes, len(self.banker.looks))
        return hands, self.player.look[hands] * len(self.banker.looks) + theirs, times

    def count(self, counts: Ints) -> Ints:
        """Count the orders of the unseen opening cards for each pair of looks."""
        # A seen card has one way.
        held = np.concatenate((counts, np.ones(SEEN, np.int64)))
        lost = self.banker.with_kind(held)
        taken = held * (lost if self.player is self.banker else self.player.with_kind(held))
        # Both cards of a hand were counted. Counts of four cards stay far below 2^53, so all these
        # sums are exact.
        of_player, of_banker = taken.sum(axis=1) / 2, lost @ held / 2
        hands, pair, times = self.same
        orders = self.player.orders(held).take(hands) * times
        looks: Floats = np.multiply.outer(of_player, of_banker) - taken @ lost.T
        looks += np.bincount(pair, orders, looks.size).reshape(looks.shape)
        return looks.astype(np.int64)


def _hands(
    every: Sequence[int],
    card_of: Mapping[int, Card],
    look: Look,
    *,
    kinds: int,
    seen: range = range(0),
) -> Hands:
    """Return every hand that begins with the kinds of the seen cards."""
    if seen:
        pairs = [(seen[0], b) for b in (seen[1:] or every)]
    else:
        pairs = [(a, b) for a in every for b in every]
    # A look doesn't depend on the order of the cards, and both orders share one hand.
    ordered = pairs if seen else [(min(pair), max(pair)) for pair in pairs]
    hands = {pair: Hand((card_of[pair[0]], card_of[pair[1]])) for pair in dict.fromkeys(ordered)}
    every_look = {pair: look(hand) for pair, hand in hands.items()}
    looks = dict(zip(every_look.values(), hands.values(), strict=True))
    place = {each: index for index, each in enumerate(looks)}
    place_of = {pair: place[each] for pair, each in every_look.items()}
    return Hands(
        first=np.array([a for a, _ in pairs]),
        second=np.array([b for _, b in pairs]),
        look=np.array([place_of[pair] for pair in ordered]),
        looks=tuple(looks.values()),
        kinds=kinds,
    )

"""The first two cards of each hand, counted over pairs of hands.

Two hands that share no kind of card are independent, so nearly all weights are products; only
hands that compete for the same cards are counted pair by pair.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from puntobanco.analysis.odds._kinds import Ints, Kinds
from puntobanco.analysis.odds.given import Given
from puntobanco.cards import Card, Hand

Look = Callable[[Hand], Hashable]
"""What a bet can tell of a hand: hands of the same look are alike."""


@dataclass(frozen=True, eq=False)
class Hands:
    """The hands that one side may be dealt; a card already seen is a kind of its own."""

    first: Ints
    second: Ints
    orders: Ints
    """2 where the two cards may come in either order."""
    look: Ints
    """The place of each hand's look among `looks`."""
    looks: tuple[Hand, ...]
    """One hand of each look."""


@dataclass(frozen=True, eq=False)
class Openings:
    """Every pair of hands that can be dealt, with the seen cards in their places."""

    kinds: Kinds
    player: Hands
    banker: Hands

    @classmethod
    def of(cls, kinds: Kinds, look: Look, given: Given, left: Iterable[int] = ()) -> Openings:
        """Every opening of these kinds of cards, or of those that are left."""
        every = tuple(left) or tuple(range(len(kinds.faces)))
        card_of = dict(enumerate(kinds.faces))
        first = len(card_of)
        hands = []
        for seen in (given.player[:2], given.banker[:2]):
            card_of |= dict(enumerate(seen, first))
            hands.append(_hands(every, card_of, look, seen=range(first, first + len(seen))))
            first += 2
        return cls(kinds, *hands)

    @cached_property
    def competing(self) -> tuple[Ints, Ints]:
        """The pairs of hands that share a kind of card."""
        player, banker = self.player, self.banker
        share = np.zeros((len(player.first), len(banker.first)), np.bool_)
        for one in (player.first, player.second):
            for other in (banker.first, banker.second):
                share |= one[:, None] == other
        rows, columns = np.nonzero(share)
        return rows, columns

    def count(self, counts: tuple[int, ...]) -> Ints:
        """In how many orders of the unseen opening cards each pair of looks comes about."""
        # A card already seen lies where it lies, in one way.
        held = np.array((*counts, 1, 1, 1, 1))
        player, banker = self.player, self.banker
        a, b, c, d = player.first, player.second, banker.first, banker.second
        of_player = player.orders * held[a] * (held[b] - (a == b))
        of_banker = banker.orders * held[c] * (held[d] - (c == d))
        # Counts of four cards stay far below 2^53, so all these sums are exact.
        looks = np.multiply.outer(
            np.bincount(player.look, of_player), np.bincount(banker.look, of_banker)
        )
        rows, columns = self.competing
        a, b, c, d = a[rows], b[rows], c[columns], d[columns]
        after = (held[c] - (c == a) - (c == b)) * (
            held[d] - (d == a).astype(np.int64) - (d == b) - (d == c)
        )
        excess = of_player[rows] * (banker.orders[columns] * after - of_banker[columns])
        pair = player.look[rows] * len(banker.looks) + banker.look[columns]
        looks += np.bincount(pair, excess, looks.size).reshape(looks.shape)
        return looks.astype(np.int64)


def _hands(every: Sequence[int], card_of: Mapping[int, Card], look: Look, *, seen: range) -> Hands:
    """Every hand that begins with the kinds of the cards seen."""
    if seen:
        pairs = [(seen[0], b) for b in (seen[1:] or every)]
    else:
        pairs = [(a, b) for a in every for b in every if a <= b]
    hands = [Hand((card_of[a], card_of[b])) for a, b in pairs]
    every_look = list(map(look, hands))
    looks = dict(zip(every_look, hands, strict=True))
    place = {each: index for index, each in enumerate(looks)}
    return Hands(
        first=np.array([a for a, _ in pairs]),
        second=np.array([b for _, b in pairs]),
        orders=np.array([1 if seen or a == b else 2 for a, b in pairs]),
        look=np.array([place[each] for each in every_look]),
        looks=tuple(looks.values()),
    )

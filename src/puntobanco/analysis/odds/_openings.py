"""Bets on the first two cards of each hand, counted over pairs of hands.

Two hands that share no kind of card are independent, so nearly all weights are products; only
hands that compete for the same cards are counted pair by pair.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds._point_coups import Ints
from puntobanco.analysis.odds.given import Given
from puntobanco.bets import Detail, Odds, OpeningBet
from puntobanco.cards import Card, Hand
from puntobanco.coup import Naturals, Opening


@dataclass(frozen=True)
class _Hands:
    """The hands that one side may be dealt; a card already seen is a kind of its own."""

    first: Ints
    second: Ints
    orders: Ints
    """2 where the two cards may come in either order."""
    look: Ints
    """The place of each hand's look among `looks`."""
    looks: tuple[Hand, ...]
    """One hand of each look that a bet may tell from others."""


@dataclass(frozen=True)
class Table:
    """What a bet earns on each look of Player's and of Banker's hand."""

    pays: list[Odds]
    place: NDArray[np.intp]
    """The place among `pays`, for each look of Player's and each of Banker's."""


@dataclass(frozen=True)
class Openings:
    """Every pair of hands that can be dealt, with the seen cards in their places."""

    player: _Hands
    banker: _Hands

    @cached_property
    def _competing(self) -> tuple[Ints, Ints]:
        """The pairs of hands that share a kind of card."""
        player, banker = self.player, self.banker
        share = np.zeros((len(player.first), len(banker.first)), np.bool_)
        for one in (player.first, player.second):
            for other in (banker.first, banker.second):
                share |= one[:, None] == other
        rows, columns = np.nonzero(share)
        return rows, columns

    def table(self, bet: OpeningBet, naturals: Naturals) -> Table:
        """What the bet earns on each look of Player's and of Banker's hand."""
        earned = [
            [bet.pays(Opening(player, banker), naturals) for banker in self.banker.looks]
            for player in self.player.looks
        ]
        pays = sorted({pay for row in earned for pay in row}, reverse=True)
        place = {pay: index for index, pay in enumerate(pays)}
        return Table(pays, np.array([[place[pay] for pay in row] for row in earned]))

    def count(self, table: Table, counts: tuple[int, ...]) -> list[int]:
        """In how many orders of the unseen opening cards each pay of the table comes about."""
        # A card already seen lies where it lies, in one way.
        held = np.array((*counts, 1, 1, 1, 1))
        player, banker = self.player, self.banker
        a, b, c, d = player.first, player.second, banker.first, banker.second
        of_player = player.orders * held[a] * (held[b] - (a == b))
        of_banker = banker.orders * held[c] * (held[d] - (c == d))

        looks = np.multiply.outer(
            np.bincount(player.look, of_player), np.bincount(banker.look, of_banker)
        )
        rows, columns = self._competing
        a, b, c, d = a[rows], b[rows], c[columns], d[columns]
        after = (held[c] - (c == a) - (c == b)) * (
            held[d] - (d == a).astype(np.int64) - (d == b) - (d == c)
        )
        excess = of_player[rows] * (banker.orders[columns] * after - of_banker[columns])
        competing = table.place[player.look[rows], banker.look[columns]]
        # Counts of four cards stay far below 2^53, so these sums are exact.
        total = np.bincount(table.place.ravel(), looks.ravel(), len(table.pays))
        total += np.bincount(competing, excess, len(table.pays))
        return [int(each) for each in total]


def openings(detail: Detail, given: Given) -> Openings:
    """Every opening at a detail of ranks or cards."""
    return _openings(detail, Given(given.player[:2], given.banker[:2]))


@lru_cache(maxsize=16)
def _openings(detail: Detail, given: Given) -> Openings:
    kinds = 13 if detail is Detail.RANKS else 52
    faces = Composition((0,) * kinds).faces
    return Openings(
        _hands(faces, given.player, kinds), _hands(faces, given.banker, kinds + len("ab"))
    )


def _hands(faces: tuple[Card, ...], seen: tuple[Card, ...], seen_kind: int) -> _Hands:
    """Every hand that begins with the cards seen; their kinds count from `seen_kind`."""
    kinds = range(len(faces))
    match seen:
        case ():
            pairs = [(a, b) for a in kinds for b in kinds if a <= b]
        case (_,):
            pairs = [(seen_kind, b) for b in kinds]
        case _:
            pairs = [(seen_kind, seen_kind + 1)]
    card_of = dict(enumerate(faces)) | dict(enumerate(seen, seen_kind))
    hands = [Hand((card_of[a], card_of[b])) for a, b in pairs]
    looks = {_look(hand): hand for hand in hands}
    place = {look: index for index, look in enumerate(looks)}
    return _Hands(
        first=np.array([a for a, _ in pairs]),
        second=np.array([b for _, b in pairs]),
        orders=np.array([1 if seen or a == b else 2 for a, b in pairs]),
        look=np.array([place[_look(hand)] for hand in hands]),
        looks=tuple(looks.values()),
    )


def _look(hand: Hand) -> Hashable:
    """What the catalogue's bets can tell of a hand: its ranks, and whether it is of one suit."""
    one, two = hand.cards
    return frozenset((one.rank, two.rank)), one.suit is two.suit

"""Any bet at all: pairs of opening hands at the bet's own detail, then third cards by kind.

Opening hands are classes: what the bet can tell about a hand (its look), and which kinds of third
cards it takes out of the shoe. The look decides a coup, the kinds decide its number of orders. Two
third cards are drawn from what the four opening cards left of their kinds, in (a - u) * (b - v)
ways. So for all pairs of hands of two looks we only need the sums of u, v and u * v.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import prod

import numpy as np

from puntobanco.analysis.composition import Composition, Given
from puntobanco.analysis.odds._openings import (
    Hands,
    Ints,
    Kinds,
    Openings,
    opening_kinds,
    third_kinds,
)
from puntobanco.analysis.odds._point_coups import completions
from puntobanco.analysis.odds._scene import HandFacts, Places, coup_scene
from puntobanco.bets import Bet
from puntobanco.cards import Card, Hand
from puntobanco.coup import LARGEST_COUP, Naturals
from puntobanco.errors import AnalysisError
from puntobanco.tableau import Tableau

LONGEST = 60.0
"""The most seconds of one core for an exact price."""

Left = Collection[Card]

NO_CARD = -1
"""The kind of a missing third card."""

# Measured on one core of a small server, 44 bets and shoes: those that take more than a tenth of a
# second took 0.7 to 1.2 times the estimate.
SECONDS_TO_PREPARE = 0.1
_SECONDS_A_PAIR = 3e-7
_SECONDS_A_COUP = 7e-8
_SECONDS_A_READING = 7e-9
_AT_ONCE = 2_000_000
"""Coups, or places of sums, to work on at once."""


@dataclass(frozen=True)
class _Side:
    """The classes of one side's opening hands, sorted by look."""

    classes: Ints
    look: Ints
    """The place of each class's look among `looks`."""
    held: Ints
    """Two rows: the third kinds of each class's two cards, `NO_CARD` for a seen card."""
    looks: tuple[Hand, ...]

    @cached_property
    def totals(self) -> Ints:
        return np.array([hand.total for hand in self.looks])

    def part(self, first: int, end: int) -> _Side:
        start, stop = np.searchsorted(self.look, (first, end))
        chosen = slice(start, stop)
        looks = self.looks[first:end]
        return _Side(self.classes[chosen], self.look[chosen] - first, self.held[:, chosen], looks)


@dataclass(frozen=True)
class Distinctions:
    """The opening cards, third cards and hands that a bet distinguishes."""

    opening: Kinds
    third: Kinds
    facts: HandFacts

    @classmethod
    def of(cls, bet: Bet) -> Distinctions:
        """Derive the distinctions from a bet's text."""
        return cls(opening_kinds(bet), third_kinds(bet), HandFacts.of(bet))


class AnyCoups:
    """The coups that a bet tells apart, prepared once and counted for any composition.

    `left` are the cards that may still be dealt.
    """

    def __init__(
        self,
        bet: Bet,
        naturals: Naturals,
        *,
        distinctions: Distinctions,
        given: Given,
        tableau: Tableau,
        left: Left,
    ) -> None:
        self.bet, self.naturals, self.given, self.tableau = bet, naturals, given, tableau
        self.kinds, self.facts = distinctions.third, distinctions.facts
        self.third_cards = (*self.kinds.faces, *filter(None, given.thirds))
        self.openings = Openings.of(
            distinctions.opening, self._class, given, distinctions.opening.among(left)
        )
        self._drawable = self.kinds.among(left)
        self._player = self._side(self.openings.player, seen=len(given.opening[0]))
        self._banker = self._side(self.openings.banker, seen=len(given.opening[1]))

    def _class(self, hand: Hand) -> Hashable:
        return self.facts.look(hand), tuple(sorted(map(self.kinds.kind, hand.cards)))

    def _side(self, hands: Hands, *, seen: int) -> _Side:
        looks: dict[Hashable, list[int]] = {}
        for place, hand in enumerate(hands.looks):
            looks.setdefault((hand.total, self.facts.seen(hand)), []).append(place)
        classes = [place for places in looks.values() for place in places]
        kinds = [[*map(self.kinds.kind, hands.looks[at].cards[seen:])] for at in classes]
        return _Side(
            classes=np.array(classes),
            look=np.repeat(np.arange(len(looks)), list(map(len, looks.values()))),
            held=np.array([[*each, *(NO_CARD,) * (2 - len(each))] for each in kinds]).T,
            looks=tuple(hands.looks[places[0]] for places in looks.values()),
        )

    def check(self, shoes: int = 1) -> None:
        """Raise `AnalysisError` if this many shoes would take too long."""
        seconds = shoes * self.seconds
        if seconds > LONGEST:
            raise AnalysisError(
                f"{self.bet.key} tells too many cards apart for exact odds: they would take about "
                f"{seconds:,.0f} seconds, more than {LONGEST:.0f}"
            )

    @property
    def seconds(self) -> float:
        """The estimated time of one core to count a shoe."""
        readings = len(self.facts.comparisons) + len(self.bet.lines)
        a_coup = _SECONDS_A_COUP + readings * _SECONDS_A_READING
        return self.pairs * _SECONDS_A_PAIR + self.coups * a_coup

    @property
    def pairs(self) -> int:
        """The number of pairs of opening hands."""
        return len(self._player.classes) * len(self._banker.classes)

    @property
    def coups(self) -> int:
        """The number of coups that the bet tells apart."""
        return int(self._number.sum())

    @cached_property
    def _number(self) -> Ints:
        """The number of coups that the bet tells apart, for each look of Player's hand."""
        of_total = np.zeros(10, np.int64)
        for (mine, theirs), thirds in self._thirds.items():
            of_total[mine] += thirds.shape[1] * np.count_nonzero(self._banker.totals == theirs)
        found: Ints = of_total[self._player.totals]
        return found

    @cached_property
    def _thirds(self) -> dict[tuple[int, int], Ints]:
        """The third cards that may follow, for each pair of opening totals."""
        player, banker = (np.unique(side.totals).tolist() for side in (self._player, self._banker))
        return {
            (mine, theirs): self._thirds_after(mine, theirs) for mine in player for theirs in banker
        }

    def count(self, unseen: Composition) -> list[int]:
        """Count the orders that each line decides, and last those that none does."""
        openings = self.openings.count(self.openings.kinds.counts(unseen))
        seen = len(self.third_cards) - len(self.kinds.faces)
        # There is one way to draw a third card that is already seen, and one to draw none.
        left = np.append(self.kinds.counts(unseen), np.ones(seen + 1, np.int64))
        after = completions(unseen.size, LARGEST_COUP - len(self.given.cards))
        first = 4 - sum(map(len, self.given.opening))
        sums = [0] * (len(self.bet.lines) + 1)
        for player in self._parts(len(left)):
            coups = self._coups(player)
            pairs = openings[np.ix_(player.classes, self._banker.classes)]
            weights = _weights(player, self._banker, pairs=pairs, left=left, coups=coups)
            is_drawn = (coups[2:] != NO_CARD) & (coups[2:] < len(self.kinds.faces))
            weights *= after[first + is_drawn.sum(axis=0)]
            lines = self._lines(player, coups)
            for line in range(len(sums)):
                sums[line] += int(weights[lines == line].sum())
        return sums

    def _parts(self, kinds: int) -> Iterator[_Side]:
        sums = 16 * np.bincount(self._player.look) * len(self._banker.classes)
        work = np.maximum(self._number, sums + kinds**2 * len(self._banker.looks))
        part = np.cumsum(work) // _AT_ONCE
        starts = [*np.flatnonzero(np.diff(part, prepend=-1)), len(part)]
        for first, end in pairwise(starts):
            yield self._player.part(first, end)

    def _coups(self, player: _Side) -> Ints:
        """Return four rows: the looks of both hands, and the kinds of both third cards."""
        found = [np.empty((4, 0), np.int64)]
        for (mine, theirs), thirds in self._thirds.items():
            one = np.flatnonzero(player.totals == mine)
            other = np.flatnonzero(self._banker.totals == theirs)
            found.append(_product(one, other, thirds))
        return np.concatenate(found, axis=1)

    def _lines(self, player: _Side, coups: Ints) -> Places:
        hands = player.looks, self._banker.looks
        cards = (*self.third_cards, None)
        scene = coup_scene(self.facts, hands, cards, coups, naturals=self.naturals)
        return scene.lines(self.bet)

    @property
    def _choices(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The kinds that the fifth and the sixth card may have."""
        fifth, sixth = self.given.thirds
        first, last = len(self.kinds.faces), len(self.third_cards) - 1
        return (first,) if fifth else self._drawable, (last,) if sixth else self._drawable

    def _thirds_after(self, player: int, banker: int) -> Ints:
        """Return two rows: the kinds of both third cards that may follow these two-card totals."""
        seen_player, seen_banker = self.given.player[2:], self.given.banker[2:]
        fifth, sixth = self._choices
        played_on = max(player, banker) < 8
        player_draws = played_on and self.tableau.player_draws(player)
        if player_draws < len(seen_player) or (
            player_draws and len(seen_banker) > len(seen_player)
        ):  # a third that was seen was not drawn, or Banker's was the fifth card
            return np.empty((2, 0), np.int64)
        found = []
        for mine in fifth if player_draws else (NO_CARD,):
            against = self.third_cards[mine].points if player_draws else None
            banker_draws = played_on and self.tableau.banker_draws(banker, against)
            if banker_draws >= len(seen_banker):
                theirs = sixth if player_draws else fifth
                found += [(mine, each) for each in (theirs if banker_draws else (NO_CARD,))]
        return np.array(found, np.int64).reshape(-1, 2).T


def _product(one: Ints, other: Ints, thirds: Ints) -> Ints:
    """Combine each of the first with each of the second and each pair of third cards."""
    number = thirds.shape[1]
    return np.array(
        [
            np.repeat(one, len(other) * number),
            np.tile(np.repeat(other, number), len(one)),
            *np.tile(thirds, len(one) * len(other)),
        ]
    )


def _weights(player: _Side, banker: _Side, *, pairs: Ints, left: Ints, coups: Ints) -> Ints:
    mine, theirs, one, other = coups
    first = left[one]
    second = left[other] - ((one == other) & (one != NO_CARD))
    number, used, products = _moments(player, banker, pairs, kinds=len(left))
    found: Ints = first * second * number[mine, theirs]
    found -= first * used[mine, theirs, other] + second * used[mine, theirs, one]
    found += products[mine, theirs, one, other]
    return found


def _moments(player: _Side, banker: _Side, pairs: Ints, *, kinds: int) -> tuple[Ints, Ints, Ints]:
    """Return sums over the pairs of hands of each two looks.

    These are the number of pairs, their opening cards of each kind, and the products of those
    numbers for each two kinds.
    """
    looks = len(player.looks), len(banker.looks)
    look = player.look[:, None] * looks[1] + banker.look
    held = np.array(
        [
            np.broadcast_to(kind % kinds, pairs.shape)
            for kind in (*player.held[:, :, None], *banker.held[:, None, :])
        ]
    )
    number = _summed(look[None], pairs, *looks)
    of_kind = look * kinds + held
    used = _summed(of_kind, pairs, *looks, kinds)
    of_two = (of_kind[:, None] * kinds + held).reshape(-1, *pairs.shape)
    products = _summed(of_two, pairs, *looks, kinds, kinds)
    # A card that was seen takes nothing.
    used[:, :, NO_CARD] = products[:, :, NO_CARD] = products[:, :, :, NO_CARD] = 0
    return number, used, products


def _summed(places: Ints, pairs: Ints, *shape: int) -> Ints:
    """Return the sum of all pairs at each place. A pair has several places."""
    weights = np.broadcast_to(pairs, places.shape).ravel()
    # Counts of four cards, and sixteen times as many, stay far below 2^53: the sums are exact.
    return np.bincount(places.ravel(), weights, prod(shape)).reshape(shape).astype(np.int64)

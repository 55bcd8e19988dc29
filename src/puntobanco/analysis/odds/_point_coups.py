"""Every coup by its points, gathered by the cards it uses: prepared once, weighed per shoe.

A coup takes at most six cards. Its number of orders of six depends only on how often each point
value occurs among its cards. So the 339,400 coups become 35,564 rows of
(cards used, what bets see of the coup, number of coups), and a composition merely weighs the
6,958 different sets of cards. Whole numbers throughout: 64 bits hold the orders of 1,450 cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement
from math import perm

import numpy as np
from numpy.typing import NDArray

from puntobanco.analysis.composition import NOTHING, Composition, Given
from puntobanco.analysis.odds._scene import Scene
from puntobanco.bets import quantities as q
from puntobanco.cards import Card
from puntobanco.coup import LARGEST_COUP, SCORES, Naturals
from puntobanco.errors import AnalysisError
from puntobanco.tableau import PUNTO_BANCO, Side, Tableau

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

HALF = 5
"""The ten point values are weighed in two halves."""
BITS = 3
"""Enough to count to six."""
_NATURAL = 8


class Colour(Enum):
    """The colours of a coup's cards."""

    RED = "all red"
    BLACK = "all black"
    MIXED = "of both colours"


_a, _b, _c, _d = np.array(SCORES, np.int8).T
SCORE_COLUMNS = _a, _b, _c, _d
"""Both totals and both numbers of cards of the 400 scores."""


@dataclass(frozen=True, eq=False)
class Deals:
    """Rows of coups with the same score and the same unseen cards, in the order of `SCORES`."""

    used: Ints
    """For each row, the place of its cards among `left` and `right`."""
    score: Ints
    """For each row, its place in `SCORES`."""
    coups: Ints
    points: NDArray[np.int8]
    """For each of six places, the points of every coup's card there."""
    times: Ints
    """How many coups each of these represents: two unseen cards of a hand have two orders."""
    row: Ints
    """For each coup, its row."""
    left: Ints
    """For each set of unseen cards, the place of its points 0 to 4 among `halves()`."""
    right: Ints
    """For each set of unseen cards, the place of its points 5 to 9 among `halves()`."""
    drawn: Ints
    """For each set of unseen cards, how many they are."""
    hidden: int
    """How many of the six cards are unseen."""

    @cached_property
    def coups_of_set(self) -> Ints:
        """For each set of cards, how many coups use it."""
        total = np.zeros(len(self.drawn), np.int64)
        np.add.at(total, self.used, self.coups)
        return total

    @cached_property
    def score_starts(self) -> Ints:
        """The first row of each score that can come about."""
        return np.flatnonzero(np.diff(self.score, prepend=-1))

    def weigh(self, ways: Ints, size: int) -> Ints:
        """Count the orders of six cards that begin with each set of cards, in a given order.

        `ways` is the number of orders of 0 to 6 cards of each point value, `size` the number of
        unseen cards.
        """
        left, right = (_products(ways[half : half + HALF]) for half in (0, HALF))
        rest = completions(size, self.hidden)
        weights: Ints = left.take(self.left) * right.take(self.right) * rest.take(self.drawn)
        return weights

    def scores(self, weights: Ints) -> Ints:
        """Count the orders of each of the 400 scores."""
        counts = np.zeros(len(SCORES), np.int64)
        starts = self.score_starts
        rows = weights.take(self.used) * self.coups
        counts[self.score[starts]] = np.add.reduceat(rows, starts)
        return counts

    def holding(self, weights: Ints) -> Ints:
        """Count the orders of coups with 0 to 6 unseen cards of each point value."""
        orders = weights * self.coups_of_set
        sums = [
            held @ np.add.reduceat(orders.take(order), starts) for order, starts, held in self._held
        ]
        return np.concatenate(sums)

    @cached_property
    def _held(self) -> list[tuple[Ints, Ints, Ints]]:
        """Three arrays for both halves of the point values.

        They are the sets in the order of their half, where each half begins among them, and for
        each of five point values and 0 to 6 cards of it, which halves hold so many.
        """
        found = []
        for places in (self.left, self.right):
            order = np.argsort(places, kind="stable")
            present, starts = np.unique(places[order], return_index=True)
            cards = halves()[:, None, present] == np.arange(LARGEST_COUP + 1)[:, None]
            found.append((order, starts, cards.astype(np.int64)))
        return found

    def scene(self, naturals: Naturals, colour: Colour = Colour.MIXED) -> Scene:
        """Return every coup by its points, as if its cards had this colour."""
        score = self.score[self.row]
        player_total, banker_total, player_cards, banker_cards = (
            column[score] for column in SCORE_COLUMNS
        )
        p1, b1, p2, b2, *_ = self.points
        player_third, banker_third = self._thirds
        lowest, highest = self._extremes
        more = {
            (q.OPENING_TOTAL, Side.PLAYER): (p1 + p2) % 10,
            (q.OPENING_TOTAL, Side.BANKER): (b1 + b2) % 10,
            (q.THIRD, Side.PLAYER): player_third,
            (q.THIRD, Side.BANKER): banker_third,
            (q.HIGHEST_POINTS, Side.PLAYER): highest,
            (q.LOWEST_POINTS, Side.PLAYER): lowest,
            (q.ALL_RED, Side.PLAYER): np.array(int(colour is Colour.RED)),
            (q.ALL_BLACK, Side.PLAYER): np.array(int(colour is Colour.BLACK)),
        }
        columns = player_total, banker_total, player_cards, banker_cards
        return Scene(columns, naturals, more)

    @cached_property
    def _thirds(self) -> tuple[Ints, Ints]:
        """The points of each side's third card, or -1."""
        *_, fifth, sixth = self.points
        player_drew, banker_drew = (cards[self.score[self.row]] == 3 for cards in SCORE_COLUMNS[2:])
        player = np.where(player_drew, fifth, -1)
        banker = np.where(banker_drew, np.where(player_drew, sixth, fifth), -1)
        return player, banker

    @cached_property
    def _extremes(self) -> tuple[Ints, Ints]:
        opening = self.points[:4]
        lowest, highest = opening.min(axis=0), opening.max(axis=0)
        for third in self._thirds:
            highest = np.maximum(highest, third)
            lowest = np.where(third < 0, lowest, np.minimum(lowest, third))
        return lowest, highest


def completions(size: int, hidden: int) -> Ints:
    """Count the orders of the rest of the unseen cards among six, by how many were drawn."""
    return np.array([perm(size - drawn, hidden - drawn) for drawn in range(hidden + 1)])


def falling(counts: tuple[int, ...] | Ints) -> Ints:
    """Count the orders in which 0 to 6 cards of each kind can be chosen."""
    ways = np.ones((len(counts), LARGEST_COUP + 1), np.int64)
    steps = np.array(counts, np.int64)[:, None] - np.arange(LARGEST_COUP)
    np.cumprod(steps, axis=1, out=ways[:, 1:])
    return ways


def deals(tableau: Tableau = PUNTO_BANCO, given: Given = NOTHING) -> Deals:
    """Return every coup that begins with the seen cards."""
    given.check(tableau)
    faces = Composition((0,) * 10)
    hands = (tuple(map(faces.face, hand)) for hand in (given.player, given.banker))
    ahead = tuple((place, faces.face(card)) for place, card in given.ahead)
    known = Given(*hands, ahead=ahead)
    return _deals(tableau, known)


@lru_cache(maxsize=64)
def _deals(tableau: Tableau, given: Given) -> Deals:
    points, times = _openings_and_thirds(given)
    score, cards = played(points, tableau)
    chosen = beginning_with(given, points, score)
    # Cards after the coup's last do not matter: keep one order of each coup.
    for place in range(4, LARGEST_COUP):
        chosen &= (points[place] == 0) | (cards > place)
    kept = np.flatnonzero(chosen)
    if not len(kept):
        raise AnalysisError(f"{given} cannot be dealt")
    points, times, cards = points[:, kept], times[kept], cards[kept]
    score = score[kept].astype(np.int64)

    code = np.zeros(len(kept), np.int64)
    seen_places = {place for place, _ in given.places()}
    for place in set(range(LARGEST_COUP)) - seen_places:
        shifted = np.left_shift(1, BITS * points[place].astype(np.int64))
        code += np.where(place < cards, shifted, 0)
    bits = 2 * HALF * BITS
    rows, row = np.unique((score << bits) | code, return_inverse=True)
    sets, used = np.unique(rows & ((1 << bits) - 1), return_inverse=True)
    place_of, half = place_of_half(), HALF * BITS
    return Deals(
        used=used,
        score=rows >> bits,
        coups=np.bincount(row, times).astype(np.int64),
        points=points,
        times=times,
        row=row,
        left=place_of[sets & ((1 << half) - 1)],
        right=place_of[(sets >> half) & ((1 << half) - 1)],
        drawn=_sizes(sets),
        hidden=LARGEST_COUP - len(given.cards),
    )


def _sizes(sets: Ints) -> Ints:
    counts = (sets[:, None] >> (BITS * np.arange(2 * HALF))) & ((1 << BITS) - 1)
    found: Ints = counts.sum(axis=1)
    return found


def _openings_and_thirds(given: Given) -> tuple[NDArray[np.int8], Ints]:
    """Return the points of six cards, and how many orders each column represents.

    Two unseen cards of one hand are listed in one order.
    """
    player, banker = map(_pairs, given.opening)
    points = np.empty((LARGEST_COUP, player.shape[1], banker.shape[1], 10, 10), np.int8)
    points[0], points[2] = player[:2, :, None, None, None]
    points[1], points[3] = banker[:2, :, None, None]
    points[4], points[5] = np.arange(10)[:, None], np.arange(10)
    times = np.multiply.outer(player[2], banker[2]).astype(np.int64)
    return points.reshape(LARGEST_COUP, -1), times.ravel().repeat(100)


def _pairs(seen: tuple[Card, ...]) -> NDArray[np.int8]:
    """Return three rows: the points of a hand's first two cards, and their number of orders."""
    if not seen:
        one, two = np.triu_indices(10)
        return np.array((one, two, 1 + (one != two)), np.int8)
    first, *others = (card.points for card in seen)
    return np.array([(first, second, 1) for second in others or range(10)], np.int8).T


def beginning_with(given: Given, points: NDArray[np.int8], score: Ints) -> Bools:
    """Return which orders have the seen cards in their places, and draw the seen thirds."""
    chosen = np.ones(points.shape[1], np.bool_)
    if not given.cards:
        return chosen
    drawn = np.array([each.player_cards + each.banker_cards for each in SCORES])[score]
    for place, card in given.places():
        chosen &= (points[place] == card.points) | (place >= drawn)
    player, banker = len(given.player), len(given.banker)
    cards = np.array([(each.player_cards, each.banker_cards) for each in SCORES])[score]
    if player < banker == LARGEST_COUP // 2:
        chosen &= cards[:, 0] == player  # Banker's third was the fifth card: Player had stood.
    return chosen & (cards >= [player, banker]).all(axis=1)


@lru_cache(maxsize=2)
def orders(tableau: Tableau) -> tuple[NDArray[np.int8], Ints, Ints]:
    """Return the points, score and number of cards of all 10^6 orders of six point values."""
    points = np.indices((10,) * LARGEST_COUP, np.int8).reshape(LARGEST_COUP, -1)
    return points, *played(points, tableau)


def played(points: NDArray[np.int8], tableau: Tableau) -> tuple[Ints, Ints]:
    """Return the score of every six cards, and how many of them the coup takes."""
    p1, b1, p2, b2, fifth, sixth = points
    player, banker = (p1 + p2) % 10, (b1 + b2) % 10
    played_on = (player < _NATURAL) & (banker < _NATURAL)
    draws = np.array((*tableau.player, False, False))
    player_draws = played_on & draws[player]
    draws = np.array((*tableau.banker, *((False,) * 11,) * 2))
    banker_draws = played_on & draws[banker, np.where(player_draws, 1 + fifth, 0)]

    player = (player + np.where(player_draws, fifth, 0)) % 10
    third = np.where(player_draws, sixth, fifth)
    banker = (banker + np.where(banker_draws, third, 0)) % 10
    score: Ints = ((player * np.int16(10) + banker) * 2 + player_draws) * 2 + banker_draws
    return score, 4 + player_draws.astype(np.int8) + banker_draws


@cache
def halves() -> Ints:
    """Return every way to have up to six cards of five point values: five rows of counts."""
    return np.array(
        [
            [held.count(points) for points in range(HALF)]
            for size in range(LARGEST_COUP + 1)
            for held in combinations_with_replacement(range(HALF), size)
        ]
    ).T


@cache
def _places_of_halves() -> Ints:
    """Return the places of the five counts of `halves()` in a table of five rows of seven."""
    return halves() + (LARGEST_COUP + 1) * np.arange(HALF)[:, None]


def _products(ways: Ints) -> Ints:
    """Return, for each of `halves()`, the product of the ways of its five counts."""
    chosen = ways.ravel().take(_places_of_halves())
    found: Ints = np.multiply.reduce(chosen, axis=0)
    return found


@cache
def place_of_half() -> Ints:
    """Map the packed counts of five point values to their place among `halves()`."""
    packed = (halves() << (BITS * np.arange(HALF))[:, None]).sum(axis=0)
    place = np.zeros(1 << (BITS * HALF), np.int64)
    place[packed] = np.arange(len(packed))
    return place

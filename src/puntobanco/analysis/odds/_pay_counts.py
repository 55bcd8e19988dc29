"""Count the orders of each pay of a bet, by the coarsest enumeration that its text allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache, partial
from math import comb
from operator import sub
from typing import Generic, TypeVar

import numpy as np

from puntobanco.analysis.composition import NOTHING, Composition, Given
from puntobanco.analysis.odds._any_coups import SECONDS_TO_PREPARE, AnyCoups, Distinctions
from puntobanco.analysis.odds._openings import (
    COLOURS,
    POINTS,
    RANK_OF,
    Kinds,
    Openings,
    opening_kinds,
)
from puntobanco.analysis.odds._point_coups import (
    SCORE_COLUMNS,
    Colour,
    Deals,
    Ints,
    deals,
    falling,
)
from puntobanco.analysis.odds._scene import HandFacts, Places, Scene, coup_scene
from puntobanco.bets import LOSE, Bet, Odds, Part
from puntobanco.cards import Rank
from puntobanco.coup import LARGEST_COUP, Naturals
from puntobanco.tableau import PUNTO_BANCO, Side, Tableau

Answer = TypeVar("Answer")

Ways = tuple[tuple[Odds, int], ...]
"""What one unit earns, and the number of orders, best pay first."""


class _Memo(Generic[Answer]):
    """A cache of the latest answers, keyed by identity because hashing bets is slow."""

    def __init__(self, most: int = 512) -> None:
        self._most = most
        self._answers: dict[tuple[int, ...], tuple[object, Answer]] = {}
        """Each entry keeps its arguments alive, so that their ids stay unique."""

    def get(self, make: Callable[[], Answer], *asked: object) -> Answer:
        key = tuple(map(id, asked))
        if known := self._answers.get(key):
            return known[1]
        answer = make()
        if len(self._answers) >= self._most:
            self._answers.clear()
        self._answers[key] = asked, answer
        return answer


class _Pays:
    """The different pays of a bet, best first, and which of them each line earns."""

    def __init__(self, bet: Bet) -> None:
        of_lines = [*(line.pays for line in bet.lines), LOSE]
        self.pays = sorted(set(of_lines), reverse=True)
        self.place = [self.pays.index(pay) for pay in of_lines]

    def ways(self, orders: Iterable[int]) -> Ways:
        found = [0] * len(self.pays)
        for place, number in zip(self.place, orders, strict=True):
            found[place] += number
        return tuple(zip(self.pays, found, strict=True))


class _Split:
    """The scores that earn the same, for each bet of a list."""

    def __init__(self, bets: tuple[Bet, ...], naturals: Naturals) -> None:
        scene = Scene(SCORE_COLUMNS, naturals)
        self._pays: list[list[Odds]] = []
        order, starts = [], []
        for at, bet in enumerate(bets):
            found = _Pays(bet)
            classes = np.array(found.place)[scene.lines(bet)]
            present = np.flatnonzero(np.bincount(classes))
            self._pays.append([found.pays[place] for place in present])
            by_class = np.argsort(classes, kind="stable")
            order.append(by_class)
            starts.append(np.searchsorted(classes[by_class], present) + at * len(by_class))
        self._order, self._starts = np.concatenate(order), np.concatenate(starts)

    def ways(self, scores: Ints) -> list[Ways]:
        sums = iter(np.add.reduceat(scores.take(self._order), self._starts).tolist())
        return [tuple((pay, next(sums)) for pay in pays) for pays in self._pays]


_SPLITS: _Memo[_Split] = _Memo(64)


class _Sums:
    """Sums some of many weights for each line of a bet, each weight a number of times."""

    def __init__(self, times: Ints) -> None:
        """Take one row per line: how often it counts each weight. Drop zeros."""
        found = [np.flatnonzero(row) for row in times]
        self._lines = [line for line, places in enumerate(found) if len(places)]
        self._places = np.concatenate([np.empty(0, np.int64), *found])
        several = times[times != 0]
        self._times = None if (several == 1).all() else several
        self._starts = np.cumsum([0, *(len(found[line]) for line in self._lines)])[:-1]

    def add(self, weights: Ints, orders: list[int]) -> None:
        if self._lines:
            chosen = weights.take(self._places)
            if self._times is not None:
                chosen *= self._times
            sums = np.add.reduceat(chosen, self._starts).tolist()
            for line, number in zip(self._lines, sums, strict=True):
                orders[line] += number


_POINTS_OF_RANKS = np.array([rank.points for rank in Rank])
_DRAWN = np.arange(LARGEST_COUP + 1)
_REST = np.maximum(_DRAWN[:, None] - _DRAWN, 0)
_CHOICES = np.array([[comb(cards, drawn) for drawn in _DRAWN] for cards in _DRAWN])
"""In how many ways 0 to 6 of 0 to 6 cards can be chosen."""

_PAYS: _Memo[_Pays] = _Memo()
_POINT_TABLES: _Memo[list[_Sums]] = _Memo()
_OPENING_TABLES: _Memo[tuple[Openings, _Sums]] = _Memo()
"""The looks of both opening hands, and which of them each line decides."""
_COPY_LINES: _Memo[list[int]] = _Memo()
_DISTINCTIONS: _Memo[Distinctions] = _Memo(2048)
_COUPS: _Memo[AnyCoups] = _Memo(8)

_Way = Callable[["Weighed", Bet, Naturals], list[int]]
"""Returns the number of orders that each line decides, and last the number that none does."""
_WAYS: _Memo[_Way] = _Memo(2048)


class Weighed:
    """A composition and the cards seen of the coup, ready to count any bet."""

    def __init__(
        self,
        composition: Composition,
        given: Given = NOTHING,
        tableau: Tableau = PUNTO_BANCO,
    ) -> None:
        self.composition = composition.checked()
        self.given = given
        self.tableau = tableau
        self.unseen = composition.without(given.cards)
        self.deals = deals(tableau, given)
        self._looks: dict[Openings, Ints] = {}

    @cached_property
    def _points(self) -> tuple[int, ...]:
        return self.unseen.points

    @cached_property
    def weights(self) -> Ints:
        """The orders of each set of cards."""
        return self.deals.weigh(falling(self._points), self.unseen.size)

    @cached_property
    def scores(self) -> Ints:
        """The orders of each of the 400 scores."""
        return self.deals.scores(self.weights)

    @cached_property
    def orders(self) -> int:
        """All orders of six cards that begin with the seen cards."""
        return int(self.scores.sum())

    def ways(self, bets: tuple[Bet, ...], naturals: Naturals) -> list[Ways]:
        """Count the orders in which one unit on each bet earns each pay."""
        on_score = tuple(bet for bet in bets if bet.part is Part.SCORE)
        by_score: Iterator[Ways] = iter(())
        if on_score:
            split = _SPLITS.get(partial(_Split, on_score, naturals), *on_score, naturals)
            by_score = iter(split.ways(self.scores))
        found = []
        for bet in bets:
            if bet.part is Part.SCORE:
                found.append(next(by_score))
            else:
                self.composition.require(bet.detail, bet.key)
                pays = _PAYS.get(partial(_Pays, bet), bet)
                found.append(pays.ways(self._way(bet)(self, bet, naturals)))
        return found

    def check(self, bets: Iterable[Bet], naturals: Naturals, *, shoes: int) -> None:
        """Raise `AnalysisError` if a bet would take too long for this many such shoes."""
        for bet in bets:
            self.composition.require(bet.detail, bet.key)
            if self._way(bet) is Weighed._by_coups:
                self._coups(bet, naturals).check(shoes)

    def within(self, bets: Iterable[Bet], naturals: Naturals, seconds: float) -> list[Bet]:
        """Return the bets that one core can count together in about this many seconds."""
        found = []
        for bet in bets:
            if self._way(bet) is Weighed._by_coups:
                if seconds < SECONDS_TO_PREPARE:
                    continue
                seconds -= SECONDS_TO_PREPARE
                if (needed := self._coups(bet, naturals).seconds) > seconds:
                    continue
                seconds -= needed
            found.append(bet)
        return found

    def _way(self, bet: Bet) -> _Way:
        """Return the coarsest enumeration that shows what a bet looks at beyond the score."""
        may_stay = self.given.may_stay
        return _WAYS.get(lambda: self._way_of(bet, may_stay=may_stay), bet, may_stay)

    @classmethod
    def _way_of(cls, bet: Bet, *, may_stay: bool) -> _Way:
        finer = {each for each in bet.quantities if each.part is not Part.SCORE}
        if finer <= (POINTS if may_stay else POINTS | COLOURS):
            return cls._by_points
        if bet.part is Part.OPENING:
            return cls._by_opening
        of_one_rank = len(bet.quantities) == 1 and bet.quantities <= RANK_OF.keys()
        return cls._by_copies if of_one_rank and not may_stay else cls._by_coups

    def _kept(
        self, memo: _Memo[Answer], bet: Bet, naturals: Naturals, make: Callable[[], Answer]
    ) -> Answer:
        """Return the prepared tables of a bet. If cards were seen, prepare new ones."""
        return make() if self.given.cards else memo.get(make, bet, naturals)

    def _by_points(self, bet: Bet, naturals: Naturals) -> list[int]:
        """Count bets on points, or on all cards having one colour, over every set of points."""
        colours = tuple(Colour) if bet.quantities & COLOURS else (Colour.MIXED,)

        def make() -> list[_Sums]:
            scenes = (self.deals.scene(naturals, colour) for colour in colours)
            return [_by_set(self.deals, bet, scene.lines(bet)) for scene in scenes]

        tables = self._kept(_POINT_TABLES, bet, naturals, make)
        weights = self._by_colour if len(colours) > 1 else (self.weights,)
        orders = [0] * len(bet.lines)
        for sums, weight in zip(tables, weights, strict=True):
            sums.add(weight, orders)
        return [*orders, self.orders - sum(orders)]

    @cached_property
    def _by_colour(self) -> tuple[Ints, ...]:
        """The orders of each set of cards: all red, all black, and of both colours."""
        reds = {card.suit.is_red for card in self.given.cards}
        in_red = self.unseen.red.points
        in_black = tuple(map(sub, self._points, in_red))
        red, black = (
            self.deals.weigh(falling(points), self.unseen.size)
            if reds <= {is_red}
            else np.zeros_like(self.weights)
            for points, is_red in ((in_red, True), (in_black, False))
        )
        return red, black, self.weights - red - black

    def _by_opening(self, bet: Bet, naturals: Naturals) -> list[int]:
        """Count bets on the first two cards of each hand, over every two looks."""

        def make() -> tuple[Openings, _Sums]:
            seen = Given(*self.given.opening)
            found = _openings(opening_kinds(bet), HandFacts.of(bet), seen)
            lines = _opening_lines(bet, naturals, found)
            return found, _Sums(np.arange(len(bet.lines))[:, None] == lines)

        openings, sums = self._kept(_OPENING_TABLES, bet, naturals, make)
        if openings not in self._looks:
            looks = openings.count(openings.kinds.counts(self.unseen)).ravel()
            self._looks[openings] = looks * (self.orders // int(looks.sum()))
        orders = [0] * len(bet.lines)
        sums.add(self._looks[openings], orders)
        return [*orders, self.orders - sum(orders)]

    def _by_copies(self, bet: Bet, _: Naturals) -> list[int]:
        """Count bets on the copies of one rank among all cards of the coup."""
        (quantity,) = bet.quantities
        rank = RANK_OF[quantity]
        lines = _COPY_LINES.get(partial(_copy_lines, bet), bet)
        seen = sum(card.rank is rank for card in self.given.cards)
        orders = [0] * (len(bet.lines) + 1)
        for drawn, number in enumerate(self._by_rank[rank]):
            if number:
                orders[lines[seen + drawn]] += number
        return orders

    @cached_property
    def _by_rank(self) -> dict[Rank, list[int]]:
        """For each rank, the orders with 0 to 6 unseen copies of it.

        A coup draws some unseen cards of one point value, in any order. Choose which of
        these are copies of the rank, then the copies, then the other cards.
        """
        held, copies = np.array(self._points)[_POINTS_OF_RANKS], np.array(self.unseen.ranks)
        # Dividing by the orders of so many cards first keeps every product within 64 bits.
        apart = self.deals.holding(self.weights)[_POINTS_OF_RANKS] // np.maximum(falling(held), 1)
        chosen = _CHOICES * falling(copies)[:, None] * falling(held - copies)[:, _REST]
        orders = (apart[:, :, None] * chosen).sum(axis=1)
        return dict(zip(Rank, orders.tolist(), strict=True))

    def _by_coups(self, bet: Bet, naturals: Naturals) -> list[int]:
        coups = self._coups(bet, naturals)
        coups.check()
        return coups.count(self.unseen)

    def _coups(self, bet: Bet, naturals: Naturals) -> AnyCoups:
        left = self.unseen.available
        is_whole = len(left) == len(self.unseen.faces)

        def make() -> AnyCoups:
            return AnyCoups(
                bet,
                naturals,
                distinctions=_DISTINCTIONS.get(lambda: Distinctions.of(bet), bet),
                given=self.given,
                tableau=self.tableau,
                left=self.composition.faces if is_whole else left,
            )

        return self._kept(_COUPS, bet, naturals, make) if is_whole else make()


def _by_set(deals: Deals, bet: Bet, lines: Places) -> _Sums:
    """Count the coups of each set of cards that each line decides."""
    sets = len(deals.drawn)
    code = lines.astype(np.int64) * sets + deals.used[deals.row]
    coups = np.bincount(code, deals.times, (len(bet.lines) + 1) * sets).astype(np.int64)
    return _Sums(coups.reshape(-1, sets)[:-1])


@lru_cache(maxsize=16)
def _openings(kinds: Kinds, facts: HandFacts, given: Given) -> Openings:
    return Openings.of(kinds, facts.look, given)


def _opening_lines(bet: Bet, naturals: Naturals, openings: Openings) -> Places:
    hands = openings.player.looks, openings.banker.looks
    pairs = np.indices(tuple(map(len, hands))).reshape(2, -1)
    coups = np.concatenate((pairs, np.zeros_like(pairs)))
    return (
        coup_scene(HandFacts.of(bet), hands, (None,), coups, naturals=naturals).lines(bet).ravel()
    )


def _copy_lines(bet: Bet) -> list[int]:
    (quantity,) = bet.quantities
    copies = np.arange(LARGEST_COUP + 1)
    none = np.zeros(len(copies), np.int8)
    scene = Scene((none,) * 4, Naturals.HIGHER_WINS, {(quantity, Side.PLAYER): copies})
    return [int(line) for line in scene.lines(bet)]

"""In how many orders a bet earns what: the coarsest enumeration that its text allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb, perm
from typing import Generic, TypeVar

import numpy as np

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds._any_coups import SECONDS_TO_PREPARE, AnyCoups, Distinctions
from puntobanco.analysis.odds._hand_scenes import HandFacts, coup_scene
from puntobanco.analysis.odds._kinds import COLOURS, POINTS, RANK_OF, Kinds, opening_kinds
from puntobanco.analysis.odds._openings import Openings
from puntobanco.analysis.odds._point_coups import (
    SCORE_COLUMNS,
    Colour,
    Deals,
    Ints,
    coups_holding,
    deals,
    falling,
)
from puntobanco.analysis.odds._scene import Places, Scene
from puntobanco.analysis.odds.given import NOTHING, Given
from puntobanco.bets import LOSE, Bet, Odds, Part
from puntobanco.cards import Rank
from puntobanco.coup import LARGEST_COUP, Naturals
from puntobanco.tableau import PUNTO_BANCO, Side, Tableau

Answer = TypeVar("Answer")

Ways = tuple[tuple[Odds, int], ...]
"""What one unit earns, and in how many orders, best pay first."""


class _Memo(Generic[Answer]):
    """The latest answers for a bet and rule, found again by identity: a bet's hash is slow."""

    def __init__(self, most: int = 512) -> None:
        self._most = most
        self._answers: dict[tuple[str, Naturals], tuple[Bet, Answer]] = {}

    def get(self, bet: Bet, naturals: Naturals, make: Callable[[], Answer]) -> Answer:
        """The answer for this very bet; a bet of the same key with other lines takes its place."""
        known = self._answers.get((bet.key, naturals))
        if known and known[0] is bet:
            return known[1]
        answer = make()
        if len(self._answers) >= self._most:
            self._answers.clear()
        self._answers[bet.key, naturals] = bet, answer
        return answer


class _Pays:
    """The different pays of a bet, best first, and which of them each line gives."""

    def __init__(self, bet: Bet) -> None:
        of_lines = [*(line.pays for line in bet.lines), LOSE]
        self.pays = sorted(set(of_lines), reverse=True)
        self.place = np.array([self.pays.index(pay) for pay in of_lines])

    def ways(self, orders: Iterable[int]) -> Ways:
        """The orders of each pay, from the orders that each line decides."""
        found = dict.fromkeys(self.pays, 0)
        for place, number in zip(self.place, orders, strict=True):
            found[self.pays[place]] += number
        return tuple(found.items())


class _Split:
    """Which of many things seen earn the same."""

    def __init__(self, bet: Bet, lines: Places) -> None:
        found = _Pays(bet)
        classes = found.place[lines]
        present = np.unique(classes)
        self.pays = [found.pays[place] for place in present]
        self._order = np.argsort(classes, kind="stable")
        self._starts = np.searchsorted(classes[self._order], present)

    def ways(self, counts: Ints) -> Ways:
        """The orders of each pay, from the orders of each thing seen."""
        sums = np.add.reduceat(counts[self._order], self._starts)
        return tuple(zip(self.pays, sums.tolist(), strict=True))


@dataclass(frozen=True)
class _Table:
    """Which line decides, for each look of Player's and of Banker's opening hand."""

    openings: Openings
    lines: Places


_SCORE_SPLITS: _Memo[_Split] = _Memo()
_POINT_TABLES: _Memo[list[Ints]] = _Memo()
_OPENING_TABLES: _Memo[_Table] = _Memo()
_COPY_LINES: _Memo[list[int]] = _Memo()
_DISTINCTIONS: _Memo[Distinctions] = _Memo(2048)
_COUPS: _Memo[AnyCoups] = _Memo(8)


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
        self._held: dict[int, Ints] = {}

    @cached_property
    def weights(self) -> Ints:
        """The orders of each set of cards."""
        return self.deals.weigh(falling(self.unseen.points), self.unseen.size)

    @cached_property
    def scores(self) -> Ints:
        """The orders of each of the 400 scores."""
        return self.deals.scores(self.weights)

    @cached_property
    def orders(self) -> int:
        """All orders of six cards that begin with what was seen."""
        return int(self.scores.sum())

    def ways(self, bet: Bet, naturals: Naturals) -> Ways:
        """In how many orders one unit on the bet earns what."""
        self.composition.require(bet.detail, bet.key)
        return self._way(bet)(bet, naturals)

    def check(self, bets: Iterable[Bet], naturals: Naturals, *, shoes: int) -> None:
        """Refuse bets that would take too long for so many shoes like this one."""
        for bet in bets:
            self.composition.require(bet.detail, bet.key)
            if self._way(bet) == self._by_coups:
                self._coups(bet, naturals).check(shoes)

    def within(self, bets: Iterable[Bet], naturals: Naturals, seconds: float) -> list[Bet]:
        """The bets that one core prepares and counts in about so many seconds, all together."""
        found = []
        for bet in bets:
            if self._way(bet) == self._by_coups:
                if seconds < SECONDS_TO_PREPARE:
                    continue
                seconds -= SECONDS_TO_PREPARE
                if (needed := self._coups(bet, naturals).seconds) > seconds:
                    continue
                seconds -= needed
            found.append(bet)
        return found

    def _way(self, bet: Bet) -> Callable[[Bet, Naturals], Ways]:
        """The coarsest enumeration that tells what a bet looks at."""
        if bet.part is Part.SCORE:
            return self._by_score
        finer = {each for each in bet.quantities if each.part is not Part.SCORE}
        if finer <= POINTS | COLOURS:
            return self._by_points
        if bet.part is Part.OPENING:
            return self._by_opening
        if len(bet.quantities) == 1 and bet.quantities <= RANK_OF.keys():
            return self._by_copies
        return self._by_coups

    def _kept(
        self, memo: _Memo[Answer], bet: Bet, naturals: Naturals, make: Callable[[], Answer]
    ) -> Answer:
        """What was prepared for a bet; anew where cards were seen."""
        return make() if self.given.cards else memo.get(bet, naturals, make)

    def _by_score(self, bet: Bet, naturals: Naturals) -> Ways:
        def make() -> _Split:
            return _Split(bet, Scene(SCORE_COLUMNS, naturals).lines(bet))

        return _SCORE_SPLITS.get(bet, naturals, make).ways(self.scores)

    def _by_points(self, bet: Bet, naturals: Naturals) -> Ways:
        """Bets on points, and on all cards being of one colour: every set of points."""
        colours = tuple(Colour) if bet.quantities & COLOURS else (Colour.MIXED,)

        def make() -> list[Ints]:
            scenes = (self.deals.scene(naturals, colour) for colour in colours)
            return [_by_set(self.deals, bet, scene.lines(bet)) for scene in scenes]

        tables = self._kept(_POINT_TABLES, bet, naturals, make)
        weights = self._by_colour if len(colours) > 1 else (self.weights,)
        orders = np.zeros(len(bet.lines) + 1, np.int64)
        for table, weight in zip(tables, weights, strict=True):
            orders += table @ weight
        return _Pays(bet).ways(orders.tolist())

    @cached_property
    def _by_colour(self) -> tuple[Ints, ...]:
        """The orders of each set of cards: all red, all black, and of both colours."""
        reds = {card.suit.is_red for card in self.given.cards}
        red, black = (
            self.deals.weigh(falling(part.points), self.unseen.size)
            if reds <= {is_red}
            else np.zeros_like(self.weights)
            for part, is_red in ((self.unseen.red, True), (self.unseen.black, False))
        )
        return red, black, self.weights - red - black

    def _by_opening(self, bet: Bet, naturals: Naturals) -> Ways:
        """Bets on the first two cards of each hand: every two looks of them."""

        def make() -> _Table:
            seen = Given(self.given.player[:2], self.given.banker[:2])
            found = _openings(opening_kinds(bet), HandFacts.of(bet), seen)
            return _Table(found, _opening_lines(bet, naturals, found))

        table = self._kept(_OPENING_TABLES, bet, naturals, make)
        openings = table.openings
        if openings not in self._looks:
            self._looks[openings] = openings.count(openings.kinds.counts(self.unseen))
        looks = self._looks[openings]
        # Counts of four cards stay far below 2^53, so these sums are exact.
        orders = np.bincount(table.lines.ravel(), looks.ravel(), len(bet.lines) + 1)
        rest = self.orders // int(looks.sum())
        return _Pays(bet).ways(int(each) * rest for each in orders)

    def _by_copies(self, bet: Bet, naturals: Naturals) -> Ways:
        """Bets on the copies of one rank: how many of the coup's cards have its points."""
        (quantity,) = bet.quantities
        rank = RANK_OF[quantity]
        lines = _COPY_LINES.get(bet, naturals, lambda: _copy_lines(bet))
        copies = self.unseen.ranks[tuple(Rank).index(rank)]
        others = self.unseen.points[rank.points] - copies
        seen = sum(card.rank is rank for card in self.given.cards)
        orders = [0] * (len(bet.lines) + 1)
        for cards, ways in enumerate(self._with_points(rank.points).tolist()):
            for drawn in range(cards + 1):
                chosen = comb(cards, drawn) * perm(copies, drawn) * perm(others, cards - drawn)
                if chosen and ways:
                    orders[lines[seen + drawn]] += chosen * ways
        return _Pays(bet).ways(orders)

    def _with_points(self, points: int) -> Ints:
        """The orders of coups with 0 to 6 unseen cards of these points, those cards aside."""
        if points not in self._held:
            ways = falling(self.unseen.points)
            ways[points] = 1
            weights = self.deals.weigh(ways, self.unseen.size)
            self._held[points] = coups_holding(self.deals, points) @ weights
        return self._held[points]

    def _by_coups(self, bet: Bet, naturals: Naturals) -> Ways:
        """Any other bet."""
        coups = self._coups(bet, naturals)
        coups.check()
        return _Pays(bet).ways(coups.count(self.unseen))

    def _coups(self, bet: Bet, naturals: Naturals) -> AnyCoups:
        left = self.unseen.available
        is_whole = len(left) == len(self.unseen.faces)

        def make() -> AnyCoups:
            return AnyCoups(
                bet,
                naturals,
                distinctions=_DISTINCTIONS.get(bet, naturals, lambda: Distinctions.of(bet)),
                given=self.given,
                tableau=self.tableau,
                left=self.composition.faces if is_whole else left,
            )

        return self._kept(_COUPS, bet, naturals, make) if is_whole else make()


def _by_set(deals: Deals, bet: Bet, lines: Places) -> Ints:
    """How many coups of each set of cards each line decides."""
    sets = len(deals.cards)
    code = lines.astype(np.int64) * sets + deals.used[deals.row]
    return np.bincount(code, minlength=(len(bet.lines) + 1) * sets).reshape(-1, sets)


@lru_cache(maxsize=16)
def _openings(kinds: Kinds, facts: HandFacts, given: Given) -> Openings:
    return Openings.of(kinds, facts.look, given)


def _opening_lines(bet: Bet, naturals: Naturals, openings: Openings) -> Places:
    """Which line decides, for each two looks."""
    hands = openings.player.looks, openings.banker.looks
    pairs = np.indices(tuple(map(len, hands))).reshape(2, -1)
    coups = np.concatenate((pairs, np.zeros_like(pairs)))
    return coup_scene(HandFacts.of(bet), hands, (None,), coups, naturals=naturals).lines(bet)


def _copy_lines(bet: Bet) -> list[int]:
    """Which line decides, for 0 to 6 copies of a rank."""
    (quantity,) = bet.quantities
    copies = np.arange(LARGEST_COUP + 1)
    none = np.zeros(len(copies), np.int8)
    scene = Scene((none,) * 4, Naturals.HIGHER_WINS, {(quantity, Side.PLAYER): copies})
    return [int(line) for line in scene.lines(bet)]

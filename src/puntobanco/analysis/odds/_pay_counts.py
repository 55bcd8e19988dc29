"""In how many orders a bet earns what: the coarsest enumeration that its kind of bet allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from math import comb, perm
from typing import Generic, TypeVar

import numpy as np

from puntobanco import bets
from puntobanco.analysis import reference
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds._openings import Table, openings
from puntobanco.analysis.odds._point_coups import Ints, deals, falling
from puntobanco.analysis.odds.given import NOTHING, Given
from puntobanco.bets import AnyBet, CardsBet, Odds, OpeningBet, ScoreBet
from puntobanco.cards import Card, Hand, Rank, Suit
from puntobanco.coup import LARGEST_COUP, SCORES, Coup, Naturals
from puntobanco.tableau import PUNTO_BANCO, Tableau

Answer = TypeVar("Answer")

Ways = tuple[tuple[Odds, int], ...]
"""What one unit earns, and in how many orders, best pay first."""


class _Memo(Generic[Answer]):
    """One answer for each bet and rule, found again by identity: a bet's hash is slow."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, Naturals], tuple[AnyBet, Answer]] = {}

    def get(self, bet: AnyBet, naturals: Naturals, make: Callable[[], Answer]) -> Answer:
        """The answer for this very bet; a bet of the same key with other pays takes its place."""
        known = self._answers.get((bet.key, naturals))
        if known and known[0] is bet:
            return known[1]
        answer = make()
        self._answers[bet.key, naturals] = bet, answer
        return answer


class _Split:
    """Which of many things seen earn the same."""

    def __init__(self, earned: list[Odds]) -> None:
        self.pays = sorted(set(earned), reverse=True)
        place = {pay: index for index, pay in enumerate(self.pays)}
        classes = np.array([place[pay] for pay in earned])
        self._order = np.argsort(classes, kind="stable")
        self._starts = np.searchsorted(classes[self._order], np.arange(len(self.pays)))

    def ways(self, counts: Ints) -> Ways:
        """The orders of each pay, from the orders of each thing seen."""
        sums = np.add.reduceat(counts[self._order], self._starts)
        return tuple(zip(self.pays, sums.tolist(), strict=True))


_POINTS_BETS = {bet.key for bet in (bets.THREE_GIVING_8, bets.LOW_TIE_MAX, bets.HIGH_TIE_MAX)}
_COLOUR_BETS = {bet.key for bet in (bets.ALL_RED, bets.ALL_BLACK, bets.SUPER_TIE)}
_RANK_OF = {bet.key: rank for bet, rank in zip(bets.MATCHING_DRAGONS, Rank, strict=True)}

_SCORE_SPLITS: _Memo[_Split] = _Memo()
_ROW_SPLITS: _Memo[_Split] = _Memo()
_OPENING_TABLES: _Memo[Table] = _Memo()


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
        self.unseen = composition.without(given.cards)
        self.deals = deals(tableau, given)

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

    def ways(self, bet: AnyBet, naturals: Naturals) -> Ways:
        """In how many orders one unit on the bet earns what."""
        self.composition.require(bet.detail, bet.key)
        if isinstance(bet, ScoreBet):
            return self._by_score(bet, naturals)
        if not _is_catalogued(bet):
            return self._by_reference(bet, naturals)
        if isinstance(bet, OpeningBet):
            return self._by_opening(bet, naturals)
        if bet.key in _POINTS_BETS:
            return self._by_row(bet, naturals)
        if bet.key in _COLOUR_BETS:
            return self._by_colour(bet, naturals)
        if bet.key in _RANK_OF:
            return self._by_copies(bet, naturals)
        return self._by_reference(bet, naturals)

    def _by_score(self, bet: ScoreBet, naturals: Naturals) -> Ways:
        def make() -> _Split:
            return _Split([bet.pays(score, naturals) for score in SCORES])

        return _SCORE_SPLITS.get(bet, naturals, make).ways(self.scores)

    def _by_row(self, bet: CardsBet, naturals: Naturals) -> Ways:
        """Bets on points: every row of coups with the same score and cards."""

        def make() -> _Split:
            rows = range(len(self.deals.score))
            return _Split([bet.pays(self.deals.coup(row), naturals) for row in rows])

        split = make() if self.given.cards else _ROW_SPLITS.get(bet, naturals, make)
        return split.ways(self.weights[self.deals.used] * self.deals.coups)

    def _by_opening(self, bet: OpeningBet, naturals: Naturals) -> Ways:
        """Bets on pairs: every look of two hands."""
        found = openings(bet.detail, self.given)

        def make() -> Table:
            return found.table(bet, naturals)

        table = make() if self.given.cards else _OPENING_TABLES.get(bet, naturals, make)
        counts = found.count(table, self.unseen.at(bet.detail).counts)
        rest = self.orders // sum(counts)
        return tuple((pay, count * rest) for pay, count in zip(table.pays, counts, strict=True))

    def _by_colour(self, bet: CardsBet, naturals: Naturals) -> Ways:
        """Bets on colours: every score with all cards red, all black, or both among them."""
        reds = {card.suit.is_red for card in self.given.cards}
        red, black = (
            self._scores_of(part) if reds <= {is_red} else np.zeros_like(self.scores)
            for part, is_red in ((self.unseen.red, True), (self.unseen.black, False))
        )
        patterns = (
            (Suit.DIAMONDS, Suit.DIAMONDS, red),
            (Suit.CLUBS, Suit.CLUBS, black),
            (Suit.DIAMONDS, Suit.CLUBS, self.scores - red - black),
        )
        counts: Counter[Odds] = Counter()
        for row in self.deals.score_starts.tolist():
            score, coup = self.deals.score[row], self.deals.coup(row)
            for first, others, orders in patterns:
                earned = bet.pays(_in_suits(coup, first, others), naturals)
                counts[earned] += int(orders[score])
        return tuple(sorted(counts.items(), reverse=True))

    def _scores_of(self, part: Composition) -> Ints:
        """The orders of each score in which every unseen card of the coup is one of a part."""
        return self.deals.scores(self.deals.weigh(falling(part.points), self.unseen.size))

    def _by_copies(self, bet: CardsBet, naturals: Naturals) -> Ways:
        """Bets on a rank: how many of the coup's cards have it."""
        rank = _RANK_OF[bet.key]
        seen = sum(card.rank is rank for card in self.given.cards)
        counts: Counter[Odds] = Counter()
        for drawn in range(LARGEST_COUP - seen + 1):
            ways = falling(self.unseen.points)
            ways[rank.points] = self._ways_with(drawn, rank)
            weights = self.deals.weigh(ways, self.unseen.size)
            earned = bet.pays(_with_copies(rank, seen + drawn), naturals)
            counts[earned] += int((weights * self.deals.coups_of_set).sum())
        return tuple(sorted(counts.items(), reverse=True))

    def _ways_with(self, drawn: int, rank: Rank) -> list[int]:
        """In how many orders 0 to 6 cards of a rank's points have it exactly `drawn` times."""
        copies = self.unseen.ranks[tuple(Rank).index(rank)]
        others = self.unseen.points[rank.points] - copies
        return [
            comb(cards, drawn) * perm(copies, drawn) * perm(others, max(0, cards - drawn))
            for cards in range(LARGEST_COUP + 1)
        ]

    def _by_reference(self, bet: AnyBet, naturals: Naturals) -> Ways:
        """Any other bet: coup by coup, which may take very long."""
        given = self.given.player, self.given.banker
        counts = reference.pays(bet, self.composition, naturals=naturals, given=given)
        excess = counts.total() // self.orders
        return tuple((pay, orders // excess) for pay, orders in sorted(counts.items())[::-1])


def _is_catalogued(bet: AnyBet) -> bool:
    """Whether a bet has the conditions of the catalogue's bet of its key, whatever it pays."""
    listed = bets.CATALOGUE.get(bet.key)
    return listed is not None and _conditions(listed) == _conditions(bet)


def _conditions(bet: AnyBet) -> list[int]:
    return [id(line.when) for line in bet.lines]


def _in_suits(coup: Coup, first: Suit, others: Suit) -> Coup:
    """The same ranks, Player's first card in one suit and all others in another."""
    (one, *player), banker = coup.player.cards, coup.banker.cards
    return Coup(
        Hand((Card(one.rank, first), *(Card(card.rank, others) for card in player))),
        Hand(tuple(Card(card.rank, others) for card in banker)),
    )


def _with_copies(rank: Rank, copies: int) -> Coup:
    """Six cards of which so many have a rank."""
    other = Rank.ACE if rank is not Rank.ACE else Rank.TWO
    ranks = [rank] * copies + [other] * (LARGEST_COUP - copies)
    cards = tuple(Card(each, Suit.CLUBS) for each in ranks)
    return Coup(Hand(cards[:3]), Hand(cards[3:]))

"""The shoes that strategies are played through, as arrays for the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._exact_sums import Integers
from puntobanco.analysis.counting.counts import Count
from puntobanco.analysis.odds import expectations
from puntobanco.analysis.simulation import _kernels as dealing
from puntobanco.analysis.simulation._kernel_rules import KernelRules
from puntobanco.analysis.simulation._line_tables import LineTables
from puntobanco.analysis.simulation.blocks import block_seed
from puntobanco.analysis.simulation.recorded import Knowledge, RecordedShoes
from puntobanco.analysis.simulation.specification import card_dealer
from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.analysis.strategies.view import ShoesSeen
from puntobanco.bets import LOSE, Bet, Part
from puntobanco.cards import DECK
from puntobanco.coup import SCORES, Naturals, Outcome
from puntobanco.house import House

_CODES = {Outcome.TIE: kernels.TIE, Outcome.BANKER: kernels.BANKER, Outcome.PLAYER: kernels.PLAYER}
_LETTERS = "TBP"
_TAGS = len(DECK) + 1
"""A tag for each card, and last for a card that wasn't drawn."""


@dataclass(frozen=True)
class WholeShoes:
    """Some whole shoes: scores and cards left, and what else is known of them."""

    first: Integers
    """The index of each shoe's first coup, and at the end the number of coups."""
    score: npt.NDArray[np.uint16]
    left: npt.NDArray[np.uint16]
    full: Integers
    """How many cards of each number of points a full shoe holds."""
    unseen: npt.NDArray[np.uint16] | None = None
    """Points not seen before each coup."""
    cards: npt.NDArray[np.uint8] | None = None
    """Rows of six places in `DECK`."""
    shown: npt.NDArray[np.uint8] | None = None
    has_totals: bool = True

    @cached_property
    def unseen_points(self) -> npt.NDArray[np.uint16]:
        """The points not seen before each coup, from the cards if need be."""
        if self.unseen is not None:
            return self.unseen
        points = np.zeros((_TAGS, 10), np.int64)
        points[np.arange(len(DECK)), [card.points for card in DECK]] = 1
        return (self.full - self._summed(points)).astype(np.uint16)

    @classmethod
    def of(cls, recorded: RecordedShoes, full: Integers) -> WholeShoes:
        """Return recorded shoes."""
        return cls(
            recorded.first,
            recorded.score,
            recorded.left,
            full,
            cards=recorded.cards if recorded.has_cards else None,
            shown=recorded.shown,
            has_totals=recorded.known is not Knowledge.RESULTS,
        )

    def _summed(self, tags: Integers) -> Integers:
        """Return the sums of tags over all cards seen before each coup."""
        assert self.cards is not None  # noqa: S101 - a job that needs cards deals them
        assert self.shown is not None  # noqa: S101 - as above
        of_coup = tags[self.cards].sum(axis=1)
        before = np.cumsum(of_coup, axis=0) - of_coup
        lengths = np.diff(self.first)
        begins = np.minimum(self.first[:-1], len(self.score) - 1)
        start = np.repeat(before[begins] - tags[self.shown], lengths, axis=0)
        seen: Integers = before - start
        return seen

    def weighed(self, tags: Integers) -> Integers:
        """Return the sums of tags, by points, over all cards not seen before each coup."""
        sums = np.empty(len(self.score), np.int64)
        kernels.weigh(self.unseen_points, tags, sums)
        return sums

    def running(self, count: Count) -> Integers:
        """Return a running count before each coup."""
        if count.is_by_points:
            tags = np.array(count.by_points, np.int64)
            return count.start + self.full @ tags - self.weighed(tags)
        return count.start + self._summed(np.array([*count.by_card, 0], np.int64))

    def seen(self, naturals: Naturals) -> ShoesSeen:
        """Return what a view of these shoes shows."""
        assert self.shown is not None  # noqa: S101 - own functions are dealt cards
        codes = outcome_codes(naturals)[self.score]
        letters = "".join(_LETTERS[code] for code in codes.tolist())
        full = int(self.full.sum())
        return ShoesSeen(
            self.first, self.score, letters, self.cards, self.shown, full, self.has_totals
        )


def outcome_codes(naturals: Naturals) -> Integers:
    """Return the outcome of each score, as the kernel counts outcomes."""
    return np.array([_CODES[score.outcome(naturals)] for score in SCORES], np.int64)


@dataclass(frozen=True)
class SimulatedShoes:
    """Shoes of a house, dealt by a seed in blocks."""

    rules: KernelRules
    seed: str

    def points(self, block: int, shoes: int, *, unseen: bool) -> WholeShoes:
        """Deal shoes of points."""
        seed = block_seed(self.seed, "strategies", block, dealing.SEED_WORDS)
        dealt = dealing.deal_points(seed, shoes, *self.rules.arguments, wants_unseen=unseen)
        return WholeShoes(
            dealt.first,
            dealt.score,
            dealt.left,
            self.rules.counts,
            unseen=dealt.unseen if unseen else None,
        )

    def cards(self, block: int, shoes: int, tables: LineTables) -> WholeShoes:
        """Deal shoes of cards."""
        seed = block_seed(self.seed, "strategies with cards", block, 4)
        dealt = dealing.deal_cards(card_dealer(self.rules, seed, tables), shoes)
        return WholeShoes(
            dealt.first,
            dealt.score,
            dealt.left,
            self.rules.counts,
            cards=dealt.cards,
            shown=dealt.shown,
        )


@dataclass(frozen=True)
class Pays:
    """What one unit earns on some bets, for each score or class."""

    earned: Integers
    first: Integers
    column: Integers
    tables: LineTables
    """How to classify coups for the bets that look at more than the score."""

    @classmethod
    def of(cls, bets: Sequence[Bet], house: House, unit: int) -> Pays:
        """Return the pays of bets at a house, in chips."""
        on_cards = [bet for bet in bets if bet.part is not Part.SCORE]
        tables = LineTables.of(on_cards, house.naturals)
        earned: list[int] = []
        first, column = [], []
        for bet in bets:
            first.append(len(earned))
            if bet.part is Part.SCORE:
                column.append(-1)
                earned += [int(bet.pays(score, house.naturals) * unit) for score in SCORES]
            else:
                begin, lines = tables.lines[bet.key]
                column.append(tables.tables.first_class.tolist().index(begin))
                pays = [*(line.pays for line in bet.lines), LOSE]
                earned += [int(pays[line] * unit) for line in lines.tolist()]
        return cls(
            np.array(earned, np.int64),
            np.array(first, np.int64),
            np.array(column, np.int64),
            tables,
        )

    def classes(self, shoes: WholeShoes, rules: KernelRules) -> npt.NDArray[np.uint32]:
        """Return the classes of all coups, a column for each group of bets."""
        if shoes.cards is None or not self.tables.lines:
            return np.zeros((0, 0), np.uint32)
        dealer = card_dealer(rules, np.zeros(4, np.uint64), self.tables)
        return dealing.classes_of(dealer, shoes.cards, shoes.score)


def edges(shoes: WholeShoes, bets: Sequence[Bet], naturals: Naturals) -> npt.NDArray[np.float64]:
    """Return the exact edges of bets before each coup, in percent."""
    compositions = shoes.unseen_points.astype(np.int64)
    return -100 * expectations(compositions, bets, naturals=naturals)

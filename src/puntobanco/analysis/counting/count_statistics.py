"""A count, or perfect play of one bet, through shoes: the jobs, and their statistics."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import lcm, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puntobanco._html import html_table
from puntobanco.analysis._exact_sums import Integers, exact_dot, exact_sum, from_limbs, to_limbs
from puntobanco.analysis.counting.counts import PERFECT, Count, CountType
from puntobanco.analysis.odds import expectations
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation._kernels import SEED_WORDS
from puntobanco.analysis.simulation.blocks import Progress, Tally, block_seed, block_size
from puntobanco.analysis.simulation.specification import CardsJob, KernelRules, card_dealer
from puntobanco.bets import ALIASES, LOSE, SCORE_BETS, Bet, Part
from puntobanco.coup import SCORES, Naturals
from puntobanco.errors import AnalysisError
from puntobanco.house import House

_MOST_SHOES_A_BLOCK = 512

MOST_SHOES = 10**9
"""Counting is slower than dealing: more shoes would take hours."""


@dataclass(frozen=True)
class WatchedJob(CardsJob):
    """Shoes in which a guest sees every card except the hidden burn."""

    @property
    def shoes_per_block(self) -> int:
        """The number of shoes in a block. The last block may be smaller."""
        return min(_MOST_SHOES_A_BLOCK, block_size(self.shoes))

    @np.errstate(over="ignore")  # without compilation, wrapping integers would warn
    def watch(self, block: int) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]]:
        """Return the counts of unseen points before each coup of a block, and the coup's score."""
        seed = block_seed(self.seed, "counting", block, SEED_WORDS)
        arguments = (seed, self.size(block), *self.rules.arguments)
        dealt = kernels.deal_points(*arguments, wants_unseen=True)
        return dealt.unseen, dealt.score


@dataclass(frozen=True)
class CountJob(WatchedJob):
    """Shoes in which a guest keeps one count, for one bet."""

    count: Count

    @property
    def fingerprint(self) -> str:
        """All that decides what is counted; checkpoints store it."""
        return f"{super().fingerprint} {self.count.text}"

    @property
    def bet(self) -> Bet:
        """The bet that the count is for."""
        return self.bets[0]

    @property
    def is_by_points(self) -> bool:
        """Whether the points of the cards are enough, without ranks and suits."""
        return self.count.is_by_points and self.bet.part is Part.SCORE

    @np.errstate(over="ignore")  # as above
    def play(self, block: int) -> Tally:
        """Return the bets of a block and what they earned."""
        count, sums = self.count, np.zeros(kernels.COUNTED, np.int64)
        sums[kernels.COUNTED_SHOES] = self.size(block)
        is_true = count.type is CountType.TRUE
        trigger = kernels.Trigger(float(count.start), float(count.trigger), is_true)
        if self.is_by_points:
            unseen, scores = self.watch(block)
            tags = np.array(count.by_points, np.int64)
            pays = integer_pays(self.bet, self.naturals)
            kernels.count_bets(unseen, scores, self.rules.counts, tags, trigger, pays, sums)
        else:
            seed = block_seed(self.seed, "counting cards", block, 4)
            dealer = card_dealer(self.rules, seed, self._deciding)
            tags = np.array([*count.by_card, 0], np.int64)
            kernels.count_card_bets(dealer, self.size(block), tags, trigger, self._earned(), sums)
        return {"sums": to_limbs(sums.tolist())}

    def _earned(self) -> Integers:
        unit = pay_unit(self.bet)
        pays = [*(line.pays for line in self.bet.lines), LOSE]
        _, lines = self._deciding.lines[self.bet.key]
        return np.array([int(pays[line] * unit) for line in lines], np.int64)


def integer_pays(bet: Bet, naturals: Naturals) -> Integers:
    """Return what a stake of `pay_unit` earns at each score. The bet must not depend on more."""
    if bet.part is not Part.SCORE:
        raise AnalysisError(f"{bet.key} looks at more than the score")
    unit = pay_unit(bet)
    return np.array([int(bet.pays(score, naturals) * unit) for score in SCORES], np.int64)


def pay_unit(bet: Bet) -> int:
    """Return the smallest stake for which every pay of a bet is whole."""
    return lcm(*(pay.denominator for pay in bet.pay_table))


def count_job(count: Count, house: House, *, shoes: int, seed: str) -> CountJob:
    """Return the job of a count in a house, which pays the bet."""
    check_shoes(shoes)
    bet = house.known_bet(ALIASES.get(count.bet, count.bet))
    return CountJob(KernelRules.at(house), seed, shoes, (bet,), house.naturals, count)


def check_shoes(shoes: int) -> None:
    """Raise `AnalysisError` for too many shoes."""
    if not 1 <= shoes <= MOST_SHOES:
        raise AnalysisError(f"{shoes} shoes is out of range: use 1 to {MOST_SHOES:,} for counting")


EXPECTATION_STEP = 1 << 40
"""Expectations are summed as multiples of 1 / this, so that the order doesn't matter."""


class PerfectSums(NamedTuple):
    """Sums over the coups on which the expectation of a bet was above zero."""

    bets: int
    earned: int
    earned_squared: int
    expected: int
    """The expected earnings of the bets, in multiples of 1 / `EXPECTATION_STEP`."""
    expected_squared: int
    """The sum over all shoes of the squared expected earnings."""


@dataclass(frozen=True)
class PerfectJob(WatchedJob):
    """Shoes in which every bet is priced exactly before every coup."""

    def play(self, block: int) -> Tally:
        """Return for each bet how often its expectation was above zero, and what it earned."""
        unseen, scores = self.watch(block)
        expected = expectations(unseen, self.bets, naturals=self.naturals)
        left = unseen.sum(axis=1)
        first_coups = np.flatnonzero(np.concatenate(([True], left[1:] >= left[:-1])))
        tally = {"coups": np.array([self.size(block), len(scores)], np.int64)}
        for at, bet in enumerate(self.bets):
            earned = integer_pays(bet, self.naturals)[scores]
            tally[tally_key(at)] = to_limbs(_sums(expected[:, at], earned, first_coups))
        return tally


def tally_key(at: int) -> str:
    """Return the entry of a tally with the sums of a job's bet, by its place."""
    return f"perfect_{at:03}"


def _sums(
    expected: npt.NDArray[np.float64], earned: Integers, first_coups: npt.NDArray[np.intp]
) -> PerfectSums:
    good = expected > 0
    gains = earned[good]
    steps = np.where(good, np.rint(expected * EXPECTATION_STEP), 0.0).astype(np.int64)
    shoes = np.add.reduceat(steps, first_coups)
    return PerfectSums(
        bets=int(good.sum()),
        earned=exact_sum(gains),
        earned_squared=exact_dot(gains, gains),
        expected=exact_sum(shoes),
        expected_squared=exact_dot(shoes, shoes),
    )


def perfect_job(house: House, bets: tuple[Bet, ...] = (), *, shoes: int, seed: str) -> PerfectJob:
    """Return the job of perfect play of some bets, or of every bet on the score."""
    check_shoes(shoes)
    offered = {bet.key: bet for bet in house.bets}
    chosen = bets or tuple(offered.get(bet.key, bet) for bet in SCORE_BETS)
    score_bets = tuple(bet for bet in chosen if bet.part is Part.SCORE)
    if not score_bets:
        raise AnalysisError("perfect play needs a bet that looks at the score")
    return PerfectJob(KernelRules.at(house), seed, shoes, score_bets, house.naturals)


COUNT_COLUMNS = {
    "count": "the name of the count",
    "bet": "the bet that it is for",
    "bets": "on how many coups it bet",
    "of coups %": "the same as a share of all coups",
    "edge %": "what the guest won of the stakes, with its standard error",
    "units a shoe": "the units won per shoe, with their standard error",
    "per 100 coups": "the units won per 100 coups, with their standard error",
}
"""The columns of a table of counts, and what each of them shows."""

_PERFECT_PLAY = (
    "perfect play bets on totals and card counts when the exact expectation is above zero"
)


@dataclass(frozen=True)
class CountStatistics:
    """The results of counting on one bet, in units of one stake. An edge is in percent."""

    name: str
    bet: str
    how: str
    shoes: int
    coups: int
    bets: int
    earned: float
    earned_se: float
    expected: float | None = None
    """What perfect play expects exactly; None for a count."""
    expected_se: float | None = None
    """Its standard error, from shoe to shoe."""

    @property
    def best(self) -> float:
        """The expected sum if known, because it varies less, or what was earned."""
        return self.earned if self.expected is None else self.expected

    @property
    def best_se(self) -> float:
        """Its standard error."""
        return self.earned_se if self.expected_se is None else self.expected_se

    @property
    def edge(self) -> float | None:
        """The guest's advantage when betting, in percent."""
        return 100 * self.best / self.bets if self.bets else None

    @property
    def units_per_shoe(self) -> float:
        """Units won per shoe."""
        return self.best / self.shoes

    @property
    def units_per_shoe_se(self) -> float:
        """Its standard error."""
        return self.best_se / self.shoes

    @property
    def units_per_100_coups(self) -> float:
        """Units won per hundred coups watched."""
        return 100 * self.best / self.coups

    def row(self) -> tuple[str, ...]:
        """Return the cells of a table, in the order of `COUNT_COLUMNS`."""
        edge = (
            "" if self.edge is None else _with_error(self.edge, 100 * self.best_se / self.bets, 3)
        )
        per_100 = 100 * self.best_se / self.coups
        return (
            self.name,
            self.bet,
            f"{self.bets:,}",
            f"{100 * self.bets / self.coups:.3f}",
            edge,
            _with_error(self.units_per_shoe, self.units_per_shoe_se, 5),
            _with_error(self.units_per_100_coups, per_100, 5),
        )

    def _repr_html_(self) -> str:
        return html_table(self.how, tuple(COUNT_COLUMNS), [self.row()])

    def json(self) -> dict[str, object]:
        """Return everything for machines."""
        return {
            **asdict(self),
            "frequency": self.bets / self.coups,
            "edge_when_betting": self.edge,
            "units_per_shoe": self.units_per_shoe,
            "units_per_shoe_se": self.units_per_shoe_se,
            "units_per_100_coups": self.units_per_100_coups,
        }


def _with_error(figure: float, error: float, places: int) -> str:
    return f"{figure:.{places}f} ± {error:.{places}f}"


def statistics_of(progress: Progress) -> list[CountStatistics]:
    """Return the statistics of a count, or of each bet of perfect play, best first."""
    job, tally = progress.job, progress.tally
    if not isinstance(job, WatchedJob) or not tally:
        raise AnalysisError("stopped before the first block was done")
    if isinstance(job, CountJob):
        return [_of_count(job, from_limbs(tally["sums"]))]
    bets = [_of_perfect_play(tally, at, bet) for at, bet in enumerate(job.bets)]
    return sorted(bets, key=lambda each: -each.units_per_shoe)


def _of_count(job: CountJob, sums: list[int]) -> CountStatistics:
    unit = pay_unit(job.bet)
    bets, earned = sums[kernels.COUNTED_BETS], sums[kernels.COUNTED_EARNED]
    squared = sums[kernels.COUNTED_EARNED_SQUARED]
    return CountStatistics(
        job.count.name,
        job.bet.key,
        job.count.text,
        shoes=sums[kernels.COUNTED_SHOES],
        coups=sums[kernels.COUNTED_COUPS],
        bets=bets,
        earned=earned / unit,
        earned_se=_standard_error(bets, earned, squared) / unit,
    )


def _of_perfect_play(tally: Tally, at: int, bet: Bet) -> CountStatistics:
    unit = pay_unit(bet)
    sums = PerfectSums(*from_limbs(tally[tally_key(at)]))
    shoes, coups = tally["coups"].tolist()
    expected_se = _standard_error(shoes, sums.expected, sums.expected_squared)
    return CountStatistics(
        PERFECT,
        bet.key,
        _PERFECT_PLAY,
        shoes=shoes,
        coups=coups,
        bets=sums.bets,
        earned=sums.earned / unit,
        earned_se=_standard_error(sums.bets, sums.earned, sums.earned_squared) / unit,
        expected=sums.expected / EXPECTATION_STEP,
        expected_se=expected_se / EXPECTATION_STEP,
    )


def _standard_error(number: int, total: int, squares: int) -> float:
    if number < 2:
        return 0.0
    return sqrt(max(0, (number * squares - total**2) / (number - 1)))

"""Card counting and perfect play, through simulated shoes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from math import lcm, sqrt

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._big_integers import exact_sum, sum_of_products, whole, wide
from puntobanco.analysis._html import html_table
from puntobanco.analysis.counting.counts import PERFECT, Count, Kind
from puntobanco.analysis.odds import expectations
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation._dealing import Dealing, block_seed
from puntobanco.analysis.simulation._kernels import SEED_WORDS
from puntobanco.analysis.simulation.execution import Progress, Tally, run_on_threads
from puntobanco.analysis.simulation.shoes import VERSION, block_size
from puntobanco.bets import SCORE_BETS, AnyBet, ScoreBet, find
from puntobanco.coup import SCORES, Naturals
from puntobanco.errors import AnalysisError
from puntobanco.house import House

_FINE = 1 << 40
"""Expectations are summed as whole numbers of this part, so that no order changes the sum."""
_LARGEST_BLOCK = 512

MOST_SHOES = 10**9
"""As many as anyone can wait for: counting is slower than dealing."""


COUNT_COLUMNS = ("count", "bet", "bets", "of coups %", "edge %", "units a shoe", "per 100 coups")
"""The columns of a table of counts; the edge is the guest's, when betting."""

_PERFECTLY = "perfect play bets whenever the exact expectation is above zero"


@dataclass(frozen=True)
class CountJob:
    """Shoes in which one count is kept, in blocks."""

    dealing: Dealing
    seed: str
    shoes: int
    count: Count
    bet: AnyBet
    naturals: Naturals

    @property
    def name(self) -> str:
        """All that decides what is counted."""
        pays = _pays_digest((self.bet,), self.naturals)
        rules = f"{self.dealing.digest} {self.naturals.value} {pays}"
        return f"CountJob wide {VERSION} {self.count.text} {rules} {self.shoes} {self.seed}"

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-self.shoes // self._size)

    @property
    def _size(self) -> int:
        return min(_LARGEST_BLOCK, block_size(self.shoes))

    def size(self, block: int) -> int:
        """How many shoes a block deals."""
        return min(self._size, self.shoes - block * self._size)

    def warm(self) -> None:
        """Compile the kernels."""
        replace(self, shoes=1).play(0)

    @np.errstate(over="ignore")  # without compilation, numbers would warn as they wrap
    def watch(self, block: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint16]]:
        """The counts not seen before each coup of a block, and its score."""
        dealing = self.dealing
        seed = block_seed(self.seed, "counting", block, SEED_WORDS)
        return kernels.watch(seed, self.size(block), dealing.start, dealing.rules, dealing.plan)

    def play(self, block: int) -> Tally:
        """The bets of one block and what they earned."""
        unseen, scores = self.watch(block)
        count = self.count
        trigger = np.array([count.start, count.trigger, count.kind is Kind.TRUE], np.float64)
        tags = np.array(count.by_points, np.int64)
        full = self.dealing.full
        earned, _ = whole_pays(self.bet, self.naturals)
        sums = kernels.count_bets(unseen, scores, full, tags, trigger, earned)
        sums[kernels.COUNTED_SHOES] = self.size(block)
        return {"sums": wide(sums.tolist())}


@dataclass(frozen=True)
class PerfectJob(CountJob):
    """Shoes in which every bet is priced exactly before every coup."""

    bets: tuple[ScoreBet, ...] = ()

    @property
    def name(self) -> str:
        """All that decides what is counted."""
        return f"{super().name} {_pays_digest(self.bets, self.naturals)}"

    def play(self, block: int) -> Tally:
        """For each bet: how often its expectation was above zero, and what that came to."""
        unseen, scores = self.watch(block)
        expected = expectations(unseen, self.bets, naturals=self.naturals)
        left = unseen.sum(axis=1)
        first_coups = np.flatnonzero(np.concatenate(([True], left[1:] >= left[:-1])))
        tally = {"coups": np.array([self.size(block), len(scores)], np.int64)}
        for at, bet in enumerate(self.bets):
            good = expected[:, at] > 0
            earned, _ = whole_pays(bet, self.naturals)
            gains = earned[scores[good]]
            fine = np.where(good, np.rint(expected[:, at] * _FINE), 0.0).astype(np.int64)
            shoes = np.add.reduceat(fine, first_coups)
            tally[f"perfect_{at:03}"] = wide(
                (
                    int(good.sum()),
                    exact_sum(gains),
                    sum_of_products(gains, gains),
                    exact_sum(shoes),
                    sum_of_products(shoes, shoes),
                )
            )
        return tally


def _pays_digest(bets: tuple[AnyBet, ...], naturals: Naturals) -> str:
    """Equal for bets that have the same names and pay the same for every score."""
    digest = sha256()
    for bet in bets:
        pays, unit = whole_pays(bet, naturals)
        digest.update(f"{bet.key} {unit} {pays.tolist()}\n".encode())
    return digest.hexdigest()


def whole_pays(bet: AnyBet, naturals: Naturals) -> tuple[npt.NDArray[np.int64], int]:
    """What a stake earns for each score in whole numbers, and that stake."""
    if not isinstance(bet, ScoreBet):
        raise AnalysisError(f"counts bet on the score, and {bet.key} looks at more than that")
    unit = lcm(*(pay.denominator for pay in bet.pay_table))
    return np.array([int(bet.pays(score, naturals) * unit) for score in SCORES], np.int64), unit


@dataclass(frozen=True)
class CountFigures:
    """What counting one bet came to, in units of one stake; an edge is in percent."""

    name: str
    bet: str
    how: str
    shoes: int
    coups: int
    bets: int
    earned: float
    earned_se: float
    expected: float | None = None
    """What perfect play expects exactly; it varies less than what was earned."""
    expected_se: float | None = None
    """Its standard error, from shoe to shoe."""

    @property
    def best(self) -> float:
        """What it came to, as exactly as it is known."""
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
        """The figures as words, in the order of `COUNT_COLUMNS`."""
        edge = "" if self.edge is None else _within(self.edge, 100 * self.best_se / self.bets, 3)
        per_100 = 100 * self.best_se / self.coups
        return (
            self.name,
            self.bet,
            f"{self.bets:,}",
            f"{100 * self.bets / self.coups:.3f}",
            edge,
            _within(self.units_per_shoe, self.units_per_shoe_se, 5),
            _within(self.units_per_100_coups, per_100, 5),
        )

    def _repr_html_(self) -> str:
        return html_table(self.how, COUNT_COLUMNS, [self.row()])

    def json(self) -> dict[str, object]:
        """Everything for machines."""
        return {
            "name": self.name,
            "bet": self.bet,
            "how": self.how,
            "shoes": self.shoes,
            "coups": self.coups,
            "bets": self.bets,
            "frequency": self.bets / self.coups,
            "edge_when_betting": self.edge,
            "units_per_shoe": self.units_per_shoe,
            "units_per_100_coups": self.units_per_100_coups,
            "earned": self.earned,
            "earned_se": self.earned_se,
            "expected": self.expected,
            "expected_se": self.expected_se,
            "units_per_shoe_se": self.units_per_shoe_se,
        }


def _within(figure: float, error: float, places: int) -> str:
    """A figure and its standard error."""
    return f"{figure:.{places}f} ± {error:.{places}f}"


def count_job(count: Count, house: House, *, shoes: int, seed: str) -> CountJob:
    """A count kept through shoes of a house; the bet is paid as the house pays it."""
    _check(shoes)
    bet = next((bet for bet in house.bets if bet.key == count.bet), None) or find(count.bet)
    whole_pays(bet, house.naturals)
    return CountJob(Dealing.at(house), seed, shoes, count, bet, house.naturals)


def perfect_job(
    house: House, bets: tuple[AnyBet, ...] = (), *, shoes: int, seed: str
) -> PerfectJob:
    """Perfect play of some bets, or of every bet on the score."""
    _check(shoes)
    offered = {bet.key: bet for bet in house.bets}
    chosen = bets or tuple(offered.get(bet.key, bet) for bet in SCORE_BETS)
    score_bets = tuple(bet for bet in chosen if isinstance(bet, ScoreBet))
    if not score_bets:
        raise AnalysisError("perfect play needs a bet that looks at the score")
    nothing = Count(PERFECT, score_bets[0].key, (0,) * 10, 0)
    dealing = Dealing.at(house)
    return PerfectJob(dealing, seed, shoes, nothing, score_bets[0], house.naturals, bets=score_bets)


def _check(shoes: int) -> None:
    if not 1 <= shoes <= MOST_SHOES:
        raise AnalysisError(f"{shoes} shoes is not 1 to {MOST_SHOES:,}, for those who count")


def figures_of(progress: Progress) -> list[CountFigures]:
    """The figures of a count, or one of each bet of perfect play, the best for the guest first."""
    job, tally = progress.job, progress.tally
    if not isinstance(job, CountJob) or not tally:
        raise AnalysisError("it was stopped before the first block was done")
    if isinstance(job, PerfectJob):
        found = [
            _figures(job, bet, tally["coups"], whole(tally[f"perfect_{at:03}"]), how=_PERFECTLY)
            for at, bet in enumerate(job.bets)
        ]
        return sorted(found, key=lambda each: -each.units_per_shoe)
    sums = whole(tally["sums"])
    return [_figures(job, job.bet, sums[:2], sums[2:], how=job.count.text)]


def _figures(
    job: CountJob,
    bet: AnyBet,
    dealt: Sequence[int] | npt.NDArray[np.int64],
    sums: Sequence[int],
    *,
    how: str,
) -> CountFigures:
    _, unit = whole_pays(bet, job.naturals)
    shoes, (bets, earned, squared) = int(dealt[0]), sums[:3]
    expected, expected_se = None, None
    if isinstance(job, PerfectJob):
        expected = sums[3] / _FINE
        expected_se = _spread(shoes, sums[3], sums[4]) / _FINE
    return CountFigures(
        job.count.name,
        bet.key,
        how,
        shoes=shoes,
        coups=int(dealt[1]),
        bets=bets,
        earned=earned / unit,
        earned_se=_spread(bets, earned, squared) / unit,
        expected=expected,
        expected_se=expected_se,
    )


def _spread(number: int, total: int, squares: int) -> float:
    """The standard error of the sum of so many independent numbers; of one it is not known."""
    if number < 2:
        return 0.0
    return sqrt(max(0, (number * squares - total**2) / (number - 1)))


def play_count(job: CountJob, *, threads: int | None = None) -> list[CountFigures]:
    """Play a job on threads of this process."""
    (progress,) = run_on_threads((job,), threads=threads)
    return figures_of(progress)

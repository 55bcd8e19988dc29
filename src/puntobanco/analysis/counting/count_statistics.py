"""Statistics of a count, or of perfect play of one bet."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from puntobanco._html import html_table
from puntobanco.analysis._exact_sums import from_limbs
from puntobanco.analysis.counting.count_jobs import (
    EXPECTATION_STEP,
    CountJob,
    PerfectJob,
    PerfectSums,
    pay_unit,
    tally_key,
)
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation.blocks import Progress, Tally
from puntobanco.analysis.simulation.execution import run_on_threads
from puntobanco.bets import Bet
from puntobanco.errors import AnalysisError

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
    "perfect play, of bets on the score, bets whenever the exact expectation is above zero"
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


def _with_error(figure: float, error: float, places: int) -> str:
    return f"{figure:.{places}f} ± {error:.{places}f}"


def statistics_of(progress: Progress) -> list[CountStatistics]:
    """Return the statistics of a count, or of each bet of perfect play, best first."""
    job, tally = progress.job, progress.tally
    if not isinstance(job, CountJob) or not tally:
        raise AnalysisError("stopped before the first block was done")
    if not isinstance(job, PerfectJob):
        return [_of_count(job, from_limbs(tally["sums"]))]
    bets = [_of_perfect_play(job, tally, at, bet) for at, bet in enumerate(job.bets)]
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


def _of_perfect_play(job: PerfectJob, tally: Tally, at: int, bet: Bet) -> CountStatistics:
    unit = pay_unit(bet)
    sums = PerfectSums(*from_limbs(tally[tally_key(at)]))
    shoes, coups = tally["coups"].tolist()
    expected_se = _standard_error(shoes, sums.expected, sums.expected_squared)
    return CountStatistics(
        job.count.name,
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
    """Return the standard error of a sum of independent numbers; 0 for fewer than two."""
    if number < 2:
        return 0.0
    return sqrt(max(0, (number * squares - total**2) / (number - 1)))


def play_count(job: CountJob, *, threads: int | None = None) -> list[CountStatistics]:
    """Play a job on threads of this process."""
    (progress,) = run_on_threads((job,), threads=threads)
    return statistics_of(progress)

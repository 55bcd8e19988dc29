"""Statistics over the guests who played a betting system."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import NamedTuple

import numpy as np

from puntobanco._html import html_table
from puntobanco.analysis._exact_sums import Integers, from_limbs
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import price
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation.blocks import WORST, Progress, Tally
from puntobanco.analysis.strategies.session import Session
from puntobanco.analysis.strategies.system_job import SAMPLE_GUESTS, SystemJob
from puntobanco.bets import Bet
from puntobanco.errors import AnalysisError
from puntobanco.house import House
from puntobanco.settlement import CHIPS_PER_DOLLAR

SYSTEM_COLUMNS = (
    "system",
    "guests",
    "mean end $",
    "median end $",
    "ruined %",
    "goal %",
    "coups",
    "losing run",
    "drawdown $",
    "staked $",
    "lost of staked %",
    "exact %",
    "sigmas",
)
"""The columns of a table of systems: the longest losing run and deepest drawdown of any guest, and
what was lost of what was staked on decided bets."""

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
_BARS = 40


class Bar(NamedTuple):
    """How many guests ended with a bankroll from `low` to below `high`, in chips."""

    low: int
    high: int
    guests: int


@dataclass(frozen=True)
class SystemStatistics:
    """Statistics over all guests of one system.

    Money is in chips, shares of guests are from 0 to 1, and what was lost of what was staked is in
    percent. What ends in `_se` is a standard error, in the unit of its figure.
    """

    job: SystemJob
    session: Session
    bet: Bet
    expected: float
    """The exact edge of a decided bet on a fresh shoe, in percent."""
    tally: Tally
    seconds: float

    @property
    def guests(self) -> int:
        """How many guests played."""
        return self.sums[kernels.GUESTS]

    @property
    def bets(self) -> int:
        """How many bets they placed."""
        return self.sums[kernels.BETS]

    @property
    def finals(self) -> Integers:
        """The final bankrolls of the first guests, ordered by size."""
        parts = sorted(key for key in self.tally if key.startswith("finals"))
        return np.sort(np.concatenate([self.tally[key] for key in parts])[:SAMPLE_GUESTS])

    @property
    def percentiles(self) -> dict[int, int]:
        """Final bankrolls by percentile."""
        finals = self.finals
        return {each: int(finals[(len(finals) - 1) * each // 100]) for each in PERCENTILES}

    @property
    def histogram(self) -> list[Bar]:
        """Final bankrolls in bars of equal width."""
        finals = self.finals
        low, high = int(finals[0]), int(finals[-1]) + 1
        step = max(1, -(-(high - low) // _BARS))
        counts = np.bincount((finals - low) // step).tolist()
        return [
            Bar(low + at * step, low + (at + 1) * step, count) for at, count in enumerate(counts)
        ]

    @cached_property
    def sums(self) -> list[int]:
        """The sums over all guests, in the order of the kernels."""
        return from_limbs(self.tally["sums"])

    def _mean(self, which: int) -> float:
        return self.sums[which] / self.guests

    @property
    def final_mean(self) -> float:
        """The mean of the final bankrolls of all guests, in chips."""
        return self._mean(kernels.FINAL)

    @property
    def final_mean_se(self) -> float | None:
        """Its standard error: guests are independent, and keep what they didn't lose."""
        guests, lost = self.guests, self.sums[kernels.LOST]
        if guests < 2:
            return None
        lost_lost = from_limbs(self.tally["products"])[0]
        return sqrt(Fraction(guests * lost_lost - lost**2, guests**2 * (guests - 1)))

    @property
    def ruin(self) -> float:
        """The share of guests who were ruined: they could not pay one unit."""
        return self._mean(kernels.RUINED)

    @property
    def ruin_se(self) -> float | None:
        """Its standard error; None if no guest or every guest was ruined."""
        guests, ruined = self.guests, self.sums[kernels.RUINED]
        if not 0 < ruined < guests:
            return None
        return sqrt(Fraction(ruined * (guests - ruined), guests**2 * (guests - 1)))

    @property
    def reached_goal(self) -> float:
        """The share of guests who won as much as their goal."""
        return self._mean(kernels.REACHED)

    @property
    def loss_rate(self) -> float:
        """All that was lost over all that was staked on decided bets, in percent."""
        return 100 * self.sums[kernels.LOST] / max(1, self.sums[kernels.DECIDED])

    @property
    def loss_rate_se(self) -> float | None:
        """Its standard error: of a ratio of two sums over guests, who are independent."""
        guests, lost, staked = (
            self.sums[which] for which in (kernels.GUESTS, kernels.LOST, kernels.DECIDED)
        )
        if guests < 2 or not staked:
            return None
        lost_lost, lost_staked, staked_staked = from_limbs(self.tally["products"])
        # The squares of lost - rate * staked, added up exactly, times staked ** 2.
        squares = staked**2 * lost_lost - 2 * staked * lost * lost_staked + lost**2 * staked_staked
        return 100 * sqrt(Fraction(guests * squares, (guests - 1) * staked**4))

    @property
    def sigmas(self) -> float | None:
        """How many standard errors the rate of loss lies above the exact edge."""
        error = self.loss_rate_se
        return (self.loss_rate - self.expected) / error if error else None

    @property
    def ruin_over_time(self) -> list[float]:
        """The share of guests ruined by each hundredth of the longest session."""
        ruined: list[float] = (np.cumsum(self.tally["ruins"]) / self.guests).tolist()
        return ruined

    @property
    def paths(self) -> Integers:
        """Bankrolls of the first guests at each hundredth of the longest session."""
        return self.tally["paths"]

    def json(self) -> dict[str, object]:
        """Return everything for machines. Money is in dollars."""
        return {
            "name": self.job.system.name,
            "engine": self.job.system.engine,
            "bet": self.bet.key,
            "guests": self.guests,
            "bets": self.bets,
            **self.session.json(),
            **self._finals_json(),
            **self._guests_json(),
            "loss_rate": self.loss_rate,
            "loss_rate_se": self.loss_rate_se,
            "loss_rate_expected": self.expected,
            "sigmas": self.sigmas,
            "seconds": self.seconds,
            "bets_per_second": self.bets / self.seconds if self.seconds else 0.0,
        }

    def _finals_json(self) -> dict[str, object]:
        return {
            "final_mean": self.final_mean / CHIPS_PER_DOLLAR,
            "final_sample": len(self.finals),
            "final_percentiles": {
                str(each): chips / CHIPS_PER_DOLLAR for each, chips in self.percentiles.items()
            },
            "final_histogram": [
                [bar.low / CHIPS_PER_DOLLAR, bar.high / CHIPS_PER_DOLLAR, bar.guests]
                for bar in self.histogram
            ],
        }

    def _guests_json(self) -> dict[str, object]:
        sums, worst = self.sums, self.tally[WORST]
        return {
            "ruin": self.ruin,
            "reached_goal": self.reached_goal,
            "stopped_by_loss": self._mean(kernels.STOPPED),
            "coups_mean": self._mean(kernels.COUPS),
            "losing_run_mean": self._mean(kernels.LOSING_RUN),
            "losing_run_longest": int(worst[kernels.LOSING_RUN]),
            "drawdown_mean": self._mean(kernels.DRAWDOWN) / CHIPS_PER_DOLLAR,
            "drawdown_deepest": float(worst[kernels.DRAWDOWN]) / CHIPS_PER_DOLLAR,
            "staked": sums[kernels.STAKED] / CHIPS_PER_DOLLAR,
            "staked_decided": sums[kernels.DECIDED] / CHIPS_PER_DOLLAR,
            "lost": sums[kernels.LOST] / CHIPS_PER_DOLLAR,
        }

    def row(self) -> tuple[str, ...]:
        """Return the cells of a table, in the order of `SYSTEM_COLUMNS`."""
        worst = self.tally[WORST]
        error, sigmas = self.loss_rate_se, self.sigmas
        return (
            self.job.system.name,
            f"{self.guests:,}",
            f"{self.final_mean / CHIPS_PER_DOLLAR:,.2f}",
            f"{self.percentiles[50] / CHIPS_PER_DOLLAR:,.2f}",
            f"{100 * self.ruin:.2f}",
            f"{100 * self.reached_goal:.2f}",
            f"{self._mean(kernels.COUPS):.1f}",
            str(worst[kernels.LOSING_RUN]),
            f"{float(worst[kernels.DRAWDOWN]) / CHIPS_PER_DOLLAR:,.2f}",
            f"{self.sums[kernels.STAKED] / CHIPS_PER_DOLLAR:,.0f}",
            f"{self.loss_rate:.3f}" + ("" if error is None else f" ± {error:.3f}"),
            f"{self.expected:.3f}",
            "" if sigmas is None else f"{sigmas:+.2f}",
        )

    def _repr_html_(self) -> str:
        caption = f"{self.job.system.name}: {self.job.system.description}"
        return html_table(caption, SYSTEM_COLUMNS, [self.row()])


def statistics_of(
    progress: Progress, house: House, bet: Bet, *, session: Session
) -> SystemStatistics:
    """Return the statistics of a played job."""
    job = progress.job
    tally = progress.tally
    if not isinstance(job, SystemJob) or "sums" not in tally:
        raise AnalysisError("it was stopped before the first block was done")
    shoe = Composition.of_decks(house.decks)
    edge = price(bet, shoe, naturals=house.naturals).edge_decided
    return SystemStatistics(
        job,
        session.at(house, bet),
        bet,
        expected=float(100 * edge) if edge is not None else 0.0,
        tally=tally,
        seconds=progress.seconds,
    )

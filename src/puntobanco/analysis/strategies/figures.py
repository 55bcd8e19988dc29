"""What became of the guests who played a system."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

import numpy as np

from puntobanco.analysis._big_integers import whole
from puntobanco.analysis._html import html_table
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import price
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation.execution import WORST, Progress, Tally
from puntobanco.analysis.strategies._own_system import Memory
from puntobanco.analysis.strategies.systems import SAMPLE_GUESTS, Session, SystemJob
from puntobanco.bets import AnyBet
from puntobanco.errors import AnalysisError
from puntobanco.house import House
from puntobanco.settlement import CHIPS_PER_DOLLAR, Chips

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


@dataclass(frozen=True)
class SystemFigures:
    """Figures over all guests of one system; money in chips, rates in percent."""

    job: SystemJob
    session: Session
    bet: AnyBet
    expected: float
    """The exact edge in percent of a decided bet on a fresh shoe."""
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
    def finals(self) -> Memory:
        """The final bankrolls of the first guests, ordered by size."""
        parts = sorted(key for key in self.tally if key.startswith("finals"))
        return np.sort(np.concatenate([self.tally[key] for key in parts])[:SAMPLE_GUESTS])

    @property
    def percentiles(self) -> dict[int, int]:
        """Final bankrolls by percentile."""
        finals = self.finals
        return {each: int(finals[(len(finals) - 1) * each // 100]) for each in PERCENTILES}

    @property
    def histogram(self) -> list[tuple[int, int, int]]:
        """Final bankrolls: from, to below, how many guests."""
        finals = self.finals
        low, high = int(finals[0]), int(finals[-1]) + 1
        step = max(1, -(-(high - low) // _BARS))
        counts = np.bincount((finals - low) // step)
        return [
            (low + at * step, low + (at + 1) * step, int(count)) for at, count in enumerate(counts)
        ]

    @cached_property
    def sums(self) -> list[int]:
        """The sums over all guests, in the order of the kernels."""
        return whole(self.tally["sums"])

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
        lost_lost, lost_staked, staked_staked = whole(self.tally["products"])
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
        """The part of guests ruined by each hundredth of the longest session."""
        ruined: list[float] = (np.cumsum(self.tally["ruins"]) / self.guests).tolist()
        return ruined

    @property
    def paths(self) -> Memory:
        """Bankrolls of the first guests at each hundredth of the longest session."""
        return self.tally["paths"]

    def json(self) -> dict[str, object]:
        """Everything for machines; money in dollars."""
        sums, worst = self.sums, self.tally[WORST]
        guests = self.guests
        return {
            "name": self.job.system.name,
            "engine": self.job.system.engine,
            "bet": self.bet.key,
            "guests": guests,
            "bets": self.bets,
            "bankroll": self.session.bankroll / CHIPS_PER_DOLLAR,
            "unit": self.session.unit / CHIPS_PER_DOLLAR,
            "cap": _dollars(self.session.cap),
            "stop_loss": _dollars(self.session.stop_loss),
            "goal": _dollars(self.session.goal),
            "session_shoes": self.session.shoes,
            "session_coups": self.session.coups,
            "final_mean": sums[kernels.FINAL] / guests / CHIPS_PER_DOLLAR,
            "final_sample": len(self.finals),
            "final_percentiles": {
                str(each): chips / CHIPS_PER_DOLLAR for each, chips in self.percentiles.items()
            },
            "final_histogram": [
                [low / CHIPS_PER_DOLLAR, high / CHIPS_PER_DOLLAR, count]
                for low, high, count in self.histogram
            ],
            "ruin": sums[kernels.RUINED] / guests,
            "reached_goal": sums[kernels.REACHED] / guests,
            "stopped_by_loss": sums[kernels.STOPPED] / guests,
            "coups_mean": sums[kernels.COUPS] / guests,
            "losing_run_mean": sums[kernels.LOSING_RUN] / guests,
            "losing_run_longest": int(worst[kernels.LOSING_RUN]),
            "drawdown_mean": sums[kernels.DRAWDOWN] / guests / CHIPS_PER_DOLLAR,
            "drawdown_deepest": float(worst[kernels.DRAWDOWN]) / CHIPS_PER_DOLLAR,
            "staked": sums[kernels.STAKED] / CHIPS_PER_DOLLAR,
            "staked_decided": sums[kernels.DECIDED] / CHIPS_PER_DOLLAR,
            "lost": sums[kernels.LOST] / CHIPS_PER_DOLLAR,
            "loss_rate": self.loss_rate,
            "loss_rate_se": self.loss_rate_se,
            "loss_rate_expected": self.expected,
            "sigmas": self.sigmas,
            "seconds": self.seconds,
            "bets_per_second": self.bets / self.seconds if self.seconds else 0.0,
        }

    def row(self) -> tuple[str, ...]:
        """The figures as words, in the order of `SYSTEM_COLUMNS`."""
        sums, worst, guests = self.sums, self.tally[WORST], self.guests
        error, sigmas = self.loss_rate_se, self.sigmas
        return (
            self.job.system.name,
            f"{guests:,}",
            f"{sums[kernels.FINAL] / guests / CHIPS_PER_DOLLAR:,.2f}",
            f"{self.percentiles[50] / CHIPS_PER_DOLLAR:,.2f}",
            f"{100 * sums[kernels.RUINED] / guests:.2f}",
            f"{100 * sums[kernels.REACHED] / guests:.2f}",
            f"{sums[kernels.COUPS] / guests:.1f}",
            str(worst[kernels.LOSING_RUN]),
            f"{float(worst[kernels.DRAWDOWN]) / CHIPS_PER_DOLLAR:,.2f}",
            f"{sums[kernels.STAKED] / CHIPS_PER_DOLLAR:,.0f}",
            f"{self.loss_rate:.3f}" + ("" if error is None else f" ± {error:.3f}"),
            f"{self.expected:.3f}",
            "" if sigmas is None else f"{sigmas:+.2f}",
        )

    def _repr_html_(self) -> str:
        caption = f"{self.job.system.name}: {self.job.system.words}"
        return html_table(caption, SYSTEM_COLUMNS, [self.row()])


def _dollars(chips: Chips | None) -> float | None:
    return None if chips is None else chips / CHIPS_PER_DOLLAR


def figures_of(progress: Progress, house: House, bet: AnyBet, *, session: Session) -> SystemFigures:
    """The figures of a job that was played."""
    job = progress.job
    tally = progress.tally
    if not isinstance(job, SystemJob) or "sums" not in tally:
        raise AnalysisError("it was stopped before the first block was done")
    shoe = Composition.of_decks(house.decks)
    edge = price(bet, shoe, naturals=house.naturals).edge_decided
    return SystemFigures(
        job,
        session.at(house, bet),
        bet,
        expected=float(100 * edge) if edge is not None else 0.0,
        tally=tally,
        seconds=progress.seconds,
    )

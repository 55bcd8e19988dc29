"""Statistics over the sessions of a strategy, beside the exact expectation of the same bets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import erfc, sqrt
from typing import NamedTuple

import numpy as np

from puntobanco._html import html_table
from puntobanco.analysis._exact_sums import Integers, from_limbs
from puntobanco.analysis.simulation.blocks import WORST, Progress, Tally
from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.analysis.strategies.strategy_job import SAMPLE_SESSIONS, StrategyJob
from puntobanco.errors import AnalysisError

STRATEGY_COLUMNS = {
    "strategy": "the placement",
    "staking": "how many units it bets",
    "sessions": "how many sessions were played",
    "ahead %": "sessions that ended with more money than they started with",
    "mean end $": "the mean bankroll at the end of a session",
    "median end $": "the median bankroll at the end of a session",
    "ruined %": "sessions that couldn't cover the next stake",
    "goal %": "sessions that reached their goal",
    "coups": "coups a session watched, on average",
    "bets": "bets a session made, on average",
    "longest losing run": "the most losses in a row in any session",
    "deepest drawdown $": "the most that any session fell below its highest bankroll",
    "action $": "all stakes added up",
    "lost of action %": "the share of the action that was lost, with its standard error",
    "exact %": "the share that the same bets lose by exact odds",
    "sigmas": "how many standard errors lie between the two",
}
"""The columns of a table of strategies, and what each of them shows."""

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
BEYOND_LUCK = 0.01
"""The chance below which a difference is more than luck, corrected for several strategies."""
FEWEST_SESSIONS = 30
"""With fewer sessions, their standard error is too uncertain for a verdict."""
_BARS = 40


class Programs(NamedTuple):
    """The house's programs in an average session, and the result with them, in chips."""

    rolling: float
    rebate: float
    comp: float
    result: float
    result_se: float | None

    def json(self, coin: int) -> dict[str, float | None]:
        """Return everything in the house's currency."""
        return {
            name: None if value is None else value / coin for name, value in self._asdict().items()
        }


class Bar(NamedTuple):
    """How many sessions ended with a bankroll from `low` to below `high`, in chips."""

    low: int
    high: int
    sessions: int


@dataclass(frozen=True)
class StrategyStatistics:
    """Statistics over all sessions of one strategy. Money is in chips, shares are from 0 to 1.

    A name that ends in `_se` is a standard error, in the unit of its figure.
    """

    job: StrategyJob
    tally: Tally
    seconds: float
    rivals: int = 1
    """How many strategies were compared, which makes an unlikely result more likely."""
    rank: int = 0
    """How many of these were further from exact."""

    @cached_property
    def _sums(self) -> list[int]:
        return from_limbs(self.tally["sums"])

    @cached_property
    def _money(self) -> list[int]:
        return from_limbs(self.tally["money"])

    @property
    def sessions(self) -> int:
        """How many sessions were played."""
        return self._sums[kernels.SESSIONS]

    @property
    def coups(self) -> int:
        """How many coups they watched."""
        return self._sums[kernels.COUPS]

    @property
    def bets(self) -> int:
        """How many bets they made."""
        return self._sums[kernels.BETS]

    @property
    def action(self) -> int:
        """All stakes added up."""
        return self._money[kernels.ACTION]

    @property
    def lost(self) -> int:
        """What all sessions lost; below zero if they won."""
        return self._money[kernels.LOST]

    @property
    def mean_end(self) -> float:
        """The mean of the final bankrolls."""
        return self._money[kernels.FINAL] / self.sessions

    @property
    def mean_end_se(self) -> float | None:
        """Its standard error; sessions are independent."""
        if self.sessions < 2:
            return None
        squares = self._products[0]
        return sqrt(
            Fraction(self.sessions * squares - self.lost**2, self.sessions**2 * (self.sessions - 1))
        )

    def share(self, which: int) -> float:
        """Return the share of sessions that one of the kernel's sums counts."""
        return self._sums[which] / self.sessions

    @property
    def ahead(self) -> float:
        """The share of sessions that ended ahead."""
        return self.share(kernels.AHEAD)

    @property
    def ruined(self) -> float:
        """The share of sessions that couldn't cover the next stake."""
        return self.share(kernels.RUINED)

    @property
    def goal(self) -> float:
        """The share of sessions that reached their goal."""
        return self.share(kernels.REACHED)

    @property
    def finals(self) -> Integers:
        """The final bankrolls of the first sessions, ordered by size."""
        return self._sample("finals")

    def _sample(self, name: str) -> Integers:
        parts = sorted(key for key in self.tally if key.startswith(name))
        return np.sort(np.concatenate([self.tally[key] for key in parts])[:SAMPLE_SESSIONS])

    def drawdown_percentile(self, percent: int) -> int:
        """Return the drawdown that so many percent of the first sessions didn't exceed."""
        drawdowns = self._sample("drawdowns")
        return int(drawdowns[(len(drawdowns) - 1) * percent // 100])

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

    @property
    def longest_losing_run(self) -> int:
        """The most losses in a row of any session."""
        return int(self.tally[WORST][kernels.LOSING_RUN])

    @property
    def deepest_drawdown(self) -> int:
        """The most by which any session fell below its highest bankroll."""
        return int(self.tally[WORST][kernels.DEEPEST])

    @property
    def ruin_over_time(self) -> list[float]:
        """The share of sessions ruined by each hundredth of the longest session."""
        ruined: list[float] = (np.cumsum(self.tally["ruins"]) / self.sessions).tolist()
        return ruined

    @property
    def paths(self) -> Integers:
        """Bankrolls of the first sessions at each hundredth of the longest session."""
        return self.tally["paths"]

    @cached_property
    def _products(self) -> list[int]:
        return from_limbs(self.tally["products"])

    @property
    def loss_share(self) -> float | None:
        """The share of the action that was lost, or None without a bet."""
        return self.lost / self.action if self.action else None

    @property
    def loss_share_se(self) -> float | None:
        """Its standard error: of a ratio of two sums over independent sessions."""
        sessions, lost, action = self.sessions, self.lost, self.action
        if sessions < 2 or not action:
            return None
        lost_lost, lost_action, action_action, *_ = self._products
        # The squares of lost - share * action, added up exactly, times action ** 2.
        squares = action**2 * lost_lost - 2 * action * lost * lost_action + lost**2 * action_action
        return sqrt(Fraction(sessions * squares, (sessions - 1) * action**4))

    @property
    def exact_share(self) -> float | None:
        """The loss share by exact odds: for the cards left if known, or else for a fresh shoe."""
        if not self.action:
            return None
        if self.job.bound.edges:
            return self._money[kernels.EXPECTED] / kernels.PARTS / self.action
        units = self._money[kernels.BOOKED :]
        expected = sum(edge * each for edge, each in zip(self.job.edges, units, strict=True))
        return float(expected * self.job.session.unit / self.action)

    @property
    def sigmas(self) -> float | None:
        """How many standard errors the loss lies above what the same bets lose by exact odds."""
        sessions, parts = self.sessions, kernels.PARTS
        if sessions < 2:
            return None
        expected = self._money[kernels.EXPECTED]
        lost_lost, _, _, lost_expected, expected_expected = self._products
        # Of each session's lost * parts - expected: the sum, and the sum of the squares.
        total = self.lost * parts - expected
        squares = parts**2 * lost_lost - 2 * parts * lost_expected + expected_expected
        variance = Fraction(sessions * squares - total**2, sessions - 1)
        return total / sqrt(variance) if variance > 0 else None

    @cached_property
    def programs(self) -> Programs | None:
        """The house's programs in an average session; None without programs."""
        terms = self.job.session
        if not terms.has_programs:
            return None
        sums, number = from_limbs(self.tally["programs"]), self.sessions
        rates = (Fraction(1), terms.rolling, terms.rebate, terms.comp / kernels.PARTS)
        size = len(rates)
        parts = [rate * each / number for rate, each in zip(rates, sums, strict=False)]
        squares = sum(
            rates[one] * rates[other] * sums[size + size * one + other]
            for one in range(size)
            for other in range(size)
        )
        mean = sum(parts, Fraction(0))
        variance = squares / number - mean**2
        error = sqrt(variance / (number - 1)) if number > 1 else None
        _, rolling, rebate, comp = map(float, parts)
        return Programs(rolling, rebate, comp, float(mean), error)

    @property
    def is_luck(self) -> bool | None:
        """Whether chance explains the difference, by Holm's correction; None if unknown."""
        if self.sigmas is None or self.sessions < FEWEST_SESSIONS:
            return None
        chance = erfc(abs(self.sigmas) / sqrt(2))
        return chance * (self.rivals - self.rank) >= BEYOND_LUCK

    @property
    def verdict(self) -> str:
        """The answer in one sentence."""
        sigmas = self.sigmas
        if not self.bets:
            return "It never bet."
        if sigmas is None or self.is_luck is None:
            return "Too few sessions to tell luck from skill."
        distance = f"{abs(sigmas):.1f} standard errors from exact"
        if self.is_luck:
            return f"{distance}: luck."
        better = "less" if sigmas < 0 else "more"
        why = " Its counts know more than a fresh shoe." if self.job.bound.counts else ""
        return f"{distance}: it lost {better} than luck explains.{why}"

    def json(self) -> dict[str, object]:
        """Return everything for machines; money in the house's currency."""
        strategy, coin = self.job.strategy, self.job.house.currency.chips
        return {
            "name": strategy.name,
            "placement": str(strategy.placement),
            "staking": str(strategy.staking),
            "engine": self.engine,
            "bets_on": [bet.key for bet in self.job.bets],
            "sessions": self.sessions,
            "ahead": self.ahead,
            "mean_end": self.mean_end / coin,
            "mean_end_se": None if self.mean_end_se is None else self.mean_end_se / coin,
            "median_end": self.percentiles[50] / coin,
            "ruined": self.ruined,
            "goal": self.goal,
            "stopped": self.share(kernels.STOPPED),
            "coups": self.coups,
            "bets": self.bets,
            "action": self.action / coin,
            "lost": self.lost / coin,
            "loss_share": self.loss_share,
            "loss_share_se": self.loss_share_se,
            "exact_share": self.exact_share,
            "sigmas": self.sigmas,
            "verdict": self.verdict,
            "longest_losing_run": self.longest_losing_run,
            "deepest_drawdown": self.deepest_drawdown / coin,
            "percentiles": {str(each): end / coin for each, end in self.percentiles.items()},
            "histogram": [
                [bar.low / coin, bar.high / coin, bar.sessions] for bar in self.histogram
            ],
            "programs": None if self.programs is None else self.programs.json(coin),
            "session": self.job.session.json(),
            "seconds": self.seconds,
            "coups_per_second": self.coups / self.seconds if self.seconds else 0.0,
        }

    @property
    def engine(self) -> str:
        """How the strategy ran."""
        if self.job.is_own:
            return "placement in plain Python, so it runs slowly"
        return self.job.strategy.staking.engine or "compiled"

    def row(self) -> tuple[str, ...]:
        """Return the cells of a table, in the order of `STRATEGY_COLUMNS`."""
        coin = self.job.house.currency.chips
        loss, error, exact = self.loss_share, self.loss_share_se, self.exact_share
        return (
            self.job.strategy.name,
            str(self.job.strategy.staking),
            f"{self.sessions:,}",
            f"{100 * self.ahead:.2f}",
            f"{self.mean_end / coin:,.2f}",
            f"{self.percentiles[50] / coin:,.2f}",
            f"{100 * self.ruined:.2f}",
            f"{100 * self.goal:.2f}",
            f"{self.coups / self.sessions:.1f}",
            f"{self.bets / self.sessions:.1f}",
            str(self.longest_losing_run),
            f"{self.deepest_drawdown / coin:,.2f}",
            f"{self.action / coin:,.0f}",
            ""
            if loss is None
            else f"{100 * loss:z.3f}" + ("" if error is None else f" ± {100 * error:.3f}"),
            "" if exact is None else f"{100 * exact:.3f}",
            "" if self.sigmas is None else f"{self.sigmas:+.2f}",
        )

    def _repr_html_(self) -> str:
        caption = f"{self.job.strategy.name}: {self.verdict}"
        return html_table(caption, tuple(STRATEGY_COLUMNS), [self.row()])


def statistics_of(progress: Sequence[Progress]) -> tuple[StrategyStatistics, ...]:
    """Return the statistics of strategies that were played, each corrected for the others."""
    found = [_statistics(each) for each in progress if each.done.any()]
    order = sorted(range(len(found)), key=lambda at: -abs(found[at].sigmas or 0))
    return tuple(
        replace(each, rivals=len(found), rank=order.index(at)) for at, each in enumerate(found)
    )


def _statistics(progress: Progress) -> StrategyStatistics:
    job = progress.job
    if not isinstance(job, StrategyJob):
        raise AnalysisError("this is not the job of a strategy")
    return StrategyStatistics(job, progress.tally, progress.seconds)

"""Statistics of one bet in a simulation, beside the exact ones of a fresh shoe."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puntobanco._html import html_table
from puntobanco.analysis._exact_sums import Integers
from puntobanco.bets import Bet, Part
from puntobanco.coup import SCORES, Naturals
from puntobanco.errors import AnalysisError

Pays = npt.NDArray[np.float64]
"""What one unit earns in each case, such as each of the 400 scores."""

BET_COLUMNS = {
    "bet": "the key of the bet",
    "pays": "what one unit wins",
    "edge %": "the share of all stakes that the house kept",
    "± se": "the standard error of the edge",
    "exact %": "the exact edge of a fresh shoe",
    "sigmas": "how many standard errors the edge lies above the exact one",
    "sd": "the standard deviation of what one unit earned",
}
"""The columns of a table of bets, and what each of them shows."""


@dataclass(frozen=True, slots=True)
class BetStatistics:
    """Statistics of one bet, beside the exact ones of a fresh shoe."""

    bet: Bet
    pays: dict[float, int] = field(repr=False)
    """How often one unit earned each pay."""
    expected: float | None
    """The exact edge of a fresh shoe in percent, or None if it would take too long to count."""
    exact_sd: float | None
    """The exact standard deviation of what one unit earns, likewise."""

    @property
    def coups(self) -> int:
        """The number of simulated coups."""
        return sum(self.pays.values())

    @property
    def edge(self) -> float:
        """The share of the stakes that the house kept, in percent."""
        return -100 * self._moment(1)

    @property
    def sd(self) -> float:
        """The standard deviation of what one unit earned."""
        return float(np.sqrt(max(0.0, self._moment(2) - self._moment(1) ** 2)))

    @property
    def edge_se(self) -> float:
        """The standard error of the edge, in percent."""
        return 100 * self.sd / float(np.sqrt(self.coups))

    @property
    def sigmas(self) -> float | None:
        """How many standard errors the edge lies above the exact one."""
        if self.expected is None or not self.edge_se:
            return None
        return (self.edge - self.expected) / self.edge_se

    def json(self) -> dict[str, object]:
        """Return everything for machines."""
        return {
            "key": self.bet.key,
            "name": self.bet.name,
            "pays": self.bet.pays_text,
            "coups": self.coups,
            "edge": self.edge,
            "edge_se": self.edge_se,
            "edge_expected": self.expected,
            "sigmas": self.sigmas,
            "sd": self.sd,
            "sd_expected": self.exact_sd,
            "win": self.share(1),
            "push": self.share(0),
            "lose": self.share(-1),
        }

    def row(self) -> tuple[str, ...]:
        """Return the cells of a table, in the order of `BET_COLUMNS`."""
        sigmas = "" if self.sigmas is None else f"{self.sigmas:+.2f}"
        known = (self.edge, self.edge_se, self.expected)
        edges = ("" if each is None else f"{each:z.4f}" for each in known)
        return (self.bet.key, self.bet.pays_text, *edges, sigmas, f"{self.sd:.4f}")

    def _repr_html_(self) -> str:
        return html_table(f"{self.coups:,} coups", tuple(BET_COLUMNS), [self.row()])

    def share(self, sign: int) -> float:
        """Return the share of coups in which the bet won (1), pushed (0) or lost (-1)."""
        return sum(n for pay, n in self.pays.items() if np.sign(pay) == sign) / self.coups

    def _moment(self, power: int) -> float:
        return sum(pay**power * n for pay, n in self.pays.items()) / self.coups


def score_pays(bet: Bet, naturals: Naturals) -> Pays:
    """Return what one unit on a bet on the score earns, for each of the 400 scores."""
    if bet.part is not Part.SCORE:
        raise AnalysisError(f"{bet.key} looks at more than the score")
    return np.array([float(bet.pays(score, naturals)) for score in SCORES])


def count_pays(pays: Pays, times: Integers) -> dict[float, int]:
    """Return how often one unit earned each pay, best first, from how often each case occurred."""
    counts: dict[float, int] = {}
    for pay, count in zip(pays.tolist(), times.tolist(), strict=True):
        if count:
            counts[pay] = counts.get(pay, 0) + count
    return dict(sorted(counts.items(), reverse=True))


class CurvePoint(NamedTuple):
    """The edge in percent and its standard error, after some coups."""

    coups: int
    edge: float
    edge_se: float


def edge_curve(bet: Bet, naturals: Naturals, groups: Iterable[Integers]) -> list[CurvePoint]:
    """Return how an edge converges: a point after each consecutive group of scores."""
    pays = score_pays(bet, naturals)
    curve: list[CurvePoint] = []
    counts = np.zeros(len(SCORES), np.int64)
    for group in groups:
        counts = counts + group
        coups = int(counts.sum())
        mean = float(pays @ counts) / coups
        variance = max(0.0, float(pays**2 @ counts) / coups - mean**2)
        curve.append(CurvePoint(coups, -100 * mean, 100 * float(np.sqrt(variance / coups))))
    return curve

"""A walk of so many coups, step by step, with a floor and a ceiling or without."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from puntobanco.analysis.risk.walk import Floats, Walk
from puntobanco.errors import AnalysisError

MOST_WORK = 5e10
"""The most additions of one answer: about a minute."""

_NEGLIGIBLE = 1e-35
"""Tails of a distribution that are less likely than this are left out."""
_COUPS_BETWEEN_CUTS = 16


@dataclass
class Horizon:
    """A walk after some coups: its places inside, and its exits."""

    walk: Walk
    start: int
    height: int | None
    """The interval is from 0 to below this; None if there is no ceiling."""
    has_floor: bool
    keeps_safe: bool = False
    """Whether to follow a walk that can't come below the floor any more."""
    below: Floats = field(init=False)
    above: Floats = field(init=False)
    """The chances of each place outside the interval, as in `Exit`."""
    safe: float = 0.0
    """The chance of all places that can't fall below the floor any more, unless followed."""
    coups: float = 0.0

    def __post_init__(self) -> None:
        self.first, self.chances = self.start, np.ones(1)
        self.below = np.zeros(self.walk.unit)
        self.above = np.zeros(max(1, self.walk.highest))

    def play(self, coups: int) -> Horizon:
        """Play so many coups, and return self."""
        self._check(coups)
        for left in range(coups, 0, -1):
            self.coups += float(self.chances.sum()) + self.safe
            self._step()
            if self.has_floor:
                self._cut_floor()
            if self.height is not None:
                self._cut_ceiling(self.height)
            elif self.has_floor and not self.keeps_safe:
                self._cut_safe(left - 1)
            if left % _COUPS_BETWEEN_CUTS == 0:
                self._cut_tails()
            if not len(self.chances):
                self.coups += self.safe * (left - 1)
                break
        return self

    @property
    def inside(self) -> float:
        """The chance to be still in the interval."""
        return float(self.chances.sum()) + self.safe

    def _step(self) -> None:
        walk, now = self.walk, self.chances
        after = np.zeros(len(now) + walk.unit + walk.highest)
        for step, chance in walk:
            after[step + walk.unit : step + walk.unit + len(now)] += chance * now
        self.first, self.chances = self.first - walk.unit, after

    def _cut_floor(self) -> None:
        out = min(max(0, -self.first), len(self.chances))
        if out:
            places = slice(self.first + self.walk.unit, self.first + self.walk.unit + out)
            self.below[places] += self.chances[:out]
            self.first, self.chances = self.first + out, self.chances[out:]

    def _cut_ceiling(self, height: int) -> None:
        inside = max(0, height - self.first)
        if inside < len(self.chances):
            out = self.chances[inside:]
            self.above[: len(out)] += out
            self.chances = self.chances[:inside]

    def _cut_safe(self, left: int) -> None:
        inside = max(0, left * self.walk.unit - self.first)
        if inside < len(self.chances):
            self.safe += float(self.chances[inside:].sum())
            self.chances = self.chances[:inside]

    def _cut_tails(self) -> None:
        if not len(self.chances):
            return
        low = int(np.searchsorted(np.cumsum(self.chances), _NEGLIGIBLE))
        high = len(self.chances) - int(np.searchsorted(np.cumsum(self.chances[::-1]), _NEGLIGIBLE))
        self.first, self.chances = self.first + low, self.chances[low : max(low, high)]

    def _check(self, coups: int) -> None:
        """Refuse what would take more than about a minute."""
        walk = self.walk
        tails = 25 * walk.unit * (float(walk.variance) * coups) ** 0.5 + walk.unit + walk.highest
        width = min(tails, coups * (walk.unit + walk.highest))
        if self.height is not None:
            width = min(width, self.height + walk.unit)
        elif self.has_floor and not self.keeps_safe:
            width = min(width, coups * walk.unit)
        work = coups * (width * len(walk.steps) + 5_000)
        if work > MOST_WORK:
            raise AnalysisError(
                f"{coups:,} coups would take about {work / MOST_WORK:,.0f} minutes: use fewer"
            )

"""Goodness of fit: a histogram of scores against the exact odds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from puntobanco.analysis._exact_sums import Integers


@dataclass(frozen=True, slots=True)
class Fit:
    """Pearson's chi-square of a histogram of scores."""

    chi_square: float
    degrees: int
    impossible: int
    """Coups with a score that no coup can have."""
    variance: float
    """The exact variance of chi-square; rare scores raise it above its limit, twice `degrees`."""

    @property
    def sigmas(self) -> float:
        """How many standard deviations chi-square lies above its mean."""
        return (self.chi_square - self.degrees) / float(np.sqrt(self.variance))


def fit(counts: Integers, exact: tuple[int, ...]) -> Fit:
    """Compare a histogram of scores with exact counts of the same 400."""
    chances = np.array([float(orders) for orders in exact]) / float(sum(exact))
    possible = chances > 0
    expected = chances[possible] * counts.sum()
    chi_square = float(((counts[possible] - expected) ** 2 / expected).sum())
    scores = int(possible.sum())
    rare = float((1 / chances[possible]).sum()) - scores**2 - 2 * scores + 2
    variance = 2 * (scores - 1) + rare / int(counts.sum())
    return Fit(chi_square, scores - 1, int(counts[~possible].sum()), variance)

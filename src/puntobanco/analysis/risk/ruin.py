"""Ruin, goals, and the result of so many coups, with flat stakes.

All amounts are in units; ruin is less than one unit left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, sqrt

import numpy as np

from puntobanco.analysis.risk._barriers import Horizon, fall, leave
from puntobanco.analysis.risk.walk import Floats, Walk
from puntobanco.errors import AnalysisError

MOST_UNITS = 1_000_000
"""The largest bankroll and goal."""
MOST_COUPS = 10_000_000

_LONGEST = 60.0
"""The most seconds of one core."""


@dataclass(frozen=True)
class Risk:
    """The chances of a guest who bets one unit until ruin, goal or the last coup."""

    ruin: float
    goal: float
    neither: float
    coups: float | None
    """The expected number of coups; None if it is infinite."""


def risk(
    walk: Walk,
    bankroll: int | Fraction,
    *,
    goal: int | Fraction | None = None,
    coups: int | None = None,
) -> Risk:
    """Return the risk of a bankroll: until it is below one unit, or `goal` units were won.

    Without `coups`, the guest plays until one of these happens.
    """
    _check(bankroll, goal, coups)
    start = floor(bankroll * walk.unit) - walk.unit
    height = None if goal is None else start + ceil(goal * walk.unit)
    if coups is not None:
        found = Horizon(walk, start, height, has_floor=True).play(coups)
        return _risk(found.below, found.above, found.inside, found.coups)
    if not walk.lose and (height is None or not walk.win):
        return Risk(0.0, 0.0, 1.0, None)
    if height is None:
        return _ever(walk, start)
    _check_work(walk, height)
    left = leave(walk, start, height)
    return _risk(left.below, left.above, 0.0, left.coups)


def _risk(below: Floats, above: Floats, inside: float, coups: float) -> Risk:
    """Return chances that sum to one: rounding adds up to about 1e-16 for each coup."""
    ruin, goal = float(below.sum()), float(above.sum())
    total = ruin + goal + inside
    return Risk(ruin / total, goal / total, inside / total, coups)


def _check_work(walk: Walk, height: int) -> None:
    unit, reach = walk.unit, min(max(walk.unit, walk.highest), height)
    seconds = height / unit * (4e-5 + 2e-10 * unit**2 * (2 * unit + reach))
    if seconds > _LONGEST:
        raise AnalysisError(
            f"pays in 1/{unit:,} of a unit and {height // unit:,} units take about "
            f"{seconds:,.0f} seconds, more than {_LONGEST:.0f}: use a smaller bankroll or goal"
        )


def _ever(walk: Walk, start: int) -> Risk:
    """Return the risk without a goal. Ruin is certain unless the bet favours the guest."""
    below = fall(walk, start)
    ruin = float(below.sum())
    if walk.mean > 0:
        return Risk(ruin, 0.0, 1 - ruin, None)
    if walk.mean == 0:
        return Risk(1.0, 0.0, 0.0, None)
    # The average loss is the edge of each coup.
    places = range(-walk.unit, 0)
    end = sum(place * float(chance) for place, chance in zip(places, below, strict=True))
    return Risk(1.0, 0.0, 0.0, (start - end) / walk.unit / float(-walk.mean))


def bankroll_for(
    walk: Walk,
    most: float,
    *,
    goal: int | Fraction | None = None,
    coups: int | None = None,
) -> int:
    """Return the smallest bankroll, in whole units, whose risk of ruin is at most `most`."""

    def is_enough(bankroll: int) -> bool:
        return risk(walk, bankroll, goal=goal, coups=coups).ruin <= most

    if coups is None and goal is None and walk.mean <= 0 and walk.lose and most < 1:
        raise AnalysisError(
            "without a goal or a number of coups, ruin is certain with any bankroll"
        )
    low, high = 0, 1
    while not is_enough(high):
        if high >= MOST_UNITS or _is_final(walk, high, most, goal=goal, coups=coups):
            raise AnalysisError(f"no bankroll has a risk of ruin as low as {most:.6%}")
        low, high = high, min(2 * high, MOST_UNITS)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def _is_final(
    walk: Walk, bankroll: int, most: float, *, goal: int | Fraction | None, coups: int | None
) -> bool:
    """Return whether a larger bankroll can't lower the risk to `most`.

    With a goal, a guest may never reach it even with endless money, if the bet favours the house.
    """
    if goal is None or coups is not None or walk.mean >= 0:
        return False
    here = risk(walk, bankroll, goal=goal).ruin
    there = risk(walk, min(4 * bankroll, MOST_UNITS), goal=goal).ruin
    return there > most and here - there < 1e-9 * here


def _check(bankroll: int | Fraction, goal: int | Fraction | None, coups: int | None) -> None:
    if not 1 <= bankroll <= MOST_UNITS:
        raise AnalysisError(f"a bankroll must be from 1 to {MOST_UNITS:,} units")
    if goal is not None and not 0 < goal <= MOST_UNITS:
        raise AnalysisError(f"a goal must be above 0 and at most {MOST_UNITS:,} units")
    check_coups(coups)


def check_coups(coups: int | None) -> None:
    """Refuse a number of coups that is out of range."""
    if coups is not None and not 1 <= coups <= MOST_COUPS:
        raise AnalysisError(f"coups must be from 1 to {MOST_COUPS:,}")


PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
_NEGLIGIBLE = 1e-17
_TAILS = 42.0
"""The logarithm of the chance of results that are left out, below zero: about 1e-18."""
_MOST_RESULTS = 1 << 26


@dataclass(frozen=True, eq=False)
class SessionResult:
    """The distribution of the result after so many coups, in units. No bankroll limits it."""

    walk: Walk
    coups: int
    first: int
    chances: Floats
    """The chance of each result, in steps of the walk from `first`."""

    @property
    def mean(self) -> float:
        """The mean result."""
        return float(self.coups * self.walk.mean)

    @property
    def sd(self) -> float:
        """The standard deviation of the result."""
        return sqrt(self.coups * self.walk.variance)

    @property
    def ahead(self) -> float:
        """The chance to be ahead."""
        return float(self.chances[max(0, 1 - self.first) :].sum())

    @property
    def behind(self) -> float:
        """The chance to be behind."""
        return float(self.chances[: max(0, -self.first)].sum())

    @property
    def even(self) -> float:
        """The chance of neither."""
        at = -self.first
        return float(self.chances[at]) if 0 <= at < len(self.chances) else 0.0

    @property
    def mean_loss(self) -> float:
        """The mean loss over all sessions. A session that won counts as zero."""
        losses = -np.arange(self.first, min(0, self.first + len(self.chances)))
        return float(losses @ self.chances[: len(losses)]) / self.walk.unit

    def percentile(self, percent: int) -> float:
        """Return the smallest result that isn't exceeded with this chance."""
        at = int(np.searchsorted(np.cumsum(self.chances), percent / 100))
        return (self.first + min(at, len(self.chances) - 1)) / self.walk.unit

    def by_unit(self) -> dict[int, float]:
        """Return the chance of a result from each whole unit to below the next."""
        low = floor(self.first / self.walk.unit)
        padded = np.append(np.zeros(self.first - low * self.walk.unit), self.chances)
        padded = np.append(padded, np.zeros(-len(padded) % self.walk.unit))
        sums = padded.reshape(-1, self.walk.unit).sum(axis=1).tolist()
        return {low + at: chance for at, chance in enumerate(sums) if chance >= _NEGLIGIBLE}


def session(walk: Walk, coups: int) -> SessionResult:
    """Return the distribution of the result after so many coups.

    It is the power of one coup's distribution, by Fourier transform: its error is below 1e-11 in
    all. Bernstein's inequality bounds the results that are left out.
    """
    check_coups(coups)
    most = max(walk.unit, walk.highest)
    cut = _TAILS * most / 3
    spread = cut + sqrt(cut**2 + 2 * _TAILS * coups * float(walk.variance) * walk.unit**2)
    centre = round(coups * float(walk.mean) * walk.unit)
    low = max(-coups * walk.unit, centre - ceil(spread) - 1)
    high = min(coups * walk.highest, centre + ceil(spread) + 1)
    size = 1 << (high - low + most).bit_length()
    if size > _MOST_RESULTS:
        raise AnalysisError(f"{coups:,} coups of this bet have too many results: use fewer coups")
    coup = np.zeros(size)
    for step, chance in walk:
        coup[step] += chance
    powers = np.fft.irfft(np.fft.rfft(coup) ** coups, size)
    chances = np.maximum(np.roll(powers, -low)[: high - low + 1], 0)
    return SessionResult(walk, coups, low, chances / chances.sum())


def run_chance(walk: Walk, coups: int, length: int, *, wins: bool = False) -> float:
    """Return the chance of a run of at least so many losses, or wins. Pushes don't break a run."""
    check_coups(coups)
    if length < 1:
        raise AnalysisError("a run has at least one coup")
    return _chance(_decided(walk, coups), _share(walk, wins=wins), length)


def longest_run(walk: Walk, coups: int, *, wins: bool = False) -> float:
    """Return the mean length of the longest run of losses, or wins."""
    check_coups(coups)
    decided, share, total = _decided(walk, coups), _share(walk, wins=wins), 0.0
    for length in range(1, coups + 1):
        chance = _chance(decided, share, length)
        total += chance
        if chance < _NEGLIGIBLE:
            break
    return total


def _chance(decided: Floats, share: float, length: int) -> float:
    # BLAS would start threads for this product.
    return float((decided * _runs(share, len(decided) - 1, length)).sum())


def _share(walk: Walk, *, wins: bool) -> float:
    """Return the chance that a decided coup is a win, or a loss."""
    if not walk.win + walk.lose:
        return 0.0
    return float((walk.win if wins else walk.lose) / (walk.win + walk.lose))


def _decided(walk: Walk, coups: int) -> Floats:
    """Return the chance that 0, 1 … of the coups are decided: the binomial distribution."""
    share = float(walk.win + walk.lose)
    if share in {0.0, 1.0}:
        return np.append(np.zeros(coups), 1.0) if share else np.append(1.0, np.zeros(coups))
    number = np.arange(1, coups + 1)
    ratios = np.log((coups + 1 - number) / number) + np.log(share / (1 - share))
    logarithms = np.append(0.0, np.cumsum(ratios))
    found = np.exp(logarithms - logarithms.max())
    return np.asarray(found / found.sum())


def _runs(share: float, coups: int, length: int) -> Floats:
    """Return the chance of a run in the first 0, 1 … decided coups.

    A first run that ends with coup n has a coup of the other kind before it, and no run before
    that. These coups follow from those one run earlier, so they are added up part by part.
    """
    found = np.zeros(coups + 1)
    if length > coups:
        return found
    whole = share**length
    found[length] = whole
    for part in _parts(length + 1, coups + 1, length + 1):
        earlier = found[part.start - length - 1 : part.stop - length - 1]
        new = (1 - share) * whole * (1 - earlier)
        found[part] = found[part.start - 1] + np.cumsum(new)
    return found


def _parts(first: int, end: int, size: int) -> Iterator[slice]:
    for start in range(first, end, size):
        yield slice(start, min(start + size, end))

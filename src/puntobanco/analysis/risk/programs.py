"""The value of a house's offers: rolling chips and rebates on losses. Amounts are in units."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log, sqrt

import numpy as np
from numpy.typing import NDArray

from puntobanco.analysis.risk._barriers import Horizon, fall, leave, lundberg, values
from puntobanco.analysis.risk.ruin import MOST_UNITS, check_coups, session
from puntobanco.analysis.risk.walk import Floats, Walk
from puntobanco.errors import AnalysisError

Amount = int | Fraction
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Rolling:
    """One dead chip, bet until it is lost. Its wins are paid in cash chips."""

    coups: Fraction
    """The mean number of coups until the chip is lost."""
    mean: Fraction
    """The mean result of the chip: its wins, less the chip itself."""
    variance: Fraction

    @property
    def sd(self) -> float:
        """The standard deviation of what the chip earns."""
        return sqrt(self.variance)

    @property
    def break_even(self) -> Fraction:
        """The commission on each lost chip that makes the game fair."""
        return -self.mean

    def expected(self, chips: int, rate: Fraction) -> Fraction:
        """Return the mean result of so many lost chips, with a commission on each."""
        return chips * (self.mean + rate)

    def z(self, chips: int, rate: Fraction, result: Fraction) -> float | None:
        """Return how many standard deviations a result is above the expected one."""
        if not self.variance:
            return None
        return float(result - self.expected(chips, rate)) / (self.sd * sqrt(chips))


def rolling(walk: Walk) -> Rolling:
    """Return what a dead chip is worth."""
    if not walk.lose:
        raise AnalysisError("this bet never loses, so a dead chip is never lost")
    wins, squares = walk.moment(1) + walk.lose, walk.moment(2) - walk.lose
    mean = wins / walk.lose
    return Rolling(1 / walk.lose, mean - 1, squares / walk.lose + mean**2)


@dataclass(frozen=True)
class Rebate:
    """The value of a rebate: what a session earns on average, with the rebate."""

    value: float
    quit_win: Fraction | None = None
    """Quit with a win of this many units or more."""
    quit_loss: Fraction | None = None
    """Quit with a loss of this many units or more."""


def equivalent_rebate(walk: Walk, coups: int, share: Fraction) -> float:
    """Return the rebate on losses that costs this share of the theoretical loss on average."""
    if walk.mean >= 0:
        raise AnalysisError("the house has no edge on this bet, so there is no theoretical loss")
    return float(share * coups * -walk.mean) / session(walk, coups).mean_loss


def rebate(
    walk: Walk,
    rate: Fraction,
    *,
    coups: int | None = None,
    goal: Amount | None = None,
    limit: Amount | None = None,
) -> Rebate:
    """Return the value of a session with a rebate on its loss.

    It ends after so many coups, or as soon as `goal` units are won or `limit` units are lost.
    """
    _check(rate, coups, goal, limit)
    if coups is not None and goal is None and limit is None:
        played = session(walk, coups)
        return Rebate(played.mean + float(rate) * played.mean_loss)
    floor = None if limit is None else ceil(limit * walk.unit)
    ceiling = None if goal is None else ceil(goal * walk.unit)
    if coups is not None:
        mean, loss = _within(walk, coups, floor, ceiling)
    else:
        mean, loss = _until(walk, floor, ceiling)
    return Rebate(
        mean + float(rate) * loss,
        None if ceiling is None else Fraction(ceiling, walk.unit),
        None if floor is None else Fraction(floor, walk.unit),
    )


def _within(walk: Walk, coups: int, floor: int | None, ceiling: int | None) -> tuple[float, float]:
    """Return the mean result and the mean loss of a session of at most so many coups."""
    start = 0 if floor is None else floor - 1
    height = None if ceiling is None else start + ceiling
    has_floor = floor is not None
    found = Horizon(walk, start, height, has_floor=has_floor, keeps_safe=True).play(coups)
    places = np.arange(found.first, found.first + len(found.chances)) - start
    loss = np.maximum(-places, 0) @ found.chances
    if has_floor:
        loss += (start - np.arange(-walk.unit, 0)) @ found.below
    return float(walk.mean) * found.coups, float(loss) / walk.unit


def _until(walk: Walk, floor: int | None, ceiling: int | None) -> tuple[float, float]:
    """Return the mean result and the mean loss of a session without a last coup."""
    if floor is None or (ceiling is None and walk.mean >= 0):
        raise AnalysisError("without --coups and --limit, this session may never end")
    losses = (floor - 1 - np.arange(-walk.unit, 0)) / walk.unit
    if ceiling is None:
        loss = float(losses @ fall(walk, floor - 1))
        return -loss, loss
    left = leave(walk, floor - 1, floor - 1 + ceiling)
    return float(walk.mean) * left.coups, float(losses @ left.below)


def optimal_rebate(walk: Walk, rate: Fraction, *, coups: int | None = None) -> Rebate:
    """Return the value of a session for a guest who quits at the best moment.

    Quitting points are those with all coups still to come. They come closer towards the last coup.
    """
    _check(rate, coups, None, None)
    if walk.mean < 0 and rate < 1:
        best = _best_interval(walk, float(rate))
        if coups is None or not len(best.inside):
            return best.rebate()
        return _best_within(walk, float(rate), coups, best.first, len(best.inside))
    if coups is None:
        raise AnalysisError(
            "the best session never ends: use --coups, unless the house has an edge and the "
            "rebate is below 100%"
        )
    spread = 14 * sqrt(walk.variance * coups) + abs(coups * float(walk.mean))
    half = min(coups * max(walk.unit, walk.highest), ceil(spread * walk.unit) + walk.highest)
    return _best_within(walk, float(rate), coups, -half, 2 * half + 1)


@dataclass(frozen=True, eq=False)
class _Interval:
    """The results at which a guest plays on, from `first` up, and what they are worth."""

    walk: Walk
    first: int
    inside: Floats

    def rebate(self) -> Rebate:
        if not self.first <= 0 < self.first + len(self.inside):
            return Rebate(0.0, Fraction(0), Fraction(0))
        unit = self.walk.unit
        return Rebate(
            float(self.inside[-self.first]) / unit,
            Fraction(self.first + len(self.inside), unit),
            Fraction(1 - self.first, unit),
        )


_MOST_ROUNDS = 500
_TINY = 1e-12


def _kept(places: Ints, rate: float) -> Floats:
    return np.where(places < 0, (1 - rate) * places, places)


def _best_interval(walk: Walk, rate: float) -> _Interval:
    """Find the results at which it is best to play on, by improving a first guess.

    The guess is the solution for Brownian motion with the same mean and variance.
    """
    power = log(lundberg(walk))
    width = -log(1 - rate) / power
    first = -int(width / rate - 1 / power)
    size = int(1 / power - width * (1 - rate) / rate) - first
    for _ in range(_MOST_ROUNDS):
        _check_width(walk, size)
        low, high = first - walk.unit, first + size + max(walk.unit, walk.highest)
        kept = _kept(np.arange(low, high), rate)
        inside = kept[:0]
        if size > 0:
            below, above = kept[: walk.unit], kept[walk.unit + size :]
            inside = values(walk, below, above, size)
        better = _places_to_play_on(walk, rate, first, inside)
        if not len(better) and size > 0:
            first, size = 0, 0  # the guess was too bold: begin again with quitting at once
        elif not len(better) or (better[0], better[-1]) == (first, first + size - 1):
            return _Interval(walk, first, inside)
        else:
            first, size = int(better[0]), int(better[-1] - better[0]) + 1
    raise AnalysisError("no best moment to quit was found: use --coups")


def _places_to_play_on(walk: Walk, rate: float, first: int, inside: Floats) -> Ints:
    """Return the results at which one more coup is worth more than quitting."""
    low = first - walk.unit - walk.highest
    places = np.arange(low, first + len(inside) + walk.unit + walk.highest)
    kept = _kept(places, rate)
    worth = kept.copy()
    worth[first - low : first - low + len(inside)] = inside
    span = len(places) - walk.unit - walk.highest
    coup = sum(chance * worth[walk.unit + step :][:span] for step, chance in walk)
    better: Ints = places[walk.unit : walk.unit + span][
        coup > kept[walk.unit : walk.unit + span] + _TINY * walk.unit
    ]
    return better


def _best_within(walk: Walk, rate: float, coups: int, first: int, size: int) -> Rebate:
    """Return the value of a session of at most so many coups, inside an interval of results."""
    pad = max(walk.unit, walk.highest)
    places = np.arange(first - walk.unit, first + size + pad)
    kept = _kept(places, rate)
    worth, here = kept.copy(), slice(walk.unit, walk.unit + size)
    coup = kept[here]
    for _ in range(coups):
        coup = sum(
            (chance * worth[walk.unit + step :][:size] for step, chance in walk), np.zeros(size)
        )
        worth[here] = np.maximum(kept[here], coup)
    plays_on = np.flatnonzero(coup > kept[here] + _TINY * walk.unit)
    if not len(plays_on):
        return Rebate(0.0, Fraction(0), Fraction(0))
    low, high = int(plays_on[0]), int(plays_on[-1])
    return _Interval(walk, first + low, worth[here][low : high + 1]).rebate()


def _check_width(walk: Walk, size: int) -> None:
    if size * max(walk.unit, walk.highest) > 2e7:
        raise AnalysisError("the best session is too long to compute: use --coups")


def _check(rate: Fraction, coups: int | None, goal: Amount | None, limit: Amount | None) -> None:
    if not 0 <= rate <= 1:
        raise AnalysisError("a rebate must be from 0% to 100%")
    check_coups(coups)
    for name, amount in (("goal", goal), ("limit", limit)):
        if amount is not None and not 0 < amount <= MOST_UNITS:
            raise AnalysisError(f"a {name} must be above 0 and at most {MOST_UNITS:,} units")

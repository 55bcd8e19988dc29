"""Ruin and goals of flat stakes. All amounts are in units; ruin is less than one unit left."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from puntobanco.analysis.risk._barriers import fall, leave
from puntobanco.analysis.risk._horizon import Horizon
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
    """Refuse a linear system that would take more than about a minute."""
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

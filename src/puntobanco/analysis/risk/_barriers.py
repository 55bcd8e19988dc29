"""The places where a walk leaves an interval, first falls below a floor, or ends.

A loss always costs exactly one unit. So the lattice is cut into levels of one unit, and a walk can
only come down one level at a time. `levels` climbs from the floor and solves a small linear system
for each unit. `fall` needs no ceiling: the walk comes below each level in the same way, and the
Wiener-Hopf factorisation of its steps says how.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from puntobanco.analysis.risk.walk import Floats, Walk
from puntobanco.errors import AnalysisError


class Band(NamedTuple):
    """How a walk that starts in a level first comes above it, or below the floor."""

    up: Floats
    """For each place in the level, the chance to come to each place above it."""
    down: Floats
    """For each place in the level, the chance to come to each place below the floor."""
    coups: Floats
    """For each place in the level, the mean number of coups until then."""


def levels(walk: Walk, height: int, reach: int) -> Iterator[Band]:
    """Yield the levels of an interval of so many steps, from the floor up. The last may be thin.

    A level distinguishes `reach` places above it, at least one unit of them. The last stands for
    all further ones.
    """
    unit = walk.unit
    below = Band(np.zeros((unit, reach)), np.eye(unit), np.zeros(unit))
    lose = float(walk.lose)
    full = _level_moves(walk, unit, reach)
    for floor in range(0, height, unit):
        width = min(unit, height - floor)
        stay, rise = full if width == unit else _level_moves(walk, width, reach)
        back, over = lose * below.up[:width, :width], rise.copy()
        over[:, : reach - width] += lose * below.up[:width, width:]
        sides = np.column_stack((over, lose * below.down[:width], 1 + lose * below.coups[:width]))
        found = np.linalg.solve(np.eye(width) - stay - back, sides).astype(np.float64, copy=False)
        up, down, coups = found[:, :reach], found[:, reach:-1], found[:, -1]
        # Rounding must not add up over thousands of levels: all chances of a place sum to one.
        total = up.sum(axis=1) + down.sum(axis=1)
        below = Band(up / total[:, None], down / total[:, None], coups)
        yield below


def _level_moves(walk: Walk, width: int, reach: int) -> tuple[Floats, Floats]:
    """Return the chances of a coup to stay in a level and to rise above it, from each place."""
    stay, rise = np.zeros((width, width)), np.zeros((width, reach))
    for step, chance in walk:
        for place in range(width if step >= 0 else 0):
            if place + step < width:
                stay[place, place + step] += chance
            else:
                rise[place, min(place + step - width, reach - 1)] += chance
    return stay, rise


@dataclass(frozen=True)
class Exit:
    """The places at which a walk left an interval."""

    below: Floats
    """The chance of each place below the floor, the deepest first: one unit of them."""
    above: Floats
    """The chance of each place from the ceiling up. The last stands for all further ones."""
    coups: float
    """The mean number of coups."""


def leave(walk: Walk, start: int, height: int) -> Exit:
    """Return the exit of a walk from an interval of so many steps. It starts at a place inside."""
    below, coups = np.zeros(walk.unit), 0.0
    land = here = np.zeros(0)
    reach = max(walk.unit, min(walk.highest, height))
    for number, level in enumerate(levels(walk, height, reach)):
        width = len(level.up)
        if number < start // walk.unit:
            continue
        if number == start // walk.unit:
            here, land = np.zeros(width), np.zeros(reach)
            here[start % walk.unit] = 1
        else:
            here, land = land[:width], np.append(land[width:], np.zeros(width))
        below = below + here @ level.down
        coups += float(here @ level.coups)
        land = land + here @ level.up
    return Exit(below, land, coups)


def values(walk: Walk, below: Floats, above: Floats, height: int) -> Floats:
    """Return the mean value of each place of an interval, from the values outside it.

    `below` has a value for each place of the unit below the floor, `above` one for each place from
    the ceiling up: at least one unit, and as many as a coup can reach.
    """
    every = tuple(levels(walk, height, len(above)))
    found, known = [], above
    for level in reversed(every):
        here = level.up @ known[: level.up.shape[1]] + level.down @ below
        found.append(here)
        known = np.concatenate((here, known))[: len(above)]
    return np.concatenate(found[::-1])


def fall(walk: Walk, start: int) -> Floats:
    """Return the chance to come first to each place of the unit below the floor, ever.

    They sum to less than one if the bet favours the guest.
    """
    unit = walk.unit
    ladder = _ladder(walk)
    down = np.zeros((unit, unit))
    for place in range(unit):
        for height in range(1, unit + 1):
            if height <= place:
                down[place] += ladder[height] * down[place - height]
            else:
                down[place, place - height + unit] += ladder[height]
    if walk.mean <= 0:
        down /= down.sum(axis=1)[:, None]
    passes, place = divmod(start, unit)
    row: Floats = np.linalg.matrix_power(down, passes + 1)[place]
    return row


_MOST_FREQUENCIES = 1 << 23
_CLOSE = 1e-11


def _ladder(walk: Walk) -> Floats:
    """Return the chance that the first new low of a walk is 0, 1 … `unit` steps down.

    Let f(z) be the mean of z ** step. Then 1 - f(z) is a product of two factors, one in powers of z
    and one in powers of 1/z; the second is 1 - sum(ladder[h] / z**h). We split the logarithm on the
    unit circle, after its zeros at 1 and at Lundberg's root are divided out.
    """
    inner, outer = sorted((1.0, lundberg(walk)))
    if walk.unit == 1:
        return np.array([0.0, inner])
    size = 1 << (8 * (walk.unit + walk.highest)).bit_length()
    before = np.zeros(walk.unit + 1)
    while True:
        found = _split(walk, inner, outer, size)
        if np.abs(found - before).max() < _CLOSE or size >= _MOST_FREQUENCIES:
            return np.maximum(found, 0)
        before, size = found, 4 * size


def _split(walk: Walk, inner: float, outer: float, size: int) -> Floats:
    angle = 2 * np.pi * np.arange(size) / size
    rest = np.zeros(size, np.complex128)
    for step, chance in walk:
        rest += chance * (2 * np.sin(step * angle / 2) ** 2 - 1j * np.sin(step * angle))
    circle = np.exp(1j * angle)
    zeros = (1 - inner / circle) * (1 - circle / outer)
    rest[1:] /= zeros[1:]
    rest[0] = _limit(walk, inner, outer)
    logarithm = np.log(np.abs(rest)) + 1j * np.unwrap(np.angle(rest))
    terms = np.fft.ifft(logarithm).real[1:]  # of 1/z, 1/z**2 …
    factor = np.zeros(walk.unit)
    factor[0] = 1
    weighted = np.arange(1, walk.unit + 1) * terms[: walk.unit]
    for power in range(1, walk.unit):
        factor[power] = factor[power - 1 :: -1] @ weighted[:power] / power
    ladder: Floats = inner * np.append(0, factor) - np.append(factor, 0)
    ladder[0] = 0
    return ladder


def _limit(walk: Walk, inner: float, outer: float) -> float:
    """Return (1 - f(z)) / ((1 - inner / z) * (1 - z / outer)) at z = 1."""
    drift = float(walk.mean) * walk.unit
    if not drift:
        return float(walk.moment(2)) * walk.unit**2 / 2
    return -drift / (1 - 1 / outer) if drift < 0 else drift / (1 - inner)


def lundberg(walk: Walk) -> float:
    """Return Lundberg's root: the other z than 1 with a mean of z ** step of 1."""
    if not walk.mean or not walk.win or not walk.lose:
        return 1.0
    steps = np.array(walk.steps) / walk.unit
    chances = np.array([chance for _, chance in walk])

    def excess(power: float) -> float:
        with np.errstate(over="ignore"):
            return float(chances @ np.expm1(power * steps))

    # The mean of exp(power * step) is convex: it has one other zero, on the side of no drift.
    sign = -1.0 if walk.mean > 0 else 1.0
    far = sign * abs(float(walk.mean / walk.moment(2)))
    while excess(far) <= 0:
        far *= 2
    near = far / 2
    while excess(near) > 0:
        near, far = near / 2, near
    for _ in range(200):
        middle = (near + far) / 2
        if middle in {near, far}:
            break
        near, far = (middle, far) if excess(middle) <= 0 else (near, middle)
    return float(np.exp((near + far) / 2 / walk.unit))


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

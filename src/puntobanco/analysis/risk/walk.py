"""The bankroll as a walk: what one unit earns in each coup, on the lattice of a bet's pays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np
from numpy.typing import NDArray

from puntobanco.analysis.odds import Price
from puntobanco.errors import AnalysisError

Floats = NDArray[np.float64]

FINEST = 2_000
"""The most lattice steps of one unit."""


@dataclass(frozen=True)
class Walk:
    """Independent coups with one unit on a bet. A loss is a step of -`unit`, a push one of 0.

    >>> from puntobanco.analysis import Composition, price
    >>> from puntobanco.bets import BANKER
    >>> walk = Walk.of(price(BANKER, Composition.of_decks(8)))
    >>> walk.unit, walk.steps
    (20, (-20, 0, 19))
    """

    unit: int
    """How many steps of the lattice are one unit: 20 if a pay is 19 to 20."""
    steps: tuple[int, ...]
    """What one unit can earn, in steps, in ascending order."""
    chances: tuple[Fraction, ...]

    @classmethod
    def of(cls, *prices: Price) -> Walk:
        """Return the walk of a bet. With several, each coup picks one at random."""
        chances: dict[Fraction, Fraction] = {}
        for price in prices:
            for pay, orders in price.ways:
                if orders:
                    share = Fraction(orders, price.orders * len(prices))
                    chances[Fraction(pay)] = chances.get(Fraction(pay), Fraction(0)) + share
        unit = lcm(*(pay.denominator for pay in chances))
        if unit > FINEST:
            raise AnalysisError(
                f"pays in 1/{unit:,} of a unit are too fine: 1/{FINEST:,} is the finest"
            )
        pays = sorted(chances)
        return cls(unit, tuple(int(pay * unit) for pay in pays), tuple(chances[p] for p in pays))

    def __iter__(self) -> Iterator[tuple[int, float]]:
        """Yield each step and its chance."""
        return zip(self.steps, self._floats.tolist(), strict=True)

    @cached_property
    def _floats(self) -> Floats:
        return np.array([float(chance) for chance in self.chances])

    def chance(self, step: int) -> Fraction:
        """Return the chance of a step."""
        return self.chances[self.steps.index(step)] if step in self.steps else Fraction(0)

    @property
    def lose(self) -> Fraction:
        """The chance to lose."""
        return self.chance(-self.unit)

    @property
    def win(self) -> Fraction:
        """The chance to win."""
        return 1 - self.lose - self.chance(0)

    @cached_property
    def mean(self) -> Fraction:
        """The mean result of a coup, in units."""
        return self.moment(1)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of what a coup earns, in units."""
        return self.moment(2) - self.mean**2

    def moment(self, power: int) -> Fraction:
        """Return the mean of a power of what a coup earns, in units."""
        pairs = zip(self.steps, self.chances, strict=True)
        total = sum((chance * step**power for step, chance in pairs), Fraction(0))
        return Fraction(total, self.unit**power)

    @property
    def highest(self) -> int:
        """The largest step upwards."""
        return max(0, self.steps[-1])

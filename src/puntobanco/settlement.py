"""Money: from a wager and a coup to what is earned."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from math import ceil, floor
from typing import TYPE_CHECKING, NewType

from puntobanco.coup import Coup, Naturals

if TYPE_CHECKING:  # both are slow to load, and a typed or worded amount needs neither
    from fractions import Fraction

    from puntobanco.bets import Bet

Chips = NewType("Chips", int)
"""Money in the smallest coin of the table. Never a float."""

CHIPS_PER_DOLLAR = 100
"""Chips in a dollar."""


class Rounding(Enum):
    """What becomes of the broken coin of a commission, and of any other fractional pay.

    >>> from fractions import Fraction
    >>> Rounding.DOWN.whole(Fraction(19, 20)), Rounding.UP.whole(Fraction(19, 20))
    (1, 0)
    """

    DOWN = "down"
    """The commission is rounded down: the broken coin is the guest's."""
    NEAREST = "nearest"
    """To the nearest coin; exactly half is the guest's."""
    UP = "up"
    """The commission is rounded up: the broken coin is the house's."""

    def whole(self, pay: Fraction) -> Chips:
        """A pay in whole chips."""
        return Chips(_WHOLE[self](pay))


_WHOLE: dict[Rounding, Callable[[Fraction], int]] = {
    Rounding.DOWN: ceil,
    Rounding.NEAREST: lambda pay: (2 * pay + 1) // 2,
    Rounding.UP: floor,
}


def earned(
    stake: Chips,
    bet: Bet,
    coup: Coup,
    *,
    naturals: Naturals = Naturals.HIGHER_WINS,
    rounding: Rounding = Rounding.DOWN,
) -> Chips:
    """The net change of the guest's money: the stake lost, nothing on a push, or the win.

    >>> from puntobanco.bets import BANKER
    >>> earned(Chips(10_00), BANKER, Coup.parse("Jd 5h 9s / Qh Qd 8h"))
    950
    """
    return rounding.whole(stake * bet.decide(coup, naturals))

"""Money: currencies, rounding, and what a wager earns."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NewType

from puntobanco.coup import Coup, Naturals
from puntobanco.errors import HouseError
from puntobanco.printable import is_printable

if TYPE_CHECKING:  # both are slow to import, and amounts need neither
    from fractions import Fraction

    from puntobanco.bets import Bet

Chips = NewType("Chips", int)
"""Money in the smallest coin of the table. Never a float."""

LONGEST_SIGN = 4
"""Characters of a currency's sign: ``$``, ``€``, ``HK$``, ``zł``."""

_SIGN = re.compile(r"[^\x00-#%-@\[-`{-\x7f]+\.*")
"""In ASCII, only letters and ``$``. Full stops may follow."""


class SignPlace(Enum):
    """Whether the sign of a currency comes before or after the amount."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency: its sign, the sign's place, and the digits of the smallest coin.

    >>> Currency("€", SignPlace.AFTER).chips, Currency("¥", digits=0).chips
    (100, 1)
    """

    sign: str
    place: SignPlace = SignPlace.BEFORE
    digits: int = 2

    def __post_init__(self) -> None:
        is_sign = len(self.sign) <= LONGEST_SIGN and is_printable(self.sign)
        if not (is_sign and _SIGN.fullmatch(self.sign)):
            raise _wrong_sign(self.sign)
        if self.digits not in (0, 2):
            typed = str(self.digits)
            raise HouseError("currency.digits", code="house_digits", typed=typed)

    @property
    def chips(self) -> int:
        """Chips in one unit."""
        return 100 if self.digits else 1

    @property
    def named(self) -> str | None:
        """The sign, or None for dollars."""
        return None if self == DOLLARS else self.sign

    def amount(
        self, chips: int, *, grouped: Callable[[int], str] = "{:,}".format, decimal: str = "."
    ) -> str:
        """Return an amount without the sign, with coins only if there are some.

        >>> DOLLARS.amount(1_234_50), DOLLARS.amount(25_00)
        ('1,234.50', '25')
        """
        whole, coins = divmod(abs(chips), self.chips)
        return grouped(whole) + (f"{decimal}{coins:02}" if coins else "")


def check_new_sign(currency: Currency) -> None:
    """Refuse a new sign with characters other than letters and currency symbols.

    A stored sign is not checked again, because the answer depends on the version of Unicode.
    """
    if not all(map(_is_letter, currency.sign.rstrip("."))):
        raise _wrong_sign(currency.sign)


def _is_letter(letter: str) -> bool:
    if letter == "$" or letter.isalpha():
        return True
    from unicodedata import category  # noqa: PLC0415 - not needed for dollars

    return category(letter) == "Sc"


def _wrong_sign(sign: str) -> HouseError:
    return HouseError("currency.sign", code="house_sign", typed=repr(sign), most=LONGEST_SIGN)


DOLLARS = Currency("$")
"""The default currency."""

CHIPS_PER_DOLLAR = DOLLARS.chips
"""Chips in a dollar, the lab's currency."""


def dollars(chips: int) -> str:
    """Return an amount in dollars, as the lab writes it.

    >>> dollars(1_234_50), dollars(-25_00)
    ('$1,234.50', '-$25')
    """
    return f"{'-' * (chips < 0)}{DOLLARS.sign}{DOLLARS.amount(chips)}"


class Rounding(Enum):
    """How to round the broken coin of a commission, or of any other fractional pay.

    >>> from fractions import Fraction
    >>> Rounding.DOWN.earned(Chips(1), Fraction(19, 20))
    1
    >>> Rounding.UP.earned(Chips(1), Fraction(19, 20))
    0
    """

    DOWN = "down"
    """Round the commission down: the guest gets the broken coin."""
    NEAREST = "nearest"
    """Round to the nearest coin. The guest gets exactly half a coin."""
    UP = "up"
    """Round the commission up: the house gets the broken coin."""
    WHOLE = "whole"
    """Round the commission to whole dollars: up for stakes below $25, else down."""

    def earned(self, stake: Chips, odds: Fraction, *, dollar: int = CHIPS_PER_DOLLAR) -> Chips:
        """Return what a stake earns at these odds, in whole chips.

        The commission is the difference to the next whole multiple of the stake. It never
        exceeds the win. `dollar` is the number of chips in one unit of the house's currency.

        >>> from fractions import Fraction
        >>> [Rounding.WHOLE.earned(Chips(stake), Fraction(19, 20)) for stake in (24_00, 25_00)]
        [2200, 2400]
        """
        parts = odds.denominator
        even = stake * -(-odds.numerator // parts)
        commission = even * parts - stake * odds.numerator
        rule, coin = self, 1
        if self is Rounding.WHOLE:
            rule = Rounding.UP if stake < WHOLE_UP_BELOW * dollar else Rounding.DOWN
            coin = dollar
        kept = coin * _ROUNDED[rule](commission, parts * coin)
        return Chips(even - min(kept, max(even, 0)))


WHOLE_UP_BELOW = 25
"""Below this stake, in dollars, a whole commission is rounded up."""

_ROUNDED: dict[Rounding, Callable[[int, int], int]] = {
    Rounding.DOWN: lambda commission, coin: commission // coin,
    Rounding.NEAREST: lambda commission, coin: -((coin - 2 * commission) // (2 * coin)),
    Rounding.UP: lambda commission, coin: -(-commission // coin),
}
"""Return a commission in whole coins."""


def earned(
    stake: Chips,
    bet: Bet,
    coup: Coup,
    *,
    naturals: Naturals = Naturals.HIGHER_WINS,
    rounding: Rounding = Rounding.DOWN,
) -> Chips:
    """Return the net change of the guest's money: negative on a loss, zero on a push.

    >>> from puntobanco.bets import BANKER
    >>> earned(Chips(10_00), BANKER, Coup.parse("Jd 5h 9s / Qh Qd 8h"))
    950
    """
    return rounding.earned(stake, bet.decide(coup, naturals))

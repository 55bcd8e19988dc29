"""What a bet pays, and how a pay is written."""

from __future__ import annotations

import re
from fractions import Fraction

from puntobanco.errors import BetTextError


class Odds(Fraction):
    """What a winning bet pays for one staked; the stake comes back as well.

    >>> Odds(19, 20).text, Odds(40).text, Odds(27, 50).text
    ('19 to 20', '40 to 1', '0.54 to 1')
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        """The odds as a croupier says them."""
        if self.denominator in (1, 2, 20):
            return f"{self.numerator} to {self.denominator}"
        return f"{float(self):g} to 1"


LARGEST_PAY = 1_000_000
"""No pay has a larger number above or below its bar."""

PUSH = Odds(0)
"""The stake comes back."""

LOSE = Odds(-1)
"""The stake is collected."""

_PAY = re.compile(r"(\d{1,12}(?:\.\d{1,12})?)(?:(?: */ *| +to +)(\d{1,12}))?", re.ASCII)


def parse_pay(text: str, place: int = 1) -> Odds:
    """Read ``40``, ``40 to 1``, ``19/20``, ``19 to 20``, ``0.54`` or ``push``.

    >>> parse_pay("19 to 20"), parse_pay("push") == PUSH
    (Odds(19, 20), True)
    """
    word = text.strip()
    place += len(text) - len(text.lstrip())
    if word.casefold() == "push":
        return PUSH
    found = _PAY.fullmatch(word)
    if found is None:
        expected = "a pay such as 40, 40 to 1, 19/20, 0.54 or push"
        raise BetTextError(word, expected=expected, place=place)
    above, below = found.groups()
    pay = Odds(Fraction(above) / int(below or 1)) if below is None or int(below) else PUSH
    if pay == PUSH:
        expected = "a pay: a winning bet pays more than nothing, and a push is written push"
        raise BetTextError(word, expected=expected, place=place)
    if max(pay.numerator, pay.denominator) > LARGEST_PAY:
        expected = f"a pay: a fraction of whole numbers up to {LARGEST_PAY:,}"
        raise BetTextError(word, expected=expected, place=place)
    return pay


def format_pay(pay: Odds) -> str:
    """A pay in the shortest form that is exact; `parse_pay` reads it back."""
    return str(Fraction(pay)) if pay else "push"

"""Whole chips ⇄ amounts of a currency, such as ``12.50``."""

from __future__ import annotations

from puntobanco.errors import NotationError
from puntobanco.settlement import Chips

DIGITS_OF_COIN = {"0.01": 2, "1": 0}
"""The smallest coins that a record may count in, and their digits behind the decimal point."""

LARGEST_AMOUNT = 10**15
"""The largest amount of a record; every sum fits into 53 bits."""


def format_amount(chips: int, digits: int) -> str:
    """Chips as an amount with all its digits.

    >>> format_amount(1250, 2), format_amount(7, 0), format_amount(5, 2)
    ('12.50', '7', '0.05')
    """
    if not digits:
        return str(chips)
    whole, part = divmod(chips, 10**digits)
    return f"{whole}.{part:0{digits}}"


def parse_amount(text: str, digits: int) -> Chips:
    """Read an amount; missing digits behind the point are zeros.

    >>> parse_amount("12.5", 2), parse_amount("12", 2)
    (1250, 1200)
    """
    whole, _, part = text.partition(".")
    if len(part) <= digits and len(text) < 20:
        joined = whole + part
        if joined.isascii() and joined.isdigit() and whole:
            chips = int(joined) * 10 ** (digits - len(part))
            if chips <= LARGEST_AMOUNT:
                return Chips(chips)
    raise NotationError(text, expected=f"an amount with at most {digits} digits behind the point")


def format_change(chips: int, digits: int) -> str:
    """What was won or lost, always with its sign."""
    return f"{'-' if chips < 0 else '+'}{format_amount(abs(chips), digits)}"


def parse_change(text: str, digits: int) -> Chips:
    """Read what was won or lost."""
    if text[:1] not in {"+", "-"}:
        raise NotationError(text, expected="a change: + or - and an amount")
    chips = parse_amount(text[1:], digits)
    return Chips(-chips) if text[0] == "-" else chips

"""Dollars as they are typed."""

from __future__ import annotations

import re

from puntobanco.announcer import dollars
from puntobanco.errors import IllegalCommand, NotationError
from puntobanco.house import House
from puntobanco.settlement import COINS, Chips
from puntobanco.table.decisions import LARGEST_BUY_IN

EXPECTED = "an amount: type dollars above zero, such as 25 or 2.50"

_AMOUNT = re.compile(
    r"\$?\s*(?P<whole>\d{1,3}(,\d{3}){1,3}|\d{1,12})?(\.(?P<cents>\d{1,2}))?", re.ASCII
)


def parse_dollars(text: str) -> Chips:
    """Read an amount of money.

    >>> parse_dollars("25"), parse_dollars("$1,000.5")
    (2500, 100050)
    """
    found = _AMOUNT.fullmatch(text.strip())
    chips = 0
    if found:
        whole, cents = found["whole"] or "0", (found["cents"] or "0").ljust(2, "0")
        chips = int(whole.replace(",", "")) * COINS + int(cents)
    if not chips:
        shown = "".join(letter if letter.isprintable() else "?" for letter in text[:16])
        raise NotationError(shown, expected=EXPECTED)
    return Chips(chips)


def check_buy_in(chips: Chips, house: House, *, bought: int = 0) -> Chips:
    """Refuse chips that would not make the smallest bet, or more than anyone may bring."""
    least = house.limits.minimum if house.limits else Chips(1)
    most = LARGEST_BUY_IN - bought
    if not least <= chips <= most:
        raise IllegalCommand(f"a buy-in here is {dollars(least)} to {dollars(most)}")
    return chips

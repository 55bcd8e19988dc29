"""Dollars as they are typed."""

from __future__ import annotations

import re

from puntobanco.errors import NotationError
from puntobanco.settlement import COINS, Chips
from puntobanco.terminal.console import shown

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
        raise NotationError(shown(text, 12), expected=EXPECTED)
    return Chips(chips)

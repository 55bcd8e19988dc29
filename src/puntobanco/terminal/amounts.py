"""Amounts of money as people type them."""

from __future__ import annotations

import re

from puntobanco.errors import NotationError, shown
from puntobanco.settlement import CHIPS_PER_DOLLAR, Chips

DOLLARS_EXPECTED = "an amount: type dollars above zero, such as 25 or 2.50"

_AMOUNT = re.compile(
    r"\$?\s*(?P<whole>\d{1,3}(,\d{3}){1,3}|\d{1,12})?(\.(?P<cents>\d{1,2}))?", re.ASCII
)


def parse_dollars(text: str) -> Chips:
    """Read an amount of money as it is typed.

    >>> parse_dollars("25"), parse_dollars("$1,000.5")
    (2500, 100050)
    """
    found = _AMOUNT.fullmatch(text.strip())
    chips = 0
    if found:
        whole, cents = found["whole"] or "0", (found["cents"] or "0").ljust(2, "0")
        chips = int(whole.replace(",", "")) * CHIPS_PER_DOLLAR + int(cents)
    if not chips:
        raise NotationError(shown(text, 12), expected=DOLLARS_EXPECTED, code="amount")
    return Chips(chips)

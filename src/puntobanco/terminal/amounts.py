"""Amounts of money as people type them."""

from __future__ import annotations

import re

from puntobanco.errors import NotationError, shown
from puntobanco.settlement import CHIPS_PER_DOLLAR, Chips

DOLLARS_EXPECTED = "an amount: type dollars above zero, such as 25 or 2.50"

_AMOUNT = re.compile(
    r"\$?\s*(?P<whole>\d{1,3}(,\d{3}){1,3}|\d{1,12})?(\.(?P<cents>\d{1,2}))?", re.ASCII
)

_WITH_COMMA = re.compile(
    r"(?P<whole>[0-9]{1,3}(\s[0-9]{3}){1,3}|[0-9]{1,12})?(,(?P<cents>[0-9]{1,2}))?\s*\$?"
)


def parse_dollars(text: str, *, decimal: str = ".") -> Chips:
    """Read an amount of money as it is typed; a language may have a decimal comma too.

    A point never groups digits: 1.000 is refused, as it is a thousand to some and one to others.

    >>> parse_dollars("25"), parse_dollars("$1,000.5")
    (2500, 100050)
    >>> parse_dollars("2,50", decimal=","), parse_dollars("1 000 $", decimal=",")
    (250, 100000)
    """
    found = _AMOUNT.fullmatch(text.strip())
    if not found and decimal == ",":
        found = _WITH_COMMA.fullmatch(text.strip())
    chips = 0
    if found:
        whole, cents = found["whole"] or "0", (found["cents"] or "0").ljust(2, "0")
        chips = int(re.sub(r"\D", "", whole)) * CHIPS_PER_DOLLAR + int(cents)
    if not chips:
        raise NotationError(shown(text, 12), expected=DOLLARS_EXPECTED, code="amount")
    return Chips(chips)

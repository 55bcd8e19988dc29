r"""Rules for texts that may be stored, recorded and shown, by lists of code points.

`str.isprintable` refuses characters that its Python doesn't know yet, so one Python could refuse
the log of another. These rules accept every character that Unicode may still assign.

>>> is_printable("corner \U0001fae8"), is_printable("a\u202eb"), is_line("a\u202eb"), is_line("a\n")
(True, False, True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

_CONTROL = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
"""Control characters, line and paragraph separators, and surrogates."""

_INVISIBLE = "".join(
    (
        r"\xa0\u1680\u2000-\u200a\u202f\u205f\u3000",  # spaces other than U+0020
        r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069",  # bidirectional controls
        r"\xad\u180e\u200b-\u200d\ufeff",  # soft hyphen, zero-width separators and joiners
        r"\u2060-\u2065\u206a-\u206f\ufff0-\ufffb",  # other format controls, reserved
        r"\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a",  # layout of one script
        r"\U000e0000-\U000e00ff\U000e01f0-\U000e0fff",  # tags, and reserved code points
        r"\ue000-\uf8ff\U000f0000-\U0010ffff",  # private use
        r"\ufdd0-\ufdef",  # noncharacters, such as the last two of every plane
        *(rf"\U{plane:04x}fffe\U{plane:04x}ffff" for plane in range(0x11)),
    )
)

_not_in_line = re.compile(f"[{_CONTROL}]").search


@cache
def _not_printable() -> re.Pattern[str]:
    """Compile on first use: it takes 2 ms, and a first line seldom needs it."""
    return re.compile(f"[{_CONTROL}{_INVISIBLE}]")


def is_line(text: str) -> bool:
    """Check that a text has no control character, line separator or surrogate."""
    return not _not_in_line(text)


def is_printable(text: str) -> bool:
    """Check that a text is a line without private-use or invisible characters, except spaces."""
    return not _not_printable().search(text)


def printable(text: str, instead: str = "") -> str:
    r"""Remove unprintable characters from a text, or replace them.

    >>> printable("rose\tbud"), printable("rose\tbud", "?")
    ('rosebud', 'rose?bud')
    """
    return _not_printable().sub(lambda _: instead, text)


_is_number = re.compile(r"[+-]?\d[\d.,/]*(e[+-]?\d+)?%?", re.IGNORECASE).fullmatch


def csv_cells(row: Iterable[object]) -> list[object]:
    """Return the cells of a CSV row, so that no spreadsheet takes a text for a formula.

    >>> csv_cells(["=1+1", "-5", -5, "-1/2", "@SUM(A1)", "banker"])
    ["'=1+1", '-5', -5, '-1/2', "'@SUM(A1)", 'banker']
    """
    return [
        f"'{cell}"
        if isinstance(cell, str) and cell.startswith(_FORMULA) and not _is_number(cell)
        else cell
        for cell in row
    ]


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet may evaluate."""

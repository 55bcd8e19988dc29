"""Lines that fit the screen."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable

WIDTH = 80
"""The most columns of a line."""

WIDE_SPACE = "\u3000"

MARKS = tuple(map(chr, range(0xE000, 0xE010)))
"""Private-use letters that a terminal turns into colour, and that take no column."""
_NO_MARKS = dict.fromkeys(map(ord, MARKS))

_WIDE = "\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6"
_CLOSING = "，。：；、？！）」』》"
_PIECES = re.compile(rf"(?:[{_WIDE}]|[^\s{_WIDE}]{{1,{WIDTH // 2 - 2}}})[{_CLOSING}]*|\s+")
"""Wide letters, and runs of others, each with the signs that close it; and space."""


def fitted(line: str) -> list[str]:
    """A line, broken between words where it would be wider than the screen.

    Chinese is broken between any two characters, but never before a closing sign.

    >>> [columns_of(each) for each in fitted("莊" * 60 + "。")]
    [80, 44]
    """
    columns = columns_of(line)
    if columns <= WIDTH:
        return [line]
    if columns > len(line):
        return _fitted_wide(line)
    return textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False) or [""]


def _fitted_wide(line: str) -> list[str]:
    """The same for a line with wide letters; its further lines begin with a wide space."""
    lines = [""]
    for piece in _PIECES.findall(line):
        if columns_of(lines[-1] + piece.rstrip()) > WIDTH:
            lines.append(WIDE_SPACE + piece.lstrip())
        else:
            lines[-1] += piece
    return [each.rstrip() for each in lines]


def all_fitted(lines: Iterable[str]) -> list[str]:
    """Lines, each broken where it would be wider than the screen."""
    return [part for line in lines for part in fitted(line)]


def columns_of(line: str) -> int:
    """How many columns a line takes."""
    if line.isascii():
        return len(line)
    bare = line.translate(_NO_MARKS)
    return len(bare) + sum(map(_is_wide, bare))


def _is_wide(letter: str) -> bool:
    """Whether a letter takes two columns."""
    return unicodedata.east_asian_width(letter) in "WF"

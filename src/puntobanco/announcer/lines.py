"""Lines that fit the screen."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable

WIDTH = 80
"""The most columns of a line."""


def fitted(line: str) -> list[str]:
    """A line, broken between words where it would be wider than the screen."""
    columns = columns_of(line)
    if columns <= WIDTH:
        return [line]
    width = WIDTH if columns == len(line) else WIDTH // 2
    return textwrap.wrap(line, width, subsequent_indent="  ", break_on_hyphens=False) or [""]


def all_fitted(lines: Iterable[str]) -> list[str]:
    """Lines, each broken where it would be wider than the screen."""
    return [part for line in lines for part in fitted(line)]


def columns_of(line: str) -> int:
    """How many columns a line takes."""
    return len(line) + (0 if line.isascii() else sum(map(_is_wide, line)))


def _is_wide(letter: str) -> bool:
    """Whether a letter takes two columns."""
    return unicodedata.east_asian_width(letter) in "WF"

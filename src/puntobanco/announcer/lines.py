"""Lines that fit the screen, and lines broken at the width of a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable

WIDTH = 80
"""The most columns of a line."""

WIDE_SPACE = "\u3000"

MARKS = tuple(map(chr, range(0xE000, 0xE010)))
"""Private-use letters that a terminal turns into colour. They take no column."""
_NO_MARKS = dict.fromkeys(map(ord, MARKS))

_WIDE = "\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6"
_CLOSING = "，。：；、？！）」』》"
_PIECES = rf"(?:[{_WIDE}]|[^\s{_WIDE}]{{1,{WIDTH // 2 - 2}}})[{_CLOSING}]*|\s+"
"""Wide letters and runs of other letters, each with closing signs, and spaces.

Like the patterns below, it is compiled on first use, because that takes milliseconds.
"""


def fitted(line: str) -> list[str]:
    """Break a line between words if it is wider than the screen.

    Chinese breaks between any two characters, but never before a closing sign.

    >>> [columns_of(each) for each in fitted("莊" * 60 + "。")]
    [80, 44]
    """
    if columns_of(line) <= WIDTH:
        return [line]
    if not line.isascii() and any(columns_of(letter) > 1 for letter in line):
        return _fitted_wide(line)
    return textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False) or [""]


def _fitted_wide(line: str) -> list[str]:
    """Break a line with wide letters. Further lines start with a wide space."""
    lines = [""]
    for piece in re.findall(_PIECES, line):
        if columns_of(lines[-1] + piece.rstrip()) > WIDTH:
            lines.append(WIDE_SPACE + piece.lstrip())
        else:
            lines[-1] += piece
    return [each.rstrip() for each in lines]


_OPENING = "（「『《〈【"
_DRAWN = rf"{MARKS[0]}-{MARKS[-1]}"
_WORDS = (
    rf"[{_DRAWN}{_OPENING}]*(?:(?![{_OPENING}])[{_WIDE}]|[^ {_WIDE}]+)[{_DRAWN}{_CLOSING}]*| +|."
)
"""Words and wide letters, each with opening and closing signs, and spaces."""
_SENTENCES = rf"(?<=\S[.!?]) +(?=\S)|(?<=[。？！])(?=[^{_DRAWN}{_CLOSING}])"
"""The boundary between two sentences."""


_CLAUSES = (",", ";", ":", "，", "；", "：", "、")


def broken(line: str, width: int) -> list[str]:
    """Break a line at the width of a terminal, but never inside a word.

    Each sentence starts a line. Further lines of a sentence are indented, and start a clause if one
    is near. A word that is wider than the terminal, such as a path, stays whole. Chinese breaks
    between any two characters, but not before a closing sign or after an opening one.

    >>> broken("Burn card: nine of hearts. Bets, please.", 20)
    ['Burn card:', '  nine of hearts.', 'Bets, please.']
    """
    if len(line) * 2 <= width or columns_of(line) <= width:  # columns_of is slow beyond ASCII
        return [line]
    return [part for each in re.split(_SENTENCES, line) for part in _filled(each, width)]


def _filled(sentence: str, width: int) -> list[str]:
    """Break a sentence after a clause that fills half a line, or else at the end of the line."""
    indent = WIDE_SPACE if re.search(f"[{_WIDE}]", sentence) else "  "
    lines: list[str] = []
    line: list[str] = []
    for word in re.findall(_WORDS, sentence):
        while "".join(line).strip() and _columns([*line, word]) > width:
            end = _clause_end(line, width)
            lines.append("".join(line[:end]).rstrip(" "))
            line = [indent, *_without_space(line[end:])]
        line += [word] if "".join(line).strip() or not lines else _without_space([word])
    return [*lines, "".join(line).rstrip(" ")]


def _clause_end(line: list[str], width: int) -> int:
    for end in range(len(line) - 1, 0, -1):
        if _columns(line[:end]) < width // 2:
            break
        if line[end - 1].endswith(_CLAUSES):
            return end
    return len(line)


def _columns(words: list[str]) -> int:
    return columns_of("".join(words).rstrip(" "))


def _without_space(words: list[str]) -> list[str]:
    return words[1:] if words and not words[0].strip(" ") else words


def all_fitted(lines: Iterable[str]) -> list[str]:
    """Break each line that is wider than the screen."""
    return [part for line in lines for part in fitted(line)]


def columns_of(line: str) -> int:
    """Return how many columns a line takes on a terminal.

    >>> columns_of("Zoe\N{COMBINING DIAERESIS}"), columns_of("莊"), columns_of(MARKS[1] + "x")
    (3, 2, 1)
    """
    if line.isascii():
        return len(line)
    bare = line.translate(_NO_MARKS)
    if bare.isascii():
        return len(bare)
    from rich.cells import cell_len  # noqa: PLC0415 - seldom needed in English

    return cell_len(bare)

"""What a guest may be called."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24
"""Letters in a name, accents counted on their own."""

MOST_MARKS = 2
"""Accents that may be piled on one letter."""


def cleaned(text: str) -> str:
    r"""A name on one line, without anything that cannot be seen; empty if nothing is left.

    Compatible forms become the plain ones, so that no two names differ only in how a letter is
    written; control, format, bidirectional, private and unassigned characters are taken out.

    >>> cleaned("  Ada\u202e\u200b  Lovelace\n")
    'Ada Lovelace'
    >>> cleaned("\uff21\uff44\uff41"), cleaned("\u2066\u2069")
    ('Ada', '')
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFKC", text):
        category = unicodedata.category(letter)
        if letter.isspace():
            kept.append(" ")
        elif category[0] != "C" and letter not in _BLANK:
            marks = marks + 1 if category[0] == "M" else 0
            if marks <= MOST_MARKS:
                kept.append(letter)
    name = " ".join("".join(kept).split())
    return name[:LONGEST_NAME].strip() if any(map(_is_seen, name)) else ""


_BLANK = frozenset(
    (
        *"\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f",
        *map(chr, range(0xFE00, 0xFE10)),
        *map(chr, range(0xE0100, 0xE01F0)),
    )
)
"""Letters or marks by their category, and yet nothing to see; variation selectors among them."""


def _is_seen(letter: str) -> bool:
    """Whether a letter leaves ink of its own."""
    return unicodedata.category(letter)[0] not in "MZ"

"""Which names guests may have."""

from __future__ import annotations

import unicodedata

MAX_NAME_LENGTH = 24
"""Characters in a name; combining accents count on their own."""

MAX_MARKS = 2
"""Combining accents on one letter."""


def cleaned(text: str) -> str:
    r"""A name on one line, without invisible characters; empty if nothing visible is left.

    Letters get their compatible form, so that no two names differ only in how a letter is encoded.
    Control, format, bidirectional, private and unassigned characters are removed.

    >>> cleaned("  Ada\u202e\u200b  Lovelace\n")
    'Ada Lovelace'
    >>> cleaned("\uff21\uff44\uff41"), cleaned("\u2066\u2069")
    ('Ada', '')
    """
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFKC", text):
        category = unicodedata.category(letter)
        if letter.isspace():
            letters.append(" ")
        elif category[0] != "C" and letter not in _BLANK:
            marks = marks + 1 if category[0] == "M" else 0
            if marks <= MAX_MARKS:
                letters.append(letter)
    name = " ".join("".join(letters).split())
    return name[:MAX_NAME_LENGTH].strip() if any(map(_is_visible, name)) else ""


_BLANK = frozenset(
    (
        *"\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f",
        *map(chr, range(0xFE00, 0xFE10)),
        *map(chr, range(0xE0100, 0xE01F0)),
    )
)
"""Invisible characters whose category is letter or mark, variation selectors among them."""


def _is_visible(letter: str) -> bool:
    """Whether a character is visible on its own."""
    return unicodedata.category(letter)[0] not in "MZ"

"""What is typed while an input method is on: full-width letters and signs, read as plain ones."""

from __future__ import annotations

_FIRST_WIDE, _FIRST_PLAIN, _COUNT = 0xFF01, 0x21, 94
_PLAIN = {_FIRST_WIDE + at: _FIRST_PLAIN + at for at in range(_COUNT)} | {0x3000: 0x20}


def half_width(typed: str) -> str:
    """The same text, letter by letter, with plain letters, digits, signs and spaces.

    >>> half_width("ｐ\u3000２５"), half_width("？"), half_width("莊25")
    ('p 25', '?', '莊25')
    """
    return typed if typed.isascii() else typed.translate(_PLAIN)

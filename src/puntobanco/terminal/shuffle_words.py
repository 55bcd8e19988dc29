"""The guest's word for a shuffle, which is the guest's seed: typed or random."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_bytes

from puntobanco.printable import printable

_LONGEST = 200

_FIRST = """
    amber brave calm dusky early fancy gentle happy
    ivory jolly keen lucky merry noble quiet royal
"""
_SECOND = """
    acorn badger cedar dolphin ember falcon ginger harbour
    island juniper kestrel lantern maple otter pepper raven
"""


def clean_word(typed: str) -> str:
    r"""Return a typed word as a guest's seed may be: printable, of at most 200 characters.

    >>> clean_word(" rose\tbud ")
    'rosebud'
    """
    return printable(typed)[:_LONGEST].strip(" ")


def random_word(text: str | None, shoe: int) -> str:
    """A random word; with a text, it follows from the text and the shoe's number.

    >>> random_word("an evening", 1) == random_word("an evening", 1)
    True
    """
    drawn = token_bytes(4) if text is None else sha256(f"word {shoe} {text}".encode()).digest()
    first, second, *number = drawn[:4]
    adjectives, nouns = _FIRST.split(), _SECOND.split()
    words = (adjectives[first % len(adjectives)], nouns[second % len(nouns)])
    return f"{' '.join(words)} {int.from_bytes(bytes(number)) % 10_000}"

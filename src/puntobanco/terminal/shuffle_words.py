"""The word that a guest adds to the shuffle, and the record written when a shoe ends."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from secrets import token_bytes

from puntobanco.errors import StoreError
from puntobanco.printable import printable
from puntobanco.store import Log, replacing

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
    r"""Return a typed word as a valid guest's seed: printable, at most 200 characters.

    >>> clean_word(" rose\tbud ")
    'rosebud'
    """
    return printable(typed)[:_LONGEST].strip(" ")


def random_word(text: str | None, shoe: int) -> str:
    """Return a random word, or one that follows from a text and the shoe's number.

    >>> random_word("an evening", 1) == random_word("an evening", 1)
    True
    """
    drawn = token_bytes(4) if text is None else sha256(f"word {shoe} {text}".encode()).digest()
    first, second, *number = drawn[:4]
    adjectives, nouns = _FIRST.split(), _SECOND.split()
    words = (adjectives[first % len(adjectives)], nouns[second % len(nouns)])
    return f"{' '.join(words)} {int.from_bytes(bytes(number)) % 10_000}"


def write_record(store: Log, table: str, *, shoe: int, place: Path) -> None:
    """Write the record of a shoe to a file. Create its folder if it is missing."""
    from puntobanco.history.shoes import shoe_record  # noqa: PLC0415 - at the end of a shoe
    from puntobanco.notation import format_record  # noqa: PLC0415 - as above

    record = shoe_record(store, table, shoe)
    if record is None:
        raise StoreError(f"shoe {shoe} of {table} is not in the log")
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with replacing(place) as stream:
            stream.write(format_record(record).encode())
    except OSError as error:
        path, why = str(place), str(error.strerror)
        raise StoreError(code="unwritten", path=path, text=why) from error


def near_home(place: Path) -> Path:
    """Return a path with ``~`` for the home folder."""
    home = Path.home()
    return Path("~", place.relative_to(home)) if place.is_relative_to(home) else place

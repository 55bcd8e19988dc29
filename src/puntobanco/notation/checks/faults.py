"""Fault: something in a record that cannot be true, and the line where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Fault(NamedTuple):
    """Something in a record that cannot be true, and the line where it stands."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


MOST_OF_A_KIND = 10
"""How many faults of one kind are listed; the others are only counted."""


def capped(faults: Iterable[Fault]) -> Iterator[Fault]:
    """The first faults of one kind, and how many more there are."""
    listed = list(faults)
    more = listed[MOST_OF_A_KIND:]
    yield from listed[:MOST_OF_A_KIND]
    if more:
        yield Fault(more[0].line, f"from here on {counted(len(more), 'more fault')} of this kind")


def counted(number: int, noun: str) -> str:
    """A number of things: 1 coup, 2 coups."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def are(number: int) -> str:
    """The verb of so many things."""
    return "is" if number == 1 else "are"

"""What the checks of a record work on, and what they find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from puntobanco.fairness import FairShoe
from puntobanco.house import House
from puntobanco.notation.reading import Lines
from puntobanco.notation.record import Record


class Finding(NamedTuple):
    """Something in a record that cannot be true, and the line where it stands."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


MANY = 10
"""Beyond so many faults of one kind the rest is counted, not listed."""


def capped(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The first faults of one kind, and how many more there are."""
    every = list(findings)
    yield from every[:MANY]
    if len(every) > MANY:
        yield Finding(
            every[MANY].line, f"from here on {len(every) - MANY} more faults of this kind"
        )


class Place(NamedTuple):
    """Where a coup's first card lay in the shoe, and whether the coup was the shoe's last."""

    position: int
    last: bool


@dataclass(frozen=True, slots=True)
class Case:
    """A record with all that can be told about it beforehand."""

    record: Record
    lines: Lines
    house: House
    fair: FairShoe | None
    """The shoe that the revealed seeds stand for."""
    places: tuple[Place | None, ...]
    rules_known: bool = True
    """Whether the house is that of the record, and not one that stands for it."""

    def tag(self, name: str) -> int:
        """The line of a tag, or of the one that it should follow."""
        tags = self.lines.tags
        return tags.get(name) or tags.get("Scheme") or tags["BGN"]

"""What the log holds, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Fact(NamedTuple):
    """One event as the log keeps it: its place in a stream, its kind, and a JSON text."""

    stream: str
    version: int
    kind: str
    data: str
    private: bool = False
    format: int = 1

    def __repr__(self) -> str:
        """The fact without its text, which may hold a secret."""
        return f"Fact({self.stream!r}, {self.version}, {self.kind!r})"


@dataclass(frozen=True, slots=True)
class Logged:
    """A fact with its number in the whole file and its time, in microseconds since 1970 UTC."""

    number: int
    at: int
    fact: Fact


class Receipt(NamedTuple):
    """The answer to a request, by its id: a request that comes again gets the same answer."""

    stream: str
    id: str
    data: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a stream at a version; it replaces the snapshot with the same label."""

    stream: str
    version: int
    data: str
    format: int = 1
    label: str = ""
    chain: bytes = b""
    """The chain of the stream at this version; the store knows it when it writes the snapshot."""


@dataclass(frozen=True, slots=True)
class Note:
    """A value that may change, by shelf and key; data of None deletes it."""

    shelf: str
    key: str
    data: str | None

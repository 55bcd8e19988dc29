"""What waits for the hall's next turn, and what becomes durable in one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from puntobanco.store import Note, Receipt
from puntobanco.web.room.room import Room

Key = tuple[str, str]
"""By what a request is known when it is made again: its table, and its guest and id."""

Answer = Callable[[Any], None]
"""Called with what was asked for when it is durable, or with the error that prevented it."""


@dataclass(slots=True)
class Asked:
    """Something that waits for the next turn."""

    propose: Callable[[Batch], object]
    answer: Answer
    key: Key | None = None


@dataclass(slots=True)
class Batch:
    """All that becomes durable together."""

    at: int
    """Microseconds since 1970."""
    rooms: dict[Room, None] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    receipts: dict[Key, Receipt] = field(default_factory=dict)
    known: dict[Key, Receipt] = field(default_factory=dict)
    """What was answered before."""
    forgotten: list[Key] = field(default_factory=list)
    """Receipts that are cleared away."""
    refusals: dict[Key, tuple[str, Exception]] = field(default_factory=dict)
    """What is refused in this very batch, each with the digest of its command."""
    answers: list[tuple[Answer, object]] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write."""
        croupiers = (room.croupier for room in self.rooms)
        return not (
            self.notes
            or self.receipts
            or self.forgotten
            or any(croupier.pending or croupier.snapshots for croupier in croupiers)
        )

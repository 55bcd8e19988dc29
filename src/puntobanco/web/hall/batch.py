"""The decided requests of one turn, which are written at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from puntobanco.store import Fact, Key, Note, Receipt
from puntobanco.web.hall.admin import Close
from puntobanco.web.hall.requests import (
    AdminRequest,
    CloseTableRequest,
    CommandRequest,
    HallRequest,
    OpenTableRequest,
)
from puntobanco.web.room.audience import Connection
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import SEATED, SatDown, Sittings

SAT = "guest_sat"
"""The kind of the event in which a guest sits down."""


class Decided(NamedTuple):
    """A request, and how it was decided."""

    request: HallRequest
    error: Exception | None
    """Why it was refused, if it was."""
    coups_dealt: int
    """The coup that a command is for."""
    number: int
    """The table's last event when a command was accepted."""


@dataclass(slots=True)
class Batch:
    """The decided requests of one turn, and all that is written for them in one transaction."""

    at: int
    """Microseconds since 1970."""
    now: int
    """The hall's clock, by which receipts and notes grow old, in milliseconds."""
    sittings: dict[str, tuple[str | None, int]] = field(default_factory=dict)
    """The notes of the sittings of guests who want to sit down, by id."""
    rooms: dict[Room, None] = field(default_factory=dict)
    """The rooms with proposals, in order."""
    notes: list[Note] = field(default_factory=list)
    accepted: dict[Key, Receipt] = field(default_factory=dict)
    """The receipts of the commands accepted in this batch."""
    accepted_before: dict[Key, Receipt] = field(default_factory=dict)
    """The receipts of commands of this batch that an earlier batch accepted."""
    refused: dict[Key, tuple[int, Exception]] = field(default_factory=dict)
    """The commands refused in this batch: each digest and error."""
    deleted_receipts: list[tuple[str, str]] = field(default_factory=list)
    deleted_guests: list[str] = field(default_factory=list)
    """The token hashes of guests whose notes are deleted."""
    decided: list[Decided] = field(default_factory=list)
    coup: int = 0
    """The coup of the command that is being decided."""
    proposed: Counter[str] = field(default_factory=Counter)
    """How many facts the commands of each guest have proposed."""
    won: dict[str, int] = field(default_factory=dict)
    """The new revisions of the tables that nobody else has changed meanwhile."""
    times: dict[str, int] = field(default_factory=dict)
    """The time of the new facts of each table, in microseconds."""

    @property
    def expected(self) -> dict[str, int]:
        """The revisions on which the batch was decided."""
        return {room.id: room.revision for room in self.rooms}

    @property
    def kept_at(self) -> int:
        """The hall's clock, in microseconds."""
        return 1_000 * self.now

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write."""
        return not (
            self.notes
            or self.accepted
            or self.deleted_receipts
            or any(room.has_proposals for room in self.rooms)
        )

    def noted(self, shelf: str, key: str, read: Mapping[str, tuple[str | None, int]]) -> str | None:
        """Return the data of a note after the batch. `read` has the notes before it."""
        own = [note.data for note in self.notes if (note.shelf, note.key) == (shelf, key)]
        return own[-1] if own else read.get(key, (None, 0))[0]

    def note_sitting(self, connection: Connection, facts: Sequence[Fact]) -> None:
        """Note that a guest sat down in these facts.

        A guest who signs out in the same turn gets no note, because nothing would delete it.
        """
        guest, sat = connection.guest, next((fact for fact in facts if fact.kind == SAT), None)
        if sat and connection.token_hash not in self.deleted_guests:
            before = Sittings.read(self.noted(SEATED, guest.id, self.sittings))
            after = before.after(SatDown(sat.stream, sat.version, guest.name))
            self.notes.append(Note(SEATED, guest.id, str(after)))

    def was_accepted_before(self, request: HallRequest) -> bool:
        """Return whether an earlier batch accepted a request: it is durable in any case."""
        return isinstance(request, CommandRequest) and request.key in self.accepted_before

    @property
    def lost(self) -> set[str]:
        """The tables that another server has changed first."""
        return {room.id for room in self.rooms} - self.won.keys()

    def table_of(self, request: HallRequest) -> str | None:
        """Return the table that the answer to a request depends on."""
        match request:
            case CommandRequest(key=key) if key not in self.accepted_before:
                return key.table
            case OpenTableRequest(room) | CloseTableRequest(room=room):
                return room.id
            case AdminRequest(Close(table)):
                return table
            case _:
                return None

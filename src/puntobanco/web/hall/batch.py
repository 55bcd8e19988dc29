"""Requests to the hall, and the batch of their results that is written at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeVar

from puntobanco.errors import OutcomeUnknown, RowDamaged, StoreError
from puntobanco.store import Fact, Log, Note
from puntobanco.table import commands
from puntobanco.web.hall.idempotency import Acceptance, IdempotencyKey, find_accepted
from puntobanco.web.room.audience import Connection
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest
from puntobanco.wire.commands import Request

Result = TypeVar("Result")
Answer = Callable[[Result | Exception], None]
"""Called with the result when it is durable, or with the error that prevented it."""


@dataclass(frozen=True, slots=True)
class NameGuest:
    """Store a guest under a name, new or changed."""

    token_hash: str
    guest: Guest
    answer: Answer[Guest]


@dataclass(frozen=True, slots=True)
class RenewGuest:
    """Record that a guest is here, so that cleanup doesn't delete the guest."""

    token_hash: str
    guest: Guest


@dataclass(frozen=True, slots=True)
class SignOut:
    """Delete a guest, so that the token is worth nothing any more."""

    token_hash: str
    guest: Guest
    answer: Answer[Guest]


@dataclass(frozen=True, slots=True)
class OpenTableRequest:
    """Open a table in a new room."""

    room: Room
    command: commands.OpenTable
    answer: Answer[Room]


@dataclass(frozen=True, slots=True)
class CloseTableRequest:
    """Close a table for the guest who opened it."""

    guest: Guest
    room: Room
    answer: Answer[Room]
    attempts: int = 0
    """How often another server wrote first."""


class CommandRequest(NamedTuple):
    """A command that a guest sent over a connection, which gets the answer."""

    connection: Connection
    request: Request
    key: IdempotencyKey
    digest: str
    attempts: int = 0
    """How often another server wrote first."""


@dataclass(frozen=True, slots=True)
class Purge:
    """Delete some expired receipts and guests."""


OtherRequest: TypeAlias = (
    NameGuest | RenewGuest | SignOut | OpenTableRequest | CloseTableRequest | Purge
)
HallRequest: TypeAlias = CommandRequest | OtherRequest


MOST_FACTS = 200
"""Facts of one guest in a turn: about ten milliseconds. Further commands wait for the next turn."""


class Decided(NamedTuple):
    """A request, and how it was decided."""

    request: HallRequest
    error: Exception | None
    """Why it was refused, if it was."""
    coups_dealt: int
    """The coup that a command is for."""


@dataclass(slots=True)
class Batch:
    """The decided requests of one turn, and all that is written for them in one transaction."""

    at: int
    """Microseconds since 1970."""
    now: int
    """The hall's clock, by which receipts and notes grow old, in milliseconds."""
    rooms: dict[Room, None] = field(default_factory=dict)
    """The rooms with proposals, in order."""
    notes: list[Note] = field(default_factory=list)
    accepted: dict[IdempotencyKey, Acceptance] = field(default_factory=dict)
    """The commands accepted in this batch; each gets a receipt."""
    accepted_before: dict[IdempotencyKey, Acceptance] = field(default_factory=dict)
    """The commands of this batch that an earlier batch accepted."""
    refused: dict[IdempotencyKey, tuple[str, Exception]] = field(default_factory=dict)
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

    def charge(self, connection: Connection, facts: list[Fact]) -> None:
        """Charge a guest for the facts that a command proposed."""
        connection.quota.charge(facts)
        self.proposed[connection.guest.id] += len(facts)

    def must_wait(self, request: HallRequest) -> bool:
        """Return whether a request waits for the next turn, so that its guest delays nobody."""
        if not isinstance(request, CommandRequest):
            return False
        return self.proposed[request.connection.guest.id] >= MOST_FACTS

    def find_accepted(self, store: Log, requests: Iterable[HallRequest]) -> StoreError | None:
        """Look up which commands were accepted before. Return the error if that is unreadable."""
        keys = [request.key for request in requests if isinstance(request, CommandRequest)]
        try:
            self.accepted_before = find_accepted(store, keys)
        except RowDamaged as error:
            return error
        except StoreError as error:
            return OutcomeUnknown(str(error))  # one of them may have happened before
        return None

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
            case _:
                return None

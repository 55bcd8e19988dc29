"""Requests to the hall, and the batch of their results that is written at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeVar

from puntobanco.croupier import write
from puntobanco.errors import OutcomeUnknown, RowDamaged, StoreError
from puntobanco.store import Fact, Note, Receipt, Store
from puntobanco.table import commands
from puntobanco.web.hall.idempotency import Acceptance, IdempotencyKey, find_accepted
from puntobanco.web.room.audience import Connection
from puntobanco.web.room.room import Room
from puntobanco.web.room.setup import Guest
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


class CommandRequest(NamedTuple):
    """A command that a guest sent over a connection, which gets the answer."""

    connection: Connection
    request: Request
    key: IdempotencyKey
    digest: str


@dataclass(frozen=True, slots=True)
class Purge:
    """Delete some expired receipts and guests."""


HallRequest: TypeAlias = (
    NameGuest | RenewGuest | OpenTableRequest | CloseTableRequest | CommandRequest | Purge
)


MOST_FACTS = 200
"""Facts of one guest in a turn: about ten milliseconds. Further commands wait for the next turn."""


@dataclass(slots=True)
class Batch:
    """The decided requests of one turn, and all that is written for them in one transaction."""

    at: int
    """Microseconds since 1970."""
    kept_at: int
    """The running time, by which receipts and notes grow old."""
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
    decided: list[tuple[HallRequest, Exception | None]] = field(default_factory=list)
    """Every request, with the error if it was refused."""
    proposed: Counter[str] = field(default_factory=Counter)
    """How many facts the commands of each guest have proposed."""

    def charge(self, connection: Connection, facts: list[Fact]) -> None:
        """A command proposed these facts."""
        connection.quota.charge(facts)
        self.proposed[connection.guest.id] += len(facts)

    def must_wait(self, request: HallRequest) -> bool:
        """Whether a request waits for the next turn, so that its guest does not delay others."""
        if not isinstance(request, CommandRequest):
            return False
        return self.proposed[request.connection.guest.id] >= MOST_FACTS

    def find_accepted(self, store: Store, requests: Iterable[HallRequest]) -> StoreError | None:
        """Look up which commands were accepted before; gives the error if that cannot be read."""
        keys = [request.key for request in requests if isinstance(request, CommandRequest)]
        try:
            self.accepted_before = find_accepted(store, keys)
        except RowDamaged as error:
            return error
        except StoreError as error:
            return OutcomeUnknown(str(error))  # one of them may have happened before
        return None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write."""
        croupiers = (room.croupier for room in self.rooms)
        return not (
            self.notes
            or self.accepted
            or self.deleted_receipts
            or any(croupier.pending or croupier.snapshots for croupier in croupiers)
        )

    def was_accepted_before(self, request: HallRequest) -> bool:
        """Whether an earlier batch accepted a request, so that it is durable whatever happens."""
        return isinstance(request, CommandRequest) and request.key in self.accepted_before

    def write(self, store: Store) -> None:
        """Make everything durable in one transaction, or raise."""
        write(
            store,
            (room.croupier for room in self.rooms),
            at=self.at,
            receipts=(Receipt(*key, str(each)) for key, each in self.accepted.items()),
            notes=self.notes,
            forgotten=self.deleted_receipts,
            kept_at=self.kept_at,
        )

"""Requests to the hall. Each is answered once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

from puntobanco.table import commands
from puntobanco.web.hall.admin import AnyOrder, OrderReply
from puntobanco.web.hall.idempotency import IdempotencyKey
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
class KeepDrills:
    """Store what a guest has learned, and the questions that are being asked."""

    token_hash: str
    guest: Guest
    before: str | None
    """The stored text that the answer was based on. Another tab may have changed it."""
    text: str
    answer: Answer[None]


@dataclass(frozen=True, slots=True)
class SignOut:
    """Delete a guest, which makes the token invalid."""

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
    digest: int
    attempts: int = 0
    """How often another server wrote first."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Look for a guest, and for a table that this server doesn't know.

    Another server may have opened it, or renamed the guest or signed the guest out.
    """

    table: str | None
    token_hash: str | None
    answer: Answer[None]


@dataclass(frozen=True, slots=True)
class AdminRequest:
    """An operator's order."""

    order: AnyOrder
    by: str
    """The operator."""
    at: int
    """Microseconds since 1970."""
    answer: Answer[OrderReply]
    attempts: int = 0
    """How often another server wrote first."""


@dataclass(frozen=True, slots=True)
class Purge:
    """Delete some expired receipts and guests."""


OtherRequest: TypeAlias = (
    NameGuest | RenewGuest | KeepDrills | SignOut | OpenTableRequest | CloseTableRequest | Arrival
    | AdminRequest | Purge
)  # fmt: skip
HallRequest: TypeAlias = CommandRequest | OtherRequest

"""What the hall is asked to do. Requests wait in a queue and are decided in batches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

from puntobanco.table import commands
from puntobanco.web.hall.idempotency import IdempotencyKey
from puntobanco.web.room.connection import Connection
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
    """Store that a guest is here, so that cleanup does not delete the guest."""

    token_hash: str
    guest: Guest


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a table in a new room."""

    room: Room
    command: commands.OpenTable
    answer: Answer[Room]


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close a table for the guest who opened it."""

    guest: Guest
    room: Room
    answer: Answer[Room]


class GuestCommand(NamedTuple):
    """A command that a guest sent over a connection; it is answered there."""

    connection: Connection
    request: Request
    key: IdempotencyKey
    digest: str


@dataclass(frozen=True, slots=True)
class Purge:
    """Delete some expired receipts and guests."""


HallRequest: TypeAlias = NameGuest | RenewGuest | OpenTable | CloseTable | GuestCommand | Purge

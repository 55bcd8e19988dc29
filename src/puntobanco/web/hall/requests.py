"""Requests to the hall. Each is answered once, and a resent command gets the same answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar
from zlib import crc32

import msgspec

from puntobanco.store import Receipt
from puntobanco.table import commands
from puntobanco.web.hall.admin import AnyOrder, OrderReply
from puntobanco.web.room.audience import Connection
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest
from puntobanco.wire.commands import Request
from puntobanco.words import message

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


class IdempotencyKey(NamedTuple):
    """What identifies a command when it is sent again."""

    table: str
    request: str
    """The ids of the guest and of the command."""

    @property
    def guest(self) -> str:
        """The id of the guest."""
        return self.request.partition(":")[0]


def command_digest(request: Request) -> int:
    """Return a checksum of a command, to detect another command with the same id."""
    return crc32(msgspec.json.encode(request.command))


def receipt_of(key: IdempotencyKey, number: int, digest: int) -> Receipt:
    """Return the receipt of an accepted command. `number` is that of the table's last event."""
    return Receipt(key.table, key.request, f"{number} {digest}")


class Acceptance(NamedTuple):
    """The contents of an accepted command's receipt."""

    number: int
    """The table's last event then."""
    digest: int

    @classmethod
    def parse(cls, text: str) -> Acceptance:
        """Return the acceptance that a receipt stores."""
        number, digest = text.split()
        return cls(int(number), int(digest))


def check_same_command(digest: int, earlier: int) -> None:
    """Refuse another command under an id that was used."""
    if digest != earlier:
        raise Refused("reused_id", message("refused.reused_id"))


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

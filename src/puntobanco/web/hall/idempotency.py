"""Recognise a resent command: a retry gets the answer that the first attempt got."""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

import msgspec

from puntobanco.store import Receipt
from puntobanco.web.room.refusals import Refused
from puntobanco.wire.commands import Request
from puntobanco.words import message


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
    """Return a checksum of a command. It shows that another command has the same id."""
    return crc32(msgspec.json.encode(request.command))


def receipt_of(key: IdempotencyKey, number: int, digest: int) -> Receipt:
    """Return the receipt of an accepted command. `number` is the table's last event then."""
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

"""Recognise a resent command: a retry gets the answer that the first attempt got."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

import msgspec

from puntobanco.store import Key, Receipt
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


class Acceptance(NamedTuple):
    """The contents of an accepted command's receipt."""

    number: int
    """The table's last event then."""
    digest: str

    @classmethod
    def parse(cls, text: str) -> Acceptance:
        """Return the acceptance that a receipt stores."""
        number, _, digest = text.partition(" ")
        return cls(int(number), digest)

    def __str__(self) -> str:
        return f"{self.number} {self.digest}"


def acceptances(receipts: Mapping[Key, Receipt]) -> dict[IdempotencyKey, Acceptance]:
    """Return what receipts say, by the keys of their commands."""
    return {
        IdempotencyKey(*key): Acceptance.parse(receipt.data) for key, receipt in receipts.items()
    }


def command_digest(request: Request) -> str:
    """Return a digest of a command, stored with its id to detect another command with that id."""
    return sha256(msgspec.json.encode(request.command)).hexdigest()[:16]


def check_same_command(digest: str, earlier: str) -> None:
    """Refuse another command under an id that was used."""
    if digest != earlier:
        raise Refused("reused_id", message("refused.reused_id"))

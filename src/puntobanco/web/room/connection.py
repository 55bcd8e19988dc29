"""One socket of a guest at a table, and how what it asked for is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from puntobanco.announcer import refusal
from puntobanco.errors import (
    BetNotOffered,
    FairnessError,
    InsufficientFunds,
    OutsideLimits,
    PuntoBancoError,
    StoreError,
)
from puntobanco.house import House
from puntobanco.web.rates import Bucket
from puntobanco.web.room.outbox import Outbox
from puntobanco.web.room.setup import Guest

if TYPE_CHECKING:
    from puntobanco.web.room.room import Room

_CODES: dict[type[PuntoBancoError], str] = {
    BetNotOffered: "not_offered",
    OutsideLimits: "outside_limits",
    InsufficientFunds: "insufficient_funds",
    FairnessError: "fairness",
}


class Refused(Exception):
    """A command that is not followed now, for a reason that the rules know nothing of."""

    def __init__(self, code: str, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(reason)


@dataclass(eq=False, slots=True)
class Visit:
    """A socket, and what it may still send."""

    guest: Guest
    room: Room
    outbox: Outbox
    bucket: Bucket
    patience: Bucket
    """How many more bad frames are borne."""

    def accept(self, request: str, number: int) -> None:
        """Say that a command is durable."""
        self.outbox.put(encoded({"type": "accepted", "id": request, "number": number}))

    def refuse(self, request: str | None, error: Exception) -> None:
        """Say why nothing happened."""
        code, reason = _explained(error, self.room.state.house)
        refused = {"type": "refused", "id": request, "code": code, "reason": reason}
        self.outbox.put(encoded(refused))


def encoded(frame: Mapping[str, object]) -> str:
    """A frame as it is sent."""
    return msgspec.json.encode(frame).decode()


def _explained(error: Exception, house: House) -> tuple[str, str]:
    """A code for the page, and a sentence for the guest."""
    if isinstance(error, Refused):
        return error.code, error.reason
    if isinstance(error, StoreError):
        return "log", "The house cannot write its log now; nothing happened. Try again."
    if isinstance(error, PuntoBancoError):
        return _CODES.get(type(error), "illegal"), refusal(error, house)
    return "illegal", "Something went wrong."

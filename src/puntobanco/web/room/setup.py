"""Guests, and what a table's set-up says of them; small records that are noted beside the log."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import StoreError

Record = TypeVar("Record", bound=Struct)

BUTTON = "button"
"""How a table deals that has no clock."""

TABLES, GUESTS = "table", "guest"
"""The shelves where open tables and guests are noted."""


class Guest(Struct, frozen=True):
    """Someone with a name."""

    id: str
    name: str

    @classmethod
    def parse(cls, text: str) -> Guest:
        """A guest that was noted."""
        return _noted(text, cls)

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()


class Setup(Struct, frozen=True):
    """What the log does not say about a table."""

    owner: str
    private: bool
    dealing: str | int
    """``button``, or the seconds of the betting clock."""
    opened: int
    seats: dict[int, str] = {}
    """The guest in each seat."""
    ready: tuple[int, ...] = ()
    """The seats that wait for the cards of the next coup, in the order of their presses."""
    host: str = ""
    """What the guest who opened the table was called then."""

    @classmethod
    def parse(cls, text: str) -> Setup:
        """A set-up that was noted."""
        return _noted(text, cls)

    def seat_of(self, guest: str) -> int | None:
        """Where a guest sits."""
        return next((seat for seat, owner in self.seats.items() if owner == guest), None)

    def without(self, seat: int) -> Setup:
        """Nobody sits there any more."""
        seats = {other: guest for other, guest in self.seats.items() if other != seat}
        return replace(self, seats=seats, ready=tuple(s for s in self.ready if s != seat))

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()


def _noted(text: str, kind: type[Record]) -> Record:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise StoreError(f"a damaged note, or a newer version's: {error}") from None

"""What is stored of guests and tables beside the log, as notes in JSON."""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import NoteUnreadable
from puntobanco.table import Event
from puntobanco.table.events import CoupDealt, GuestLeft
from puntobanco.wire.parts import Dealing

Stored = TypeVar("Stored", bound=Struct)

BUTTON: Literal["button"] = "button"
"""The value of `Setup.dealing` for a table that deals when its guests are ready."""

TABLES, GUESTS, SEATED = "table", "guest", "seated"
"""The note shelves of open tables, of guests by token, and of guests, by id, who have sat down."""


class Guest(Struct, frozen=True):
    """A guest, known by an id for as long as the note is stored."""

    id: str
    name: str

    @classmethod
    def parse(cls, text: str) -> Guest:
        """The guest of a note."""
        return _parsed(text, cls)

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()


class Setup(Struct, frozen=True):
    """What the log does not say about a table."""

    owner: str
    private: bool
    dealing: Dealing
    opened: int
    host: str
    """The name of the guest who opened the table, at that time."""
    address: str
    """The address that opened the table, to limit tables per address. It is never shown."""
    seats: dict[int, str] = {}
    """The id of the guest in each seat."""
    ready: tuple[int, ...] = ()
    """The seats that are ready for the next coup, in the order of their presses."""

    @classmethod
    def parse(cls, text: str) -> Setup:
        """The set-up of a note."""
        return _parsed(text, cls)

    def seat_of(self, guest: str) -> int | None:
        """The seat of a guest."""
        for seat, owner in self.seats.items():
            if owner == guest:
                return seat
        return None

    @property
    def dealers(self) -> tuple[int, ...]:
        """The seats whose guests may deal: all by button; by the clock a guest who sits alone."""
        is_anyone = self.dealing == BUTTON or len(self.seats) == 1
        return tuple(self.seats) if is_anyone else ()

    def with_guest(self, seat: int, guest: str) -> Setup:
        """A guest has taken a seat."""
        return replace(self, seats={**self.seats, seat: guest})

    def with_ready(self, seat: int) -> Setup:
        """The guest of a seat is ready for the next coup."""
        return replace(self, ready=tuple(dict.fromkeys((*self.ready, seat))))

    def after(self, event: Event) -> Setup:
        """The set-up after an event: a guest who left has no seat, and a coup ends readiness."""
        match event:
            case GuestLeft(seat=seat):
                return self._without(seat)
            case CoupDealt() if self.ready:
                return replace(self, ready=())
            case _:
                return self

    def _without(self, seat: int) -> Setup:
        seats = {other: guest for other, guest in self.seats.items() if other != seat}
        return replace(self, seats=seats, ready=tuple(s for s in self.ready if s != seat))

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()


def _parsed(text: str, kind: type[Stored]) -> Stored:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise NoteUnreadable(f"a damaged note, or a newer version's: {error}") from None

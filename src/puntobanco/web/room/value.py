"""The room value: what a table stores beside its log, and what servers must agree on."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import NoteUnreadable
from puntobanco.web.limits import NEVER
from puntobanco.wire.parts import Dealing

Stored = TypeVar("Stored", bound=Struct)

BUTTON: Literal["button"] = "button"
"""The value of `RoomValue.dealing` for a table that deals when its guests are ready."""

GUESTS, SEATED, DRILLS = "guest", "seated", "drills"
"""The note shelves of guests, by token, and of their sittings and drills, by id."""

MOST_SITTINGS = 200
"""How many of a guest's sittings are kept. Older ones are dropped."""


class Guest(Struct, frozen=True):
    """A guest, known by an id for as long as the note is stored."""

    id: str
    name: str

    @classmethod
    def parse(cls, text: str) -> Guest:
        """Read the guest of a note."""
        return _parsed(text, cls)

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()


class SatDown(Struct, frozen=True, array_like=True):
    """One time that a guest sat down: the table, the number of the event, and the name.

    Another server may have written another event of that number first. The name shows it.
    """

    table: str
    number: int
    name: str


class Sittings(Struct, frozen=True):
    """A guest's latest sittings. They show which bets of a past shoe were the guest's own."""

    latest: tuple[SatDown, ...] = ()

    @classmethod
    def read(cls, text: str | None) -> Sittings:
        """Read the sittings of a note. Return none if it is missing or damaged."""
        with suppress(NoteUnreadable):
            return _parsed(text, cls) if text else cls()
        return cls()

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()

    def after(self, sitting: SatDown) -> Sittings:
        """Return the sittings after one more."""
        return Sittings((*self.latest, sitting)[-MOST_SITTINGS:])


class Stage(Struct, frozen=True):
    """One stage of the seed ceremony, and its deadline."""

    name: Literal["commit", "reveal"]
    shoe: int
    due: int


class Countdown(Struct, frozen=True):
    """The countdown of the ready button. It ends early once nobody is waited for any more."""

    ends: int
    shortened: int = NEVER
    has_waited: bool = False
    """Whether another guest was waited for."""

    @property
    def deals_at(self) -> int:
        """Return when the cards come."""
        return min(self.ends, self.shortened)


class RoomValue(Struct, frozen=True):
    """Everything about a table that its events don't say. Times are in ms of the hall's clock."""

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
    opens: int = 0
    """When the page has shown what was dealt. The clock and the countdown begin then."""
    closes: int | None = None
    """When bets close, at a table with a clock."""
    extensions: dict[str, int] = {}
    """How often each guest has extended the clock for this coup."""
    countdown: Countdown | None = None
    stage: Stage | None = None
    next_shoe_at: int = 0
    away: dict[int, int] = {}
    """Since when the guest of a seat is away."""
    empty_since: int | None = 0
    """Since when nobody is connected."""
    stopped_at: int | None = 0
    """Since when no seated guest is connected. The deadlines of the coup and the ceremony wait."""
    due: int = 0
    """The next deadline."""

    @classmethod
    def parse(cls, text: str) -> RoomValue:
        """Read a stored room value."""
        return _parsed(text, cls)

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()

    def seat_of(self, guest: str) -> int | None:
        """Return the seat of a guest."""
        for seat, owner in self.seats.items():
            if owner == guest:
                return seat
        return None

    def present_seats(self, here: Collection[str]) -> list[int]:
        """Return the seats of those guests who are here."""
        return [seat for seat, guest in self.seats.items() if guest in here]

    @property
    def period(self) -> int:
        """The milliseconds of the betting clock; 0 at a table without one."""
        return 0 if isinstance(self.dealing, str) else 1_000 * self.dealing

    @property
    def dealers(self) -> tuple[int, ...]:
        """The seats that may deal: all at a table with a button, else a guest who sits alone."""
        is_anyone = self.dealing == BUTTON or len(self.seats) == 1
        return tuple(self.seats) if is_anyone else ()

    @property
    def is_stopped(self) -> bool:
        """Whether deadlines wait for a seated guest."""
        return self.stopped_at is not None

    @property
    def closing(self) -> int | None:
        """When bets close, while the clock runs."""
        return None if self.is_stopped else self.closes

    @property
    def countdown_ends(self) -> int:
        """When the countdown ends, while it runs."""
        return NEVER if self.is_stopped or self.countdown is None else self.countdown.deals_at

    @property
    def deals_at(self) -> int:
        """When the house deals: at the end of the clock or of the countdown."""
        return self.countdown_ends if self.closing is None else self.closing

    def with_guest(self, seat: int, guest: str) -> RoomValue:
        """Return the value after a guest has taken a seat."""
        return replace(self, seats={**self.seats, seat: guest})

    def with_ready(self, seat: int) -> RoomValue:
        """Return the value after the guest of a seat has pressed the button."""
        return self if seat in self.ready else replace(self, ready=(*self.ready, seat))

    def without(self, seat: int) -> RoomValue:
        """Return the value after the guest of a seat has left."""
        return replace(
            self,
            seats={other: guest for other, guest in self.seats.items() if other != seat},
            ready=tuple(other for other in self.ready if other != seat),
        )


def _parsed(text: str, kind: type[Stored]) -> Stored:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise NoteUnreadable(f"a damaged note, or a newer version's: {error}") from None

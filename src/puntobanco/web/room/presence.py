"""Who is connected to a table, and for how long others are not."""

from __future__ import annotations

from collections.abc import Mapping

from puntobanco.web.limits import NEVER, Pace
from puntobanco.wire.frames import Room


class Presence:
    """Counts the sockets of each guest, and times the absence of those with a seat."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._sockets: dict[str, int] = {}
        """The number of sockets of each connected guest."""
        self._away_since: dict[int, int] = {}
        """When the guest of a seat was first found to be away."""
        self._empty_since: int | None = 0
        self._has_changed = False
        """Whether somebody came or went since the last broadcast."""
        self._next_broadcast = 0

    def start(self, now: int) -> None:
        """Time the absence of guests from now on; nobody is connected yet."""
        self._empty_since = now

    def connect(self, guest: str) -> None:
        """A guest has one more socket."""
        self._sockets[guest] = self._sockets.get(guest, 0) + 1
        self._empty_since = None
        self._has_changed = True

    def disconnect(self, guest: str, now: int) -> None:
        """A guest has one socket less."""
        self._sockets[guest] -= 1
        self._has_changed = True
        if not self._sockets[guest]:
            del self._sockets[guest]
        if not self._sockets:
            self._empty_since = now

    def update(self, seats: Mapping[int, str], now: int) -> Room | None:
        """Note who is away; gives a frame if a change is due to be broadcast."""
        self._away_since = {
            seat: self._away_since.get(seat, now)
            for seat, guest in seats.items()
            if guest not in self._sockets
        }
        if not self._has_changed or now < self._next_broadcast:
            return None
        self._has_changed, self._next_broadcast = False, now + self._pace.room
        return self.frame(seats)

    def present_seats(self, seats: Mapping[int, str]) -> list[int]:
        """The seats whose guests are connected."""
        return [seat for seat, guest in seats.items() if guest in self._sockets]

    def expired_seats(self, now: int) -> list[int]:
        """The seats whose guests were away for too long."""
        longest = self._pace.away
        return [seat for seat, since in self._away_since.items() if since + longest <= now]

    def watching(self, seats: Mapping[int, str]) -> int:
        """How many connected guests have no seat."""
        return len(self._sockets) - len(self.present_seats(seats))

    @property
    def idle_at(self) -> int:
        """When the table has been empty for too long."""
        return NEVER if self._empty_since is None else self._empty_since + self._pace.idle

    @property
    def due(self) -> int:
        """When the next deadline passes, or the next broadcast is due."""
        broadcast = self._next_broadcast if self._has_changed else NEVER
        absences = (since + self._pace.away for since in self._away_since.values())
        return min(self.idle_at, broadcast, *absences)

    def frame(self, seats: Mapping[int, str]) -> Room:
        """The seats that are present, and how many watch."""
        present = self.present_seats(seats)
        return Room(present, len(self._sockets) - len(present))

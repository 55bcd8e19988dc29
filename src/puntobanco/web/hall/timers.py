"""When each table must be looked after next."""

from __future__ import annotations

import heapq
from itertools import count

from puntobanco.web.limits import NEVER
from puntobanco.web.room.room import Room


class Agenda:
    """Timers of all tables, the next one first. A timer that was overtaken is not heard."""

    def __init__(self) -> None:
        self._timers: list[tuple[int, int, Room]] = []
        self._order = count()

    @property
    def due(self) -> int:
        """When the first timer runs out."""
        return self._timers[0][0] if self._timers else NEVER

    def note(self, room: Room, due: int) -> bool:
        """Look after a table at this time; gives whether that is sooner than it was to be."""
        is_sooner = due < room.scheduled
        if is_sooner:
            room.scheduled = due
            heapq.heappush(self._timers, (due, next(self._order), room))
        return is_sooner

    def take(self, now: int) -> list[Room]:
        """The tables whose time has come."""
        found = []
        while self.due <= now:
            due, _, room = heapq.heappop(self._timers)
            if due == room.scheduled:
                room.scheduled = NEVER
                found.append(room)
        return found

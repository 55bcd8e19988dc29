"""Deadlines of tables, and the hall's clock."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count

from puntobanco.croupier import WallClock
from puntobanco.store import Store
from puntobanco.web.limits import NEVER
from puntobanco.web.room.room import Room


class Timers:
    """One timer a table, in a heap. Stale heap entries are skipped."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, Room]] = []
        self._due: dict[Room, int] = {}
        self._order = count()

    @property
    def due(self) -> int:
        """When the first timer expires."""
        return self._heap[0][0] if self._heap else NEVER

    def schedule(self, room: Room, due: int) -> bool:
        """Set a table's timer unless it expires earlier. Return whether it was set."""
        is_earlier = due < self._due.get(room, NEVER)
        if is_earlier:
            self._due[room] = due
            heapq.heappush(self._heap, (due, next(self._order), room))
        return is_earlier

    def drop(self, room: Room) -> None:
        """Forget a table that is closed, and its entries in the heap."""
        if self._due.pop(room, None) is not None:
            self._heap = [entry for entry in self._heap if entry[2] is not room]
            heapq.heapify(self._heap)

    def pop_expired(self, now: int) -> list[Room]:
        """Remove and return the tables whose timers have expired."""
        expired = []
        while self.due <= now:
            due, _, room = heapq.heappop(self._heap)
            if due == self._due.get(room):
                del self._due[room]
                expired.append(room)
        return expired


class HallClock:
    """An uptime clock. It ignores changes to the wall clock, and stands while no hall runs.

    It continues from the newest receipt or note. If there is none, it starts with the wall clock.
    """

    def __init__(self, store: Store, wall: WallClock, elapsed: Callable[[], int]) -> None:
        self._elapsed = elapsed
        self.ahead = (store.newest_kept_at() or wall()) // 1_000 - elapsed()
        """The milliseconds by which it is ahead of `elapsed`."""

    def __call__(self) -> int:
        """Return the time now, in milliseconds."""
        return self.ahead + self._elapsed()

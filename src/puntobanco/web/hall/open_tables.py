"""The open tables of a hall, the damaged ones, and when each needs attention."""

from __future__ import annotations

import logging

from puntobanco.errors import StoreError
from puntobanco.store import Store
from puntobanco.web.hall.idempotency import IdempotencyKey, find_accepted
from puntobanco.web.hall.rooms import DamagedTable, RoomFactory
from puntobanco.web.hall.timers import HallClock, Timers
from puntobanco.web.room.audience import SERVICE_RESTART
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest
from puntobanco.words import message

_logger = logging.getLogger(__name__)


class OpenTables:
    """The rooms of all open tables, with a timer each."""

    def __init__(self, factory: RoomFactory, clock: HallClock) -> None:
        self.rooms: dict[str, Room] = {}
        self.damaged: dict[str, DamagedTable] = {}
        """The tables that cannot be resumed, by id."""
        self._factory, self._clock = factory, clock
        self._timers = Timers()
        for room in self._resumed():
            self._add(room)

    @property
    def due(self) -> int:
        """When the first table needs attention."""
        return self._timers.due

    def schedule(self, room: Room) -> bool:
        """Set a table's timer. Return whether it expires earlier than before."""
        return self._timers.schedule(room, room.due())

    def open(self, room: Room) -> None:
        """Add a table that was opened."""
        self._factory.seeds.add(room.id)
        self._add(room)

    def _add(self, room: Room) -> None:
        self.rooms[room.id] = room
        self.schedule(room)

    def drop(self, room: Room) -> None:
        """Drop a table that was closed."""
        self.rooms.pop(room.id, None)
        self._timers.drop(room)
        self._factory.seeds.drop(room.id)

    def expired(self, now: int) -> list[Room]:
        """Return the tables whose timers have expired."""
        return [each for each in self._timers.pop_expired(now) if self.rooms.get(each.id) is each]

    def _resumed(self) -> list[Room]:
        """Return the rooms of all open tables as the log has them. Name the damaged ones."""
        resumed = list(self._factory.resume_all())
        self.damaged = {each.table: each for each in resumed if isinstance(each, DamagedTable)}
        for each in self.damaged.values():
            line = "table %s is damaged and stays closed until it is repaired: %s"
            _logger.error(line, each.public_name, each.reason)
        rooms = [each for each in resumed if isinstance(each, Room)]
        for room in rooms:
            room.left_at = self._clock()
        return rooms

    def refresh(self) -> None:
        """Read all tables again. Guests of a table that differs must reconnect.

        If they cannot be read, the log is to be opened once more.
        """
        try:
            logged = {room.id: room for room in self._resumed()}
        except StoreError:
            self._factory.store.needs_reopen = True
            raise
        for room in list(self.rooms.values()):
            if room.matches(logged.get(room.id)):
                del logged[room.id]
            else:
                del self.rooms[room.id]
                self._timers.drop(room)
                room.audience.close(SERVICE_RESTART, message("closing.reread"))
        for room in logged.values():
            self._add(room)

    def rename(self, guest: Guest) -> None:
        """Give a guest another name from now on."""
        for room in self.rooms.values():
            room.audience.rename(guest)

    def disconnect(self, guest: Guest) -> None:
        """Close all sockets of a guest who has signed out."""
        for room in self.rooms.values():
            room.audience.disconnect(guest)

    @property
    def guests(self) -> set[str]:
        """Every guest who has a seat or has opened a table, also a damaged one."""
        closed = (table.value for table in self.damaged.values())
        values = [*(room.value for room in self.rooms.values()), *filter(None, closed)]
        seated = (guest for value in values for guest in value.seats.values())
        return {*seated, *(value.owner for value in values)}

    def needs_receipt(self, key: IdempotencyKey, store: Store) -> bool:
        """Return whether a command may be sent again: while its guest or its shoe is there."""
        room = self.rooms.get(key.table)
        if room is None:
            return key.table in self.damaged
        if key.guest in room.value.seats.values():
            return True
        accepted = find_accepted(store, [key]).get(key)
        return accepted is not None and accepted.number > room.shoe_since

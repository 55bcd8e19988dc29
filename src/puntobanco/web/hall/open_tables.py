"""The open tables of a hall, those that are damaged, and when each is looked after."""

from __future__ import annotations

import logging
from collections.abc import Callable

from puntobanco.errors import StoreError
from puntobanco.store import Store
from puntobanco.web.hall.idempotency import IdempotencyKey, find_accepted
from puntobanco.web.hall.rooms import DamagedTable, RoomFactory
from puntobanco.web.hall.timers import Timers
from puntobanco.web.room.audience import SERVICE_RESTART
from puntobanco.web.room.room import Room
from puntobanco.web.room.setup import Guest
from puntobanco.words import message

_logger = logging.getLogger(__name__)


class OpenTables:
    """The rooms of all open tables, with a timer each."""

    def __init__(self, factory: RoomFactory, elapsed: Callable[[], int]) -> None:
        self.rooms: dict[str, Room] = {}
        self.damaged: dict[str, DamagedTable] = {}
        """The tables that cannot be resumed, by id."""
        self._factory, self._elapsed = factory, elapsed
        self._timers = Timers()
        for room in self._resumed():
            self._add(room)

    @property
    def due(self) -> int:
        """When the first table must be looked after."""
        return self._timers.due

    def schedule(self, room: Room) -> bool:
        """Set a table's timer; gives whether it expires earlier than before."""
        return self._timers.schedule(room, room.due(self._elapsed()))

    def open(self, room: Room) -> None:
        """A table was opened."""
        self._factory.seeds.add(room.id)
        self._add(room)

    def _add(self, room: Room) -> None:
        self.rooms[room.id] = room
        room.start(self._elapsed())
        self.schedule(room)

    def drop(self, room: Room) -> None:
        """A table was closed."""
        self.rooms.pop(room.id, None)
        self._timers.drop(room)
        self._factory.seeds.drop(room.id)

    def proceed(self, elapsed: int) -> list[Room]:
        """Let the tables whose timers have expired propose what is due; gives these tables."""
        expired = self._timers.pop_expired(elapsed)
        rooms = [room for room in expired if self.rooms.get(room.id) is room]
        for room in rooms:
            room.proceed(elapsed)
        return rooms

    def _resumed(self) -> list[Room]:
        """The rooms of all open tables as the log has them; those that are damaged are named."""
        resumed = list(self._factory.resume_all())
        self.damaged = {each.table: each for each in resumed if isinstance(each, DamagedTable)}
        for each in self.damaged.values():
            line = "table %s is damaged and stays closed until it is repaired: %s"
            _logger.error(line, each.public_name, each.reason)
        return [each for each in resumed if isinstance(each, Room)]

    def refresh(self) -> None:
        """Take over the tables as the log has them now; guests of one that differs come anew.

        If it cannot be read, it is to be opened once more.
        """
        try:
            logged = {room.id: room for room in self._resumed()}
        except StoreError:
            self._factory.store.needs_reopen = True
            raise
        for room in list(self.rooms.values()):
            if room.is_as(logged.get(room.id)):
                del logged[room.id]
            else:
                del self.rooms[room.id]
                self._timers.drop(room)
                room.audience.close(SERVICE_RESTART, message("closing.reread"))
        for room in logged.values():
            self._add(room)

    def rename(self, guest: Guest) -> None:
        """A guest has another name from now on."""
        for room in self.rooms.values():
            room.audience.rename(guest)

    @property
    def guests(self) -> set[str]:
        """Every guest who has a seat or has opened a table, also a damaged one."""
        closed = (table.setup for table in self.damaged.values())
        setups = [*(room.setup for room in self.rooms.values()), *filter(None, closed)]
        seated = (guest for setup in setups for guest in setup.seats.values())
        return {*seated, *(setup.owner for setup in setups)}

    def needs_receipt(self, key: IdempotencyKey, store: Store) -> bool:
        """Whether a command may be sent again: its guest is seated, or its shoe is on the table."""
        room = self.rooms.get(key.table)
        if room is None:
            return key.table in self.damaged
        if key.guest in room.setup.seats.values():
            return True
        accepted = find_accepted(store, [key]).get(key)
        return accepted is not None and accepted.number > room.shoe_since

"""The open tables of a hall, the damaged ones, and when each needs attention."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from puntobanco.croupier import Croupier, Desk, WallClock
from puntobanco.croupier.croupier import WITHIN_SHOE
from puntobanco.errors import (
    FormatUnknown,
    LogWentBack,
    OutcomeUnknown,
    PuntoBancoError,
    StoreError,
    shown,
)
from puntobanco.history.shoes import OUT_OF_PLACE
from puntobanco.store import Log, Receipt
from puntobanco.store.rows import VALUES
from puntobanco.web.hall.guests import SeedsByPlace
from puntobanco.web.hall.requests import Acceptance, IdempotencyKey
from puntobanco.web.limits import NEVER, Caps, Pace
from puntobanco.web.observing import Observer
from puntobanco.web.room.audience import SERVICE_RESTART, HouseNotice
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.replay import Replay, read_replay
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest, RoomValue
from puntobanco.words import Message, message


@dataclass(frozen=True, slots=True)
class DamagedTable:
    """A table that cannot be resumed. It stays in the log as it is, and the others play."""

    table: str
    reason: str
    value: RoomValue | None = None
    """None if that is damaged."""
    is_newer: bool = False
    """Whether a newer version wrote it, so that it is only unreadable here."""

    @property
    def public_name(self) -> str:
        """The table's name for operators."""
        return public_name(self.table, self.value)


def public_name(table: str, value: RoomValue | None) -> str:
    """Return the id of a public table, or the start of a private one's, which lets nobody in."""
    return table if value and not value.private else shown(table, 6)


@dataclass(frozen=True, slots=True)
class RoomFactory:
    """Makes rooms over one store."""

    log: Log
    reader: Log
    seeds: SeedsByPlace
    caps: Caps
    pace: Pace

    def new(self, table: str, value: RoomValue) -> Room:
        """Return a room for a table that will be opened."""
        croupier = Croupier(self.log, Desk(), seed_for=self.seeds.of(table))
        return Room(croupier, value, caps=self.caps, pace=self.pace)

    def check_caps(self, room: Room, others: Collection[Room]) -> None:
        """Refuse a new room if there are too many, in all, of its owner or from its address."""
        caps, owner, address = self.caps, room.value.owner, room.value.address
        if len(others) >= caps.tables:
            raise Refused("full", message("refused.tables_full", most=caps.tables))
        if sum(other.value.owner == owner for other in others) >= caps.tables_per_guest:
            raise Refused("full", message("refused.guest_tables", most=caps.tables_per_guest))
        if sum(other.value.address == address for other in others) >= caps.tables_per_address:
            most = caps.tables_per_address
            raise Refused("full", message("refused.address_tables", most=most))

    def resume_all(self) -> Iterator[Room | DamagedTable]:
        """Yield the rooms of all open tables, in the order of opening, and the damaged tables."""
        reasons = self._known_damage()
        values: dict[str, RoomValue] = {}
        for table, text in self.log.notes(VALUES).items():
            try:
                values[table] = RoomValue.parse(text)
            except StoreError as error:
                reasons.setdefault(table, str(error))
        for table in sorted(values, key=lambda each: (values[each].opened, each)):
            if table in reasons:
                yield DamagedTable(table, reasons.pop(table), values[table])
            else:
                yield from self.resume(table, values[table])
        yield from (DamagedTable(*each) for each in reasons.items())

    def _known_damage(self) -> dict[str, str]:
        """Return why tables are damaged whose notes or receipts are."""
        reasons: dict[str, str] = {}
        open_tables = self.log.notes(VALUES)
        for row in self.log.damage:
            shelf, key = (VALUES, row.key[0]) if row.part != "notes" else row.key
            if shelf == VALUES and (row.part == "notes" or key in open_tables):
                reasons[str(key)] = str(row)
        return reasons

    def resume(self, table: str, value: RoomValue | None = None) -> list[Room | DamagedTable]:
        """Return a table as the log has it, or why it cannot be resumed; nothing if it is closed.

        It is read twice before it is called damaged: a disk may fail once. Raise `StoreError` if a
        shared log went back or is away.
        """
        with suppress(StoreError):
            return self._resumed(table)
        try:
            return self._resumed(table)
        except LogWentBack:
            raise
        except PuntoBancoError as error:
            if self.log.is_shared and isinstance(error, OutcomeUnknown):
                raise
            is_newer = isinstance(error, FormatUnknown)
            return [DamagedTable(table, str(error), value, is_newer=is_newer)]
        except OUT_OF_PLACE:
            return [DamagedTable(table, "an event is not in its place", value)]

    def _resumed(self, table: str) -> list[Room | DamagedTable]:
        """Return a table as the log has it. Events are read again only for a replay."""
        if self.log.value(table) is None:
            return []
        croupier = Croupier.resume(self.log, table, seed_for=self.seeds.of(table))
        read = self.log.read_stream(table, after=croupier.version)
        if read.value is None:
            return []
        if read.facts:  # written since the croupier has read
            croupier.follow(read.facts)
        value = RoomValue.parse(read.value)
        room = Room(croupier, value, revision=read.revision, caps=self.caps, pace=self.pace)
        snapshots = self.log.snapshots(table)
        start = next((each for each in snapshots if each.label != WITHIN_SHOE), None)
        room.shoe_since = start.version if start else 0
        limit, upto = self.caps.replay, croupier.version
        room.replay = Replay(
            limit,
            upto,
            lambda: read_replay(self.reader, table, start=start, upto=upto, limit=limit),
        )
        return [room]


MOST_STALE = 100
"""Stale entries that the heap of timers may have, besides one for each table."""


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
            if len(self._heap) > 2 * len(self._due) + MOST_STALE:
                self._heap = [entry for entry in self._heap if entry[0] == self._due.get(entry[2])]
                heapq.heapify(self._heap)
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


MOST_AHEAD = 1_000
"""Milliseconds by which the hall's clock is ahead of the last heartbeat at most."""


class HallClock:
    """The house clock, as far as this server knows it. It ignores changes to the wall clock.

    On a shared log every heartbeat sets it. Otherwise it continues from the newest receipt or note,
    or starts with the wall clock if there is none, and stands while no hall runs.
    """

    def __init__(self, log: Log, wall: WallClock, elapsed: Callable[[], int]) -> None:
        self._elapsed = elapsed
        self._most = MOST_AHEAD if log.is_shared else NEVER
        self._now = (log.newest_kept_at() or wall()) // 1_000
        self._set_at = elapsed()

    def set(self, now: int) -> None:
        """Set the house clock from a heartbeat."""
        self._now, self._set_at = now, self._elapsed()

    def __call__(self) -> int:
        """Return the time now, in milliseconds."""
        return self._now + max(0, min(self._elapsed() - self._set_at, self._most))


class OpenTables:
    """The rooms of all open tables, with a timer each."""

    def __init__(
        self,
        factory: RoomFactory,
        clock: HallClock,
        observer: Observer,
        notice: Callable[[], HouseNotice | None],
    ) -> None:
        self._notice = notice
        self.rooms: dict[str, Room] = {}
        self.damaged: dict[str, DamagedTable] = {}
        """The tables that cannot be resumed, by id."""
        self._factory, self._clock, self._observer = factory, clock, observer
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
        room.audience.notice = self._notice
        self.schedule(room)

    def close_damaged(self, table: DamagedTable, why: Message) -> None:
        """Close a table that cannot go on here, for as long as this server runs."""
        self._report(table)
        self.damaged[table.table] = table
        if room := self.rooms.get(table.table):
            room.audience.close(SERVICE_RESTART, why)
            self.drop(room)

    def _report(self, damaged: DamagedTable) -> None:
        name = damaged.public_name
        reason = damaged.reason.replace(damaged.table, name)
        self._observer.report("table_damaged", table=name, reason=reason)

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
            self._report(each)
        rooms = [each for each in resumed if isinstance(each, Room)]
        if not self._factory.log.is_shared:
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
            self._factory.log.needs_reopen = True
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

    def disconnect(self, guests: Collection[str]) -> None:
        """Close all sockets of guests who have signed out, by id."""
        for room in self.rooms.values():
            room.audience.disconnect(guests)

    @property
    def guests(self) -> set[str]:
        """Every guest who has a seat or has opened a table, also a damaged one."""
        closed = (table.value for table in self.damaged.values())
        values = [*(room.value for room in self.rooms.values()), *filter(None, closed)]
        seated = (guest for value in values for guest in value.seats.values())
        return {*seated, *(value.owner for value in values)}

    def needs_receipt(self, receipt: Receipt) -> bool:
        """Return whether a command may be sent again: while its guest or its shoe is there."""
        key = IdempotencyKey(receipt.stream, receipt.id)
        room = self.rooms.get(key.table)
        if room is None:
            return key.table in self.damaged
        is_seated = key.guest in room.value.seats.values()
        return is_seated or Acceptance.parse(receipt.data).number > room.shoe_since

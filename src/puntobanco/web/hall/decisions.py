"""The first half of a turn: read the log, and propose what follows from the waiting requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from typing import assert_never

from puntobanco.croupier import WallClock
from puntobanco.errors import FormatUnknown, LogWentBack, PuntoBancoError
from puntobanco.store import Key, Log, Note
from puntobanco.store.house import OrderAnswer, StoredOrder
from puntobanco.table import commands
from puntobanco.web.hall.admin import (
    Close,
    Draining,
    OrderRefused,
    OrderReply,
    Say,
    care_of_order,
    check_notice,
    find_room,
    read_order,
    reply_text,
)
from puntobanco.web.hall.batch import Batch, Decided
from puntobanco.web.hall.cleanup import Cleanup, StoreHealth
from puntobanco.web.hall.guests import Guests, SeedsByPlace, TableSeeds, guest_note
from puntobanco.web.hall.look import Look
from puntobanco.web.hall.requests import (
    Acceptance,
    AdminRequest,
    Arrival,
    CloseTableRequest,
    CommandRequest,
    HallRequest,
    KeepDrills,
    NameGuest,
    OpenTableRequest,
    OtherRequest,
    Purge,
    RenewGuest,
    SignOut,
    check_same_command,
    receipt_of,
)
from puntobanco.web.hall.sockets import Sockets
from puntobanco.web.hall.tables import DamagedTable, HallClock, OpenTables, RoomFactory
from puntobanco.web.limits import NEVER, Caps, Pace
from puntobanco.web.observing import Observer
from puntobanco.web.rates import Cache
from puntobanco.web.room.audience import HouseNotice
from puntobanco.web.room.refusals import Refused, without_trace
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import DRILLS, GUESTS, SEATED, RoomValue
from puntobanco.wire.commands import Sit
from puntobanco.words import message

CACHED_REFUSALS = 1_000

MAX_BATCH = 1_000
"""Requests that are made durable together."""

POLL_INTERVAL = 1_000
"""Milliseconds between two heartbeats on a shared log, each with a look for changed tables."""


class Decisions:
    """The open tables of one log, and what follows from requests to them."""

    def __init__(
        self,
        store: Log,
        reader: Log,
        *,
        server: str,
        wall: WallClock,
        elapsed: Callable[[], int],
        seed_for: TableSeeds,
        caps: Caps,
        pace: Pace,
        observer: Observer,
    ) -> None:
        self.store, self.reader = store, reader
        self.caps, self.pace = caps, pace
        self.elapsed = elapsed
        self.observer = observer
        self.sockets = Sockets(caps, elapsed, observer)
        self.wake: Callable[[], None] = lambda: None
        """Called when the next turn is due earlier than before."""
        self.health = StoreHealth(pace.retry)
        self.is_closing = False
        """Whether the server is closing, and every new request is refused."""
        self._server, self._wall = server, wall
        self._factory = RoomFactory(
            store, reader, SeedsByPlace(seed_for, store.streams()[::-1]), caps, pace
        )
        self._queue: list[HallRequest] = []
        self._guests = Guests(reader, caps.sockets, observer)
        self._cleanup = Cleanup(pace, elapsed())
        self._refusals = Cache[Key, tuple[int, Exception]](CACHED_REFUSALS)
        """The first refusal under each key, with the digest of its command."""
        self.clock = HallClock(store, wall, elapsed)
        self._notice: tuple[HouseNotice, int] | None = None
        """The last notice to all guests, and until when newcomers and the lobby get it."""
        self._tables = OpenTables(self._factory, self.clock, observer, lambda: self.notice)
        self.rooms = self._tables.rooms
        """The rooms of all open tables, by id."""
        self._arriving: dict[Room, None] = {}
        """The rooms with connections that wait for their welcome."""
        self._stale: set[str] = set()
        """The tables to read again, because another server has changed them."""
        self._poll_at = elapsed() if store.is_shared else NEVER
        self._elsewhere: set[str] = set()
        """The ids of all guests who are connected to other servers."""
        self._unsettled: list[tuple[dict[str, int], list[Key]]] = []
        """The writes whose outcome is unknown: expected revisions, and the keys of receipts."""
        self.draining: Draining | None = None
        """Whether the hall only lets coups finish, and then stops."""
        self._answers: list[OrderAnswer] = []
        """The answers to orders in the log that are still to be written there."""

    @property
    def notice(self) -> HouseNotice | None:
        """The notice to all guests, while the lobby and newcomers get it."""
        given, until = self._notice or (None, 0)
        return given if self.elapsed() < until else None

    @property
    def damaged(self) -> dict[str, DamagedTable]:
        """The tables that cannot be resumed, by id."""
        return self._tables.damaged

    # --- before a decision ------------------------------------------------------------------------

    def due(self) -> int:
        """Return when the next turn is due: at once if a request waits, else at the next timer."""
        is_behind = (self._stale or self._arriving) and self.health.is_writable
        if self._queue or self._answers or is_behind:
            return self.elapsed()
        if not self.health.is_writable and (self.store.needs_reopen or self.store.is_shared):
            return self.health.due  # no table can proceed before
        table_due = self.elapsed() + self._tables.due - self.clock()
        times = (table_due, self.health.due, self._cleanup.due, self._poll_at)
        return NEVER if self.is_closing else min(times)

    def look(self) -> Look:
        """Take the waiting requests, and say what to read from the log for them."""
        elapsed, rooms = self.elapsed(), self.rooms.values()
        if not self.is_closing and self._cleanup.start(elapsed):
            self._queue.append(Purge())
        requests, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
        look = Look(self._server, self.clock(), requests)
        if self.store.is_shared:
            look.stale, self._stale = self._stale, set()
            look.damaged = set(self.damaged)
            look.versions = {room.id: room.croupier.version for room in rooms}
            is_due = elapsed >= self._poll_at or self._tables.due <= self.clock()
            look.polls = {room.id: room.revision for room in rooms} if is_due else None
            look.answers, self._answers = self._answers, []
            present = rooms if is_due else self._arriving
            look.present = {(room.id, guest) for room in present for guest in room.audience.guests}
            connections = (each for room in rooms for each in room.audience.all) if is_due else ()
            look.holders = {each.token_hash: each.guest.id for each in connections}
            look.holders.pop("", None)
        for room in self._arriving:
            room.audience.announce_arrivals()
            look.replays.append((room.replay, room.missed_since))
        return look

    def read(self, look: Look) -> None:
        """Read the log for a turn, perhaps on another thread, or raise."""
        look.read(self.store, self._factory, self._cleanup)

    def _take_over(self, look: Look) -> None:
        """Apply what other servers have written, and update the guests connected to them."""
        if look.beat:
            self.clock.set(look.beat.now)
            self._poll_at = self.elapsed() + POLL_INTERVAL
        for table in look.gone_back:
            self._close_damaged(table, LogWentBack(table))
        for table, read in look.streams.items():
            if (room := self.rooms.get(table)) and room.revision != read.revision:
                try:
                    value = RoomValue.parse(read.value) if read.value else None
                    room.follow(read.facts, value, read.revision, self.clock())
                except (PuntoBancoError, LookupError) as error:
                    self._close_damaged(table, error)
                else:
                    self._schedule(room)
        for each in look.opened:
            if isinstance(each, Room):
                self._tables.open(each)
            else:
                self._tables.close_damaged(each, message("closing.lost"))
        look.requests += filter(None, map(self._ordered, look.orders))
        self._guests.update(look.guests, look.arrivals)
        if look.beat:
            self._sign_out(look.holders.keys() - look.guests.keys(), look.holders)
            self._see_elsewhere(look.beat.connected, is_restarted=look.beat.is_restarted)

    def _sign_out(self, hashes: AbstractSet[str], holders: Mapping[str, str]) -> None:
        """Disconnect guests who have signed out on another server."""
        if hashes:
            self._tables.disconnect({holders[hashed] for hashed in hashes})
        for hashed in hashes:
            self._guests.sign_out(hashed)

    def _see_elsewhere(self, connected: dict[str, frozenset[str]], *, is_restarted: bool) -> None:
        """Update who is connected to other servers.

        After a restart of the database nobody knows that yet: seated guests count as present.
        """
        self._elsewhere = {guest for guests in connected.values() for guest in guests}
        for room in self.rooms.values():
            guests = connected.get(room.id, frozenset())
            if is_restarted:
                guests |= frozenset(room.value.seats.values())
            room.see_elsewhere(guests, self.clock())
            self._schedule(room)

    def _close_damaged(self, table: str, error: Exception) -> None:
        room, is_newer = self.rooms.get(table), isinstance(error, FormatUnknown)
        value = room.value if room else None
        damaged = DamagedTable(table, str(error), value, is_newer=is_newer)
        self._tables.close_damaged(damaged, message("closing.went_back"))

    # --- decisions --------------------------------------------------------------------------------

    def decide(self, look: Look | None = None) -> Batch:
        """Propose what is due, then what follows from the requests, in order."""
        if look is None:
            look = self.look()
            self.read(look)
        self._take_over(look)
        now = self.clock()
        batch = Batch(self._wall(), now, accepted_before=look.accepted, sittings=look.sittings)
        self._propose_due(batch)
        waiting: list[HallRequest] = []
        for request in look.requests:
            refusal, number, batch.coup = None, 0, 0
            try:
                if not isinstance(request, CommandRequest):
                    self._decide_other(request, batch, look)
                elif batch.proposed[request.connection.guest.id] >= self.caps.events:
                    waiting.append(request)  # for another turn, to delay nobody else
                    continue
                elif look.unreadable:
                    raise look.unreadable
                else:
                    number = self._decide_command(request, batch)
            except (PuntoBancoError, Refused) as error:
                refusal = without_trace(error)
            batch.decided.append(Decided(request, refusal, batch.coup, number))
        self._queue[:0] = waiting
        for room in batch.rooms:
            room.update(now)
        if batch.is_empty:
            batch.notes += self.health.probe(self.elapsed())
        return batch

    def _propose_due(self, batch: Batch) -> None:
        """Propose what is due, and confirm the tables at which guests wait for their welcome."""
        if not self.is_closing:
            for room in self._tables.expired(batch.now):
                batch.rooms[room] = None
                room.proceed(batch.now)
        waiting = (room for room in self._arriving if room.audience.is_waiting)
        self._arriving = {room: None for room in waiting if not room.is_closed}
        if self.store.is_shared:
            batch.rooms |= self._arriving

    def _decide_command(self, command: CommandRequest, batch: Batch) -> int:
        """Propose a guest's command, unless it was decided before. Raise if it is refused.

        Return the number of the table's last event after it.
        """
        key, digest = command.key, command.digest
        if receipt := batch.accepted.get(key) or batch.accepted_before.get(key):
            number, earlier = Acceptance.parse(receipt.data)
            check_same_command(digest, earlier)
            return number
        room = self.rooms.get(key.table)
        if room is None:
            raise Refused("closed", message("refused.closed"))
        batch.rooms[room] = None
        croupier, connection = room.croupier, command.connection
        if self.draining and not self.draining.allows(croupier.proposed, command.request):
            raise Refused("closing", message("refused.draining"))
        batch.coup = croupier.proposed.coups_dealt
        if refused := batch.refused.get(key) or self._refusals.get(key):
            check_same_command(digest, refused[0])
            raise refused[1]
        written = len(croupier.pending)
        try:
            room.order(connection.guest, command.request, batch.now)
        except (PuntoBancoError, Refused) as error:
            batch.refused[key] = (digest, error)
            raise
        new = croupier.pending[written:]
        connection.quota.charge(new)
        batch.proposed[connection.guest.id] += len(new)
        number = croupier.proposed_version
        batch.accepted[key] = receipt_of(key, number, digest)
        if isinstance(command.request.command, Sit):
            batch.note_sitting(connection, new)
        return number

    def _decide_other(self, request: OtherRequest, batch: Batch, look: Look) -> None:
        """Add what follows from another request to the batch, or raise the reason to refuse it."""
        match request:
            case NameGuest(hashed) | RenewGuest(hashed):
                self._check_signed_in(hashed, batch)
                batch.notes.append(guest_note(hashed, request.guest))
            case KeepDrills():
                self._keep_drills(request, batch, look)
            case SignOut(hashed, guest):
                batch.notes.append(Note(GUESTS, hashed, None))
                batch.notes += [Note(shelf, guest.id, None) for shelf in (SEATED, DRILLS)]
                batch.deleted_guests.append(hashed)
            case OpenTableRequest(room, command):
                self._factory.check_caps(room, {*self.rooms.values(), *batch.rooms})
                value, elapsed = room.value, self.elapsed()
                quota = self.sockets.quotas.of(value.owner, room.id, value.address, elapsed)
                quota.check(elapsed)
                room.propose(command, batch.now)
                quota.charge(room.croupier.pending)
                batch.rooms[room] = None
            case CloseTableRequest(guest, room):
                batch.rooms[room] = None
                room.close(guest, batch.now)
            case Purge():
                if look.expired:
                    present = self.sockets.guests | self._tables.guests | self._elsewhere
                    self._cleanup.propose(batch, look.expired, present, self._tables.needs_receipt)
            case AdminRequest():
                self._obey(request, batch)
            case Arrival():
                pass
            case _:
                assert_never(request)

    def _keep_drills(self, request: KeepDrills, batch: Batch, look: Look) -> None:
        """Store drills, unless their guest has signed out or another tab has changed them."""
        hashed, guest = request.token_hash, request.guest
        self._check_signed_in(hashed, batch, is_stored=hashed in look.guests)
        if batch.noted(DRILLS, guest.id, look.drills) != request.before:
            raise Refused("not_asked", message("refused.not_asked"))
        batch.notes.append(Note(DRILLS, guest.id, request.text))

    def _check_signed_in(self, hashed: str, batch: Batch, *, is_stored: bool = True) -> None:
        if not is_stored or hashed in batch.deleted_guests or self._guests.is_signed_out(hashed):
            raise Refused("no_guest", "Signed out.")

    def _obey(self, request: AdminRequest, batch: Batch) -> None:
        """Propose what follows from an operator's order, and its record, or refuse it."""
        match request.order:
            case Close(table):
                room = find_room(self.rooms, self.damaged, table)
                batch.rooms[room] = None
                room.propose(commands.CloseTable(by_house=True), batch.now)
            case Say(text):
                check_notice(text)
            case _:
                pass
        if care := care_of_order(request.order, request.by, request.at):
            batch.notes.append(care.note)

    def _ordered(self, order: StoredOrder) -> AdminRequest | None:
        """Return the request of an order that all servers find in the log, if it is one."""

        def answer(result: OrderReply | Exception) -> None:
            self._answers.append(OrderAnswer(order.id, reply_text(result)))
            self.wake()

        try:
            return AdminRequest(read_order(order.data), order.by, order.at, answer)
        except OrderRefused as error:
            answer(error)
            return None

    def _schedule(self, room: Room) -> None:
        """Set the timer of an open table; drop a closed one."""
        if room.is_closed:
            self._tables.drop(room)
        elif self._tables.schedule(room):
            self.wake()

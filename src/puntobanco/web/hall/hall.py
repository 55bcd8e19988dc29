"""All tables and guests of one log.

Requests wait in a queue. A turn decides them in three steps, so that the second can wait for the
disk on another thread: `decide` proposes all that wait, `commit` writes what was proposed in one
transaction, `publish` broadcasts it and answers the requests. If the log cannot be written,
`abandon` undoes the first step and answers with the error.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe
from typing import assert_never

from puntobanco.croupier import WallClock, now
from puntobanco.errors import OutcomeUnknown, PuntoBancoError, StoreError
from puntobanco.house import House
from puntobanco.store import Note, Store
from puntobanco.table import commands
from puntobanco.web.hall.batch import (
    Answer,
    Batch,
    CloseTableRequest,
    CommandRequest,
    HallRequest,
    NameGuest,
    OpenTableRequest,
    Purge,
    RenewGuest,
)
from puntobanco.web.hall.cleanup import RETRY_DELAY, Cleanup, Health
from puntobanco.web.hall.guests import (
    Guests,
    SeedsByPlace,
    TableSeeds,
    guest_note,
    random_seeds,
    token_hash,
)
from puntobanco.web.hall.idempotency import Acceptance, RefusalCache, check_same_command
from puntobanco.web.hall.names import cleaned
from puntobanco.web.hall.open_tables import OpenTables
from puntobanco.web.hall.rooms import DamagedTable, RoomFactory
from puntobanco.web.hall.sockets import Sockets
from puntobanco.web.hall.timers import RunningTime
from puntobanco.web.limits import NEVER, Caps, Pace
from puntobanco.web.room.audience import Connection, Outbox
from puntobanco.web.room.refusals import Refused, without_trace
from puntobanco.web.room.room import Room
from puntobanco.web.room.setup import SEATED, Guest, Setup
from puntobanco.wire.commands import Sit
from puntobanco.wire.parts import Dealing
from puntobanco.words import message

MAX_BATCH = 1_000
"""Requests that are made durable together."""

SNAPSHOT_WHEN_CLOSING = 100
"""Events since the last snapshot for which the closing server takes another one."""


class Hall:
    """All tables of one log. Its clocks are arguments: `wall` in microseconds, `elapsed` in ms."""

    def __init__(
        self,
        store: Store,
        *,
        reader: Store | None = None,
        wall: WallClock = now,
        elapsed: Callable[[], int],
        seed_for: TableSeeds = random_seeds,
        new_id: Callable[[], str] = lambda: token_urlsafe(12),
        caps: Caps | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.store = store
        self.reader = reader or store
        self.caps, self.pace = caps or Caps(), pace or Pace()
        self.elapsed = elapsed
        self.sockets = Sockets(self.caps, elapsed)
        self.wake: Callable[[], None] = lambda: None
        """Called when the next turn is due earlier than before."""
        self.health = Health()
        self.is_closing = False
        """Whether the server is closing, and every new request is refused."""
        self._wall, self._new_id = wall, new_id
        seeds = SeedsByPlace(seed_for, store.streams()[::-1])
        self._factory = RoomFactory(store, self.reader, seeds, self.caps, self.pace)
        self._queue: list[HallRequest] = []
        self._guests = Guests(self.reader, self.caps.sockets)
        self._cleanup = Cleanup(store, self.pace, elapsed())
        self._refusals = RefusalCache()
        self._running_time = RunningTime(store, wall, elapsed)
        self._tables = OpenTables(self._factory, elapsed)

    @property
    def rooms(self) -> dict[str, Room]:
        """The rooms of all open tables, by id."""
        return self._tables.rooms

    @property
    def damaged(self) -> dict[str, DamagedTable]:
        """The tables that cannot be resumed, by id."""
        return self._tables.damaged

    # --- guests -----------------------------------------------------------------------------------

    def guest(self, token: str) -> Guest | None:
        """The guest who holds a token."""
        return self._guests.find(token)

    def name_guest(self, name: str, token: str, answer: Answer[Guest]) -> None:
        """Store the holder of a token under a name, new or changed."""
        shown = cleaned(name)
        if not shown:
            raise Refused("name", message("refused.name"))
        before = self.guest(token)
        guest = Guest(before.id if before else self._new_id(), shown)
        self._enqueue(NameGuest(token_hash(token), guest, answer))

    def renew_guest(self, token: str) -> None:
        """Store about once a day that the holder of a token is here."""
        guest = self.guest(token)
        if guest and self._guests.needs_renewal(token, self._running_time()):
            self._enqueue(RenewGuest(token_hash(token), guest))

    # --- tables -----------------------------------------------------------------------------------

    def open_table(
        self,
        guest: Guest,
        house: House,
        *,
        private: bool,
        dealing: Dealing,
        answer: Answer[Room],
        address: str = "",
    ) -> None:
        """Open a table for a guest, who asks for it from an address."""
        opened = self._wall() // 1_000
        setup = Setup(guest.id, private, dealing, opened, guest.name, address)
        table = self._new_id()
        room = self._factory.new(table, setup)
        self._enqueue(OpenTableRequest(room, commands.OpenTable(table, house), answer))

    def close_table(self, guest: Guest, room: Room, answer: Answer[Room]) -> None:
        """Close a table for the guest who opened it, if nobody else sits there."""
        self._enqueue(CloseTableRequest(guest, room, answer))

    # --- connections ------------------------------------------------------------------------------

    def can_connect(self, guest: Guest, address: str = "") -> bool:
        """Whether one more socket of this guest, from this address, is allowed."""
        return not self.is_closing and self.sockets.can_open(guest, address)

    def connect(
        self, guest: Guest, room: Room, outbox: Outbox, *, after: int | None, address: str = ""
    ) -> Connection:
        """Connect a guest's socket to a table; it has seen the events up to number `after`."""
        connection = self.sockets.open(guest, room, outbox, address)
        room.connect(connection, self.elapsed(), after=after)
        self._schedule(room)
        return connection

    def disconnect(self, connection: Connection) -> None:
        """A socket is gone."""
        self.sockets.close(connection)
        if room := self.rooms.get(connection.table):
            room.disconnect(connection, self.elapsed())
            self._schedule(room)

    def receive(self, connection: Connection, text: str) -> None:
        """Queue the command of a guest's frame, or refuse the frame at once."""
        if command := self.sockets.read(connection, text):
            self._enqueue(command)

    # --- requests ---------------------------------------------------------------------------------

    def _enqueue(self, request: HallRequest) -> None:
        if self.is_closing:
            self._fail(request, Refused("closing", message("refused.closing")))
            return
        self._queue.append(request)
        self.wake()

    @property
    def has_requests(self) -> bool:
        """Whether a request waits for a turn."""
        return bool(self._queue)

    def _propose(self, request: HallRequest, batch: Batch) -> None:
        """Add what follows from a request to the batch, or raise the reason to refuse it."""
        match request:
            case CommandRequest():
                self._propose_command(request, batch)
            case NameGuest() | RenewGuest():
                batch.notes.append(guest_note(request.token_hash, request.guest))
            case OpenTableRequest(room, command):
                self._factory.check_caps(room, {*self.rooms.values(), *batch.rooms})
                quota = self.sockets.quotas.of_new_table(room, self.elapsed())
                quota.check(self.elapsed())
                room.proposals.propose(command)
                quota.charge(room.croupier.pending)
                batch.rooms[room] = None
            case CloseTableRequest(guest, room):
                room.orders.close_table(guest)
                batch.rooms[room] = None
            case Purge():
                self._cleanup.propose(
                    batch,
                    lambda: self.sockets.guests | self._tables.guests,
                    lambda key: self._tables.needs_receipt(key, self.store),
                )
            case _:
                assert_never(request)

    def _propose_command(self, command: CommandRequest, batch: Batch) -> None:
        """Propose a guest's command, unless it was accepted or refused before."""
        key, digest = command.key, command.digest
        if accepted := batch.accepted.get(key) or batch.accepted_before.get(key):
            check_same_command(digest, accepted.digest)
            return
        if refused := batch.refused.get(key) or self._refusals.get(key):
            check_same_command(digest, refused[0])
            raise refused[1]
        room = self.rooms.get(command.connection.table)
        if room is None:
            raise Refused("closed", message("refused.closed"))
        batch.rooms[room] = None
        pending = room.croupier.pending
        written = len(pending)
        try:
            room.orders.follow(command.connection.guest, command.request, self.elapsed())
        except (PuntoBancoError, Refused) as error:
            batch.refused[key] = (digest, error)
            raise
        batch.charge(command.connection, pending[written:])
        batch.accepted[key] = Acceptance(room.proposals.last_number, digest)
        if isinstance(command.request.command, Sit):
            batch.notes.append(Note(SEATED, command.connection.guest.id, ""))

    def _finish(self, request: HallRequest, batch: Batch) -> None:
        """A request is durable: do what follows, and answer it."""
        match request:
            case CommandRequest():
                accepted = batch.accepted.get(request.key) or batch.accepted_before[request.key]
                request.connection.accept(request.request.id, accepted.number)
            case NameGuest(hashed, guest):
                self._guests.cache(hashed, guest)
                if guest.id in self.sockets.guests:
                    self._tables.rename(guest)
                request.answer(guest)
            case OpenTableRequest(room):
                self._tables.open(room)
                request.answer(room)
            case CloseTableRequest():
                request.answer(request.room)
            case RenewGuest():
                pass
            case Purge():
                self._cleanup.finish(self.elapsed())
            case _:
                assert_never(request)

    def _fail(self, request: HallRequest, error: Exception) -> None:
        """A request was refused or could not be written: answer with the error."""
        match request:
            case CommandRequest():
                request.connection.refuse(request.request.id, error)
                if not isinstance(error, StoreError):
                    self._refusals.add(request.key, request.digest, error)
            case NameGuest() | OpenTableRequest() | CloseTableRequest():
                request.answer(error)
            case RenewGuest():
                pass
            case Purge():
                self._cleanup.finish(self.elapsed())
            case _:
                assert_never(request)

    # --- turns ------------------------------------------------------------------------------------

    def due(self) -> int:
        """When the next turn is due: at once if a request waits, else at the first timer."""
        if self._queue:
            return self.elapsed()
        times = (self._tables.due, self.health.due, self._cleanup.due)
        return NEVER if self.is_closing else min(times)

    def decide(self) -> Batch:
        """Propose what is due, then the requests that wait, in order."""
        batch = Batch(self._wall(), self._running_time())
        elapsed = self.elapsed()
        if not self.is_closing:
            batch.rooms |= dict.fromkeys(self._tables.proceed(elapsed))
            if self._cleanup.start(elapsed):
                self._queue.append(Purge())
        requests, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
        self._queue[:0] = self._decide_requests(requests, batch)
        for room in batch.rooms:
            batch.notes += room.proposals.notes
        if batch.is_empty:
            batch.notes += self.health.probe(elapsed)
        return batch

    def _decide_requests(self, requests: list[HallRequest], batch: Batch) -> list[HallRequest]:
        """Propose what follows from requests; gives those that wait for another turn."""
        waiting: list[HallRequest] = []
        unreadable = batch.find_accepted(self.store, requests)
        for request in requests:
            if batch.must_wait(request):
                waiting.append(request)
                continue
            try:
                if unreadable and isinstance(request, CommandRequest):
                    raise unreadable
                self._propose(request, batch)
            except (PuntoBancoError, Refused) as error:
                batch.decided.append((request, without_trace(error)))
            else:
                batch.decided.append((request, None))
        return waiting

    def commit(self, batch: Batch) -> None:
        """Make a batch durable in one transaction, or raise."""
        if not batch.is_empty:
            batch.write(self.store)

    def publish(self, batch: Batch) -> None:
        """A batch is durable: broadcast it, then answer its requests."""
        if not batch.is_empty and self.health.write_succeeded():
            for room in self.rooms.values():
                room.audience.report_trouble(None)
        elapsed = self.elapsed()
        for room in batch.rooms:
            self.sockets.quotas.charge_table(room.id, room.croupier.pending, elapsed)
            room.publish(self.store.time_in(room.id, batch.at) // 1_000, elapsed)
        self._guests.uncache(batch.deleted_guests)
        for request, error in batch.decided:
            if error:
                self._fail(request, error)
            else:
                self._finish(request, batch)
        for room in batch.rooms:
            self._schedule(room)
            if room.is_closed:
                self._tables.drop(room)

    def abandon(self, batch: Batch, error: StoreError) -> None:
        """A batch could not be written: nothing of it happened, but for what was sent again."""
        self.health.write_failed(self.elapsed())
        retry_at = self.elapsed() + RETRY_DELAY
        for room in batch.rooms:
            room.abandon(retry_at)
            self._schedule(room)
        for request, refusal in batch.decided:
            if refusal is None and batch.was_accepted_before(request):
                self._finish(request, batch)
            else:
                self._fail(request, refusal if isinstance(refusal, OutcomeUnknown) else error)

    # --- after a write whose outcome is unknown ---------------------------------------------------

    def refresh(self) -> None:
        """Take over the tables as the log has them now; guests of one that differs come anew."""
        self._tables.refresh()

    def postpone(self, error: StoreError) -> None:
        """The log could not be opened again: answer what waits, and try again in a second.

        Which commands it has accepted cannot be read: they are refused only if its file is gone.
        """
        self.health.write_failed(self.elapsed())
        answer = OutcomeUnknown(str(error)) if self.store.is_in_place else error
        requests, self._queue = self._queue, []
        for request in requests:
            self._fail(request, answer)

    def turn(self) -> None:
        """All three steps; before them, the log is opened again if need be."""
        if self.store.needs_reopen:
            try:
                self.store.reopen()
                self.refresh()
            except StoreError as error:
                self.postpone(error)
                return
        batch = self.decide()
        try:
            self.commit(batch)
        except StoreError as error:
            self.abandon(batch, error)
        else:
            self.publish(batch)

    def propose_snapshot(self, room: Room) -> Batch:
        """A batch with a table's snapshot for the closing server, empty if few events are new."""
        room.croupier.take_snapshot(after=SNAPSHOT_WHEN_CLOSING)
        return Batch(self._wall(), self._running_time(), rooms={room: None})

    def _schedule(self, room: Room) -> None:
        if self._tables.schedule(room):
            self.wake()

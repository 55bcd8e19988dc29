"""All tables and guests of one log.

Requests wait in a queue. A turn has three steps, so that the second can wait for the disk on
another thread: `decide` proposes what follows from the requests, `commit` writes that in one
transaction, `publish` broadcasts it and answers. If the log cannot be written, `abandon` undoes the
first step and answers with the error.

A table whose revision in the store is not the one that was decided on loses: nothing of it is
written. The hall reads it again and decides its requests once more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from secrets import token_urlsafe
from typing import assert_never

from msgspec import structs

from puntobanco.croupier import WallClock, now
from puntobanco.errors import OutcomeUnknown, PuntoBancoError, StoreError
from puntobanco.house import House
from puntobanco.store import Log, Note, Receipt
from puntobanco.table import commands
from puntobanco.web.hall.batch import (
    Answer,
    Batch,
    CloseTableRequest,
    CommandRequest,
    Decided,
    HallRequest,
    NameGuest,
    OpenTableRequest,
    OtherRequest,
    Purge,
    RenewGuest,
    SignOut,
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
from puntobanco.web.hall.idempotency import (
    Acceptance,
    IdempotencyKey,
    RefusalCache,
    check_same_command,
    command_digest,
)
from puntobanco.web.hall.names import cleaned
from puntobanco.web.hall.sockets import Sockets
from puntobanco.web.hall.tables import DamagedTable, HallClock, OpenTables, RoomFactory
from puntobanco.web.limits import NEVER, Caps, Pace
from puntobanco.web.room.audience import Connection, Outbox
from puntobanco.web.room.refusals import Refused, without_trace
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import GUESTS, SEATED, Guest, RoomValue
from puntobanco.wire.commands import COMMAND_TYPES, Malformed, Sit, read_request
from puntobanco.wire.parts import Dealing
from puntobanco.words import message

MAX_BATCH = 1_000
"""Requests that are made durable together."""

SNAPSHOT_WHEN_CLOSING = 100
"""Events since the last snapshot for which the closing server takes another one."""

MAX_ATTEMPTS = 20
"""How often a request is decided again because another server has changed its table."""

TIMED = tuple(
    COMMAND_TYPES[kind]
    for kind in ("place_bet", "undo", "take_back", "repeat", "double", "deal", "more_time")
)
"""Commands for one coup: that of their first decision, or the one that they name."""


class Hall:
    """All tables of one log. Its clocks are arguments: `wall` in microseconds, `elapsed` in ms."""

    def __init__(
        self,
        store: Log,
        *,
        reader: Log | None = None,
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
        self.clock = HallClock(store, wall, elapsed)
        self._tables = OpenTables(self._factory, self.clock)
        self._lost: dict[Room, None] = {}
        """The rooms to read again, because another server has changed their tables."""

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
        """Return the guest who holds a token."""
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
        """Store from time to time that the holder of a token is here."""
        guest = self.guest(token)
        if guest and self._guests.needs_renewal(token, 1_000 * self.clock()):
            self._enqueue(RenewGuest(token_hash(token), guest))

    def sign_out(self, token: str, guest: Guest, answer: Answer[Guest]) -> None:
        """Revoke a guest's token and close all of the guest's sockets."""
        self._enqueue(SignOut(token_hash(token), guest, answer))

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
        now = self.clock()
        value = RoomValue(
            guest.id, private, dealing, opened, guest.name, address, empty_since=now, stopped_at=now
        )
        table = self._new_id()
        room = self._factory.new(table, value)
        self._enqueue(OpenTableRequest(room, commands.OpenTable(table, house), answer))

    def close_table(self, guest: Guest, room: Room, answer: Answer[Room]) -> None:
        """Close a table for the guest who opened it, if nobody else sits there."""
        self._enqueue(CloseTableRequest(guest, room, answer))

    def follow(self, room: Room) -> None:
        """Take over what another server has written at a table."""
        text = self.store.value(room.id)
        value = RoomValue.parse(text) if text else None
        written = list(self.store.facts(room.id, after=room.croupier.version))
        room.follow(written, value, self.store.revision(room.id), self.clock())
        self._schedule(room)

    # --- connections ------------------------------------------------------------------------------

    def can_connect(self, guest: Guest, address: str = "") -> bool:
        """Return whether a guest may open one more socket from an address."""
        return not self.is_closing and self.sockets.can_open(guest, address)

    def connect(
        self, guest: Guest, room: Room, outbox: Outbox, *, after: int | None, address: str = ""
    ) -> Connection:
        """Connect a guest's socket to a table; it has seen the events up to number `after`."""
        connection = self.sockets.open(guest, room, outbox, address)
        room.connect(connection, self.clock(), after=after)
        self._schedule(room)
        return connection

    def disconnect(self, connection: Connection) -> None:
        """Disconnect a socket."""
        self.sockets.close(connection)
        if room := self.rooms.get(connection.table):
            room.disconnect(connection, self.clock())
            self._schedule(room)

    def receive(self, connection: Connection, text: str) -> None:
        """Queue the command of a guest's frame, or refuse the frame at once."""
        request_id = None
        try:
            request = read_request(text)
            request_id = request.id
            self.sockets.check_rates(connection)
        except Malformed as error:
            malformed = Refused(error.code, error.reason)
            self.sockets.refuse(connection, error.request, malformed)
        except Refused as error:
            self.sockets.refuse(connection, request_id, error)
        else:
            key = IdempotencyKey(connection.table, f"{connection.guest.id}:{request.id}")
            self._enqueue(CommandRequest(connection, request, key, command_digest(request)))

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

    def _decide_command(self, command: CommandRequest, batch: Batch) -> None:
        """Propose a guest's command, unless it was accepted or refused before, or raise."""
        key, digest = command.key, command.digest
        if accepted := batch.accepted.get(key) or batch.accepted_before.get(key):
            check_same_command(digest, accepted.digest)
            return
        room = self.rooms.get(key.table)
        if room is None:
            raise Refused("closed", message("refused.closed"))
        batch.rooms[room] = None
        batch.coup = room.croupier.proposed.coups_dealt
        if refused := batch.refused.get(key) or self._refusals.get(key):
            check_same_command(digest, refused[0])
            raise refused[1]
        connection, pending = command.connection, room.croupier.pending
        written = len(pending)
        try:
            room.order(connection.guest, command.request, batch.now)
        except (PuntoBancoError, Refused) as error:
            batch.refused[key] = (digest, error)
            raise
        batch.charge(connection, pending[written:])
        batch.accepted[key] = Acceptance(room.croupier.proposed_version, digest)
        if isinstance(command.request.command, Sit):
            batch.notes.append(Note(SEATED, connection.guest.id, ""))

    def _decide_other(self, request: OtherRequest, batch: Batch) -> None:
        """Add what follows from another request to the batch, or raise the reason to refuse it."""
        match request:
            case NameGuest(hashed) | RenewGuest(hashed):
                if hashed in batch.deleted_guests or self._guests.is_signed_out(hashed):
                    raise Refused("no_guest", "Signed out.")
                batch.notes.append(guest_note(hashed, request.guest))
            case SignOut(hashed, guest):
                batch.notes += [Note(GUESTS, hashed, None), Note(SEATED, guest.id, None)]
                batch.deleted_guests.append(hashed)
            case OpenTableRequest(room, command):
                self._factory.check_caps(room, {*self.rooms.values(), *batch.rooms})
                quota = self.sockets.quotas.of_new_table(room, self.elapsed())
                quota.check(self.elapsed())
                room.propose(command, batch.now)
                quota.charge(room.croupier.pending)
                batch.rooms[room] = None
            case CloseTableRequest(guest, room):
                batch.rooms[room] = None
                room.close(guest, batch.now)
            case Purge():
                self._cleanup.propose(
                    batch,
                    lambda: self.sockets.guests | self._tables.guests,
                    lambda key: self._tables.needs_receipt(key, self.store),
                )
            case _:
                assert_never(request)

    def _finish(self, request: HallRequest, batch: Batch) -> None:
        """Do what follows from a request that is durable, and answer it."""
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
            case SignOut(hashed, guest):
                self._guests.sign_out(hashed)
                self._tables.disconnect(guest)
                request.answer(guest)
            case CloseTableRequest():
                request.answer(request.room)
            case RenewGuest():
                pass
            case Purge():
                self._cleanup.finish(self.elapsed())
            case _:
                assert_never(request)

    def _fail(self, request: HallRequest, error: Exception) -> None:
        """Answer a request that was refused or could not be written with the error."""
        match request:
            case CommandRequest():
                request.connection.refuse(request.request.id, error)
                if not isinstance(error, StoreError):
                    self._refusals.add(request.key, request.digest, error)
            case NameGuest() | SignOut() | OpenTableRequest() | CloseTableRequest():
                request.answer(error)
            case RenewGuest():
                pass
            case Purge():
                self._cleanup.finish(self.elapsed())
            case _:
                assert_never(request)

    # --- turns ------------------------------------------------------------------------------------

    def due(self) -> int:
        """Return when the next turn is due: at once if a request waits, else at the first timer."""
        if self._queue:
            return self.elapsed()
        if self.store.needs_reopen and not self.health.is_writable:
            return self.health.due  # no table can proceed before
        times = (self._tables.due - self.clock.ahead, self.health.due, self._cleanup.due)
        return NEVER if self.is_closing else min(times)

    def decide(self) -> Batch:
        """Propose what is due, then what follows from the waiting requests, in order."""
        self._follow_lost()
        elapsed, now = self.elapsed(), self.clock()
        batch = Batch(self._wall(), now)
        if not self.is_closing:
            for room in self._tables.expired(now):
                batch.rooms[room] = None
                room.proceed(now)
            if self._cleanup.start(elapsed):
                self._queue.append(Purge())
        requests, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
        self._queue[:0] = self._decide_requests(requests, batch)
        for room in batch.rooms:
            room.update(now)
        if batch.is_empty:
            batch.notes += self.health.probe(elapsed)
        return batch

    def _follow_lost(self) -> None:
        """Read the tables that another server has changed. Their receipts are read afterwards."""
        lost, self._lost = self._lost, {}
        for room in lost:
            try:
                self.follow(room)
            except StoreError:
                self.store.needs_reopen = True

    def _decide_requests(self, requests: list[HallRequest], batch: Batch) -> list[HallRequest]:
        """Propose what follows from requests. Return those that wait for another turn."""
        waiting: list[HallRequest] = []
        unreadable = batch.find_accepted(self.store, requests)
        for request in requests:
            if batch.must_wait(request):
                waiting.append(request)
                continue
            failure: Exception | None = None
            batch.coup = 0
            try:
                if not isinstance(request, CommandRequest):
                    self._decide_other(request, batch)
                elif unreadable:
                    raise unreadable
                else:
                    self._decide_command(request, batch)
            except (PuntoBancoError, Refused) as error:
                failure = without_trace(error)
            batch.decided.append(Decided(request, failure, batch.coup))
        return waiting

    def commit(self, batch: Batch) -> None:
        """Make a batch durable in one transaction, or raise. Note which tables have won."""
        rooms = batch.rooms
        expected = {room.id: room.revision for room in rooms}
        if batch.is_empty:
            batch.won = self.store.confirmed(expected)
            return
        batch.won = self.store.append(
            [fact for room in rooms for fact in room.croupier.pending],
            at=batch.at,
            expected=expected,
            receipts=[Receipt(*key, str(each)) for key, each in batch.accepted.items()],
            values=[value for room in rooms if (value := room.changed_value)],
            snapshots=[snapshot for room in rooms for snapshot in room.croupier.snapshots],
            notes=batch.notes,
            forgotten=batch.deleted_receipts,
            kept_at=batch.kept_at,
        )

    def publish(self, batch: Batch) -> None:
        """Broadcast a batch that is durable, then answer its requests."""
        if not batch.is_empty and self.health.write_succeeded():
            for room in self.rooms.values():
                room.audience.report_trouble(None)
        elapsed, now, lost = self.elapsed(), self.clock(), batch.lost
        for room in batch.rooms:
            if room.id in lost:
                room.abandon()
                self._lost[room] = None
                continue
            self.sockets.quotas.charge_table(room.id, room.croupier.pending, elapsed)
            room.publish(batch.won[room.id], self.store.time_in(room.id, batch.at) // 1_000, now)
        self._guests.uncache(batch.deleted_guests)
        again: list[HallRequest] = []
        for request, error, coups_dealt in batch.decided:
            if lost and batch.table_of(request) in lost:
                again += self._again(request, coups_dealt)
            elif error:
                self._fail(request, error)
            else:
                self._finish(request, batch)
        self._queue[:0] = again
        for room in batch.rooms:
            self._schedule(room)

    def _again(self, request: HallRequest, coups_dealt: int) -> list[HallRequest]:
        """Return a request to decide again, after another server has changed its table."""
        match request:
            case CommandRequest(request=asked, attempts=attempts) if attempts < MAX_ATTEMPTS:
                if asked.coups_dealt is None and isinstance(asked.command, TIMED):
                    asked = structs.replace(asked, coups_dealt=coups_dealt)
                return [request._replace(attempts=attempts + 1, request=asked)]
            case CloseTableRequest(attempts=attempts) if attempts < MAX_ATTEMPTS:
                return [replace(request, attempts=attempts + 1)]
            case _:
                self._fail(request, StoreError("other servers changed the table again and again"))
                return []

    def abandon(self, batch: Batch, error: StoreError) -> None:
        """Undo a batch that could not be written, except for commands that were accepted before."""
        self.health.write_failed(self.elapsed())
        now = self.clock()
        for room in batch.rooms:
            room.report_failure(now, retry_at=now + RETRY_DELAY)
            self._schedule(room)
        for request, refusal, _ in batch.decided:
            if refusal is None and batch.was_accepted_before(request):
                self._finish(request, batch)
            else:
                self._fail(request, refusal if isinstance(refusal, OutcomeUnknown) else error)

    # --- after a write whose outcome is unknown ---------------------------------------------------

    def refresh(self) -> None:
        """Read all tables again. Guests of a table that differs must reconnect."""
        self._tables.refresh()

    def postpone(self, error: StoreError) -> None:
        """Answer what waits: the log could not be opened again. Try again in a second.

        Which commands it has accepted cannot be read: they are refused only if its file is gone.
        """
        self.health.write_failed(self.elapsed())
        answer = OutcomeUnknown(str(error)) if self.store.is_in_place else error
        requests, self._queue = self._queue, []
        for request in requests:
            self._fail(request, answer)

    def turn(self) -> None:
        """Take all three steps. Before them, open the log again if necessary."""
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
        """Return a batch for the closing server: a snapshot, and the stopped deadlines."""
        room.stop(self.clock())
        room.croupier.take_snapshot(after=SNAPSHOT_WHEN_CLOSING)
        return Batch(self._wall(), self.clock(), rooms={room: None})

    def _schedule(self, room: Room) -> None:
        """Set the timer of an open table; drop a closed one."""
        if room.is_closed:
            self._tables.drop(room)
        elif self._tables.schedule(room):
            self.wake()

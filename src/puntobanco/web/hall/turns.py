"""The turns of a hall. Requests wait in a queue, and each turn takes all of them.

A turn has four steps, so that the log can be read and written on another thread: `look` says what
to read; `decide` proposes what follows from the requests; `commit` writes that in one transaction;
`publish` broadcasts it and answers. If the log cannot be written, `abandon` undoes the proposals
and answers with the error.

A table whose revision in the log is not the one that was decided on loses: nothing of it is
written. The next turn reads it again and decides its requests once more.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from msgspec import structs

from puntobanco.croupier import WallClock
from puntobanco.errors import OutcomeUnknown, PuntoBancoError, StoreError
from puntobanco.store import Key, Log, Note, Receipt
from puntobanco.web.hall.batch import Batch, Decided
from puntobanco.web.hall.cleanup import RETRY_DELAY, Cleanup, Health
from puntobanco.web.hall.guests import Guests, SeedsByPlace, TableSeeds, guest_note
from puntobanco.web.hall.idempotency import Acceptance, RefusalCache, check_same_command
from puntobanco.web.hall.look import Look
from puntobanco.web.hall.requests import (
    CloseTableRequest,
    CommandRequest,
    FindTable,
    HallRequest,
    NameGuest,
    OpenTableRequest,
    OtherRequest,
    Purge,
    RenewGuest,
    SignOut,
)
from puntobanco.web.hall.sockets import Sockets
from puntobanco.web.hall.tables import DamagedTable, HallClock, OpenTables, RoomFactory
from puntobanco.web.limits import NEVER, Caps, Pace
from puntobanco.web.room.refusals import Refused, without_trace
from puntobanco.web.room.room import LOG_TROUBLE, Room
from puntobanco.web.room.value import GUESTS, SEATED, RoomValue
from puntobanco.wire.commands import COMMAND_TYPES, Sit
from puntobanco.words import message

MAX_BATCH = 1_000
"""Requests that are made durable together."""

MAX_ATTEMPTS = 20
"""How often a request is decided again because another server has changed its table."""

POLL_INTERVAL = 1_000
"""Milliseconds between two heartbeats on a shared log, each with a look for changed tables."""

TIMED = tuple(
    COMMAND_TYPES[kind]
    for kind in ("place_bet", "undo", "take_back", "repeat", "double", "deal", "more_time")
)
"""Commands for one coup: that of their first decision, or the one that they name."""


class Turns:
    """The open tables of one log, and the turns in which requests change them."""

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
    ) -> None:
        self.store, self.reader = store, reader
        self.caps, self.pace = caps, pace
        self.elapsed = elapsed
        self.sockets = Sockets(caps, elapsed)
        self.wake: Callable[[], None] = lambda: None
        """Called when the next turn is due earlier than before."""
        self.health = Health()
        self.is_closing = False
        """Whether the server is closing, and every new request is refused."""
        self._server, self._wall = server, wall
        self._factory = RoomFactory(
            store, reader, SeedsByPlace(seed_for, store.streams()[::-1]), caps, pace
        )
        self._queue: list[HallRequest] = []
        self._guests = Guests(reader, caps.sockets)
        self._cleanup = Cleanup(pace, elapsed())
        self._refusals = RefusalCache()
        self.clock = HallClock(store, wall, elapsed)
        self._tables = OpenTables(self._factory, self.clock)
        self._arriving: dict[Room, None] = {}
        """The rooms with connections that wait for their welcome."""
        self._stale: set[str] = set()
        """The tables to read again, because another server has changed them."""
        self._poll_at = elapsed() if store.is_shared else NEVER
        self._elsewhere: set[str] = set()
        """The ids of all guests who are connected to other servers."""
        self._unsettled: list[tuple[dict[str, int], list[Key]]] = []
        """The writes whose outcome is unknown: expected revisions, and the keys of receipts."""
        self.retries = 0
        """How often a request was decided again, because another server wrote first."""

    @property
    def rooms(self) -> dict[str, Room]:
        """The rooms of all open tables, by id."""
        return self._tables.rooms

    @property
    def damaged(self) -> dict[str, DamagedTable]:
        """The tables that cannot be resumed, by id."""
        return self._tables.damaged

    # --- before a decision ------------------------------------------------------------------------

    def due(self) -> int:
        """Return when the next turn is due: at once if a request waits, else at the first timer."""
        if self._queue or (self._stale and self.health.is_writable):
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
            present = rooms if is_due else self._arriving
            look.present = {(room.id, guest) for room in present for guest in room.audience.guests}
        for room in self._arriving:
            room.audience.announce_arrivals()
        return look

    def read(self, look: Look) -> None:
        """Read the log for a turn, perhaps on another thread, or raise."""
        look.read(self.store, self._factory, self._cleanup)

    def _take_over(self, look: Look) -> None:
        """Take over what other servers have written, and who is connected to them."""
        if look.beat:
            self.clock.set(look.beat.now)
            self._poll_at = self.elapsed() + POLL_INTERVAL
        for table in look.gone_back:
            self._close_damaged(table, "the log is older than what guests have seen")
        for table, read in look.streams.items():
            if (room := self.rooms.get(table)) and room.revision != read.revision:
                try:
                    value = RoomValue.parse(read.value) if read.value else None
                    room.follow(read.facts, value, read.revision, self.clock())
                except (PuntoBancoError, LookupError) as error:
                    self._close_damaged(table, str(error))
                else:
                    self._schedule(room)
        for each in look.opened:
            if isinstance(each, Room):
                self._tables.open(each)
            else:
                self._tables.close_damaged(each, message("closing.lost"))
        if look.beat:
            self._see_elsewhere(look.beat.connected, is_restarted=look.beat.is_restarted)

    def _see_elsewhere(self, connected: dict[str, frozenset[str]], *, is_restarted: bool) -> None:
        """Take over who is connected to other servers.

        After a restart of the database nobody knows that yet: seated guests count as present.
        """
        self._elsewhere = {guest for guests in connected.values() for guest in guests}
        for room in self.rooms.values():
            guests = connected.get(room.id, frozenset())
            if is_restarted:
                guests |= frozenset(room.value.seats.values())
            room.see_elsewhere(guests, self.clock())
            self._schedule(room)

    def _close_damaged(self, table: str, reason: str) -> None:
        room = self.rooms.get(table)
        damaged = DamagedTable(table, reason, room.value if room else None)
        self._tables.close_damaged(damaged, message("closing.went_back"))

    # --- decisions --------------------------------------------------------------------------------

    def decide(self, look: Look | None = None) -> Batch:
        """Propose what is due, then what follows from the requests, in order."""
        if look is None:
            look = self.look()
            self.read(look)
        self._take_over(look)
        now = self.clock()
        batch = Batch(self._wall(), now, accepted_before=look.accepted)
        if not self.is_closing:
            for room in self._tables.expired(now):
                batch.rooms[room] = None
                room.proceed(now)
        self._arriving = {room: None for room in self._arriving if room.audience.is_waiting}
        if self.store.is_shared:
            batch.rooms |= {room: None for room in self._arriving if not room.is_closed}
        self._queue[:0] = self._decide_requests(look, batch)
        for room in batch.rooms:
            room.update(now)
        if batch.is_empty:
            batch.notes += self.health.probe(self.elapsed())
        return batch

    def _decide_requests(self, look: Look, batch: Batch) -> list[HallRequest]:
        """Propose what follows from requests. Return those that wait for another turn."""
        waiting: list[HallRequest] = []
        for request in look.requests:
            if batch.must_wait(request):
                waiting.append(request)
                continue
            failure: Exception | None = None
            batch.coup = 0
            try:
                if not isinstance(request, CommandRequest):
                    self._decide_other(request, batch, look)
                elif look.unreadable:
                    raise look.unreadable
                else:
                    self._decide_command(request, batch)
            except (PuntoBancoError, Refused) as error:
                failure = without_trace(error)
            batch.decided.append(Decided(request, failure, batch.coup))
        return waiting

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

    def _decide_other(self, request: OtherRequest, batch: Batch, look: Look) -> None:
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
                if look.expired:
                    present = self.sockets.guests | self._tables.guests | self._elsewhere
                    self._cleanup.propose(batch, look.expired, present, self._tables.needs_receipt)
            case FindTable():
                pass
            case _:
                assert_never(request)

    # --- writing ----------------------------------------------------------------------------------

    def commit(self, batch: Batch) -> None:
        """Make a batch durable in one transaction, or raise. Note which tables have won."""
        rooms, expected = batch.rooms, batch.expected
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
        changed = [table for table, revision in batch.won.items() if revision != expected[table]]
        batch.times = {table: self.store.time_in(table, batch.at) for table in changed}
        if self.store.is_shared:
            with suppress(StoreError):  # others notice it within a second
                self.store.notify(changed)

    def publish(self, batch: Batch) -> None:
        """Broadcast a batch that is durable, then answer its requests."""
        if not batch.is_empty and self.health.write_succeeded():
            for room in self.rooms.values():
                room.audience.report_trouble(None)
        elapsed, now, lost = self.elapsed(), self.clock(), batch.lost
        for room in batch.rooms:
            if room.id in lost:
                room.abandon()
                self._stale.add(room.id)
                continue
            self.sockets.quotas.charge_table(room.id, room.croupier.pending, elapsed)
            at = batch.times.get(room.id, batch.at)
            room.publish(batch.won[room.id], at // 1_000, now)
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
        self.retries += 1
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
            case FindTable():
                request.answer(None)
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
            case RenewGuest():
                pass
            case Purge():
                self._cleanup.finish(self.elapsed())
            case _:
                request.answer(error)

    def _schedule(self, room: Room) -> None:
        """Set the timer of an open table; drop a closed one."""
        if room.is_closed:
            self._tables.drop(room)
        elif self._tables.schedule(room):
            self.wake()

    # --- when the log cannot be read or written ---------------------------------------------------

    def abandon(self, batch: Batch, error: StoreError) -> None:
        """Undo a batch that could not be written, except for commands that were accepted before.

        On a shared log a write whose outcome is unknown is settled first, and then decided again.
        """
        self.health.write_failed(self.elapsed())
        is_settled_later = self.store.is_shared and isinstance(error, OutcomeUnknown)
        if is_settled_later:
            self._unsettled.append((batch.expected, list(batch.accepted)))
            self._stale |= batch.expected.keys()
        now = self.clock()
        for room in batch.rooms:
            room.report_failure(retry_at=now + RETRY_DELAY)
            if not self.store.is_shared:
                room.welcome_announced(now)
            self._schedule(room)
        again: list[HallRequest] = []
        for request, refusal, coups_dealt in batch.decided:
            if refusal is None and batch.was_accepted_before(request):
                self._finish(request, batch)
            elif is_settled_later and isinstance(request, CommandRequest):
                again += self._again(request, coups_dealt)
            else:
                self._fail(request, refusal if isinstance(refusal, OutcomeUnknown) else error)
        self._queue[:0] = again

    def reopen(self) -> None:
        """Open the log again, and find out what became of a write whose outcome is unknown."""
        while self._unsettled:
            self.store.settle(*self._unsettled[0])
            del self._unsettled[0]
        if self.store.needs_reopen:
            self.store.reopen()

    def refresh(self) -> None:
        """Read the tables again that may differ from the log, after it was opened again.

        If no other server writes to it, guests of a table that differs must reconnect.
        """
        if self.store.is_shared:
            self._poll_at = self.elapsed()
        else:
            self._tables.refresh()

    def postpone(self, error: StoreError, look: Look | None = None) -> None:
        """Answer what waits: the log cannot be read. Try again in a second.

        Which commands it has accepted is unknown: they are refused only if its file is gone.
        """
        self.health.write_failed(self.elapsed())
        answer = OutcomeUnknown(str(error)) if self.store.is_in_place else error
        requests, self._queue = [*(look.requests if look else ()), *self._queue], []
        self._stale |= look.stale if look else set()
        if self.store.is_shared:
            for room in self.rooms.values():
                room.audience.report_trouble(LOG_TROUBLE)
        for request in requests:
            self._fail(request, answer)

    def turn(self) -> None:
        """Take all steps of a turn. Before them, open the log again if necessary."""
        look: Look | None = None
        try:
            if self.store.needs_reopen:
                self.reopen()
                self.refresh()
            look = self.look()
            self.read(look)
        except StoreError as error:
            self.postpone(error, look)
            return
        batch = self.decide(look)
        try:
            self.commit(batch)
        except StoreError as error:
            self.abandon(batch, error)
        else:
            self.publish(batch)

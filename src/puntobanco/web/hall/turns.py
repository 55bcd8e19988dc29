"""The turns of a hall. Requests wait in a queue, and each turn takes all of them.

A turn has four steps, so that the log can be read and written on another thread: `look` says what
to read; `decide` proposes what follows from the requests; `commit` writes that in one transaction;
`publish` broadcasts it and answers. If the log cannot be written, `abandon` undoes the proposals
and answers with the error.

A table whose revision in the log is not the one that was decided on loses: nothing of it is
written. The next turn reads it again and decides its requests once more.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from msgspec import structs

from puntobanco.errors import OutcomeUnknown, StoreError
from puntobanco.web.hall.admin import (
    AnyOrder,
    Close,
    Drain,
    Draining,
    ListGuests,
    ListTables,
    OrderReply,
    Say,
    care_of_order,
    guest_lines,
    table_lines,
)
from puntobanco.web.hall.batch import Batch
from puntobanco.web.hall.decisions import Decisions
from puntobanco.web.hall.look import Look
from puntobanco.web.hall.requests import (
    AdminRequest,
    Arrival,
    CloseTableRequest,
    CommandRequest,
    HallRequest,
    KeepDrills,
    NameGuest,
    OpenTableRequest,
    Purge,
    RenewGuest,
    SignOut,
)
from puntobanco.web.hall.tables import public_name
from puntobanco.web.room.audience import HouseNotice
from puntobanco.web.room.room import LOG_TROUBLE
from puntobanco.wire.commands import COMMAND_TYPES
from puntobanco.words import Message, message

MAX_ATTEMPTS = 20
"""How often a request is decided again because another server has changed its table."""

TIMED = tuple(
    COMMAND_TYPES[kind]
    for kind in ("place_bet", "undo", "take_back", "repeat", "double", "deal", "more_time")
)
"""Commands for one coup: that of their first decision, or the one that they name."""


class Turns(Decisions):
    """The turns in which requests change the open tables of one log."""

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
            receipts=list(batch.accepted.values()),
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
            self.observer.report("log_recovered")
            for room in self.rooms.values():
                room.audience.report_trouble(None)
        elapsed, now, lost = self.elapsed(), self.clock(), batch.lost
        self.observer.conflicts += len(lost)
        for room in batch.rooms:
            if room.id in lost:
                room.abandon()
                self._stale.add(room.id)
                continue
            self.sockets.quotas.charge_table(room.id, room.croupier.pending, elapsed)
            self.observer.wrote(room.croupier.pending)
            at = batch.times.get(room.id, batch.at)
            room.publish(batch.won[room.id], at // 1_000, now)
        self._guests.uncache(batch.deleted_guests)
        again: list[HallRequest] = []
        for request, error, coups_dealt, number in batch.decided:
            if lost and batch.table_of(request) in lost:
                again += self._again(request, coups_dealt)
            elif error:
                self._fail(request, error)
            else:
                self._finish(request, number, batch)
        self._queue[:0] = again
        for room in batch.rooms:
            if room.is_closed:
                name = public_name(room.id, room.value)
                self.observer.report("table_closed", table=name, coups=room.state.coups_dealt)
            self._schedule(room)

    def _again(self, request: HallRequest, coups_dealt: int) -> list[HallRequest]:
        """Return a request to decide again, after another server has changed its table."""
        self.observer.retries += 1
        match request:
            case CommandRequest(request=asked, attempts=attempts) if attempts < MAX_ATTEMPTS:
                if asked.coups_dealt is None and isinstance(asked.command, TIMED):
                    asked = structs.replace(asked, coups_dealt=coups_dealt)
                return [request._replace(attempts=attempts + 1, request=asked)]
            case CloseTableRequest(attempts=attempts) | AdminRequest(attempts=attempts) if (
                attempts < MAX_ATTEMPTS
            ):
                return [replace(request, attempts=attempts + 1)]
            case _:
                self._fail(request, StoreError("other servers changed the table again and again"))
                return []

    def _finish(self, request: HallRequest, number: int, batch: Batch) -> None:  # noqa: C901 - a case for each
        """Do what follows from a request that is durable, and answer it."""
        match request:
            case CommandRequest():
                request.connection.accept(request.request.id, number)
            case NameGuest(hashed, guest):
                self._guests.cache(hashed, guest, batch.kept_at)
                if guest.id in self.sockets.guests:
                    self._tables.rename(guest)
                request.answer(guest)
            case OpenTableRequest(room):
                self._tables.open(room)
                name, house = public_name(room.id, room.value), room.state.house.name
                self.observer.report("table_opened", table=name, house=house)
                request.answer(room)
            case SignOut(hashed, guest):
                self._guests.sign_out(hashed)
                self._tables.disconnect({guest.id})
                request.answer(guest)
            case CloseTableRequest():
                request.answer(request.room)
            case Arrival() | KeepDrills():
                request.answer(None)
            case AdminRequest(order, by):
                if care_of_order(order, by, request.at):
                    self.observer.report("ordered", by=by, order=order.kind)
                request.answer(self._obeyed(order))
            case RenewGuest(hashed, guest):
                self._guests.cache(hashed, guest, batch.kept_at)
            case Purge():
                self._cleanup.finish(self.elapsed())
            case _:
                assert_never(request)

    def _obeyed(self, order: AnyOrder) -> OrderReply:
        """Do what an operator ordered, now that its record is durable. Return the answer."""
        rooms = self.rooms.values()
        match order:
            case ListTables():
                damaged = {table: each.reason for table, each in self.damaged.items()}
                return OrderReply(tables=table_lines(rooms), damaged=damaged)
            case ListGuests():
                return OrderReply(guests=guest_lines(rooms))
            case Say(text) if not text.strip():
                self._notice = None
                return OrderReply()
            case Say(text):
                return OrderReply(count=self._tell_all(message("notice.house", text=text)))
            case Drain():
                self._tell_all(message("notice.closing"))
                self.draining = Draining.of(rooms, self.elapsed() + self.pace.drain)
                return OrderReply(count=len(self.draining.coups))
            case Close():
                return OrderReply(count=1)
            case _:
                assert_never(order)

    def _tell_all(self, notice: Message) -> int:
        """Show a notice to everyone at a table or in the lobby. Return how many are at tables."""
        given = HouseNotice(notice, self._wall() // 1_000)
        self._notice = (given, self.elapsed() + self.pace.notice)
        for room in self.rooms.values():
            room.audience.broadcast(given.frame)
        return len({guest for room in self.rooms.values() for guest in room.audience.guests})

    def _fail(self, request: HallRequest, error: Exception) -> None:
        """Answer a request that was refused or could not be written with the error."""
        match request:
            case CommandRequest():
                if self.store.is_shared and isinstance(error, StoreError):
                    error = OutcomeUnknown(str(error))  # another server may have got a copy
                refusal = request.connection.refuse(request.request.id, error)
                address = request.connection.address
                self.observer.refused(refusal.code, address, refusal.reason)
                if not isinstance(error, StoreError):
                    refused = self._refusals.get(request.key) or (request.digest, error)
                    self._refusals.put(request.key, refused)
            case RenewGuest():
                pass
            case Purge():
                self._cleanup.finish(self.elapsed())
            case _:
                request.answer(error)

    # --- when the log cannot be read or written ---------------------------------------------------

    def abandon(self, batch: Batch, error: StoreError) -> None:
        """Undo a batch that could not be written, except for commands that were accepted before.

        On a shared log a write whose outcome is unknown is settled first, and then decided again.
        """
        self.observer.failures += 1
        self._note_failure(str(error))
        is_settled_later = self.store.is_shared and isinstance(error, OutcomeUnknown)
        if is_settled_later:
            self._unsettled.append((batch.expected, list(batch.accepted)))
            self._stale |= batch.expected.keys()
        now = self.clock()
        for room in batch.rooms:
            room.report_failure(retry_at=now + self.pace.retry)
            if not self.store.is_shared:
                room.welcome_announced(now)
            self._schedule(room)
        again: list[HallRequest] = []
        for request, refusal, coups_dealt, number in batch.decided:
            if refusal is None and batch.was_accepted_before(request):
                self._finish(request, number, batch)
            elif is_settled_later and isinstance(request, CommandRequest):
                again += self._again(request, coups_dealt)
            else:
                self._fail(request, refusal if isinstance(refusal, OutcomeUnknown) else error)
        self._queue[:0] = again

    def _note_failure(self, reason: str) -> None:
        """Record that the log can't be used. Log the first failure."""
        if self.health.is_writable:
            self.observer.report("log_failed", reason=reason)
        self.health.write_failed(self.elapsed())

    def reopen(self) -> None:
        """Reopen the log, and find out whether a write with an unknown outcome was written."""
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

    def report_away(self) -> None:
        """Tell guests that the log doesn't answer, until a write succeeds."""
        self._note_failure("it doesn't answer")
        for room in self.rooms.values():
            room.audience.report_trouble(LOG_TROUBLE)

    def postpone(self, error: StoreError, look: Look | None = None) -> None:
        """Refuse waiting requests, because the log can't be read. Try again in a second.

        Which commands it has accepted is unknown: they are refused only if its file is gone.
        """
        self._note_failure(str(error))
        if self.store.is_shared:
            self.report_away()
        answer = OutcomeUnknown(str(error)) if self.store.is_in_place else error
        requests, self._queue = [*(look.requests if look else ()), *self._queue], []
        self._stale |= look.stale if look else set()
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

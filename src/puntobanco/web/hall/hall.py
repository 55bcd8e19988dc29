"""Every table and guest: decides in batches, makes each durable at once, and only then tells.

A turn has three steps, so that the second can wait for the disk elsewhere: `decide` takes all that
was asked and proposes it, `commit` writes it in one transaction, `publish` answers and tells. If
the log cannot be written, `abandon` undoes the first step and says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from secrets import token_urlsafe

from puntobanco.croupier import Croupier, Desk, SeedSource, WallClock, now, random_seed, write
from puntobanco.croupier.desk import WITHIN_SHOE
from puntobanco.errors import PuntoBancoError, StoreError
from puntobanco.house import House
from puntobanco.store import Note, Receipt, Store
from puntobanco.table.commands import OpenTable
from puntobanco.web.hall.batch import Asked, Batch, Key
from puntobanco.web.hall.cleanup import Sweep
from puntobanco.web.hall.guests import Guests, token_hash
from puntobanco.web.hall.health import REST, Health
from puntobanco.web.hall.idempotency import Refusals, check_same, digest
from puntobanco.web.hall.names import cleaned
from puntobanco.web.hall.timers import Agenda
from puntobanco.web.limits import NEVER, Caps, Pace
from puntobanco.web.rates import Bucket
from puntobanco.web.room.connection import Refused, Visit
from puntobanco.web.room.outbox import Outbox
from puntobanco.web.room.replay import Recent, recall
from puntobanco.web.room.room import Room
from puntobanco.web.room.setup import GUESTS, TABLES, Guest, Setup
from puntobanco.wire.commands import Malformed, Request, read_request

LARGEST_BATCH = 1_000
"""Commands that are made durable together."""

WORTH_NOTING = 100
"""Events of a table that are noted at the end of the evening; fewer are quickly read again."""

TOO_MANY = 1008


class Hall:
    """All tables of one log. Its clocks are arguments: `wall` in microseconds, `elapsed` in ms."""

    def __init__(
        self,
        store: Store,
        *,
        reader: Store | None = None,
        wall: WallClock = now,
        elapsed: Callable[[], int],
        seed_for: SeedSource = random_seed,
        new_id: Callable[[], str] = lambda: token_urlsafe(12),
        caps: Caps | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.store = store
        self.reader = reader or store
        self.caps, self.pace = caps or Caps(), pace or Pace()
        self.elapsed = elapsed
        self.rooms: dict[str, Room] = {}
        self.sockets: Counter[str] = Counter()
        """The number of sockets of each guest."""
        self.wake: Callable[[], None] = lambda: None
        self.health = Health()
        self._wall, self._seed_for, self._new_id = wall, seed_for, new_id
        self._asked: list[Asked] = []
        self._guests = Guests(self.reader, self.caps.sockets)
        self._sweep = Sweep(store, self.pace, elapsed())
        self._refusals = Refusals()
        self._agenda = Agenda()
        self._at = 0
        self.is_closing = False
        """Whether the evening is over, and nothing more is taken."""
        setups = {table: Setup.parse(text) for table, text in store.notes(TABLES).items()}
        for table in sorted(setups, key=lambda each: (setups[each].opened, each)):
            self._resume(table, setups[table])

    # --- guests -----------------------------------------------------------------------------------

    def guest(self, token: str) -> Guest | None:
        """The guest who holds a token."""
        return self._guests.find(token)

    def greet(self, token: str) -> None:
        """The guest who holds a token is here; it is noted about once a day."""
        note = self._guests.renewal(token, self._now_at())
        if note:
            self._ask(Asked(lambda batch: batch.notes.append(note), lambda _: None))

    def welcome(self, name: str, token: str, answer: Callable[[Guest | Exception], None]) -> None:
        """Note the holder of a token under a name, new or changed."""
        shown = cleaned(name)
        if not shown:
            raise Refused("name", "A name has at least one letter that can be seen.")
        before = self.guest(token)
        guest = Guest(before.id if before else self._new_id(), shown)

        def propose(batch: Batch) -> Guest:
            batch.notes.append(Note(GUESTS, token_hash(token), str(guest)))
            return guest

        def done(result: Guest | Exception) -> None:
            if isinstance(result, Guest):
                self._guests.remember(token, guest)
                self._rename(guest)
            answer(result)

        self._ask(Asked(propose, done))

    def _rename(self, guest: Guest) -> None:
        """A guest's sockets take the new name along; a seat keeps the one it was taken under."""
        if guest.id in self.sockets:
            for room in self.rooms.values():
                for visit in room.visits:
                    if visit.guest.id == guest.id:
                        visit.guest = guest

    def _here(self) -> set[str]:
        """Every guest who is connected, has a seat, or has opened a table."""
        setups = [room.setup for room in self.rooms.values()]
        seated = (guest for setup in setups for guest in setup.seats.values())
        return {*self.sockets, *seated, *(setup.owner for setup in setups)}

    def _sweep_up(self) -> Asked:
        """Clear away what is old, a little of it."""

        def done(result: list[str] | Exception) -> None:
            if isinstance(result, list):
                self._guests.forget(result)
            self._sweep.done(self.elapsed())

        return Asked(lambda batch: self._sweep.propose(batch, self._here), done)

    # --- tables -----------------------------------------------------------------------------------

    def open_table(
        self,
        guest: Guest,
        house: House,
        *,
        private: bool,
        dealing: str | int,
        answer: Callable[[Room | Exception], None],
    ) -> None:
        """Open a table for a guest."""
        setup = Setup(guest.id, private, dealing, self._now_at() // 1_000, host=guest.name)
        table = self._new_id()

        def propose(batch: Batch) -> Room:
            self._check_tables(guest, batch)
            croupier = Croupier(self.store, Desk(), seed_for=self._seed_for)
            room = Room(croupier, setup, caps=self.caps, pace=self.pace)
            room.open(OpenTable(table, house))
            batch.rooms[room] = None
            return room

        def done(result: Room | Exception) -> None:
            if isinstance(result, Room):
                self._take_in(result)
            answer(result)

        self._ask(Asked(propose, done))

    def _check_tables(self, guest: Guest, batch: Batch) -> None:
        rooms = {*self.rooms.values(), *batch.rooms}
        if len(rooms) >= self.caps.tables:
            raise Refused("full", f"All {self.caps.tables} tables of this hall are taken.")
        most = self.caps.tables_per_guest
        if sum(room.setup.owner == guest.id for room in rooms) >= most:
            raise Refused("full", f"A guest opens no more than {most} tables.")

    def close_table(
        self, guest: Guest, room: Room, answer: Callable[[Room | Exception], None]
    ) -> None:
        """Close a table for the guest who opened it, if nobody else sits there."""

        def propose(batch: Batch) -> Room:
            room.close(guest)
            batch.rooms[room] = None
            return room

        self._ask(Asked(propose, answer))

    def _take_in(self, room: Room) -> None:
        self.rooms[room.id] = room
        room.left_alone(self.elapsed())
        self._schedule(room)

    def _resume(self, table: str, setup: Setup) -> None:
        """Take a table over as the log left it."""
        croupier = Croupier.resume(self.store, table, seed_for=self._seed_for)
        room = Room(croupier, setup, caps=self.caps, pace=self.pace)
        most, upto = self.caps.replay, croupier.version
        snapshots = self.store.snapshots(table)
        start = next((each for each in snapshots if each.label != WITHIN_SHOE), None)
        room.recent = Recent(
            most, upto, lambda: recall(self.reader, table, start=start, upto=upto, most=most)
        )
        self._take_in(room)

    # --- sockets ----------------------------------------------------------------------------------

    def enter(self, guest: Guest, room: Room, outbox: Outbox, *, after: int | None) -> Visit:
        """A socket of a guest comes to a table."""
        caps = self.caps
        bucket = Bucket(caps.commands, caps.commands_at_once, caps.commands_at_once)
        patience = Bucket(caps.forgiven, caps.patience - 1, caps.patience - 1)
        visit = Visit(guest, room, outbox, bucket, patience)
        self.sockets[guest.id] += 1
        room.enter(visit, self.elapsed(), after=after)
        self._schedule(room)
        return visit

    def has_place(self, guest: Guest) -> bool:
        """Whether one more socket of this guest is allowed."""
        if self.is_closing or self.sockets[guest.id] >= self.caps.sockets_per_guest:
            return False
        return self.sockets.total() < self.caps.sockets

    def leave(self, visit: Visit) -> None:
        """A socket is gone."""
        self.sockets[visit.guest.id] -= 1
        if not self.sockets[visit.guest.id]:
            del self.sockets[visit.guest.id]
        visit.room.leave(visit, self.elapsed())
        self._schedule(visit.room)

    def receive(self, visit: Visit, text: str) -> None:
        """A frame of a guest: it waits for the next turn, or is refused at once."""
        try:
            request = read_request(text)
        except Malformed as error:
            self._strike(visit, error.request, Refused(error.code, error.reason))
            return
        if not visit.bucket.take(self.elapsed()):
            often = f"Too often: {self.caps.commands:g} commands a second are taken."
            self._strike(visit, request.id, Refused("too_often", often))
            return
        key = (visit.room.id, f"{visit.guest.id}:{request.id}")
        self._ask(
            Asked(
                lambda batch: self._follow(visit, request, key, batch),
                lambda result: self._answer(visit, request, key, result),
                key,
            )
        )

    def _strike(self, visit: Visit, request: str | None, error: Refused) -> None:
        visit.refuse(request, error)
        if not visit.patience.take(self.elapsed()):
            visit.outbox.close(TOO_MANY, "too many frames, or malformed ones")

    def _follow(self, visit: Visit, request: Request, key: Key, batch: Batch) -> int:
        """Propose what a request asks for, unless it was answered before; gives its number."""
        room, told = visit.room, digest(request)
        known = batch.receipts.get(key) or batch.known.get(key)
        if known:
            number_before, _, before = known.data.partition(" ")
            check_same(told, before or told)  # older receipts have no digest
            return int(number_before)
        refused = batch.refusals.get(key) or self._refusals.get(key)
        if refused:
            before, error = refused
            check_same(told, before)
            raise error
        if room.is_closed:
            raise Refused("closed", "This table is closed.")
        batch.rooms[room] = None
        try:
            number = room.follow(visit.guest, request, self.elapsed())
        except (PuntoBancoError, Refused) as error:
            batch.refusals[key] = (told, error)
            raise
        batch.receipts[key] = Receipt(*key, f"{number} {told}")
        return number

    def _answer(self, visit: Visit, request: Request, key: Key, result: int | Exception) -> None:
        if isinstance(result, Exception):
            visit.refuse(request.id, result)
            if not isinstance(result, StoreError):
                self._refusals.keep(key, digest(request), result)
        else:
            visit.accept(request.id, result)

    # --- turns ------------------------------------------------------------------------------------

    def _ask(self, asked: Asked) -> None:
        if self.is_closing:
            asked.answer(Refused("closing", "The house is closing; nothing happened. Ask later."))
            return
        self._asked.append(asked)
        self.wake()

    @property
    def is_asked(self) -> bool:
        """Whether somebody waits for an answer."""
        return bool(self._asked)

    def due(self) -> int:
        """When the next turn is due: at once, or at the time of the first timer."""
        if self._asked:
            return self.elapsed()
        times = (self._agenda.due, self.health.due, self._sweep.due)
        return NEVER if self.is_closing else min(times)

    def decide(self) -> Batch:
        """Propose what is due and what was asked, in order."""
        batch = Batch(self._now_at())
        elapsed = self.elapsed()
        for room in () if self.is_closing else self._agenda.take(elapsed):
            if room.id in self.rooms:
                room.proceed(elapsed)
                batch.rooms[room] = None
        if not self.is_closing and self._sweep.begins(elapsed):
            self._asked.append(self._sweep_up())
        asked, self._asked = self._asked[:LARGEST_BATCH], self._asked[LARGEST_BATCH:]
        batch.known = self.store.receipts([each.key for each in asked if each.key])
        for each in asked:
            try:
                result = each.propose(batch)
            except (PuntoBancoError, Refused) as error:
                result = error
            batch.answers.append((each.answer, result))
        for room in batch.rooms:
            batch.notes += room.notes
        if batch.is_empty:
            batch.notes += self.health.trial(elapsed)
        return batch

    def commit(self, batch: Batch) -> None:
        """Make a batch durable in one transaction, or raise."""
        if not batch.is_empty:
            write(
                self.store,
                (room.croupier for room in batch.rooms),
                at=batch.at,
                receipts=batch.receipts.values(),
                notes=batch.notes,
                forgotten=batch.forgotten,
            )

    def publish(self, batch: Batch) -> None:
        """A batch is durable: tell everyone, then answer those who asked."""
        if not batch.is_empty and self.health.written():
            for room in self.rooms.values():
                room.relieve()
        elapsed = self.elapsed()
        for room in batch.rooms:
            room.publish(batch.at // 1_000, elapsed)
        for answer, result in batch.answers:
            answer(result)
        for room in batch.rooms:
            self._schedule(room)
            if room.is_closed:
                self.rooms.pop(room.id, None)

    def abandon(self, batch: Batch, error: StoreError) -> None:
        """A batch could not be written: nothing of it happened."""
        self.health.failed(self.elapsed())
        retry_at = self.elapsed() + REST
        for room in batch.rooms:
            room.abandon(retry_at)
            self._schedule(room)
        for answer, _ in batch.answers:
            answer(error)

    def turn(self) -> None:
        """All three steps."""
        batch = self.decide()
        try:
            self.commit(batch)
        except StoreError as error:
            self.abandon(batch, error)
        else:
            self.publish(batch)

    def rest(self, room: Room) -> Batch:
        """Propose to note where a table stands at the end of the evening, if much has happened."""
        room.croupier.take_snapshot(after=WORTH_NOTING)
        return Batch(self._now_at(), rooms={room: None})

    def _now_at(self) -> int:
        """The wall clock, which may be set back while the log's does not go back."""
        self._at = max(self._at, self._wall())
        return self._at

    def _schedule(self, room: Room) -> None:
        if self._agenda.note(room, room.due(self.elapsed())):
            self.wake()

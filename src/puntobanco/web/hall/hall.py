"""All tables and guests of one log, and what they may be asked."""

from __future__ import annotations

from collections.abc import Callable, Collection
from secrets import token_urlsafe

from puntobanco.croupier import WallClock, now
from puntobanco.house import House
from puntobanco.store import Log
from puntobanco.table import commands
from puntobanco.web.hall.admin import AnyOrder, OrderReply
from puntobanco.web.hall.batch import Batch
from puntobanco.web.hall.guests import RENEW_AFTER, TableSeeds, guest_id, random_seeds, token_hash
from puntobanco.web.hall.names import cleaned
from puntobanco.web.hall.requests import (
    AdminRequest,
    Answer,
    Arrival,
    CloseTableRequest,
    CommandRequest,
    HallRequest,
    IdempotencyKey,
    KeepDrills,
    NameGuest,
    OpenTableRequest,
    RenewGuest,
    SignOut,
    command_digest,
)
from puntobanco.web.hall.turns import Turns
from puntobanco.web.limits import Caps, Pace
from puntobanco.web.observing import Observer
from puntobanco.web.room.audience import Connection, Outbox
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest, RoomValue
from puntobanco.wire.commands import Malformed, read_request
from puntobanco.wire.parts import Dealing
from puntobanco.words import message

SNAPSHOT_WHEN_CLOSING = 100
"""Events since the last snapshot for which the closing server takes another one."""


class Hall(Turns):
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
        observer: Observer | None = None,
    ) -> None:
        super().__init__(
            store,
            reader or store,
            server=new_id(),
            wall=wall,
            elapsed=elapsed,
            seed_for=seed_for,
            caps=caps or Caps(),
            pace=pace or Pace(),
            observer=observer or Observer(),
        )
        self._new_id = new_id

    # --- guests -----------------------------------------------------------------------------------

    def guest(self, token: str) -> Guest | None:
        """Return the guest who holds a token. On a shared log, call `arrive` first."""
        known = self._guests.find(token)
        return known.guest if known else None

    def name_guest(self, name: str, token: str, answer: Answer[Guest]) -> None:
        """Store the holder of a token under a name, new or changed."""
        shown = cleaned(name)
        if not shown:
            raise Refused("name", message("refused.name"))
        if self.guest(token) is None:
            self._check_not_draining()
        guest = Guest(guest_id(token), shown)
        self._enqueue(NameGuest(token_hash(token), guest, answer))

    def renew_guest(self, token: str) -> None:
        """Store from time to time that the holder of a token is here."""
        known = self._guests.find(token)
        if known and 1_000 * self.clock() - known.at >= RENEW_AFTER:
            self._enqueue(RenewGuest(token_hash(token), known.guest))

    def keep_drills(
        self, token: str, guest: Guest, text: str, answer: Answer[None], *, before: str | None
    ) -> None:
        """Store a guest's drills, if they are still what they were `before`."""
        self._enqueue(KeepDrills(token_hash(token), guest, before, text, answer))

    def sign_out(self, token: str, guest: Guest, answer: Answer[Guest]) -> None:
        """Revoke a guest's token and close all of the guest's sockets."""
        self._enqueue(SignOut(token_hash(token), guest, answer))

    def _check_not_draining(self) -> None:
        if self.draining:
            raise Refused("closing", message("refused.draining"))

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
        self._check_not_draining()
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

    def obey(self, order: AnyOrder, by: str, answer: Answer[OrderReply]) -> None:
        """Do what an operator orders."""
        self._enqueue(AdminRequest(order, by, self._wall(), answer))

    @property
    def is_drained(self) -> bool:
        """Whether the hall drains, and every coup is finished."""
        rooms = self.rooms.values()
        return bool(self.draining and self.draining.is_over(rooms, self.elapsed(), self.clock()))

    def arrive(self, table: str | None, token: str | None, answer: Answer[None]) -> None:
        """Look up a table and a guest on a shared log, for `rooms` and `guest` to find."""
        unknown = table if table not in self.rooms else None
        if self.store.is_shared and (unknown or token):
            self._enqueue(Arrival(unknown, token_hash(token) if token else None, answer))
        else:
            answer(None)

    def stir(self, tables: Collection[str]) -> None:
        """Read tables soon that another server has changed, if guests attend them here.

        Without a table anything may have changed.
        """
        attended = [room.id for room in self.rooms.values() if room.audience.guests]
        self._stale |= set(attended).intersection(tables) if tables else set(attended)
        if not tables:
            self._poll_at = self.elapsed()
        self.wake()

    # --- connections ------------------------------------------------------------------------------

    def can_connect(self, guest: Guest, address: str = "") -> bool:
        """Return whether a guest may open one more socket from an address."""
        return not self.is_closing and self.sockets.can_open(guest, address)

    def connect(
        self,
        guest: Guest,
        room: Room,
        outbox: Outbox,
        *,
        after: int | None,
        address: str = "",
        token: str = "",
    ) -> Connection:
        """Connect a guest's socket to a table; it has seen the events up to number `after`."""
        connection = self.sockets.open(guest, room, outbox, address)
        connection.token_hash = token_hash(token) if token else ""
        now = self.clock()
        room.connect(connection, now, after=after)
        if self.store.is_shared or room.must_wait(now):
            self._arriving[room] = None  # the next turn welcomes it
            self.wake()
        else:
            room.audience.announce_arrivals()
            room.replay.load(room.missed_since)
            room.welcome_announced(now)
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
        if connection.outbox.close_frame:
            return
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

    def _enqueue(self, request: HallRequest) -> None:
        if not self.is_closing:
            self._queue.append(request)
            self.wake()
        elif not (self.store.is_shared and isinstance(request, CommandRequest)):
            self._fail(request, Refused("closing", message("refused.closing")))
        # Otherwise the guest sends it again to the next server.

    @property
    def readiness(self) -> str:
        """Return ``ok`` if guests can play here, or why not."""
        if self.is_closing or self.draining:
            return "the server is stopping"
        if not self.health.is_writable:
            return "the log cannot be written"
        if any(table.is_newer for table in self.damaged.values()):
            return "a newer version has written to the log"
        return "ok"

    @property
    def has_requests(self) -> bool:
        """Whether a request waits for a turn."""
        return bool(self._queue)

    def propose_snapshot(self, room: Room) -> Batch:
        """Return a batch for the closing server: a snapshot, and the stopped deadlines.

        On a shared log other servers go on, so that no deadline stops.
        """
        if not self.store.is_shared:
            room.stop(self.clock())
        room.croupier.take_snapshot(after=SNAPSHOT_WHEN_CLOSING)
        return Batch(self._wall(), self.clock(), rooms={room: None})

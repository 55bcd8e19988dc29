"""One table of the hall: its croupier, its room value, and everyone connected to it."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import groupby

from msgspec import UNSET

from puntobanco.croupier import Croupier, NumberedEvent
from puntobanco.store import Logged, StreamValue
from puntobanco.table import Command, Event, Phase, State
from puntobanco.table.commands import CloseTable
from puntobanco.table.events import ShoeCommitted, TableClosed
from puntobanco.web.limits import NEVER, Caps, Pace
from puntobanco.web.room.audience import TABLE_CLOSED, Audience, Connection
from puntobanco.web.room.board import Board
from puntobanco.web.room.broadcasts import (
    Moment,
    ceremony_frame,
    changed_frames,
    clock_frame,
    ready_frame,
)
from puntobanco.web.room.changes import after_event, updated
from puntobanco.web.room.decisions import (
    ON_STAKES,
    Facts,
    ShoeStep,
    check_closing,
    decide,
    steps_due,
)
from puntobanco.web.room.display import DURATIONS
from puntobanco.web.room.event_views import STAKES, changed_seats, changed_shoe, encoded_events
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.replay import Replay
from puntobanco.web.room.value import Guest, RoomValue
from puntobanco.wire.commands import Request, SeatCommand
from puntobanco.wire.frames import PROTOCOL, Events, Welcome
from puntobanco.wire.frames import Room as PresenceFrame
from puntobanco.words import message

MOST_NAMED = 20
"""Spectators whose names are sent."""

LOG_TROUBLE = message("trouble.log")


class Room:
    """A table and everyone connected to it.

    Orders of guests and steps of the house are proposed. Nothing of that is sent to anyone before
    `publish`; `abandon` drops it.
    """

    def __init__(
        self, croupier: Croupier, value: RoomValue, *, revision: int = 0, caps: Caps, pace: Pace
    ) -> None:
        self.croupier = croupier
        self.value = self.proposed = value
        """The stored value, and the value after everything proposed."""
        self.revision = revision
        """The table's revision in the store when it was last read or written."""
        self.audience = Audience()
        self.elsewhere: frozenset[str] = frozenset()
        """The ids of the guests who are connected to other servers."""
        self.board = Board(croupier.state)
        self.replay = Replay(caps.replay, croupier.version)
        self.shoe_since = 0
        """The event with which the shoe on the table began, or one before it."""
        self._caps, self._pace = caps, pace
        self._events: list[NumberedEvent] = []
        self._shown = Moment(value, croupier.state, [])
        """What guests were last sent."""
        self._needs_update = True
        """Whether the value may have to change, because of an event or a guest who came or went."""
        self.left_at: int | None = None
        """When the last seated guest went, even if one is back, until the value was updated."""
        self._back_at: int | None = None
        """When the first seated guest came back, until the value was updated."""
        self._proposed_moves: tuple[int | None, int | None] = (None, None)
        self._has_moved = False
        """Whether somebody came or went since the last presence broadcast."""
        self._last_event: Event | None = None
        """The last event that was broadcast."""
        self._next_broadcast = 0
        self._retry_at = 0
        """Until when the house proposes nothing, after the log could not be written."""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.croupier.proposed.table

    @property
    def state(self) -> State:
        """The stored public state."""
        return self.croupier.state

    @property
    def here(self) -> AbstractSet[str]:
        """The ids of the connected guests."""
        here = self.audience.guests.keys()
        return here | self.elsewhere if self.elsewhere else here

    @property
    def is_closed(self) -> bool:
        """Whether the table was closed for good."""
        return self.state.phase is Phase.CLOSED

    @property
    def watching(self) -> int:
        """The number of connected guests without a seat."""
        return len(self.here) - len(self.value.present_seats(self.here))

    def matches(self, other: Room | None) -> bool:
        """Return whether another room of this table was read from the same log."""
        return other is not None and (self.croupier.version, self.revision, self.value) == (
            other.croupier.version,
            other.revision,
            other.value,
        )

    # --- proposals --------------------------------------------------------------------------------

    def propose(self, command: Command, now: int) -> None:
        """Decide a command of the table on top of what is proposed already, or raise."""
        for numbered in self.croupier.propose(command):
            self._events.append(numbered)
            if not isinstance(numbered.event, STAKES):
                self.proposed = after_event(self.proposed, numbered.event, now, self._pace)
                self._needs_update = True

    def order(self, guest: Guest, request: Request, now: int) -> None:
        """Propose what a guest asks for, or raise."""
        state, room, order = self.croupier.proposed, self.proposed, request.command
        if request.coups_dealt is not None and request.coups_dealt != state.coups_dealt:
            raise Refused("not_now", message("refused.too_late"))
        if (
            isinstance(order, SeatCommand)
            and order.table_command in ON_STAKES
            and (seat := room.seat_of(guest.id))
        ):
            self._events += self.croupier.propose(order.at(seat))
            return
        facts = Facts(room, self.value, state, self.here, now, self._caps.more_time)
        command, value = decide(facts, guest, order)
        if command is not None:
            self.propose(command, now)
        if value is not room:
            self.proposed, self._needs_update = value, True

    def close(self, guest: Guest, now: int) -> None:
        """Propose to close the table for the guest who opened it, or raise."""
        check_closing(self.proposed, self.croupier.proposed, guest)
        self.propose(CloseTable(), now)

    def proceed(self, now: int) -> None:
        """Propose what is due, before any guest's order of the same batch."""
        if now < self._retry_at or self.is_closed:
            return
        self._needs_update = True
        self.update(now)
        for step in steps_due(self.proposed, self.croupier.proposed, now, self._pace):
            match step:
                case ShoeStep.COMMIT:
                    self.propose(self.croupier.shoe_commitment(), now)
                case ShoeStep.OPEN:
                    self.propose(self.croupier.shoe_opening(), now)
                case command:
                    self.propose(command, now)

    def update(self, now: int) -> None:
        """Bring the proposed value up to date. Plain bets don't need that."""
        if self._needs_update:
            self._needs_update = False
            state = self.croupier.proposed
            self._proposed_moves = (self.left_at, self._back_at)
            if self.left_at is not None:
                self.stop(self.left_at)
            if self._back_at is not None:
                self.proposed = updated(self.proposed, state, self.here, self._back_at, self._pace)
            self.proposed = updated(self.proposed, state, self.here, now, self._pace)

    def stop(self, now: int) -> None:
        """Propose to stop all deadlines: the server closes, and every guest goes."""
        self.proposed = updated(self.proposed, self.croupier.proposed, (), now, self._pace)

    @property
    def has_proposals(self) -> bool:
        """Whether there is anything to store."""
        croupier = self.croupier
        return bool(croupier.pending or croupier.snapshots) or self.proposed is not self.value

    @property
    def changed_value(self) -> StreamValue | None:
        """The value to store with the proposed events, or None if it is the stored one."""
        if self.croupier.proposed.phase is Phase.CLOSED:
            return StreamValue(self.id, None, NEVER)
        if self.proposed is self.value and self.revision:
            return None
        return StreamValue(self.id, str(self.proposed), self.proposed.due)

    def due(self) -> int:
        """Return when the house has something to do next."""
        if self.is_closed:
            return NEVER
        broadcast = self._next_broadcast if self._has_moved else NEVER
        due = 0 if self._needs_update else min(self.value.due, broadcast)
        return max(self._retry_at, due)

    # --- when the log was written, or was not -----------------------------------------------------

    def publish(self, revision: int, at: int, now: int) -> None:
        """Broadcast everything proposed: it is stored."""
        events, self._events = self._events, []
        self.croupier.confirm()
        self.value, self.revision, self._retry_at = self.proposed, revision, 0
        if (self.left_at, self._back_at) == self._proposed_moves:
            self.left_at = self._back_at = None
        if events:
            self._broadcast(events, at)
        if self.value is not self._shown.room or self._has_moved or self.is_closed:
            self._show(now)
        if self.audience.announced and not self._needs_update:
            self.welcome_announced(now)
        self._close_sockets()

    def abandon(self) -> None:
        """Drop everything proposed. The house proposes it again."""
        self._events = []
        self.croupier.abandon()
        self.proposed, self._needs_update = self.value, True

    def report_failure(self, retry_at: int) -> None:
        """Drop everything proposed, because the log could not be written."""
        if self._events:
            self.audience.report_trouble(LOG_TROUBLE)
        self.abandon()
        self._retry_at = retry_at

    def follow(
        self, written: Iterable[Logged], value: RoomValue | None, revision: int, now: int
    ) -> None:
        """Take over and broadcast what was written elsewhere. There are no proposals."""
        for at, together in groupby(written, key=lambda each: each.at):
            if events := self.croupier.follow(together):
                self._broadcast(events, at // 1_000)
        before, self.revision = self.value, revision
        self.value = self.proposed = value or before
        if self.value != before:
            fitting = updated(self.value, self.state, self.here, now, self._pace)
            self._needs_update = self._needs_update or fitting is not self.value
        self._show(now)
        self._close_sockets()

    def _close_sockets(self) -> None:
        """Close all sockets if the table is closed, with the reason."""
        if self.is_closed:
            is_by_house = self._last_event == TableClosed(by_house=True)
            why = message("closing.by_house") if is_by_house else message("closing.table")
            self.audience.close(TABLE_CLOSED, why)

    def _broadcast(self, events: list[NumberedEvent], at: int) -> None:
        """Broadcast events, and what they changed by more than stakes."""
        before, after = self.board.state, self.state
        beyond = [each for each in events if not isinstance(each.event, STAKES)]
        encoded = encoded_events(events, at=at)
        self.replay.add(encoded)
        frame = Events(encoded[-1][0], [raw for _, raw in encoded])
        if beyond:
            seats = changed_seats(before, after, [each.event for each in events])
            frame = Events(frame.number, frame.events, seats or UNSET, changed_shoe(before, after))
        self.audience.broadcast(frame)
        for roads in self.board.update(after, beyond):
            self.audience.broadcast(roads)
        for each in beyond:
            if isinstance(each.event, ShoeCommitted):
                self.shoe_since = each.number
        self._last_event = events[-1].event

    def _show(self, now: int) -> None:
        """Broadcast what changed besides events."""
        before, after = self._shown, self._scene
        self._shown = after
        for frame in changed_frames(before, after, now, more=self._caps.more_time):
            self.audience.broadcast(frame)
        if self._has_moved and now >= self._next_broadcast:
            self._has_moved, self._next_broadcast = False, now + self._pace.room
            self.audience.broadcast(self._presence(after))

    def _presence(self, scene: Moment) -> PresenceFrame:
        """Return who is connected. Spectators at other servers are counted, but not named."""
        seated = set(self.value.seats.values())
        names: dict[str, str] = {}
        for each in self.audience.all:
            if each.guest.id not in seated:
                names[each.guest.id] = each.guest.name
            if len(names) == MOST_NAMED:
                break
        return PresenceFrame(scene.present, self.watching, list(names.values()))

    @property
    def _scene(self) -> Moment:
        return Moment(self.value, self.state, self.value.present_seats(self.here))

    # --- connections ------------------------------------------------------------------------------

    def connect(self, connection: Connection, now: int, *, after: int | None) -> None:
        """Connect a guest, who has seen the events up to number `after`."""
        self.audience.guests[connection.guest.id] += 1
        self.audience.arrivals[connection] = after
        self._note_moves({connection.guest.id}, now)

    def must_wait(self, now: int) -> bool:
        """Return whether the next turn changes the welcome of a guest who arrives."""
        return self._needs_update and now >= self._retry_at

    @property
    def missed_since(self) -> int:
        """The last event that the new guest who has missed most has seen."""
        seen = (each for each in self.audience.announced.values() if each is not None)
        return min(seen, default=self.croupier.version)

    def welcome_announced(self, now: int) -> None:
        """Send the first frames to new guests once other servers know of them."""
        announced, self.audience.announced = self.audience.announced, {}
        for connection, after in announced.items():
            self.audience.add(connection, self._welcome(connection, now, after))

    def disconnect(self, connection: Connection, now: int) -> None:
        """Disconnect a socket. The guest's seat and bets stay."""
        if self.audience.remove(connection):
            self._note_moves({connection.guest.id}, now)

    def see_elsewhere(self, guests: frozenset[str], now: int) -> None:
        """Update who is connected to other servers."""
        if guests != self.elsewhere:
            before, self.elsewhere = self.here, guests
            self._note_moves(before ^ self.here, now)

    def _note_moves(self, guests: AbstractSet[str], now: int) -> None:
        """Note that guests came or went, and whether the next turn changes the value for it."""
        self._has_moved = True
        is_seated = not guests.isdisjoint(self.value.seats.values())
        is_empty = not self.here or self.value.empty_since is not None
        self._needs_update = self._needs_update or is_seated or is_empty
        if not self._scene.present:
            self._back_at = None
            self.left_at = now if self.left_at is None else self.left_at
        elif (self.left_at is not None or self.value.is_stopped) and self._back_at is None:
            self._back_at = now

    def _welcome(self, connection: Connection, now: int, after: int | None) -> Welcome:
        scene, version = self._scene, self.croupier.version
        is_known = after is None or after <= version
        missed = self.replay.after(version if after is None else after) if is_known else None
        shown = self.board.shown(version)
        return Welcome(
            protocol=PROTOCOL,
            table=self.id,
            name=connection.guest.name,
            seat=self.value.seat_of(connection.guest.id),
            number=version,
            private=self.value.private,
            dealing=self.value.dealing,
            durations=DURATIONS,
            house=shown.house,
            state=shown.state,
            roads=shown.roads,
            clock=clock_frame(scene, now, more=self._caps.more_time),
            ceremony=ceremony_frame(scene, now),
            ready=ready_frame(scene, now),
            room=self._presence(scene),
            resync=missed is None,
            missed=missed or [],
        )

"""One table of the hall: composes its proposals, audience, clock, ceremony, button and presence."""

from __future__ import annotations

from msgspec import UNSET

from puntobanco.croupier import Croupier, NumberedEvent
from puntobanco.table import Phase, State, commands
from puntobanco.table.events import ShoeCommitted
from puntobanco.web.limits import NEVER, Caps, Pace
from puntobanco.web.room.audience import TABLE_CLOSED, Audience, Connection
from puntobanco.web.room.betting_clock import DURATIONS, BettingClock
from puntobanco.web.room.board import Board
from puntobanco.web.room.ceremony import CeremonyTimer
from puntobanco.web.room.event_views import (
    STAKES,
    changed_seats,
    changed_shoe,
    encoded_events,
)
from puntobanco.web.room.orders import Orders, Proposals
from puntobanco.web.room.presence import Presence
from puntobanco.web.room.ready_button import ReadyButton
from puntobanco.web.room.replay import Replay
from puntobanco.web.room.setup import Setup
from puntobanco.wire.frames import PROTOCOL, Events, Welcome
from puntobanco.words import message

LOG_TROUBLE = message("trouble.log")


class Room:
    """A table and everyone connected to it.

    Guests' orders and the house's own steps are proposed. Then `publish` or `abandon` follows,
    as the log could be written or not.
    """

    def __init__(self, croupier: Croupier, setup: Setup, *, caps: Caps, pace: Pace) -> None:
        period = 0 if isinstance(setup.dealing, str) else 1_000 * setup.dealing
        self.croupier = croupier
        self.proposals = Proposals(croupier, setup)
        self.audience = Audience()
        self.presence = Presence(pace)
        self.ceremony = CeremonyTimer(pace)
        self.clock = BettingClock(period, max_extensions=caps.more_time)
        self.button = ReadyButton(pace)
        self.board = Board(croupier.state)
        self.replay = Replay(caps.replay, croupier.version)
        self.orders = Orders(
            self.proposals, clock=self.clock, ceremony=self.ceremony, presence=self.presence
        )
        self.shoe_since = 0
        """The event with which the shoe on the table began, or one before it."""
        self._pace = pace
        self._retry_at = 0
        """Until when the house proposes nothing, after the log could not be written."""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.proposals.state.table

    @property
    def state(self) -> State:
        """The durable public state."""
        return self.croupier.state

    @property
    def setup(self) -> Setup:
        """The durable set-up."""
        return self.proposals.durable_setup

    @property
    def is_closed(self) -> bool:
        """Whether the table was closed for good."""
        return self.state.phase is Phase.CLOSED

    @property
    def present_seats(self) -> list[int]:
        """The seats whose guests are connected."""
        return self.presence.present_seats(self.setup.seats)

    def is_as(self, other: Room | None) -> bool:
        """Whether another room of this table has seen the same events and has the same set-up.

        Events that undo each other leave the same state, and another number of events.
        """
        if other is None:
            return False
        seen, known = self.croupier.version, other.croupier.version
        return (seen, self.setup) == (known, other.setup)

    # --- what the house does by itself ------------------------------------------------------------

    def proceed(self, now: int) -> None:
        """Propose whatever is due, before any guest's order of the same batch."""
        if now < self._retry_at or self.is_closed:
            return
        if self.presence.idle_at <= now:
            self.proposals.propose(commands.CloseTable())
            return
        for seat in self.presence.expired_seats(now):
            if seat in self.proposals.setup.seats:
                self.proposals.propose(commands.ExpireSeat(seat))
        match self.state.phase:
            case Phase.NO_SHOE if self.ceremony.starts_shoe(self.present_seats, now):
                self.proposals.propose(self.croupier.shoe_commitment())
            case Phase.SEEDING:
                self._proceed_ceremony(now)
            case Phase.BETTING if self._deals_at <= now:
                self.proposals.propose(commands.Deal())
            case _:
                pass

    def _proceed_ceremony(self, now: int) -> None:
        ceremony, present = self.state.ceremony, self.present_seats
        if self.ceremony.enter_reveal(ceremony, present, now):
            self.audience.broadcast(self.ceremony.frame(self.state, now))
        if self.ceremony.is_over(ceremony, present, now):
            self.proposals.propose(self.croupier.shoe_opening())

    @property
    def _deals_at(self) -> int:
        """When the house deals: at the end of the clock, or of the button's countdown."""
        return self.button.deals_at if self.clock.closes is None else self.clock.closes

    def due(self, now: int) -> int:
        """When the house has something to do next."""
        if self.is_closed:
            return NEVER
        ceremony_due = self.ceremony.due(self.state, self.present_seats, now)
        return max(self._retry_at, min(self.presence.due, ceremony_due, self._deals_at))

    # --- once the log is written, or was not ------------------------------------------------------

    def publish(self, at: int, now: int) -> None:
        """Everything proposed is durable: broadcast it."""
        events = self.proposals.confirm()
        self._retry_at = 0
        if events:
            self._broadcast_events(events, at, now)
        if guest := self.clock.extend(self.state.coups_dealt, now):
            self._broadcast_clock(now, extended_by=self.setup.seat_of(guest))
        if self.is_closed:
            self.audience.close(TABLE_CLOSED, message("closing.table"))
        self.update(now)

    def _broadcast_events(self, events: list[NumberedEvent], at: int, now: int) -> None:
        """Broadcast events, and what follows from those that are more than stakes."""
        before, after = self.board.state, self.state
        beyond = [each for each in events if not isinstance(each.event, STAKES)]
        encoded = encoded_events(events, at=at)
        self.replay.add(encoded)
        number, raws = encoded[-1][0], [raw for _, raw in encoded]
        if beyond:
            seats = changed_seats(before, after, [each.event for each in events])
            table = changed_shoe(before, after)
            self.audience.broadcast(Events(number, raws, seats or UNSET, table))
        else:
            self.audience.broadcast(Events(number, raws))
        for roads in self.board.update(after, beyond):
            self.audience.broadcast(roads)
        self.clock.wait_for_display([each.event for each in beyond], now, pace=self._pace.showing)
        for each in beyond:
            if isinstance(each.event, ShoeCommitted):
                self.shoe_since = each.number

    def abandon(self, retry_at: int) -> None:
        """Nothing of what was proposed happened; the house proposes again later."""
        if self.proposals.events:
            self.audience.report_trouble(LOG_TROUBLE)
        self.proposals.abandon()
        self.clock.pending_extension = None
        self._retry_at = retry_at

    def update(self, now: int) -> None:
        """Bring the ceremony, the clock, the button and the presence up to date with the state."""
        state, setup, present = self.state, self.setup, self.present_seats
        if self.ceremony.update(state, now):
            self.audience.broadcast(self.ceremony.frame(state, now))
        if self.clock.update(state, now, is_attended=bool(present)):
            self._broadcast_clock(now)
        if ready := self.button.update(state, setup, present, now=now, opens=self.clock.opens):
            self.audience.broadcast(ready)
        if room := self.presence.update(setup.seats, now):
            self.audience.broadcast(room)

    def _broadcast_clock(self, now: int, *, extended_by: int | None = None) -> None:
        self.audience.broadcast(
            self.clock.frame(self.state, self.setup, now, extended_by=extended_by)
        )

    # --- connections ------------------------------------------------------------------------------

    def start(self, now: int) -> None:
        """Start the timers of a table that was opened or resumed; nobody is connected yet."""
        self.presence.start(now)
        self.update(now)

    def connect(self, connection: Connection, now: int, *, after: int | None) -> None:
        """A guest connects, and has seen the events up to number `after`."""
        self.presence.connect(connection.guest.id)
        self.update(now)
        self.audience.add(connection, self._welcome(connection, now, after))

    def disconnect(self, connection: Connection, now: int) -> None:
        """A socket is gone. The guest's seat and bets stay."""
        if self.audience.remove(connection):
            self.presence.disconnect(connection.guest.id, now)
            self.update(now)

    def _welcome(self, connection: Connection, now: int, after: int | None) -> Welcome:
        version = self.croupier.version
        is_known = after is None or after <= version
        missed = self.replay.after(version if after is None else after) if is_known else None
        shown = self.board.shown(version)
        return Welcome(
            protocol=PROTOCOL,
            table=self.id,
            name=connection.guest.name,
            seat=self.setup.seat_of(connection.guest.id),
            number=version,
            private=self.setup.private,
            dealing=self.setup.dealing,
            durations=DURATIONS,
            house=shown.house,
            state=shown.state,
            roads=shown.roads,
            clock=self.clock.frame(self.state, self.setup, now),
            ceremony=self.ceremony.frame(self.state, now),
            ready=self.button.frame(self.state, now),
            room=self.presence.frame(self.setup.seats),
            resync=missed is None,
            missed=missed or [],
        )

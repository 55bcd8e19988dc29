"""One table of the hall: orders are proposed to its croupier, then published or abandoned."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from puntobanco.croupier import Croupier
from puntobanco.store import Note
from puntobanco.table import MAX_SEATS, Event, Phase, State, commands, evolve
from puntobanco.web.limits import NEVER, Caps, Pace
from puntobanco.web.room import views
from puntobanco.web.room.betting_clock import Clock
from puntobanco.web.room.board import Board
from puntobanco.web.room.ceremony import Shuffle, ceremony_frame
from puntobanco.web.room.connection import Refused, Visit, encoded
from puntobanco.web.room.frame import Frame
from puntobanco.web.room.outbox import TABLE_CLOSED
from puntobanco.web.room.presence import Presence
from puntobanco.web.room.ready_button import Button, counted
from puntobanco.web.room.replay import Recent
from puntobanco.web.room.setup import BUTTON, TABLES, Guest, Setup
from puntobanco.web.room.views import Fresh
from puntobanco.wire.commands import (
    CommitSeed,
    Deal,
    Leave,
    MoreTime,
    Request,
    RevealSeed,
    Seated,
    Sit,
)


class Room:
    """A table, its guests and its sockets."""

    def __init__(self, croupier: Croupier, setup: Setup, *, caps: Caps, pace: Pace) -> None:
        self.croupier = croupier
        self.setup = self._proposed = setup
        self.visits: dict[Visit, None] = {}
        self.shuffle = Shuffle(pace)
        self.clock = Clock(0 if isinstance(setup.dealing, str) else 1_000 * setup.dealing)
        self.button = Button(pace)
        self.here = Presence()
        self.retry_at = 0
        """Until when the house rests, after the log could not be written."""
        self.scheduled = NEVER
        """When the hall will look after this table."""
        self.board = Board(croupier.state)
        self.recent = Recent(caps.replay, croupier.version)
        self._caps, self._pace = caps, pace
        self._fresh: list[Fresh] = []
        self._longer: Guest | None = None
        """Who asked for more time in the batch that is being written."""
        self._trouble: str | None = None
        """Why the house cannot go on, as it was told."""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.croupier.proposed.table

    @property
    def state(self) -> State:
        """The durable public state."""
        return self.croupier.state

    @property
    def is_closed(self) -> bool:
        """Whether the table is no more."""
        return self.state.phase is Phase.CLOSED

    @property
    def number(self) -> int:
        """The number of the last event, proposed ones included."""
        pending = self.croupier.pending
        return pending[-1].version if pending else self.croupier.version

    # --- what guests ask --------------------------------------------------------------------------

    def follow(self, guest: Guest, request: Request, now: int) -> int:
        """Propose what a guest asks for; gives the number of the last event."""
        if request.coups_dealt not in (None, self.croupier.proposed.coups_dealt):
            raise Refused("not_now", "Too late: that coup has been dealt.")
        order = request.command
        if isinstance(order, Sit):
            self._sit(guest, order)
        elif isinstance(order, MoreTime):
            self._seat_of(guest)
            self._check_clock(guest, now)
            self._longer = guest
        else:
            self._follow_seated(self._seat_of(guest), order)
        return self.number

    def open(self, command: commands.OpenTable) -> None:
        """Propose the table itself."""
        self.propose(lambda: self.croupier.propose(command))

    def close(self, guest: Guest) -> None:
        """Propose the end of the table; its opener takes the chips that are left."""
        if guest.id != self.setup.owner:
            raise Refused("not_yours", "Only the guest who opened a table can close it.")
        if self.croupier.proposed.phase is Phase.CLOSED:
            raise Refused("closed", "This table is closed.")
        if any(owner != guest.id for owner in self._proposed.seats.values()):
            raise Refused("occupied", "Others sit at this table; it stays open for them.")
        self.propose(lambda: self.croupier.propose(commands.CloseTable()))

    def propose(self, act: Callable[[], tuple[Event, ...]]) -> None:
        """Propose, and remember the number of each public event."""
        before, state = len(self.croupier.pending), self.croupier.proposed
        told = act()
        facts = (fact for fact in self.croupier.pending[before:] if not fact.private)
        for fact, event in zip(facts, told, strict=True):
            self._fresh.append(Fresh(fact.version, event, state, fact.data))
            if event is not told[-1]:
                state = evolve(state, event)

    def _seat_of(self, guest: Guest) -> int:
        seat = self._proposed.seat_of(guest.id)
        if seat is None:
            raise Refused("not_seated", "Take a seat first.")
        return seat

    def _sit(self, guest: Guest, order: Sit) -> None:
        if self._proposed.seat_of(guest.id) is not None:
            raise Refused("seated", "You have a seat at this table already.")
        taken = self.croupier.proposed.seats
        seat = order.seat or next((n for n in range(1, MAX_SEATS + 1) if n not in taken), None)
        if seat is None:
            raise Refused("illegal", f"All {MAX_SEATS} seats are taken.")
        self.propose(lambda: self.croupier.propose(commands.Sit(seat, guest.name)))
        self._proposed = replace(self._proposed, seats={**self._proposed.seats, seat: guest.id})

    def _follow_seated(self, seat: int, order: Seated) -> None:
        if isinstance(order, Deal):
            self._press(seat)
            return
        if isinstance(order, CommitSeed | RevealSeed):
            self._check_stage("commit" if isinstance(order, CommitSeed) else "reveal")
        self.propose(lambda: self.croupier.propose(order.at(seat)))
        if isinstance(order, Leave):
            self._proposed = self._proposed.without(seat)

    def _press(self, seat: int) -> None:
        """A guest is ready: the coup is dealt if all are who are waited for."""
        state = self.croupier.proposed
        if self.setup.dealing != BUTTON:
            if len(state.seats) > 1:
                raise Refused("clock", "This table deals by the clock.")
        elif state.phase is Phase.BETTING:
            others = counted(state, {*self.here.seated(self._proposed.seats), seat})
            if seat not in others:
                raise Refused("no_chips", "Buy chips first: guests who have chips deal.")
            ready = dict.fromkeys((*self._proposed.ready, seat))
            if others - ready.keys():
                self._proposed = replace(self._proposed, ready=tuple(ready))
                return
        self._deal()

    def _deal(self) -> None:
        """Propose a coup; nobody is ready for the next one yet."""
        self.propose(lambda: self.croupier.propose(commands.Deal()))
        if self._proposed.ready:
            self._proposed = replace(self._proposed, ready=())

    def _check_stage(self, name: str) -> None:
        if self.shuffle.stage is None or self.shuffle.stage.name != name:
            raise Refused("not_now", f"Not now: this belongs to the stage {name} of the ceremony.")

    def _check_clock(self, guest: Guest, now: int) -> None:
        coup, most = self.croupier.proposed.coups_dealt, self._caps.more_time
        reason = self.clock.refusal(guest.id, coup, now=now, most=most)
        if reason or self._longer:
            raise Refused("not_now", reason or "Most of the time is left.")

    def _lengthen(self, now: int) -> None:
        """Give the time that was asked for, unless the coup is over or nobody is here any more."""
        guest, self._longer = self._longer, None
        clock = self.clock
        if guest and clock.closes is not None and clock.coup == self.state.coups_dealt:
            clock.lengthen(guest.id, now)
            self.tell(self._clock_frame(now, for_whom=self.setup.seat_of(guest.id)))

    def _clock_frame(self, now: int, *, for_whom: int | None = None) -> Frame:
        frame = self.clock.frame(now, self._caps.more_time, self.setup.seats)
        takes_bets = self.state.house.limits is not None
        said = self.clock.said(now, self.state.seats, for_whom=for_whom) if takes_bets else []
        return {**frame, "said": said}

    # --- what the house does by itself -----------------------------------------------------------

    def proceed(self, now: int) -> None:
        """Propose whatever is due. Called before any guest's order of the same batch."""
        if now < self.retry_at or self.is_closed:
            return
        if self._idle_at() <= now:
            self.propose(lambda: self.croupier.propose(commands.CloseTable()))
            return
        for seat, since in self.here.away.items():
            if since + self._pace.away <= now and seat in self._proposed.seats:
                self._send_home(seat)
        match self.state.phase:
            case Phase.NO_SHOE if self.seated_here and self.shuffle.begins <= now:
                self.propose(lambda: self.croupier.propose(self.croupier.shoe_commitment()))
            case Phase.SEEDING:
                if self.shuffle.turns_to_reveal(self.state.ceremony, set(self.seated_here), now):
                    self.tell(self._ceremony_frame(now))
                if self.shuffle.is_over(self.state.ceremony, set(self.seated_here), now):
                    self.propose(lambda: self.croupier.propose(self.croupier.shoe_opening()))
            case Phase.BETTING if self._deals_at <= now:
                self._deal()
            case _:
                pass

    def _send_home(self, seat: int) -> None:
        self.propose(lambda: self.croupier.propose(commands.Leave(seat)))
        self._proposed = self._proposed.without(seat)

    @property
    def _deals_at(self) -> int:
        """When the house deals by itself: by the clock, or after the countdown of the button."""
        return self.button.at if self.clock.closes is None else self.clock.closes

    @property
    def seated_here(self) -> list[int]:
        """The seats whose guests are connected."""
        return self.here.seated(self.setup.seats)

    def _idle_at(self) -> int:
        since = self.here.empty_since
        return NEVER if since is None else since + self._pace.idle

    def due(self, now: int) -> int:
        """When the house has something to do next."""
        if self.is_closed:
            return NEVER
        times = [self._idle_at(), *(since + self._pace.away for since in self.here.away.values())]
        if self.here.is_news:
            times.append(self.here.told_at + self._pace.room)
        if self.state.phase is Phase.NO_SHOE and self.seated_here:
            times.append(self.shuffle.begins)
        if stage := self.shuffle.stage:
            is_complete = stage.is_complete(self.state.ceremony, set(self.seated_here))
            times.append(now if is_complete else stage.due)
        times.append(self._deals_at)
        return max(min(times), self.retry_at)

    # --- after the log has it, or has not ---------------------------------------------------------

    @property
    def notes(self) -> tuple[Note, ...]:
        """What must be noted together with the proposed events."""
        if self.croupier.proposed.phase is Phase.CLOSED:
            return (Note(TABLES, self.id, None),)
        if self._proposed is self.setup and self.croupier.version:
            return ()
        return (Note(TABLES, self.id, str(self._proposed)),)

    def publish(self, at: int, now: int) -> None:
        """Everything proposed is durable: tell it."""
        fresh, self._fresh = self._fresh, []
        self.croupier.confirm()
        self.setup = self._proposed
        self.retry_at = 0
        if fresh:
            self._publish_events(fresh, at)
            self.clock.await_showing((each.event for each in fresh), now, pace=self._pace.showing)
        self._lengthen(now)
        if self.is_closed:
            self.farewell(TABLE_CLOSED, "the table is closed")
        self.settle(now)

    def _publish_events(self, fresh: list[Fresh], at: int) -> None:
        state = self.state
        raws = [Raw(msgspec.json.encode(view)) for view in views.event_views(fresh, at=at)]
        self.recent.keep(zip((each.number for each in fresh), raws, strict=True))
        self.tell(
            {
                "type": "events",
                "number": fresh[-1].number,
                "at": at,
                "events": raws,
                "seats": views.changed_seats(state, (each.event for each in fresh)),
                "table": views.shoe_view(state),
            }
        )
        if self.board.hear(state, (each.event for each in fresh)):
            self.tell({"type": "roads", "number": self.croupier.version, **self.board.view})

    def relieve(self) -> None:
        """The log can be written again: say so."""
        self._tell_trouble(None)

    def _tell_trouble(self, reason: str | None) -> None:
        """Say once that the house cannot go on, and once that it can."""
        if self._trouble != reason:
            self._trouble = reason
            self.tell({"type": "trouble", "reason": reason})

    def abandon(self, retry_at: int) -> None:
        """Nothing of what was proposed happened; the house itself tries again later."""
        if self._fresh:
            self._tell_trouble("The house cannot write its log now; it tries again every second.")
        self._fresh = []
        self._longer = None
        self._proposed = self.setup
        self.retry_at = retry_at
        self.croupier.abandon()

    def settle(self, now: int) -> None:
        """Bring the ceremony, the clock, the button and who is here up to the state."""
        if self.shuffle.settle(self.state, now):
            self.tell(self._ceremony_frame(now))
        self._settle_clock(now)
        self._settle_button(now)
        self.here.look(self.setup.seats, now)
        if self.here.is_news and self.here.told_at + self._pace.room <= now:
            self.here.is_news, self.here.told_at = False, now
            self.tell(self.here.frame(self.seated_here))

    def _ceremony_frame(self, now: int) -> Frame:
        return ceremony_frame(self.shuffle.stage, self.state, now)

    def _settle_clock(self, now: int) -> None:
        state, clock = self.state, self.clock
        if state.phase is not Phase.BETTING or not clock.period or not self.seated_here:
            if clock.closes is not None:
                clock.stop()
                self.tell(self._clock_frame(now))
        elif clock.closes is None or clock.coup != state.coups_dealt:
            clock.start(state.coups_dealt, now)
            self.tell(self._clock_frame(now))

    def _settle_button(self, now: int) -> None:
        opens = self.clock.opens
        frame = self.button.settle(self.state, self.setup, self.here, now=now, opens=opens)
        if frame:
            self.tell(frame)

    # --- coming and going -------------------------------------------------------------------------

    def enter(self, visit: Visit, now: int, *, after: int | None) -> None:
        """A socket joins, and is told everything it needs."""
        self.here.came(visit.guest.id)
        self.settle(now)
        visit.outbox.put(encoded(self._welcome(visit, now, after)))
        if self._trouble:
            visit.outbox.put(encoded({"type": "trouble", "reason": self._trouble}))
        self.visits[visit] = None

    def leave(self, visit: Visit, now: int) -> None:
        """A socket is gone. The guest's seat and bets stay."""
        if visit in self.visits:
            del self.visits[visit]
            self.here.went(visit.guest.id, now)
            self.settle(now)

    def left_alone(self, now: int) -> None:
        """Nobody is connected, as when the server starts."""
        self.here = Presence(empty_since=now)
        self.settle(now)

    def tell(self, frame: Frame) -> None:
        """Send a frame to every socket."""
        if self.visits:
            text = encoded(frame)
            for visit in self.visits:
                visit.outbox.put(text)

    def farewell(self, code: int, reason: str) -> None:
        """Send everyone away."""
        self.tell({"type": "closing", "reason": reason})
        for visit in self.visits:
            visit.outbox.close(code, reason)

    def _welcome(self, visit: Visit, now: int, after: int | None) -> Frame:
        version = self.croupier.version
        is_known = after is None or after <= version
        missed = self.recent.after(version if after is None else after) if is_known else None
        return {
            "type": "welcome",
            "table": self.id,
            "name": visit.guest.name,
            "seat": self.setup.seat_of(visit.guest.id),
            "number": version,
            "private": self.setup.private,
            "dealing": self.setup.dealing,
            **self.board.drawn(version),
            "clock": self._clock_frame(now),
            "ceremony": self._ceremony_frame(now),
            "ready": self.button.frame(self.state, now),
            "room": self.here.frame(self.seated_here),
            "resync": missed is None,
            "missed": missed or [],
        }

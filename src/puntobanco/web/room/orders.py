"""A guest's command at the table, proposed until it is durable."""

from __future__ import annotations

from typing import assert_never

from puntobanco.croupier import Croupier, NumberedEvent
from puntobanco.store import Note
from puntobanco.table import MAX_SEATS, Command, Phase, State, commands
from puntobanco.web.room.betting_clock import BettingClock
from puntobanco.web.room.ceremony import CeremonyTimer
from puntobanco.web.room.presence import Presence
from puntobanco.web.room.ready_button import blocking_seats
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.setup import BUTTON, TABLES, Guest, Setup
from puntobanco.wire.commands import MoreTime, Request, SeatCommand, Sit
from puntobanco.words import Message, message


class Proposals:
    """The events and the set-up that a table proposes, on top of those that are durable."""

    def __init__(self, croupier: Croupier, setup: Setup) -> None:
        self.durable_setup = self.setup = setup
        self.events: list[NumberedEvent] = []
        self._croupier = croupier

    @property
    def state(self) -> State:
        """The public state if everything proposed becomes durable."""
        return self._croupier.proposed

    @property
    def last_number(self) -> int:
        """The number of the last event, proposed ones included."""
        pending = self._croupier.pending
        return pending[-1].version if pending else self._croupier.version

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes to write together with the proposed events."""
        table = self.state.table
        if self.state.phase is Phase.CLOSED:
            return (Note(TABLES, table, None),)
        if self.setup is self.durable_setup and self._croupier.version:
            return ()
        return (Note(TABLES, table, str(self.setup)),)

    def propose(self, command: Command) -> None:
        """Decide a command; its public events change the set-up."""
        for numbered in self._croupier.propose(command):
            self.events.append(numbered)
            self.setup = self.setup.after(numbered.event)

    def confirm(self) -> list[NumberedEvent]:
        """Accept everything proposed as durable. Return the new events."""
        events, self.events = self.events, []
        self._croupier.confirm()
        self.durable_setup = self.setup
        return events

    def abandon(self) -> None:
        """Drop everything proposed."""
        self.events = []
        self.setup = self.durable_setup
        self._croupier.abandon()


class Orders:
    """Follows the orders of guests, on top of what is proposed already."""

    def __init__(
        self,
        proposals: Proposals,
        *,
        clock: BettingClock,
        ceremony: CeremonyTimer,
        presence: Presence,
    ) -> None:
        self._proposals = proposals
        self._clock = clock
        self._ceremony = ceremony
        self._presence = presence

    def follow(self, guest: Guest, request: Request, now: int) -> None:
        """Propose what a guest asks for, or refuse it."""
        coups_dealt = self._proposals.state.coups_dealt
        if request.coups_dealt not in (None, coups_dealt):
            raise Refused("not_now", message("refused.too_late"))
        match request.command:
            case SeatCommand() as order:
                seat = self._seat_of(guest)
                self._follow_at(seat, order.at(seat))
            case Sit(seat):
                self._sit(guest, seat)
            case MoreTime():
                self._seat_of(guest)
                self._clock.propose_extension(guest.id, coups_dealt, now)
            case unknown:
                assert_never(unknown)

    def _follow_at(self, seat: int, command: Command) -> None:
        """Propose a command of a seated guest, if its time has come."""
        match command:
            case commands.PlaceBet():  # first, as bets come by the thousand
                self._proposals.propose(command)
            case commands.Deal():
                self._press_button(seat)
            case commands.CommitSeed():
                self._take_seed(command, "commit", message("refused.not_commit"))
            case commands.RevealSeed():
                self._take_seed(command, "reveal", message("refused.not_reveal"))
            case _:
                self._proposals.propose(command)

    def close_table(self, guest: Guest) -> None:
        """Propose to close the table; only the guest who opened it may sit there."""
        setup = self._proposals.setup
        if guest.id != setup.owner:
            raise Refused("not_yours", message("refused.not_yours"))
        if self._proposals.state.phase is Phase.CLOSED:
            raise Refused("closed", message("refused.closed"))
        if any(owner != guest.id for owner in setup.seats.values()):
            raise Refused("occupied", message("refused.occupied"))
        self._proposals.propose(commands.CloseTable())

    def _seat_of(self, guest: Guest) -> int:
        seat = self._proposals.setup.seat_of(guest.id)
        if seat is None:
            raise Refused("not_seated", message("refused.not_seated"))
        return seat

    def _sit(self, guest: Guest, wanted: int | None) -> None:
        """Give a guest the seat that was asked for, or the first free one."""
        if self._proposals.setup.seat_of(guest.id) is not None:
            raise Refused("seated", message("refused.seated"))
        taken = self._proposals.state.seats
        seat = wanted or next((n for n in range(1, MAX_SEATS + 1) if n not in taken), None)
        if seat is None:
            raise Refused("illegal", message("refused.all_seats", most=MAX_SEATS))
        self._proposals.propose(commands.Sit(seat, guest.name))
        self._proposals.setup = self._proposals.setup.with_guest(seat, guest.id)

    def _take_seed(self, command: Command, stage: str, otherwise: Message) -> None:
        """Propose it in its stage of the ceremony; refuse it otherwise."""
        current = self._ceremony.stage
        if current is None or current.name != stage:
            raise Refused("not_now", otherwise)
        self._proposals.propose(command)

    def _press_button(self, seat: int) -> None:
        """Deal if every blocking seat is ready; otherwise this seat is ready."""
        state, setup = self._proposals.state, self._proposals.setup
        if seat not in setup.dealers:
            raise Refused("clock", message("refused.by_clock"))
        if setup.dealing == BUTTON and state.phase is Phase.BETTING:
            blocking = blocking_seats(state, {*self._presence.present_seats(setup.seats), seat})
            if seat not in blocking:
                raise Refused("no_chips", message("refused.no_chips"))
            pressed = setup.with_ready(seat)
            if blocking.difference(pressed.ready):
                self._proposals.setup = pressed
                return
        self._proposals.propose(commands.Deal())

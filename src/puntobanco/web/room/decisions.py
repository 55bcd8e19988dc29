"""What follows from a guest's order or a deadline: commands of the table and a new room value."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum, auto
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from puntobanco.table import MAX_SEATS, Command, Phase, State, commands
from puntobanco.web.limits import Pace
from puntobanco.web.room.changes import blocking_seats, ceremony_ends, idle_at
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.value import BUTTON, Guest, RoomValue
from puntobanco.wire.commands import AnyCommand, MoreTime, SeatCommand, Sit
from puntobanco.words import message

EXTENDABLE_BELOW = 0.8
"""The part of the period below which the time left can be extended."""

ON_STAKES = {
    commands.PlaceBet,
    commands.Undo,
    commands.TakeBack,
    commands.Repeat,
    commands.Double,
}
"""Commands that the table decides alone. They change only stakes, and never the room value."""


class ShoeStep(Enum):
    """A step of the house that needs the croupier's secrets."""

    COMMIT = auto()
    OPEN = auto()


class Facts(NamedTuple):
    """The inputs of a decision, apart from the order itself."""

    room: RoomValue
    """The value after everything proposed so far."""
    stored: RoomValue
    """The value that guests know."""
    state: State
    """The public state after everything proposed so far."""
    here: Collection[str]
    """The ids of the connected guests."""
    now: int
    max_extensions: int


def decide(facts: Facts, guest: Guest, order: AnyCommand) -> tuple[Command | None, RoomValue]:
    """Return the table's command and the new room value for a guest's order, or refuse it."""
    room = facts.room
    if isinstance(order, Sit):
        return _sit(facts, guest, order.seat)
    seat = room.seat_of(guest.id)
    if seat is None:
        raise Refused("not_seated", message("refused.not_seated"))
    match order:
        case SeatCommand():
            command = order.at(seat)
        case MoreTime():
            return None, _extended(facts, guest.id)
        case unknown:
            assert_never(unknown)
    match command:
        case commands.Deal():
            return _press(facts, seat)
        case commands.CommitSeed() if _stages(facts) != {"commit"}:
            raise Refused("not_now", message("refused.not_commit"))
        case commands.RevealSeed() if _stages(facts) != {"reveal"}:
            raise Refused("not_now", message("refused.not_reveal"))
        case _:
            pass
    return command, room


def _stages(facts: Facts) -> set[str | None]:
    """Return the stage of the ceremony that guests know, and the one that is proposed."""
    return {room.stage.name if room.stage else None for room in (facts.stored, facts.room)}


def _sit(facts: Facts, guest: Guest, wanted: int | None) -> tuple[Command, RoomValue]:
    """Give a guest the requested seat, or the first free one."""
    if facts.room.seat_of(guest.id) is not None:
        raise Refused("seated", message("refused.seated"))
    taken = facts.state.seats
    seat = wanted or next((n for n in range(1, MAX_SEATS + 1) if n not in taken), None)
    if seat is None:
        raise Refused("illegal", message("refused.all_seats", most=MAX_SEATS))
    return commands.Sit(seat, guest.name), facts.room.with_guest(seat, guest.id)


def _extended(facts: Facts, guest: str) -> RoomValue:
    """Return the value after a guest has extended the clock by a whole period."""
    room, now = facts.room, facts.now
    extensions = room.extensions.get(guest, 0)
    if room.closing is None:
        raise Refused("not_now", message("refused.no_clock"))
    if room.closing - now > EXTENDABLE_BELOW * room.period:
        raise Refused("not_now", message("refused.time_left"))
    if extensions >= facts.max_extensions:
        raise Refused("not_now", message("refused.extended"))
    return replace(
        room, closes=now + room.period, extensions={**room.extensions, guest: extensions + 1}
    )


def _press(facts: Facts, seat: int) -> tuple[Command | None, RoomValue]:
    """Deal if every blocking seat is ready; otherwise this seat is ready."""
    room, state = facts.room, facts.state
    if seat not in room.dealers:
        raise Refused("clock", message("refused.by_clock"))
    if room.dealing == BUTTON and state.phase is Phase.BETTING:
        blocking = blocking_seats(state, {*room.present_seats(facts.here), seat})
        if seat not in blocking:
            raise Refused("no_chips", message("refused.no_chips"))
        pressed = room.with_ready(seat)
        if blocking.difference(pressed.ready):
            return None, pressed
    return commands.Deal(), room


def check_closing(room: RoomValue, state: State, guest: Guest) -> None:
    """Refuse to close a table, unless its owner asks and nobody else sits there."""
    if guest.id != room.owner:
        raise Refused("not_yours", message("refused.not_yours"))
    if state.phase is Phase.CLOSED:
        raise Refused("closed", message("refused.closed"))
    if any(seated != guest.id for seated in room.seats.values()):
        raise Refused("occupied", message("refused.occupied"))


def steps_due(room: RoomValue, state: State, now: int, pace: Pace) -> list[Command | ShoeStep]:
    """Return what the house does by itself now. The value is up to date."""
    if idle_at(room, pace) <= now:
        return [commands.CloseTable()]
    expired = [seat for seat, since in room.away.items() if since + pace.away <= now]
    steps: list[Command | ShoeStep] = [commands.ExpireSeat(seat) for seat in expired]
    match state.phase:
        case Phase.NO_SHOE if room.next_shoe_at <= now and not room.is_stopped:
            steps.append(ShoeStep.COMMIT)
        case Phase.SEEDING if ceremony_ends(room, state) <= now:
            steps.append(ShoeStep.OPEN)
        case Phase.BETTING if room.deals_at <= now:
            steps.append(commands.Deal())
        case _:
            pass
    return steps

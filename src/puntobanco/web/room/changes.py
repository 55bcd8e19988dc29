"""How a room value changes with events, time, and the guests who come and go. Pure functions."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from puntobanco.house import House, NoCutCard
from puntobanco.table import Event, Phase, Seat, State
from puntobanco.table.events import Burned, CoupDealt, GuestLeft, ShoeClosed
from puntobanco.web.limits import NEVER, Pace
from puntobanco.web.room.display import display_time
from puntobanco.web.room.value import Countdown, RoomValue, Stage


def after_event(room: RoomValue, event: Event, now: int, pace: Pace) -> RoomValue:
    """Return the value after an event."""
    match event:
        case GuestLeft(seat=seat):
            return room.without(seat)
        case CoupDealt():
            opens = now + round(pace.showing * display_time(event))
            return replace(room, opens=opens, ready=(), countdown=None, closes=None, extensions={})
        case Burned() | ShoeClosed():
            shown = round(pace.showing * display_time(event))
            return replace(room, opens=max(now, room.opens) + shown)
        case _:
            return room


def updated(
    room: RoomValue, state: State, here: Collection[str], now: int, pace: Pace
) -> RoomValue:
    """Return the value that fits the table's state, the guests who are here, and the time.

    It is the same object if nothing changed.
    """
    present = room.present_seats(here)
    room = _with_presence(room, here, now)
    room = _resumed(room, now, pace) if present else _stopped(room, now)
    room = _with_next_shoe(room, state, now, pace)
    room = _with_stage(room, state, present, now, pace)
    room = _with_clock(room, state, now)
    room = _with_countdown(room, state, present, now, pace)
    return _with(room, due=_due(room, state, pace))


def _with(room: RoomValue, **changes: object) -> RoomValue:
    """Return the value with other fields, or the same object if they are equal."""
    is_same = all(getattr(room, name) == value for name, value in changes.items())
    return room if is_same else replace(room, **changes)


# --- guests who come and go -----------------------------------------------------------------------


def _with_presence(room: RoomValue, here: Collection[str], now: int) -> RoomValue:
    away = {
        seat: room.away.get(seat, now) for seat, guest in room.seats.items() if guest not in here
    }
    since = now if room.empty_since is None else room.empty_since
    return _with(room, away=away, empty_since=None if here else since)


def _stopped(room: RoomValue, now: int) -> RoomValue:
    """Stop the deadlines of the coup and the ceremony: no seated guest is here."""
    return room if room.is_stopped else replace(room, stopped_at=now)


def _resumed(room: RoomValue, now: int, pace: Pace) -> RoomValue:
    """Resume the deadlines: a seated guest is back, and the others get time to come back too."""
    if room.stopped_at is None:
        return room
    pause, soonest = max(0, now - room.stopped_at), now + pace.back
    closes, countdown, stage = room.closes, room.countdown, room.stage
    return replace(
        room,
        stopped_at=None,
        closes=None if closes is None else max(closes + pause, soonest),
        countdown=countdown and Countdown(max(countdown.ends + pause, soonest)),
        stage=stage and replace(stage, due=max(stage.due + pause, soonest)),
    )


# --- the ceremony ---------------------------------------------------------------------------------


def _with_next_shoe(room: RoomValue, state: State, now: int, pace: Pace) -> RoomValue:
    """Plan the next shoe when one is over."""
    if state.phase is not Phase.NO_SHOE:
        return _with(room, next_shoe_at=NEVER)
    if room.next_shoe_at != NEVER:
        return room
    return replace(room, next_shoe_at=now + (0 if _is_brief(state) else pace.between))


def _with_stage(
    room: RoomValue, state: State, present: Collection[int], now: int, pace: Pace
) -> RoomValue:
    """Start or end a stage of the ceremony."""
    stage = room.stage
    if state.phase is not Phase.SEEDING:
        return _with(room, stage=None)
    if stage is None or stage.shoe != state.shoe:
        lasts = pace.stage // (3 if _is_brief(state) else 1)
        return replace(room, stage=Stage("commit", state.shoe, now + lasts))
    if stage.name == "commit" and state.ceremony.promises:
        promised = {promise.seat for promise in state.ceremony.promises}
        is_over = stage.due <= now or promised.issuperset(present)
        if is_over and not room.is_stopped:
            return replace(room, stage=Stage("reveal", stage.shoe, now + pace.stage))
    return room


def _is_brief(state: State) -> bool:
    """Return whether every coup has its own shoe: commitments are short then, without a pause."""
    return state.house.cut_card is NoCutCard.EVERY_COUP


def ceremony_ends(room: RoomValue, state: State) -> int:
    """Return when the order of the shoe is fixed: at once if every committed seed is revealed."""
    if room.stage is None or room.is_stopped:
        return NEVER
    is_complete = room.stage.name == "reveal" and not state.ceremony.withheld
    return 0 if is_complete else room.stage.due


# --- the clock and the ready button ---------------------------------------------------------------


def _with_clock(room: RoomValue, state: State, now: int) -> RoomValue:
    """Start the betting clock of a coup, or stop it."""
    if not room.period or state.phase is not Phase.BETTING:
        return _with(room, closes=None, extensions={})
    if room.is_stopped or room.closes is not None:
        return room
    return replace(room, closes=max(now, room.opens) + room.period)


def _with_countdown(
    room: RoomValue, state: State, present: Collection[int], now: int, pace: Pace
) -> RoomValue:
    """Start, shorten or call off the countdown of the ready button."""
    if not room.ready:
        return _with(room, countdown=None)
    if room.is_stopped:
        return room
    countdown = room.countdown or Countdown(max(now, room.opens) + pace.ready)
    if waiting_seats(room, state, present):
        countdown = replace(countdown, shortened=NEVER, has_waited=True)
    elif countdown.has_waited:
        soon = now + _grace(room, state, pace)
        countdown = replace(countdown, shortened=min(countdown.shortened, soon))
    return _with(room, countdown=countdown)


def _grace(room: RoomValue, state: State, pace: Pace) -> int:
    """Return how long a guest whose connection broke is waited for; 0 if there is none."""
    is_settled = blocking_seats(state, state.seats.keys()).issubset(room.ready)
    return 0 if is_settled else pace.back


def waiting_seats(room: RoomValue, state: State, present: Collection[int]) -> set[int]:
    """Return the seats that the ready guests wait for."""
    return blocking_seats(state, present).difference(room.ready) if room.ready else set()


def blocking_seats(state: State, seats: Collection[int]) -> set[int]:
    """Return which of these seats the deal waits for: those that can bet, or all if none can."""
    betting = {seat for seat in seats if _can_bet(state.house, state.seats[seat])}
    return betting or set(seats)


def _can_bet(house: House, seat: Seat) -> bool:
    limits = house.limits
    return limits is not None and (bool(seat.wagers) or seat.bankroll >= limits.minimum)


# --- deadlines ------------------------------------------------------------------------------------


def idle_at(room: RoomValue, pace: Pace) -> int:
    """Return when the table has been empty for too long."""
    return NEVER if room.empty_since is None else room.empty_since + pace.idle


def _due(room: RoomValue, state: State, pace: Pace) -> int:
    """Return the next deadline."""
    absences = (since + pace.away for since in room.away.values())
    match state.phase:
        case Phase.CLOSED:
            return NEVER
        case Phase.SEEDING:
            phase_due = ceremony_ends(room, state)
        case Phase.NO_SHOE:
            phase_due = NEVER if room.is_stopped else room.next_shoe_at
        case _:
            phase_due = room.deals_at
    return min(idle_at(room, pace), phase_due, *absences)

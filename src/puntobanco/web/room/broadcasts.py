"""The frames on the clock, the ceremony, the ready button and the guests who are here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puntobanco.announcer.names import guest_fact
from puntobanco.announcer.status import (
    cards_message,
    longer_messages,
    ready_messages,
    short_messages,
    time_messages,
    waiting_message,
)
from puntobanco.table import State
from puntobanco.web.limits import NEVER
from puntobanco.web.room.changes import waiting_seats
from puntobanco.web.room.value import RoomValue
from puntobanco.wire.frames import Ceremony, Clock, ClockCall, Frame, Ready
from puntobanco.wire.parts import wire_message, wire_messages
from puntobanco.words import Message, message

LAST_CALL = 5_000
"""Milliseconds before the end at which guests hear how little is left."""


class Moment(NamedTuple):
    """What guests know of a table at one time, besides its events."""

    room: RoomValue
    state: State
    present: list[int]
    """The seats whose guests are connected."""


def changed_frames(before: Moment, after: Moment, now: int, *, more: int) -> Iterator[Frame]:
    """Yield the frames that follow from two scenes. `more` is the most extensions of a guest."""
    was, room = before.room, after.room
    if (was.stage, was.is_stopped) != (room.stage, room.is_stopped) and (was.stage or room.stage):
        yield ceremony_frame(after, now)
    if (was.closing, was.extensions) != (room.closing, room.extensions):
        yield clock_frame(after, now, more=more, extended_by=_extended_by(was, room))
    if button_of(before) != button_of(after):
        yield ready_frame(after, now, before=before)


def ceremony_frame(scene: Moment, now: int) -> Ceremony:
    """Return the stage of the ceremony, and how long it lasts."""
    room, state = scene.room, scene.state
    is_timed = room.stage and not room.is_stopped
    return Ceremony(
        stage=room.stage.name if room.stage else None,
        shoe=state.shoe,
        commitment=state.ceremony.commitment.hex(),
        closes_in=max(0, room.stage.due - now) if room.stage and is_timed else None,
    )


# --- the clock ------------------------------------------------------------------------------------


def _extended_by(before: RoomValue, after: RoomValue) -> int | None:
    """Return the seat of the guest who has just extended the clock."""
    for guest, times in after.extensions.items():
        if times > before.extensions.get(guest, 0):
            return after.seat_of(guest)
    return None


def clock_frame(scene: Moment, now: int, *, more: int, extended_by: int | None = None) -> Clock:
    """Return how long bets are taken, who has extended that, and what guests hear."""
    room, closes = scene.room, scene.room.closing
    takes_bets = scene.state.house.limits is not None
    return Clock(
        closes_in=None if closes is None else max(0, closes - now),
        opens_in=None if closes is None else max(0, room.opens - now),
        period=room.period or None,
        more=0 if closes is None else more,
        used={
            str(seat): room.extensions[guest]
            for seat, guest in room.seats.items()
            if guest in room.extensions and closes is not None
        },
        said=_calls(scene, now, extended_by) if takes_bets else [],
    )


def _calls(scene: Moment, now: int, extended_by: int | None) -> list[ClockCall]:
    """Return what guests hear, each with the milliseconds left then; 0 is with the cards."""
    room, closes = scene.room, scene.room.closing
    left = 0 if closes is None else min(room.period, closes - now)
    if left <= 0:
        return []
    calls: list[ClockCall] = []
    if extended_by is not None:
        longer = longer_messages(left, guest_fact(extended_by, scene.state.seats))
        calls.append(ClockCall(left, wire_messages(longer), extended_by))
    elif left > LAST_CALL:
        calls.append(ClockCall(left, wire_messages(time_messages(left))))
    last_call = min(left, LAST_CALL)
    return [
        *calls,
        ClockCall(last_call, wire_messages(short_messages(last_call))),
        ClockCall(0, wire_messages([message("clock.closed")])),
    ]


# --- the ready button -----------------------------------------------------------------------------


class Button(NamedTuple):
    """What guests know of the ready button."""

    dealers: tuple[int, ...] = ()
    ready: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    """The seats that the deal waits for."""
    deals_at: int = NEVER
    """When the cards come, unless all are ready before."""


def button_of(scene: Moment) -> Button:
    """Return the ready button of a scene."""
    room, state, present = scene
    waiting = waiting_seats(room, state, present)
    return Button(room.dealers, room.ready, tuple(sorted(waiting)), room.countdown_ends)


def ready_frame(scene: Moment, now: int, *, before: Moment | None = None) -> Ready:
    """Return who is ready and, for guests who knew the scene before, what is new."""
    button, state = button_of(scene), scene.state
    is_same_coup = before is not None and before.state.coups_dealt == state.coups_dealt
    known = button_of(before) if before and is_same_coup else Button()
    waits = waiting_message([guest_fact(seat, state.seats) for seat in button.waiting])
    return Ready(
        dealers=list(button.dealers),
        seats=list(button.ready),
        waiting=list(button.waiting),
        waits=wire_message(waits) if waits else None,
        deals_in=None if button.deals_at == NEVER else max(0, button.deals_at - now),
        said=wire_messages(_ready_messages(state, known, button, now)),
    )


def _ready_messages(state: State, known: Button, button: Button, now: int) -> list[Message]:
    """Return what guests hear who knew the button of this coup as it was."""
    if not button.ready:
        return [message("ready.called_off")] if known.ready else []
    new = [seat for seat in button.ready if seat not in known.ready]
    messages = ready_messages([guest_fact(seat, state.seats) for seat in new]) if new else []
    if button.deals_at not in (known.deals_at, NEVER):
        is_waiting = bool(button.waiting)
        messages.append(cards_message(button.deals_at - now, is_waiting=is_waiting))
    return messages

"""The ready button: which seats are ready for the cards, and how long the others are waited for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from puntobanco.announcer.names import guest_fact
from puntobanco.announcer.status import cards_message, ready_messages, waiting_message
from puntobanco.house import House
from puntobanco.table import Seat, State
from puntobanco.web.limits import NEVER, Pace
from puntobanco.web.room.setup import Setup
from puntobanco.wire.frames import Ready
from puntobanco.wire.messages import wire_message, wire_messages
from puntobanco.words import Message, message


def blocking_seats(state: State, seats: Collection[int]) -> set[int]:
    """Which of these seats the deal waits for: those that can bet, or all if none can."""
    betting = {seat for seat in seats if _can_bet(state.house, state.seats[seat])}
    return betting or set(seats)


def _can_bet(house: House, seat: Seat) -> bool:
    limits = house.limits
    return limits is not None and (bool(seat.wagers) or seat.bankroll >= limits.minimum)


@dataclass(slots=True)
class Countdown:
    """When the cards come: at the end of a period, or soon after the last awaited guest left."""

    ends: int
    shortened: int = NEVER
    has_waited: bool = False
    """Whether another guest was waited for."""

    @property
    def deals_at(self) -> int:
        """When the cards come."""
        return min(self.ends, self.shortened)

    def update(self, now: int, *, is_waiting: bool, grace: int) -> None:
        """Shorten the countdown when nobody is waited for any more, to so many milliseconds."""
        if is_waiting:
            self.shortened, self.has_waited = NEVER, True
        elif self.has_waited:
            self.shortened = min(self.shortened, now + grace)


class ButtonState(NamedTuple):
    """What guests know of the button."""

    coup: int = -1
    dealers: tuple[int, ...] = ()
    ready: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    """The seats that the deal waits for."""
    deals_at: int = NEVER
    """When the cards come, unless all are ready before."""


class ReadyButton:
    """Counts down from the first press of a coup, while a seated guest is connected.

    When the last awaited guest has gone, the cards come soon: after the time in which a broken
    connection may come back, or at once if the guest left the seat. After a restart nobody was
    awaited yet, so the first guest to return gets the whole countdown.
    """

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._state = ButtonState()
        self._countdown: Countdown | None = None

    @property
    def deals_at(self) -> int:
        """When the cards come."""
        return self._state.deals_at

    def update(
        self, state: State, setup: Setup, present: Collection[int], *, now: int, opens: int
    ) -> Ready | None:
        """Follow the table; gives the frame to broadcast if the button changed.

        `opens` is when everyone has seen the last coup: a countdown begins there.
        """
        before, ready, dealers = self._state, setup.ready, setup.dealers
        if not (ready or before.ready) and dealers == before.dealers:
            return None
        if not (ready and present):
            self._countdown = None
        elif self._countdown is None or before.coup != state.coups_dealt:
            self._countdown = Countdown(max(now, opens) + self._pace.ready)
        waiting = blocking_seats(state, present).difference(ready) if ready else set[int]()
        if self._countdown:
            grace = self._grace(state, ready)
            self._countdown.update(now, is_waiting=bool(waiting), grace=grace)
        deals_at = self._countdown.deals_at if self._countdown else NEVER
        coup, awaited = state.coups_dealt, tuple(sorted(waiting))
        self._state = ButtonState(coup, dealers, ready, awaited, deals_at)
        return None if self._state == before else self._frame(state, before, now)

    def _grace(self, state: State, ready: tuple[int, ...]) -> int:
        """How long a guest whose connection broke is waited for; 0 if there is none."""
        is_settled = blocking_seats(state, state.seats.keys()).issubset(ready)
        return 0 if is_settled else self._pace.back

    def frame(self, state: State, now: int) -> Ready:
        """Who is ready, for a new connection."""
        return self._frame(state, ButtonState(), now)

    def _frame(self, state: State, before: ButtonState, now: int) -> Ready:
        button = self._state
        waits = waiting_message([guest_fact(seat, state.seats) for seat in button.waiting])
        return Ready(
            dealers=list(button.dealers),
            seats=list(button.ready),
            waiting=list(button.waiting),
            waits=wire_message(waits) if waits else None,
            deals_in=None if button.deals_at == NEVER else max(0, button.deals_at - now),
            said=wire_messages(_messages(state, before, button, now)),
        )


def _messages(state: State, before: ButtonState, button: ButtonState, now: int) -> list[Message]:
    """What guests hear who knew the button as it was before."""
    if not button.ready:
        is_called_off = before.ready and before.coup == button.coup
        return [message("ready.called_off")] if is_called_off else []
    if before.coup != button.coup:
        before = ButtonState()
    new = [seat for seat in button.ready if seat not in before.ready]
    guests = [guest_fact(seat, state.seats) for seat in new]
    messages = ready_messages(guests) if guests else []
    if button.deals_at not in (before.deals_at, NEVER):
        is_waiting = bool(button.waiting)
        messages.append(cards_message(button.deals_at - now, is_waiting=is_waiting))
    return messages

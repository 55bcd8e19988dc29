"""The betting clock, and how long the page takes to show an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from puntobanco.announcer.names import guest_fact
from puntobanco.announcer.status import longer_messages, short_messages, time_messages
from puntobanco.coup import Called, Dealt, Drew, Ended, Stood
from puntobanco.table import Event, Phase, Seat, State
from puntobanco.table.events import Burned, CoupDealt, ShoeClosed
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.setup import Setup
from puntobanco.wire.frames import Clock, ClockCall
from puntobanco.wire.messages import wire_messages
from puntobanco.wire.parts import Durations
from puntobanco.words import Message, message

LEAST_NATURAL = 8


DURATIONS = Durations(
    clearing=260,
    slide=300,
    turn=240,
    call=550,
    cut_card=900,
    decision=1_050,
    natural=600,
    result=350,
    paying=1_500,
    no_bets=700,
    holding=3_000,
    shuffling=1_200,
    burn_card=1_500,
)
"""The server sends them to the page in the welcome frame."""

ONE_CARD = DURATIONS.slide + DURATIONS.turn


def display_time(event: CoupDealt | Burned | ShoeClosed) -> int:
    """Return the most milliseconds that the page takes to show an event.

    The last board of a shoe stays for a while, unless every coup has its own shoe. A burn
    card is shown after a shuffle.

    >>> from puntobanco.coup import Coup
    >>> display_time(CoupDealt(1, Coup.parse("4h 5c / Ks 5d"), cut_after=None, last=False))
    5420
    >>> display_time(CoupDealt(1, Coup.parse("4h 5c / Ks 9d")))
    6020
    """
    lasts = DURATIONS
    if isinstance(event, Burned):
        return lasts.shuffling + ONE_CARD + lasts.burn_card
    if isinstance(event, ShoeClosed):
        return lasts.holding if event.coups > 1 else 0
    time = lasts.clearing + lasts.paying + (0 if event.cut_after is None else lasts.cut_card)
    for step in event.coup.events:
        match step:
            case Dealt():
                time += ONE_CARD
            case Called():
                time += lasts.call
            case Stood(total=total, reason=square):
                is_natural = square is None and total >= LEAST_NATURAL
                time += lasts.decision if square else lasts.natural * is_natural
            case Drew():
                time += lasts.decision + ONE_CARD
            case Ended():
                time += lasts.result
    return time


LAST_CALL = 5_000
"""Milliseconds before the end at which guests hear how little is left."""

EXTENDABLE_BELOW = 0.8
"""The part of the period below which the time left can be extended."""


@dataclass(slots=True)
class BettingClock:
    """How long bets on a coup are taken, and how often each guest has extended the time."""

    period: int
    """Milliseconds; 0 at a table without a clock."""
    max_extensions: int
    """Extensions for each guest in one coup."""
    coup: int = -1
    opens: int = 0
    """When the page has shown what was dealt; the period begins then."""
    closes: int | None = None
    """When bets close, while the clock runs."""
    extensions: dict[str, int] = field(default_factory=dict)
    """How often each guest has extended the time for this coup."""
    pending_extension: str | None = None
    """The guest whose extension is proposed and not durable yet."""

    def wait_for_display(self, events: Iterable[Event], now: int, *, pace: float) -> None:
        """Do not start before the page has shown these events."""
        for event in events:
            if isinstance(event, CoupDealt | Burned | ShoeClosed):
                start = now if isinstance(event, CoupDealt) else max(now, self.opens)
                self.opens = start + round(pace * display_time(event))

    def update(self, state: State, now: int, *, is_attended: bool) -> bool:
        """Start or stop as the state requires; gives whether anything changed."""
        if not (self.period and is_attended and state.phase is Phase.BETTING):
            was_running = self.closes is not None
            self.closes, self.extensions = None, {}
            return was_running
        if self.closes is not None and self.coup == state.coups_dealt:
            return False
        self.coup, self.extensions = state.coups_dealt, {}
        self.closes = max(now, self.opens) + self.period
        return True

    def propose_extension(self, guest: str, coup: int, now: int) -> None:
        """Accept a guest's request for more time, or refuse it."""
        if self.closes is None or self.coup != coup:
            raise Refused("not_now", message("refused.no_clock"))
        if self.closes - now > EXTENDABLE_BELOW * self.period:
            raise Refused("not_now", message("refused.time_left"))
        if self.extensions.get(guest, 0) >= self.max_extensions:
            raise Refused("not_now", message("refused.extended"))
        if self.pending_extension:
            raise Refused("not_now", message("refused.time_left"))
        self.pending_extension = guest

    def extend(self, coup: int, now: int) -> str | None:
        """Give the whole period again if that was proposed and its coup is not over.

        Gives the guest who asked for it.
        """
        guest, self.pending_extension = self.pending_extension, None
        if guest is None or self.closes is None or self.coup != coup:
            return None
        self.closes = now + self.period
        self.extensions[guest] = self.extensions.get(guest, 0) + 1
        return guest

    def frame(
        self, state: State, setup: Setup, now: int, *, extended_by: int | None = None
    ) -> Clock:
        """How long bets are taken, how often each seat has extended it, and what guests hear.

        `extended_by` is the seat of a guest who has just extended the time.
        """
        is_running = self.closes is not None
        seats = setup.seats.items()
        takes_bets = state.house.limits is not None
        return Clock(
            closes_in=None if self.closes is None else max(0, self.closes - now),
            opens_in=max(0, self.opens - now) if is_running else None,
            period=self.period or None,
            more=self.max_extensions if is_running else 0,
            used={
                str(seat): self.extensions[guest]
                for seat, guest in seats
                if guest in self.extensions
            },
            said=self._calls(state.seats, now, extended_by) if takes_bets else [],
        )

    def _calls(
        self, seats: Mapping[int, Seat], now: int, extended_by: int | None
    ) -> list[ClockCall]:
        """What guests hear, each with the milliseconds left at that time; 0 is with the cards."""
        left = 0 if self.closes is None else min(self.period, self.closes - now)
        if left <= 0:
            return []
        calls: list[ClockCall] = []
        if extended_by is not None:
            longer = longer_messages(left, guest_fact(extended_by, seats))
            calls.append(ClockCall(left, wire_messages(longer), extended_by))
        elif left > LAST_CALL:
            calls.append(_call(left, time_messages(left)))
        last_call = min(left, LAST_CALL)
        return [
            *calls,
            _call(last_call, short_messages(last_call)),
            _call(0, [message("clock.closed")]),
        ]


def _call(left: int, messages: list[Message]) -> ClockCall:
    return ClockCall(left, wire_messages(messages))

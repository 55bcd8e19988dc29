"""The betting clock of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from puntobanco.announcer import (
    NO_MORE_BETS,
    Level,
    guest_name,
    longer_line,
    short_line,
    time_line,
)
from puntobanco.table import Event, Seat
from puntobanco.table.events import Burned, CoupDealt, ShoeClosed
from puntobanco.web.room.frame import Frame
from puntobanco.web.room.showing import showing

SHORT = 5_000
"""So many milliseconds before the end it is said how little is left."""

MOST = 0.8
"""As long as more of the period than this is left, nobody needs more time."""


@dataclass(slots=True)
class Clock:
    """The betting clock: its coup, when it runs out, and how often each guest started it anew."""

    period: int
    coup: int = -1
    opens: int = 0
    """When the page has shown what was dealt."""
    closes: int | None = None
    used: dict[str, int] = field(default_factory=dict)

    def start(self, coup: int, now: int) -> None:
        """Bets on this coup are taken from now on; time runs when the last one was shown."""
        self.coup, self.closes, self.used = coup, max(now, self.opens) + self.period, {}

    def await_showing(self, happened: Iterable[Event], now: int, *, pace: float) -> None:
        """Time does not run before the page has shown what was dealt."""
        for event in happened:
            if isinstance(event, CoupDealt | Burned | ShoeClosed):
                start = now if isinstance(event, CoupDealt) else max(now, self.opens)
                self.opens = start + round(pace * showing(event))

    def refusal(self, guest: str, coup: int, *, now: int, most: int) -> str | None:
        """Why a guest is not given more time for a coup, if so."""
        if self.closes is None or self.coup != coup:
            return "No clock is running."
        if self.closes - now > MOST * self.period:
            return "Most of the time is left."
        if self.used.get(guest, 0) >= most:
            return "You have lengthened the clock often enough for one coup."
        return None

    def lengthen(self, guest: str, now: int) -> None:
        """Start anew for a guest."""
        self.closes = now + self.period
        self.used[guest] = self.used.get(guest, 0) + 1

    def stop(self) -> None:
        """No bets are timed."""
        self.closes, self.used = None, {}

    def said(
        self, now: int, seats: Mapping[int, Seat], *, for_whom: int | None = None
    ) -> list[Frame]:
        """What is said of it, each with so many milliseconds left; at 0, with the cards.

        `for_whom` is the seat of a guest who has just lengthened it.
        """
        left = 0 if self.closes is None else min(self.period, self.closes - now)
        if left <= 0:
            return []
        told: list[Frame] = []
        if for_whom is not None:
            name = guest_name(for_whom, seats)
            by_name = _by_level(lambda ms, level: longer_line(ms, level, name=name), left)
            own = _by_level(longer_line, left)
            told.append({"left": left, "seat": for_whom, "say": by_name, "say_own": own})
        elif left > SHORT:
            told.append({"left": left, "say": _by_level(time_line, left)})
        short = min(left, SHORT)
        told.append({"left": short, "say": _by_level(short_line, short)})
        return [*told, {"left": 0, "say": _by_level(lambda _ms, _level: NO_MORE_BETS, 0)}]

    def frame(self, now: int, most: int, seats: dict[int, str]) -> Frame:
        """How long bets are taken, and how often each seat may still ask for more."""
        runs = self.closes is not None
        return {
            "type": "clock",
            "closes_in": None if self.closes is None else max(0, self.closes - now),
            "opens_in": max(0, self.opens - now) if runs else None,
            "period": self.period or None,
            "more": most if runs else 0,
            "used": {
                str(seat): self.used[guest] for seat, guest in seats.items() if guest in self.used
            },
        }


def _by_level(line: Callable[[int, Level], str], ms: int) -> dict[str, list[str]]:
    return {level.value: [line(ms, level)] for level in Level}

"""What a table knows only while the server runs: who is connected, the clock, the ceremony."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from puntobanco.fairness import Ceremony

NEVER = 1 << 62
"""A time that does not come."""

Frame = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the ceremony of seeds, and when it ends at the latest."""

    name: str
    shoe: int
    due: int

    def is_over(self, told: Ceremony, here: set[int], now: int) -> bool:
        """Whether its time is up, or nothing more can come."""
        return self.due <= now or self.is_complete(told, here)

    def is_complete(self, told: Ceremony, here: set[int]) -> bool:
        """Whether every seated guest who is here has done what the stage is for."""
        if self.name == "reveal":
            return not told.withheld
        return bool(here) and here <= {promise.seat for promise in told.promises}


def ceremony_frame(stage: Stage | None, shoe: int, commitment: str, now: int) -> Frame:
    """Which seeds are taken."""
    return {
        "type": "ceremony",
        "stage": stage.name if stage else None,
        "shoe": shoe,
        "commitment": commitment,
        "closes_in": max(0, stage.due - now) if stage else None,
    }


@dataclass(slots=True)
class Clock:
    """The betting clock: its coup, when it runs out, and how often it may be started anew."""

    period: int
    coup: int = -1
    closes: int | None = None
    more: int = 0

    def start(self, coup: int, now: int, more: int) -> None:
        """Bets on this coup are taken from now on."""
        self.coup, self.closes, self.more = coup, now + self.period, more

    def lengthen(self, now: int) -> None:
        """Start anew."""
        self.closes, self.more = now + self.period, self.more - 1

    def stop(self) -> None:
        """No bets are timed."""
        self.closes, self.more = None, 0

    def frame(self, now: int) -> Frame:
        """How long bets are taken."""
        return {
            "type": "clock",
            "closes_in": None if self.closes is None else max(0, self.closes - now),
            "period": self.period or None,
            "more": self.more,
        }


@dataclass(slots=True)
class Presence:
    """Who is connected, and since when others are not."""

    sockets: dict[str, int] = field(default_factory=dict)
    """The number of sockets of each guest."""
    away: dict[int, int] = field(default_factory=dict)
    """Since when the guest of a seat is away."""
    empty_since: int | None = 0
    told_at: int = -(10**9)
    is_news: bool = False

    def came(self, guest: str) -> None:
        """One more socket of a guest."""
        self.sockets[guest] = self.sockets.get(guest, 0) + 1
        self.empty_since = None
        self.is_news = True

    def went(self, guest: str, now: int) -> None:
        """One socket less."""
        self.sockets[guest] -= 1
        self.is_news = True
        if not self.sockets[guest]:
            del self.sockets[guest]
        if not self.sockets:
            self.empty_since = now

    def look(self, seats: dict[int, str], now: int) -> None:
        """See whose guests are away."""
        self.away = {
            seat: self.away.get(seat, now)
            for seat, guest in seats.items()
            if guest not in self.sockets
        }

    def frame(self, seated: list[int]) -> Frame:
        """Who is here."""
        watching = len(self.sockets) - len(seated)
        return {"type": "room", "here": seated, "watching": watching}

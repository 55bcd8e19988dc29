"""Who is connected to a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from puntobanco.web.room.frame import Frame


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

    def seated(self, seats: Mapping[int, str]) -> list[int]:
        """The seats whose guests are connected."""
        return [seat for seat, guest in seats.items() if guest in self.sockets]

    def frame(self, seated: list[int]) -> Frame:
        """Who is here."""
        watching = len(self.sockets) - len(seated)
        return {"type": "room", "here": seated, "watching": watching}

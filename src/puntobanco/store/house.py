"""The house clock, who is connected to which server, and wake-ups, for servers in one process.

Several servers share one house through a database. A log in a file has one server, and a log in
memory may have several, so here a house is an object in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

LONGEST_BEAT = 2_000
"""The most milliseconds by which one beat advances the house clock."""

SILENCE = 3_000
"""Milliseconds after which a silent server has no guests, and for which a restarted database does
not know who is connected."""


class Beat(NamedTuple):
    """The answer to a server's heartbeat."""

    now: int
    """The house clock in milliseconds. It never goes back."""
    connected: dict[str, frozenset[str]]
    """The guests who are connected to any live server, by stream."""
    is_restarted: bool = False
    """Whether the database has just restarted, so that seated guests count as present."""


class LocalHouse:
    """The house of the servers in this process, by a clock in milliseconds that may jump."""

    def __init__(self, clock: Callable[[], int], start: Callable[[], int]) -> None:
        self._clock, self._start = clock, start
        self._beaten_at = clock()
        self._now: int | None = None
        self._restarted_at: int | None = None
        self._servers: dict[str, tuple[int, set[tuple[str, str]]]] = {}
        """The last beat of each server by the house clock, and the guests connected to it."""
        self.listeners: dict[object, Callable[[Collection[str]], None]] = {}

    @property
    def now(self) -> int:
        """The house clock at the last beat."""
        if self._now is None:
            self._now = self._start()
        return self._now

    def restart(self) -> None:
        """Forget who is connected, as a restarted database does."""
        self._servers.clear()
        self._restarted_at = self.now

    def beat(self, server: str, present: Collection[tuple[str, str]]) -> Beat:
        """Advance the clock, and store who is connected to a server."""
        time = self._clock()
        self._now = self.now + max(0, min(time - self._beaten_at, LONGEST_BEAT))
        self._beaten_at = time
        self._servers[server] = (self._now, set(present))
        connected: dict[str, set[str]] = {}
        for last, pairs in self._servers.values():
            if self._now - last < SILENCE:
                for stream, guest in pairs:
                    connected.setdefault(stream, set()).add(guest)
        return Beat(
            self._now, {each: frozenset(connected[each]) for each in connected}, self._is_new
        )

    @property
    def _is_new(self) -> bool:
        return self._restarted_at is not None and self.now - self._restarted_at < SILENCE

    def announce(self, server: str, present: Collection[tuple[str, str]]) -> None:
        """Add guests who have just connected to a server."""
        _, pairs = self._servers.get(server, (0, set()))
        self._servers[server] = (self.now, pairs | set(present))

    def withdraw(self, server: str) -> None:
        """Forget a server that stops."""
        self._servers.pop(server, None)

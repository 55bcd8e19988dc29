"""Frames that wait for one socket."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

TOO_SLOW = 4008
TABLE_CLOSED = 4001


class Goodbye(NamedTuple):
    """How a socket is closed."""

    code: int
    reason: str


def _nobody() -> None:
    """Nobody waits for frames yet."""


class Outbox:
    """A bounded queue. A socket that lets it overflow is closed, and may come back and resume."""

    def __init__(self, limit: int) -> None:
        self.frames: deque[str] = deque()
        self.goodbye: Goodbye | None = None
        self.ready: Callable[[], None] = _nobody
        self._limit = limit

    def put(self, frame: str) -> None:
        """Queue a frame, or give up on the socket."""
        if self.goodbye:
            return
        if len(self.frames) >= self._limit:
            self.frames.clear()
            self.close(TOO_SLOW, "this socket could not keep up; connect again")
            return
        self.frames.append(frame)
        self.ready()

    def close(self, code: int, reason: str) -> None:
        """Close the socket after what waits was sent."""
        if not self.goodbye:
            self.goodbye = Goodbye(code, reason)
            self.ready()

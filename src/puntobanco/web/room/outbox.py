"""Frames that wait to be sent over one socket."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

TOO_SLOW = 4008
TABLE_CLOSED = 4001
SERVICE_RESTART = 1012


class CloseFrame(NamedTuple):
    """The code and reason with which a socket is closed."""

    code: int
    reason: str


class Outbox:
    """A bounded queue of frames. A socket whose queue overflows is closed, and can reconnect."""

    def __init__(self, limit: int) -> None:
        self.frames: deque[str] = deque()
        self.close_frame: CloseFrame | None = None
        """Sent after all other frames."""
        self.on_ready: Callable[[], None] = lambda: None
        """Called when there is something to send."""
        self._limit = limit

    def put(self, frame: str) -> None:
        """Queue a frame, or close the socket if too many wait."""
        if self.close_frame:
            return
        if len(self.frames) >= self._limit:
            self.frames.clear()
            self.close(TOO_SLOW, "this socket could not keep up; connect again")
            return
        self.frames.append(frame)
        self.on_ready()

    def close(self, code: int, reason: str) -> None:
        """Close the socket once the queued frames are sent."""
        if not self.close_frame:
            self.close_frame = CloseFrame(code, reason)
            self.on_ready()

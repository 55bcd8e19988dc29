"""Whether the log can be written, which only a write can show."""

from __future__ import annotations

from itertools import count

from puntobanco.store import Note
from puntobanco.web.limits import NEVER

RETRY_DELAY = 1_000
"""Milliseconds between a failed write and the next attempt."""

PROBES = "trial"
"""The note shelf of probes."""

PROBE_DATA = "-" * 8_192
"""Longer than a page of the file, so that a probe fails where little space is left."""


class Health:
    """The result of the last write. After a failure the hall probes the log every second."""

    def __init__(self) -> None:
        self.is_writable = True
        self.due = NEVER
        """When to probe."""
        self._probes = count()

    def write_failed(self, now: int) -> None:
        """The log could not be written."""
        self.is_writable, self.due = False, now + RETRY_DELAY

    def write_succeeded(self) -> bool:
        """The log was written; gives whether the write before failed."""
        has_recovered, self.is_writable, self.due = not self.is_writable, True, NEVER
        return has_recovered

    def probe(self, now: int) -> list[Note]:
        """What to write when a probe is due and nothing else is to be written.

        Each probe needs new space in the file, and frees the space of the one before.
        """
        if now < self.due:
            return []
        number = next(self._probes)
        return [
            Note(PROBES, str(number % 2), PROBE_DATA),
            Note(PROBES, str((number + 1) % 2), None),
        ]

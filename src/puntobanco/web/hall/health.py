"""Whether the log can be written, which only writing tells."""

from __future__ import annotations

from itertools import count

from puntobanco.store import Note
from puntobanco.web.limits import NEVER

REST = 1_000
"""Milliseconds that the house waits after the log could not be written."""

TRIALS = "trial"
"""The shelf of what is written only to see whether it can be."""

TRIAL = "-" * 8_192
"""More than a page of the file, so that a little room that is left does not mislead."""


class Health:
    """How the last write went. After one that failed the house tries by itself, every second."""

    def __init__(self) -> None:
        self.is_well = True
        self.due = NEVER
        """When to try again."""
        self._trials = count()

    def failed(self, now: int) -> None:
        """The log could not be written."""
        self.is_well, self.due = False, now + REST

    def written(self) -> bool:
        """The log was written; gives whether that is news."""
        was_well, self.is_well, self.due = self.is_well, True, NEVER
        return not was_well

    def trial(self, now: int) -> list[Note]:
        """What to write when it is time to try and there is nothing else to write.

        It takes new room in the file, and gives the room of the trial before it back.
        """
        if now < self.due:
            return []
        number = next(self._trials)
        return [
            Note(TRIALS, str(number % 2), TRIAL),
            Note(TRIALS, str((number + 1) % 2), None),
        ]

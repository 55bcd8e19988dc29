"""Delete old receipts and guests, and watch whether the log is writable."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import suppress
from itertools import count
from typing import NamedTuple

from puntobanco.errors import NoteUnreadable
from puntobanco.store import Log, Note, Receipt
from puntobanco.web.hall.batch import Batch
from puntobanco.web.limits import NEVER, Pace
from puntobanco.web.room.value import DRILLS, GUESTS, SEATED, Guest

STEP_SIZE = 500
"""Receipts, and guests, that one step reads."""

STEP_PAUSE = 1_000
"""Milliseconds between two steps."""


class Expired(NamedTuple):
    """Expired receipts and guests, as read from the log."""

    receipts: list[Receipt]
    guests: list[tuple[str, Guest, int]]
    """These guests, with the key and time of their notes."""
    sat: set[str]
    """Those of these guests who have sat down, by id."""


class Cleanup:
    """Goes through all receipts and guests in small steps, and pauses after each round."""

    def __init__(self, pace: Pace, now: int) -> None:
        self.due = now + STEP_PAUSE
        """When the next step is due; never while one is being written."""
        self._pace = pace
        self._last_receipt, self._last_guest = ("", ""), ""
        """The keys at which the last step stopped."""
        self._is_round_over = False

    def start(self, now: int) -> bool:
        """Start a step if one is due. Return whether it was."""
        is_due = self.due <= now
        self.due = NEVER if is_due else self.due
        return is_due

    def read(self, log: Log, kept_at: int) -> Expired:
        """Read the next receipts and guests, and return those that have expired."""
        receipts = log.receipts_after(self._last_receipt, STEP_SIZE)
        guests = log.notes_after(GUESTS, self._last_guest, STEP_SIZE)
        self._last_receipt = receipts[-1][:2] if receipts else self._last_receipt
        self._last_guest = guests[-1][0] if guests else self._last_guest
        self._is_round_over = len(receipts) < STEP_SIZE and len(guests) < STEP_SIZE
        oldest = kept_at - 1_000 * self._pace.receipts
        keys = [(stream, request) for stream, request, at in receipts if at < oldest]
        old: list[tuple[str, Guest, int]] = []
        for key, text, at in guests:
            if at < kept_at - 1_000 * self._pace.visitors:
                with suppress(NoteUnreadable):
                    old.append((key, Guest.parse(text), at))
        sat = {guest.id for _, guest, _ in old if log.note(SEATED, guest.id) is not None}
        return Expired(list(log.receipts(keys).values()), old, sat)

    def propose(
        self,
        batch: Batch,
        expired: Expired,
        present: AbstractSet[str],
        is_needed: Callable[[Receipt], bool],
    ) -> None:
        """Propose to delete what has expired by the time that the hall has run.

        Receipts that a guest may still need stay; guests who are present are renewed instead.
        """
        batch.deleted_receipts += [
            (each.stream, each.id) for each in expired.receipts if not is_needed(each)
        ]
        written = {note.key for note in batch.notes}
        for key, guest, at in expired.guests:
            if key in written:
                continue
            if guest.id in present:
                batch.notes.append(Note(GUESTS, key, str(guest)))
            elif at < batch.kept_at - 1_000 * self._pace.guests or guest.id not in expired.sat:
                batch.notes.append(Note(GUESTS, key, None))
                batch.notes += [Note(shelf, guest.id, None) for shelf in (SEATED, DRILLS)]
                batch.deleted_guests.append(key)

    def finish(self, now: int) -> None:
        """End a step. If it could not be written, the next round repeats it."""
        pause = self._pace.cleanup if self._is_round_over else STEP_PAUSE
        if self._is_round_over:
            self._last_receipt, self._last_guest = ("", ""), ""
        self.due = now + pause


PROBES = "trial"
"""The note shelf of probes."""

PROBE_DATA = "-" * 8_192
"""Longer than a page of the file, so that a probe fails if little space is left."""


class StoreHealth:
    """The result of the last write. After a failure the hall probes the log until one succeeds."""

    def __init__(self, retry: int) -> None:
        self._retry = retry
        """Milliseconds until the next attempt."""
        self.is_writable = True
        self.due = NEVER
        """When to probe."""
        self._probes = count()

    def write_failed(self, now: int) -> None:
        """Record a failed write."""
        self.is_writable, self.due = False, now + self._retry

    def write_succeeded(self) -> bool:
        """Record a successful write. Return whether the previous one failed."""
        has_recovered, self.is_writable, self.due = not self.is_writable, True, NEVER
        return has_recovered

    def probe(self, now: int) -> list[Note]:
        """Return the note to write if a probe is due and nothing else is written.

        Each probe needs new space in the file, and frees the space of the one before.
        """
        if now < self.due:
            return []
        number = next(self._probes)
        return [
            Note(PROBES, str(number % 2), PROBE_DATA),
            Note(PROBES, str((number + 1) % 2), None),
        ]

"""Clears away what nobody can still ask for: old receipts, and guests who do not come any more."""

from __future__ import annotations

from collections.abc import Callable

from puntobanco.store import Note, Store
from puntobanco.web.hall.batch import Batch
from puntobanco.web.limits import NEVER, Pace
from puntobanco.web.room.setup import GUESTS, Guest

AT_ONCE = 500
"""Receipts, and guests, that one step looks at."""


class Sweep:
    """Goes through receipts and guests, a little at a time, and rests after each round."""

    def __init__(self, store: Store, pace: Pace, now: int) -> None:
        self.due = now + pace.sweep
        self._store, self._pace = store, pace
        self._receipt, self._guest = ("", ""), ""
        """The last ones that were looked at."""
        self._is_round_over = False

    def begins(self, now: int) -> bool:
        """Whether it is time for a step; the next one comes after this one."""
        is_due = self.due <= now
        self.due = NEVER if is_due else self.due
        return is_due

    def propose(self, batch: Batch, here: Callable[[], set[str]]) -> list[str]:
        """Propose to forget what is old; gives the keys of the guests. Who is here stays noted."""
        receipts = self._store.receipts_after(self._receipt, AT_ONCE)
        guests = self._store.notes_after(GUESTS, self._guest, AT_ONCE)
        self._receipt = receipts[-1][:2] if receipts else self._receipt
        self._guest = guests[-1][0] if guests else self._guest
        self._is_round_over = len(receipts) < AT_ONCE and len(guests) < AT_ONCE
        oldest = batch.at - 1_000 * self._pace.receipts
        batch.forgotten += [(stream, request) for stream, request, at in receipts if at < oldest]
        return self._forget(batch, guests, here)

    def _forget(
        self, batch: Batch, guests: list[tuple[str, str, int]], here: Callable[[], set[str]]
    ) -> list[str]:
        oldest = batch.at - 1_000 * self._pace.guests
        fresh = {note.key for note in batch.notes}
        old = {key: text for key, text, at in guests if at < oldest and key not in fresh}
        kept = here() if old else set()
        gone = [key for key, text in old.items() if Guest.parse(text).id not in kept]
        batch.notes += [Note(GUESTS, key, None if key in gone else old[key]) for key in old]
        return gone

    def done(self, now: int) -> None:
        """A step was made, or could not be written: what it left is found in the next round."""
        rest = self._pace.rest if self._is_round_over else self._pace.sweep
        if self._is_round_over:
            self._receipt, self._guest = ("", ""), ""
        self.due = now + rest

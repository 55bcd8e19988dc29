"""Who holds which token: noted beside the log, and remembered for a while."""

from __future__ import annotations

from collections.abc import Iterable

from puntobanco.store import Note, Store
from puntobanco.web.guests import GUESTS, Guest, hidden

DAY = 24 * 60 * 60 * 1_000_000
"""Microseconds. A guest's note says when the guest was last here, to about a day."""


class Guestbook:
    """Guests by their tokens. Of a token only its hash is known here."""

    def __init__(self, reader: Store, most: int) -> None:
        self._reader = reader
        self._most = most
        self._known: dict[str, Guest] = {}

    def find(self, token: str) -> Guest | None:
        """The guest who holds a token."""
        key = hidden(token)
        if key not in self._known:
            noted = self._reader.note(GUESTS, key)
            if noted is None:
                return None
            self.know(token, Guest.parse(noted))
        return self._known[key]

    def know(self, token: str, guest: Guest) -> None:
        """Remember a guest, and forget another if there are too many."""
        while len(self._known) >= self._most:
            del self._known[next(iter(self._known))]
        self._known[hidden(token)] = guest

    def renewal(self, token: str, now: int) -> Note | None:
        """What to note of a guest who is here now, if that is news."""
        guest, at = self.find(token), self._reader.noted_at(GUESTS, hidden(token))
        if guest is None or at is None or now - at < DAY:
            return None
        return Note(GUESTS, hidden(token), str(guest))

    def forget(self, keys: Iterable[str]) -> None:
        """These are not noted any more."""
        for key in keys:
            self._known.pop(key, None)

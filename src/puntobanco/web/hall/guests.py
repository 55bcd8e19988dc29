"""Guests by the hash of their token, stored as notes beside the log."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from puntobanco.store import Note, Store
from puntobanco.web.cache import Cache
from puntobanco.web.room.setup import GUESTS, Guest

DAY = 24 * 60 * 60 * 1_000_000
"""Microseconds. The time of a guest's note says when the guest was last here, to about a day."""


def token_hash(token: str) -> str:
    """What is stored of a token, so that nobody can take a seat with what the file holds."""
    return sha256(token.encode()).hexdigest()


class Guests:
    """Finds the guest who holds a token, with a cache. Tokens themselves are not kept."""

    def __init__(self, reader: Store, most: int) -> None:
        self._reader = reader
        self._cache = Cache[str, Guest](most)

    def find(self, token: str) -> Guest | None:
        """The guest who holds a token."""
        key = token_hash(token)
        guest = self._cache.get(key)
        if guest is None:
            text = self._reader.note(GUESTS, key)
            if text is None:
                return None
            guest = Guest.parse(text)
            self._cache.put(key, guest)
        return guest

    def remember(self, token: str, guest: Guest) -> None:
        """Cache a guest who is new or has changed."""
        self._cache.put(token_hash(token), guest)

    def renewal(self, token: str, now: int) -> Note | None:
        """The note of a guest who is here, if the last one is older than a day."""
        guest, at = self.find(token), self._reader.noted_at(GUESTS, token_hash(token))
        if guest is None or at is None or now - at < DAY:
            return None
        return Note(GUESTS, token_hash(token), str(guest))

    def forget(self, keys: Iterable[str]) -> None:
        """Drop guests whose notes were deleted."""
        for key in keys:
            self._cache.drop(key)

"""Guests by the hash of their token, stored as notes beside the log."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from hashlib import sha256

from puntobanco.errors import NoteUnreadable, RowDamaged
from puntobanco.store import Note, Store
from puntobanco.web.cache import Cache
from puntobanco.web.room.setup import GUESTS, Guest

RENEW_AFTER = 24 * 60 * 60 * 1_000_000
"""Microseconds after which a guest who comes again is stored again: the time of the note says when
the guest was last here, to about a day."""


_logger = logging.getLogger(__name__)


def token_hash(token: str) -> str:
    """What is stored of a token. Nobody can take a seat with what the file holds."""
    return sha256(token.encode()).hexdigest()


def guest_note(hashed: str, guest: Guest) -> Note:
    """The note of a guest."""
    return Note(GUESTS, hashed, str(guest))


class Guests:
    """Finds guests by their token, with a cache. Tokens themselves are not held."""

    def __init__(self, reader: Store, cache_size: int) -> None:
        self._reader = reader
        self._cache = Cache[str, Guest](cache_size)

    def find(self, token: str) -> Guest | None:
        """The guest who holds a token."""
        key = token_hash(token)
        guest = self._cache.get(key)
        if guest is None:
            guest = self._stored(key)
            if guest:
                self._cache.put(key, guest)
        return guest

    def _stored(self, key: str) -> Guest | None:
        """The guest of a note; one whose note is damaged is unknown, and may come in anew."""
        try:
            text = self._reader.note(GUESTS, key)
            return None if text is None else Guest.parse(text)
        except (RowDamaged, NoteUnreadable) as error:
            _logger.error("a guest is not known any more: %s", error)  # noqa: TRY400 - no trace
            return None

    def needs_renewal(self, token: str, now: int) -> bool:
        """Whether the note of a token's guest is older than a day of running time."""
        try:
            at = self._reader.noted_at(GUESTS, token_hash(token))
        except RowDamaged:
            return True
        return at is not None and now - at >= RENEW_AFTER

    def cache(self, hashed: str, guest: Guest) -> None:
        """Cache a guest who is new or was renamed."""
        self._cache.put(hashed, guest)

    def uncache(self, hashes: Iterable[str]) -> None:
        """Drop guests whose notes were deleted."""
        for key in hashes:
            self._cache.drop(key)

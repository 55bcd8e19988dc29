"""Stored guests, and the seeds of the tables' shoes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from puntobanco.croupier import SeedSource, random_seed, seed_source
from puntobanco.errors import NoteUnreadable
from puntobanco.fairness import Seed
from puntobanco.store import Log, Note
from puntobanco.web.observing import Observer
from puntobanco.web.rates import Cache
from puntobanco.web.room.value import GUESTS, Guest

SMALLEST_CACHE = 1_000

RENEW_AFTER = 60 * 60 * 1_000_000
"""Microseconds after which the note of a guest who is here is written again. So its time says, to
about an hour, when the guest was last here."""


def token_hash(token: str) -> str:
    """Return what is stored of a token. Nobody can take a seat with the content of the file."""
    return sha256(token.encode()).hexdigest()


def guest_id(token: str) -> str:
    """Return the id of a token's holder. It stays the same if a write arrives twice or late."""
    return sha256(f"guest {token}".encode()).hexdigest()[:24]


def guest_note(hashed: str, guest: Guest) -> Note:
    """Return the note of a guest."""
    return Note(GUESTS, hashed, str(guest))


class KnownGuest(NamedTuple):
    """A guest, and when the note of the guest was written, in microseconds of the hall's clock."""

    guest: Guest
    at: int


class Guests:
    """Finds guests by their token, with a cache. Tokens themselves are not held.

    On a shared log only the cache is asked: a turn fills it for each request, on another thread.
    """

    def __init__(self, reader: Log, cache_size: int, observer: Observer) -> None:
        self._reader, self._observer = reader, observer
        self._cache = Cache[str, KnownGuest](max(cache_size, SMALLEST_CACHE))
        self._signed_out = Cache[str, str](cache_size)

    def find(self, token: str) -> KnownGuest | None:
        """Return the guest with this token."""
        key = token_hash(token)
        if (known := self._cache.get(key)) or self._reader.is_shared:
            return known
        self.update(self._reader.noted(GUESTS, [key]), [key])
        return self._cache.get(key)

    def update(self, notes: Mapping[str, tuple[str | None, int]], asked: Iterable[str]) -> None:
        """Cache the guests of these notes. Drop guests without a note, if their key is in `asked`.

        A guest whose note is damaged starts again.
        """
        for key in asked:
            self._cache.drop(key)
            if key not in notes:
                continue
            text, at = notes[key]
            try:
                self.cache(key, Guest.parse(text or ""), at)
            except NoteUnreadable as error:
                self._observer.report("guest_damaged", reason=error)

    def cache(self, hashed: str, guest: Guest, at: int) -> None:
        """Cache a guest whose note was written or read."""
        self._cache.put(hashed, KnownGuest(guest, at))

    def sign_out(self, hashed: str) -> None:
        """Let nobody in by this token, nor store it again for a request that waits."""
        self._signed_out.put(hashed, hashed)
        self._cache.drop(hashed)

    def is_signed_out(self, hashed: str) -> bool:
        """Return whether the holder of a token has signed out a while ago."""
        return self._signed_out.get(hashed) is not None

    def uncache(self, hashes: Iterable[str]) -> None:
        """Drop guests whose notes were deleted."""
        for key in hashes:
            self._cache.drop(key)


TableSeeds = Callable[[int], SeedSource]
"""The seeds of a table, by its place in the order of opening."""


def random_seeds(_place: int) -> SeedSource:
    """Return seeds from the operating system's randomness."""
    return random_seed


def seeds_of_text(text: str | None) -> TableSeeds:
    """Return repeatable seeds, different for each table. Without a text, return random ones."""
    return random_seeds if text is None else lambda place: seed_source(f"{text}, table {place}")


class SeedsByPlace:
    """The seeds of a log's open tables. Its tables are given in the order of opening."""

    def __init__(self, seeds: TableSeeds, tables: Sequence[str]) -> None:
        self._seeds = seeds
        self._places = {table: place for place, table in enumerate(tables, 1)}
        self._count = len(tables)

    def add(self, table: str) -> None:
        """Register an opened table."""
        self._count += 1
        self._places[table] = self._count

    def drop(self, table: str) -> None:
        """Forget a closed table. No other table gets its place."""
        self._places.pop(table, None)

    def of(self, table: str) -> SeedSource:
        """Return the seeds of a table that is open or will be opened."""

        def seed_for(shoe: int) -> Seed:
            return self._seeds(self._places[table])(shoe)

        return seed_for

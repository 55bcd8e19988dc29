"""Token buckets, and the least-recently-used cache that bounds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from puntobanco.web.limits import Rate

CacheKey = TypeVar("CacheKey")
CacheValue = TypeVar("CacheValue")


class Cache(Generic[CacheKey, CacheValue]):
    """A mapping of bounded size that evicts the least recently used entry.

    >>> cache = Cache[str, int](2)
    >>> for key, value in {"a": 1, "b": 2}.items():
    ...     cache.put(key, value)
    >>> cache.get("a")
    1
    >>> cache.put("c", 3)
    >>> cache.get("b") is None, len(cache)
    (True, 2)
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._entries: dict[CacheKey, CacheValue] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: CacheKey) -> CacheValue | None:
        """Return the value of a key, and mark it as used."""
        value = self.drop(key)
        if value is not None:
            self._entries[key] = value
        return value

    def put(self, key: CacheKey, value: CacheValue) -> None:
        """Store a value, and evict the least recently used one if the cache is full."""
        self.drop(key)
        while len(self._entries) >= self._size:
            del self._entries[next(iter(self._entries))]
        self._entries[key] = value

    def drop(self, key: CacheKey) -> CacheValue | None:
        """Remove a key, if it is there. Return its value."""
        return self._entries.pop(key, None)


@dataclass(slots=True)
class Bucket:
    """A token bucket, full at first."""

    rate: Rate
    at: int = 0
    level: float = field(init=False)

    def __post_init__(self) -> None:
        self.level = self.rate.at_once

    def has(self, now: int) -> bool:
        """Return whether there is a token; `now` is in milliseconds."""
        if now > self.at:
            refill = (now - self.at) * self.rate.per_second / 1_000
            self.level = min(self.rate.at_once, self.level + refill)
            self.at = now
        return self.level >= 1

    def take(self, now: int) -> bool:
        """Take a token if there is one."""
        if not self.has(now):
            return False
        self.level -= 1
        return True

    def charge(self, tokens: float) -> None:
        """Take tokens for a cost known only afterwards. The bucket may go into debt."""
        self.level -= tokens


MAX_BUCKETS = 10_000


class Buckets:
    """A bucket for each client, in a cache of bounded size."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets = Cache[str, Bucket](MAX_BUCKETS)

    def of(self, client: str, now: int) -> Bucket:
        """Return the bucket of a client; `now` is in milliseconds."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = Bucket(self._rate, now)
            self._buckets.put(client, bucket)
        return bucket

    def take(self, client: str, now: int) -> bool:
        """Take a token of a client if there is one."""
        return self.of(client, now).take(now)

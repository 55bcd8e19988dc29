"""A least-recently-used cache."""

from __future__ import annotations

from typing import Generic, TypeVar

CacheKey = TypeVar("CacheKey")
CacheValue = TypeVar("CacheValue")


class Cache(Generic[CacheKey, CacheValue]):
    """A mapping of bounded size that evicts the entry not used for longest.

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
        """The value of a key, which counts as used."""
        value = self._entries.pop(key, None)
        if value is not None:
            self._entries[key] = value
        return value

    def pop(self, key: CacheKey) -> CacheValue | None:
        """Remove a key, and give its value."""
        return self._entries.pop(key, None)

    def put(self, key: CacheKey, value: CacheValue) -> None:
        """Store a value, and evict the least recently used one if the cache is full."""
        self._entries.pop(key, None)
        while len(self._entries) >= self._size:
            del self._entries[next(iter(self._entries))]
        self._entries[key] = value

    def drop(self, key: CacheKey) -> None:
        """Remove a key, if it is there."""
        self._entries.pop(key, None)

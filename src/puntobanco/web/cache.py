"""A least-recently-used cache."""

from __future__ import annotations

from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
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
        self._entries: dict[Key, Value] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Key) -> Value | None:
        """The value of a key, which counts as used."""
        value = self._entries.pop(key, None)
        if value is not None:
            self._entries[key] = value
        return value

    def put(self, key: Key, value: Value) -> None:
        """Store a value, and evict the least recently used one if the cache is full."""
        self._entries.pop(key, None)
        while len(self._entries) >= self._size:
            del self._entries[next(iter(self._entries))]
        self._entries[key] = value

    def drop(self, key: Key) -> None:
        """Remove a key, if it is there."""
        self._entries.pop(key, None)

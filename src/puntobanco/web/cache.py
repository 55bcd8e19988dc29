"""A mapping of bounded size."""

from __future__ import annotations

from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """Keeps the entries that were used last, up to so many.

    >>> cache = Cache[str, int](2)
    >>> for key, value in {"a": 1, "b": 2}.items():
    ...     cache.put(key, value)
    >>> cache.get("a")
    1
    >>> cache.put("c", 3)
    >>> cache.get("b") is None, len(cache)
    (True, 2)
    """

    def __init__(self, most: int) -> None:
        self._most = most
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
        """Keep a value, and drop the one that was not used for longest."""
        self._entries.pop(key, None)
        while len(self._entries) >= self._most:
            del self._entries[next(iter(self._entries))]
        self._entries[key] = value

    def drop(self, key: Key) -> None:
        """Forget a key, if it is there."""
        self._entries.pop(key, None)

"""Token buckets: how often something may happen, with bursts."""

from __future__ import annotations

from dataclasses import dataclass, field

from puntobanco.web.cache import Cache


@dataclass(slots=True)
class Bucket:
    """A token bucket, full at first: a rate a second, and a burst of `size`."""

    rate: float
    size: float
    at: int = 0
    level: float = field(init=False)

    def __post_init__(self) -> None:
        self.level = self.size

    def has(self, now: int) -> bool:
        """Whether there is a token; `now` is in milliseconds."""
        if now > self.at:
            self.level = min(self.size, self.level + (now - self.at) * self.rate / 1_000)
            self.at = now
        return self.level >= 1

    def take(self, now: int) -> bool:
        """Take a token if there is one."""
        if not self.has(now):
            return False
        self.level -= 1
        return True

    def charge(self, tokens: float) -> None:
        """Take tokens for what is known only afterwards; the bucket may be in debt then."""
        self.level -= tokens


MAX_BUCKETS = 10_000


class Buckets:
    """A bucket for each client, in a cache of bounded size."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._buckets = Cache[str, Bucket](MAX_BUCKETS)

    def of(self, client: str, now: int) -> Bucket:
        """The bucket of a client; `now` is in milliseconds."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = Bucket(self._rate, self._size, now)
            self._buckets.put(client, bucket)
        return bucket

    def take(self, client: str, now: int) -> bool:
        """Take a token of a client if there is one."""
        return self.of(client, now).take(now)

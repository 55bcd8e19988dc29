"""Token buckets: how often something may happen, with bursts."""

from __future__ import annotations

from dataclasses import dataclass

from puntobanco.web.cache import Cache


@dataclass(slots=True)
class Bucket:
    """A rate with bursts: so many a second, and so many at once."""

    rate: float
    size: float
    level: float
    at: int = 0

    def take(self, now: int) -> bool:
        """Whether one more is allowed at this time, in milliseconds."""
        passed = max(0, now - self.at)
        self.level = min(self.size, self.level + passed * self.rate / 1_000)
        self.at = max(self.at, now)
        if self.level < 1:
            return False
        self.level -= 1
        return True


MOST_BUCKETS = 10_000


class Buckets:
    """A bucket for each of many; those that were not used for longest are forgotten."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._buckets = Cache[str, Bucket](MOST_BUCKETS)

    def take(self, who: str, now: int) -> bool:
        """Whether one more is allowed to somebody at this time, in milliseconds."""
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = Bucket(self._rate, self._size, self._size, now)
            self._buckets.put(who, bucket)
        return bucket.take(now)

"""The time while the hall runs, by which receipts and guests grow old."""

from __future__ import annotations

from collections.abc import Callable

from puntobanco.croupier import WallClock
from puntobanco.store import Store


class RunningTime:
    """A clock in microseconds that stands while no hall runs, and follows nobody who sets a clock.

    It goes on from the newest receipt or note, and begins with the wall clock where there is none.
    """

    def __init__(self, store: Store, wall: WallClock, elapsed: Callable[[], int]) -> None:
        self._elapsed, self._started = elapsed, elapsed()
        self._before = store.newest_kept_at() or wall()

    def __call__(self) -> int:
        """The time now."""
        return self._before + 1_000 * (self._elapsed() - self._started)

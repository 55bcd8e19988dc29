"""How much a benchmark does, and how long it takes.

With BENCH_SIZE=tiny it does just enough to show that it runs. This is an environment variable so
that it also reaches the processes that a benchmark starts.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

Amount = TypeVar("Amount", int, float)

_WANTED = os.environ.get("BENCH_SIZE", "full")
if _WANTED not in ("full", "tiny"):
    raise SystemExit(f"BENCH_SIZE is full or tiny, not {_WANTED!r}")


def size(full: Amount, *, tiny: Amount) -> Amount:
    """Return the amount for the chosen size."""
    return tiny if _WANTED == "tiny" else full


def best_seconds(
    work: Callable[[], object],
    *,
    runs: int = 1,
    times: int = 1,
    clock: Callable[[], float] = perf_counter,
) -> float:
    """Return the seconds per call in the fastest of `runs` runs, each of `times` calls."""

    def once() -> float:
        start = clock()
        for _ in range(times):
            work()
        return (clock() - start) / times

    return min(once() for _ in range(runs))

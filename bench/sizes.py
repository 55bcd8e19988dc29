"""How much a benchmark does: everything, or with BENCH_SIZE=tiny just enough to have run.

An environment variable reaches the processes that a benchmark starts.
"""

from __future__ import annotations

import os
from typing import TypeVar

Amount = TypeVar("Amount", int, float)

_WANTED = os.environ.get("BENCH_SIZE", "full")
if _WANTED not in ("full", "tiny"):
    raise SystemExit(f"BENCH_SIZE is full or tiny, not {_WANTED!r}")


def size(full: Amount, *, tiny: Amount) -> Amount:
    """Return the amount for the chosen size."""
    return tiny if _WANTED == "tiny" else full

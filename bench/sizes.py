"""How much a benchmark does: all of it, or with BENCH_SIZE=tiny only so much that it has run.

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
    """The amount to do."""
    return tiny if _WANTED == "tiny" else full

"""An append-only log of facts in SQLite. It knows streams and texts, and no game.

What `append` has returned from is on the disk: a write-ahead log, synchronised in full. One
process writes to a file at a time; any number read it meanwhile.
"""

from __future__ import annotations

from puntobanco.store.log import Fact, Logged, Note, Receipt, Snapshot, Store

__all__ = ["Fact", "Logged", "Note", "Receipt", "Snapshot", "Store"]

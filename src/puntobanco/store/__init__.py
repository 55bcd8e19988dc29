"""An append-only log of facts in SQLite. It knows streams and texts, and no game.

file       the database file: its lock, format, migrations and errors
log        Store: appends and reads facts, receipts, snapshots and notes
replacing  other files, written whole or not at all

When `append` returns, its facts are on the disk: a write-ahead log is synchronised in full.
One process writes to a file at a time; any number may read it meanwhile.
"""

from __future__ import annotations

from puntobanco.store.log import Fact, Logged, Note, Receipt, Snapshot, Store
from puntobanco.store.replacing import replacing

__all__ = ["Fact", "Logged", "Note", "Receipt", "Snapshot", "Store", "replacing"]

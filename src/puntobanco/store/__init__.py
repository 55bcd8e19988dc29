"""An append-only log of facts in SQLite or PostgreSQL. It stores texts and imports no game.

rows      facts, receipts, snapshots and notes; their bytes, checksums, and the chain of facts
heads     where streams and the file end, and the head file beside the database
file      the database file: its locks, format, migrations and errors; and writing other files
watch     notices that a file was deleted, replaced, truncated or overwritten while in use
checking  what is checked when a log is opened or audited
house     the house clock, who is connected, and wake-ups, for the servers of one process
base      Log: what every store does, and checked reading
log       Store: appends facts, receipts, snapshots and notes to an SQLite file
addresses opens a file, or a database by its URL
postgres  the log in PostgreSQL, which several servers share
care      what operators did: repairs, restores, archives, and orders to the hall
orders    an operator's orders to all servers of a database
archive   moves streams into another file
repair    saves what is intact of a damaged log into a new file

When `append` returns, its facts are on the disk: the write-ahead log is synced at every commit. One
process at a time writes to a file, and several to a database. Any number may read it meanwhile.
"""

from __future__ import annotations

from puntobanco.store.addresses import DatabaseUrl, LogAddress, open_log, read_log
from puntobanco.store.base import Changes, Key, Log, StreamRead
from puntobanco.store.checking import Attested
from puntobanco.store.file import replacing
from puntobanco.store.house import Beat
from puntobanco.store.log import Store
from puntobanco.store.rows import Fact, Logged, Note, Receipt, Snapshot, StreamValue

__all__ = [
    "Attested",
    "Beat",
    "Changes",
    "DatabaseUrl",
    "Fact",
    "Key",
    "Log",
    "LogAddress",
    "Logged",
    "Note",
    "Receipt",
    "Snapshot",
    "Store",
    "StreamRead",
    "StreamValue",
    "open_log",
    "read_log",
    "replacing",
]

"""An append-only log of facts in SQLite or PostgreSQL. It stores texts and imports no game.

rows      facts, receipts, snapshots and notes; their bytes, checksums, and the chain of facts
heads     where streams and the file end, the head file beside the database; checked facts
file      the database file: its locks, format, migrations and errors; new logs and other files
checking  what is checked when a log is opened, audited or in use
house     the house clock, who is connected, and wake-ups, for the servers of one process; orders
base      Log: what every store does, and checked reading
log_file  LogFile: a log in an SQLite file, opened, read, watched and checked
log       Store: appends facts, receipts, snapshots and notes to that file; addresses of logs
postgres  the log in PostgreSQL, which several servers share
care      what operators do: restore, archive, and a note of every action
repair    saves what is intact of a damaged log into a new file

When `append` returns, its facts are on the disk: the write-ahead log is synced at every commit. One
process at a time writes to a file, and several to a database. Any number may read it meanwhile.
"""

from __future__ import annotations

from puntobanco.store.base import Log
from puntobanco.store.checking import Attested
from puntobanco.store.file import replacing
from puntobanco.store.house import Beat
from puntobanco.store.log import DatabaseUrl, LogAddress, Store, open_log, read_log
from puntobanco.store.rows import (
    Changes,
    Fact,
    Key,
    Logged,
    Note,
    Receipt,
    Snapshot,
    StreamRead,
    StreamValue,
)

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

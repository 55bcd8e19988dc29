"""Copy a log from PostgreSQL into an SQLite file, and from a file into an empty database.

Facts, receipts, snapshots and notes keep their bytes, checksums and chains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw

from puntobanco.errors import StoreError
from puntobanco.store.file import NewLog, connect, creating, explained, new_log
from puntobanco.store.heads import StreamHead, read_file_head
from puntobanco.store.postgres import connection as postgres
from puntobanco.store.rows import COLUMNS, VALUES, Damaged, is_intact, select, with_crc

if TYPE_CHECKING:
    from puntobanco.store.log import Store
    from puntobanco.store.postgres.log import PostgresStore

Row = tuple[Any, ...]


def backup(store: PostgresStore, path: Path) -> None:
    """Write a new SQLite file with everything that a database has at this moment."""
    with (
        explained(path),
        creating(path),
        store.address.explained(),
        closing(store.address.connect()) as source,
        source.transaction(),
        new_log(path) as target,
    ):
        source.execute(b"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        _fill(source, target)


def _fill(source: postgres.Connection, target: NewLog) -> None:
    """Copy every row, stream by stream in the order in which the streams began."""
    for table in ("receipts", "notes", "snapshots"):
        with source.cursor(name=table, binary=True) as cursor:
            cursor.execute(select(table).encode())
            target.add(table, _intact(cursor))
    number = 1
    heads = f"{select('heads')} WHERE revision > 0 ORDER BY first"
    facts = f"{select('facts')} WHERE stream = ? ORDER BY version"
    for row in _intact(postgres.execute(source, heads)):
        head = StreamHead(*row[:-1])
        rows = list(_intact(postgres.execute(source, facts, (head.stream,))))
        if len(rows) != head.version:
            raise Damaged(f"damaged at event {len(rows) + 1} of {head.stream}")
        target.add("facts", ((number + at, *fact) for at, fact in enumerate(rows)))
        target.add("heads", [with_crc(*head._replace(first=number if rows else 0))])
        target.commits = max([target.commits, *(fact[2] for fact in rows)])
        number += len(rows)
    ((target.id,),) = postgres.execute(source, "SELECT id FROM log")


def _intact(rows: Iterable[Row]) -> Iterator[Row]:
    for row in rows:
        if not is_intact(row):
            raise Damaged(f"damaged in a row of {row[0]}")
        yield row


def restore(source: Store, url: str) -> None:
    """Copy a log into an empty database, in one transaction."""
    address = postgres.Address(url)
    with address.explained(), closing(address.connect()) as target, target.transaction():
        target.execute(b"SET LOCAL lock_timeout = 0")
        target.execute(b"SELECT pg_advisory_xact_lock(%s)", (postgres.MIGRATION_LOCK,))
        if postgres.format_of(target):
            raise StoreError(f"{address}: there is a log in this database; name an empty one")
        postgres.migrate(target)
        _pour(source, target)


def _pour(source: Store, target: postgres.Connection) -> None:
    with explained(source.path), closing(connect(source.path, apsw.SQLITE_OPEN_READONLY)) as file:
        is_open = {
            key for (key,) in file.execute("SELECT key FROM notes WHERE shelf = ?", (VALUES,))
        }
        for table in ("receipts", "notes", "snapshots", "facts"):
            _copy_in(target, table, COLUMNS[table], file.execute(select(table)))
        rows = ((*row, row[0] in is_open) for row in file.execute(select("heads")))
        _copy_in(target, "heads", f"{COLUMNS['heads']}, is_open", rows)
        name = read_file_head(file).id
        last = "SELECT coalesce(max(first), 0) FROM heads", "SELECT max(commit_number) FROM facts"
        first, commit = (int(file.execute(sql).get or 0) for sql in last)
    postgres.execute(target, "UPDATE log SET id = ?", (name,))
    postgres.execute(target, "SELECT setval('firsts', ?)", (first + 1,))
    postgres.execute(target, "SELECT setval('commits', ?)", (commit // 1_000 * 1_000 + 1_000,))
    if (kept := source.newest_kept_at()) is not None:
        postgres.execute(target, "UPDATE house SET now = ?", (kept,))


def _copy_in(target: postgres.Connection, table: str, columns: str, rows: Iterable[Row]) -> None:
    with (
        target.cursor() as cursor,
        cursor.copy(f"COPY {table} ({columns}) FROM STDIN".encode()) as to,
    ):
        for row in rows:
            to.write_row(row)

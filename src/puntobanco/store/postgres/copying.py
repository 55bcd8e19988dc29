"""Copy a log from PostgreSQL into an SQLite file, and from a file into an empty database.

Facts, receipts, snapshots and notes keep their bytes, checksums and chains.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw

from puntobanco.errors import StoreError
from puntobanco.store.base import FACT_COLUMNS
from puntobanco.store.file import connect, explained, migrate, transaction
from puntobanco.store.heads import (
    HEAD_COLUMNS,
    FileHead,
    StreamHead,
    read_file_head,
    write_file_head,
    write_heads,
)
from puntobanco.store.postgres import connection as postgres
from puntobanco.store.rows import VALUES, Damaged, is_intact

if TYPE_CHECKING:
    from puntobanco.store.log import Store
    from puntobanco.store.postgres.log import PostgresStore

Row = tuple[Any, ...]

COLUMNS = {
    "receipts": "stream, id, data, at, crc",
    "notes": "shelf, key, data, at, crc",
    "snapshots": "label, stream, version, format, data, chain, crc",
}


def backup(store: PostgresStore, path: Path) -> None:
    """Write a new SQLite file with everything that a database has at this moment."""
    with explained(path):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            with (
                closing(store.address.connect()) as source,
                closing(connect(path, apsw.SQLITE_OPEN_READWRITE)) as target,
                store.address.explained(),
                source.transaction(),
            ):
                source.execute(b"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                migrate(target, path)
                with transaction(target):
                    _fill(source, target)
        except BaseException:
            path.unlink()
            raise


def _fill(source: postgres.Connection, target: apsw.Connection) -> None:
    """Copy every row, stream by stream in the order in which the streams began."""
    sums = {table: _copy_table(source, target, table) for table in COLUMNS}
    rows = postgres.execute(
        source,
        f"SELECT {HEAD_COLUMNS} FROM heads WHERE revision > 0 ORDER BY first",  # noqa: S608 - our own words
    )
    heads = [_copied(source, target, StreamHead(*row[:-1])) for row in _intact(rows)]
    sums["heads"] = sum(write_heads(target, heads))
    ((name,),) = postgres.execute(source, "SELECT id FROM log")
    commits = int(target.execute("SELECT coalesce(max(commit_number), 0) FROM facts").get)
    head = FileHead(
        name, commits, "", heads=sums["heads"], notes=sums["notes"], receipts=sums["receipts"]
    )
    write_file_head(target, head)


def _copy_table(source: postgres.Connection, target: apsw.Connection, table: str) -> int:
    """Copy a table. Return the sum of its checksums."""
    total = 0
    with source.cursor(name=table, binary=True) as rows:
        rows.execute(f"SELECT {COLUMNS[table]} FROM {table}".encode())  # noqa: S608 - our own words
        for row in _intact(rows):
            _insert(target, table, COLUMNS[table], row)
            total += row[-1]
    return total


def _copied(source: postgres.Connection, target: apsw.Connection, head: StreamHead) -> StreamHead:
    """Copy the facts of a stream. Return its head, which names the number of its first fact."""
    sql = f"SELECT {FACT_COLUMNS} FROM facts WHERE stream = ? ORDER BY version"  # noqa: S608 - our own words
    rows = list(_intact(postgres.execute(source, sql, (head.stream,))))
    first = 0
    for row in rows:
        _insert(target, "facts", FACT_COLUMNS, row)
        first = first or target.last_insert_rowid()
    if len(rows) != head.version:
        raise Damaged(f"damaged at event {len(rows) + 1} of {head.stream}")
    return head._replace(first=first)


def _insert(target: apsw.Connection, table: str, columns: str, row: Row) -> None:
    places = ", ".join("?" * len(row))
    target.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})", row)  # noqa: S608 - our own words


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
        for table, columns in (*COLUMNS.items(), ("facts", FACT_COLUMNS)):
            sql = f"SELECT {columns} FROM {table}"  # noqa: S608 - our own words
            _copy_in(target, table, columns, file.execute(sql))
        heads = file.execute(f"SELECT {HEAD_COLUMNS} FROM heads")  # noqa: S608 - our own words
        rows = ((*row, row[0] in is_open) for row in heads)
        _copy_in(target, "heads", f"{HEAD_COLUMNS}, is_open", rows)
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

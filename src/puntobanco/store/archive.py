"""Move streams of a log into another file.

The archive is a log of its own, so everything that reads a log reads an archive. It is written,
synced and compared before the log deletes anything, in one transaction. If that is interrupted,
some streams are in both files, and the same call goes on from there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

import apsw

from puntobanco.errors import StoreError
from puntobanco.store.base import FACT_COLUMNS
from puntobanco.store.care import Care, care_of
from puntobanco.store.file import connect, explained, migrate, transaction
from puntobanco.store.heads import (
    HEAD_COLUMNS,
    FileHead,
    read_file_head,
    sync_folder,
    write_file_head,
)
from puntobanco.store.log import Store
from puntobanco.store.rows import with_crc

_COLUMNS = {
    "facts": f"number, {FACT_COLUMNS}",
    "heads": HEAD_COLUMNS,
    "receipts": "stream, id, data, at, crc",
    "snapshots": "label, stream, version, format, data, chain, crc",
}


class Archived(NamedTuple):
    """How much was moved."""

    streams: int
    facts: int


def archive(store: Store, streams: Sequence[str], file: Path) -> Archived:
    """Move streams into a new file. If it exists, finish an archiving that was interrupted."""
    with explained(file):
        if not file.exists():
            _write(store, streams, file)
        Store.open(file).close()  # writes its head file
    with Store.read(file) as archived:
        if (store.id, len(archived.streams())) not in _sources(archived):
            raise StoreError(f"{file}: it exists, and is not an archive of this log")
        moved = [stream for stream in archived.streams() if store.last(stream)]
        if not moved:
            raise StoreError(f"{file}: it exists, and its tables were moved before")
        facts = sum(_compare(store, archived, stream) for stream in moved)
    store.remove(moved, Care.now("archive", str(file.absolute()), moved=len(moved)).note)
    return Archived(len(moved), facts)


def _sources(archived: Store) -> set[tuple[str, int]]:
    """Return the log of an archive, by its id, and how many streams came from it."""
    return {(care.file, care.moved) for care in care_of(archived)}


def _compare(store: Store, archived: Store, stream: str) -> int:
    """Check that an archive has every fact of a stream. Return how many there are."""
    with explained(store.path):
        facts = list(store.facts(stream))
        if list(archived.facts(stream)) != facts:
            raise StoreError(f"{archived.path}: it has other events of {stream}")
    return len(facts)


def _write(store: Store, streams: Sequence[str], file: Path) -> None:
    """Write an archive under another name, sync it, and give it its name."""
    part = file.with_name(f".{file.name}.part")
    for leftover in (part, part.with_name(f"{part.name}-journal")):
        leftover.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with (
        closing(connect(store.path, apsw.SQLITE_OPEN_READONLY)) as source,
        closing(connect(part, apsw.SQLITE_OPEN_READWRITE)) as target,
    ):
        migrate(target, part)
        target.pragma("synchronous", "extra")
        with transaction(target):
            sums = {name: _copy(source, target, name, streams) for name in _COLUMNS}
            record = Care.now("archive", store.id, moved=len(streams)).note
            note = with_crc(
                record.shelf, record.key, record.data or "", store.newest_kept_at() or 0
            )
            _insert(target, "notes", "shelf, key, data, at, crc", [note])
            head = FileHead(
                token_hex(16),
                read_file_head(source).commits,
                "",
                heads=sums["heads"],
                notes=int(note[-1]),
                receipts=sums["receipts"],
            )
            write_file_head(target, head)
    part.rename(file)
    sync_folder(file.parent)


def _copy(
    source: apsw.Connection, target: apsw.Connection, table: str, streams: Sequence[str]
) -> int:
    """Copy the rows of streams. Return the sum of their checksums."""
    total, columns = 0, _COLUMNS[table]
    for stream in streams:
        sql = f"SELECT {columns} FROM {table} WHERE stream = ?"  # noqa: S608 - our own words
        rows: list[tuple[Any, ...]] = source.execute(sql, (stream,)).fetchall()
        _insert(target, table, columns, rows)
        total += sum(row[-1] for row in rows)
    return total


def _insert(
    target: apsw.Connection, table: str, columns: str, rows: Iterable[tuple[Any, ...]]
) -> None:
    places = ", ".join("?" * (columns.count(",") + 1))
    target.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", rows)  # noqa: S608 - our own words

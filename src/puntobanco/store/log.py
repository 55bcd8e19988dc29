"""Store: the log, with its receipts, snapshots and notes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self
from zlib import crc32

import apsw

from puntobanco.errors import StoreError
from puntobanco.store.file import (
    acquire_lock,
    connect,
    explained,
    format_of,
    migrate,
    migrations,
    transaction,
)


class Fact(NamedTuple):
    """One event as the log keeps it: its place in a stream, its kind, and a JSON text."""

    stream: str
    version: int
    kind: str
    data: str
    private: bool = False
    format: int = 1

    def __repr__(self) -> str:
        """The fact without its text, which may hold a secret."""
        return f"Fact({self.stream!r}, {self.version}, {self.kind!r})"


@dataclass(frozen=True, slots=True)
class Logged:
    """A fact with its number in the whole file and its time, in microseconds since 1970 UTC."""

    number: int
    at: int
    fact: Fact


class Receipt(NamedTuple):
    """The answer to a request, by its id: a request that comes again gets the same answer."""

    stream: str
    id: str
    data: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a stream at a version; it replaces the snapshot with the same label."""

    stream: str
    version: int
    data: str
    format: int = 1
    label: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A value that may change, by shelf and key; data of None deletes it."""

    shelf: str
    key: str
    data: str | None


class Store:
    """A file of facts, open for one writer or for reading."""

    def __init__(self, connection: apsw.Connection, lock: apsw.Connection | None) -> None:
        self._connection = connection
        self._lock = lock
        self._path = Path(connection.filename)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a file for writing, making it if there is none; its owner alone can read it."""
        with explained(path):
            lock = acquire_lock(path.resolve() if path.is_symlink() else path)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            with suppress(PermissionError):  # a file of another owner keeps its rights
                path.chmod(0o600)
            connection = connect(path, apsw.SQLITE_OPEN_READWRITE)
            migrate(connection, path)
            connection.pragma("journal_mode", "wal")
            connection.pragma("synchronous", "full")
            return cls(connection, lock)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Open a file that exists for reading, also while another process writes to it."""
        if not path.exists():
            raise StoreError(f"{path}: there is no such file")
        with explained(path):
            connection = connect(path, apsw.SQLITE_OPEN_READONLY)
            found = format_of(connection, path)
            if found < len(migrations()):
                raise StoreError(f"{path}: made by an older version; play once to bring it up")
            return cls(connection, None)

    def append(
        self,
        facts: Sequence[Fact],
        *,
        at: int,
        receipts: Iterable[Receipt] = (),
        snapshots: Iterable[Snapshot] = (),
        notes: Iterable[Note] = (),
        forgotten: Iterable[tuple[str, str]] = (),
    ) -> int:
        """Write all of this in one durable transaction; gives the number of the last fact.

        `forgotten` are receipts to delete, by stream and id.
        """
        with explained(self._path), transaction(self._connection):
            execute = self._connection.cursor().executemany
            execute(
                "INSERT INTO facts (stream, version, at, kind, format, private, data, crc)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    _with_crc(stream, version, at, kind, form, int(private), data)
                    for stream, version, kind, data, private, form in facts
                ),
            )
            execute(
                "INSERT INTO receipts (stream, id, data, at) VALUES (?, ?, ?, ?)",
                ((stream, request, data, at) for stream, request, data in receipts),
            )
            execute(
                "INSERT OR REPLACE INTO snapshots (label, stream, version, format, data, crc)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (
                    (each.label, *_with_crc(each.stream, each.version, each.format, each.data))
                    for each in snapshots
                ),
            )
            for note in notes:
                self._put(note, at)
            execute("DELETE FROM receipts WHERE stream = ? AND id = ?", forgotten)
        return self._connection.last_insert_rowid() if facts else 0

    def facts(self, stream: str, *, after: int = 0) -> Iterator[Logged]:
        """The facts of a stream whose version is beyond `after`, oldest first.

        Stops with an error at the first fact that is missing or damaged.
        """
        rows = self._rows(
            "SELECT number, stream, version, at, kind, format, private, data, crc FROM facts"
            " WHERE stream = ? AND version > ? ORDER BY version",
            (stream, after),
        )
        for wanted, (number, *kept) in enumerate(rows, after + 1):
            name, version, at, kind, form, private, data, _ = kept
            if version != wanted or not _is_intact(kept):
                reason = f"damaged at event {wanted} of {stream}; nothing was changed"
                raise StoreError(f"{self._path}: {reason}")
            yield Logged(number, at, Fact(name, version, kind, data, bool(private), form))

    def streams(self) -> list[str]:
        """Every stream, the newest first."""
        rows = self._rows(
            "WITH RECURSIVE each(stream) AS (SELECT min(stream) FROM facts UNION ALL"
            " SELECT (SELECT min(stream) FROM facts WHERE facts.stream > each.stream) FROM each"
            " WHERE stream IS NOT NULL)"
            " SELECT stream, (SELECT number FROM facts WHERE facts.stream = each.stream"
            " ORDER BY version LIMIT 1) AS first"
            " FROM each WHERE stream IS NOT NULL ORDER BY first DESC",
            (),
        )
        return [stream for stream, _ in rows]

    def last(self, stream: str) -> Logged | None:
        """The newest fact of a stream."""
        rows = self._rows("SELECT max(version) FROM facts WHERE stream = ?", (stream,))
        ((version,),) = rows
        return None if version is None else next(self.facts(stream, after=version - 1))

    def snapshot(self, stream: str) -> Snapshot | None:
        """The newest intact snapshot of a stream, if there is one."""
        return next(iter(self.snapshots(stream)), None)

    def snapshots(self, stream: str) -> list[Snapshot]:
        """Every intact snapshot of a stream, the newest first."""
        intact = [row for row in self._snapshot_rows(stream) if _is_intact(row[1:])]
        return [
            Snapshot(name, version, data, form, label)
            for label, name, version, form, data, _ in intact
        ]

    def has_damaged_snapshot(self, stream: str) -> bool:
        """Whether a snapshot of the stream is damaged."""
        return not all(_is_intact(row[1:]) for row in self._snapshot_rows(stream))

    def _snapshot_rows(self, stream: str) -> list[tuple[Any, ...]]:
        return self._rows(
            "SELECT label, stream, version, format, data, crc FROM snapshots WHERE stream = ?"
            " ORDER BY version DESC",
            (stream,),
        )

    def receipt(self, stream: str, request: str) -> Receipt | None:
        """The answer that was given to this request, if it was made before."""
        rows = self._rows(
            "SELECT stream, id, data FROM receipts WHERE stream = ? AND id = ?", (stream, request)
        )
        return next((Receipt(*row) for row in rows), None)

    def receipts(self, requests: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Receipt]:
        """The answers that were given to those of these requests that were made before."""
        rows = self._rows(
            "SELECT receipts.stream, receipts.id, receipts.data FROM json_each(?) AS asked"
            " JOIN receipts ON stream = asked.value ->> 0 AND receipts.id = asked.value ->> 1",
            (json.dumps(requests),),
        )
        return {(stream, request): Receipt(stream, request, data) for stream, request, data in rows}

    def receipts_after(self, last: tuple[str, str], most: int) -> list[tuple[str, str, int]]:
        """The stream, id and time of the next receipts after `last`, in order, at most `most`."""
        return self._rows(
            "SELECT stream, id, at FROM receipts WHERE (stream, id) > (?, ?)"
            " ORDER BY stream, id LIMIT ?",
            (*last, most),
        )

    def note(self, shelf: str, key: str) -> str | None:
        """The data of a note."""
        rows = self._rows("SELECT data FROM notes WHERE shelf = ? AND key = ?", (shelf, key))
        return next((data for (data,) in rows), None)

    def noted_at(self, shelf: str, key: str) -> int | None:
        """When a note was last written."""
        rows = self._rows("SELECT at FROM notes WHERE shelf = ? AND key = ?", (shelf, key))
        return next((at for (at,) in rows), None)

    def notes_after(self, shelf: str, last: str, most: int) -> list[tuple[str, str, int]]:
        """The key, data and time of the next notes after `last`, in order, at most `most`."""
        return self._rows(
            "SELECT key, data, at FROM notes WHERE shelf = ? AND key > ? ORDER BY key LIMIT ?",
            (shelf, last, most),
        )

    def notes(self, shelf: str) -> dict[str, str]:
        """The data of all notes of a shelf, by key."""
        return dict(self._rows("SELECT key, data FROM notes WHERE shelf = ?", (shelf,)))

    def backup(self, path: Path) -> None:
        """Copy the file, also while it is being written to."""
        with explained(path):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            target = apsw.Connection(str(path))
            with target.backup("main", self._connection, "main") as copy:
                copy.step()
            target.close()

    def close(self) -> None:
        """Close the file and release its lock."""
        self._connection.close()
        if self._lock:
            self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _put(self, note: Note, at: int) -> None:
        if note.data is None:
            sql, values = "DELETE FROM notes WHERE shelf = ? AND key = ?", (note.shelf, note.key)
            self._connection.execute(sql, values)
            return
        self._connection.execute(
            "INSERT OR REPLACE INTO notes (shelf, key, data, at) VALUES (?, ?, ?, ?)",
            (note.shelf, note.key, note.data, at),
        )

    def _rows(self, sql: str, bindings: tuple[str | int, ...]) -> list[tuple[Any, ...]]:
        with explained(self._path):
            return list(self._connection.cursor().execute(sql, bindings))


def _crc(values: Sequence[str | int]) -> int:
    """The checksum of a row."""
    return crc32(repr(tuple(values)).encode())


def _with_crc(*values: str | int) -> tuple[str | int, ...]:
    """A row with its checksum at the end."""
    return (*values, _crc(values))


def _is_intact(row: Sequence[Any]) -> bool:
    """Whether the checksum at the end of a row is right."""
    *values, written = row
    return bool(_crc(values) == written)

"""The log itself: opening a file with care, appending, reading."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Self

import apsw

from puntobanco.errors import StoreError

APPLICATION_ID = 0x42414331
"""Marks a SQLite file as ours: the letters BAC1."""

WAIT_MS = 2_000
"""How long a reader and the writer wait for each other."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One event as the log keeps it: its place in a stream, its kind, and a JSON text."""

    stream: str
    version: int
    kind: str
    data: str
    private: bool = False
    format: int = 1


@dataclass(frozen=True, slots=True)
class Logged:
    """A fact with its number in the whole file and its time, in microseconds since 1970 UTC."""

    number: int
    at: int
    fact: Fact


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer that a request with an id was given."""

    stream: str
    id: str
    data: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where a stream stood at a version."""

    stream: str
    version: int
    data: str
    format: int = 1


@dataclass(frozen=True, slots=True)
class Note:
    """Something that may change, by shelf and key; without data it is taken off the shelf."""

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
        with _explained(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = _locked(path)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            connection = _connected(path, apsw.SQLITE_OPEN_READWRITE)
            _migrate(connection, path)
            connection.pragma("journal_mode", "wal")
            connection.pragma("synchronous", "full")
            return cls(connection, lock)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Open a file that exists for reading, also while another process writes to it."""
        if not path.exists():
            raise StoreError(f"{path}: there is no such file")
        with _explained(path):
            connection = _connected(path, apsw.SQLITE_OPEN_READONLY)
            found = _format_of(connection, path)
            if found < len(_migrations()):
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
    ) -> int:
        """Make all of this durable, or nothing of it; gives the number of the last fact."""
        with _explained(self._path), _transaction(self._connection):
            execute = self._connection.cursor().executemany
            execute(
                "INSERT INTO facts (stream, version, at, kind, format, private, data)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    (f.stream, f.version, at, f.kind, f.format, int(f.private), f.data)
                    for f in facts
                ),
            )
            execute(
                "INSERT INTO receipts (stream, id, data) VALUES (?, ?, ?)",
                ((receipt.stream, receipt.id, receipt.data) for receipt in receipts),
            )
            execute(
                "INSERT OR REPLACE INTO snapshots (stream, version, format, data)"
                " VALUES (?, ?, ?, ?)",
                ((each.stream, each.version, each.format, each.data) for each in snapshots),
            )
            for note in notes:
                self._put(note)
        return self._connection.last_insert_rowid() if facts else 0

    def facts(self, stream: str, *, after: int = 0) -> Iterator[Logged]:
        """The facts of a stream whose version is beyond `after`, oldest first."""
        rows = self._rows(
            "SELECT number, at, stream, version, kind, data, private, format FROM facts"
            " WHERE stream = ? AND version > ? ORDER BY version",
            (stream, after),
        )
        for number, at, name, version, kind, data, private, form in rows:
            yield Logged(number, at, Fact(name, version, kind, data, bool(private), form))

    def streams(self) -> list[str]:
        """Every stream, the newest first."""
        rows = self._rows("SELECT stream FROM facts WHERE version = 1 ORDER BY number DESC", ())
        return [stream for (stream,) in rows]

    def last(self, stream: str) -> Logged | None:
        """The newest fact of a stream."""
        rows = self._rows("SELECT max(version) FROM facts WHERE stream = ?", (stream,))
        ((version,),) = rows
        return None if version is None else next(self.facts(stream, after=version - 1))

    def snapshot(self, stream: str) -> Snapshot | None:
        """Where the stream stood when it was last noted."""
        rows = self._rows(
            "SELECT stream, version, data, format FROM snapshots WHERE stream = ?", (stream,)
        )
        return next((Snapshot(*row) for row in rows), None)

    def receipt(self, stream: str, request: str) -> Receipt | None:
        """What was answered to this request, if it was made before."""
        rows = self._rows(
            "SELECT stream, id, data FROM receipts WHERE stream = ? AND id = ?", (stream, request)
        )
        return next((Receipt(*row) for row in rows), None)

    def receipts(self, requests: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Receipt]:
        """What was answered to those of these requests that were made before."""
        rows = self._rows(
            "SELECT receipts.stream, receipts.id, receipts.data FROM json_each(?) AS asked"
            " JOIN receipts ON stream = asked.value ->> 0 AND receipts.id = asked.value ->> 1",
            (json.dumps(requests),),
        )
        return {(stream, request): Receipt(stream, request, data) for stream, request, data in rows}

    def note(self, shelf: str, key: str) -> str | None:
        """What is noted under this key."""
        rows = self._rows("SELECT data FROM notes WHERE shelf = ? AND key = ?", (shelf, key))
        return next((data for (data,) in rows), None)

    def notes(self, shelf: str) -> dict[str, str]:
        """Everything on a shelf, by key."""
        return dict(self._rows("SELECT key, data FROM notes WHERE shelf = ?", (shelf,)))

    def backup(self, path: Path) -> None:
        """Copy the file as it stands, also while it is being written to."""
        with _explained(path):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            target = apsw.Connection(str(path))
            with target.backup("main", self._connection, "main") as copy:
                copy.step()
            target.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
        if self._lock:
            self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _put(self, note: Note) -> None:
        if note.data is None:
            sql, values = "DELETE FROM notes WHERE shelf = ? AND key = ?", (note.shelf, note.key)
            self._connection.execute(sql, values)
            return
        self._connection.execute(
            "INSERT OR REPLACE INTO notes (shelf, key, data) VALUES (?, ?, ?)",
            (note.shelf, note.key, note.data),
        )

    def _rows(self, sql: str, bindings: tuple[str | int, ...]) -> list[tuple[Any, ...]]:
        with _explained(self._path):
            return list(self._connection.cursor().execute(sql, bindings))


def _connected(path: Path, flags: int) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=flags)
    connection.set_busy_timeout(WAIT_MS)
    return connection


def _locked(path: Path) -> apsw.Connection:
    """Hold a lock beside the file for as long as this process lives, however it ends."""
    lock_path = path.with_name(f"{path.name}.lock")
    os.close(os.open(lock_path, os.O_RDWR | os.O_CREAT, 0o600))
    lock = apsw.Connection(str(lock_path))
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except apsw.BusyError:
        lock.close()
        raise StoreError(f"{path}: another puntobanco is using this file; close it first") from None
    return lock


def _migrations() -> list[str]:
    """The numbered steps from an empty file to the present format."""
    folder = resources.files("puntobanco.store") / "migrations"
    files = sorted((each for each in folder.iterdir()), key=lambda each: each.name)
    return [each.read_text(encoding="utf-8") for each in files if each.name.endswith(".sql")]


def _format_of(connection: apsw.Connection, path: Path) -> int:
    """How many migrations a file has seen; refuses a file that is not ours or too new."""
    application, version = connection.pragma("application_id"), connection.pragma("user_version")
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").get
    if application not in (0, APPLICATION_ID) or (not application and tables):
        raise StoreError(f"{path}: a database of another program; nothing was changed")
    if int(version) > len(_migrations()):
        raise StoreError(f"{path}: made by a newer version of puntobanco; nothing was changed")
    return int(version)


def _migrate(connection: apsw.Connection, path: Path) -> None:
    """Bring a file to the present format, all steps or none."""
    done = _format_of(connection, path)
    migrations = _migrations()
    if done == len(migrations):
        return
    with _transaction(connection):
        for migration in migrations[done:]:
            for _ in connection.execute(migration):
                pass
        connection.pragma("application_id", APPLICATION_ID)
        connection.pragma("user_version", len(migrations))


@contextmanager
def _transaction(connection: apsw.Connection) -> Iterator[None]:
    """All or nothing; where SQLite has rolled back by itself, as on a full disk, that is enough."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Say in one line what is wrong with a file."""
    try:
        yield
    except apsw.FullError as error:
        raise StoreError(f"{path}: the disk is full; nothing was changed") from error
    except (apsw.NotADBError, apsw.CorruptError) as error:
        raise StoreError(
            f"{path}: damaged or not a puntobanco file; nothing was changed"
        ) from error
    except apsw.Error as error:
        raise StoreError(f"{path}: cannot be used: {error}") from error
    except OSError as error:
        raise StoreError(f"{path}: cannot be used: {error.strerror}") from error

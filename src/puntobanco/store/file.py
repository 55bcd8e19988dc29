"""The database file: its lock, its format and migrations, and errors that name it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

import apsw

from puntobanco.errors import StoreError

APPLICATION_ID = 0x42414331
"""Marks a SQLite file as ours: the letters BAC1."""

WAIT_MS = 2_000
"""How long a reader and the writer wait for each other."""


def connect(path: Path, flags: int) -> apsw.Connection:
    """A connection that waits a moment when the file is busy."""
    connection = apsw.Connection(str(path), flags=flags)
    connection.set_busy_timeout(WAIT_MS)
    return connection


def acquire_lock(path: Path) -> apsw.Connection:
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


def migrations() -> list[str]:
    """The numbered steps from an empty file to the present format."""
    folder = resources.files("puntobanco.store") / "migrations"
    files = sorted((each for each in folder.iterdir()), key=lambda each: each.name)
    return [each.read_text(encoding="utf-8") for each in files if each.name.endswith(".sql")]


def format_of(connection: apsw.Connection, path: Path) -> int:
    """How many migrations a file has had; refuses a file that is not ours or is too new."""
    application, version = connection.pragma("application_id"), connection.pragma("user_version")
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").get
    if application not in (0, APPLICATION_ID) or (not application and tables):
        raise StoreError(f"{path}: a database of another program; nothing was changed")
    if int(version) > len(migrations()):
        raise StoreError(f"{path}: made by a newer version of puntobanco; nothing was changed")
    return int(version)


def migrate(connection: apsw.Connection, path: Path) -> None:
    """Bring a file to the present format, all steps or none."""
    done = format_of(connection, path)
    steps = migrations()
    if done == len(steps):
        return
    with transaction(connection):
        for migration in steps[done:]:
            for _ in connection.execute(migration):
                pass
        connection.pragma("application_id", APPLICATION_ID)
        connection.pragma("user_version", len(steps))


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[None]:
    """A transaction that is rolled back on any error, unless SQLite did so itself (full disk)."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite and the system into one `StoreError` that names the file."""
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
    except UnicodeDecodeError as error:
        raise StoreError(f"{path}: damaged; nothing was changed") from error
    except ValueError:
        raise StoreError(f"{str(path)!r} is not the name of a file") from None

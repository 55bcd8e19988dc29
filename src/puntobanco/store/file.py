"""The database file: its lock, format, migrations and errors. `replacing` writes other files."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from errno import ELOOP
from importlib import resources
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO
from urllib.parse import quote

import apsw

from puntobanco.errors import OutcomeUnknown, StoreError
from puntobanco.store.heads import FileHead, beside, write_file_head
from puntobanco.store.rows import Damaged, insert

APPLICATION_ID = 0x42414331
"""SQLite's application id for our files: the letters BAC1."""

HEADER_BYTES = 100
"""Size of the header of a SQLite file, which has the application id and the version."""

_JOURNAL = bytes.fromhex("d9d505f920a163d7")
"""The first bytes of a rollback journal of SQLite."""

WAIT_MS = 2_000
"""How long a reader and the writer wait for each other."""


class CommitUncertain(Exception):
    """A commit failed, or the head file after it. `explained` adds the name of the file."""


def connect(path: Path, flags: int) -> apsw.Connection:
    """Return a connection that waits up to `WAIT_MS` if the file is busy."""
    connection = apsw.Connection(str(path), flags=flags)
    connection.set_busy_timeout(WAIT_MS)
    return connection


def connect_to_read(path: Path) -> apsw.Connection:
    """Return a connection for reading.

    SQLite must write beside a file with a write-ahead log, even to read it. If it can't, and
    nobody else has the file open, this reads a temporary copy.
    """
    with ExitStack() as opened:
        connection = connect(path, apsw.SQLITE_OPEN_READONLY)
        opened.enter_context(closing(connection))
        try:
            connection.pragma("schema_version")
        except (apsw.ReadOnlyError, apsw.CantOpenError):
            if beside(path, "-shm").is_file():
                raise
            return _connect_to_copy(path)
        opened.pop_all()
        return connection


def _connect_to_copy(path: Path) -> apsw.Connection:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "copy.db"
        shutil.copyfile(path, file)
        if beside(path, "-wal").exists():
            shutil.copyfile(beside(path, "-wal"), beside(file, "-wal"))
        with closing(connect(file, apsw.SQLITE_OPEN_READWRITE)) as connection:
            target = apsw.Connection("")  # temporary, deleted when it is closed
            copy_into(target, connection)
            return target


CHECKPOINT_PAGES = 200
"""Pages in the write-ahead log after which they are copied into the file."""

WAL_BYTES = 1 << 20
"""The size to which a longer write-ahead log is cut when it is used again."""


def write_durably(connection: apsw.Connection) -> None:
    """Write through a short write-ahead log, and sync it at every commit."""
    connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "full")
    connection.pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
    connection.pragma("journal_size_limit", WAL_BYTES)


def keep_wal(connection: apsw.Connection, *, kept: bool) -> None:
    """Set whether closing the file keeps its write-ahead log."""
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, int(kept))


def copy_into(target: apsw.Connection, source: apsw.Connection) -> None:
    """Copy a whole database, even while it is being written to."""
    with target.backup("main", source, "main") as copy:
        copy.step()


def refuse_foreign(path: Path) -> None:
    """Refuse another program's file before changing anything in its folder.

    Opening the file could already change it: SQLite would roll back a journal. Our files get their
    application id before they get a write-ahead log, so a file with a log and without the id isn't
    ours. Neither is one with a journal, unless we were creating it. This reads the id from the
    header alone, because a kill during a checkpoint leaves a file that is incomplete without its
    write-ahead log.
    """
    if not path.is_file() or not path.stat().st_size or _is_being_made(path) or _is_marked(path):
        return
    name = quote(os.fsencode(path.absolute()))
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    with closing(apsw.Connection(f"file:{name}?immutable=1", flags=flags)) as connection:
        format_of(connection, path)
        is_marked = connection.pragma("application_id") == APPLICATION_ID
    if not is_marked and any(beside(path, end).exists() for end in ("-wal", "-journal")):
        raise StoreError(code="file_foreign", path=str(path))


def _is_marked(path: Path) -> bool:
    """Return whether the header has our application id and a version that we know."""
    if path.stat().st_size < HEADER_BYTES:
        return False
    # Through SQLite's own file: closing any other one would drop this process's locks on it.
    file = apsw.VFSFile("", str(path), [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY, 0])
    try:
        header = file.xRead(HEADER_BYTES, 0)
    finally:
        file.xClose()
    is_known = int.from_bytes(header[60:64]) <= len(migrations())
    return is_known and header[68:72] == APPLICATION_ID.to_bytes(4)


def _is_being_made(path: Path) -> bool:
    """Return whether we were killed while creating the file: its journal restores an empty one."""
    try:
        with beside(path, "-journal").open("rb") as journal:
            mark, _, pages = (journal.read(8) for _ in range(3))
    except OSError:
        return False
    return mark == _JOURNAL and not any(pages[:4]) and beside(path, ".lock").exists()


class Lock:
    """An exclusive lock, released when the process ends.

    A lock file beside the database excludes processes that open it by the same name. A lock on the
    database itself excludes those that use another name, if the system supports it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._beside = _lock_beside(path)
        self.file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        if not _is_locked(self.file):
            self.close()
            raise StoreError(code="file_in_use", path=str(path))

    def close(self) -> None:
        """Release the lock."""
        os.close(self.file)
        self._beside.close()


def _lock_beside(path: Path) -> apsw.Connection:
    lock_path = beside(path, ".lock")
    os.close(os.open(lock_path, os.O_RDWR | os.O_CREAT, 0o600))
    lock = apsw.Connection(str(lock_path))
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except apsw.BusyError:
        lock.close()
        raise StoreError(code="file_in_use", path=str(path)) from None
    return lock


def _is_locked(file: int) -> bool:
    """Lock a file. Return False if another process has locked it."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock  # noqa: PLC0415 - not on every system

        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):  # a system or a file system without such locks
        return True
    return True


def migrations(folder: str = "migrations") -> list[str]:
    """Return the SQL of every migration, in order."""
    found = resources.files("puntobanco.store") / folder
    files = sorted(found.iterdir(), key=lambda each: each.name)
    return [each.read_text(encoding="utf-8") for each in files if each.name.endswith(".sql")]


def format_of(connection: apsw.Connection, path: Path) -> int:
    """Return how many migrations a file has had. Refuse a foreign or newer file."""
    application, version = connection.pragma("application_id"), connection.pragma("user_version")
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").get
    if application not in (0, APPLICATION_ID) or (not application and tables):
        raise StoreError(code="file_foreign", path=str(path))
    if int(version) > len(migrations()):
        raise StoreError(code="file_newer", path=str(path))
    return int(version)


def refuse_unmigrated(connection: apsw.Connection, path: Path) -> None:
    """Refuse to read a file that lacks a migration."""
    done = format_of(connection, path)
    if not connection.pragma("page_count"):
        raise Damaged("empty; there is no log in it")
    if not done:
        raise Damaged("damaged in its header; nothing was changed")
    if done < len(migrations()):
        text = "written by an older version of puntobanco; `play` or `serve` brings it up to date"
        raise StoreError(f"{path}: {text}")


def migrate(connection: apsw.Connection, path: Path) -> None:
    """Migrate a file to the current format, in one transaction."""
    done, steps = format_of(connection, path), migrations()
    if done == len(steps):
        return
    with transaction(connection):
        for migration in steps[done:]:
            for _ in connection.execute(migration):
                pass
        if not done:
            write_file_head(connection, FileHead(token_hex(16)))
        connection.pragma("application_id", APPLICATION_ID)
        connection.pragma("user_version", len(steps))


@contextmanager
def creating(path: Path) -> Iterator[None]:
    """Create a file that only its owner can read. Delete it again if anything fails."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield
    except BaseException:
        path.unlink()
        raise


NUMBERS = {"facts": "number, "}
"""The columns that only a file has, before those that every log has."""


class NewLog:
    """A log in a new file, filled with rows of another log."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self.id, self.commits = token_hex(16), 0
        self._sums: Counter[str] = Counter()

    def add(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Add rows to a table, with their `NUMBERS`."""
        sql = insert(table, first=NUMBERS.get(table, ""))
        self._connection.executemany(sql, self._summed(table, rows))

    def _summed(self, table: str, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
        for row in rows:
            self._sums[table] += row[-1]
            yield row

    def write_head(self) -> None:
        """Write the head of the file."""
        sums = (self._sums[table] for table in ("heads", "notes", "receipts"))
        write_file_head(self._connection, FileHead(self.id, self.commits, "", *sums))


@contextmanager
def new_log(path: Path) -> Iterator[NewLog]:
    """Fill an empty file with a log in one transaction."""
    with closing(connect(path, apsw.SQLITE_OPEN_READWRITE)) as connection:
        migrate(connection, path)
        connection.pragma("synchronous", "extra")
        with transaction(connection):
            log = NewLog(connection)
            yield log
            log.write_head()


@contextmanager
def reading(connection: apsw.Connection) -> Iterator[None]:
    """Read in one transaction, so that a writer can't interfere."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("COMMIT")


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[None]:
    """Run a transaction, and roll it back on any error.

    If the commit fails, its outcome is unknown: after a failed sync, its data may still be in the
    file when it is next opened.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        _roll_back(connection)
        raise
    try:
        connection.execute("COMMIT")
    except (apsw.FullError, apsw.BusyError):
        _roll_back(connection)
        raise
    except apsw.Error as error:
        _roll_back(connection)
        raise CommitUncertain(str(error)) from error


def _roll_back(connection: apsw.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite and the system into one `StoreError` that names the file."""
    try:
        yield
    except Damaged as error:
        raise damaged_file(path, str(error)) from error
    except CommitUncertain as error:
        raise unknown_outcome(path, str(error)) from error
    except apsw.FullError as error:
        raise StoreError(code="disk_full", path=str(path)) from error
    except (apsw.NotADBError, apsw.CorruptError) as error:
        what = "damaged or not a puntobanco file; nothing was changed"
        raise damaged_file(path, what) from error
    except (apsw.Error, OSError) as error:
        text = str(error.strerror if isinstance(error, OSError) else error)
        raise StoreError(code="file_unusable", path=str(path), text=text) from error
    except UnicodeDecodeError as error:
        raise damaged_file(path, "damaged; nothing was changed") from error
    except ValueError:
        raise StoreError(f"{str(path)!r} is not the name of a file") from None


def damaged_file(path: Path | str, what: str) -> StoreError:
    """Return the error for a damaged or incomplete log."""
    return StoreError(code="file_damaged", path=str(path), text=what)


def unknown_outcome(name: object, reason: str) -> OutcomeUnknown:
    """Return the error for a write that may or may not have been kept."""
    return OutcomeUnknown(
        f"{name}: whether the last write was kept is unknown ({reason}): ask again"
    )


# --- other files ----------------------------------------------------------------------------------


def resolved(path: Path) -> Path:
    """Resolve the links of a path. Raise `OSError` if they form a loop."""
    found = Path(os.path.realpath(path))
    if found.is_symlink():
        raise OSError(ELOOP, os.strerror(ELOOP), str(path))
    return found


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Write a new file beside it, then replace it. An error leaves the old file unchanged.

    A link stays, and its target is replaced. A pipe or a device is written to directly.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    path = resolved(path)
    part = path.with_name(f".{token_hex(8)}.part")
    try:
        with part.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)

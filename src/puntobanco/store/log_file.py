"""LogFile: a log in an SQLite file or in memory: opened, read, watched, checked and closed."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic_ns, time_ns
from typing import Any, Self

import apsw

from puntobanco.errors import StoreError
from puntobanco.store.base import Log
from puntobanco.store.checking import (
    GONE,
    PARTS,
    Attested,
    FileTrouble,
    Watch,
    attestation,
    check_pages,
    check_whole,
    damage_at_opening,
    damaged_rows,
    refuse_emptied,
)
from puntobanco.store.file import (
    CommitUncertain,
    Lock,
    connect,
    connect_to_read,
    copy_into,
    creating,
    explained,
    keep_wal,
    migrate,
    refuse_foreign,
    refuse_unmigrated,
    resolved,
    write_durably,
)
from puntobanco.store.heads import FileHead, HeadFile, StreamHead, read_file_head, read_head
from puntobanco.store.house import Beat, LocalHouse
from puntobanco.store.rows import Damaged, Key


@dataclass(slots=True)
class Ends:
    """The ends of the log and its streams, as the writers of one process know them."""

    log: FileHead
    heads: dict[str, StreamHead] = field(default_factory=dict)
    """The durable heads of the streams that were written to."""
    crcs: dict[str, int] = field(default_factory=dict)
    """The checksums of their rows; 0 if a stream has no row yet."""

    def forget(self) -> None:
        """Read heads again from now on."""
        self.heads, self.crcs = {}, {}


class LogFile(Log):
    """A file of facts, open for one writer or for reading; or a log in memory."""

    def __init__(
        self,
        connection: apsw.Connection,
        lock: Lock | None = None,
        head_file: HeadFile | None = None,
    ) -> None:
        self.path = lock.path if lock else Path(connection.filename)
        super().__init__(str(self.path))
        self._connection = connection
        self._lock, self._head_file = lock, head_file
        self._ends = Ends(read_file_head(connection))
        self._watch: Watch | None = None
        self.house = LocalHouse(lambda: monotonic_ns() // 1_000_000, self._last_house_time)
        """The house clock and the connected guests."""

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open a file for writing, or create one that only its owner can read.

        Refuse a file whose structure is damaged or that has lost its end.
        """
        path = Path(path)
        with explained(path), ExitStack() as opened:
            file = resolved(path) if path.is_symlink() else path
            refuse_foreign(file)
            refuse_emptied(file)
            lock = opened.enter_context(closing(Lock(file)))
            with suppress(PermissionError):  # a file of another owner keeps its rights
                file.chmod(0o600)
            connection = opened.enter_context(closing(connect(file, apsw.SQLITE_OPEN_READWRITE)))
            keep_wal(connection, kept=True)  # so that refusing a file doesn't change it
            check_whole(connection, size=file.stat().st_size)
            migrate(connection, file)
            write_durably(connection)
            store = cls(connection, lock)
            store._check_attestation()
            store._head_file = opened.enter_context(closing(HeadFile(file, store._ends.log)))
            store._head_file.write(store._ends.log)
            store.damage = damage_at_opening(connection)
            store._watch = opened.enter_context(closing(Watch(lock)))
            keep_wal(connection, kept=False)
            opened.pop_all()
            return store

    @property
    def id(self) -> str:
        """The id of the log, which a copy of it has too."""
        return self._ends.log.id

    @classmethod
    def in_memory(cls, clock: Callable[[], int] | None = None) -> Self:
        """Return a log in memory, for a bot, an experiment or a test.

        `clock` is the time of the database in milliseconds, for a test.
        """
        connection = connect(Path(":memory:"), apsw.SQLITE_OPEN_READWRITE)
        migrate(connection, Path(":memory:"))
        store = cls(connection)
        if clock:
            store.house = LocalHouse(clock, store._last_house_time)
        return store

    def another(self) -> Self:
        """Return the store of another server on the same log in memory. Only one is closed."""
        store = type(self)(self._connection)
        store._ends = self._ends  # noqa: SLF001 - another one of this class
        store.house = self.house
        store.is_shared = self.is_shared = True
        return store

    def saved(self) -> bytes:
        """Return the content of a log in memory."""
        return bytes(self._connection.serialize("main"))

    def load(self, content: bytes) -> None:
        """Replace the content of a log in memory, as a restored database does."""
        self._connection.deserialize("main", content)
        self._ends.log = read_file_head(self._connection)
        self._ends.forget()

    def _check_attestation(self) -> None:
        """Refuse a log that contradicts its head file."""
        self.attestation = attestation(self.path, lambda: self._ends.log)
        if self.attestation.attested in (Attested.NO, Attested.LOST):
            raise Damaged(self.attestation.reason)

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Open an existing file for reading, even while another process writes to it."""
        path = Path(path)
        if not path.exists():
            raise StoreError(f"{path}: there is no such file")
        with explained(path), ExitStack() as opened:
            refuse_foreign(path)
            connection = opened.enter_context(closing(connect_to_read(path)))
            refuse_unmigrated(connection, path)
            store = cls(connection)
            store.path, store.name = path, str(path)
            store.attestation = attestation(path, lambda: read_file_head(connection))
            opened.pop_all()
            return store

    def _last_house_time(self) -> int:
        return (self.newest_kept_at() or time_ns() // 1_000) // 1_000

    def beat(self, server: str, present: Collection[tuple[str, str]]) -> Beat:
        """Advance the house clock. See `Log.beat`."""
        return self.house.beat(server, present)

    def announce(self, server: str, present: Collection[tuple[str, str]]) -> None:
        """Store that these guests are connected to a server too."""
        self.house.announce(server, present)

    def notify(self, streams: Collection[str]) -> None:
        """Wake up the other servers of this process."""
        for store, wake in list(self.house.listeners.items()):
            if store is not self:
                wake(streams)

    @contextmanager
    def listen(self, wake: Callable[[Collection[str]], None]) -> Iterator[None]:
        """Call `wake` when another server of this process says what has changed."""
        self.house.listeners[self] = wake
        try:
            yield
        finally:
            del self.house.listeners[self]

    @contextmanager
    def _certain(self) -> Iterator[None]:
        """Refuse to write while the outcome of an earlier write is unknown."""
        with explained(self.path):
            if self.needs_reopen:
                raise CommitUncertain("the file must be opened again")
            try:
                yield
            except CommitUncertain:
                self.needs_reopen = True
                raise

    def _attest_end(self, head: FileHead) -> None:
        """Write the head file after a commit, before anything is acknowledged."""
        try:
            if self._head_file:
                self._head_file.write(head)
        except OSError as error:
            raise CommitUncertain(str(error.strerror)) from error

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Tell our own changes to the files from those of others.

        If the disk is full, the write-ahead log may have filled it. SQLite copies it into the file
        only after a commit, and no commit would succeed any more.
        """
        try:
            yield
        except apsw.FullError:
            with suppress(apsw.Error):
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            raise
        finally:
            if self._watch:
                self._watch.update()

    def _check_in_place(self) -> None:
        """Refuse to write to, or to acknowledge, files that somebody else has changed."""
        if self.trouble:
            raise CommitUncertain(self.trouble.what)

    @property
    def trouble(self) -> FileTrouble | None:
        """What happened to the file, its write-ahead log or its head file since the last write."""
        if self._watch and (trouble := self._watch.trouble):
            return trouble
        if self._head_file and not self._head_file.is_in_place:
            return FileTrouble(self._head_file.path, GONE)
        return None

    def check(self) -> None:
        """Check that the files hold everything that was written, or raise.

        Opening a log runs the same checks: the file has a valid structure, and it ends with the
        last write. Another connection reads it, because ours has pages in its cache.
        """
        if self._watch is None:
            return
        is_unsure, self.needs_reopen = self.needs_reopen, True
        with explained(self.path):
            if trouble := self.trouble:
                raise StoreError(str(trouble))
            with closing(connect(self.path, apsw.SQLITE_OPEN_READONLY)) as connection:
                check_whole(connection, size=self.path.stat().st_size)
                if read_file_head(connection) != self._ends.log:
                    raise Damaged(f"it doesn't end at commit {self._ends.log.commits}")
        self.needs_reopen = is_unsure

    def reopen(self) -> None:
        """Open the file again after a write whose outcome is unknown. Its content is the truth.

        This copies the whole write-ahead log into the file: after a failed sync, the system may
        treat a page as written when it isn't.
        """
        with explained(self.path):
            if self._watch and (trouble := self._watch.trouble):
                raise Damaged(trouble.what)
            with suppress(apsw.ConnectionClosedError):
                keep_wal(self._connection, kept=True)
            self._connection.close()
            self._connection = connection = connect(self.path, apsw.SQLITE_OPEN_READWRITE)
            write_durably(connection)
            self._ends.forget()
            head = read_file_head(connection)
            if head.commits < self._ends.log.commits:
                raise Damaged(f"it ends at commit {head.commits}, before {self._ends.log.commits}")
            self._ends.log = head
            self._check_attestation()
            with self._watched():
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            if self._head_file and not self._head_file.is_in_place:
                self._head_file.close()
                self._head_file = HeadFile(self.path, self._ends.log)
            self._attest_end(self._ends.log)
        self.needs_reopen = False

    def backup(self, path: Path) -> None:
        """Copy the file, even while it is being written to."""
        with explained(path), creating(path), closing(apsw.Connection(str(path))) as target:
            copy_into(target, self._connection)

    def close(self) -> None:
        """Close the file and release its lock."""
        if self.needs_reopen or not self.is_in_place:
            with suppress(apsw.ConnectionClosedError):
                keep_wal(self._connection, kept=True)  # its name may belong to another file now
        with suppress(apsw.IOError, apsw.FullError):  # what is durable stays in the write-ahead log
            self._connection.close()
        for file in (self._watch, self._head_file, self._lock):
            if file:
                file.close()

    def faults(self, *, deep: bool) -> list[str]:
        """Return a line for each fault that no stream shows: lost streams, a lost end.

        If `deep`, check every page, index and row too.
        """
        faults = [self.attestation.reason] if self.attestation.attested is Attested.LOST else []
        try:
            with explained(self.path):
                if deep:
                    check_pages(self._connection, "integrity_check(1)")
                parts = PARTS if deep else ("heads",)
                faults += map(str, damaged_rows(self._connection, parts))
        except StoreError as error:
            faults.append(str(error))
        return faults

    def _read_head(self, stream: str) -> StreamHead | None:
        with explained(self.path):
            return read_head(self._connection, stream)

    def _note_rows(self, shelf: str, keys: Sequence[str]) -> list[tuple[Any, ...]]:
        return self._rows(
            "SELECT shelf, notes.key, data, at, crc"
            " FROM json_each(?) AS asked JOIN notes ON shelf = ? AND notes.key = asked.value",
            (json.dumps(keys), shelf),
        )

    def _receipt_rows(self, requests: Sequence[Key]) -> list[tuple[Any, ...]]:
        return self._rows(
            "SELECT receipts.stream, receipts.id, receipts.data, receipts.at, receipts.crc"
            " FROM json_each(?) AS asked"
            " JOIN receipts ON stream = asked.value ->> 0 AND receipts.id = asked.value ->> 1",
            (json.dumps(requests),),
        )

    def _rows(self, sql: str, bindings: Sequence[Any]) -> list[tuple[Any, ...]]:
        with explained(self.path):
            return list(self._connection.cursor().execute(sql, bindings))

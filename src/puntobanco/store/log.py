"""Store: the log, with its receipts, snapshots and notes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Self
from zlib import crc32

import apsw

from puntobanco.errors import StoreError
from puntobanco.store.checking import (
    Attested,
    DamagedRow,
    attestation,
    check_whole,
    damage_at_opening,
    refuse_emptied,
)
from puntobanco.store.file import (
    CommitUncertain,
    Lock,
    connect,
    connect_to_read,
    copy_into,
    explained,
    keep_wal,
    migrate,
    refuse_foreign,
    refuse_unmigrated,
    resolved,
    transaction,
    write_durably,
)
from puntobanco.store.heads import (
    FileHead,
    Growth,
    HeadFile,
    StreamHead,
    read_file_head,
    read_head,
    write_file_head,
    write_heads,
)
from puntobanco.store.queries import FACT_COLUMNS, LogReader
from puntobanco.store.rows import (
    VALUES,
    Damaged,
    Fact,
    Note,
    Receipt,
    Snapshot,
    StreamValue,
    Value,
    chained,
    fact_bytes,
    receipt_row,
    row_crc,
    with_crc,
)
from puntobanco.store.watch import GONE, FileTrouble, Watch

CACHED_HEADS = 5_000
"""How many streams have their heads cached."""


class Store(LogReader):
    """A file of facts, open for one writer or for reading."""

    def __init__(
        self,
        connection: apsw.Connection,
        lock: Lock | None = None,
        head_file: HeadFile | None = None,
    ) -> None:
        super().__init__(connection, lock.path if lock else Path(connection.filename))
        self._lock, self._head_file = lock, head_file
        self._head = read_file_head(connection)
        self._heads: dict[str, StreamHead] = {}
        """The durable heads of the streams that were written to."""
        self._crcs: dict[str, int] = {}
        """The checksums of their rows; 0 if a stream has no row yet."""
        self.needs_reopen = False
        """Whether the outcome of a write is unknown. Call `reopen` before writing again."""
        self._watch: Watch | None = None
        self.damage: list[DamagedRow] = []
        """The heads, notes and receipts that were damaged when the log was opened."""

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
            store._attest(opened)
            store.damage = damage_at_opening(connection)
            store._watch = opened.enter_context(closing(Watch(lock)))
            keep_wal(connection, kept=False)
            opened.pop_all()
            return store

    @property
    def id(self) -> str:
        """The id of the log, which a copy of it has too."""
        return self._head.id

    @classmethod
    def in_memory(cls) -> Self:
        """Return a log in memory, for a bot, an experiment or a test."""
        connection = connect(Path(":memory:"), apsw.SQLITE_OPEN_READWRITE)
        migrate(connection, Path(":memory:"))
        return cls(connection)

    def _attest(self, opened: ExitStack) -> None:
        """Refuse a log that contradicts its head file, and keep that file up to date."""
        self._check_attestation()
        self._head_file = opened.enter_context(closing(HeadFile(self._path, self._head)))
        self._head_file.write(self._head)

    def _check_attestation(self) -> None:
        self.attestation = attestation(self._path, lambda: self._head)
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
            store._path = path
            store.attestation = attestation(path, lambda: read_file_head(connection))
            opened.pop_all()
            return store

    def append(
        self,
        facts: Sequence[Fact],
        *,
        at: int,
        expected: Mapping[str, int] | None = None,
        receipts: Sequence[Receipt] = (),
        values: Sequence[StreamValue] = (),
        snapshots: Sequence[Snapshot] = (),
        notes: Iterable[Note] = (),
        forgotten: Iterable[tuple[str, str]] = (),
        kept_at: int | None = None,
    ) -> dict[str, int]:
        """Write everything in one durable transaction.

        `expected` has the revisions that the writer has seen. A stream with another revision loses:
        nothing is written for it. Return the new revisions of the streams that won.

        Facts get the time `at`, or that of the previous fact if the clock went back. Receipts,
        values and notes get the time `kept_at`, which decides when they expire, or else `at`.
        `forgotten` are receipts to delete, by stream and id.
        """
        kept = at if kept_at is None else kept_at
        with self._certain():
            self._check_in_place()
            won = self.confirmed(expected or {})
            if lost := (expected or {}).keys() - won.keys():
                facts = [each for each in facts if each.stream not in lost]
                receipts = [each for each in receipts if each.stream not in lost]
                values = [each for each in values if each.stream not in lost]
                snapshots = [each for each in snapshots if each.stream not in lost]
            chains = dict.fromkeys(((each.stream, each.version) for each in snapshots), b"")
            with self._watched(), transaction(self._connection):
                rows, heads = self._chained(facts, at, chains)
                self._revise(heads, receipts, values)
                execute = self._connection.cursor().executemany
                execute(
                    f"INSERT INTO facts ({FACT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - our own words
                    rows,
                )
                given = [receipt_row(receipt, kept) for receipt in receipts]
                execute(
                    "INSERT INTO receipts (stream, id, data, at, crc) VALUES (?, ?, ?, ?, ?)", given
                )
                execute(
                    "INSERT OR REPLACE INTO snapshots"
                    " (label, stream, version, format, data, chain, crc)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (self._snapshot_row(each, chains) for each in snapshots),
                )
                stored = (Note(VALUES, each.stream, each.data) for each in values)
                noted = sum(self._put(note, kept) for note in (*stored, *notes))
                gone = execute(
                    "DELETE FROM receipts WHERE stream = ? AND id = ? RETURNING crc", forgotten
                )
                changed = sum(row[-1] for row in given) - sum(int(crc) for (crc,) in gone)
                head, crcs = self._write_heads(heads, notes=noted, receipts=changed)
            self._attest_end(head)
            if self._watch:
                self._watch.check()
        self._head = head
        self._heads |= heads
        self._crcs |= crcs
        if len(self._heads) > CACHED_HEADS:
            self._heads, self._crcs = dict(heads), crcs
        return won | {stream: each.revision for stream, each in heads.items()}

    def confirmed(self, expected: Mapping[str, int]) -> dict[str, int]:
        """Return those of these revisions that are still the present ones."""
        with explained(self._path):
            return {
                stream: revision
                for stream, revision in expected.items()
                if self._head_of(stream).revision == revision
            }

    def _revise(
        self,
        heads: dict[str, StreamHead],
        receipts: Sequence[Receipt],
        values: Sequence[StreamValue],
    ) -> None:
        """Raise the revision of every stream that changes, and take over its deadline."""
        due = {each.stream: each.due for each in values}
        for stream in due.keys() | {receipt.stream for receipt in receipts}:
            head = self._head_of(stream)
            if head.version:
                heads.setdefault(stream, head)
        for stream, head in heads.items():
            revision = head.revision + 1
            heads[stream] = head._replace(revision=revision, due=due.get(stream, head.due))

    def remove(self, streams: Sequence[str], record: Note) -> None:
        """Delete streams that are stored elsewhere, and note where, in one transaction."""
        with self._certain():
            self._check_in_place()
            kept = self.newest_kept_at() or 0
            with self._watched(), transaction(self._connection):
                crcs = {
                    table: self._delete(table, streams)
                    for table in ("heads", "receipts", "snapshots", "facts")
                }
                values = (Note(VALUES, stream, None) for stream in streams)
                noted = sum(self._put(note, kept) for note in (*values, record))
                head = self._head.after(
                    (), changed=-crcs["heads"], notes=noted, receipts=-crcs["receipts"]
                )
                write_file_head(self._connection, head)
            self._attest_end(head)
            if self._watch:
                self._watch.check()
        self._head, self._heads, self._crcs = head, {}, {}

    def _delete(self, table: str, streams: Sequence[str]) -> int:
        """Delete the rows of streams. Return the sum of their checksums."""
        sql = f"DELETE FROM {table} WHERE stream = ? RETURNING crc"  # noqa: S608 - our own words
        rows = self._connection.executemany(sql, [(stream,) for stream in streams])
        return sum(int(crc) for (crc,) in rows)

    @contextmanager
    def _certain(self) -> Iterator[None]:
        """Refuse to write while the outcome of an earlier write is unknown."""
        with explained(self._path):
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

    @property
    def is_in_place(self) -> bool:
        """Whether the files of the log are as the last write left them."""
        return self.trouble is None

    def look_for_file(self) -> None:
        """Stop writing if somebody deleted, replaced, truncated or overwrote a file of the log."""
        self.needs_reopen = self.needs_reopen or not self.is_in_place

    def check(self) -> None:
        """Check that the files hold everything that was written, or raise.

        Opening a log runs the same checks: the file has a valid structure, and it ends with the
        last write. Another connection reads it, because ours has pages in its cache.
        """
        if self._watch is None:
            return
        is_unsure, self.needs_reopen = self.needs_reopen, True
        with explained(self._path):
            if trouble := self.trouble:
                raise StoreError(str(trouble))
            with closing(connect(self._path, apsw.SQLITE_OPEN_READONLY)) as connection:
                check_whole(connection, size=self._path.stat().st_size)
                if read_file_head(connection) != self._head:
                    raise Damaged(f"it doesn't end at commit {self._head.commits}")
        self.needs_reopen = is_unsure

    def reopen(self) -> None:
        """Open the file again after a write whose outcome is unknown. Its content is the truth.

        This copies the whole write-ahead log into the file: after a failed sync, the system may
        treat a page as written when it isn't.
        """
        with explained(self._path):
            if self._watch and (trouble := self._watch.trouble):
                raise Damaged(trouble.what)
            with suppress(apsw.ConnectionClosedError):
                keep_wal(self._connection, kept=True)
            self._connection.close()
            self._connection = connection = connect(self._path, apsw.SQLITE_OPEN_READWRITE)
            write_durably(connection)
            self._heads, self._crcs = {}, {}
            head = read_file_head(connection)
            if head.commits < self._head.commits:
                raise Damaged(f"it ends at commit {head.commits}, before {self._head.commits}")
            self._head = head
            self._check_attestation()
            with self._watched():
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            self._replace_lost_head_file()
            self._attest_end(self._head)
        self.needs_reopen = False

    def _replace_lost_head_file(self) -> None:
        if self._head_file and not self._head_file.is_in_place:
            self._head_file.close()
            self._head_file = HeadFile(self._path, self._head)

    def time_in(self, stream: str, at: int) -> int:
        """Return the time of a fact written at `at`: a stream's time never goes back."""
        return max(at, self._head_of(stream).at)

    def _chained(
        self, facts: Sequence[Fact], at: int, chains: dict[tuple[str, int], bytes]
    ) -> tuple[list[tuple[Value, ...]], dict[str, StreamHead]]:
        """Return the rows of facts and the new heads of their streams, and fill in `chains`."""
        rows: list[tuple[Value, ...]] = []
        growing: dict[str, Growth] = {}
        commit = self._head.commits + 1
        ends = {fact.stream: fact.version for fact in facts}
        for stream, version, kind, data, private, form in facts:
            end = growing.get(stream)
            if end is None:
                end = growing[stream] = Growth(self._head_of(stream), at)
            if version != end.version + 1:
                reason = f"event {version} of {stream} does not follow event {end.version}"
                raise Damaged(f"{reason}; nothing was changed")
            more = int(version != ends[stream])
            row = (stream, version, commit, more, end.at, kind, form, int(private), data)
            row_data = fact_bytes(row)
            rows.append((*row, crc32(row_data)))
            end.version, end.chain = version, chained(end.chain, row_data)
            if chains and (stream, version) in chains:
                chains[stream, version] = end.chain
        return rows, {stream: end.head() for stream, end in growing.items()}

    def _head_of(self, stream: str) -> StreamHead:
        if stream not in self._heads:
            head = read_head(self._connection, stream)
            self._heads[stream] = head or StreamHead(stream)
            self._crcs[stream] = row_crc(*head) if head else 0
        return self._heads[stream]

    def _write_heads(
        self, heads: dict[str, StreamHead], *, notes: int, receipts: int
    ) -> tuple[FileHead, dict[str, int]]:
        """Write the heads of the streams and the file. Return the file's head and the checksums."""
        before = sum(self._crcs[stream] for stream in heads)
        for stream, head in heads.items():
            if not head.first:
                heads[stream] = head._replace(first=self._first_number(stream))
        crcs = dict(zip(heads, write_heads(self._connection, heads.values()), strict=True))
        changed = sum(crcs.values()) - before
        file_head = self._head.after(
            heads.values(), changed=changed, notes=notes, receipts=receipts
        )
        write_file_head(self._connection, file_head)
        return file_head, crcs

    def _first_number(self, stream: str) -> int:
        sql = "SELECT number FROM facts WHERE stream = ? AND version = 1"
        return int(self._connection.execute(sql, (stream,)).get)

    def _snapshot_row(
        self, each: Snapshot, chains: dict[tuple[str, int], bytes]
    ) -> tuple[Value, ...]:
        chain = chains[each.stream, each.version]
        if not chain and (head := self._head_of(each.stream)).version == each.version:
            chain = head.chain
        return with_crc(each.label, each.stream, each.version, each.format, each.data, chain)

    def backup(self, path: Path) -> None:
        """Copy the file, even while it is being written to."""
        with explained(path):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            with closing(apsw.Connection(str(path))) as target:
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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _put(self, note: Note, at: int) -> int:
        """Write or delete a note. Return how much the sum of checksums changes."""
        sql = "DELETE FROM notes WHERE shelf = ? AND key = ? RETURNING crc"
        gone = self._connection.execute(sql, (note.shelf, note.key))
        before = sum(int(crc) for (crc,) in gone)
        if note.data is None:
            return -before
        row = with_crc(note.shelf, note.key, note.data, at)
        sql = "INSERT INTO notes (shelf, key, data, at, crc) VALUES (?, ?, ?, ?, ?)"
        self._connection.execute(sql, row)
        return int(row[-1]) - before

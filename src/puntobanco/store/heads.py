"""Heads: where streams and the whole file end. Every commit writes them, the file's head twice.

SQLite silently drops the end of a damaged write-ahead log. So the end of the log is also in a
small file beside it, the head file. The store writes it after each commit and before any answer. A
log with fewer commits than its head file has lost something.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import apsw

from puntobanco.errors import StoreError
from puntobanco.store.rows import (
    Damaged,
    Fact,
    Logged,
    Snapshot,
    Value,
    chained,
    fact_bytes,
    insert,
    is_intact,
    row_bytes,
    select,
    with_crc,
)

SLOT = 4_096
"""The distance of the two slots: a disk page, so that a torn write damages at most one."""

_MARK = "puntobanco-head"

_DSYNC = getattr(os, "O_DSYNC", 0)
"""Makes a write wait until its bytes are on the disk, if the system supports it."""


_READ_HEAD = f"{select('heads')} WHERE stream = ?"


class StreamHead(NamedTuple):
    """The end of a stream."""

    stream: str
    first: int = 0
    """The number of its first fact."""
    version: int = 0
    at: int = 0
    """The time of its last fact."""
    chain: bytes = b""
    revision: int = 0
    """How often the stream, its receipts or its value have changed."""
    due: int = 0
    """The next deadline of its value."""


class FileHead(NamedTuple):
    """The end of the file: its number of commits, and checksums that a lost row would change."""

    id: str
    commits: int = 0
    digest: str = ""
    heads: int = 0
    notes: int = 0
    receipts: int = 0

    def after(
        self, heads: Iterable[StreamHead], *, changed: int, notes: int, receipts: int
    ) -> FileHead:
        """Return the head after a commit that wrote these heads and changed the sums."""
        sums = (self.heads + changed, self.notes + notes, self.receipts + receipts)
        data = b"".join(head.chain for head in heads) + row_bytes(sums)
        digest = chained(bytes.fromhex(self.digest), data).hex()
        return FileHead(self.id, self.commits + 1, digest, *sums)


class Growth:
    """A stream during a commit: its time, and its end, which moves with each fact."""

    __slots__ = ("_before", "at", "chain", "version")

    def __init__(self, head: StreamHead, at: int) -> None:
        self._before, self.version, self.chain = head, head.version, head.chain
        self.at = max(at, head.at)
        """A stream's time never goes back, even if the clock does."""

    def head(self) -> StreamHead:
        """Return the head of the stream after the commit, but for its revision."""
        return self._before._replace(version=self.version, at=self.at, chain=self.chain)


def chained_rows(
    facts: Sequence[Fact],
    head_of: Callable[[str], StreamHead],
    at: int,
    commit: int,
    chains: dict[tuple[str, int], bytes],
) -> tuple[list[tuple[Value, ...]], dict[str, StreamHead]]:
    """Return the rows of facts and the new heads of their streams, and fill in `chains`."""
    rows: list[tuple[Value, ...]] = []
    growing: dict[str, Growth] = {}
    ends = {fact.stream: fact.version for fact in facts}
    for stream, version, kind, data, private, form in facts:
        end = growing.get(stream)
        if end is None:
            end = growing[stream] = Growth(head_of(stream), at)
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


def snapshot_row(
    each: Snapshot, chains: dict[tuple[str, int], bytes], before: StreamHead
) -> tuple[Value, ...]:
    """Return the row of a snapshot, with the chain at its version."""
    chain = chains[each.stream, each.version]
    if not chain and before.version == each.version:
        chain = before.chain
    return with_crc(each.label, each.stream, each.version, each.format, each.data, chain)


def write_heads(connection: apsw.Connection, heads: Iterable[StreamHead]) -> list[int]:
    """Write the heads of streams. Return the checksums of their rows."""
    rows: list[tuple[Any, ...]] = [with_crc(*head) for head in heads]
    connection.executemany(insert("heads", verb="INSERT OR REPLACE"), rows)
    return [row[-1] for row in rows]


def write_file_head(connection: apsw.Connection, head: FileHead) -> None:
    """Write the head of the file."""
    connection.execute(
        "INSERT OR REPLACE INTO file_head (one, id, commits, digest, heads, notes, receipts, crc)"
        " VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
        with_crc(*head),
    )


def read_file_head(connection: apsw.Connection) -> FileHead:
    """Return the head of the file."""
    rows: list[tuple[Any, ...]] = connection.execute(
        "SELECT id, commits, digest, heads, notes, receipts, crc FROM file_head"
    ).fetchall()
    if not rows or not is_intact(rows[0]):
        raise Damaged("damaged in its head; nothing was changed")
    return FileHead(*rows[0][:-1])


def read_head(connection: apsw.Connection, stream: str) -> StreamHead | None:
    """Return the head of a stream, or None if there is no such stream."""
    rows = connection.execute(_READ_HEAD, (stream,)).fetchall()
    return intact_head(rows[0]) if rows else None


def intact_head(row: tuple[Any, ...]) -> StreamHead:
    """Return the head in a row. Raise if it is damaged."""
    if not is_intact(row):
        raise Damaged(f"damaged in the head of {row[0]}; nothing was changed")
    return StreamHead(*row[:-1])


# --- the head file --------------------------------------------------------------------------------


def beside(path: Path, end: str) -> Path:
    """Return the path of a file beside the database, by the end of its name."""
    return path.with_name(f"{path.name}{end}")


def read_end(path: Path) -> FileHead | None:
    """Return the newest intact slot of a database's head file, or None without such a file.

    A slot has the id, the number of commits and their digest.
    """
    try:
        content = beside(path, "-head").read_bytes()
    except FileNotFoundError:
        return None
    if not content.strip(b"\0"):  # created, but never written
        return None
    ends = filter(None, (_parsed(content[:SLOT]), _parsed(content[SLOT:])))
    newest = max(ends, key=lambda end: end.commits, default=None)
    if newest is None:
        raise Damaged(f"{path.name}-head is damaged; without it the log can be opened")
    return newest


class HeadFile:
    """The head file of a log that is being written."""

    def __init__(self, path: Path, head: FileHead) -> None:
        self.path = beside(path, "-head")
        self._written = (0, b"")
        """The place and the bytes of the last write."""
        if read_end(path) is None:
            self._create(_slot(head))
        self._file = os.open(self.path, os.O_RDWR | _DSYNC)

    def _create(self, text: bytes) -> None:
        """Create the file with both slots, whole or not at all: one torn slot would be damage."""
        part = self.path.with_name(f"{self.path.name}.part")
        file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.write(file, 2 * text.ljust(SLOT, b"\0"))
            os.fsync(file)
        finally:
            os.close(file)
        part.replace(self.path)
        sync_folder(self.path.parent)

    def write(self, head: FileHead) -> None:
        """Write the end of the log to the older slot, and sync it."""
        place, text = SLOT * (head.commits % 2), _slot(head)
        if _DSYNC:
            os.pwrite(self._file, text, place)
        else:
            os.lseek(self._file, place, os.SEEK_SET)
            os.write(self._file, text)
            os.fsync(self._file)
        self._written = (place, text)

    @property
    def is_in_place(self) -> bool:
        """Whether the file is still there, with what was last written."""
        place, text = self._written
        return is_at(self.path, self._file) and read_at(self._file, len(text), place) == text

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def is_at(path: Path, file: int) -> bool:
    """Return whether a path still leads to an open file."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except OSError:
        return False


def read_at(file: int, size: int, place: int) -> bytes:
    """Read bytes at a place. Some systems have no `pread`."""
    os.lseek(file, place, os.SEEK_SET)
    return os.read(file, size)


def _slot(head: FileHead) -> bytes:
    text = f"{_MARK} {head.id} {head.commits} {head.digest or '-'}".encode()
    return b"%s %08x\n" % (text, crc32(text))


def _parsed(slot: bytes) -> FileHead | None:
    """Return the end in a slot, or None if the slot is empty or damaged."""
    line = slot.partition(b"\n")[0]
    text, _, written = line.rpartition(b" ")
    if not text or written != b"%08x" % crc32(text):
        return None
    _, name, commits, digest = text.decode().split(" ")
    return FileHead(name, int(commits), "" if digest == "-" else digest)


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new name in it is durable, if the system supports it."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def checked_facts(
    stream: str,
    after: int,
    chain: bytes,
    head: StreamHead | None,
    rows: Iterable[tuple[Any, ...]],
    *,
    damaged: Callable[[str, int, str], StoreError],
) -> Iterator[Logged]:
    """Yield the facts of a stream's rows after a version. `head` must have been read before them.

    `damaged` returns the error for a fact that is missing or not the one that was written.
    """
    is_chained = bool(chain) or not after
    version = after
    for version, row in enumerate(rows, after + 1):
        *values, crc = row
        data = row_bytes(values)
        if row[1] != version or crc32(data) != crc:
            raise damaged(stream, version, "")
        if is_chained:
            chain = chained(chain, data)
            if head and version == head.version and chain != head.chain:
                raise damaged(stream, version, "the events are not those of its head")
        name, _, commit, _, at, kind, form, private, text = values
        yield Logged(commit, at, Fact(name, version, kind, text, bool(private), form))
    if version < (head.version if head else 0) or (version > after and not head):
        raise damaged(stream, version + 1, "")

"""Checks when a log is opened or audited, and a watch over the files in use.

The watch compares names, sizes and headers, never contents, so it takes microseconds.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from enum import Enum, auto
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from puntobanco.errors import shown
from puntobanco.store.file import HEADER_BYTES, CommitUncertain, Lock, reading
from puntobanco.store.heads import (
    FileHead,
    beside,
    is_at,
    read_at,
    read_end,
    read_file_head,
)
from puntobanco.store.rows import Damaged, is_intact, select

CHECKED_WHOLE = 64 << 20
"""The largest file, in bytes, whose every page is checked when it is opened."""

PARTS = ("heads", "notes", "receipts")
"""The tables that are always checked, however large the file is."""


class Attested(Enum):
    """Whether the head file attests the end of a log."""

    YES = auto()
    ABSENT = auto()
    """There is no head file, as beside a copy."""
    NO = auto()
    """It is damaged, or belongs to another log."""
    LOST = auto()
    """The head file shows that the log lost its end."""


class Attestation(NamedTuple):
    """Whether the end of a log is attested, and if not, why."""

    attested: Attested
    reason: str = ""


def attestation(path: Path, read_head: Callable[[], FileHead]) -> Attestation:
    """Compare a log with its head file, which may be behind the log but never ahead.

    This reads the head file first, because the log may grow in between.
    """
    name = beside(path, "-head").name
    try:
        end, head = read_end(path), read_head()
    except Damaged as error:
        return Attestation(Attested.NO, str(error))
    if end is None:
        return Attestation(Attested.ABSENT, f"there is no {name} beside it")
    if end.id != head.id:
        return Attestation(Attested.NO, f"{name} belongs to another log")
    if end.commits > head.commits:
        reason = f"it ends at commit {head.commits}, and {end.commits} were made"
    elif end.commits == head.commits and end.digest != head.digest:
        reason = f"commit {head.commits} is not the one that was made"
    else:
        return Attestation(Attested.YES)
    advice = f"repair it, or remove {name} if this is an older copy"
    return Attestation(Attested.LOST, f"damaged at its end: {reason}; {advice}")


def refuse_emptied(path: Path) -> None:
    """Refuse an empty file whose head file says that there was a log.

    If there is no file at all, remove the old head file: a new log begins.
    """
    head_file = beside(path, "-head")
    if not path.exists():
        head_file.unlink(missing_ok=True)
    elif not path.stat().st_size and (end := read_end(path)):
        reason = f"empty, but {head_file.name} says that {end.commits} commits were made"
        raise Damaged(f"{reason}; remove {head_file.name} to begin anew")


def check_whole(connection: apsw.Connection, *, size: int) -> None:
    """Check the structure of the file: every page of a small one, else the tables in `PARTS`."""
    if connection.pragma("auto_vacuum"):
        raise Damaged("damaged in its header; nothing was changed")
    if size <= CHECKED_WHOLE:
        check_pages(connection, "quick_check(1)")
        return
    for table in PARTS:
        check_pages(connection, f"quick_check({table})")


def check_pages(connection: apsw.Connection, pragma: str) -> None:
    """Check pages of the file with a pragma of SQLite."""
    for (line,) in connection.execute(f"PRAGMA {pragma}"):
        if line != "ok":
            raise Damaged(f"damaged: {' '.join(str(line).split())}; nothing was changed")


class DamagedRow(NamedTuple):
    """The table and the key of a row whose checksum is wrong."""

    part: str
    key: tuple[Any, ...]

    def __str__(self) -> str:
        """Describe the row without showing a guest's key."""
        kind = {"heads": "the head", "notes": "a note", "receipts": "a receipt"}[self.part]
        return f"damaged in {kind} of {shown(str(self.key[0]), 60)}"


def damage_at_opening(connection: apsw.Connection) -> list[DamagedRow]:
    """Return the damaged rows. Raise if one belongs to no known stream."""
    found = list(damaged_rows(connection))
    for row in found:
        sql = "SELECT 1 FROM facts WHERE stream = ? LIMIT 1"
        if row.part != "notes" and not connection.execute(sql, row.key[:1]).fetchall():
            raise Damaged(f"damaged in the {row.part} of an unknown table; nothing was changed")
    return found


def damaged_rows(connection: apsw.Connection, parts: Iterable[str] = PARTS) -> Iterator[DamagedRow]:
    """Yield the damaged heads, notes and receipts. Raise if some are missing."""
    with reading(connection):
        head = read_file_head(connection)
        for part in parts:
            is_incomplete = yield from _damaged_in(part, connection.execute(select(part)), head)
            if is_incomplete:
                raise Damaged(f"damaged: some {part} are missing or old; nothing was changed")


def _damaged_in(
    part: str, rows: Iterable[tuple[Any, ...]], head: FileHead
) -> Generator[DamagedRow, None, bool]:
    """Yield the damaged rows of a table. Return whether some are missing or out of order.

    Rows are checked one by one: there may be a million guests. Only rows in the order of their keys
    can be found by key.
    """
    columns = 1 if part == "heads" else 2
    total, is_ordered, has_damage = 0, True, False
    last: tuple[Any, ...] = ()
    for row in rows:
        if is_intact(row):
            total += row[-1]
        else:
            has_damage = True
            yield DamagedRow(part, row[:2])
        try:
            is_ordered = is_ordered and last < row[:columns]
        except TypeError:  # the key of a damaged row may be of any type
            is_ordered = False
        last = row[:columns]
    return not is_ordered or (total != getattr(head, part) and not has_damage)


GONE = "gone, or replaced by another file, while it was in use"
CHANGED = "truncated, or overwritten, while it was in use"

WAL_HEADER_BYTES = 32
_WAL_MARKS = (bytes.fromhex("377f0682002de218"), bytes.fromhex("377f0683002de218"))
"""How a write-ahead log begins: its mark and the version of its format."""


class FileTrouble(NamedTuple):
    """What happened to a file of the log."""

    path: Path
    what: str

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


class Watch:
    """Watches the database and its write-ahead log, which only this process writes."""

    def __init__(self, lock: Lock) -> None:
        wal = beside(lock.path, "-wal")
        self._wal = os.open(wal, os.O_RDONLY)
        self._files = (
            _WatchedFile(lock.path, lock.file, HEADER_BYTES),
            _WatchedFile(wal, self._wal, WAL_HEADER_BYTES),
        )
        self.update()

    @property
    def trouble(self) -> FileTrouble | None:
        """Return what happened to a file since the last update, or None."""
        return next(filter(None, (file.trouble for file in self._files)), None)

    def update(self) -> None:
        """Remember sizes and headers after a write of our own, even a failed one."""
        for file in self._files:
            file.update()

    def check(self) -> None:
        """Check that a commit went into the files that we opened."""
        wal = self._files[1].header
        if trouble := self.trouble:
            raise CommitUncertain(trouble.what)
        if not wal.startswith(_WAL_MARKS):
            raise CommitUncertain(CHANGED)

    def close(self) -> None:
        """Close the files that were opened for watching."""
        os.close(self._wal)


class _WatchedFile:
    def __init__(self, path: Path, file: int, header_bytes: int) -> None:
        self._path, self._file, self._header_bytes = path, file, header_bytes

    def update(self) -> None:
        self._size = os.fstat(self._file).st_size
        self.header = self._read_header()

    def _read_header(self) -> bytes:
        """Return the WAL's header, or the parts of the database's header that never change."""
        header = read_at(self._file, self._header_bytes, 0)
        return header if self._header_bytes == WAL_HEADER_BYTES else header[:24] + header[56:72]

    @property
    def trouble(self) -> FileTrouble | None:
        if not is_at(self._path, self._file):
            return FileTrouble(self._path, GONE)
        is_shorter = os.fstat(self._file).st_size < self._size
        if is_shorter or self._read_header() != self.header:
            return FileTrouble(self._path, CHANGED)
        return None

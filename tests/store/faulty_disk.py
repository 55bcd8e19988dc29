"""A disk under the real store that fails on command and forgets what was not synchronised.

While a `FaultyDisk` is entered, every file of SQLite in this process goes through it: reads, writes
and synchronisations may fail with an I/O error or for want of space, and `cut_power` leaves of the
writes since the last synchronisation any part, in any order, torn at any sector. The head file is
written through it too: a write that fails leaves half of a slot.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Self
from unittest.mock import patch

import apsw

from puntobanco.store import heads
from puntobanco.store.heads import FileHead, HeadFile

SECTOR = 512

BASE = "unix"
"""SQLite's own file system, which does the work."""

ERRORS = {
    "read": apsw.SQLITE_IOERR_READ,
    "write": apsw.SQLITE_IOERR_WRITE,
    "sync": apsw.SQLITE_IOERR_FSYNC,
    "full": apsw.SQLITE_FULL,
}


@dataclass
class _Content:
    """The durable content of a file, and the writes since."""

    durable: bytes
    since: list[tuple[int, bytes]] = field(default_factory=list)
    """Each write, in order. A place of -1 is a truncation to the length of the data."""


class FaultyDisk(apsw.VFS):
    """The disk. `fails` decides for each operation on a file whether and how it fails."""

    def __init__(self) -> None:
        self.fails: Callable[[str, str], str | None] = lambda _operation, _file: None
        self.contents: dict[str, _Content] = {}
        """By the name of the file."""
        self.is_off = False
        self.capacity: int | None = None
        """The most bytes of all files together."""
        self.name = "faulty disk"
        super().__init__(self.name, BASE, makedefault=True)

    def xOpen(  # noqa: N802 - SQLite's name
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> apsw.VFSFile:
        return _File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802 - as above
        super().xDelete(filename, syncdir)
        self.contents.pop(filename, None)

    def fail_once(self, operation: str, suffix: str, *, after: int = 0) -> None:
        """Make one operation on a file with this ending fail, after so many of its kind."""
        left = after

        def fails(done: str, file: str) -> str | None:
            nonlocal left
            counted = "write" if operation == "full" else operation
            done = "write" if done == "truncate" else done
            if done != counted or not file.endswith(suffix):
                return None
            left -= 1
            return operation if left == -1 else None

        self.fails = fails

    def die_after(self, operations: int) -> None:
        """Stop working after so many writes and syncs, as in a power cut."""
        left = operations

        def fails(done: str, _file: str) -> str | None:
            nonlocal left
            left -= done != "read"
            self.is_off = self.is_off or left < 0
            return "sync" if self.is_off else None

        self.fails = fails

    def check(self, operation: str, file: str) -> None:
        if self.is_off:
            raise apsw.exception_for(ERRORS["sync"])
        if failure := self.fails(operation, file):
            raise apsw.exception_for(ERRORS[failure])

    def check_space(self, name: str, size: int) -> None:
        """Fail if a file can't grow to this size."""
        sizes = {each: Path(each).stat().st_size for each in self.contents if Path(each).exists()}
        grown = size > sizes.get(name, 0)
        if self.capacity and grown and sum({**sizes, name: size}.values()) > self.capacity:
            raise apsw.exception_for(ERRORS["full"])

    def content(self, name: str) -> _Content:
        if name not in self.contents:
            path = Path(name)
            self.contents[name] = _Content(path.read_bytes() if path.exists() else b"")
        return self.contents[name]

    def cut_power(self, rng: Random) -> None:
        """Leave what the disk may contain after a power cut. Nothing works any more."""
        self.is_off = True
        for name, content in self.contents.items():
            if (path := Path(name)).exists():
                path.write_bytes(_after_power_cut(content, rng))
        self.contents.clear()

    def restore_power(self) -> None:
        self.is_off = False
        self.fails = lambda _operation, _file: None

    def __enter__(self) -> Self:
        write = HeadFile.write

        def failing(file: HeadFile, head: FileHead) -> None:
            try:
                self.check("sync", "-head")
            except apsw.Error:
                slot = heads._slot(head)
                place = heads.SLOT * (head.commits % 2)
                os.pwrite(file._file, slot[: len(slot) // 2], place)
                raise OSError(errno.EIO, os.strerror(errno.EIO)) from None
            write(file, head)

        self._heads = patch.object(HeadFile, "write", failing)
        self._heads.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._heads.stop()
        self.unregister()


def _after_power_cut(content: _Content, rng: Random) -> bytes:
    """Return what is left of a file: any part of the writes since the last sync, in any order."""
    writes = content.since
    mode = rng.choice(("none", "all", "some", "first", "torn"))
    if mode == "none":
        kept = []
    elif mode == "all":
        kept = writes
    elif mode == "first":
        kept = writes[: rng.randint(0, len(writes))]
    else:
        kept = [each for each in writes if rng.random() < 0.5]
        rng.shuffle(kept)
    data = bytearray(content.durable)
    for place, written in kept:
        if place < 0:
            del data[len(written) :]
        elif mode == "torn":
            _write_sectors(data, place, written, rng)
        else:
            _write(data, place, written)
    return bytes(data)


def _write(data: bytearray, place: int, written: bytes) -> None:
    data.extend(bytes(max(0, place + len(written) - len(data))))
    data[place : place + len(written)] = written


def _write_sectors(data: bytearray, place: int, written: bytes, rng: Random) -> None:
    start = 0
    while start < len(written):
        end = min(len(written), (place + start) // SECTOR * SECTOR + SECTOR - place)
        if rng.random() < 0.7:
            _write(data, place + start, written[start:end])
        start = end


class _File(apsw.VFSFile):
    def __init__(
        self, disk: FaultyDisk, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> None:
        self._disk = disk
        self._name = name.filename() if isinstance(name, apsw.URIFilename) else name or ""
        kinds = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL
        self._is_kept = bool(flags[0] & kinds) and ".lock" not in self._name
        super().__init__(BASE, name, flags)
        if self._is_kept:
            disk.content(self._name)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802 - SQLite's name
        if self._is_kept:
            self._disk.check("read", self._name)
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - as above
        """Write what the disk may forget, unless it fails."""
        if self._is_kept:
            self._disk.check("write", self._name)
            self._disk.check_space(self._name, offset + len(data))
            self._disk.content(self._name).since.append((offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - as above
        """Truncate, which the disk may forget."""
        if self._is_kept:
            self._disk.check("truncate", self._name)
            self._disk.content(self._name).since.append((-1, bytes(newsize)))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802 - as above
        """Make everything durable on this disk, unless it fails. The real disk needn't sync."""
        if not self._is_kept:
            super().xSync(flags)
        else:
            self._disk.check("sync", self._name)
            content = self._disk.content(self._name)
            content.durable, content.since = Path(self._name).read_bytes(), []

"""Notice that a file in use was deleted, replaced, truncated or overwritten.

A check compares names, sizes and headers, never contents, so it takes microseconds.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from puntobanco.store.file import HEADER_BYTES, CommitUncertain, Lock, beside
from puntobanco.store.heads import is_at, read_at

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
            _WatchedFile(lock.path, lock.file, _stable_header),
            _WatchedFile(wal, self._wal, _wal_header),
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
    def __init__(self, path: Path, file: int, read_header: Callable[[int], bytes]) -> None:
        self._path, self._file, self._read_header = path, file, read_header

    def update(self) -> None:
        self._size = os.fstat(self._file).st_size
        self.header = self._read_header(self._file)

    @property
    def trouble(self) -> FileTrouble | None:
        if not is_at(self._path, self._file):
            return FileTrouble(self._path, GONE)
        is_shorter = os.fstat(self._file).st_size < self._size
        if is_shorter or self._read_header(self._file) != self.header:
            return FileTrouble(self._path, CHANGED)
        return None


def _wal_header(file: int) -> bytes:
    return read_at(file, WAL_HEADER_BYTES, 0)


def _stable_header(file: int) -> bytes:
    """Return the parts of the database's header that never change."""
    header = read_at(file, HEADER_BYTES, 0)
    return header[:24] + header[56:72]

"""The head file: where the log ends, once more, in a small file beside it.

SQLite drops the end of a damaged write-ahead log without a word. The head file is written after
each commit and before anyone is told of it, so a log that ends before its head has lost something.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from puntobanco.store.heads import FileHead
from puntobanco.store.rows import Damaged

SLOT = 4_096
"""The two slots are a disk's page apart, so that a torn write spoils one of them at most."""

_MARK = "puntobanco-head"

_DSYNC = getattr(os, "O_DSYNC", 0)
"""Lets a write end when its bytes are on the disk, where the system can."""


class End(NamedTuple):
    """What the head file says of the log: which one it is, how many commits, and their digest."""

    id: str
    commits: int
    digest: str


def head_path(path: Path) -> Path:
    """The head file of a database."""
    return path.with_name(f"{path.name}-head")


def read_end(path: Path) -> End | None:
    """The newest intact slot of a database's head file; None if there is no such file."""
    try:
        content = head_path(path).read_bytes()
    except FileNotFoundError:
        return None
    if not content.strip(b"\0"):  # made, and never written
        return None
    ends = filter(None, (_parsed(content[:SLOT]), _parsed(content[SLOT:])))
    newest = max(ends, key=lambda end: end.commits, default=None)
    if newest is None:
        raise Damaged(f"{head_path(path).name} is damaged; without it the log can be opened")
    return newest


class HeadFile:
    """The head file of a log that is being written."""

    def __init__(self, path: Path) -> None:
        is_new = not head_path(path).exists()
        self._file = os.open(head_path(path), os.O_RDWR | os.O_CREAT | _DSYNC, 0o600)
        if is_new:
            os.write(self._file, bytes(2 * SLOT))
            os.fsync(self._file)
            _sync_folder(path.parent)

    def write(self, head: FileHead) -> None:
        """Make durable where the log ends, in the slot that holds the end before the last."""
        place, text = SLOT * (head.commits % 2), _slot(End(*head[:3]))
        if _DSYNC:
            os.pwrite(self._file, text, place)
        else:
            os.lseek(self._file, place, os.SEEK_SET)
            os.write(self._file, text)
            os.fsync(self._file)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def _slot(end: End) -> bytes:
    text = f"{_MARK} {end.id} {end.commits} {end.digest or '-'}".encode()
    return b"%s %08x\n" % (text, crc32(text))


def _parsed(slot: bytes) -> End | None:
    """The end in a slot, or None if it is empty or damaged."""
    line = slot.partition(b"\n")[0]
    text, _, written = line.rpartition(b" ")
    if not text or written != b"%08x" % crc32(text):
        return None
    _, name, commits, digest = text.decode().split(" ")
    return End(name, int(commits), "" if digest == "-" else digest)


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable, where the system can."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)

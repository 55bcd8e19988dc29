"""What operators do to a log or its hall. Each action leaves a note in the log.

An archive is a log of its own, so everything that reads a log reads an archive. It is written,
synced and compared before the log deletes anything, in one transaction. If that is interrupted,
some streams are in both files, and the same call goes on from there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import time_ns
from typing import Literal, NamedTuple, TypeAlias

import apsw

from puntobanco.errors import StoreError
from puntobanco.store.base import Log
from puntobanco.store.file import NUMBERS, connect, creating, explained, new_log
from puntobanco.store.heads import read_file_head, sync_folder
from puntobanco.store.log import Store, open_log
from puntobanco.store.rows import Note, Value, select, with_crc

CARE = "care"
"""The note shelf of these records."""


Did: TypeAlias = Literal["repair", "restore", "archive", "close", "say", "drain"]
"""What an operator may do to a log, or to the hall that serves it."""


class Care(NamedTuple):
    """One action of an operator."""

    did: Did
    at: int
    """Microseconds since 1970 UTC."""
    file: str = ""
    """The other file: the damaged log, the backup, or the archive."""
    lost: Sequence[str] = ()
    """The losses, one line each."""
    moved: int = 0
    """How many tables were moved."""
    by: str = ""
    """The operator who ordered it from the hall."""
    what: str = ""
    """The table that was closed, or the text that guests were sent."""

    @classmethod
    def now(cls, did: Did, file: str, *, lost: Sequence[str] = (), moved: int = 0) -> Care:
        """Return the record of what is being done."""
        return cls(did, time_ns() // 1_000, file, lost, moved)

    @property
    def note(self) -> Note:
        """The note that stores this record."""
        return Note(CARE, f"{self.at:020}", json.dumps(self._asdict()))

    def row(self, kept: int) -> tuple[Value, ...]:
        """Return the note as a row of the log, written at the time `kept`."""
        note = self.note
        return with_crc(note.shelf, note.key, note.data or "", kept)


def care_of(log: Log) -> list[Care]:
    """Return everything that was done to a log, oldest first."""
    return [Care(**json.loads(text)) for _, text in sorted(log.notes(CARE).items())]


def restore(file: Path, target: Path | str) -> str:
    """Make a log from a backup, and note that. Return the time of its last event.

    `target` is a new file or the address of an empty database.
    """
    with Store.read(file) as backup:
        if faults := backup.faults(deep=True):
            raise StoreError(f"{file}: {faults[0]}; `repair` saves what is intact")
        if isinstance(target, str):
            from puntobanco.store.postgres import copying  # noqa: PLC0415 - needs an extra

            copying.restore(backup, target)
        else:
            backup.backup(target)
        newest = max(
            (last.at for table in backup.streams() if (last := backup.last(table))), default=0
        )
    end = f"{datetime.fromtimestamp(newest / 1_000_000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    try:
        with open_log(target) as store:
            record = Care.now("restore", str(file.absolute()), lost=[f"everything after {end}"])
            store.append((), at=store.newest_kept_at() or record.at, notes=[record.note])
    except BaseException:
        if isinstance(target, Path):
            target.unlink()
        raise
    return end


class Archived(NamedTuple):
    """How much was moved."""

    streams: int
    facts: int


def archive(store: Store, streams: Sequence[str], file: Path) -> Archived:
    """Move streams into a new file. If it exists, finish an archiving that was interrupted."""
    with explained(file):
        if not file.exists():
            _write(store, streams, file)
        Store.open(file).close()  # writes its head file
    with Store.read(file) as archived:
        sources = {(care.file, care.moved) for care in care_of(archived)}
        if (store.id, len(archived.streams())) not in sources:
            raise StoreError(f"{file}: it exists, and is not an archive of this log")
        moved = [stream for stream in archived.streams() if store.last(stream)]
        if not moved:
            raise StoreError(f"{file}: it exists, and its tables were moved before")
        facts = sum(_compare(store, archived, stream) for stream in moved)
    store.remove(moved, Care.now("archive", str(file.absolute()), moved=len(moved)).note)
    return Archived(len(moved), facts)


def _compare(store: Store, archived: Store, stream: str) -> int:
    """Check that an archive has every fact of a stream. Return how many there are."""
    with explained(store.path):
        facts = list(store.facts(stream))
        if list(archived.facts(stream)) != facts:
            raise StoreError(f"{archived.path}: it has other events of {stream}")
    return len(facts)


def _write(store: Store, streams: Sequence[str], file: Path) -> None:
    """Write an archive under another name, sync it, and give it its name."""
    part = file.with_name(f".{file.name}.part")
    for leftover in (part, part.with_name(f"{part.name}-journal")):
        leftover.unlink(missing_ok=True)
    with (
        closing(connect(store.path, apsw.SQLITE_OPEN_READONLY)) as source,
        creating(part),
        new_log(part) as target,
    ):
        for stream in streams:
            for table in ("heads", "receipts", "snapshots", "facts"):
                sql = f"{select(table, first=NUMBERS.get(table, ''))} WHERE stream = ?"
                target.add(table, source.execute(sql, (stream,)))
        record = Care.now("archive", store.id, moved=len(streams))
        target.add("notes", [record.row(store.newest_kept_at() or 0)])
        target.commits = read_file_head(source).commits
    part.rename(file)
    sync_folder(file.parent)

"""What operators do to a log or its hall. Each action leaves a note in the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import time_ns
from typing import Literal, NamedTuple, TypeAlias

from puntobanco.errors import StoreError
from puntobanco.store.addresses import open_log
from puntobanco.store.base import Log
from puntobanco.store.log import Store
from puntobanco.store.rows import Note

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
    def now(
        cls,
        did: Did,
        file: str,
        *,
        lost: Sequence[str] = (),
        moved: int = 0,
    ) -> Care:
        """Return the record of what is being done."""
        return cls(did, time_ns() // 1_000, file, lost, moved)

    @property
    def note(self) -> Note:
        """The note that stores this record."""
        return Note(CARE, f"{self.at:020}", json.dumps(self._asdict()))


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

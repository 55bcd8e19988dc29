"""Where the record of a shoe goes."""

from __future__ import annotations

from pathlib import Path

from puntobanco.store import Store


def can_write_records() -> bool:
    """Whether records can be written at all."""
    return False


def write_record(store: Store, table: str, *, shoe: int, folder: Path) -> Path:
    """Write the record of a shoe as a file in the folder, and give its place."""
    raise NotImplementedError((store, table, shoe, folder))

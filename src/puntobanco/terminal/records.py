"""Where the record of a shoe goes."""

from __future__ import annotations

from pathlib import Path

from puntobanco.errors import StoreError
from puntobanco.store import Store
from puntobanco.wire import read_event


def write_record(store: Store, table: str, *, shoe: int, folder: Path) -> Path:
    """Write the record of a shoe as a file in the folder, and give its place."""
    from puntobanco.notation import format_record, records  # noqa: PLC0415 - at the end of a shoe

    log = (
        (logged.at, read_event(logged.fact.kind, logged.fact.data, logged.fact.format))
        for logged in store.facts(table)
    )
    record = next(record for record in records(log) if record.shoe == shoe)
    place = folder / f"{table}-shoe-{shoe}.bgn"
    unfinished = place.with_suffix(".part")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished.write_text(format_record(record), encoding="utf-8")
        unfinished.replace(place)
    except OSError as error:
        raise StoreError(f"{place}: cannot be written: {error.strerror}") from error
    return place

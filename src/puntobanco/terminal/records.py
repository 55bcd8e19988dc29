"""Where the record of a shoe goes."""

from __future__ import annotations

from pathlib import Path

from puntobanco.errors import StoreError
from puntobanco.store import Store
from puntobanco.wire import read_event


def write_record(store: Store, table: str, *, shoe: int, place: Path) -> None:
    """Write the record of a shoe as a file, and make the folder that it belongs in."""
    from puntobanco.notation import format_record, records  # noqa: PLC0415 - at the end of a shoe

    log = (
        (logged.at, read_event(logged.fact.kind, logged.fact.data, logged.fact.format))
        for logged in store.facts(table)
    )
    record = next((record for record in records(log) if record.shoe == shoe), None)
    if record is None:
        raise StoreError(f"shoe {shoe} of {table} is not in the log")
    unfinished = place.with_suffix(".part")
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished.write_text(format_record(record), encoding="utf-8")
        unfinished.replace(place)
    except OSError as error:
        raise StoreError(f"{place}: cannot be written: {error.strerror}") from error


def place_lines(place: Path, width: int) -> list[str]:
    """Where a record is, the home folder as ``~``; in two lines where one would be too wide."""
    home = Path.home()
    near = Path("~", place.relative_to(home)) if place.is_relative_to(home) else place
    line = f"Record: {near}"
    return [line] if len(line) <= width else [f"Record: {near.name}", f"Folder: {near.parent}"]

"""The file of a shoe's record, and the lines that say where it is."""

from __future__ import annotations

from pathlib import Path

from puntobanco.errors import StoreError
from puntobanco.store import Store, replacing


def write_record(store: Store, table: str, *, shoe: int, place: Path) -> None:
    """Write the record of a shoe to a file; makes its folder if it is missing."""
    from puntobanco.history.records import shoe_record  # noqa: PLC0415 - at the end of a shoe
    from puntobanco.notation import format_record  # noqa: PLC0415 - as above

    record = shoe_record(store, table, shoe)
    if record is None:
        raise StoreError(f"shoe {shoe} of {table} is not in the log")
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with replacing(place) as stream:
            stream.write(format_record(record).encode())
    except OSError as error:
        path, why = str(place), str(error.strerror)
        raise StoreError(code="unwritten", path=path, text=why) from error


def near_home(place: Path) -> Path:
    """A place with ``~`` for the home folder."""
    home = Path.home()
    return Path("~", place.relative_to(home)) if place.is_relative_to(home) else place

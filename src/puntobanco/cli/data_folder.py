"""The user's data folder: where files are kept when no other place is named."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from puntobanco.errors import StoreError

if TYPE_CHECKING:
    from puntobanco.store import Log, LogAddress

DATABASE = "tables.db"
HALL_DATABASE = "hall.db"
SETTINGS = "settings.toml"


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the user's data folder for this program. Ignore a relative XDG_DATA_HOME."""
    named = Path(environment.get("XDG_DATA_HOME", ""))
    base = named if named.is_absolute() else Path.home() / ".local" / "share"
    return base / "puntobanco"


def default_database() -> Path:
    """Return the database in the user's data folder."""
    return data_folder() / DATABASE


def default_settings() -> Path:
    """Return the settings file of the betting game in the user's data folder."""
    return data_folder() / SETTINGS


def own_database(name: str = DATABASE) -> Path:
    """Return the path of a database in the user's data folder, created private if missing."""
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        why = str(error.strerror)
        raise StoreError(code="unwritten", path=str(folder), text=why) from error
    return folder / name


@contextmanager
def open_log(address: LogAddress | None) -> Iterator[Log | None]:
    """Open the log for reading. Yield None if none is named and the default one is missing."""
    from puntobanco.store import read_log

    file = default_database()
    if address is None and not file.exists():
        yield None
        return
    with read_log(address or file) as store:
        yield store

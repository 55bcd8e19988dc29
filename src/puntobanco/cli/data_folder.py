"""The user's data folder: where files are kept when no other place is named."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from puntobanco.errors import StoreError

if TYPE_CHECKING:
    from puntobanco.store import Store

DATABASE = "tables.db"
SETTINGS = "settings.toml"


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The user's data folder for this program; a relative XDG_DATA_HOME is ignored."""
    named = Path(environment.get("XDG_DATA_HOME", ""))
    base = named if named.is_absolute() else Path.home() / ".local" / "share"
    return base / "puntobanco"


def default_database() -> Path:
    """The database in the user's data folder."""
    return data_folder() / DATABASE


def default_settings() -> Path:
    """The settings of the betting game in the user's data folder."""
    return data_folder() / SETTINGS


def own_database(name: str = DATABASE) -> Path:
    """The path of a database in the user's data folder; makes the folder, private, if missing."""
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        why = str(error.strerror)
        raise StoreError(code="unwritten", path=str(folder), text=why) from error
    return folder / name


@contextmanager
def open_log(path: Path | None) -> Iterator[Store | None]:
    """The log, open for reading; None if none is named and the default one does not exist."""
    from puntobanco.store import Store

    file = path or default_database()
    if path is None and not file.exists():
        yield None
        return
    with Store.read(file) as store:
        yield store

"""Open the log at an address: the path of an SQLite file, or the URL of a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path

from puntobanco.store.base import Log
from puntobanco.store.log import Store

SCHEMES = ("postgresql://", "postgres://")
"""How the URL of a database begins."""


def is_url(address: str) -> bool:
    """Return whether an address is the URL of a database."""
    return address.startswith(SCHEMES)


def open_log(address: Path | str) -> Log:
    """Open a file, or a database by its URL, for writing. Create what is missing."""
    if isinstance(address, Path):
        return Store.open(address)
    from puntobanco.store.postgres import PostgresStore  # noqa: PLC0415 - psycopg is optional

    return PostgresStore.open(address)


def read_log(address: Path | str) -> Log:
    """Open a file, or a database by its URL, for reading."""
    if isinstance(address, Path):
        return Store.read(address)
    from puntobanco.store.postgres import PostgresStore  # noqa: PLC0415 - psycopg is optional

    return PostgresStore.read(address)

"""Open the log at an address: the path of an SQLite file, or the URL of a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit, urlunsplit

from puntobanco.store.base import Log
from puntobanco.store.log import Store

SCHEMES = ("postgresql://", "postgres://")
"""How the URL of a database begins."""


def is_url(address: str) -> bool:
    """Return whether an address is the URL of a database."""
    return address.startswith(SCHEMES)


class DatabaseUrl(str):
    """The URL of a database. Printing it never shows the password.

    >>> print(DatabaseUrl("postgresql://ann:secret@db:5433/hall?password=secret"))
    postgresql://ann@db:5433/hall
    """

    __slots__ = ()

    def __str__(self) -> str:
        parts = urlsplit(self[:])
        user, at, place = parts.netloc.rpartition("@")
        shown = f"{user.partition(':')[0]}{at}{place}"
        return urlunsplit((parts.scheme, shown, parts.path, "", ""))

    def __repr__(self) -> str:
        return repr(str(self))

    def __format__(self, form: str) -> str:
        return format(str(self), form)


LogAddress: TypeAlias = Path | DatabaseUrl


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

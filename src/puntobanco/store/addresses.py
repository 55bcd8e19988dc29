"""Open the log at an address: the path of an SQLite file, or the URL of a PostgreSQL database."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from puntobanco.store.base import Log
from puntobanco.store.log import Store

SCHEMES = ("postgresql://", "postgres://")
"""How the URL of a database begins."""


def is_url(address: str) -> bool:
    """Return whether an address is the URL of a database."""
    return address.startswith(SCHEMES)


_LIKE_URL = re.compile(r"\s*\w[\w+.-]+:/|(?:.*\s)?(?:host|user|password|dbname)\s*=")


def resembles_url(address: str) -> bool:
    """Return whether an address may be meant as a database, with a password, and not as a file.

    >>> resembles_url("postgresql+psycopg://ann:secret@db/hall"), resembles_url("C:/hall.db")
    (True, False)
    """
    return _LIKE_URL.match(address) is not None


_PLACE = r"(?:\[[^]@]*]|[^][:@,]*)(?::[0-9]*)?"
_PLACES = re.compile(rf"{_PLACE}(?:,{_PLACE})*")
"""Hosts with their ports."""


def shows_password(url: str) -> bool:
    """Return whether part of a password reads like a host, port, database or parameter.

    >>> shows_password("postgresql://ann:se@cret@db/hall"), shows_password("postgresql://ann@db/x")
    (True, False)
    """
    parts = urlsplit(url)
    user, _, place = parts.netloc.rpartition("@")
    rest = url.partition(parts.netloc)[2] if ":" in place and not user else ""
    return "@" in f"{user}{rest}" or not _PLACES.fullmatch(place)


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
        return f"{parts.scheme}://{shown}{parts.path}"

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

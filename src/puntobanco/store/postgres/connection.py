"""Connections to PostgreSQL: required settings, migrations and errors.

No error and no name shows a password.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from secrets import token_hex
from typing import Any, NamedTuple, TypeAlias

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types.numeric import Int8BinaryDumper

from puntobanco.errors import StoreError, shown
from puntobanco.store import file
from puntobanco.store.file import CommitUncertain, damaged_file, unknown_outcome
from puntobanco.store.rows import Damaged

Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]

SCHEMA = "puntobanco"

SETTINGS = (
    f"search_path = {SCHEMA}",
    "statement_timeout = 0",  # a write that is cancelled while it waits for a standby would succeed
    "lock_timeout = '1s'",
    "idle_session_timeout = 0",
    "plan_cache_mode = force_generic_plan",  # the tables may never have been analysed
    "enable_seqscan = off",
    "jit = off",
)

DEFAULTS = {
    "application_name": "puntobanco",
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "target_session_attrs": "read-write",  # a replica may be behind, so nothing is decided on it
}
"""Parameters of a connection, unless the address has others."""

MIGRATION_LOCK = 0x42414331
"""The advisory lock of the server that migrates."""


class Address:
    """The address of a database. Its text has no password."""

    def __init__(self, url: str) -> None:
        try:
            parts = conninfo_to_dict(url)
        except psycopg.ProgrammingError:
            example = "postgresql://user@host:5432/database"
            raise StoreError(f"this is not an address such as {example}") from None
        defaults = {name: value for name, value in DEFAULTS.items() if name not in parts}
        self._url = make_conninfo(url, **defaults)
        self._secrets = [
            str(parts[name]) for name in ("password", "sslpassword") if parts.get(name)
        ]
        place = parts.get("host") or "localhost"
        port = f":{parts['port']}" if "port" in parts else ""
        user = f"{parts['user']}@" if "user" in parts else ""
        self._name = shown(f"postgresql://{user}{place}{port}/{parts.get('dbname') or ''}", 120)

    def __str__(self) -> str:
        return self._name

    def connect(self) -> Connection:
        """Return a connection to a database that is fit for a log, or raise."""
        connection = psycopg.connect(self._url, autocommit=True, prepare_threshold=0)
        try:
            connection.adapters.register_dumper(int, Int8BinaryDumper)
            for setting in SETTINGS:
                connection.execute(f"SET {setting}".encode(), prepare=False)
            Findings.of(connection).refuse_unsafe()
        except BaseException:
            connection.close()
            raise
        return connection

    def without_secrets(self, error: Exception) -> str:
        """Return the first line of an error without passwords."""
        text = (str(error).strip() or type(error).__name__).splitlines()[0]
        for secret in self._secrets:
            text = text.replace(secret, "…")
        return text

    @contextmanager
    def explained(self, *, writes: bool = False) -> Iterator[None]:
        """Turn errors of PostgreSQL into one `StoreError` without passwords.

        If a connection breaks during a write, the outcome is unknown.
        """
        try:
            yield
        except Damaged as error:
            raise damaged_file(self._name, str(error)) from error
        except CommitUncertain as error:
            raise unknown_outcome(self, str(error)) from error
        except psycopg.Error as error:
            text = self.without_secrets(error)
            if writes and is_broken(error):
                raise unknown_outcome(self, text) from None
            raise StoreError(f"{self}: {text}") from None


_ENDED = ("57P", "08", "XX")
"""How the codes of errors begin after which the server closes the connection."""


def is_broken(error: psycopg.Error) -> bool:
    """Return whether an error ended the connection, so that a write may still be committed."""
    return error.sqlstate is None or error.sqlstate.startswith(_ENDED)


class Findings(NamedTuple):
    """The version and settings of a database."""

    version: str
    encoding: str
    fsync: str
    synchronous_commit: str
    full_page_writes: str
    data_checksums: str

    @classmethod
    def of(cls, connection: Connection) -> Findings:
        """Ask a database."""
        names = ("server_version", "server_encoding", *cls._fields[2:])
        values = ", ".join(f"current_setting('{name}')" for name in names)
        (row,) = connection.execute(f"SELECT {values}".encode()).fetchall()
        return cls(*row)

    def refuse_unsafe(self) -> None:
        """Refuse a database that may lose what it has acknowledged."""
        for name in ("fsync", "synchronous_commit", "full_page_writes"):
            if getattr(self, name) == "off":
                raise StoreError(
                    f"the database has {name} off, so it may lose what it acknowledged; set it on"
                )
        if self.encoding != "UTF8":
            raise StoreError(f"the database has the encoding {self.encoding}; it must be UTF8")

    @property
    def warnings(self) -> list[str]:
        """What an operator should change."""
        if self.data_checksums == "on":
            return []
        return ["no data checksums, so it doesn't notice a damaged disk"]

    def __str__(self) -> str:
        checks = "on" if self.data_checksums == "on" else "off"
        return (
            f"PostgreSQL {self.version}, fsync {self.fsync},"
            f" synchronous_commit {self.synchronous_commit}, data checksums {checks}"
        )


# --- migrations -----------------------------------------------------------------------------------


migrations = partial(file.migrations, "migrations/postgres")


def format_of(connection: Connection) -> int:
    """Return how many migrations a database has had. Refuse a newer one."""
    rows = connection.execute(
        b"SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = %s",
        (SCHEMA,),
    ).fetchall()
    done = int(rows[0][0] or 0) if rows else 0
    if done > len(migrations()):
        raise StoreError("a newer version of puntobanco wrote this database; update puntobanco")
    return done


def refuse_unmigrated(connection: Connection) -> None:
    """Refuse to read a database that lacks a migration, or has no log."""
    done = format_of(connection)
    if not done:
        raise StoreError("there is no log in this database")
    if done < len(migrations()):
        raise StoreError("an older version of puntobanco wrote this database; `serve` updates it")


def migrate(connection: Connection) -> None:
    """Migrate a database to the current format, in one transaction, once for all servers."""
    if format_of(connection) == len(migrations()):
        return
    with connection.transaction():
        connection.execute(b"SET LOCAL lock_timeout = 0")
        connection.execute(b"SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
        done, steps = format_of(connection), migrations()
        if done == len(steps):
            return
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}".encode())
        for step in steps[done:]:
            connection.execute(step.encode(), prepare=False)
        if not done:
            connection.execute(b"INSERT INTO log (id) VALUES (%s)", (token_hex(16),))
            connection.execute(
                b"INSERT INTO house (beat, now) SELECT t, 1000000 * extract(epoch FROM t)"
                b" FROM (SELECT clock_timestamp() AS t) AS clock"
            )
        comment = f"COMMENT ON SCHEMA {SCHEMA} IS '{len(steps)}'"
        connection.execute(comment.encode(), prepare=False)


def execute(connection: Connection, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Run a statement with the placeholders `?`. Return its rows."""
    cursor = connection.execute(sql.replace("?", "%b").encode(), values, binary=True)
    return cursor.fetchall() if cursor.description else []

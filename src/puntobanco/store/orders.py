"""An operator's orders to the servers of a log, and their answers. Both are texts.

A file has one server, and a socket beside the file reaches it. The servers of a database find
orders in a table.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple, Protocol

from puntobanco.errors import StoreError
from puntobanco.store.file import Lock, beside

LONGEST_ADDRESS = 100
"""Bytes of a socket's address. Linux takes 107, other systems a few less."""

PATIENCE = 10.0
"""Seconds that an operator waits for an answer."""

POLL_INTERVAL = 0.05
"""Seconds between two checks of a server."""


class StoredOrder(NamedTuple):
    """An order in a database, which every server answers once."""

    id: int
    by: str
    """The operator."""
    at: int
    """Microseconds since 1970 UTC."""
    data: str


class OrderAnswer(NamedTuple):
    """A server's answer to an order in a database."""

    order: int
    data: str


class OrderDesk(Protocol):
    """A connection that carries an operator's orders to the servers of a log."""

    def ask(self, by: str, order: str) -> list[str]:
        """Send an order as JSON to all servers. Return their answers, or raise."""

    def wait_for_end(self) -> None:
        """Wait until the servers that have answered are gone."""


def desk_of(address: Path | str) -> AbstractContextManager[OrderDesk]:
    """Open the desk of a file, or of a database by its URL."""
    if isinstance(address, Path):
        return file_desk(address)
    from puntobanco.store.postgres.orders import database_desk  # noqa: PLC0415 - psycopg is optional

    return database_desk(address)


def no_hall(name: object) -> StoreError:
    """Return the error if no server runs."""
    return StoreError(f"{name}: no hall is running; start it with `puntobanco serve`")


def no_answer(name: object) -> StoreError:
    """Return the error if a server is silent."""
    return StoreError(
        f"{name}: a server didn't answer within {PATIENCE:.0f} s; `audit --care` shows if it obeyed"
    )


# --- a file -----------------------------------------------------------------------------------


def socket_path(log: Path) -> Path:
    """Return the path of a log's socket."""
    return beside(log.resolve(), ".admin")


@contextmanager
def socket_address(path: Path) -> Iterator[str]:
    """Yield an address for a path. A long path is reached through its open folder."""
    if len(os.fsencode(path)) <= LONGEST_ADDRESS:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


@contextmanager
def file_desk(log: Path) -> Iterator[OrderDesk]:
    """Connect to the server of a file. Only the owner of the file may."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(PATIENCE)
        try:
            with socket_address(socket_path(log)) as address:
                connection.connect(address)
        except PermissionError:
            raise StoreError(f"{log}: only the owner of the file may give orders") from None
        except OSError:
            raise no_hall(log) from None
        yield _FileDesk(log, connection)


class _FileDesk:
    def __init__(self, log: Path, connection: socket.socket) -> None:
        self._log, self._connection = log, connection

    def ask(self, by: str, order: str) -> list[str]:
        try:
            self._connection.sendall(f'{{"by":{json.dumps(by)},"order":{order}}}\n'.encode())
            answer = b""
            while not answer.endswith(b"\n"):
                if not (part := self._connection.recv(1 << 16)):
                    raise no_hall(self._log)
                answer += part
        except TimeoutError:
            raise no_answer(self._log) from None
        except OSError:
            raise no_hall(self._log) from None
        return [answer.decode()]

    def wait_for_end(self) -> None:
        """Wait until the server closes the connection, and then its file."""
        self._connection.settimeout(None)
        with suppress(ConnectionError):
            self._connection.recv(1)
        latest = monotonic() + PATIENCE
        while monotonic() < latest:
            with suppress(StoreError):
                Lock(self._log.resolve()).close()
                return
            sleep(POLL_INTERVAL)

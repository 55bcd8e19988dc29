"""The house clock, who is connected to which server, and wake-ups, for servers in one process.

Several servers share one house through a database. A log in a file has one server, and a log in
memory may have several, so here a house is an object in memory.

An operator's orders to the servers, and their answers, are texts. The server of a file has a socket
beside it. The servers of a database find orders in a table.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple, Protocol

from puntobanco.errors import StoreError
from puntobanco.store.file import Lock
from puntobanco.store.heads import beside

LONGEST_BEAT = 2_000
"""The most milliseconds by which one beat advances the house clock."""

SILENCE = 3_000
"""Milliseconds after which a silent server has no guests, and for which a restarted database does
not know who is connected."""


class Beat(NamedTuple):
    """The answer to a server's heartbeat."""

    now: int
    """The house clock in milliseconds. It never goes back."""
    connected: dict[str, frozenset[str]]
    """The guests who are connected to any live server, by stream."""
    is_restarted: bool = False
    """Whether the database has just restarted, so that seated guests count as present."""


class LocalHouse:
    """The house of the servers in this process, by a clock in milliseconds that may jump."""

    def __init__(self, clock: Callable[[], int], start: Callable[[], int]) -> None:
        self._clock, self._start = clock, start
        self._beaten_at = clock()
        self._now: int | None = None
        self._restarted_at: int | None = None
        self._servers: dict[str, tuple[int, set[tuple[str, str]]]] = {}
        """The last beat of each server by the house clock, and the guests connected to it."""
        self.listeners: dict[object, Callable[[Collection[str]], None]] = {}

    @property
    def now(self) -> int:
        """The house clock at the last beat."""
        if self._now is None:
            self._now = self._start()
        return self._now

    def restart(self) -> None:
        """Forget who is connected, as a restarted database does."""
        self._servers.clear()
        self._restarted_at = self.now

    def beat(self, server: str, present: Collection[tuple[str, str]]) -> Beat:
        """Advance the clock, and store who is connected to a server."""
        time = self._clock()
        self._now = self.now + max(0, min(time - self._beaten_at, LONGEST_BEAT))
        self._beaten_at = time
        self._servers[server] = (self._now, set(present))
        connected: dict[str, set[str]] = {}
        for last, pairs in self._servers.values():
            if self._now - last < SILENCE:
                for stream, guest in pairs:
                    connected.setdefault(stream, set()).add(guest)
        is_new = self._restarted_at is not None and self._now - self._restarted_at < SILENCE
        return Beat(self._now, {each: frozenset(connected[each]) for each in connected}, is_new)

    def announce(self, server: str, present: Collection[tuple[str, str]]) -> None:
        """Add guests who have just connected to a server."""
        _, pairs = self._servers.get(server, (0, set()))
        self._servers[server] = (self.now, pairs | set(present))


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
    from puntobanco.store.postgres.house import database_desk  # noqa: PLC0415 - psycopg is optional

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

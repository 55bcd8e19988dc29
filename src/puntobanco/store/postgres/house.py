"""The house clock, who is connected to which server, wake-ups and orders, through PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

import psycopg

from puntobanco.errors import StoreError
from puntobanco.store.house import (
    LONGEST_BEAT,
    PATIENCE,
    POLL_INTERVAL,
    SILENCE,
    Beat,
    OrderAnswer,
    OrderDesk,
    StoredOrder,
    no_answer,
    no_hall,
)
from puntobanco.store.postgres.connection import (
    Address,
    Connection,
    execute,
    refuse_unmigrated,
)

CLOCK = "clock_timestamp()"
"""The time of the database."""

FORGOTTEN = 60_000
"""Milliseconds after which a silent server is deleted."""

Pair = tuple[str, str]


def _announcing(now: str) -> str:
    """Return a statement that stores which guests came and went, and when by the house clock."""
    return f"""
    WITH clock AS ({now}), server AS (
        INSERT INTO servers SELECT ?::text, now, 1 FROM clock
        ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, serial = servers.serial + ?::bigint
    ), went AS (
        DELETE FROM presence USING unnest(?::text[], ?::text[]) AS gone(stream, guest)
        WHERE server = ?::text AND presence.stream = gone.stream AND presence.guest = gone.guest
    ), came AS (
        INSERT INTO presence SELECT ?::text, stream, guest
        FROM unnest(?::text[], ?::text[]) AS new(stream, guest) ON CONFLICT DO NOTHING
    ), first AS (
        INSERT INTO running (since) SELECT now FROM clock ON CONFLICT DO NOTHING RETURNING since
    )
    SELECT clock.now, coalesce(first.since, running.since, clock.now)
    FROM clock LEFT JOIN first ON true LEFT JOIN running ON true"""  # noqa: S608 - our own words


def _beating() -> str:
    """Return a query that advances the house clock. It reads the time when the row is locked."""
    return f"""
        UPDATE house SET (beat, now) = (
            SELECT n.t, house.now + greatest(0, least({1_000 * LONGEST_BEAT},
                (1000000 * extract(epoch FROM n.t - house.beat))::bigint))
            FROM (SELECT {CLOCK} AS t) AS n
        ) RETURNING now / 1000 AS now"""  # noqa: S608 - our own words


class Presence:
    """The connected guests, as the database stores them and as a server last read them."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Store and read everything again after a reconnect."""
        self._stored: set[Pair] | None = None
        self._serials: list[tuple[Any, ...]] = []
        self._connected: dict[str, frozenset[str]] = {}

    def beat(self, connection: Connection, server: str, present: Collection[Pair]) -> Beat:
        """Advance the house clock, and store who is connected to a server."""
        now, since = self._store(connection, _beating(), server, set(present))
        serials = execute(
            connection,
            "SELECT id, serial FROM servers WHERE beat > ? ORDER BY id",
            (now - SILENCE,),
        )
        if serials != self._serials:
            self._connected = self._read(connection, now)
            self._serials = serials
            execute(connection, "DELETE FROM servers WHERE beat < ?", (now - FORGOTTEN,))
        return Beat(now, self._connected, now - since < SILENCE)

    def announce(self, connection: Connection, server: str, present: Collection[Pair]) -> None:
        """Store at once that guests have come to a server."""
        now = "SELECT now / 1000 AS now FROM house"
        self._store(connection, now, server, (self._stored or set()) | set(present))

    def withdraw(self, connection: Connection, server: str) -> None:
        """Delete a server that stops."""
        execute(connection, "DELETE FROM servers WHERE id = ?", (server,))
        self.forget()

    def _store(
        self, connection: Connection, now: str, server: str, present: set[Pair]
    ) -> tuple[int, int]:
        if self._stored is None:
            execute(connection, "DELETE FROM presence WHERE server = ?", (server,))
        before, self._stored = self._stored or set(), None
        went, came = sorted(before - present), sorted(present - before)
        arrays = [[[each[at] for each in pairs] for at in (0, 1)] for pairs in (went, came)]
        serial = int(bool(went or came))
        rows = execute(
            connection, _announcing(now), (server, serial, *arrays[0], server, server, *arrays[1])
        )
        self._stored = present
        return rows[0][0], rows[0][1]

    def _read(self, connection: Connection, now: int) -> dict[str, frozenset[str]]:
        rows = execute(
            connection,
            "SELECT stream, array_agg(DISTINCT guest) FROM presence JOIN servers ON server = id"
            " WHERE beat > ? GROUP BY stream",
            (now - SILENCE,),
        )
        return {stream: frozenset(guests) for stream, guests in rows}


# --- wake-ups -------------------------------------------------------------------------------------

CHANNEL = "puntobanco"

LONGEST_PAYLOAD = 7_000
"""PostgreSQL takes a little less than 8,000 bytes."""

RETRY = 1.0
"""Seconds between attempts to listen, and between checks whether to stop."""


class WakeUps:
    """Sends and receives which streams have changed. They may get lost."""

    def __init__(self, address: Address) -> None:
        self._address, self._sender = address, uuid4().hex

    def notify(self, connection: Connection, streams: Collection[str]) -> None:
        """Tell the other servers, outside of any transaction."""
        text = json.dumps([self._sender, *streams])
        if len(text.encode()) > LONGEST_PAYLOAD:
            text = json.dumps([self._sender])
        execute(connection, "SELECT pg_notify(?, ?)", (CHANNEL, text))

    @contextmanager
    def listen(self, wake: Callable[[Collection[str]], None]) -> Iterator[None]:
        """Listen on a thread, with a connection of its own."""
        stopped, listening = Event(), Event()
        arguments = (wake, stopped, listening)
        thread = Thread(target=self._run, args=arguments, name="wake-ups", daemon=True)
        thread.start()
        listening.wait(RETRY)
        try:
            yield
        finally:
            stopped.set()
            thread.join()

    def _run(
        self, wake: Callable[[Collection[str]], None], stopped: Event, listening: Event
    ) -> None:
        while not stopped.is_set():
            with suppress(psycopg.Error, StoreError), self._address.connect() as connection:
                connection.execute(f"LISTEN {CHANNEL}".encode(), prepare=False)
                listening.set()
                while not stopped.is_set():
                    for notice in connection.notifies(timeout=RETRY / 4, stop_after=1):
                        sender, *streams = json.loads(notice.payload)
                        if sender != self._sender:
                            wake(streams)
                return
            wake(())  # something may have been missed
            stopped.wait(RETRY)


VALID = 30
"""Seconds after which no server obeys an order any more: the operator has given up."""


class Orders:
    """The orders that a server has seen."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        """The valid orders that were seen. One with a lower id may still be committed."""

    def new(self, connection: Connection) -> list[StoredOrder]:
        """Return the valid orders that no call has returned yet.

        A server that starts obeys those whose operator still waits, such as one who drains.
        """
        rows = execute(
            connection,
            "SELECT id, by || ', database role ' || role,"
            " (1000000 * extract(epoch FROM at))::bigint, data"
            " FROM orders WHERE at > clock_timestamp() - make_interval(secs => ?) ORDER BY id",
            (float(VALID),),
        )
        seen, self._seen = self._seen, {row[0] for row in rows}
        return [StoredOrder(*row) for row in rows if row[0] not in seen]

    @staticmethod
    def answer(connection: Connection, server: str, answers: Sequence[OrderAnswer]) -> None:
        """Answer orders, unless their operator has withdrawn them."""
        execute(
            connection,
            "INSERT INTO order_answers SELECT new.id, ?::text, new.data"
            " FROM unnest(?::bigint[], ?::text[]) AS new(id, data) JOIN orders USING (id)"
            " ON CONFLICT DO NOTHING",
            (server, [each.order for each in answers], [each.data for each in answers]),
        )


@contextmanager
def database_desk(url: str) -> Iterator[OrderDesk]:
    """Connect to a database, as someone who may write to it."""
    address = Address(url)
    with address.explained(), address.connect() as connection:
        refuse_unmigrated(connection)
        desk = _DatabaseDesk(address, connection)
        try:
            yield desk
        finally:
            desk.close()


class _DatabaseDesk:
    def __init__(self, address: Address, connection: Connection) -> None:
        self._address, self._connection = address, connection
        self._placed: list[int] = []
        """The orders of this operator."""

    def close(self) -> None:
        """Withdraw the orders: servers that start later don't obey them."""
        sql = "DELETE FROM orders WHERE id = ANY (?::bigint[])"
        with suppress(psycopg.Error):
            execute(self._connection, sql, (self._placed,))

    def ask(self, by: str, order: str) -> list[str]:
        if not (servers := self._servers()):
            raise no_hall(self._address)
        sql = "INSERT INTO orders (by, data) VALUES (?, ?) RETURNING id"
        ((placed,),) = execute(self._connection, sql, (by, order))
        self._placed.append(placed)
        WakeUps(self._address).notify(self._connection, ())
        latest = monotonic() + PATIENCE
        while missing := servers - self._answers(placed).keys():
            if monotonic() > latest:
                raise no_answer(self._address)
            sleep(POLL_INTERVAL)
            servers -= missing - self._servers()
        return list(self._answers(placed).values())

    def wait_for_end(self) -> None:
        """Wait until no server has sent a heartbeat for a while. Renew the orders meanwhile."""
        sql = "UPDATE orders SET at = clock_timestamp() WHERE id = ANY (?::bigint[])"
        renew_at = monotonic()
        while self._servers():
            if monotonic() >= renew_at:
                execute(self._connection, sql, (self._placed,))
                renew_at = monotonic() + VALID / 10
            sleep(POLL_INTERVAL)

    def _answers(self, order: int) -> dict[str, str]:
        sql = "SELECT server, data FROM order_answers WHERE id = ?"
        return dict(execute(self._connection, sql, (order,)))

    def _servers(self) -> set[str]:
        """Return the running servers. If there are none, the house clock stands still."""
        rows = execute(
            self._connection,
            "SELECT id FROM servers, house WHERE servers.beat > house.now / 1000 - ?"
            " AND house.beat > clock_timestamp() - make_interval(secs => ?)",
            (SILENCE, SILENCE / 1_000),
        )
        return {each for (each,) in rows}

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
from puntobanco.store.base import Log
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
from puntobanco.store.postgres.connection import Address, Connection, execute, refuse_unmigrated

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


CHANNEL = "puntobanco"

LONGEST_PAYLOAD = 7_000
"""PostgreSQL takes a little less than 8,000 bytes."""

RETRY = 1.0
"""Seconds between attempts to listen, and between checks whether to stop."""

VALID = 30
"""Seconds after which no server obeys an order any more: the operator has given up."""


class DatabaseLog(Log):
    """A log in a PostgreSQL database, and the house of the servers that share it."""

    is_shared = True

    def __init__(self, address: Address) -> None:
        super().__init__(str(address))
        self.address = address
        self._sender = uuid4().hex
        self._seen_orders: set[int] = set()
        """The valid orders that were seen. One with a lower id may still be committed."""
        with address.explained():
            self._connect()

    def _connect(self) -> None:
        self._present: set[Pair] | None = None
        """The guests stored as connected to this server, or None if unknown."""
        self._serials: list[tuple[Any, ...]] = []
        self._connected: dict[str, frozenset[str]] = {}
        """The guests connected to any server, by stream, as of `_serials`."""
        self._connection = self.address.connect()

    def _reconnect(self) -> None:
        with suppress(psycopg.Error):
            self._connection.close()
        self._connect()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Connect again first if the connection is lost."""
        with self.address.explained():
            if self._connection.closed:
                self._reconnect()
            yield

    def _execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return execute(self._connection, sql, values)

    def _rows(self, sql: str, bindings: Sequence[Any]) -> list[tuple[Any, ...]]:
        with self._reading():
            return self._execute(sql, bindings)

    # --- who is connected -------------------------------------------------------------------------

    def beat(self, server: str, present: Collection[Pair]) -> Beat:
        """Advance the house clock, and store who is connected to a server."""
        with self._reading():
            now, since = self._store_presence(_beating(), server, set(present))
            live = (now - SILENCE,)
            serials = self._execute(
                "SELECT id, serial FROM servers WHERE beat > ? ORDER BY id", live
            )
            if serials != self._serials:
                rows = self._execute(
                    "SELECT stream, array_agg(DISTINCT guest) FROM presence"
                    " JOIN servers ON server = id WHERE beat > ? GROUP BY stream",
                    live,
                )
                self._connected = {stream: frozenset(guests) for stream, guests in rows}
                self._serials = serials
                self._execute("DELETE FROM servers WHERE beat < ?", (now - FORGOTTEN,))
        return Beat(now, self._connected, now - since < SILENCE)

    def announce(self, server: str, present: Collection[Pair]) -> None:
        """Store at once that guests have come to a server."""
        with self._reading():
            now = "SELECT now / 1000 AS now FROM house"
            self._store_presence(now, server, (self._present or set()) | set(present))

    def _store_presence(self, now: str, server: str, present: set[Pair]) -> tuple[int, int]:
        if self._present is None:
            self._execute("DELETE FROM presence WHERE server = ?", (server,))
        before, self._present = self._present or set(), None
        went, came = sorted(before - present), sorted(present - before)
        arrays = [[[each[at] for each in pairs] for at in (0, 1)] for pairs in (went, came)]
        values = (server, int(bool(went or came)), *arrays[0], server, server, *arrays[1])
        ((time, since),) = self._execute(_announcing(now), values)
        self._present = present
        return time, since

    # --- wake-ups ---------------------------------------------------------------------------------

    def notify(self, streams: Collection[str]) -> None:
        """Wake up the other servers."""
        with suppress(psycopg.Error):
            wake_up(self._connection, self._sender, streams)

    @contextmanager
    def listen(self, wake: Callable[[Collection[str]], None]) -> Iterator[None]:
        """Call `wake` on a thread with a connection of its own. See `Log.listen`."""
        stopped, listening = Event(), Event()
        arguments = (wake, stopped, listening)
        thread = Thread(target=self._hear, args=arguments, name="wake-ups", daemon=True)
        thread.start()
        listening.wait(RETRY)
        try:
            yield
        finally:
            stopped.set()
            thread.join()

    def _hear(
        self, wake: Callable[[Collection[str]], None], stopped: Event, listening: Event
    ) -> None:
        while not stopped.is_set():
            with suppress(psycopg.Error, StoreError), self.address.connect() as connection:
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

    # --- orders -----------------------------------------------------------------------------------

    def new_orders(self) -> list[StoredOrder]:
        """Return the valid orders that no call has returned yet.

        A server that starts obeys those whose operator still waits, such as one who drains.
        """
        rows = self._rows(
            "SELECT id, by || ', database role ' || role,"
            " (1000000 * extract(epoch FROM at))::bigint, data"
            " FROM orders WHERE at > clock_timestamp() - make_interval(secs => ?) ORDER BY id",
            (float(VALID),),
        )
        seen, self._seen_orders = self._seen_orders, {row[0] for row in rows}
        return [StoredOrder(*row) for row in rows if row[0] not in seen]

    def answer_orders(self, server: str, answers: Sequence[OrderAnswer]) -> None:
        """Answer orders, unless their operator has withdrawn them."""
        self._rows(
            "INSERT INTO order_answers SELECT new.id, ?::text, new.data"
            " FROM unnest(?::bigint[], ?::text[]) AS new(id, data) JOIN orders USING (id)"
            " ON CONFLICT DO NOTHING",
            (server, [each.order for each in answers], [each.data for each in answers]),
        )


def wake_up(connection: Connection, sender: str, streams: Collection[str]) -> None:
    """Notify all servers but the sender that streams have changed, outside any transaction."""
    text = json.dumps([sender, *streams])
    if len(text.encode()) > LONGEST_PAYLOAD:
        text = json.dumps([sender])
    execute(connection, "SELECT pg_notify(?, ?)", (CHANNEL, text))


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
        wake_up(self._connection, "", ())
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

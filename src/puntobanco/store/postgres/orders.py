"""An operator's orders to all servers of a database, and their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, sleep

from puntobanco.store.house import SILENCE
from puntobanco.store.orders import (
    PATIENCE,
    POLL_INTERVAL,
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
from puntobanco.store.postgres.house import WakeUps

VALID = 30
"""Seconds after which no server obeys an order any more: the operator has given up."""


class Orders:
    """The orders that a server has seen."""

    def __init__(self) -> None:
        self._last: int | None = None
        """The last order that was seen. A server ignores the orders before its start."""

    def new(self, connection: Connection) -> list[StoredOrder]:
        """Return the orders since the last call."""
        if self._last is None:
            ((self._last,),) = execute(connection, "SELECT coalesce(max(id), 0) FROM orders")
        rows = execute(
            connection,
            "SELECT id, by || ', database role ' || role,"
            " (1000000 * extract(epoch FROM at))::bigint, data,"
            " at > clock_timestamp() - make_interval(secs => ?)"
            " FROM orders WHERE id > ? ORDER BY id",
            (float(VALID), self._last),
        )
        self._last = rows[-1][0] if rows else self._last
        return [StoredOrder(*row) for *row, is_valid in rows if is_valid]

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
        yield _DatabaseDesk(address, connection)


class _DatabaseDesk:
    def __init__(self, address: Address, connection: Connection) -> None:
        self._address, self._connection = address, connection

    def ask(self, by: str, order: str) -> list[str]:
        if not (servers := self._servers()):
            raise no_hall(self._address)
        sql = "INSERT INTO orders (by, data) VALUES (?, ?) RETURNING id"
        ((placed,),) = execute(self._connection, sql, (by, order))
        WakeUps(self._address).notify(self._connection, ())
        latest = monotonic() + PATIENCE
        try:
            while missing := servers - self._answers(placed).keys():
                if monotonic() > latest:
                    raise no_answer(self._address)
                sleep(POLL_INTERVAL)
                servers -= missing - self._servers()
            return list(self._answers(placed).values())
        finally:
            execute(self._connection, "DELETE FROM orders WHERE id = ?", (placed,))

    def wait_for_end(self) -> None:
        """Wait until no server has sent a heartbeat for a while."""
        while self._servers():
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

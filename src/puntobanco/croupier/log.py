"""The events of a table, read from the log."""

from __future__ import annotations

from collections.abc import Iterator

from puntobanco.croupier.desk import Desk
from puntobanco.errors import FairnessError, StoreError
from puntobanco.store import Logged, Store
from puntobanco.table import Event
from puntobanco.table.events import TableClosed
from puntobanco.wire import kind_of, read_event


def event_of(logged: Logged) -> Event:
    """The event in a logged fact."""
    fact = logged.fact
    return read_event(fact.kind, fact.data, fact.format)


def events(store: Store, table: str) -> Iterator[Event]:
    """All events of a table, oldest first, private ones included."""
    return map(event_of, store.facts(table))


def timed_events(store: Store, table: str) -> Iterator[tuple[int, Event]]:
    """All events of a table with their times, in microseconds since 1970 UTC."""
    return ((logged.at, event_of(logged)) for logged in store.facts(table))


def load(store: Store, table: str) -> Desk:
    """A table's desk: its last snapshot, and every event since."""
    snapshot = store.snapshot(table)
    desk, chain = Desk.restored(snapshot), snapshot.chain if snapshot else b""
    for logged in store.facts(table, after=desk.version, chain=chain):
        try:
            desk = desk.after(event_of(logged))
        except (LookupError, StoreError, FairnessError) as error:
            text = f"event {logged.fact.version} of {table} does not fit: {error}"
            raise StoreError(code="table_damaged", text=text) from error
    if not desk.version:
        raise StoreError(f"there is no table {table!r}")
    return desk.resumed()


def unfinished(store: Store) -> list[str]:
    """The tables that were not closed, the newest first."""
    closed = kind_of(TableClosed())
    newest = ((table, store.last(table)) for table in store.streams())
    return [table for table, last in newest if last and last.fact.kind != closed]

"""The records of a table's shoes, made from its log."""

from __future__ import annotations

from puntobanco.croupier import timed_events
from puntobanco.notation import Record, records
from puntobanco.store import Store


def table_records(store: Store, table: str) -> list[Record]:
    """The record of every shoe of a table, oldest first."""
    return list(records(timed_events(store, table)))


def shoe_record(store: Store, table: str, shoe: int) -> Record | None:
    """The record of one shoe, or None if there was no such shoe."""
    return next((each for each in records(timed_events(store, table)) if each.shoe == shoe), None)

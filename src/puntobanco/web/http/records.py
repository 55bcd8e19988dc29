"""The shoes of a table, as a list and as files, read from the log and cached."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any, NamedTuple

from puntobanco.history.records import shoe_record
from puntobanco.history.shoes import evening_of
from puntobanco.notation import Record, format_record, record_to_csv, record_to_json
from puntobanco.store import Store
from puntobanco.web.cache import Cache
from puntobanco.wire.answers import ShoeEntry

MEDIA = {
    "bgn": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}
"""The file formats of a record, and their media types."""

CACHE_SIZE = 200

_EPOCH = datetime.fromtimestamp(0, UTC)


class CacheEntry(NamedTuple):
    """What was read of a table, and the version of the table it is valid for."""

    data: Any
    version: int | None
    """None if it stays valid."""


class TableRecords:
    """Reads tables from their start, and caches the results.

    A finished shoe stays valid, everything else is valid until the table's next event.
    """

    def __init__(self) -> None:
        self._cache = Cache[tuple[str, str], CacheEntry](CACHE_SIZE)
        self._lock = Lock()

    def shoes(self, store: Store, table: str) -> list[ShoeEntry]:
        """Every shoe of a table, the newest first."""

        def read(version: int) -> CacheEntry:
            return CacheEntry(_shoes(store, table), version)

        shoes: list[ShoeEntry] = self._read_cached(store, table, "shoes", read)
        return shoes

    def shoe_file(self, store: Store, table: str, shoe: int, form: str) -> bytes | None:
        """The record of one shoe, or None if there was no such shoe."""

        def read(version: int) -> CacheEntry:
            record = shoe_record(store, table, shoe)
            if record is None:
                return CacheEntry(None, version)
            is_over = record.promises is not None and record.promises.seed is not None
            return CacheEntry(_formatted(record, form), None if is_over else version)

        data: bytes | None = self._read_cached(store, table, f"{shoe}.{form}", read)
        return data

    def _read_cached(
        self, store: Store, table: str, name: str, read: Callable[[int], CacheEntry]
    ) -> Any:  # noqa: ANN401 - as it was read
        with self._lock:
            entry = self._cache.get((table, name))
        if entry is None or entry.version is not None:
            last = store.last(table)
            version = last.fact.version if last else 0
            if entry is None or entry.version != version:
                entry = read(version)
        with self._lock:
            self._cache.put((table, name), entry)
        return entry.data


def _shoes(store: Store, table: str) -> list[ShoeEntry]:
    return [
        ShoeEntry(
            shoe=shoe.number,
            coups=shoe.coups,
            finished=shoe.revealed,
            started=(shoe.started - _EPOCH) // timedelta(milliseconds=1),
        )
        for shoe in reversed(evening_of(store, table).shoes)
    ]


def _formatted(record: Record, form: str) -> bytes:
    if form == "json":
        return record_to_json(record)
    return (format_record(record) if form == "bgn" else record_to_csv(record)).encode()

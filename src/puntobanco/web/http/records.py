"""The shoes of a table: as a list, and each as a file. What was read from the log is cached."""

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

MEDIA = {
    "bgn": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}
"""The forms in which a shoe's record is given."""

MOST_CACHED = 200

_EPOCH = datetime.fromtimestamp(0, UTC)


class Answer(NamedTuple):
    """What was read of a table, and the version of the table up to which it holds."""

    data: Any
    version: int | None
    """None if it holds for ever."""


class TableRecords:
    """Reads tables from their start, and caches what it read.

    What is read of a finished shoe holds for ever, everything else until the table's next event.
    """

    def __init__(self) -> None:
        self._cache = Cache[tuple[str, str], Answer](MOST_CACHED)
        self._lock = Lock()

    def shoes(self, store: Store, table: str) -> list[dict[str, Any]]:
        """Every shoe of a table, the newest first."""

        def read(version: int) -> Answer:
            return Answer(_shoes(store, table), version)

        found: list[dict[str, Any]] = self._find(store, table, "shoes", read)
        return found

    def shoe_file(self, store: Store, table: str, shoe: int, form: str) -> bytes | None:
        """The record of one shoe, or None if there was no such shoe."""

        def read(version: int) -> Answer:
            record = shoe_record(store, table, shoe)
            if record is None:
                return Answer(None, version)
            is_over = record.promises is not None and record.promises.seed is not None
            return Answer(_written(record, form), None if is_over else version)

        data: bytes | None = self._find(store, table, f"{shoe}.{form}", read)
        return data

    def _find(self, store: Store, table: str, name: str, read: Callable[[int], Answer]) -> Any:  # noqa: ANN401 - as it was read
        with self._lock:
            answer = self._cache.get((table, name))
        if answer is None or answer.version is not None:
            last = store.last(table)
            version = last.fact.version if last else 0
            if answer is None or answer.version != version:
                answer = read(version)
        with self._lock:
            self._cache.put((table, name), answer)
        return answer.data


def _shoes(store: Store, table: str) -> list[dict[str, Any]]:
    return [
        {
            "shoe": shoe.number,
            "coups": shoe.coups,
            "finished": shoe.revealed,
            "started": (shoe.started - _EPOCH) // timedelta(milliseconds=1),
        }
        for shoe in reversed(evening_of(store, table).shoes)
    ]


def _written(record: Record, form: str) -> bytes:
    if form == "json":
        return record_to_json(record)
    return (format_record(record) if form == "bgn" else record_to_csv(record)).encode()

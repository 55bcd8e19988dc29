"""Past shoes of a table, and the money of a seat, cached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any, NamedTuple

from puntobanco.croupier import event_of
from puntobanco.history.ledger import Ledger, Sitting, farewell_messages
from puntobanco.history.shoes import evening_of, shoe_record
from puntobanco.house import House
from puntobanco.notation import Record, format_record, record_to_csv, record_to_json
from puntobanco.notation.record import house_of
from puntobanco.roads import Roads
from puntobanco.store import Log
from puntobanco.table.events import GuestLeft, GuestSat, ShoeClosed, TableOpened
from puntobanco.web.rates import Cache
from puntobanco.web.room.value import SEATED, Sittings
from puntobanco.web.room.views import roads_view
from puntobanco.wire.answers import Bankroll, CoupResult, Farewell, ShoeEntry, ShoeRoads
from puntobanco.wire.parts import wire_messages
from puntobanco.words import message

MEDIA = {
    "bgn": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}
"""The file formats of a record, and their media types."""

CACHE_SIZE = 200

_EPOCH = datetime.fromtimestamp(0, UTC)


class CacheEntry(NamedTuple):
    """Data read from a table, and the version of the table it is valid for."""

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

    def shoes(self, store: Log, table: str) -> list[ShoeEntry]:
        """Return every shoe of a table, the newest first."""

        def read(version: int) -> CacheEntry:
            return CacheEntry(_shoes(store, table), version)

        shoes: list[ShoeEntry] = self._read_cached(store, table, "shoes", read)
        return shoes

    def shoe_file(self, store: Log, table: str, shoe: int, form: str) -> bytes | None:
        """Return the record of one shoe, or None if there was no such shoe."""

        def read(version: int) -> CacheEntry:
            record = shoe_record(store, table, shoe)
            if record is None:
                return CacheEntry(None, version)
            is_over = record.promises is not None and record.promises.seed is not None
            return CacheEntry(_formatted(record, form), None if is_over else version)

        data: bytes | None = self._read_cached(store, table, f"{shoe}.{form}", read)
        return data

    def roads(self, store: Log, table: str, shoe: int) -> ShoeRoads | None:
        """Return the roads of one shoe, or None if there was no such shoe."""

        def read(version: int) -> CacheEntry:
            record = shoe_record(store, table, shoe)
            return CacheEntry(record and _roads(record), version)

        roads: ShoeRoads | None = self._read_cached(store, table, f"{shoe}/roads", read)
        return roads

    def _read_cached(
        self, store: Log, table: str, name: str, read: Callable[[int], CacheEntry]
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


def _shoes(store: Log, table: str) -> list[ShoeEntry]:
    return [
        ShoeEntry(
            shoe=shoe.number,
            coups=shoe.coups,
            finished=shoe.closed,
            started=(shoe.started - _EPOCH) // timedelta(milliseconds=1),
        )
        for shoe in reversed(evening_of(store, table).shoes)
    ]


def _roads(record: Record) -> ShoeRoads:
    coups = [coup for each in record.coups if (coup := each.coup)]
    roads = Roads.of_coups(coups, house_of(record).naturals)
    return ShoeRoads(roads_view(roads, len(coups)))


def _formatted(record: Record, form: str) -> bytes:
    if form == "json":
        return record_to_json(record)
    return (format_record(record) if form == "bgn" else record_to_csv(record)).encode()


CACHED_LEDGERS = 16


class Bankrolls:
    """Caches ledgers. Each read continues where the last one stopped.

    Only one reader has a ledger at a time. A second reader starts a new one.
    """

    def __init__(self) -> None:
        self._ledgers = Cache[str, Ledger](CACHED_LEDGERS)
        self._lock = Lock()

    def view(self, store: Log, table: str, seat: int) -> Bankroll | None:
        """Return a seat's bankroll since its guest sat down, or None if the seat is free."""
        with self._ledger(store, table) as ledger:
            if (sitting := ledger.seats.get(seat)) is None:
                return None
            points = [list(point) for point in sitting.points]
            return Bankroll(seat, sitting.coups, sitting.left_out, points)

    def farewell(self, store: Log, table: str, seat: int, house: House) -> Farewell | None:
        """Return a guest's evening, or None if the seat is free."""
        with self._ledger(store, table) as ledger:
            sitting = ledger.seats.get(seat)
            return _farewell(seat, sitting, house) if sitting else None

    @contextmanager
    def _ledger(self, store: Log, table: str) -> Iterator[Ledger]:
        """Yield the ledger of a table up to its last event."""
        with self._lock:
            ledger = self._ledgers.pop(table) or Ledger()
        ledger.read(store.facts(table, after=ledger.version))
        yield ledger
        with self._lock:
            self._ledgers.put(table, ledger)


def _farewell(seat: int, sitting: Sitting, house: House) -> Farewell:
    tally, result = sitting.tally, message("guest.result", balance=sitting.earned)
    return Farewell(
        seat=seat,
        earned=sitting.earned,
        coups=sitting.coups,
        coups_bet=tally.coups,
        best=tally.best and CoupResult(*tally.best),
        worst=tally.worst and CoupResult(*tally.worst),
        longest_run=tally.longest_run,
        finished=sitting.finished,
        said=wire_messages([result, *farewell_messages(sitting, house)]),
    )


def past_farewell(log: Log, table: str, guest: str) -> Farewell | None:
    """Return a guest's last evening at a closed table, or None without one."""
    note = log.noted(SEATED, [guest]).get(guest)
    own = {(each.table, each.number, each.name) for each in Sittings.read(note and note[0]).latest}
    ledger = Ledger()
    house: House | None = None
    seat: int | None = None
    last: tuple[int, Sitting] | None = None
    for logged in log.facts(table):
        event = event_of(logged)
        match event:
            case TableOpened(house=house):
                pass
            case GuestSat(number, name) if (table, logged.fact.version, name) in own:
                seat = number
            case GuestLeft(number) if number == seat:
                seat, last = None, (number, ledger.seats[number])
            case ShoeClosed(shoe) if last and ledger.coup:
                last[1].finished = shoe
            case _:
                pass
        ledger.add(event)
    return _farewell(*last, house) if last and house else None

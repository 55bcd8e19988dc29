"""Past shoes and the money of a seat: read in slices, cached, and replayed."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any, Protocol, Self, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from puntobanco.croupier import event_of
from puntobanco.errors import StoreError
from puntobanco.history.ledger import Ledger, Sitting, farewell_messages
from puntobanco.history.shoes import evening_of, shoe_record
from puntobanco.house import House
from puntobanco.notation import Record, format_record, record_to_csv, record_to_json, with_bets_of
from puntobanco.notation.record import house_of
from puntobanco.roads import Roads
from puntobanco.store import Log
from puntobanco.table.events import GuestLeft, GuestSat, ShoeClosed, TableOpened
from puntobanco.web.http.files import shoe_page
from puntobanco.web.http.pages import HTML, asked_language
from puntobanco.web.http.requests import Problem, json_response, path_number
from puntobanco.web.limits import Caps
from puntobanco.web.rates import Cache
from puntobanco.web.room.shoe_replay import PastShoeEvents, past_shoe_events
from puntobanco.web.room.value import SEATED, Guest, SatDown, Sittings
from puntobanco.web.room.views import roads_view
from puntobanco.wire.answers import Bankroll, CoupResult, Farewell, ShoeEntry, ShoeRoads
from puntobanco.wire.parts import wire_messages
from puntobanco.words import LANGUAGES, message

Result = TypeVar("Result")


class Turnstile:
    """Lets threads through one at a time, in the order in which they came."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: deque[Lock] = deque()
        self._is_taken = False

    def enter(self) -> None:
        """Wait for this thread's turn."""
        with self._lock:
            if not self._is_taken:
                self._is_taken = True
                return
            gate = Lock()
            gate.acquire()
            self._waiting.append(gate)
        gate.acquire()

    def leave(self) -> None:
        """Let the next one through."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


class ReaderTurn:
    """One request's turns at the turnstile."""

    def __init__(self, turnstile: Turnstile, is_closing: Callable[[], bool]) -> None:
        self._turnstile, self._is_closing = turnstile, is_closing
        self._began = 0.0

    def __enter__(self) -> Self:
        self._turnstile.enter()
        self._began = time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        self._turnstile.leave()

    def pause(self) -> None:
        """Let others read, and sleep as long as the slice took, to leave time to the event loop.

        Raises if the server is closing, so that it doesn't wait.
        """
        if self._is_closing():
            raise StoreError("the server is closing")
        self._turnstile.leave()
        try:
            time.sleep(time.monotonic() - self._began)
        finally:
            self._turnstile.enter()
            self._began = time.monotonic()


class LogReaders:
    """Threads that read the log."""

    def __init__(
        self, open_log: Callable[[], Log], is_closing: Callable[[], bool], caps: Caps
    ) -> None:
        self._open_log, self._is_closing = open_log, is_closing
        self._per_address = caps.readers_per_address
        self._turnstile = Turnstile()
        self._threads = ThreadPoolExecutor(caps.readers, "reader")
        self._by_address = Cache[str, asyncio.Semaphore](1_000)

    async def read(self, read: Callable[[Log], Result], *, address: str) -> Result:
        """Call `read` on the log in a thread. Limit the threads of each address."""
        readers = self._by_address.get(address) or asyncio.Semaphore(self._per_address)
        self._by_address.put(address, readers)
        async with readers:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._run, read)

    def close(self) -> None:
        """End the threads after their current reads."""
        self._threads.shutdown()

    def _run(self, read: Callable[[Log], Result]) -> Result:
        with self._open_log() as log, ReaderTurn(self._turnstile, self._is_closing) as turn:
            log.pause = turn.pause
            return read(log)


MEDIA = {
    "bgn": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}
"""The file formats of a record, and their media types."""

CACHE_SIZE = 200

_EPOCH = datetime.fromtimestamp(0, UTC)


class TableRecords:
    """Reads tables from their start, and caches the results.

    A finished shoe stays valid, everything else is valid until the table's next event.
    """

    def __init__(self) -> None:
        self._cache = Cache[tuple[str, str], tuple[Any, int | None]](CACHE_SIZE)
        """Data, and the version of the table it is valid for, or None if it stays valid."""
        self._lock = Lock()

    def shoes(self, store: Log, table: str) -> list[ShoeEntry]:
        """Return every shoe of a table, the newest first."""
        return self._read_cached(store, table, "shoes", lambda: (_shoes(store, table), False))

    def shoe_file(self, store: Log, table: str, shoe: int, form: str) -> bytes | None:
        """Return the record of one shoe, or None if there was no such shoe."""

        def read() -> tuple[bytes | None, bool]:
            record = shoe_record(store, table, shoe)
            if record is None:
                return None, False
            is_over = record.promises is not None and record.promises.seed is not None
            return _formatted(record, form), is_over

        return self._read_cached(store, table, f"{shoe}.{form}", read)

    def roads(self, store: Log, table: str, shoe: int) -> ShoeRoads | None:
        """Return the roads of one shoe, or None if there was no such shoe."""

        def read() -> tuple[ShoeRoads | None, bool]:
            record = shoe_record(store, table, shoe)
            return _roads(record) if record else None, False

        return self._read_cached(store, table, f"{shoe}/roads", read)

    def _read_cached(
        self, store: Log, table: str, name: str, read: Callable[[], tuple[Result, bool]]
    ) -> Result:
        """Return cached data that is still valid, or read it; `read` says if it stays valid."""
        data: Any
        with self._lock:
            data, valid_for = self._cache.get((table, name)) or (None, -1)
        if valid_for is not None:
            last = store.last(table)
            version = last.fact.version if last else 0
            if valid_for != version:
                data, is_final = read()
                valid_for = None if is_final else version
        with self._lock:
            self._cache.put((table, name), (data, valid_for))
        found: Result = data
        return found


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
            ledger = self._ledgers.drop(table) or Ledger()
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


class ReadLog(Protocol):
    """Reads the log for a request, within the limits of its guest and address."""

    def __call__(self, request: Request, read: Callable[[Log], Result]) -> Awaitable[Result]:
        """Call `read` with the log, and return its result."""
        ...


class Replays:
    """Answers requests for past shoes, with nobody's bets but those of the guest who asks."""

    def __init__(self, read_log: ReadLog, guest_of: Callable[[Request], Guest | None]) -> None:
        self._read_log, self._guest_of = read_log, guest_of
        self._turn = asyncio.Semaphore(1)
        """Threads that count the odds of a shoe, at a time."""

    async def replay(self, request: Request) -> Response:
        """Return a finished shoe, coup by coup."""
        played, _ = await self._read(request, path_number(request.path_params["shoe"]))
        async with self._turn:
            return json_response(await asyncio.to_thread(played.replay))

    async def page(self, request: Request, shoe: int) -> Response:
        """Return a finished shoe as one HTML file."""
        table, asked = request.path_params["table"], request.query_params.get("language", "")
        played, log_record = await self._read(request, shoe)
        language = asked if asked in LANGUAGES else asked_language(asked)
        async with self._turn:
            replay = await asyncio.to_thread(played.replay)
        data = await asyncio.to_thread(
            shoe_page, replay, with_bets_of(log_record, played.seats), language
        )
        name = f'attachment; filename="{table}-{shoe}.html"'
        return Response(data, headers={"content-disposition": name}, media_type=HTML)

    async def has_sat(self, request: Request) -> bool:
        """Return whether the guest has sat at a table, which may be closed."""
        table, guest = request.path_params["table"], self._guest_of(request)
        if guest is None:
            return False
        return await self._read_log(request, lambda log: bool(_sittings(log, guest, table)))

    async def _read(self, request: Request, shoe: int) -> tuple[PastShoeEvents, Record]:
        table, guest = request.path_params["table"], self._guest_of(request)

        def read(log: Log) -> tuple[PastShoeEvents, Record | None]:
            own = {(each.number, each.name) for each in _sittings(log, guest, table)}
            played = past_shoe_events(
                log.facts(table), shoe, lambda number, sat: (number, sat.name) in own
            )
            return played, shoe_record(log, table, shoe)

        played, record = await self._read_log(request, read)
        if record is None:
            raise Problem(404, "unknown_shoe", message("refused.unknown_shoe"))
        if not (played.is_finished and played.dealt):
            raise Problem(409, "unfinished_shoe", message("refused.unfinished_shoe"))
        return played, record


def _sittings(log: Log, guest: Guest | None, table: str) -> list[SatDown]:
    """Return when a guest sat down at a table."""
    note = log.noted(SEATED, [guest.id]).get(guest.id) if guest else None
    sat = Sittings.read(note[0] if note else None).latest
    return [each for each in sat if each.table == table]

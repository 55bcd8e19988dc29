"""The ASGI application: it starts the hall, runs its turns, and closes it in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from puntobanco.announcer import count, money
from puntobanco.errors import StoreError
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.look import Look
from puntobanco.web.http.guard import (
    FILE_HEADERS,
    HEADERS,
    PLAIN_HEADERS,
    STRICT_TRANSPORT,
    AllowedOrigins,
    Headers,
    Scope,
    is_file,
)
from puntobanco.web.http.requests import Problem, submit
from puntobanco.web.http.routes import Routes, problem_of
from puntobanco.web.http.socket import (
    Admission,
    FlushQueue,
    Message,
    Receive,
    Send,
    serve_socket,
    table_of,
)
from puntobanco.web.room.audience import SERVICE_RESTART
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.room import Room
from puntobanco.words import message

CLOSING_REASON = message("closing.house")
"""The reason shown to guests."""

MOVING_REASON = message("closing.moving")
"""The reason if other servers go on."""

LOST_REASON = message("closing.lost")
"""The reason if the log is gone or damaged."""


def closing_line(number: int, room: Room, *, is_kept: bool = True) -> str | None:
    """Return the terminal's line on a table, or None if nobody sits or watches there.

    Tables are numbered in the order of opening.
    """
    seats = room.state.seats.values()
    stakes = [stake for seat in seats for stake in seat.stakes.values()]
    watching = room.watching
    there = [count(len(seats), "guest")]
    if watching:
        there.append(f"{watching} watching")
    if stakes:
        there.append(
            f"{money(sum(stakes), room.state.house.currency)} staked on {count(len(stakes), 'bet')}"
        )
    if not (seats or watching):
        return None
    host = f" of {room.value.host}" if room.value.host else ""
    kept = "all is kept" if is_kept else "its log is gone or damaged"
    return f"Table {number}{host}: {', '.join(there)}; {kept}."


LONGEST_SLEEP = 1_000
"""The most milliseconds between two turns. Each turn checks that nobody changed the log's files."""


LONGEST_STEP = 2_000
"""Milliseconds that guests wait for a database before they get a message."""


class TurnLoop:
    """Runs a turn whenever a request waits or a timer expires."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._woken = asyncio.Event()
        self._is_stopping = False
        self.on_drained: Callable[[], None] = lambda: None
        """Called after each turn of a hall that has drained."""
        hall.wake = self._woken.set

    def stop(self) -> None:
        """Stop once every waiting request is answered."""
        self._is_stopping = True
        self._woken.set()

    async def run(self) -> None:
        """Run turns until stopped."""
        loop, hall = asyncio.get_running_loop(), self._hall

        def stir(tables: Collection[str]) -> None:
            loop.call_soon_threadsafe(hall.stir, tables)

        with ThreadPoolExecutor(1, "log") as disk, hall.store.listen(stir):
            while hall.has_requests or not self._is_stopping:
                begun = perf_counter()
                if look := await self._read(disk):
                    await self._take_turn(look, begun, disk)
                if hall.is_drained and not self._is_stopping:
                    self.on_drained()
                await self._sleep()

    async def _take_turn(self, look: Look, begun: float, disk: ThreadPoolExecutor) -> None:
        """Decide, commit and publish. Report a turn that took long."""
        hall = self._hall
        batch = hall.decide(look)
        decided, requests = perf_counter(), len(batch.decided)
        try:
            if batch.rooms or not batch.is_empty:
                loop = asyncio.get_running_loop()
                await self._patiently(loop.run_in_executor(disk, hall.commit, batch))
        except StoreError as error:
            hall.abandon(batch, error)
        else:
            commit = perf_counter() - decided
            if not batch.is_empty:
                hall.observer.committed(commit, requests)
            hall.publish(batch)
            seconds = perf_counter() - begun
            if seconds > hall.pace.slow / 1_000:
                facts = {"seconds": round(seconds, 3), "commit": round(commit, 3)}
                hall.observer.report("slow_turn", requests=requests, **facts)

    async def _read(self, disk: ThreadPoolExecutor) -> Look | None:
        """Read the log for a turn. First reopen it after a write with an unknown outcome."""
        loop, hall, look = asyncio.get_running_loop(), self._hall, None
        hall.store.look_for_file()
        if hall.store.needs_reopen and hall.health.is_writable and (trouble := hall.store.trouble):
            hall.observer.report("log_failed", reason=trouble)
        try:
            if hall.store.needs_reopen:
                await loop.run_in_executor(disk, hall.reopen)
                hall.refresh()
            look = hall.look()
            if hall.store.is_shared:
                await self._patiently(loop.run_in_executor(disk, hall.read, look))
            else:
                hall.read(look)
        except StoreError as error:
            hall.postpone(error, look)
            return None
        return look

    async def _patiently(self, step: asyncio.Future[None]) -> None:
        """Wait for a step on the log. Tell guests if a database takes long to answer."""
        if self._hall.store.is_shared:
            done, _ = await asyncio.wait([step], timeout=LONGEST_STEP / 1_000)
            if not done:
                self._hall.report_away()
        await step

    async def _sleep(self) -> None:
        """Sleep until a request comes or a timer expires; yield to other tasks at least once."""
        await asyncio.sleep(0)
        self._woken.clear()
        wait = self._hall.due() - self._hall.elapsed()
        if wait > 0 and not self._is_stopping:
            loop = asyncio.get_running_loop()
            handle = loop.call_later(min(wait, LONGEST_SLEEP) / 1_000, self._woken.set)
            await self._woken.wait()
            handle.cancel()


CLOSE_TIMEOUT = 6_000
"""Milliseconds for all sockets to close, and then for the last responses.

A socket that reads nothing is dropped earlier.
"""

ARRIVAL_TURNS = 8
"""Turns of the event loop until everything that has arrived reaches the hall.

Texts reach the hall in the turn in which they are read, so two are enough. The rest are a margin.
"""

POLL_INTERVAL = 0.02
"""Seconds between two checks of a condition."""

Report = Callable[[str], None]
"""Prints a line on the server's terminal."""

CLOSING = Problem(503, "closing", message("refused.come_back"))
FOREIGN = Problem(403, "foreign", "The host or origin is not one of this server's.")
HEALTH_PATHS = ("/healthz", "/readyz")
"""These answer while the server is closing."""


class App:
    """Checks the origin and the rate limits, then serves the socket or the routes."""

    def __init__(self, hall: Hall, origins: AllowedOrigins, routes: Routes) -> None:
        self.hall = hall
        self.origins = origins
        self.on_failure: Callable[[], None] = lambda: None
        """Called when the turn loop has failed."""
        self.fault: str | None = None
        """The fault found by the final check of the log, if it is missing or damaged."""
        self._rate_limits = routes.rate_limits
        self._admission = Admission(
            hall, origins, routes.cookie, routes.rate_limits.address, FlushQueue()
        )
        self._headers = PLAIN_HEADERS if routes.entrance.reach == "network" else HEADERS
        if routes.cookie.is_secure:
            self._headers = (*self._headers, STRICT_TRANSPORT)
        self.turn_loop = TurnLoop(hall)
        self._turns: asyncio.Task[None] | None = None
        self._readers = routes.readers
        self._pages = routes.pages
        kinds = (HTTPException, Problem, Refused, StoreError)
        handlers = dict.fromkeys(kinds, self._error_response)
        self._routes = Starlette(routes=routes.all, exception_handlers=handlers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, as ASGI requires."""
        if scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send)
        else:
            await self._serve_request(scope, receive, _with_headers(scope, send, self._headers))

    async def _serve_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if not self.origins.allow(scope):
                raise FOREIGN
            if self.hall.is_closing and scope["path"] not in HEALTH_PATHS:
                raise CLOSING
            self._rate_limits.check_request(scope)
            await self._arrive(scope)
            with self._rate_limits.one_of_few(scope):
                await self._routes(scope, receive, send)
        except (Problem, StoreError) as error:
            await self._refuse(error, scope, receive, send)

    async def _error_response(self, request: Request, error: Exception) -> Response:
        """Return the response to a refused request, and count it."""
        problem = problem_of(error)
        address = self._rate_limits.address(request.scope)
        self.hall.observer.refused(problem.code, address, problem.reason)
        response = self._pages.error(request, problem)
        if isinstance(error, HTTPException) and error.headers:
            response.headers.update(error.headers)
        return response

    async def _refuse(self, error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._error_response(Request({**scope, "type": "http"}), error)
        await response(scope, receive, send)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket within the rate limits; one beyond them gets an HTTP error instead."""
        try:
            if self.origins.allow(scope):
                self._rate_limits.check_request(scope)
                await self._arrive(scope)
            admitted = self._admission.admit(scope)
        except (Problem, StoreError) as error:
            await self._refuse(error, scope, receive, send)
        else:
            await serve_socket(self._admission, admitted, scope, receive, send)

    async def _arrive(self, scope: Scope) -> None:
        """Look for the guest and the table on a shared log, without blocking the event loop."""
        path = scope["path"]
        if self.hall.store.is_shared and path not in HEALTH_PATHS and not is_file(path):
            token = self._admission.cookie.token(scope)
            try:
                await submit(partial(self.hall.arrive, table_of(scope), token))
            except Refused:
                raise CLOSING from None

    def start(self) -> None:
        """Run the turn loop from now on."""
        self._turns = asyncio.create_task(self.turn_loop.run())
        self._turns.add_done_callback(self._turns_ended)

    async def stop(self) -> None:
        """Stop once every waiting request is answered."""
        self.turn_loop.stop()
        if self._turns:
            await asyncio.wait([self._turns])
        self._readers.close()

    def _turns_ended(self, turns: asyncio.Task[None]) -> None:
        if not turns.cancelled() and (error := turns.exception()):
            self.hall.observer.report("writer_failed", error)
            self.on_failure()

    async def close(self, *, report: Report, is_forced: Callable[[], bool]) -> None:
        """Answer what waits, close the tables in the order of opening, and close their sockets.

        Returns early if forced; accepted commands are durable at any time.
        """
        hall = self.hall
        for _ in range(ARRIVAL_TURNS):
            await asyncio.sleep(0)
        hall.is_closing = True
        self.turn_loop.stop()
        await wait_until(lambda: self._turns is None or self._turns.done(), unless=is_forced)
        rooms, is_shared = list(hall.rooms.values()), hall.store.is_shared
        for room in () if is_shared else rooms:
            if is_forced():
                return
            await self._write_snapshot(room)
        self.fault = await self._find_fault()
        is_kept = self.fault is None
        reason = CLOSING_REASON if is_kept else LOST_REASON
        if is_shared and not hall.draining:
            reason = MOVING_REASON
        for number, room in enumerate(rooms, 1):
            if not is_shared and (line := closing_line(number, room, is_kept=is_kept)):
                report(line)
            room.audience.close(SERVICE_RESTART, reason)
        latest = hall.elapsed() + CLOSE_TIMEOUT
        await wait_until(
            lambda: not hall.sockets.total,
            unless=lambda: is_forced() or hall.elapsed() > latest,
        )

    async def _find_fault(self) -> str | None:
        """Check that the log is complete, before the server reports that everything is saved."""
        try:
            await asyncio.to_thread(self.hall.store.check)
        except StoreError as error:
            return str(error)
        return None

    async def _write_snapshot(self, room: Room) -> None:
        """Write a table's snapshot. Without it the next start takes longer, and nothing is lost.

        Nothing is written after a turn that failed: its proposals must not become durable.
        """
        turns = self._turns
        if not (turns and turns.done()) or turns.cancelled() or turns.exception():
            return
        batch = self.hall.propose_snapshot(room)
        try:
            await asyncio.to_thread(self.hall.commit, batch)
        except StoreError:
            room.croupier.abandon()
        else:
            room.croupier.confirm()


async def wait_until(is_true: Callable[[], bool], *, unless: Callable[[], bool]) -> None:
    """Wait for a condition, unless another one becomes true first."""
    while not (is_true() or unless()):  # noqa: ASYNC110 - a signal handler can set no event
        await asyncio.sleep(POLL_INTERVAL)


def _with_headers(scope: Scope, send: Send, page_headers: Headers) -> Send:
    """Add the security headers and a cache policy to every response that doesn't have its own."""
    path: str = scope["path"]
    policy = (b"cache-control", b"no-store" if path.startswith("/api/") else b"no-cache")
    security = FILE_HEADERS if is_file(path) else page_headers

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = message.get("headers", [])
            names = {name for name, _ in own}
            added = [each for each in (*security, policy) if each[0] not in names]
            message = {**message, "headers": [*own, *added]}
        await send(message)

    return send_with_headers

"""The server of the web table: it listens, serves, and shuts down in order at a signal."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AsyncExitStack, ExitStack, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from types import FrameType

from puntobanco import __version__
from puntobanco.announcer import count
from puntobanco.croupier import now
from puntobanco.errors import StoreError
from puntobanco.store import Log, LogAddress, Note, open_log, read_log
from puntobanco.web.hall.guests import TableSeeds, random_seeds
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.admin_socket import obeying
from puntobanco.web.http.app import CLOSE_TIMEOUT, App, Report, wait_until
from puntobanco.web.http.connection import Serving
from puntobanco.web.http.guard import AllowedOrigins, GuestCookie
from puntobanco.web.http.http_protocol import HttpProtocol
from puntobanco.web.http.routes import Routes
from puntobanco.web.http.tables import Entrance
from puntobanco.web.limits import Caps, Pace
from puntobanco.web.observing import Observer, limited_log, take_pulse
from puntobanco.wire.answers import Reach

HALL_SECRET = ("hall", "secret")
"""The shelf and the key of the note with a log's secret."""
BACKLOG = 4_096
ACCEPTED_AT_ONCE = 64
"""Connections that are accepted in one turn of the event loop.

Without file descriptors the loop tries this often every second, and would as often as the backlog.
"""
SEND_BUFFER = 1 << 17
"""Bytes that the kernel buffers for a slow client; beyond them the outbox fills."""
RECEIVE_BUFFER = 1 << 16
"""Bytes that the kernel buffers from a client that exceeds its rate."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)
MOST_SCRAPES = 20
"""Connections to the metrics."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerAddress:
    """The address on which the server listens, and the names that reach it."""

    host: str = "127.0.0.1"
    port: int = 8000
    is_lan: bool = False
    """Whether guests on the network use the address that the server listens on."""
    origins: tuple[str, ...] = ()
    """Origins of the page besides those of this machine."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that are trusted to name the client."""

    def url(self, port: int) -> str:
        """Return the URL of a port that the server listens on."""
        return f"http://{_bracketed(self.host)}:{port}"

    def entrance(self, port: int, secret: bytes) -> Entrance:
        """Return the address guests open, once the server listens on a port."""
        if self.origins:
            return Entrance(self.origins[0], "named", secret)
        reach: Reach = "network" if self.is_lan else "machine"
        return Entrance(self.url(port), reach, secret)


def elapsed() -> int:
    """Return milliseconds on the monotonic clock."""
    return time.monotonic_ns() // 1_000_000


def listen(address: ServerAddress) -> socket.socket:
    """Open a listening socket."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    # asyncio sends small frames at once only on a socket that says it is TCP.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    try:
        listener.bind((address.host, address.port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise OSError(error.errno, error.strerror, f"{address.host}:{address.port}") from None
    listener.setblocking(False)  # noqa: FBT003 - the standard library's signature
    return listener


class Server:
    """Serves the web table until a signal, then closes its tables in order."""

    def __init__(
        self,
        app: App,
        path: LogAddress,
        *,
        started: Callable[[], None],
        report: Report,
        proxies: Collection[str] = (),
        metrics: socket.socket | None = None,
    ) -> None:
        hall = app.hall
        self._app, self._path, self._metrics = app, path, metrics
        caps, self._observer = hall.caps, hall.observer
        self._serving = Serving(
            app,
            hall.pace,
            elapsed,
            most=caps.connections,
            most_per_address=caps.connections_per_address,
            proxies=proxies,
            observer=hall.observer,
        )
        self._started, self._print = started, report
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()
        self._is_stopping = self._is_forced = False
        self.has_failed = False
        """Whether the writer has failed, which ends the server."""
        app.on_failure = self._fail
        app.turn_loop.on_drained = self._stop

    def run(self, listener: socket.socket) -> None:
        """Serve until a signal, or until the writer fails. A second signal interrupts."""
        handlers = {each: signal.signal(each, self._on_signal) for each in SIGNALS}
        try:
            asyncio.run(self._serve(listener))
        finally:
            for each, handler in handlers.items():
                signal.signal(each, handler)
        if self._is_forced:
            raise KeyboardInterrupt

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._is_forced = self._is_stopping
        self._stop()

    def _fail(self) -> None:
        self.has_failed = True
        self._stop()

    def _stop(self) -> None:
        self._is_stopping = True
        if self._loop:
            with suppress(RuntimeError):  # the loop has already ended
                self._loop.call_soon_threadsafe(self._woken.set)

    async def _serve(self, listener: socket.socket) -> None:
        """Run the application and accept connections until stopped."""
        self._loop = asyncio.get_running_loop()
        if self._is_stopping:
            return
        self._app.start()
        server = await self._loop.create_server(
            lambda: HttpProtocol(self._serving), sock=listener, backlog=ACCEPTED_AT_ONCE
        )
        listener.listen(BACKLOG)  # asyncio has set it to what is accepted at once
        scraped = await self._serve_metrics()
        slow = self._app.hall.pace.slow
        pulse = asyncio.create_task(take_pulse(self._observer, slow, self._loop.time))
        orders = AsyncExitStack()
        await self._obey_orders(orders)
        self._started()
        await self._woken.wait()
        server.close()
        reason = "the writer has failed" if self.has_failed else "a signal"
        if self._app.hall.draining:
            reason = "drained"
        self._observer.report("stopping", reason=reason)
        self._report("Closing the tables in order; Ctrl-C again stops at once.")
        await self._app.close(report=self._report, is_forced=lambda: self._is_forced)
        await self._close_connections()
        if self._is_forced:
            said, kept = "Stopped at once", f"the next start checks {self._path}"
        else:
            await self._app.stop()
            said = f"Closed {count(len(self._app.hall.rooms), 'table')}"
            kept = self._app.fault or f"all is kept in {self._path}"
        self._observer.report("stopped", tables=len(self._app.hall.rooms), kept=kept)
        self._report(f"{said}; {kept}.")
        pulse.cancel()
        if scraped:
            scraped.close()
        await orders.aclose()

    async def _serve_metrics(self) -> asyncio.Server | None:
        """Serve the metrics, if they have an address."""
        if self._metrics is None:
            return None
        from puntobanco.web.http.metrics import metrics_app  # noqa: PLC0415 - slow to import

        hall, most = self._app.hall, MOST_SCRAPES
        app = metrics_app(hall)
        serving = Serving(
            app, hall.pace, elapsed, most=most, most_per_address=most, observer=self._observer
        )
        return await asyncio.get_running_loop().create_server(
            lambda: HttpProtocol(serving), sock=self._metrics, backlog=ACCEPTED_AT_ONCE
        )

    async def _obey_orders(self, running: AsyncExitStack) -> None:
        """Obey the operator's orders. The servers of a database find them there."""
        if isinstance(self._path, Path):
            try:
                await running.enter_async_context(obeying(self._app.hall, self._path))
            except (OSError, AttributeError) as error:  # no socket fits here
                self._observer.report("no_admin", reason=error)

    async def _close_connections(self) -> None:
        """Give connections a while to finish, and drop those that remain."""
        connections, tasks = self._serving.connections, self._serving.tasks
        latest = elapsed() + CLOSE_TIMEOUT
        if not self._is_forced:
            for connection in list(connections):
                connection.shut_down()
        await wait_until(
            lambda: not (connections or tasks),
            unless=lambda: self._is_forced or elapsed() > latest,
        )
        for connection in list(connections):
            connection.transport.abort()
        for task in tasks:
            task.cancel()

    def _report(self, line: str) -> None:
        with suppress(OSError):  # the terminal may be gone
            self._print(line)


def serve(
    path: LogAddress,
    address: ServerAddress,
    *,
    started: Callable[[str], None],
    report: Report = lambda _line: None,
    seed_for: TableSeeds = random_seeds,
    caps: Caps | None = None,
    pace: Pace | None = None,
    metrics: ServerAddress | None = None,
) -> None:
    """Serve a log until a signal; `started` gets the URL, `report` the lines of the shutdown."""
    caps = caps or Caps()
    with ExitStack() as stack:
        store, reader = stack.enter_context(open_log(path)), stack.enter_context(read_log(path))
        listener = stack.enter_context(listen(address))
        scraped = stack.enter_context(listen(metrics)) if metrics else None
        observer = stack.enter_context(limited_log(Observer(), elapsed, caps.log_lines))
        port = listener.getsockname()[1]
        secret = _hall_secret(store)
        entrance = address.entrance(port, secret)
        own = (entrance.origin,) if address.is_lan else ()
        origins = AllowedOrigins.at(port, (*own, *address.origins))
        hall = Hall(
            store,
            reader=reader,
            elapsed=elapsed,
            seed_for=seed_for,
            caps=caps,
            pace=pace,
            observer=observer,
        )
        for line in store.notices:
            observer.report("database", settings=line)
        for reason in store.warnings:
            observer.report("database_unsafe", reason=reason)
        routes = Routes(
            hall,
            open_log=lambda: read_log(path),
            cookie=GuestCookie.of_hall(secret, is_secure=_all_secure(address.origins)),
            entrance=entrance,
            proxies=address.proxies,
        )
        app = App(hall, origins, routes)
        _collect_garbage_seldom()
        _raise_file_limit(hall.caps.connections)

        def report_start() -> None:
            started(f"{entrance.origin}/")
            facts = {"version": __version__, "tables": len(hall.rooms), "log": str(path)}
            observer.report("started", address=f"{entrance.origin}/", **facts)
            if metrics and scraped:
                place = f"{metrics.url(scraped.getsockname()[1])}/metrics"
                observer.report("metrics", address=place)

        server = Server(
            app,
            path,
            started=report_start,
            report=report,
            proxies=address.proxies,
            metrics=scraped,
        )
        server.run(listener)
        if app.fault:
            raise StoreError(app.fault)
        if server.has_failed:
            raise StoreError(f"{path}: the writer has failed; whatever was accepted is kept")


def _hall_secret(store: Log) -> bytes:
    """Return the secret of a log, a new one if there is none or it can't be read.

    Servers that start at once on a new shared log derive the same one from its random id.
    """
    secret = sha256(f"hall {store.id}".encode()).hexdigest() if store.is_shared else token_hex(16)
    with suppress(StoreError):
        if (known := store.note(*HALL_SECRET)) is not None:
            return known.encode()
        # Use the newest note's time, so that the other notes don't age while the server is down.
        kept_at = store.newest_kept_at()
        store.append((), at=now(), notes=[Note(*HALL_SECRET, secret)], kept_at=kept_at)
    return secret.encode()


def _collect_garbage_seldom() -> None:
    """Collect garbage seldom: a full collection stops thousands of long-lived sockets."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


def _raise_file_limit(wanted: int) -> None:
    """Raise the limit of open files, up to the hard limit."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _all_secure(origins: Sequence[str]) -> bool:
    return bool(origins) and all(origin.startswith("https://") for origin in origins)

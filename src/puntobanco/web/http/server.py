"""The server: uvicorn, configured for the web table."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from secrets import token_hex
from types import FrameType

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from puntobanco.announcer import count
from puntobanco.croupier import now
from puntobanco.errors import StoreError
from puntobanco.store import Note, Store
from puntobanco.store.log import GONE
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.seeds import TableSeeds, random_seeds
from puntobanco.web.http.app import App, Report
from puntobanco.web.http.frame_splitter import FrameSplitter
from puntobanco.web.http.guard import AllowedOrigins, GuestCookie
from puntobanco.web.http.invitations import Entrance
from puntobanco.web.http.log_lines import limit_log
from puntobanco.web.http.reading import SlicedLog
from puntobanco.web.http.routes import Routes
from puntobanco.web.http.socket import CLOSE_GRACE, DIRECT
from puntobanco.web.limits import Caps, Pace
from puntobanco.web.rates import Bucket

HALL_ID = ("hall", "id")
"""The shelf and the key of the note with a log's id."""
MAX_FRAME_BYTES = 4_096
BACKLOG = 4_096
ACCEPTED_AT_ONCE = 64
"""Connections that are accepted in one turn of the event loop.

Without file descriptors the loop tries this often every second, and would as often as the backlog.
"""
SEND_BUFFER = 1 << 17
"""Bytes that the kernel buffers for a slow client; beyond them the outbox fills."""
RESPONSE_PERIODS = 12
"""How many times `Pace.request` a response may take."""
PINGS, PINGS_AT_ONCE = 1.0, 20
"""Pings answered on one socket, a second and at once; browsers send none."""
MAX_FRAGMENTS = 64
"""Fragments of one WebSocket message."""
SPARE_CONNECTIONS = 2_000
"""Connections beyond the sockets, for HTTP requests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerAddress:
    """Where the server listens, and the names under which it is known."""

    host: str = "127.0.0.1"
    port: int = 8000
    is_lan: bool = False
    """Whether guests of the network come by the address that it listens on."""
    origins: tuple[str, ...] = ()
    """Origins of the page besides those of this machine."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that are trusted to name the client."""

    def entrance(self, port: int) -> Entrance:
        """How guests come to the page, once it listens on a port."""
        if self.origins:
            return Entrance(self.origins[0], "named")
        return Entrance(
            f"http://{_bracketed(self.host)}:{port}", "network" if self.is_lan else "machine"
        )


def elapsed() -> int:
    """Milliseconds on the monotonic clock."""
    return time.monotonic_ns() // 1_000_000


def listen(address: ServerAddress) -> socket.socket:
    """Open a listening socket."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    # asyncio sends small frames at once only on a socket that says it is TCP.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        listener.bind((address.host, address.port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise OSError(error.errno, error.strerror, f"{address.host}:{address.port}") from None
    listener.setblocking(False)  # noqa: FBT003 - the standard library's signature
    return listener


class HttpProtocol(H11Protocol):
    """HTTP that drops a connection whose request does not arrive or whose response is not read."""

    _next_check: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Start to check the connection for progress."""
        super().connection_made(transport)
        self._check_progress(None, 0)

    def _check_progress(self, before: object, periods: int) -> None:
        """Drop a connection that has been at the same request for too many periods."""
        if self.transport.is_closing():
            return
        periods = periods + 1 if self.cycle is before else 0
        is_responding = bool(self.cycle) and not self.cycle.response_complete
        if periods > (RESPONSE_PERIODS if is_responding else 1):
            self.transport.abort()
            return
        app = self.config.app
        pace = app.hall.pace if isinstance(app, App) else Pace()
        self._next_check = self.loop.call_later(
            pace.request / 1_000, self._check_progress, self.cycle, periods
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the checks, which would keep the connection in memory."""
        super().connection_lost(exc)
        self._stop_checks()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop the checks: it is a WebSocket from now on."""
        super().handle_websocket_upgrade(event)
        self._stop_checks()

    def _stop_checks(self) -> None:
        if self._next_check:
            self._next_check.cancel()


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that is dropped if its client reads nothing or floods it.

    The application may ask for its texts at once, without a queue and a task between: a bet is a
    small text, and they come by the thousand.
    """

    _take_text: Callable[[str], None] | None = None

    def handle_connect(self, event: Request) -> None:
        """Offer the application to take texts at once."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][DIRECT] = {"listen": self._listen}

    def _listen(self, take_text: Callable[[str], None]) -> None:
        self._take_text = take_text

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Limit the rate of pings and the size of frames."""
        super().connection_made(transport)
        self._pings = Bucket(PINGS, PINGS_AT_ONCE)
        self._splitter = FrameSplitter(MAX_FRAME_BYTES)

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the parser, whose frame and the connection hold each other."""
        super().connection_lost(exc)
        self.conn.parser.close()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Let go of the application, so that no cycle waits for the garbage collector."""
        super().on_task_complete(task)
        self._take_text = None
        self.scope["extensions"].clear()

    def data_received(self, data: bytes) -> None:
        """Drop a message of too many fragments, and a close handshake that does not end."""
        if self.handshake_initiated:
            self._read_frames(data)
        else:
            super().data_received(data)
        if len(self.frames) > MAX_FRAGMENTS:
            self.transport.abort()
        elif self.transport.is_closing():
            self._drop_soon()

    def _read_frames(self, data: bytes) -> None:
        """Hand on texts at once, unless others wait before them; the library reads the rest."""
        for frame, text in self._splitter.whole_frames(data):
            is_next = self.queue.empty() and not (self.frames or self.close_sent)
            if text is not None and self._take_text and is_next and self.conn.state is State.OPEN:
                self._take_text(text)
            else:
                super().data_received(frame)

    def handle_ping(self) -> None:
        """Answer a ping, or drop the connection if there are too many."""
        if self._pings.take(elapsed()):
            super().handle_ping()
        else:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Close the connection, and drop it if the close frame is not read."""
        super().keepalive_timeout()
        self._drop_soon()

    def _drop_soon(self) -> None:
        self.loop.call_later(CLOSE_GRACE, self.transport.abort)


class Server(uvicorn.Server):
    """A uvicorn server that closes its tables in order before it stops."""

    def __init__(
        self, app: App, path: Path, *, started: Callable[[], None], report: Report
    ) -> None:
        config = uvicorn.Config(
            app,
            http=HttpProtocol,
            ws=SocketProtocol,
            ws_max_size=MAX_FRAME_BYTES,
            ws_per_message_deflate=False,
            lifespan="on",
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            backlog=ACCEPTED_AT_ONCE,
            limit_concurrency=app.hall.caps.sockets + SPARE_CONNECTIONS,
            timeout_graceful_shutdown=5,
        )
        super().__init__(config)
        limit_log(elapsed)
        self._app = app
        self._started = started
        self._print = report
        self._path = path
        self.has_failed = False
        """Whether the writer has failed, which ends the server."""
        app.on_failure = self._fail

    def _fail(self) -> None:
        self.has_failed = self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close in order at the first signal, and stop at once at the second."""
        self.force_exit = self.should_exit
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then report it."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(BACKLOG)  # uvicorn has set it to what is accepted at once
        self._started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nothing new, close the tables in order, then stop."""
        for server in self.servers:
            server.close()
        self._report("Closing the tables in order; Ctrl-C again stops at once.")
        await self._app.close(report=self._report, is_forced=lambda: self.force_exit)
        await super().shutdown(sockets)
        if self.force_exit:
            logging.getLogger("uvicorn.error").disabled = True  # cut connections are no news
            self._report(f"Stopped at once; {self._kept('whatever was accepted')}.")
            self._captured_signals[:] = [signal.SIGINT]
        else:
            tables = count(len(self._app.hall.rooms), "table")
            self._report(f"Closed {tables}; {self._kept('all')}.")
            self._captured_signals.clear()  # the server has stopped in order; the signal is handled

    def _kept(self, what: str) -> str:
        """Where everything is kept, or which file of it is gone."""
        missing = self._app.hall.store.missing
        if missing is None:
            return f"{what} is kept in {self._path}"
        return f"{missing} is gone, or another file, and what it held with it"

    def _report(self, line: str) -> None:
        with suppress(OSError):  # the terminal may be gone
            self._print(line)


def serve(
    path: Path,
    address: ServerAddress,
    *,
    started: Callable[[str], None],
    report: Report = lambda _line: None,
    seed_for: TableSeeds = random_seeds,
    caps: Caps | None = None,
    pace: Pace | None = None,
) -> None:
    """Serve a log until a signal; `started` gets the URL, `report` the lines of the shutdown."""
    with Store.open(path) as store, Store.read(path) as reader, listen(address) as listener:
        port = listener.getsockname()[1]
        entrance = address.entrance(port)
        own = (entrance.origin,) if address.is_lan else ()
        origins = AllowedOrigins.at(port, (*own, *address.origins))
        hall = Hall(store, reader=reader, elapsed=elapsed, seed_for=seed_for, caps=caps, pace=pace)
        routes = Routes(
            hall,
            open_log=lambda: SlicedLog.read(path),
            cookie=GuestCookie.of_hall(
                _hall_id(store) or str(port), is_secure=_all_secure(address.origins)
            ),
            entrance=entrance,
            proxies=address.proxies,
        )
        app = App(hall, origins, routes)
        _collect_garbage_seldom()
        _raise_file_limit(hall.caps.sockets + SPARE_CONNECTIONS)
        server = Server(app, path, started=lambda: started(f"{entrance.origin}/"), report=report)
        server.run(sockets=[listener])
        if missing := store.missing:
            raise StoreError(f"{missing}: {GONE}")
        if server.has_failed:
            raise StoreError(f"{path}: the writer has failed; whatever was accepted is kept")


def _hall_id(store: Store) -> str | None:
    """The id of a log, which names the cookies of its guests; None if none can be stored."""
    with suppress(StoreError):
        if (known := store.note(*HALL_ID)) is not None:
            return known
        found = token_hex(4)
        # With the time of the newest note: those beside it do not grow old by what is not run.
        kept_at = store.newest_kept_at()
        store.append((), at=now(), notes=[Note(*HALL_ID, found)], kept_at=kept_at)
        return found
    return None


def _collect_garbage_seldom() -> None:
    """Collect garbage seldom: a full collection stops thousands of long-lived sockets."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


def _raise_file_limit(wanted: int) -> None:
    """Allow as many open files as are wanted, up to the hard limit."""
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

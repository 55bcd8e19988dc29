"""Runs the web table."""

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
from pathlib import Path
from types import FrameType

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from puntobanco.announcer import count
from puntobanco.croupier import SeedSource, random_seed
from puntobanco.store import Store
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.app import App, Told
from puntobanco.web.http.guard import Gate
from puntobanco.web.http.routes import Lobby
from puntobanco.web.http.socket import GRACE
from puntobanco.web.limits import Caps, Pace
from puntobanco.web.rates import Bucket

LARGEST_FRAME = 4_096
BACKLOG = 4_096
SEND_BUFFER = 1 << 17
"""Bytes that the system keeps for a guest who does not read; beyond them the outbox fills."""
LONGEST_ANSWER = 12
"""How many times longer than a request an answer may take."""
PINGS, PINGS_AT_ONCE = 1.0, 20
"""Pings of one socket that are answered, a second and at once; no browser sends any."""
MOST_PIECES = 64
"""Frames that make up one message."""
SPARE = 2_000
"""Connections beyond the sockets, for everything else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the server is."""

    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()
    """What the page's address starts with, where it is not this machine's own."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that are believed about where a request comes from."""


def elapsed() -> int:
    """Milliseconds on a clock that nobody sets."""
    return time.monotonic_ns() // 1_000_000


def bound(place: Place) -> socket.socket:
    """A socket that listens."""
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    # asyncio sends small frames at once only on a socket that says it is TCP.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        listener.bind((place.host, place.port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise OSError(error.errno, error.strerror, f"{place.host}:{place.port}") from None
    listener.setblocking(False)  # noqa: FBT003 - the standard library's signature
    return listener


class Http(H11Protocol):
    """HTTP on a connection that is given up when a request does not arrive or is not read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Look after the connection from time to time."""
        super().connection_made(transport)
        self._watch(None, 0)

    def _watch(self, before: object, times: int) -> None:
        """End what has not changed since the last look; an answer is waited for a little longer."""
        if self.transport.is_closing() or self not in self.connections:
            return  # gone, or a WebSocket by now
        times = times + 1 if self.cycle is before else 0
        is_answering = bool(self.cycle) and not self.cycle.response_complete
        if times > (LONGEST_ANSWER if is_answering else 1):
            self.transport.abort()
            return
        app = self.config.app
        pace = app.hall.pace if isinstance(app, App) else Pace()
        self.loop.call_later(pace.request / 1_000, self._watch, self.cycle, times)


class Line(WebSocketsSansIOProtocol):
    """A WebSocket that ends when its client reads nothing, or sends what is no message."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """So many pings are answered, at once and in time."""
        super().connection_made(transport)
        self._pings = Bucket(PINGS, PINGS_AT_ONCE, PINGS_AT_ONCE)

    def data_received(self, data: bytes) -> None:
        """Give up on a message of too many pieces, and on a goodbye that nobody reads."""
        super().data_received(data)
        if len(self.frames) > MOST_PIECES:
            self.transport.abort()
        elif self.transport.is_closing():
            self._cut_off_soon()

    def handle_ping(self) -> None:
        """Answer it, unless there are too many."""
        if self._pings.take(elapsed()):
            super().handle_ping()
        else:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Nobody is there; what was written last may never be read."""
        super().keepalive_timeout()
        self._cut_off_soon()

    def _cut_off_soon(self) -> None:
        self.loop.call_later(GRACE, self.transport.abort)


class Server(uvicorn.Server):
    """A server that closes its tables in order before it goes."""

    def __init__(self, app: App, path: Path, *, started: Callable[[], None], told: Told) -> None:
        config = uvicorn.Config(
            app,
            http=Http,
            ws=Line,
            ws_max_size=LARGEST_FRAME,
            ws_per_message_deflate=False,
            lifespan="on",
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=app.hall.caps.sockets + SPARE,
            timeout_graceful_shutdown=5,
        )
        super().__init__(config)
        logging.getLogger("uvicorn.error").addFilter(_is_own_fault)
        self._app = app
        self._started = started
        self._told = told
        self._path = path
        app.failed = self._give_up

    def _give_up(self) -> None:
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal closes the house, the second ends it at once."""
        self.force_exit = self.should_exit
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        self._started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take nothing new, close the tables in order, then stop."""
        for server in self.servers:
            server.close()
        self._tell("Closing the tables in order; Ctrl-C again stops at once.")
        await self._app.close(told=self._tell, is_forced=lambda: self.force_exit)
        await super().shutdown(sockets)
        if self.force_exit:
            logging.getLogger("uvicorn.error").disabled = True  # of what is cut short
            self._tell(f"Stopped at once; whatever was accepted is kept in {self._path}.")
            self._captured_signals[:] = [signal.SIGINT]
        else:
            tables = count(len(self._app.hall.rooms), "table")
            self._tell(f"Closed {tables}; all is kept in {self._path}.")
            self._captured_signals.clear()  # all is in order: nothing is left to be interrupted

    def _tell(self, line: str) -> None:
        with suppress(OSError):  # nobody may be listening any more
            self._told(line)


def serve(
    path: Path,
    place: Place,
    *,
    started: Callable[[str], None],
    told: Told = lambda _line: None,
    seed_for: SeedSource = random_seed,
    caps: Caps | None = None,
    pace: Pace | None = None,
) -> None:
    """Serve a log until told to stop; `started` is given the address, `told` hears the end."""
    with Store.open(path) as store, Store.read(path) as reader, bound(place) as listener:
        port = listener.getsockname()[1]
        gate = Gate.at(port, place.origins)
        hall = Hall(store, reader=reader, elapsed=elapsed, seed_for=seed_for, caps=caps, pace=pace)
        address = place.origins[0] if place.origins else f"http://{_shown(place.host)}:{port}"
        lobby = Lobby(
            hall,
            archive=lambda: Store.read(path),
            cookie_name=f"puntobanco_{port}",
            is_secure=_all_secure(place.origins),
            proxies=place.proxies,
        )
        app = App(hall, gate, lobby)
        _collect_seldom()
        _allow_files(hall.caps.sockets + SPARE)
        server = Server(app, path, started=lambda: started(f"{address}/"), told=told)
        server.run(sockets=[listener])


def _is_own_fault(record: logging.LogRecord) -> bool:
    """Whether the terminal should hear of it: what a client does wrong is told to the client."""
    return not record.getMessage().startswith(("Invalid ", "Unsupported upgrade "))


def _collect_seldom() -> None:
    """Look for cycles seldom: thousands of sockets live long, and a search stops them all."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


def _allow_files(wanted: int) -> None:
    """As many open connections as are wanted, or as the system allows at most."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _all_secure(origins: Sequence[str]) -> bool:
    return bool(origins) and all(origin.startswith("https://") for origin in origins)

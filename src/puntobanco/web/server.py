"""Runs the web table."""

from __future__ import annotations

import asyncio
import gc
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from puntobanco.croupier import SeedFor, random_seed
from puntobanco.store import Store
from puntobanco.web.app import App
from puntobanco.web.guard import Gate
from puntobanco.web.hall import Hall
from puntobanco.web.lobby import Lobby
from puntobanco.web.pace import Caps, Pace

LARGEST_FRAME = 4_096
BACKLOG = 4_096
SEND_BUFFER = 1 << 17
"""Bytes that the system keeps for a guest who does not read; beyond them the outbox fills."""
SPARE = 2_000
"""Connections beyond the sockets, for everything else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the server is."""

    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()
    """What the page's address starts with, where it is not this machine's own."""


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


class Server(uvicorn.Server):
    """A server that says goodbye before it goes."""

    def __init__(self, app: App, *, started: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app,
            http="h11",
            ws="websockets-sansio",
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
        self._app = app
        self._started = started
        app.failed = self._give_up

    def _give_up(self) -> None:
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        self._started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then stop."""
        self._app.farewell()
        await asyncio.sleep(0)  # lets the last frames leave
        await super().shutdown(sockets)
        self._captured_signals.clear()  # all is in order: nothing is left to be interrupted


def serve(
    path: Path,
    place: Place,
    *,
    started: Callable[[str], None],
    seed_for: SeedFor = random_seed,
    caps: Caps | None = None,
    pace: Pace | None = None,
) -> None:
    """Serve a log until told to stop; `started` is given the address."""
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
        )
        app = App(hall, gate, lobby)
        _collect_seldom()
        Server(app, started=lambda: started(f"{address}/")).run(sockets=[listener])


def _collect_seldom() -> None:
    """Look for cycles seldom: thousands of sockets live long, and a search stops them all."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _all_secure(origins: Sequence[str]) -> bool:
    return bool(origins) and all(origin.startswith("https://") for origin in origins)

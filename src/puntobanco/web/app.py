"""All of it as one ASGI application."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from starlette.applications import Starlette
from starlette.exceptions import HTTPException

from puntobanco.errors import StoreError
from puntobanco.web.guard import HEADERS, Gate, Scope
from puntobanco.web.hall import Hall
from puntobanco.web.lobby import Lobby, not_found
from puntobanco.web.requests import Problem
from puntobanco.web.socket import Doorman, Message, Post, Receive, Send, serve_socket

GOING_AWAY = 1012

_logger = logging.getLogger(__name__)


class App:
    """The gate first, then the socket or the lobby; a writer turns the hall meanwhile."""

    def __init__(
        self, hall: Hall, gate: Gate, *, cookie_name: str, is_secure: bool = False
    ) -> None:
        self.hall = hall
        self.gate = gate
        self.failed: Callable[[], None] = lambda: None
        """Called when the writer cannot go on."""
        self._doorman = Doorman(hall, gate, cookie_name, Post())
        lobby = Lobby(hall, cookie_name=cookie_name, is_secure=is_secure)
        handlers = {HTTPException: not_found}
        self._lobby = Starlette(routes=lobby.routes, exception_handlers=handlers)
        self._writer: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        match scope["type"]:
            case "lifespan":
                await self._live(receive, send)
            case "websocket":
                await serve_socket(self._doorman, scope, receive, send)
            case _:
                await self._answer(scope, receive, _with_headers(scope, send))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.gate.admits(scope):
            foreign = Problem(403, "foreign", "This is not the place that was asked for.")
            await foreign.response(scope, receive, send)
            return
        await self._lobby(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Start and stop together with the server."""
        await receive()
        self._writer = asyncio.create_task(turn(self.hall))
        self._writer.add_done_callback(self._writer_ended)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._writer.cancel()
        await asyncio.wait([self._writer])
        self.hall.turn()
        await send({"type": "lifespan.shutdown.complete"})

    def _writer_ended(self, writer: asyncio.Task[None]) -> None:
        if not writer.cancelled() and writer.exception():
            _logger.error("the writer failed", exc_info=writer.exception())
            self.failed()

    def farewell(self) -> None:
        """Tell every guest that the server is going away."""
        self.hall.farewell(GOING_AWAY, "the server is going away; every bet stands")


async def turn(hall: Hall) -> None:
    """Turn the hall whenever something was asked or is due; the disk is waited for elsewhere."""
    loop = asyncio.get_running_loop()
    woken = asyncio.Event()
    hall.wake = woken.set
    with ThreadPoolExecutor(1, "log") as disk:
        while True:
            await _until_due(hall, woken)
            batch = hall.decide()
            try:
                if not batch.is_empty:
                    # A batch that has begun is finished, even when the server stops meanwhile.
                    await asyncio.shield(loop.run_in_executor(disk, hall.commit, batch))
            except StoreError as error:
                hall.abandon(batch, error)
            else:
                hall.publish(batch)


async def _until_due(hall: Hall, woken: asyncio.Event) -> None:
    """Wait for a command, or for the next timer."""
    woken.clear()
    wait = hall.due() - hall.elapsed()
    if wait <= 0:
        await asyncio.sleep(0)
        return
    handle = asyncio.get_running_loop().call_later(min(wait, 60_000) / 1_000, woken.set)
    await woken.wait()
    handle.cancel()


def _with_headers(scope: Scope, send: Send) -> Send:
    """Every answer carries the policy, and says whether it may be kept."""
    kept = b"no-store" if scope["path"].startswith("/api/") else b"no-cache"

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", []), *HEADERS, (b"cache-control", kept)]
            message = {**message, "headers": headers}
        await send(message)

    return send_with_headers

"""All of it as one ASGI application."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from starlette.applications import Starlette
from starlette.exceptions import HTTPException

from puntobanco.errors import StoreError
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.guard import HEADERS, Gate, Scope
from puntobanco.web.http.pages import not_found
from puntobanco.web.http.requests import Problem
from puntobanco.web.http.routes import Lobby
from puntobanco.web.http.shutdown import GOING_AWAY, REASON, closing_line
from puntobanco.web.http.socket import Doorman, Message, Post, Receive, Send, serve_socket
from puntobanco.web.room.room import Room

LONGEST_REST = 60_000
LONGEST_GOODBYE = 6_000
"""Milliseconds that guests may take to hear that the house closes; deaf ones are cut off sooner."""

ARRIVING = 8
"""Turns of the event loop in which everything that has arrived reaches the hall.

A socket with frames in its queue takes the most turns, four: the queue is emptied, the kernel's
buffer is found readable and read, and the queue is emptied again. The rest are a margin.
"""

GLANCE = 0.02
"""Seconds between two looks at whether something is over."""

Told = Callable[[str], None]
"""Hears a line for the terminal."""

CLOSING = Problem(503, "closing", "The house is closing; come back in a moment.")

_logger = logging.getLogger(__name__)


class App:
    """The gate first, then the socket or the lobby; a writer turns the hall meanwhile."""

    def __init__(self, hall: Hall, gate: Gate, lobby: Lobby) -> None:
        self.hall = hall
        self.gate = gate
        self.failed: Callable[[], None] = lambda: None
        """Called when the writer cannot go on."""
        self._turnstile = lobby.turnstile
        self._doorman = Doorman(hall, gate, lobby.cookie_name, Post())
        self._writing: asyncio.Task[None] | None = None
        self._writer = Writer(hall)
        handlers = {HTTPException: not_found}
        self._lobby = Starlette(routes=lobby.routes, exception_handlers=handlers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        match scope["type"]:
            case "lifespan":
                await self._live(receive, send)
            case "websocket":
                await self._connect(scope, receive, send)
            case _:
                await self._answer(scope, receive, _with_headers(scope, send))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.gate.admits(scope):
            foreign = Problem(403, "foreign", "This is not the place that was asked for.")
            await foreign.response(scope, receive, send)
            return
        try:
            if self.hall.is_closing:
                raise CLOSING
            self._turnstile.check_request(scope)
        except Problem as problem:
            await problem.response(scope, receive, send)
        else:
            await self._lobby(scope, receive, send)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket through the turnstile; what is refused there was not accepted yet."""
        try:
            if self.gate.admits(scope):
                self._turnstile.check_request(scope)
        except Problem as problem:
            await problem.response(scope, receive, send)
        else:
            await serve_socket(self._doorman, scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Start and stop together with the server."""
        await receive()
        self._writing = writing = asyncio.create_task(self._writer.run())
        writing.add_done_callback(self._writer_ended)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._writer.stop()
        await asyncio.wait([writing])
        await send({"type": "lifespan.shutdown.complete"})

    def _writer_ended(self, writing: asyncio.Task[None]) -> None:
        if not writing.cancelled() and (error := writing.exception()):
            _logger.error("the writer failed", exc_info=error)
            self.failed()

    async def close(self, *, told: Told, is_forced: Callable[[], bool]) -> None:
        """Answer what was asked, close the tables in the order of their opening, and say goodbye.

        Whoever is in a hurry may force it; what was acknowledged is durable at any time.
        """
        hall = self.hall
        for _ in range(ARRIVING):
            await asyncio.sleep(0)
        hall.is_closing = True
        self._writer.stop()
        await _until(lambda: self._writing is None or self._writing.done(), unless=is_forced)
        for number, room in enumerate(list(hall.rooms.values()), 1):
            if is_forced():
                return
            await self._note(room)
            if line := closing_line(number, room):
                told(line)
            room.farewell(GOING_AWAY, REASON)
        latest = hall.elapsed() + LONGEST_GOODBYE
        await _until(
            lambda: not hall.sockets, unless=lambda: is_forced() or hall.elapsed() > latest
        )

    async def _note(self, room: Room) -> None:
        """Note where a table stands. Without it the next start takes longer, and nothing is lost.

        After a writer that failed nothing is written: what it was about to write is not to be.
        """
        writing = self._writing
        if not (writing and writing.done()) or writing.cancelled() or writing.exception():
            return
        batch = self.hall.rest(room)
        try:
            await asyncio.to_thread(self.hall.commit, batch)
        except StoreError:
            room.croupier.abandon()
        else:
            room.croupier.confirm()


class Writer:
    """Turns the hall whenever something was asked or is due; waits for the disk elsewhere."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._woken = asyncio.Event()
        self._is_stopping = False
        hall.wake = self._woken.set

    def stop(self) -> None:
        """Go on until everyone was answered, and no longer."""
        self._is_stopping = True
        self._woken.set()

    async def run(self) -> None:
        """Turn until stopped."""
        loop, hall = asyncio.get_running_loop(), self._hall
        with ThreadPoolExecutor(1, "log") as disk:
            while hall.is_asked or not self._is_stopping:
                batch = hall.decide()
                try:
                    if not batch.is_empty:
                        await loop.run_in_executor(disk, hall.commit, batch)
                except StoreError as error:
                    hall.abandon(batch, error)
                else:
                    hall.publish(batch)
                await self._rest()

    async def _rest(self) -> None:
        """Until a command comes or the next timer is due; at least so long that others get on."""
        await asyncio.sleep(0)
        self._woken.clear()
        wait = self._hall.due() - self._hall.elapsed()
        if wait > 0 and not self._is_stopping:
            loop = asyncio.get_running_loop()
            handle = loop.call_later(min(wait, LONGEST_REST) / 1_000, self._woken.set)
            await self._woken.wait()
            handle.cancel()


async def _until(is_over: Callable[[], bool], *, unless: Callable[[], bool]) -> None:
    """Wait for something, unless something else comes first."""
    while not (is_over() or unless()):  # noqa: ASYNC110 - a signal handler can set no event
        await asyncio.sleep(GLANCE)


def _with_headers(scope: Scope, send: Send) -> Send:
    """Every answer carries the policy, and says whether it may be kept."""
    kept = b"no-store" if scope["path"].startswith("/api/") else b"no-cache"

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", []), *HEADERS, (b"cache-control", kept)]
            message = {**message, "headers": headers}
        await send(message)

    return send_with_headers

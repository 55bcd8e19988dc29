"""The WebSocket: carries frames between one browser and the hall."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from puntobanco.web.guard import Gate, Scope, cookie
from puntobanco.web.guests import Guest
from puntobanco.web.hall import Hall
from puntobanco.web.outbox import TABLE_CLOSED, Outbox
from puntobanco.web.room import Room

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Coroutine[Any, Any, None]]

PATH = "/ws"
BINARY = 1003
GRACE = 5.0
"""Seconds that a socket which is being closed may take for its last frames."""

LARGEST_NUMBER = 1 << 53


@dataclass(frozen=True, slots=True)
class Doorman:
    """Who may open a socket: a known guest, at a table, from a page of our own."""

    hall: Hall
    gate: Gate
    cookie_name: str

    def admitted(self, scope: Scope) -> tuple[Guest, Room, int | None] | None:
        """The guest, the table and the last event seen, if all of them are in order."""
        if scope["path"] != PATH or not self.gate.admits(scope):
            return None
        token = cookie(scope, self.cookie_name)
        guest = self.hall.guest(token) if token else None
        query = parse_qs(scope["query_string"].decode("latin-1"))
        room = self.hall.rooms.get(query.get("table", [""])[0])
        if guest is None or room is None or not self.hall.has_place(guest):
            return None
        return guest, room, _number(query.get("after", [""])[0])


async def serve_socket(doorman: Doorman, scope: Scope, receive: Receive, send: Send) -> None:
    """Check everything, then accept, then carry frames until either side goes."""
    hall = doorman.hall
    await receive()
    found = doorman.admitted(scope)
    if found is None:
        await send({"type": "websocket.close"})
        return
    guest, room, after = found
    await send({"type": "websocket.accept"})
    sender = Sender(Outbox(hall.caps.waiting), send)
    visit = hall.enter(guest, room, sender.outbox, after=after)
    if room.is_closed:
        sender.outbox.close(TABLE_CLOSED, "the table is closed")
    try:
        while (message := await receive())["type"] != "websocket.disconnect":
            text = message.get("text")
            if text is None:
                sender.outbox.close(BINARY, "frames are text")
            elif not sender.outbox.goodbye:
                hall.receive(visit, text)
    finally:
        hall.leave(visit)
        sender.stop()


def _number(text: str) -> int | None:
    """A number as the query has it; anything else is no number."""
    if not (text.isascii() and text.isdigit()):
        return None
    return int(text) if len(text) < 16 else LARGEST_NUMBER


class Sender:
    """Empties an outbox into a socket: at once while it can be written to, else as it drains."""

    def __init__(self, outbox: Outbox, send: Send) -> None:
        self.outbox = outbox
        self._send = send
        self._draining: asyncio.Task[None] | None = None
        self._is_over = False
        outbox.ready = self._flush

    def _flush(self) -> None:
        """Send what can be sent without waiting; a task of its own waits for the rest.

        Waking a task for every frame would cost more than the frame when thousands watch a table.
        """
        if self._draining or self._is_over:
            if self.outbox.goodbye and self._draining:
                asyncio.get_running_loop().call_later(GRACE, self._cut_off)
            return
        while message := self._next():
            step = self._send(message)
            try:
                step.send(None)
            except StopIteration:
                self._sent()
            except Exception:  # noqa: BLE001 - whatever it is, the socket is gone, and nobody else
                self._is_over = True
                return
            else:
                step.close()
                self._draining = asyncio.ensure_future(self._drain())
                return

    def _next(self) -> Message | None:
        if self._is_over:
            return None
        if self.outbox.frames:
            return {"type": "websocket.send", "text": self.outbox.frames[0]}
        if self.outbox.goodbye:
            code, reason = self.outbox.goodbye
            return {"type": "websocket.close", "code": code, "reason": reason}
        return None

    def _sent(self) -> None:
        if self.outbox.frames:
            self.outbox.frames.popleft()
        else:
            self._is_over = True

    async def _drain(self) -> None:
        """Wait for the socket, frame by frame."""
        with suppress(Exception):  # the socket is gone; the receiving side learns of it too
            while message := self._next():
                await self._send(message)
                self._sent()
            self._draining = None
            return
        self._is_over = True

    def _cut_off(self) -> None:
        """ASGI cannot drop a client that reads nothing, so the connection itself is dropped."""
        transport = getattr(getattr(self._send, "__self__", None), "transport", None)
        if not self._is_over and isinstance(transport, asyncio.WriteTransport):
            transport.abort()

    def stop(self) -> None:
        """The socket is gone."""
        self._is_over = True
        if self._draining:
            self._draining.cancel()

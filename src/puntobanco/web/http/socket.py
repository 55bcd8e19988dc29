"""The WebSocket: carries frames between one browser and the hall."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.guard import Gate, Scope, cookie
from puntobanco.web.room.outbox import TABLE_CLOSED, Outbox
from puntobanco.web.room.room import Room
from puntobanco.web.room.setup import Guest

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Coroutine[Any, Any, None]]

Query = dict[str, list[str]]

PATH = "/ws"
BINARY = 1003
GRACE = 5.0
"""Seconds that a socket which is being closed may take for its last frames."""

LARGEST_NUMBER = 1 << 53


class Post:
    """Collects the outboxes that have something to send, and empties them together.

    Whatever one turn of the hall tells a guest leaves at once, and may leave as one frame.
    """

    def __init__(self) -> None:
        self._waiting: list[Sender] = []

    def note(self, sender: Sender) -> None:
        """Remember one that has something to send."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._empty)
        self._waiting.append(sender)

    def _empty(self) -> None:
        waiting, self._waiting = self._waiting, []
        for sender in waiting:
            sender.flush()


@dataclass(frozen=True, slots=True)
class Doorman:
    """Who may open a socket: a known guest, at a table, from a page of our own."""

    hall: Hall
    gate: Gate
    cookie_name: str
    post: Post

    def admitted(self, scope: Scope) -> tuple[Guest, Room, Query] | None:
        """The guest, the table and what else was asked for, if all is in order."""
        if scope["path"] != PATH or not self.gate.admits(scope):
            return None
        token = cookie(scope, self.cookie_name)
        guest = self.hall.guest(token) if token else None
        query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        room = self.hall.rooms.get(query.get("table", [""])[0])
        if not token or guest is None or room is None or not self.hall.has_place(guest):
            return None
        self.hall.greet(token)
        return guest, room, query


async def serve_socket(doorman: Doorman, scope: Scope, receive: Receive, send: Send) -> None:
    """Check everything, then accept, then carry frames until either side goes."""
    hall = doorman.hall
    await receive()
    found = doorman.admitted(scope)
    if found is None:
        await send({"type": "websocket.close"})
        return
    guest, room, query = found
    await send({"type": "websocket.accept"})
    sender = Sender(Outbox(hall.caps.waiting), send, doorman.post, joins="join" in query)
    visit = hall.enter(guest, room, sender.outbox, after=_number(query.get("after", [""])[0]))
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

    def __init__(self, outbox: Outbox, send: Send, post: Post, *, joins: bool) -> None:
        self.outbox = outbox
        self._send = send
        self._post = post
        self._joins = joins
        self._is_noted = self._is_over = False
        self._draining: asyncio.Task[None] | None = None
        outbox.ready = self._note

    def _note(self) -> None:
        if self._draining and self.outbox.goodbye:
            asyncio.get_running_loop().call_later(GRACE, self._cut_off)
        elif not (self._is_noted or self._is_over or self._draining):
            self._is_noted = True
            self._post.note(self)

    def flush(self) -> None:
        """Send what can be sent without waiting; a task of its own waits for the rest.

        Waking a task for every frame would cost more than the frame when thousands watch a table.
        """
        self._is_noted = False
        while message := self._next():
            step = self._send(message)
            try:
                step.send(None)
            except StopIteration:
                continue
            except Exception:  # noqa: BLE001 - whatever it is, the socket is gone, and nobody else
                self._is_over = True
            else:
                step.close()
                self._draining = asyncio.ensure_future(self._drain(message))
                return

    def _next(self) -> Message | None:
        """What to send now: the next frame, or all of them as one; at last the goodbye."""
        frames, goodbye = self.outbox.frames, self.outbox.goodbye
        if self._is_over:
            return None
        if frames:
            if not self._joins or len(frames) == 1:
                return {"type": "websocket.send", "text": frames.popleft()}
            joined = f"[{','.join(frames)}]"
            frames.clear()
            return {"type": "websocket.send", "text": joined}
        if goodbye:
            self._is_over = True
            return {"type": "websocket.close", "code": goodbye.code, "reason": goodbye.reason}
        return None

    async def _drain(self, message: Message | None) -> None:
        """Wait for the socket, frame by frame."""
        try:
            while message:
                await self._send(message)
                message = self._next()
        except Exception:  # noqa: BLE001 - as above; the receiving side learns of it too
            self._is_over = True
        self._draining = None

    def _cut_off(self) -> None:
        """ASGI cannot drop a client that reads nothing, so the connection itself is dropped."""
        transport = getattr(getattr(self._send, "__self__", None), "transport", None)
        if self._draining and isinstance(transport, asyncio.WriteTransport):
            transport.abort()

    def stop(self) -> None:
        """The socket is gone."""
        self._is_over = True
        if self._draining:
            self._draining.cancel()

"""The WebSocket: carries frames between a browser and the hall."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qs

from puntobanco.errors import StoreError
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.sockets import POLICY_VIOLATION
from puntobanco.web.http.guard import AllowedOrigins, GuestCookie, Scope
from puntobanco.web.room.audience import SIGNED_OUT, TABLE_CLOSED, TOO_SLOW, Outbox
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Coroutine[Any, Any, None]]

Query = dict[str, list[str]]
Admitted = tuple[Guest, Room, Query, str]
"""A guest, the table, the query and the address."""

PATH = "/ws"
UNSUPPORTED_DATA = 1003
LIMIT_CODES = {POLICY_VIOLATION: "bad_frames", TOO_SLOW: "slow_reader"}
"""The codes in the log and the metrics for sockets that the server closes."""

MAX_NUMBER = 1 << 53

DIRECT = "puntobanco.direct"
"""Our server's extension of ASGI.

`listen` takes a function for texts, which is called at once, and the bucket that all frames of the
guest are charged to. `drop_soon` drops the connection unless the client reads its last frames.
"""


class FlushQueue:
    """Flushes all senders with frames to send together, in the next turn of the event loop.

    The frames of one turn of the hall then leave together, and can be joined to one.
    """

    def __init__(self) -> None:
        self._waiting: list[Sender] = []

    def add(self, sender: Sender) -> None:
        """Flush a sender soon."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush_all)
        self._waiting.append(sender)

    def _flush_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for sender in waiting:
            sender.flush()


@dataclass(frozen=True, slots=True)
class Admission:
    """Admits known guests to open tables, from a page of this server."""

    hall: Hall
    origins: AllowedOrigins
    cookie: GuestCookie
    address_of: Callable[[Scope], str]
    flush_queue: FlushQueue

    def admit(self, scope: Scope) -> Admitted | None:
        """Return the guest, the table and the query, or None if the socket is refused."""
        admitted = self._admitted(scope)
        if isinstance(admitted, str):
            reason = "too many sockets"  # only that refusal is logged
            self.hall.observer.refused(admitted, self.address_of(scope), reason)
            return None
        self.hall.renew_guest(self.cookie.token(scope) or "")
        return admitted

    def _admitted(self, scope: Scope) -> Admitted | str:
        """Return the guest, the table and the query, or the code of the refusal."""
        if scope["path"] != PATH:
            return "unknown_path"
        if not self.origins.allow(scope):
            return "foreign"
        token = self.cookie.token(scope)
        guest = self.hall.guest(token) if token else None
        if guest is None:
            return "no_guest"
        query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        table = query.get("table", [""])[0]
        if table in self.hall.damaged:
            return "damaged"
        if not (room := self.hall.rooms.get(table)):
            return "unknown_table"
        if self.hall.is_closing:
            return "closing"
        address = self.address_of(scope)
        return (guest, room, query, address) if self.hall.can_connect(guest, address) else "sockets"

    def is_signed_out(self, scope: Scope) -> bool:
        """Return whether the guest has signed out since the socket was admitted."""
        with suppress(StoreError):
            return self.hall.guest(self.cookie.token(scope) or "") is None
        return False


_TABLE = re.compile(r"(?:/api/tables|/t)/([^/]+)")


def table_of(scope: Scope) -> str | None:
    """Return the table that a request or a socket is for."""
    if scope["type"] == "websocket":
        query = parse_qs(scope["query_string"].decode("latin-1"))
        return next(iter(query.get("table", [])), None)
    found = _TABLE.match(scope["path"])
    return found[1] if found else None


async def serve_socket(
    admission: Admission, admitted: Admitted | None, scope: Scope, receive: Receive, send: Send
) -> None:
    """Accept a socket, then carry frames until either side closes."""
    hall = admission.hall
    await receive()
    if admitted is None:
        await send({"type": "websocket.close"})
        return
    guest, room, query, address = admitted
    await send({"type": "websocket.accept"})
    outbox = Outbox(hall.caps.waiting)
    direct = scope.get("extensions", {}).get(DIRECT)
    drop_soon = direct["drop_soon"] if direct else _do_nothing
    joins = "join" in query
    sender = Sender(outbox, send, admission.flush_queue, joins=joins, drop_soon=drop_soon)
    after = _number(query.get("after", [""])[0])
    token = admission.cookie.token(scope) or ""
    connection = hall.connect(guest, room, outbox, after=after, address=address, token=token)
    if room.is_closed:
        outbox.close(TABLE_CLOSED, "the table is closed")
    elif admission.is_signed_out(scope):
        outbox.close(SIGNED_OUT, "signed out")
    receive_text = partial(hall.receive, connection)
    if direct:
        direct["listen"](receive_text, hall.sockets.frames_of(guest))
    try:
        while (message := await receive())["type"] != "websocket.disconnect":
            if (text := message.get("text")) is None:
                outbox.close(UNSUPPORTED_DATA, "frames are text")
            else:
                receive_text(text)
    finally:
        hall.disconnect(connection)
        sender.stop()
        if (frame := outbox.close_frame) and (code := LIMIT_CODES.get(frame.code)):
            hall.observer.refused(code, address, frame.reason)


def _number(text: str) -> int | None:
    """Return a number in the query, or None for any other text."""
    if not (text.isascii() and text.isdigit()):
        return None
    return int(text) if len(text) < 16 else MAX_NUMBER


def _do_nothing() -> None:
    """Do nothing: for an outbox without a socket, or a server without the extension."""


class Sender:
    """Sends the frames of an outbox: at once while the socket takes them, else as it drains."""

    def __init__(
        self,
        outbox: Outbox,
        send: Send,
        flush_queue: FlushQueue,
        *,
        joins: bool,
        drop_soon: Callable[[], None] = _do_nothing,
    ) -> None:
        self.outbox = outbox
        self._drop_soon = drop_soon
        self._send = send
        self._flush_queue = flush_queue
        self._joins = joins
        """Whether frames that leave together are joined to one."""
        self._is_queued = self._is_over = False
        self._draining: asyncio.Task[None] | None = None
        outbox.on_ready = self._on_ready

    def _on_ready(self) -> None:
        if self._draining and self.outbox.close_frame:
            self._drop_soon()  # this client doesn't read
        elif not (self._is_queued or self._is_over or self._draining):
            self._is_queued = True
            self._flush_queue.add(self)

    def flush(self) -> None:
        """Send what the socket takes without waiting; a task sends the rest.

        Waking a task for every frame would cost more than the frame when thousands watch a table.
        """
        self._is_queued = False
        while message := self._next():
            step = self._send(message)
            try:
                step.send(None)
            except StopIteration:
                continue
            except Exception:  # noqa: BLE001 - any error means that this socket is gone
                self._is_over = True
            else:
                step.close()
                self._draining = asyncio.ensure_future(self._drain(message))
                return

    def _next(self) -> Message | None:
        """Return the next message: a frame or all of them joined, and the close frame last."""
        frames, close_frame = self.outbox.frames, self.outbox.close_frame
        if self._is_over:
            return None
        if frames:
            if not self._joins or len(frames) == 1:
                return {"type": "websocket.send", "text": frames.popleft()}
            joined = f"[{','.join(frames)}]"
            frames.clear()
            return {"type": "websocket.send", "text": joined}
        if close_frame:
            self._is_over = True
            code, reason = close_frame
            return {"type": "websocket.close", "code": code, "reason": reason}
        return None

    async def _drain(self, message: Message | None) -> None:
        """Send message by message, as the socket takes them."""
        try:
            while message:
                await self._send(message)
                message = self._next()
        except Exception:  # noqa: BLE001 - as above; the receiving side learns of it too
            self._is_over = True
        self._draining = None

    def stop(self) -> None:
        """Detach the outbox: the socket is gone."""
        self._is_over = True
        self.outbox.on_ready = _do_nothing
        if self._draining:
            self._draining.cancel()

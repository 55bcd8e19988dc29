"""The WebSocket: carries frames between a browser and the hall."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol
from urllib.parse import parse_qs

from puntobanco.errors import StoreError
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.sockets import POLICY_VIOLATION
from puntobanco.web.http.guard import AllowedOrigins, GuestCookie, Scope
from puntobanco.web.rates import Bucket
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

CHANNEL = "puntobanco.channel"
"""The ASGI extension that holds the accepted socket as a `Channel`."""


class Channel(Protocol):
    """An accepted socket of our server.

    Through ASGI every frame would need a coroutine, and a guest may send and receive thousands.
    """

    @property
    def can_send(self) -> bool:
        """Whether the socket is open and its client reads."""

    def listen(
        self, take_text: Callable[[str], None], allowance: Bucket, on_drained: Callable[[], None]
    ) -> None:
        """Pass texts on, within the allowance. Call `on_drained` when the client reads again."""

    def send(self, text: bytes, *, to_many: bool) -> None:
        """Send a text. If many sockets get it, its frame is cached."""

    def close(self, code: int, reason: str) -> None:
        """Close the socket."""

    def drop_soon(self) -> None:
        """Drop the connection, unless the client reads its last frames."""


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
    outbox, channel = Outbox(hall.caps.waiting), scope["extensions"][CHANNEL]
    sender = Sender(outbox, channel, admission.flush_queue, joins="join" in query)
    after = _number(query.get("after", [""])[0])
    token = admission.cookie.token(scope) or ""
    connection = hall.connect(guest, room, outbox, after=after, address=address, token=token)
    if room.is_closed:
        outbox.close(TABLE_CLOSED, "the table is closed")
    elif admission.is_signed_out(scope):
        outbox.close(SIGNED_OUT, "signed out")
    channel.listen(partial(hall.receive, connection), hall.sockets.frames_of(guest), sender.flush)
    try:
        while (await receive())["type"] != "websocket.disconnect":
            outbox.close(UNSUPPORTED_DATA, "frames are text")
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
    """Do nothing: for an outbox without a socket."""


class Sender:
    """Sends the frames of an outbox: at once while the client reads, else as the socket drains."""

    def __init__(
        self, outbox: Outbox, channel: Channel, flush_queue: FlushQueue, *, joins: bool
    ) -> None:
        self._outbox, self._channel, self._flush_queue = outbox, channel, flush_queue
        self._joins = joins
        """Whether frames that leave together are joined to one."""
        self._is_queued = self._is_over = False
        outbox.on_ready = self._on_ready

    def _on_ready(self) -> None:
        if not self._is_queued:
            self._is_queued = True
            self._flush_queue.add(self)

    def flush(self) -> None:
        """Send as many frames as the client accepts now, and the close frame last."""
        self._is_queued = False
        frames, channel = self._outbox.frames, self._channel
        while frames and channel.can_send and not self._is_over:
            if self._joins and len(frames) > 1:
                joined = b"[%b]" % b",".join(frames)
                frames.clear()
                channel.send(joined, to_many=False)
            else:
                channel.send(frames.popleft(), to_many=True)
        if self._is_over or not (close_frame := self._outbox.close_frame):
            return
        if channel.can_send:
            self._is_over = True
            channel.close(*close_frame)
        else:
            channel.drop_soon()

    def stop(self) -> None:
        """Detach the outbox: the socket is gone."""
        self._is_over = True
        self._outbox.on_ready = _do_nothing

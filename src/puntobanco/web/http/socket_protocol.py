"""The WebSocket protocol: asyncio on one side, the library's sans-I/O protocol on the other.

It limits what it reads from a guest, whatever the kind of frame, and drops a client that
doesn't read.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from math import inf
from secrets import token_bytes

from websockets.datastructures import Headers
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import SEND_EOF
from websockets.server import ServerProtocol

from puntobanco.web.http.connection import ClientConnection, Serving
from puntobanco.web.http.guard import Scope
from puntobanco.web.http.socket import CHANNEL, Message
from puntobanco.web.limits import Rate
from puntobanco.web.rates import Bucket

HEADER, MASK = 2, 4
"""Bytes of a frame before its payload, apart from those of a longer length."""
FINAL_TEXT = 0x81
"""The first byte of a text in one frame, without extensions."""
MASKED, MEDIUM, LARGE = 0x80, 0xFE, 0xFF
"""The second byte of a masked frame: its length plus `MASKED`, or the size of its length."""
LENGTH_BYTES = {MEDIUM: 2, LARGE: 8}

BYTES_PER_FRAME = 1_024
"""Bytes that count as one more frame."""

SplitFrame = tuple[bytes, str | None]
"""A frame, and its text if it is one."""


class FrameSplitter:
    """Splits a stream into whole frames, up to the first that is too long or not masked."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        """The largest payload, in bytes."""
        self._held = b""
        """Bytes that have arrived and aren't read yet."""
        self._is_over = False
        """Whether a frame came that the library must refuse, with everything after it."""

    def whole_frames(self, data: bytes, most: float = inf) -> tuple[list[SplitFrame], float]:
        """Return the frames that are complete, and their cost.

        Hold back the rest as soon as the cost reaches `most`. A frame costs 1, plus its bytes.
        """
        if self._is_over:
            return [(data, None)], 0
        data = self._held + data
        frames: list[SplitFrame] = []
        cost = 0.0
        start, size = 0, len(data)
        while start + HEADER <= size and cost < most:
            second = data[start + 1]
            payload, length = start + HEADER + MASK, second - MASKED
            if second >= MEDIUM:
                payload += LENGTH_BYTES[second]
                length = int.from_bytes(data[start + HEADER : payload - MASK])
            if second < MASKED or (payload - MASK <= size and length > self._longest):
                self._is_over, self._held = True, b""
                return [*frames, (data[start:], None)], cost
            end = payload + length
            if end > size:
                break
            frames.append((data[start:end], _text(data, start, payload, end)))
            cost += 1 + (end - start) / BYTES_PER_FRAME
            start = end
        self._held = data[start:]
        return frames, cost


def _text(data: bytes, start: int, payload: int, end: int) -> str | None:
    """Return the text of a frame, if the frame is a complete text."""
    if data[start] != FINAL_TEXT:
        return None
    size, mask = end - payload, data[payload - MASK : payload]
    key = (mask * (size // MASK + 1))[:size]
    plain = int.from_bytes(data[payload:end]) ^ int.from_bytes(key)
    try:
        return plain.to_bytes(size).decode()
    except UnicodeDecodeError:
        return None


_LIBRARY_LOG = logging.getLogger("puntobanco.websockets")
_LIBRARY_LOG.setLevel(logging.CRITICAL)  # it has lines for each connection and client error

NOT_HTTP = "not_http"
"""The code in the metrics for bytes that are neither a request nor a handshake."""
MAX_FRAME_BYTES = 4_096
MAX_FRAGMENTS = 64
"""The most fragments of one message."""
FLOOD_PAUSE = 0.25
"""Seconds that the server stops reading from a guest who sent too much."""
CLOSE_GRACE = 5.0
"""Seconds that a socket may take for its last frames before it is dropped."""


class SocketProtocol(ClientConnection):
    """One WebSocket. Once it is accepted, it is the application's `Channel`."""

    def __init__(self, serving: Serving, scope: Scope) -> None:
        super().__init__(serving)
        self._scope = {**scope, "extensions": {"websocket.http.response": {}, CHANNEL: self}}
        self._library = ServerProtocol(max_size=MAX_FRAME_BYTES, logger=_LIBRARY_LOG)
        self._splitter = FrameSplitter(MAX_FRAME_BYTES)
        self._early = b""
        """Bytes that came with the handshake."""
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        """Messages for the application, except texts."""
        self._take_text: Callable[[str], None] = _ignore
        self._on_drained: Callable[[], None] | None = None
        self._allowance = Bucket(Rate(0, inf))
        """The allowance of frames for all sockets of the guest."""
        self._fragments: list[Frame] = []
        self._awaited_pong: bytes | None = None
        self._answer: Response
        """The answer to the handshake."""
        self._is_open = False
        """Whether the handshake has succeeded."""
        self._is_over = False
        """Whether the socket is closed or being closed."""

    # --- the handshake ----------------------------------------------------------------------------

    def open(self, transport: asyncio.Transport, head: bytes, early: bytes) -> None:
        """Take over a connection whose client has sent a handshake, and maybe more."""
        self.connection_made(transport)
        transport.set_protocol(self)
        transport.pause_reading()  # until the handshake is answered
        self._early = early
        self._library.receive_data(head)
        for event in self._library.events_received():
            if isinstance(event, Request):
                self._answer = self._library.accept(event)
                if self._answer.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
                    self._messages.put_nowait({"type": "websocket.connect"})
                    self.serving.run(self._run())
                    return
                self.serving.observer.refused(NOT_HTTP, self.address, "no handshake")
                self._library.send_response(self._answer)
        self._write()

    async def _run(self) -> None:
        try:
            with suppress(ConnectionError):
                await self.serving.app(self._scope, self._receive, self._send)
        except Exception as error:  # noqa: BLE001 - the server outlives any error of a socket
            self.serving.observer.report("request_failed", error)
            if not (self._is_over or self._is_open):
                self._refuse(self._library.reject(HTTPStatus.INTERNAL_SERVER_ERROR, ""))
            elif not self._is_over:
                self.close(CloseCode.INTERNAL_ERROR)
        finally:
            self._take_text, self._on_drained = _ignore, None
            self._scope["extensions"].clear()  # leaves no reference cycle

    def _accept(self, message: Message) -> None:
        """Answer the handshake, and begin to read."""
        self._answer.headers.update(_decoded(message.get("headers", ())))
        if subprotocol := message.get("subprotocol"):
            self._answer.headers["Sec-WebSocket-Protocol"] = subprotocol
        self._library.send_response(self._answer)
        self._write()
        self._is_open = True
        self._ping_later()
        self.set_timer("read", 0, self._read_on)

    def _refuse(self, response: Response) -> None:
        self._library.send_response(response)
        self._write()

    # --- from the client --------------------------------------------------------------------------

    def listen(
        self, take_text: Callable[[str], None], allowance: Bucket, on_drained: Callable[[], None]
    ) -> None:
        """Pass texts on, and read only as many frames as the allowance has room for."""
        self._take_text, self._allowance, self._on_drained = take_text, allowance, on_drained

    async def _receive(self) -> Message:
        return await self._messages.get()

    def data_received(self, data: bytes) -> None:
        """Read frames, and pause as soon as the guest has sent too much."""
        allowance = self._allowance
        allowance.has(self.serving.elapsed())
        frames, cost = self._splitter.whole_frames(data, allowance.level)
        allowance.charge(cost)
        for frame, text in frames:
            if text is None or self._fragments:
                self._read_frame(frame)
            elif not self._is_over:
                self._take_text(text)
        if allowance.level <= 0:
            self.transport.pause_reading()
            self.set_timer("read", FLOOD_PAUSE, self._read_on)

    def _read_on(self) -> None:
        """Read the frames that were held back. Then read on, unless they were too many again."""
        self.transport.resume_reading()
        early, self._early = self._early, b""
        self.data_received(early)

    def _read_frame(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._library.receive_data(data)
        for frame in self._library.events_received():
            assert isinstance(frame, Frame)  # noqa: S101 - after the handshake there is nothing else
            if frame.opcode is Opcode.PONG and bytes(frame.data) == self._awaited_pong:
                self._awaited_pong = None
            elif frame.opcode is Opcode.PING and not self.writable.is_set():
                self.transport.abort()  # answers would pile up
            elif frame.opcode in {Opcode.TEXT, Opcode.BINARY, Opcode.CONT}:
                self._gather(frame)
        self._write()

    def _gather(self, frame: Frame) -> None:
        self._fragments.append(frame)
        if len(self._fragments) > MAX_FRAGMENTS:
            self.transport.abort()
        elif frame.fin:
            is_text = self._fragments[0].opcode is Opcode.TEXT
            message = b"".join(each.data for each in self._fragments)
            self._fragments = []
            if not self._is_over:
                self._take_message(message, is_text=is_text)

    def _take_message(self, message: bytes, *, is_text: bool) -> None:
        """Pass on a message that the library has read."""
        if not is_text:
            self._messages.put_nowait({"type": "websocket.receive", "bytes": message})
            return
        try:
            text = message.decode()
        except UnicodeDecodeError:
            self._library.fail(CloseCode.INVALID_DATA)
            return
        self._take_text(text)

    # --- to the client ----------------------------------------------------------------------------

    @property
    def can_send(self) -> bool:
        """Whether the socket is open and its client reads."""
        return self.writable.is_set() and not self._is_over

    def send(self, text: bytes, *, to_many: bool) -> None:
        """Send a text. If thousands of sockets get it, its frame is cached."""
        self.transport.write(_cached_frame(text) if to_many else _text_frame(text))

    def resume_writing(self) -> None:
        """Continue to send."""
        super().resume_writing()
        if self._on_drained:
            self._on_drained()

    async def _send(self, message: Message) -> None:
        if not self.writable.is_set():
            await self.writable.wait()
        if self._is_over:
            raise ConnectionResetError
        match message["type"]:
            case "websocket.accept":
                self._accept(message)
            case "websocket.close":
                self._refuse(self._library.reject(HTTPStatus.FORBIDDEN, ""))
            case "websocket.http.response.start":
                status, headers = message["status"], Headers()
                headers.update(_decoded(message["headers"]))
                headers.update({"Date": formatdate(usegmt=True), "Connection": "close"})
                self._answer = Response(status, HTTPStatus(status).phrase, headers, b"")
            case "websocket.http.response.body":
                self._answer.body += message.get("body", b"")
                if not message.get("more_body"):
                    self._refuse(self._answer)

    def _write(self) -> None:
        """Write what the library has to send, and close the connection if nothing follows."""
        data = self._library.data_to_send()
        self.transport.write(b"".join(data))
        if SEND_EOF in data:
            self.transport.close()
            self._end()

    def _ping(self) -> None:
        """Ping the client. Close the socket if the last ping was not answered."""
        if self._is_over:
            return
        if self._awaited_pong:
            self._library.fail(CloseCode.INTERNAL_ERROR, "keepalive ping timeout")
        else:
            self._awaited_pong = token_bytes(4)
            self._library.send_ping(self._awaited_pong)
            self._ping_later()
        self._write()

    def _ping_later(self) -> None:
        self.set_timer("ping", self.serving.pace.ping / 1_000, self._ping)

    # --- the end ----------------------------------------------------------------------------------

    def close(self, code: int, reason: str = "") -> None:
        """Send a close frame, and give the client a while to answer it."""
        self._library.send_close(code, reason)
        self._write()
        self._end()

    def _end(self) -> None:
        """Notify the application that the socket is closed, and drop it soon."""
        if not self._is_over:
            self._is_over = True
            self._messages.put_nowait({"type": "websocket.disconnect", "code": 1005})
            self.drop_soon()

    def drop_soon(self) -> None:
        """Drop the connection, unless the client reads its last frames."""
        self.set_timer("drop", CLOSE_GRACE, self.transport.abort)

    def shut_down(self) -> None:
        """Close the socket without waiting for an answer."""
        if self._is_open and not self._is_over:
            self.close(CloseCode.SERVICE_RESTART)
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the socket, and free the library's objects, which refer to each other."""
        self._end()
        super().connection_lost(exc)
        vars(self._library).clear()


def _ignore(_text: str) -> None:
    """Ignore a text, because the application doesn't listen yet, or has ended."""


def _text_frame(text: bytes) -> bytes:
    return Frame(Opcode.TEXT, text).serialize(mask=False)


_cached_frame = lru_cache(maxsize=8)(_text_frame)


def _decoded(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[str, str]]:
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers]

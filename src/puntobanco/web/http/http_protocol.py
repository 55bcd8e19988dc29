"""HTTP/1.1 over asyncio: h11 parses and writes it, and an ASGI application answers.

It drops a connection if the request doesn't arrive in time, or if the client doesn't read.
"""

from __future__ import annotations

import asyncio
import re
from email.utils import formatdate
from http import HTTPStatus
from urllib.parse import unquote

import h11

from puntobanco.web.http.connection import ClientConnection, Serving
from puntobanco.web.http.guard import Headers, Scope, header
from puntobanco.web.http.socket import Message
from puntobanco.web.http.socket_protocol import NOT_HTTP, SocketProtocol

KEEP_ALIVE = 5_000
"""Milliseconds that a connection may stay idle between requests."""
RESPONSE_PERIODS = 12
"""The time for a response, as a multiple of `Pace.request`."""
MAX_WAITING_BODY = 1 << 16
"""Bytes of a body that may wait for the application before the server stops reading."""
_END_OF_HEAD = re.compile(rb"\n\r?\n")
_FOLDED_LINE = re.compile(rb"\n[ \t]")
BOTH_DONE = {h11.CLIENT: h11.DONE, h11.SERVER: h11.DONE}


class Exchange:
    """One request and its response."""

    def __init__(self, connection: HttpProtocol, scope: Scope, *, expects_100: bool) -> None:
        self._connection = connection
        self._scope = scope
        self._expects_100 = expects_100
        self._body = bytearray()
        self._is_whole = False
        """Whether the body is complete."""
        self._news = asyncio.Event()
        self.is_over = False
        """Whether the response is complete, or the client gone."""

    async def run(self) -> None:
        """Run the application for this request."""
        try:
            await self._connection.serving.app(self._scope, self._receive, self._send)
        except Exception as error:  # noqa: BLE001 - the server outlives any error of a request
            self._connection.serving.observer.report("request_failed", error)
        if not self.is_over:
            self.end()
            self._connection.refuse(HTTPStatus.INTERNAL_SERVER_ERROR)

    def add(self, data: bytes | bytearray, *, is_last: bool = False) -> bool:
        """Add to the body. Return whether there is room for more."""
        self._body += data
        self._is_whole = is_last
        self._news.set()
        return len(self._body) < MAX_WAITING_BODY

    def end(self) -> None:
        """End the exchange, and notify the application if it waits for more."""
        self.is_over = True
        self._news.set()

    async def _receive(self) -> Message:
        if self._expects_100:
            self._expects_100 = False
            go_on = h11.InformationalResponse(status_code=100, headers=[], reason="Continue")
            self._connection.write(go_on)
        if not self.is_over:
            self._connection.transport.resume_reading()
            await self._news.wait()
            self._news.clear()
        if self.is_over:
            return {"type": "http.disconnect"}
        body, self._body = bytes(self._body), bytearray()
        return {"type": "http.request", "body": body, "more_body": not self._is_whole}

    async def _send(self, message: Message) -> None:
        await self._connection.writable.wait()
        if self.is_over:
            return
        if message["type"] == "http.response.start":
            self._expects_100 = False
            self._connection.start(message["status"], message.get("headers", ()))
            return
        body = b"" if self._scope["method"] == "HEAD" else message.get("body", b"")
        self._connection.write(h11.Data(data=body))
        if not message.get("more_body"):
            self.end()
            self._connection.finish()


class HttpProtocol(ClientConnection):
    """A connection that handles requests one after the other."""

    def __init__(self, serving: Serving) -> None:
        super().__init__(serving)
        self._h11 = h11.Connection(h11.SERVER)
        self._exchange: Exchange | None = None
        """The request that is being answered."""
        self._head = b""
        """The head of a response, which is sent together with the first part of its body."""
        self._is_idle = False
        """Whether the connection is idle between two requests."""
        self._is_last = False
        """Whether reading stops now, or after this response."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        if self.serving.is_crowded(self.address):
            self._count_refusal("connections")
            self.transport.abort()
        else:
            self._allow(self.serving.pace.request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Notify the application that the client is gone."""
        super().connection_lost(exc)
        if self._exchange:
            self._exchange.end()

    def shut_down(self) -> None:
        """Close the connection, after the response if one is due."""
        self._is_last = True
        if not self._exchange:
            self._close()

    def _allow(self, milliseconds: float) -> None:
        """Set the deadline for the connection's next step."""
        self.set_timer("deadline", milliseconds / 1_000, self._close)

    def _allow_response(self) -> None:
        """Drop the connection if a response takes too long."""
        seconds = RESPONSE_PERIODS * self.serving.pace.request / 1_000
        self.set_timer("deadline", seconds, self.transport.abort)

    def _close(self) -> None:
        """Close the connection, but leave the client time to read a response."""
        self._is_last = True
        self._allow_response()
        self.transport.close()

    # --- requests ---------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read requests, unless the last one is being answered."""
        if self._is_last and not self._exchange:
            return
        if self._is_idle:
            self._is_idle = False
            self._allow(self.serving.pace.request)
        self._h11.receive_data(data)
        self._read_events()

    def _read_events(self) -> None:
        while True:
            try:
                self._refuse_folded_line()
                event = self._h11.next_event()
            except h11.RemoteProtocolError as error:
                self._count_refusal(NOT_HTTP)
                self.refuse(error.error_status_hint)
                return
            match event:
                case h11.Request():
                    self._begin(event)
                    if not self._exchange:
                        return
                case h11.Data() if self._exchange:
                    if not self._exchange.add(event.data):
                        self.transport.pause_reading()
                case h11.EndOfMessage() if self._exchange:
                    self._exchange.add(b"", is_last=True)
                case h11.PAUSED:
                    self.transport.pause_reading()
                    return
                case _:
                    return

    def _refuse_folded_line(self) -> None:
        """Refuse a header that goes on in the next line, which h11 would join."""
        if self._h11.their_state is h11.IDLE:
            head, *_ = _END_OF_HEAD.split(self._h11.trailing_data[0], maxsplit=1)
            if _FOLDED_LINE.search(head):
                raise h11.RemoteProtocolError("a folded header")

    def _begin(self, request: h11.Request) -> None:
        """Pass a request to the application or to a WebSocket."""
        scope = self._scope(request)
        if _has_two_lengths(request):
            self._count_refusal(NOT_HTTP)
            self.refuse(HTTPStatus.BAD_REQUEST)
        elif _wants_socket(scope):
            self._become_socket(scope, request)
        elif len(self.serving.connections) > self.serving.most:
            self._count_refusal("connections")
            self.refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            self._allow_response()
            expects_100 = self._h11.they_are_waiting_for_100_continue
            self._exchange = Exchange(self, scope, expects_100=expects_100)
            self.serving.run(self._exchange.run())

    def _count_refusal(self, code: str) -> None:
        reason = "too many connections"  # only that refusal is logged
        self.serving.observer.refused(code, self.address, reason)

    def _scope(self, request: h11.Request) -> Scope:
        raw_path, _, query = request.target.partition(b"?")
        client = self.transport.get_extra_info("peername")
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": request.http_version.decode(),
            "server": self.transport.get_extra_info("sockname")[:2],
            "client": client and client[:2],
            "scheme": "http",
            "method": request.method.decode(),
            "root_path": "",
            "path": unquote(raw_path.decode()),
            "raw_path": raw_path,
            "query_string": query,
            "headers": list(request.headers),
        }

    def _become_socket(self, scope: Scope, request: h11.Request) -> None:
        """Let a WebSocket take over, from the handshake on."""
        lines = [b"%b %b HTTP/%b" % (request.method, request.target, request.http_version)]
        lines += [b"%b: %b" % header for header in request.headers]
        early, _ = self._h11.trailing_data
        self.release()
        offered = ",".join(header(scope, b"sec-websocket-protocol"))
        subprotocols = [each.strip() for each in offered.split(",") if each.strip()]
        scope.update(type="websocket", scheme="ws", subprotocols=subprotocols)
        socket = SocketProtocol(self.serving, scope)
        socket.open(self.transport, b"\r\n".join([*lines, b"", b""]), early)

    # --- responses --------------------------------------------------------------------------------

    def start(self, status: int, headers: Headers) -> None:
        """Start a response. If its request is not complete yet, the connection ends with it."""
        own = [(b"date", formatdate(usegmt=True).encode())]
        if self._is_last or self._h11.their_state is h11.SEND_BODY:
            own.append((b"connection", b"close"))
        reason = HTTPStatus(status).phrase
        response = h11.Response(status_code=status, headers=[*own, *headers], reason=reason)
        self._head = self._h11.send(response) or b""

    def write(self, event: h11.Event) -> None:
        """Write a part of a response."""
        head, self._head = self._head, b""
        self.transport.write(head + (self._h11.send(event) or b""))

    def finish(self) -> None:
        """End a response, then the connection, or wait for the next request."""
        self.write(h11.EndOfMessage())
        self._exchange = None
        if self._h11.states == BOTH_DONE and not self._is_last:
            self._h11.start_next_cycle()
            self._is_idle = True
            self._allow(min(KEEP_ALIVE, self.serving.pace.request))
            self.transport.resume_reading()
            self._read_events()
        else:
            self._linger()

    def refuse(self, status: int) -> None:
        """Answer with an error, or just drop the connection if a response has started."""
        if self._exchange:
            self._exchange.end()
        self._exchange, self._is_last = None, True
        if self._h11.our_state not in {h11.IDLE, h11.SEND_RESPONSE} or self.transport.is_closing():
            self.transport.abort()
            return
        body = HTTPStatus(status).phrase.encode()
        kind, length = (b"content-type", b"text/plain"), (b"content-length", b"%d" % len(body))
        self.start(status, (kind, length))
        self.write(h11.Data(data=body))
        self.write(h11.EndOfMessage())
        self._linger()

    def _linger(self) -> None:
        """End the connection, but let a client that is still sending read the answer first."""
        self._is_last = True
        if self._h11.their_state in {h11.DONE, h11.MUST_CLOSE}:
            self._close()
        else:
            self.transport.write_eof()
            self.transport.resume_reading()
            self._allow(min(KEEP_ALIVE, self.serving.pace.request))


def _has_two_lengths(request: h11.Request) -> bool:
    """Return whether servers could disagree on the length of a request."""
    names = {name for name, _ in request.headers}
    is_chunked = b"transfer-encoding" in names
    return is_chunked and (b"content-length" in names or request.http_version < b"1.1")


def _wants_socket(scope: Scope) -> bool:
    values = {name: value.lower() for name, value in scope["headers"]}
    options = [each.strip() for each in values.get(b"connection", b"").split(b",")]
    return b"upgrade" in options and values.get(b"upgrade") == b"websocket"

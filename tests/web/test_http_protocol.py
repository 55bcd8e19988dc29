"""HTTP/1.1 as the server speaks it, with an application of a few lines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from puntobanco.web.http.connection import Serving
from puntobanco.web.http.http_protocol import HttpProtocol
from puntobanco.web.http.server import elapsed
from puntobanco.web.http.socket import Receive, Send
from puntobanco.web.limits import Pace
from puntobanco.web.observing import SERVER_LOG
from tests.web.serving import PATIENCE, eventually

PIECE = b"x" * 50_000


class Echo:
    """Answers with the method, the path and the size of the body, or as the path says."""

    def __init__(self) -> None:
        self.pieces = 0
        """How many pieces of a response without end were taken."""
        self.connections: set[Any] = set()
        self.go_on = asyncio.Event()
        """When the body at ``/later`` is read."""

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:  # noqa: ANN401 - as ASGI has it
        if scope["path"] == "/error":
            raise RuntimeError("a fault")
        if scope["path"] == "/later":
            await self.go_on.wait()
        size, more = 0, scope["path"] != "/early"
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            size, more = size + len(message["body"]), message["more_body"]
        answer = f"{scope['method']} {scope['path']} {size}".encode()
        plain = scope["path"] != "/stream"
        headers = [(b"content-length", b"%d" % len(answer))] if plain else []
        if scope["path"] in {"/half", "/endless"}:
            headers = [(b"content-length", b"1000000000")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if scope["path"] == "/half":
            raise RuntimeError("a fault")
        while scope["path"] == "/endless" and self.connections:
            await send({"type": "http.response.body", "body": PIECE, "more_body": True})
            self.pieces += 1
        for part in (answer[:3], answer[3:]):
            more = part == answer[:3]
            await send({"type": "http.response.body", "body": part, "more_body": more})


class Server:
    """The protocol on a port."""

    def __init__(self, echo: Echo, serving: Serving, port: int) -> None:
        self.echo, self.serving, self.port = echo, serving, port

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        yield reader, writer
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()

    async def answer(self, sent: bytes) -> bytes:
        found = b""
        async with self.connected() as (reader, writer):
            with suppress(ConnectionError):
                writer.write(sent)
                found = await asyncio.wait_for(reader.read(), PATIENCE)
        return found

    def is_empty(self) -> bool:
        return not (self.serving.connections or self.serving.tasks)


@asynccontextmanager
async def serving(
    most: int = 10, proxies: Sequence[str] = (), **pace: int
) -> AsyncIterator[Server]:
    app = Echo()
    shared = Serving(app, Pace(**pace), elapsed, most, most_per_address=50, proxies=proxies)
    app.connections = shared.connections
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(lambda: HttpProtocol(shared), "127.0.0.1", 0)
    server = Server(app, shared, listening.sockets[0].getsockname()[1])
    try:
        yield server
        await eventually(server.is_empty)
    finally:
        listening.close()


async def answered(sent: bytes, most: int = 10) -> bytes:
    async with serving(most) as server:
        return await server.answer(sent)


def request(path: str = "/", method: str = "GET", *headers: str, body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: here", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


LAST = "Connection: close"


async def test_requests_on_one_connection_are_answered_in_order() -> None:
    one = request("/a%20b?c=d")
    two = request("/two", "POST", "Content-Length: 4", body=b"body")
    found = await answered(one + two + request("/three", "GET", LAST))
    bodies = [part.partition(b"\r\n\r\n")[2] for part in found.split(b"HTTP/1.1 200 OK\r\n")[1:]]
    assert bodies == [b"GET /a b 0", b"POST /two 4", b"GET /three 0"]
    assert found.count(b"date: ") == 3
    assert found.lower().count(b"connection: close") == 1
    assert b"server:" not in found.lower()


@pytest.mark.parametrize(
    "sent",
    [
        request("/", "POST", "Content-Length: 3", "Transfer-Encoding: chunked", body=b"0\r\n\r\n"),
        request("/", "POST", "Transfer-Encoding: chunked", "Content-Length: 3", body=b"0\r\n\r\n"),
        b"POST / HTTP/1.0\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        request("/", "GET", "X-Folded: one", " two"),
        request("/", "GET", "X-Folded: one", "\ttwo"),
        b"GET / HTTP/1.1\nHost: here\n there\n\n",
    ],
)
async def test_an_ambiguous_request_is_refused_and_nothing_after_it_is_read(sent: bytes) -> None:
    found = await answered(sent + request("/smuggled", "GET", LAST))
    assert found.startswith(b"HTTP/1.1 400 ")
    assert found.count(b"HTTP/1.1 ") == 1
    found = await answered(request("/first") + sent)
    assert found.startswith(b"HTTP/1.1 200 ")
    assert found.count(b"HTTP/1.1 400 ") == 1


async def test_a_body_may_have_lines_that_begin_with_a_space() -> None:
    body = b"one\n two\n\n three"
    sent = request("/", "POST", f"Content-Length: {len(body)}", body=body)
    found = await answered(sent + request("/last", "GET", LAST))
    assert found.count(b"HTTP/1.1 200 ") == 2


@pytest.mark.parametrize("proxies, held", [((), 50), (("127.0.0.1",), 60)])
async def test_one_address_holds_few_connections_unless_it_is_a_proxy(
    proxies: Sequence[str], held: int
) -> None:
    async with serving(100, proxies=proxies) as server:
        pairs = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(60)]
        await eventually(lambda: len(server.serving.connections) == held)
        assert server.serving.observer.refusals["connections"] == 60 - held
        for _, writer in pairs:
            writer.close()


async def test_a_response_without_a_length_comes_in_chunks() -> None:
    found = await answered(request("/stream", "GET", LAST))
    assert b"transfer-encoding: chunked" in found.lower()
    assert found.endswith(b"\r\n3\r\nGET\r\na\r\n /stream 0\r\n0\r\n\r\n")


async def test_a_head_is_answered_without_a_body() -> None:
    found = await answered(request("/x", "HEAD", LAST))
    assert b"content-length: 9" in found
    assert found.endswith(b"\r\n\r\n")


async def test_who_asks_before_sending_a_body_is_told_to_go_on() -> None:
    headers = ("Expect: 100-continue", "Content-Length: 4", LAST)
    async with serving() as server, server.connected() as (reader, writer):
        writer.write(request("/x", "POST", *headers))
        assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        writer.write(b"body")
        assert (await reader.read()).endswith(b"POST /x 4")


@pytest.mark.parametrize(
    "sent, status",
    [
        (b"\x16\x03\x01\0 no HTTP\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: here\r\nx: " + b"y" * 100_000, 431),
        (request("/x", "POST", "Transfer-Encoding: chunked", body=b"nonsense\r\n"), 400),
    ],
    ids=["no HTTP", "no host", "a long head", "a bad chunk"],
)
async def test_a_malformed_request_is_refused(sent: bytes, status: int) -> None:
    found = await answered(sent)
    assert found.startswith(b"HTTP/1.1 %d " % status)
    assert b"connection: close" in found


async def test_a_client_that_still_sends_gets_an_early_answer() -> None:
    sent = request("/early", "POST", "Content-Length: 3000000", body=b"x" * 3_000_000)
    found = await answered(sent)
    assert found.endswith(b"POST /early 0")
    assert b"connection: close" in found


async def test_an_unread_body_takes_little_memory() -> None:
    size = 50_000_000
    async with serving() as server, server.connected() as (reader, writer):
        writer.write(request("/later", "POST", f"Content-Length: {size}", body=b"x" * size))
        await eventually(
            lambda: any(not each.transport.is_reading() for each in server.serving.connections)
        )
        server.echo.go_on.set()
        await reader.readuntil(f"POST /later {size}".encode())


async def test_an_error_is_answered_or_ends_the_connection() -> None:
    SERVER_LOG.disabled = True
    try:
        assert (await answered(request("/error"))).startswith(b"HTTP/1.1 500 ")
        assert await answered(request("/half")) == b""
    finally:
        SERVER_LOG.disabled = False


async def test_connections_beyond_the_limit_are_refused() -> None:
    assert (await answered(request("/", "GET", LAST), most=1)).startswith(b"HTTP/1.1 200 ")
    assert (await answered(request("/", "GET"), most=0)).startswith(b"HTTP/1.1 503 ")


async def test_a_server_that_stops_ends_each_connection_after_its_response() -> None:
    async with (
        serving() as server,
        server.connected() as (idle, first),
        server.connected() as (busy, second),
    ):
        first.write(request("/idle"))
        assert (await idle.readuntil(b"/idle 0")).startswith(b"HTTP/1.1 200 ")
        second.write(request("/busy", "POST", "Content-Length: 4"))
        await eventually(lambda: bool(server.serving.tasks))
        for connection in list(server.serving.connections):
            connection.shut_down()
        assert await idle.read() == b""
        second.write(b"body" + request("/never"))
        assert (await busy.read()).endswith(b"POST /busy 4")


@pytest.mark.parametrize("sent", [b"", b"GET / HT", request(), request() + b"GET"])
async def test_a_client_that_stops_sending_is_disconnected(sent: bytes) -> None:
    async with serving(request=50) as server:
        found = await server.answer(sent)
    assert found.count(b"HTTP/1.1 200 ") == sent.count(b"\r\n\r\n")


async def test_who_does_not_read_the_answer_is_hung_up_on_and_little_is_kept() -> None:
    async with serving(request=20) as server:
        _, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1)
        writer.write(request("/endless"))
        await eventually(server.is_empty)
        assert 0 < server.echo.pieces < 1_000
        writer.close()


@pytest.mark.parametrize(
    "change, status",
    [
        (("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 12"), 400),
        (("GET", "POST"), 405),
        (("dGhlIHNhbXBsZSBub25jZQ==", "short"), 400),
    ],
)
async def test_a_malformed_handshake_is_refused(change: tuple[str, str], status: int) -> None:
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", key, "Sec-WebSocket-Version: 13")
    sent = request("/ws", "GET", *upgrade).replace(change[0].encode(), change[1].encode())
    assert (await answered(sent)).startswith(b"HTTP/1.1 %d " % status)

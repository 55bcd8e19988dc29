"""A guest who sends too much is read slowly, whatever it is, and nobody else waits."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress
from pathlib import Path
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any, Self

import pytest
from websockets.frames import CloseCode, Frame, Opcode

from puntobanco.web.hall.sockets import Sockets
from puntobanco.web.http import socket_protocol
from puntobanco.web.http.connection import Serving
from puntobanco.web.http.socket import CHANNEL, Message, Receive, Send
from puntobanco.web.http.socket_protocol import SocketProtocol
from puntobanco.web.limits import Caps, Pace, Rate
from puntobanco.web.observing import Observer
from puntobanco.web.rates import Bucket
from puntobanco.web.room.value import Guest as WebGuest
from tests.web.serving import browser, by_hand, eventually, handshake, served

MUCH = 1_000
RATE, BURST = 10, 50


def masked(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


FLOODS = {
    "texts": masked(Opcode.TEXT, b"{}"),
    "empty texts": masked(Opcode.TEXT),
    "binary": masked(Opcode.BINARY, b"x"),
    "pings": masked(Opcode.PING),
    "pongs": masked(Opcode.PONG),
    "pieces": masked(Opcode.TEXT, fin=False) + masked(Opcode.CONT),
    "large texts": masked(Opcode.TEXT, b"x" * 4_000),
}


class Wire(asyncio.Transport):
    """A transport without a network."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []
        self.written = b""

    def is_read(self) -> bool:
        """Whether the server reads; a transport does at first."""
        return self.calls[-1:] != ["pause"]

    def is_aborted(self) -> bool:
        return "abort" in self.calls

    def pause_reading(self) -> None:
        self.calls.append("pause")

    def resume_reading(self) -> None:
        self.calls.append("resume")

    def is_closing(self) -> bool:
        return self.is_aborted()

    def write(self, data: Any) -> None:  # noqa: ANN401 - any bytes
        self.written += bytes(data)

    def abort(self) -> None:
        self.calls.append("abort")

    def close(self) -> None:
        self.calls.append("close")

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        pass


class Guest:
    """A guest with a clock of its own, whose sockets share an allowance."""

    def __init__(self, pace: Pace | None = None) -> None:
        self.now = 0
        self.allowance = Bucket(Rate(RATE, BURST))
        self.texts: list[str] = []
        self.serving = Serving(self.app, pace or Pace(), lambda: self.now, 100, 100)
        self.sockets: list[SocketProtocol] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for socket in self.sockets:
            socket.connection_lost(None)
        await eventually(lambda: not self.serving.tasks)

    async def app(self, scope: Any, receive: Receive, send: Send) -> None:  # noqa: ANN401 - as ASGI has it
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][CHANNEL].listen(self.texts.append, self.allowance, lambda: None)
        message: Message = {"type": ""}
        while message["type"] != "websocket.disconnect":
            message = await receive()

    async def socket(self) -> tuple[SocketProtocol, Wire]:
        wire, socket = Wire(), SocketProtocol(self.serving, {"type": "websocket"})
        socket.open(wire, handshake("http://127.0.0.1", "t"), b"")
        self.sockets.append(socket)
        await eventually(lambda: b"101 Switching" in wire.written and wire.is_read())
        return socket, wire

    @property
    def spent(self) -> float:
        return BURST - self.allowance.level


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_protocol, "FLOOD_PAUSE", 0)


@pytest.mark.parametrize("frame", FLOODS.values(), ids=FLOODS)
async def test_no_kind_of_frame_is_read_beyond_the_allowance(frame: bytes) -> None:
    async with Guest() as guest:
        socket, wire = await guest.socket()
        socket.data_received(frame * MUCH)
        assert not wire.is_read()
        assert BURST <= guest.spent < BURST + 6
        for _ in range(10):
            await asyncio.sleep(0)
        assert guest.spent < BURST + 6, "nothing more is read while no time passes"
        guest.now += 1_000
        await eventually(lambda: guest.allowance.at == guest.now)
        assert 0 >= guest.allowance.level > -6, "and then at the guest's rate"
        assert not wire.is_aborted()
        guest.now += 10**9
        while not wire.is_read():
            await eventually(lambda: guest.allowance.at == guest.now)
            guest.now += 10**9


async def test_what_was_held_back_is_read_in_order_and_nothing_is_lost() -> None:
    async with Guest() as guest:
        socket, wire = await guest.socket()
        sent = [str(number) for number in range(4 * BURST)]
        socket.data_received(b"".join(masked(Opcode.TEXT, each.encode()) for each in sent))
        assert guest.texts == sent[: len(guest.texts)]
        assert len(guest.texts) <= BURST
        while not wire.is_read():
            guest.now += 1_000
            await eventually(lambda: guest.allowance.at == guest.now)
        assert guest.texts == sent


async def test_all_sockets_of_a_guest_share_one_allowance() -> None:
    async with Guest() as guest:
        (one, _), (two, wire) = await guest.socket(), await guest.socket()
        one.data_received(FLOODS["pongs"] * MUCH)
        two.data_received(FLOODS["texts"])
        assert not guest.texts
        assert not wire.is_read()


async def test_who_pings_and_reads_nothing_is_cut_off() -> None:
    async with Guest() as guest:
        socket, wire = await guest.socket()
        socket.pause_writing()
        socket.data_received(FLOODS["pongs"])
        assert not wire.is_aborted()
        socket.data_received(FLOODS["pings"])
        assert wire.is_aborted()


async def test_who_does_not_answer_a_ping_in_time_is_disconnected() -> None:
    async with Guest(Pace(ping=1)) as guest:
        _, wire = await guest.socket()
        await eventually(lambda: "close" in wire.calls)
        pinged, closed = wire.written.rindex(b"\x89\x04"), wire.written.rindex(b"\x88")
        assert pinged < closed
        assert wire.written[closed + 2 : closed + 4] == CloseCode.INTERNAL_ERROR.to_bytes(2)


async def test_who_sends_no_more_commands_than_allowed_is_never_paused() -> None:
    caps = Caps()
    async with Guest() as guest:
        guest.allowance = Sockets(caps, lambda: guest.now, Observer()).frames_of(
            WebGuest("g", "Ada")
        )
        sockets = [await guest.socket() for _ in range(caps.sockets_per_guest)]
        for number in range(round(caps.commands.at_once)):
            socket, _ = sockets[number % len(sockets)]
            socket.data_received(masked(Opcode.TEXT, b"x" * 200))
        for _ in range(60):
            guest.now += 1_000
            for number in range(round(caps.commands.per_second)):
                socket, _ = sockets[number % len(sockets)]
                socket.data_received(masked(Opcode.TEXT, b"x" * 200) + FLOODS["pongs"])
        assert len(guest.texts) == caps.commands.at_once + 60 * caps.commands.per_second
        assert all(wire.is_read() for _, wire in sockets)


@pytest.mark.parametrize("kind", ["pongs", "pings"])
async def test_eight_sockets_that_flood_keep_nobody_else_from_betting(
    tmp_path: Path, kind: str
) -> None:
    """Each ends its flood with a text. It isn't answered before the flood has been read."""
    command = masked(Opcode.TEXT, b'{"id":"enough","command":{"kind":"undo"}}')
    with served(tmp_path / "hall.db") as server:
        async with browser(server, "Flood") as bad, browser(server) as good:
            table = await bad.open_table()
            async with good.at(await good.open_table()) as player:
                await player.sit_down()
                with ExitStack() as stack:
                    hands = [stack.enter_context(by_hand(bad, table)) for _ in range(8)]
                    for hand in hands:
                        hand.setsockopt(SOL_SOCKET, SO_SNDBUF, 1 << 20)
                        await asyncio.to_thread(hand.sendall, FLOODS[kind] * 10 * MUCH + command)
                    for _ in range(20):
                        answer = await player.ask("place_bet", key="banker", stake=100)
                        assert answer["type"] == "accepted"
                    for hand in hands:
                        hand.setblocking(False)
                        with suppress(BlockingIOError):  # nothing has been answered
                            assert b'"enough"' not in hand.recv(1 << 20)

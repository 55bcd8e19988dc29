"""The real server in a process of its own, and guests who speak to it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.web.typed import check_frame

ROOT = Path(__file__).parents[2]

PATIENCE = 60.0
"""Seconds that a busy machine may need for an answer."""

ONE_ADDRESS = {"tables": 2_500, "new_tables": [0.2, 500]}
"""All guests of a test come from one address, and may open every table."""

GLANCE = 0.01
"""Seconds between two looks at another process."""

QUICK = {"stage": 30_000, "between": 10, "room": 50}
"""A ceremony that keeps no test waiting, and no guest out: it ends when all have taken part."""

_SERVE = """
import json, sys
from dataclasses import asdict
from pathlib import Path
from puntobanco.cli.configuration import write_log
from puntobanco.croupier import seed_source
from puntobanco.store.log import DatabaseUrl, is_url
from puntobanco.web.hall.guests import seeds_of_text
from puntobanco.web.limits import Caps, Pace, Rate
from puntobanco.web.http import server
from puntobanco.web.http.server import ServerAddress, serve
from puntobanco.web.observing import Observer
observer = Observer()
server.Observer = lambda: observer
path, seed, told, port, caps, pace, proxies = json.loads(sys.argv[1])
pace = Pace(**pace)
caps = {name: Rate(*cap) if isinstance(cap, list) else cap for name, cap in caps.items()}
def as_told(_):
    seed, now = json.loads(Path(told).read_text())
    for name, value in asdict(Pace(**now)).items():
        object.__setattr__(pace, name, value)
    return seed_source(seed)
if told:
    as_told(None)
address = ServerAddress(port=port, proxies=tuple(proxies))
log = DatabaseUrl(path) if is_url(path) else Path(path)
write_log("plain")
serve(log, address, started=lambda address: print(address, flush=True),
      report=lambda line: print(line, flush=True),
      seed_for=as_told if told else seeds_of_text(seed),
      caps=Caps(**caps), pace=pace)
if is_url(path):
    print(f"conflicts {observer.conflicts} retries {observer.retries}", flush=True)
"""


@dataclass
class Served:
    """A running server."""

    process: subprocess.Popen[str]
    address: str
    greeting: list[str] = field(default_factory=list)

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1])

    def kill(self) -> None:
        """End it as a power cut would, and leave nothing open."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """The server does nothing meanwhile; what is sent to it waits in the kernel."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=PATIENCE)

    def stranger(self, **headers: str) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.address, timeout=PATIENCE, headers=headers)

    def get(self, path: str, **request: Any) -> httpx.Response:  # noqa: ANN401 - as httpx has them
        return httpx.get(f"{self.address}{path}", timeout=PATIENCE, **request)

    def post(self, path: str, **request: Any) -> httpx.Response:  # noqa: ANN401 - as httpx has them
        return httpx.post(f"{self.address}{path}", timeout=PATIENCE, **request)

    def lines(self) -> list[str]:
        assert self.process.stdout
        return [line for line in self.process.stdout.read().splitlines() if line]


def start(
    path: Path | str,
    *,
    seed: str | None = None,
    told: Path | None = None,
    port: int = 0,
    caps: Mapping[str, object] | None = None,
    pace: Mapping[str, float] = QUICK,
    proxies: Sequence[str] = (),
    errors: int | None = None,
) -> Served:
    """Start a server on a file or a database, and wait until it answers.

    The file `told` holds one seed for all tables and a pace, in JSON. The server reads it again
    whenever a shoe begins.
    """
    arguments = json.dumps(
        [
            str(path),
            seed,
            str(told) if told else None,
            port,
            {**ONE_ADDRESS, **(caps or {})},
            dict(pace),
            list(proxies),
        ]
    )
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, arguments],
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env=os.environ,
    )
    assert process.stdout
    lines = iter(process.stdout.readline, "")
    address = next((line.strip().rstrip("/") for line in lines if line.startswith("http")), "")
    server = Served(process, address)
    if not address:
        server.kill()
        pytest.fail("the server did not start")
    return server


@contextmanager
def served(path: Path | str, **options: Any) -> Iterator[Served]:  # noqa: ANN401 - as `start` has them
    server = start(path, **options)
    try:
        yield server
    finally:
        if "COVERAGE_PROCESS_START" in os.environ:  # what it reached is written at an orderly end
            server.process.terminate()
            server.process.wait(PATIENCE)
        server.kill()


@contextmanager
def commanded(
    path: Path | str,
    *options: str,
    module: str = "puntobanco",
    env: Mapping[str, str] | None = None,
    last: str = "Ctrl-C",
) -> Iterator[Served]:
    """`puntobanco serve` itself, on any port. `greeting` is what it prints, up to `last`."""
    run = [sys.executable, "-m", module, "serve", "--port", "0", "--db", str(path), *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        run, cwd=ROOT, stdout=pipe, stderr=pipe, encoding="utf-8", env=env
    ) as process:
        assert process.stdout
        lines: list[str] = []
        try:
            while not lines or last not in lines[-1]:
                lines.append(process.stdout.readline().rstrip("\n"))
                assert process.poll() is None, lines
            address = lines[0].rpartition(" ")[2].rstrip("/")
            yield Served(process, address, lines)
        finally:
            process.kill()


@contextmanager
def own_port() -> Iterator[int]:
    """Reserve a port on which a server can be restarted.

    The port is bound, so nothing else gets it, but a server that reuses addresses still can.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


def promise(commitment: str, seat: int, seed: str) -> str:
    """A guest's commitment, written from docs/api.md alone."""

    def part(data: bytes) -> bytes:
        return len(data).to_bytes(4) + data

    house, place = bytes.fromhex(commitment), seat.to_bytes(8)
    parts = (b"BAC1 guest", house, place, seed.encode())
    return sha256(b"".join(map(part, parts))).hexdigest()


@dataclass
class Player:
    """Somebody at a table, through a real socket."""

    socket: ClientConnection
    welcome: dict[str, Any]
    seat: int | None
    word: str = "rosebud"
    frames: list[dict[str, Any]] = field(default_factory=list)
    phase: str = ""
    coups_dealt: int = 0
    number: int = 0
    sent: int = 0
    heard: int = 0
    """The letters of all frames."""

    async def next(self) -> dict[str, Any]:
        """The next frame; seeds are promised and revealed without being asked."""
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        self.heard += len(text)
        check_frame(text)
        frame: dict[str, Any] = json.loads(text)
        self.frames.append(frame)
        if frame["type"] == "events":
            self.number = frame["number"]
            self.phase = frame.get("table", {}).get("phase", self.phase)
            self.coups_dealt = frame.get("table", {}).get("coups_dealt", self.coups_dealt)
        if frame["type"] == "ceremony" and self.seat and self.word:
            await self.take_part(frame)
        return frame

    async def take_part(self, frame: dict[str, Any]) -> None:
        if frame["stage"] == "commit":
            assert self.seat
            digest = promise(frame["commitment"], self.seat, self.word)
            await self.send("commit_seed", commitment=digest)
        elif frame["stage"] == "reveal":
            await self.send("reveal_seed", seed=self.word)

    async def send(self, kind: str, **members: str | int) -> str:
        """Send a command without waiting for its answer."""
        self.sent += 1
        request = f"{id(self):x}-{self.sent}"
        await self.socket.send(json.dumps({"id": request, "command": {"kind": kind, **members}}))
        return request

    async def ask(self, kind: str, **members: str | int) -> dict[str, Any]:
        return await self.answer(await self.send(kind, **members))

    async def answer(self, request: str) -> dict[str, Any]:
        return await self.until(lambda frame: frame.get("id") == request)

    async def until(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            frame = await self.next()
            if is_it(frame):
                return frame

    async def sit_down(self, chips: int = 100_000) -> Self:
        """Take a seat and chips, and wait until bets are taken."""
        request = await self.send("sit")
        while (frame := await self.next()).get("id") != request:
            for event in frame.get("events", ()):
                data = event["data"]
                if event["kind"] == "guest_sat" and data["name"] == self.welcome["name"]:
                    self.seat = data["seat"]
        assert frame["type"] == "accepted"
        if chips:
            assert (await self.ask("buy_in", chips=chips))["type"] == "accepted"
        while self.phase != "betting":
            await self.next()
        return self


@dataclass
class Browser:
    """A guest with a cookie."""

    server: Served
    client: httpx.AsyncClient

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    async def open_table(self, **body: object) -> str:
        answer = await self.client.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    @asynccontextmanager
    async def at(self, table: str, *, after: int | None = None) -> AsyncIterator[Player]:
        query = f"table={table}" + ("" if after is None else f"&after={after}")
        url = f"{self.server.address.replace('http', 'ws', 1)}/ws?{query}"
        headers = {"Cookie": self.cookie}
        origin: Any = self.server.address
        async with connect(
            url, origin=origin, additional_headers=headers, compression=None, max_size=None
        ) as line:
            text = await asyncio.wait_for(line.recv(), PATIENCE)
            check_frame(text)
            welcome = json.loads(text)
            assert welcome["type"] == "welcome"
            player = Player(line, welcome, welcome["seat"])
            player.phase, player.number = welcome["state"]["phase"], welcome["number"]
            player.coups_dealt = welcome["state"]["coups_dealt"]
            if player.seat:
                await player.take_part(welcome["ceremony"])
            yield player


@asynccontextmanager
async def browser(server: Served, name: str = "Ada") -> AsyncIterator[Browser]:
    """Open a browser whose guest has already entered."""
    async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as client:
        answer = await client.post("/api/guest", json={"name": name})
        assert answer.status_code == 200, answer.text
        yield Browser(server, client)


async def eventually(is_so: Callable[[], bool | Awaitable[bool]]) -> None:
    """Poll until a condition holds, because another process can't set an event."""
    async with asyncio.timeout(PATIENCE):
        while not (found if isinstance(found := is_so(), bool) else await found):  # noqa: ASYNC110 - see above
            await asyncio.sleep(GLANCE)


@contextmanager
def by_hand(guest: Browser, table: str, *, buffer: int | None = None) -> Iterator[socket.socket]:
    """A socket after its handshake, frame by frame in the test's own hands.

    A guest with a small buffer who reads no more keeps the server from sending all that it has.
    """
    with socket.socket() as hand:
        if buffer:
            hand.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        hand.settimeout(PATIENCE)
        hand.connect(("127.0.0.1", guest.server.port))
        hand.sendall(handshake(guest.server.address, table, guest.cookie))
        found = b""
        while b"\r\n\r\n" not in found:
            found += hand.recv(1 << 16)
        assert found.startswith(b"HTTP/1.1 101 ")
        yield hand


def handshake(address: str, table: str, cookie: str = "") -> bytes:
    lines = [
        f"GET /ws?table={table} HTTP/1.1",
        f"Host: {address.removeprefix('http://')}",
        f"Origin: {address}",
        f"Cookie: {cookie}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    return "\r\n".join([*lines, "", ""]).encode()

"""The web table: sockets at one table, durable bets over WebSocket, memory per guest.

Figures from a busy machine mean little, but their ratio to those of a bare loop is useful.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple, TypeVar

import httpx
import psutil

from bench.sizes import size

SOCKETS, BETS = size(5_000, tiny=20), size(20, tiny=2)
TABLES, SEATS, SECONDS = size(8, tiny=2), size(8, tiny=2), size(6.0, tiny=0.5)
Result = TypeVar("Result")
REST = size(2.0, tiny=0.1)
CLOCK_TICK = 1 / os.sysconf("SC_CLK_TCK")
"""The smallest measurable processor time, in seconds."""
WINDOW = 16
"""How many commands guests send before they wait for answers."""

SERVER = """
import resource, sys
from pathlib import Path
from puntobanco.web.limits import Caps, Pace, Rate
from puntobanco.web.http.server import ServerAddress, serve
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
endless = Rate(10**12, 10**12)
caps = Caps(tables=5_000, tables_per_guest=1_000, sockets=100_000, sockets_per_guest=20_000,
            commands=endless, written=endless, requests=endless, new_guests=endless,
            new_tables=endless)
log = sys.argv[1] if "://" in sys.argv[1] else Path(sys.argv[1])
serve(log, ServerAddress(port=0), started=lambda at: print(at, flush=True), caps=caps,
      pace=Pace(stage=1, between=1, ping=3_600_000))  # these guests answer no pings
"""


class Client(asyncio.Protocol):
    """A cheap socket: it searches frames for text and doesn't parse them."""

    def __init__(self, head: bytes) -> None:
        self.transport: asyncio.Transport | None = None
        self.opened = asyncio.get_running_loop().create_future()
        self.arrived = asyncio.get_running_loop().create_future()
        self.accepted = self.refused = 0
        self.marks: list[float] = []
        self._head = head
        self._tail = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the upgrade."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - it is one, over TCP
        self.transport = transport
        transport.write(self._head)

    def data_received(self, data: bytes) -> None:
        """Search for the important words, even across two chunks."""
        if b'"kind":"bet_placed"' in data:
            self.marks.append(time.perf_counter())
        data = self._tail + data
        self._tail = data[-15:]
        accepted, refused = data.count(b'"type":"accepted'), data.count(b'"type":"refused"')
        self.accepted += accepted
        self.refused += refused
        if not self.opened.done() and b'"type":"welcome"' in data:
            self.opened.set_result(None)
        if (accepted or refused) and not self.arrived.done():
            self.arrived.set_result(None)

    def send(self, *frames: bytes) -> None:
        """Send text frames with a mask of zeros, which changes nothing."""
        assert self.transport  # noqa: S101 - connected by then
        parts = []
        for frame in frames:
            size = len(frame)
            head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2)
            parts += [head, b"\0\0\0\0", frame]
        self.transport.write(b"".join(parts))

    async def answered(self, count: int) -> None:
        """Wait until this many commands were answered."""
        while self.accepted + self.refused < count:
            self.arrived = asyncio.get_running_loop().create_future()
            if self.accepted + self.refused < count:
                await self.arrived


class Hall:
    """The server and its guests."""

    def __init__(self, folder: str) -> None:
        self._start([sys.executable, "-c", SERVER, self.log_in(folder)])

    @staticmethod
    def log_in(folder: str) -> str:
        """Return the log in a folder. The address of a database is a log itself."""
        return folder if "://" in folder else str(Path(folder) / "hall.db")

    def _start(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout  # noqa: S101 - it is a pipe
        self.address = self.process.stdout.readline().strip().rstrip("/")
        self.host = self.address.removeprefix("http://")

    async def guest(self, name: str) -> httpx.AsyncClient:
        """Create a guest."""
        client = httpx.AsyncClient(base_url=self.address, timeout=30)
        await client.post("/api/guest", json={"name": name})
        return client

    async def connect(self, guest: httpx.AsyncClient, table: str) -> Client:
        """Connect a socket to a table."""
        cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
        head = (
            f"GET /ws?table={table}&join HTTP/1.1\r\nHost: {self.host}\r\n"
            f"Origin: {self.address}\r\nCookie: {cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        host, port = self.host.split(":")
        loop = asyncio.get_running_loop()
        _, client = await loop.create_connection(lambda: Client(head.encode()), host, int(port))
        await client.opened
        return client

    async def sit(self, guest: httpx.AsyncClient, table: str, tag: str) -> Client:
        """Connect a guest, and give them a seat and chips."""
        client = await self.connect(guest, table)
        client.send(order(f"{tag}-s", kind="sit"), order(f"{tag}-b", kind="buy_in", chips=10**9))
        await client.answered(2)
        client.accepted = 0
        return client

    @property
    def memory(self) -> int:
        """The memory of the server, in kibibytes."""
        return int(psutil.Process(self.process.pid).memory_info().rss) // 1024

    @property
    def seconds(self) -> float:
        """The processor time of the server."""
        used = psutil.Process(self.process.pid).cpu_times()
        return float(used.user + used.system)


class Bare(Hall):
    """The bare loop, with the same guests."""

    def __init__(self, folder: str) -> None:
        loop = Path(__file__).with_name("bare_loop.py")
        self._start([sys.executable, str(loop), self.log_in(folder)])


def order(request: str, **command: str | int) -> bytes:
    return json.dumps({"id": request, "command": command}, separators=(",", ":")).encode()


class Played(NamedTuple):
    """What guests did, and how long the servers needed for it."""

    bets: int
    seconds: float
    used: float
    """The processor time of all servers."""

    @property
    def rate(self) -> float:
        """Return the bets per second."""
        return self.bets / self.seconds

    @property
    def each(self) -> float:
        """Return the servers' processor time per bet, in µs."""
        return 1e6 * max(self.used, CLOCK_TICK) / self.bets


async def bets(hall: Hall) -> float:
    """Let many guests at several tables bet as fast as possible. Return the µs per bet."""
    played = await play([hall])
    print(
        f"{played.rate:,.0f} durable bets a second over {TABLES * SEATS} sockets at "
        f"{TABLES} tables ({played.each:.0f} µs of the server's time each, "
        f"{played.used / played.seconds:.0%} of a core)"
    )
    return played.each


async def play(halls: Sequence[Hall], started: Callable[[], object] = lambda: None) -> Played:
    """Let guests bet as fast as possible at tables of each server. Call `started` before."""
    players = [each for hall in halls for each in await seated(hall)]
    await asyncio.sleep(REST)
    started()
    began, used = time.perf_counter(), sum(hall.seconds for hall in halls)
    placed = await asyncio.gather(*(gamble(each, n, began) for n, each in enumerate(players)))
    seconds = time.perf_counter() - began
    return Played(sum(placed), seconds, sum(hall.seconds for hall in halls) - used)


async def seated(hall: Hall) -> list[Client]:
    """Open tables, and return their guests with seats and chips."""
    players = []
    for table_number in range(TABLES):
        host = await hall.guest("Host")
        table = (await host.post("/api/tables", json={})).json()["table"]
        for seat in range(SEATS):
            guest = host if not seat else await hall.guest(f"Guest {seat}")
            players.append(await hall.sit(guest, table, f"{table_number}-{seat}"))
            await asyncio.sleep(0.05)
    return players


async def gamble(client: Client, number: int, began: float) -> int:
    """Place several bets at once, then ask for cards, which come when all guests are ready."""
    sent = deals = 0
    keys = ("player", "banker", "tie")
    while not sent or time.perf_counter() - began < SECONDS:
        frames = []
        for _ in range(WINDOW):
            sent += 1
            key = keys[sent % len(keys)]
            frames.append(order(f"{number}-{sent}", kind="place_bet", key=key, stake=100))
        sent, deals = sent + 1, deals + 1
        frames.append(order(f"{number}-{sent}", kind="deal"))
        client.send(*frames)
        await client.answered(sent)
    return client.accepted - deals


async def crowd(hall: Hall) -> None:
    """Let thousands watch a table at which one guest bets."""
    guest = await hall.guest("Ada")
    table = (await guest.post("/api/tables", json={})).json()["table"]
    player = await hall.sit(guest, table, "c")
    before = hall.memory
    watchers: list[Client] = []
    began = time.perf_counter()
    while len(watchers) < SOCKETS:
        wave = min(50, SOCKETS - len(watchers))
        watchers += await asyncio.gather(*(hall.connect(guest, table) for _ in range(wave)))
    joined = time.perf_counter() - began
    await asyncio.sleep(REST)
    delays: list[float] = []
    for bet in range(BETS):
        for watcher in watchers:
            watcher.marks.clear()
        sent = time.perf_counter()
        player.send(order(f"crowd-{bet}", kind="place_bet", key="player", stake=100))
        while not all(watcher.marks for watcher in watchers):  # noqa: ASYNC110 - polled to stay cheap
            await asyncio.sleep(0.05)
        delays += [1_000 * (watcher.marks[0] - sent) for watcher in watchers]
        await asyncio.sleep(0.2)
    held = (hall.memory - before) / SOCKETS
    last = quantiles(delays, n=100)[98]
    print(
        f"{SOCKETS:,} sockets at one table ({joined:.1f} s to join): a bet reaches the median one "
        f"in {median(delays):.0f} ms, 99 % in {last:.0f} ms; {held:.0f} KiB of memory each"
    )


def main() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    ours = measured(Hall, bets)
    print("bare loop: ", end="")
    print(f"a bet takes {ours / measured(Bare, bets):.2f} times the bare loop's time")
    measured(Hall, crowd)


def measured(kind: type[Hall], measure: Callable[[Hall], Coroutine[None, None, Result]]) -> Result:
    """Measure a server that runs only for this."""
    with tempfile.TemporaryDirectory() as folder:
        hall = kind(folder)
        try:
            return asyncio.run(measure(hall))
        finally:
            hall.process.kill()
            hall.process.wait()


if __name__ == "__main__":
    main()

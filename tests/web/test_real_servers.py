"""Three real servers on a real PostgreSQL: they are killed and stopped, and so is the database.

Each server reaches the database through a proxy of its own. Guests connect to any server, and to
another one when an answer doesn't come. Afterwards the database is read without any of our servers.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from puntobanco.history.shoes import table_records
from puntobanco.notation import check
from puntobanco.store import Fact, Log, open_log, read_log
from puntobanco.store.log import DatabaseUrl
from puntobanco.web.room.audience import SERVICE_RESTART, SIGNED_OUT
from tests.postgres import MISSING, Cluster, binaries, new_database
from tests.web.auditor import Auditor
from tests.web.proxy import Proxy
from tests.web.serving import Served, browser, eventually, promise, start

CAPS = {"commands": [10_000, 10_000]}
PACE = {"stage": 500, "between": 10, "room": 50, "ready": 300, "back": 200, "showing": 0}
IMPATIENCE = 2.0
"""Seconds after which a guest tries another server."""
AT_ONCE = 4
"""Evenings of the marathon that run at the same time."""


@contextmanager
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL of our own, which may be restarted."""
    if binaries() is None:
        pytest.fail(MISSING)
    folder = Path(mkdtemp(prefix="puntobanco-servers-"))
    folder.chmod(0o755)
    cluster = Cluster(folder)
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with own_cluster() as cluster:
        yield cluster


def supervised(url: str) -> Served:
    """Start a server. It ends if its connection is cut meanwhile; a supervisor starts it again."""
    for _ in range(2):
        with suppress(pytest.fail.Exception):
            return start(url, caps=CAPS, pace=PACE)
    return start(url, caps=CAPS, pace=PACE)


@dataclass
class House:
    """The servers, each behind a proxy to the database."""

    cluster: Cluster
    url: str
    proxies: list[Proxy] = field(default_factory=list)
    servers: list[Served] = field(default_factory=list)

    async def start(self, place: int) -> None:
        """Start a server, or start it again."""
        url = self.url.replace(f":{self.cluster.port}/", f":{self.proxies[place].port}/")
        server = await asyncio.to_thread(supervised, url)
        self.servers[place:] = [server, *self.servers[place + 1 :]]


@asynccontextmanager
async def opened(cluster: Cluster, count: int = 3) -> AsyncIterator[House]:
    """A house of so many servers on an empty database."""
    async with AsyncExitStack() as stack:
        url = stack.enter_context(new_database(cluster.url))
        house = House(cluster, url)
        for place in range(count):
            house.proxies.append(await stack.enter_async_context(Proxy(cluster.port)))
            await house.start(place)
        try:
            yield house
        finally:
            for server in house.servers:
                server.process.send_signal(signal.SIGCONT)
                server.kill()


@dataclass
class Guest:
    """Somebody who bets through any server, and writes down each answer."""

    name: str
    cookie: str
    rng: random.Random
    house: House
    table: str
    frames: dict[str, dict[str, Any]] = field(default_factory=dict)
    open: dict[str, None] = field(default_factory=dict)
    accepted: dict[str, int] = field(default_factory=dict)
    seen: int = 0
    """The last event that this guest has seen."""
    seat: int | None = None
    is_ending: bool = False
    reconnections: int = 0

    async def play(self) -> None:
        """Play through one server after another, until told to end and all is answered."""
        while self.open or not self.is_ending:
            with suppress(OSError, TimeoutError, WebSocketException):
                await self._visit(self.rng.choice(self.house.servers))
            self.reconnections += 1
            await asyncio.sleep(0.02)

    async def _visit(self, server: Served) -> None:
        url = f"{server.address.replace('http', 'ws', 1)}/ws?table={self.table}"
        origin: Any = server.address
        async with asyncio.timeout(IMPATIENCE):
            line = await connect(
                url,
                origin=origin,
                additional_headers={"Cookie": self.cookie},
                max_size=None,
                close_timeout=0.2,  # a server that hangs doesn't say goodbye
            )
        async with line:
            for _ in range(self.rng.randint(5, 60)):
                if self.is_ending and not self.open:
                    return
                frame = await self._next(line)
                if frame["type"] == "welcome":
                    await self._take_part(line, frame["ceremony"])
                    for request in list(self.open):
                        await line.send(json.dumps(self.frames[request]))
                if not self.open and not self.is_ending:
                    await self._ask(line)

    async def _next(self, line: Any) -> dict[str, Any]:  # noqa: ANN401 - websockets' connection
        async with asyncio.timeout(IMPATIENCE):
            frame: dict[str, Any] = json.loads(await line.recv())
        match frame["type"]:
            case "welcome":
                assert frame["number"] >= self.seen, "a stale welcome"
                self.seen, self.seat = frame["number"], frame["seat"]
            case "events":
                self.seen = max(self.seen, frame["number"])
                self._follow(frame["events"])
            case "ceremony":
                await self._take_part(line, frame)
            case "accepted" if frame["id"] in self.open:
                self.accepted[frame["id"]] = frame["number"]
                del self.open[frame["id"]]
            case "refused" if frame["id"] in self.open and frame["code"] != "unknown":
                del self.open[frame["id"]]
            case "refused" if frame["id"] in self.open:
                await asyncio.sleep(0.1)
                await line.send(json.dumps(self.frames[frame["id"]]))
            case _:
                pass
        return frame

    def _follow(self, events: list[dict[str, Any]]) -> None:
        """Notice that this guest has sat down."""
        for event in events:
            if event["kind"] == "guest_sat" and event["data"]["name"] == self.name:
                self.seat = event["data"]["seat"]

    async def _take_part(self, line: Any, ceremony: dict[str, Any]) -> None:  # noqa: ANN401 - websockets' connection
        request = f"{self.name}-{ceremony['shoe']}-{ceremony['stage']}"
        if self.seat and ceremony["stage"] == "commit":
            digest = promise(ceremony["commitment"], self.seat, self.name)
            command = {"kind": "commit_seed", "commitment": digest}
            await line.send(json.dumps({"id": request, "command": command}))
        elif self.seat and ceremony["stage"] == "reveal":
            command = {"kind": "reveal_seed", "seed": self.name}
            await line.send(json.dumps({"id": request, "command": command}))

    async def _ask(self, line: Any) -> None:  # noqa: ANN401 - websockets' connection
        for _ in range(self.rng.randint(1, 4)):
            number = len(self.frames)
            kinds: list[dict[str, Any]] = [
                {"kind": "place_bet", "key": "banker", "stake": 100 * (1 + number % 100)},
                {"kind": "place_bet", "key": "tie", "stake": 100 * (1 + number % 100)},
                {"kind": "buy_in", "chips": 10_000 + number},
                {"kind": "deal"},
            ]
            request = f"r{number}"
            command = self.rng.choice(kinds) if self.seat else {"kind": "sit"}
            self.frames[request] = {"id": request, "command": command}
            self.open[request] = None
            await line.send(json.dumps(self.frames[request]))
            if not self.seat:
                return


# --- accidents ------------------------------------------------------------------------------------


@dataclass
class Chaos:
    """One accident after another, each when guests have made progress since the last one."""

    house: House
    guests: list[Guest]
    rng: random.Random
    longest: float = 0.0
    """Seconds without any accepted command."""
    met: Counter[str] = field(default_factory=Counter)

    async def run(self, rounds: int) -> None:
        accidents: list[Callable[[int], Awaitable[None]]] = [
            self.kill, self.pause, self.terminate, self.cut, self.swallow, self.hold, self.delay,
            self.restart,
        ]  # fmt: skip
        self.rng.shuffle(accidents)
        for round_ in range(rounds):
            act = accidents[round_ % len(accidents)]
            self.met[getattr(act, "__name__", "")] += 1
            await act(self.rng.randrange(len(self.house.servers)))
            await self.progress()

    async def progress(self) -> None:
        """Wait until every guest has another accepted command."""
        began, before = time.monotonic(), {each.name: len(each.accepted) for each in self.guests}

        async def has_progressed() -> bool:
            return all(len(each.accepted) > before[each.name] for each in self.guests)

        await eventually(has_progressed)
        self.longest = max(self.longest, time.monotonic() - began)

    async def kill(self, place: int) -> None:
        self.house.servers[place].kill()
        await self.house.start(place)

    async def pause(self, place: int) -> None:
        """A server hangs while the others go on, for longer than it is waited for."""
        with self.house.servers[place].paused():
            await self.progress()
            await asyncio.sleep(self.rng.choice((0.5, 4.0)))

    async def terminate(self, _place: int) -> None:
        def kick() -> None:
            with psycopg.connect(self.house.url, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )

        await asyncio.to_thread(kick)

    async def cut(self, place: int) -> None:
        self.house.proxies[place].cut()

    async def swallow(self, place: int) -> None:
        self.house.proxies[place].swallows = True

    async def hold(self, place: int) -> None:
        self.house.proxies[place].hold()
        await asyncio.sleep(1.0)
        self.house.proxies[place].release()

    async def delay(self, place: int) -> None:
        self.house.proxies[place].delay = 0.05
        await self.progress()
        self.house.proxies[place].delay = 0.0

    async def restart(self, _place: int) -> None:
        await asyncio.to_thread(self.house.cluster.restart)


async def evening(cluster: Cluster, *, rounds: int, seed: int) -> Chaos:
    """Let guests play while accidents happen, then compare their notes with the database."""
    rng = random.Random(seed)
    async with opened(cluster) as house:
        cookies: dict[str, str] = {}
        async with browser(house.servers[0], "Ada") as host:
            table = await host.open_table()
            cookies["Ada"] = host.cookie
        for name in ("Ben", "Cleo"):
            async with browser(house.servers[1], name) as visitor:
                cookies[name] = visitor.cookie
        guests = [
            Guest(name, cookie, random.Random(rng.random()), house, table)
            for name, cookie in cookies.items()
        ]
        chaos = Chaos(house, guests, rng)
        async with asyncio.TaskGroup() as group:
            for guest in guests:
                group.create_task(guest.play())
            await chaos.progress()
            await chaos.run(rounds)
            for guest in guests:
                guest.is_ending = True
        lost: Counter[str] = Counter()
        for server in house.servers:
            assert await asyncio.to_thread(server.stop) == 0
            assert server.process.stdout
            *_, line = server.process.stdout.read().splitlines()
            _, conflicts, _, retries = line.split()
            lost.update(conflicts=int(conflicts), retries=int(retries))
        with read_log(house.url) as log:
            check_log(log, table, guests)
    reconnections = sum(guest.reconnections for guest in guests)
    accepted = sum(len(guest.accepted) for guest in guests)
    print(  # noqa: T201 - figures for the documents
        f"{rounds} accidents, {accepted} accepted, {reconnections} reconnections, longest pause"
        f" {chaos.longest:.1f} s, {lost['conflicts']} conflicts, {lost['retries']} retries"
    )
    return chaos


def check_log(log: Log, table: str, guests: list[Guest]) -> None:
    """Every accepted command is there once, no chip is lost, and every shoe verifies."""
    auditor = Auditor(table)
    auditor.follow(log)  # type: ignore[arg-type] # any log
    auditor.check_state(auditor.state)
    ids = {json.loads(each)["name"]: json.loads(each)["id"] for each in log.notes("guest").values()}
    done: Counter[str] = Counter()
    for guest in guests:
        keys = {(table, f"{ids[guest.name]}:{request}"): request for request in guest.frames}
        receipts = {keys[key]: each for key, each in log.receipts(list(keys)).items()}
        done.update(guest.frames[request]["command"]["kind"] for request in receipts)
        for request, number in guest.accepted.items():
            assert int(receipts[request].data.partition(" ")[0]) == number
            command = guest.frames[request]["command"]
            if command["kind"] == "place_bet":
                asked = {**command, "kind": "bet_placed"}
                assert asked.items() <= auditor.public[number].items()
    kinds = Counter(event["kind"] for event in auditor.public.values())
    assert kinds["bet_placed"] == done["place_bet"], "a bet lost or doubled"
    assert kinds["bought_in"] == done["buy_in"]
    for record in table_records(log, table):
        assert not check(record).faults


def test_nothing_acknowledged_is_lost_whatever_happens_to_servers_and_database(
    cluster: Cluster,
) -> None:
    chaos = asyncio.run(evening(cluster, rounds=8, seed=1))
    assert chaos.met.total() == len(chaos.met) == 8


async def moving(cluster: Cluster) -> None:
    async with opened(cluster, 2) as house, browser(house.servers[0]) as guest:
        table = await guest.open_table()
        async with guest.at(table) as player:
            await player.sit_down()
            stopping = asyncio.create_task(asyncio.to_thread(house.servers[0].stop))
            await player.until(lambda frame: frame["type"] == "closing")
            with suppress(ConnectionClosed):
                await player.next()
            assert player.socket.close_code == SERVICE_RESTART
        guest.server = house.servers[1]
        async with guest.at(table) as again:
            assert (again.seat, again.phase) == (player.seat, "betting")
            assert (await again.ask("place_bet", key="tie", stake=100))["type"] == "accepted"
        assert await stopping == 0


def test_a_server_that_stops_moves_its_guests_to_another_one(cluster: Cluster) -> None:
    asyncio.run(moving(cluster))


async def signing_out(cluster: Cluster) -> None:
    async with opened(cluster, 2) as house, browser(house.servers[0]) as guest:
        async with guest.at(await guest.open_table()) as player:
            there = f"{house.servers[1].address}/api/guest"
            headers = {"Cookie": guest.cookie, "Origin": house.servers[1].address}
            assert (await guest.client.delete(there, headers=headers)).status_code == 204
            with suppress(ConnectionClosed):
                await player.until(lambda _: False)
            assert player.socket.close_code == SIGNED_OUT
        assert (await guest.client.get("/api/me")).status_code == 401


def test_a_guest_who_signs_out_on_one_server_is_signed_out_on_all(cluster: Cluster) -> None:
    asyncio.run(signing_out(cluster))


async def waiting(cluster: Cluster) -> None:
    async with (
        opened(cluster, 1) as house,
        browser(house.servers[0]) as guest,
        guest.at(await guest.open_table()) as player,
    ):
        await player.sit_down()
        house.proxies[0].hold()
        request = await player.send("place_bet", key="tie", stake=100)
        told = await player.until(lambda frame: frame["type"] == "trouble")
        assert told["reason"]
        assert not any(frame.get("id") == request for frame in player.frames)
        assert await statuses(house.servers[0]) == (200, 503, "the log cannot be written")
        known = asyncio.create_task(guest.client.get("/api/me"))
        await asyncio.sleep(0.1)
        assert (await guest.client.get("/healthz")).json()["tables"] == 1  # the loop isn't blocked
        assert not known.done()
        house.proxies[0].release()
        assert (await player.answer(request))["type"] == "accepted"
        assert {"type": "trouble", "reason": None, "said": None} in player.frames
        assert (await known).status_code == 200
        assert await statuses(house.servers[0]) == (200, 200, "ok")
        await asyncio.to_thread(write_as_newer_version, house.url, player.welcome["table"])

        async def is_unready() -> bool:
            found = await statuses(house.servers[0])
            return found == (200, 503, "a newer version has written to the log")

        await eventually(is_unready)


async def statuses(server: Served) -> tuple[int, int, str]:
    """What `/healthz` and `/readyz` answer to a proxy."""
    async with server.stranger() as proxy:
        health, ready = await proxy.get("/healthz"), await proxy.get("/readyz")
    return health.status_code, ready.status_code, ready.json()["status"]


def write_as_newer_version(url: str, table: str) -> None:
    with open_log(DatabaseUrl(url)) as log:
        *_, last = log.facts(table)
        revision = log.read_stream(table).revision
        unknown = Fact(table, last.fact.version + 1, "side_bet_raised", "{}", format=9)
        assert log.append([unknown], at=last.at, expected={table: revision})


def test_guests_are_told_that_the_database_is_away_and_play_on_when_it_is_back(
    cluster: Cluster,
) -> None:
    asyncio.run(waiting(cluster))


def long_evening(seed: int) -> None:
    with own_cluster() as cluster:
        asyncio.run(evening(cluster, rounds=25, seed=seed))


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(100, 120, AT_ONCE))
def test_nothing_acknowledged_is_lost_in_five_hundred_accidents(first: int) -> None:
    """An evening mostly waits, so that several at once take little longer than one."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(long_evening, range(first, first + AT_ONCE)))

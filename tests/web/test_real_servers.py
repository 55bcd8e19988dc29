"""Three real servers on a real PostgreSQL: they are killed and stopped, and so is the database.

Each server reaches the database through a proxy of its own. Guests connect to any server, and to
another one when an answer doesn't come. Afterwards the database is read without any of our servers.
"""

from __future__ import annotations

import asyncio
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

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from puntobanco.store import Fact, open_log, read_log
from puntobanco.store.log import DatabaseUrl
from puntobanco.web.room.audience import SERVICE_RESTART, SIGNED_OUT
from tests.postgres import MISSING, Cluster, binaries, new_database
from tests.web.gambler import Gambler, check_log
from tests.web.proxy import Proxy
from tests.web.serving import Served, browser, eventually, start

CAPS = {"commands": [10_000, 10_000]}
PACE = {"stage": 500, "between": 10, "room": 50, "ready": 300, "back": 200, "showing": 0}
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


# --- accidents ------------------------------------------------------------------------------------


@dataclass
class Chaos:
    """One accident after another, each when guests have made progress since the last one."""

    house: House
    guests: list[Gambler]
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
        began, before = time.monotonic(), {each.name: len(each.accepted) for each in self.guests}
        await eventually(
            lambda: all(len(each.accepted) > before[each.name] for each in self.guests)
        )
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
            Gambler(name, cookie, random.Random(rng.random()), house.servers, table)
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


async def test_nothing_acknowledged_is_lost_whatever_happens_to_servers_and_database(
    cluster: Cluster,
) -> None:
    chaos = await evening(cluster, rounds=8, seed=1)
    assert chaos.met.total() == len(chaos.met) == 8


async def test_a_server_that_stops_moves_its_guests_to_another_one(cluster: Cluster) -> None:
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


async def test_a_guest_who_signs_out_on_one_server_is_signed_out_on_all(cluster: Cluster) -> None:
    async with opened(cluster, 2) as house, browser(house.servers[0]) as guest:
        async with guest.at(await guest.open_table()) as player:
            there = f"{house.servers[1].address}/api/guest"
            headers = {"Cookie": guest.cookie, "Origin": house.servers[1].address}
            assert (await guest.client.delete(there, headers=headers)).status_code == 204
            with suppress(ConnectionClosed):
                await player.until(lambda _: False)
            assert player.socket.close_code == SIGNED_OUT
        assert (await guest.client.get("/api/me")).status_code == 401


async def test_guests_are_told_that_the_database_is_away_and_play_on_when_it_is_back(
    cluster: Cluster,
) -> None:
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


def long_evening(seed: int) -> None:
    with own_cluster() as cluster:
        asyncio.run(evening(cluster, rounds=25, seed=seed))


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(100, 120, AT_ONCE))
def test_nothing_acknowledged_is_lost_in_five_hundred_accidents(first: int) -> None:
    """An evening mostly waits, so that several at once take little longer than one."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(long_evening, range(first, first + AT_ONCE)))

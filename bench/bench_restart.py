"""Restart servers while guests bet: how long guests are away, and whether a bet is lost or doubled.

Each guest places a bet and undoes it, without pause. If the connection breaks, the guest reconnects
every 100 ms, to any server, and sends an unanswered command again, as the page does.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import time
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import DEVNULL
from tempfile import TemporaryDirectory

import httpx
from websockets.exceptions import ConnectionClosed, WebSocketException

from puntobanco.store import Log, read_log
from puntobanco.store.log import DatabaseUrl, LogAddress
from tests.postgres import new_database, running_cluster
from tests.web.serving import Browser, Player, Served, browser, own_port, start

GUESTS = 20
PER_TABLE = 5
PLAY = 2.0
"""Seconds of play before, between and after restarts."""
RETRY = 0.1
"""Seconds between two attempts to connect."""
CAPS = {"commands": [10**6, 10**6], "written": [10**9, 10**9]}


@dataclass
class Betting:
    """One guest who bets through any server."""

    guest: Browser
    table: str
    servers: list[Served]
    accepted: int = 0
    refused: list[str] = field(default_factory=list)
    away: list[float] = field(default_factory=list)
    """Seconds between the end of each connection and the next welcome."""

    async def play(self, until: asyncio.Event) -> None:
        """Bet until the evening ends. Send an unanswered command again after reconnecting."""
        number, left = 0, None
        while not until.is_set():
            try:
                self.guest.server = random.choice(self.servers)
                async with self.guest.at(self.table) as player:
                    if left is not None:
                        self.away.append(time.perf_counter() - left)
                    left = None
                    while not until.is_set():
                        await self._bet(player, number)
                        number += 1
            except ConnectionClosed:
                left = time.perf_counter() if left is None else left
            except (OSError, WebSocketException, httpx.HTTPError):
                await asyncio.sleep(RETRY)

    async def _bet(self, player: Player, number: int) -> None:
        kind = "undo" if number % 2 else "place_bet"
        command = {"kind": kind, **({} if number % 2 else {"key": "banker", "stake": 500})}
        request = {"id": f"bet-{number}", "command": command}
        await player.socket.send(json.dumps(request))
        answer = await player.answer(request["id"])  # type: ignore[arg-type]  # a text
        if answer["type"] == "accepted":
            self.accepted += not number % 2
        else:
            self.refused.append(answer["code"])


def _start(path: LogAddress, port: int) -> Served:
    return start(path, port=port, caps=CAPS, errors=DEVNULL)


def bets_in(log: Log, tables: set[str]) -> int:
    return sum(logged.fact.kind == "bet_placed" for table in tables for logged in log.facts(table))


async def evening(path: LogAddress, ports: list[int]) -> None:
    """Let guests bet, restart each server in turn, and print what that cost."""
    servers = [await asyncio.to_thread(_start, path, port) for port in ports]
    async with AsyncExitStack() as stack:
        players: list[Betting] = []
        for place in range(GUESTS):
            guest = await stack.enter_async_context(browser(servers[0], f"Guest {place}"))
            is_first = place % PER_TABLE == 0
            table = await guest.open_table() if is_first else players[-1].table
            async with guest.at(table) as player:
                player.word = ""
                await player.send("sit")
                await player.ask("buy_in", chips=100_000)
            players.append(Betting(guest, table, servers))
        await _wait_for_bets(players[::PER_TABLE])
        end = asyncio.Event()
        playing = [asyncio.create_task(each.play(end)) for each in players]
        downtimes = []
        for place, port in enumerate(ports):
            await asyncio.sleep(PLAY)
            begun = time.perf_counter()
            await asyncio.to_thread(servers[place].stop)
            servers[place] = await asyncio.to_thread(_start, path, port)
            downtimes.append(time.perf_counter() - begun)
        await asyncio.sleep(PLAY)
        end.set()
        await asyncio.gather(*playing)
    for server in servers:
        await asyncio.to_thread(server.stop)
        server.kill()
    with read_log(path) as log:
        logged = bets_in(log, {each.table for each in players})
    _report(len(ports), downtimes, players, logged)


async def _wait_for_bets(first: list[Betting]) -> None:
    for each in first:
        async with each.guest.at(each.table) as player:
            while player.phase != "betting":
                await player.next()


def _report(servers: int, downtimes: list[float], players: list[Betting], logged: int) -> None:
    away = [seconds for each in players for seconds in each.away]
    accepted = sum(each.accepted for each in players)
    refused = [code for each in players for code in each.refused]
    down = ", ".join(f"{seconds:.2f} s" for seconds in downtimes)
    print(f"servers: {servers}; each was down for {down}")
    if away:
        print(
            f"guests were away {len(away)} times: median {statistics.median(away):.2f} s,"
            f" at most {max(away):.2f} s"
        )
    print(
        f"bets accepted: {accepted}; in the log: {logged}; lost: {max(0, accepted - logged)};"
        f" doubled: {max(0, logged - accepted)}; refused: {len(refused)}"
    )


def main() -> None:
    """Restart one server on a file, then each of three servers on PostgreSQL."""
    with TemporaryDirectory() as folder, own_port() as port:
        asyncio.run(evening(Path(folder) / "hall.db", [port]))
    with ExitStack() as stack:
        url = DatabaseUrl(stack.enter_context(new_database(running_cluster().url)))
        ports = [stack.enter_context(own_port()) for _ in range(3)]
        asyncio.run(evening(url, ports))

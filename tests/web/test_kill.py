"""kill -9 of the real server while a guest bets: nothing acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from puntobanco.store import Store
from tests.web.auditor import Auditor
from tests.web.serving import Browser, Player, Served, browser, eventually, own_port, served

CAPS = {"commands": [10_000, 10_000]}


class Gambler:
    """A guest who bets as fast as the server answers, and writes down each answer."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.frames: dict[str, dict[str, Any]] = {}
        self.open: set[str] = set()
        self.accepted: dict[str, int] = {}

    async def play(self, guest: Browser, table: str, most: int) -> None:
        """Bet until the server is killed, soon after so many frames have come from it."""
        with suppress(ConnectionClosed, OSError):
            async with guest.at(table) as player:
                self.check(player.welcome)
                async with asyncio.TaskGroup() as both:
                    both.create_task(self.bet_on(player))
                    both.create_task(kill(guest.server, player, most))

    async def bet_on(self, player: Player) -> None:
        with suppress(ConnectionClosed, OSError):
            if player.seat is None:
                await player.sit_down(chips=0)
            for request in sorted(self.open):
                await player.socket.send(json.dumps(self.frames[request]))
            while True:
                await self.bet(player)

    async def bet(self, player: Player) -> None:
        for _ in range(self.rng.randint(1, 6)):
            request = f"r{len(self.frames)}"
            stake = 100 * (1 + len(self.frames) % 100)
            kinds: list[dict[str, Any]] = [
                {"kind": "place_bet", "key": "banker", "stake": stake},
                {"kind": "place_bet", "key": "tie", "stake": stake},
                {"kind": "buy_in", "chips": stake},
                {"kind": "deal"},
            ]
            self.frames[request] = {"id": request, "command": self.rng.choice(kinds)}
            self.open.add(request)
            await player.socket.send(json.dumps(self.frames[request]))
        while self.open:
            frame = await player.next()
            request = frame.get("id", "")
            if request in self.open:
                self.open.discard(request)
                if frame["type"] == "accepted":
                    self.accepted[request] = frame["number"]

    def check(self, welcome: dict[str, Any]) -> None:
        """A server that has come back knows all that was acknowledged."""
        assert welcome["number"] >= max(self.accepted.values(), default=0)


async def kill(server: Served, player: Player, most: int) -> None:
    async def has_heard_enough() -> bool:
        return len(player.frames) >= most

    await eventually(has_heard_enough)
    server.process.kill()


def evening(path: Path, kills: int, seed: int) -> None:
    """Play, kill, start again; then compare what was promised with what the log says."""
    rng = random.Random(seed)
    gambler = Gambler(rng)
    cookie, table = "", ""

    async def play(server: Served, moment: int) -> None:
        nonlocal cookie, table
        async with browser(server) as guest:
            if cookie:
                guest.client.cookies.clear()
                guest.client.cookies.set(*cookie.split("=", 1))
            else:
                cookie = guest.cookie
                table = await guest.open_table()
            await gambler.play(guest, table, moment)

    moments = [rng.randint(0, 200) for _ in range(kills)]
    with own_port() as port:
        for moment in moments:
            with served(path, port=port, caps=CAPS) as server:
                asyncio.run(play(server, moment))
    check_log(path, table, gambler)


def check_log(path: Path, table: str, gambler: Gambler) -> None:
    with Store.read(path) as store:
        auditor = Auditor(table)
        auditor.follow(store)
        receipts = {
            request: store.receipt(table, _key(store, request)) for request in gambler.frames
        }
    for request, number in gambler.accepted.items():
        receipt = receipts[request]
        assert receipt
        assert int(receipt.data.partition(" ")[0]) == number
        command = gambler.frames[request]["command"]
        if command["kind"] == "place_bet":
            placed = auditor.public[number]
            assert (placed["kind"], placed["key"], placed["stake"]) == (
                "bet_placed",
                command["key"],
                command["stake"],
            )
    kinds = Counter(event["kind"] for event in auditor.public.values())
    done = Counter(
        gambler.frames[request]["command"]["kind"]
        for request, receipt in receipts.items()
        if receipt
    )
    assert kinds["bet_placed"] == done["place_bet"]
    assert kinds["bought_in"] == done["buy_in"]
    assert kinds["coup_dealt"] == done["deal"]
    assert gambler.accepted


def _key(store: Store, request: str) -> str:
    (guest,) = {json.loads(noted)["id"] for noted in store.notes("guest").values()} & {
        owner
        for setup in store.notes("table").values()
        for owner in json.loads(setup)["seats"].values()
    }
    return f"{guest}:{request}"


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    evening(tmp_path / "hall.db", kills=4, seed=1)


@pytest.mark.marathon
@pytest.mark.parametrize("seed", range(10))
def test_nothing_acknowledged_is_lost_when_the_server_is_killed_a_hundred_times(
    tmp_path: Path, seed: int
) -> None:
    evening(tmp_path / "hall.db", kills=10, seed=100 + seed)

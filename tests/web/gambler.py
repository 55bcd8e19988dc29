"""A guest who bets through any of several servers, and what the log must say afterwards."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from puntobanco.history.shoes import table_records
from puntobanco.notation import check
from puntobanco.store import Log
from tests.web.auditor import Auditor
from tests.web.serving import Served, eventually, promise

IMPATIENCE = 2.0
"""Seconds after which a guest tries another server."""


@dataclass
class Gambler:
    """Somebody who bets through any server, and writes down each answer."""

    name: str
    cookie: str
    rng: random.Random
    servers: Sequence[Served]
    table: str
    frames: dict[str, dict[str, Any]] = field(default_factory=dict)
    open: dict[str, None] = field(default_factory=dict)
    accepted: dict[str, int] = field(default_factory=dict)
    seen: int = 0
    """The last event that this guest has seen."""
    heard: int = 0
    """How many frames this guest has received."""
    seat: int | None = None
    is_ending: bool = False
    reconnections: int = 0

    async def play(self) -> None:
        """Play through one server after another, until told to end and all is answered."""
        while self.open or not self.is_ending:
            with suppress(OSError, TimeoutError, WebSocketException):
                await self._visit(self.rng.choice(self.servers))
            self.reconnections += 1
            await asyncio.sleep(0.02)

    async def hear(self, frames: int) -> None:
        moment = self.heard + frames
        await eventually(lambda: self.heard >= moment)

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
        self.heard += 1
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
                self.seen = max(self.seen, frame["number"])
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


def check_log(log: Log, table: str, guests: Sequence[Gambler]) -> tuple[Counter[str], Counter[str]]:
    """Check that every accepted command is there once, no chip is lost, and every shoe verifies.

    Return how often each kind of event happened, and how often each command has a receipt.
    """
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
    return kinds, done

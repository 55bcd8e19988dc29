"""An evening at the hall that 0.1 left behind: everybody comes back and plays on.

The real server runs in a process of its own, and all of this goes through HTTP and the WebSocket.
"""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.version_0_1.kept import HALL, kept_json, seed
from tests.web.serving import Browser, Player, Served, served

FOR_EVER = 1_000 * 365 * 24 * 60 * 60_000
"""The receipts and the guests of this file are old, and are not to be forgotten."""

PACE = {
    "commit": 60_000,
    "reveal": 60_000,
    "ready": 60_000,
    "between": 10,
    "room": 50,
    "receipts": FOR_EVER,
    "guests": FOR_EVER,
}
"""Nothing but what the guests do moves a table."""

OWN = (
    "number", "kind", "seat", "name", "key", "stake", "earned", "fate", "chips", "shoe", "coups",
    "commitment", "seed", "root", "withheld", "cards", "card", "hidden", "coup", "cut_after",
    "last", "secret",
)  # fmt: skip
"""What the log keeps of an event, and its number."""

STATE = (
    "phase", "shoe", "commitment", "root", "promised", "revealed", "burned", "hidden", "cards",
    "place", "left", "cut_card_out", "coups_dealt", "coups", "seats",
)  # fmt: skip

ENTRY = (
    "table", "house", "decks", "limits", "private", "dealing", "guests", "phase", "shoe", "coups",
    "left", "opened", "decisions",
)  # fmt: skip


def only(data: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: data[key] for key in keys if key in data}


def logged(event: dict[str, Any]) -> dict[str, Any]:
    """What the log keeps of an event, with the event's own number, as 0.1 sent it."""
    return only({**event["data"], "number": event["number"], "kind": event["kind"]}, OWN)


@dataclass
class Evening:
    """What the guests find, and what is dealt to them."""

    server: Served
    stack: AsyncExitStack
    known: dict[str, Any] = field(default_factory=lambda: kept_json("hall.json"))
    guests: dict[str, Browser] = field(default_factory=dict)
    at: dict[tuple[str, str], Player] = field(default_factory=dict)

    async def come_back(self) -> dict[str, Any]:
        """Every guest shows the old token; gives who they are and which tables they see.

        The answer renews the cookie, which the client keeps.
        """
        found = {}
        for name, token in self.known["guests"].items():
            client = await self.stack.enter_async_context(
                httpx.AsyncClient(base_url=self.server.address, timeout=30)
            )
            shown = {"Cookie": f"puntobanco_{self.server.port}={token}"}
            me = (await client.get("/api/me", headers=shown)).json()
            self.guests[name] = Browser(self.server, client)
            entries = (await client.get("/api/tables")).json()["tables"]
            found[name] = {"me": me, "tables": [only(entry, ENTRY) for entry in entries]}
        return found

    async def join(self, name: str, table: str) -> dict[str, Any]:
        """A guest connects to a table; gives what the welcome says of it."""
        player = await self.stack.enter_async_context(
            self.guests[name].at(self.known["tables"][table], after=0)
        )
        self.at[name, table] = player
        welcome = player.welcome
        return {
            **only(welcome, ("name", "seat", "number", "private", "dealing", "resync")),
            "rules": welcome["house"]["rules"],
            "state": only(welcome["state"], STATE),
            "ready": welcome["ready"]["seats"],
            "missed": [logged(event) for event in welcome["missed"]],
        }

    async def resend(self) -> list[dict[str, Any]]:
        """Send old commands again; gives the answers, and those to others with the same ids."""
        answers = []
        for each in self.known["sent"]:
            player, frame = self.at[each["guest"], each["table"]], each["frame"]
            other = {**frame, "command": {"kind": "buy_in", "chips": 123_456}}
            for again in (frame, other):
                await player.socket.send(json.dumps(again))
                answer = await player.answer(frame["id"])
                answers.append(only(answer, ("type", "id", "number", "code")))
        return answers

    async def deal(self, name: str, table: str) -> list[dict[str, Any]]:
        """A guest asks for the cards; gives all that happens up to the answer.

        The command is for this coup alone, whether or not the clock has dealt it meanwhile.
        """
        player = self.at[name, table]
        already, coups = len(player.frames), player.coups_dealt
        request = f"deal-{coups}"
        frame = {"id": request, "command": {"kind": "deal"}, "coups_dealt": coups}
        await player.socket.send(json.dumps(frame))
        await player.answer(request)
        return self.happened(player, already)

    async def open_shoe(self, name: str, table: str) -> list[dict[str, Any]]:
        """Wait for the next shoe, to which the guest adds the usual word; gives what happens."""
        player = self.at[name, table]
        already = len(player.frames)
        while player.phase != "betting":
            await player.next()
        return self.happened(player, already)

    @staticmethod
    def happened(player: Player, already: int) -> list[dict[str, Any]]:
        frames = player.frames[already:]
        return [logged(event) for frame in frames for event in frame.get("events", ())]

    async def read(self, path: str, table: str, name: str) -> httpx.Response:
        """Read something of a table as a guest."""
        address = f"/api/tables/{self.known['tables'][table]}/{path}"
        answer = await self.guests[name].client.get(address)
        assert answer.status_code == 200, answer.text
        return answer


async def evening(path: Path) -> dict[str, Any]:
    """Everybody comes back to a copy of the file, and plays on; gives all that was seen."""
    with served(path, seed=seed(HALL), seed_shared=True, pace=PACE) as server:
        async with AsyncExitStack() as stack:
            return await _played(Evening(server, stack))


async def _played(hall: Evening) -> dict[str, Any]:
    seen: dict[str, Any] = {"guests": await hall.come_back()}
    seen["clock"] = {name: await hall.join(name, "clock") for name in ("Dov", "Cleo")}
    seen["clock"]["dealt"] = await hall.deal("Cleo", "clock")
    seen["button"] = {name: await hall.join(name, "button") for name in ("Ada", "Ben")}
    seen["private"] = {"Ben": await hall.join("Ben", "private")}
    seen["sent again"] = await hall.resend()
    seen["button"]["dealt"] = await hall.deal("Ben", "button")
    path = await hall.read(f"path/{seen['button']['Ada']['state']['place']}", "button", "Ada")
    seen["button"]["path"] = path.json()
    seen["private"]["dealt"] = await _next_shoe(hall)
    seen["ceremony"] = {"Cleo": await hall.join("Cleo", "ceremony")}
    seen["ceremony"]["opened"] = await hall.open_shoe("Cleo", "ceremony")
    seen["ceremony"]["dealt"] = await hall.deal("Cleo", "ceremony")
    seen["records"] = await _records(hall)
    seats = (("Ada", "button"), ("Ben", "button"), ("Ben", "private"), ("Cleo", "clock"))
    seen["bankrolls"] = [(await hall.read("bankroll", t, name)).json() for name, t in seats]
    return seen


async def _next_shoe(hall: Evening) -> list[dict[str, Any]]:
    """The shoe of the private table is dealt to its end, and one coup of the next."""
    events = []
    while hall.at["Ben", "private"].phase == "betting":
        events += await hall.deal("Ben", "private")
    events += await hall.open_shoe("Ben", "private")
    return events + await hall.deal("Ben", "private")


async def _records(hall: Evening) -> dict[str, bytes]:
    """The record of every shoe, the closed table's too."""
    files = {}
    for table in hall.known["tables"]:
        shoes = (await hall.read("shoes", table, "Dov")).json()["shoes"]
        for number in sorted(shoe["shoe"] for shoe in shoes):
            file = await hall.read(f"shoes/{number}.bgn", table, "Dov")
            files[f"{table}/{number}"] = file.content
    return files

"""One evening at the web table, seen by a guest's program. Every run has the same bytes.

The application is the real one, without a network. Only clocks, ids and the shuffle are
replaced. Requests pass through ASGI as from a server.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx

from puntobanco.croupier import seed_source
from puntobanco.store import Store
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.app import App
from puntobanco.web.http.guard import AllowedOrigins, GuestCookie
from puntobanco.web.http.routes import Routes
from puntobanco.web.http.socket import CHANNEL, Message
from puntobanco.web.http.tables import Entrance
from puntobanco.web.rates import Bucket
from tests.web.typed import check_frame

ADDRESS = "http://127.0.0.1:8000"
TABLE = "Zk3v0aX1cQ9rT2pw"
IDS = ("a server", TABLE, "another table")
BEGAN = 1_790_000_000_000
"""Milliseconds since 1970."""

NEW_TABLE = {
    "house": "classic",
    "dealing": "button",
    "private": False,
    "limits": {"minimum": 500, "maximum": 50_000, "side_maximum": 10_000, "step": 100},
}
OWN_HOUSE = {
    "house_text": 'name = "The corner"\ndecks = 6\ncommission = "4%"\n',
    "dealing": 25,
}
AFTERWARDS = {
    "me": "/api/me",
    "health": "/healthz",
    "houses": "/api/houses",
    "tables": "/api/tables",
    "entry": f"/api/tables/{TABLE}",
    "invitation": f"/api/tables/{TABLE}/invitation",
    "shoes": f"/api/tables/{TABLE}/shoes",
    "bankroll": f"/api/tables/{TABLE}/bankroll",
    "farewell": f"/api/tables/{TABLE}/farewell",
    "odds": f"/api/tables/{TABLE}/odds",
    "path": f"/api/tables/{TABLE}/path/8",
    "error": "/api/tables/elsewhere",
}
"""Requests to send while the first coup is on the table, by name."""


class Step(NamedTuple):
    """A sent or received item: a line of HTTP with a body, or a frame."""

    way: str
    """``>`` to the server, ``<`` from it, and ``#`` for what happens meanwhile."""
    line: str
    body: Any = None


class Session(NamedTuple):
    """A guest's steps from the welcome screen to the last coup, and the responses."""

    steps: list[Step]
    answers: dict[str, Any]


@cache
def played() -> Session:
    """Play the session."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_played(Path(folder) / "hall.db"))


async def _played(path: Path) -> Session:
    session = Session([], {})
    with Store.open(path) as store:
        guest = Guest(store, path, session.steps)
        async with guest.client:
            await guest.post("/api/guest", {"name": "Ada"})
            await guest.post("/api/tables", NEW_TABLE)
            async with guest.connected(f"/ws?table={TABLE}"):
                await guest.ask({"kind": "sit"})
                await guest.ask({"kind": "buy_in", "chips": 100_000})
                await guest.wait_for_shoe()
                await guest.ask({"kind": "place_bet", "key": "banker", "stake": 2_500})
                await guest.ask({"kind": "deal"}, coups_dealt=0)
                for name, asked in AFTERWARDS.items():
                    session.answers[name] = (await guest.client.get(asked)).json()
                guest.steps = []
                await guest.ask({"kind": "place_bet", "key": "banker", "stake": 50})
                session.answers["refused"] = guest.steps[-1].body
                await guest.post("/api/tables", OWN_HOUSE)
        guest.routes.readers.close()
    return session


class Wire:
    """The server's end of a socket without a network."""

    can_send = True

    def __init__(self) -> None:
        self.frames = asyncio.Queue[bytes]()
        self.take_text: Callable[[str], None]

    def listen(
        self, take_text: Callable[[str], None], _allowance: Bucket, _on_drained: Callable[[], None]
    ) -> None:
        """Remember where a command goes."""
        self.take_text = take_text

    def send(self, text: bytes, *, to_many: bool) -> None:  # noqa: ARG002 - as a channel
        """Queue a frame for the guest."""
        self.frames.put_nowait(text)

    def close(self, code: int, reason: str) -> None:
        """Fail: this guest breaks no rule."""
        raise AssertionError(code, reason)

    def drop_soon(self) -> None:
        """Fail: this guest reads everything."""
        raise AssertionError


class Guest:
    """A program that plays, and the clock of the server it plays at."""

    def __init__(self, store: Store, path: Path, steps: list[Step]) -> None:
        self.elapsed = 0
        self.steps = steps
        self.sent = 0
        ids = iter(IDS)
        self.hall = Hall(
            store,
            wall=lambda: 1_000 * (BEGAN + self.elapsed),
            elapsed=lambda: self.elapsed,
            seed_for=lambda _: seed_source("a session"),
            new_id=lambda: next(ids),
        )
        self.routes = Routes(
            self.hall,
            open_log=lambda: Store.read(path),
            cookie=GuestCookie("puntobanco"),
            entrance=Entrance(ADDRESS, "machine", b"secret"),
        )
        self.app = App(self.hall, AllowedOrigins.at(8000), self.routes)
        self.hall.wake = self._turn_soon
        transport = httpx.ASGITransport(app=self.app)  # type: ignore[arg-type] # it is one
        self.client = httpx.AsyncClient(transport=transport, base_url=ADDRESS)
        self.wire = Wire()

    def _turn_soon(self) -> None:
        asyncio.get_running_loop().call_soon(self.hall.turn)

    async def post(self, path: str, body: object) -> None:
        """Send a request, and record it and its response."""
        self.steps.append(Step(">", f"POST {path}", body))
        answer = await self.client.post(path, json=body)
        assert answer.is_success, answer.text
        status = f"{answer.status_code} {answer.reason_phrase}"
        self.steps.append(Step("<", status, answer.json()))
        if cookie := answer.headers.get("set-cookie"):
            (token,) = self.client.cookies.values()
            self.steps[-1:-1] = [Step("<", f"Set-Cookie: {cookie.replace(token, '…')}")]

    @asynccontextmanager
    async def connected(self, link: str) -> AsyncIterator[None]:
        """Connect to a table."""
        self.steps.append(Step(">", f"GET {link}"))
        path, _, query = link.partition("?")
        ((name, token),) = self.client.cookies.items()
        headers = {"host": "127.0.0.1:8000", "origin": ADDRESS, "cookie": f"{name}={token}"}
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": query.encode(),
            "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
            "client": ("127.0.0.1", 50_000),
            "extensions": {CHANNEL: self.wire},
        }
        incoming, outgoing = asyncio.Queue[Message](), asyncio.Queue[Message]()
        incoming.put_nowait({"type": "websocket.connect"})
        served = asyncio.create_task(self.app(scope, incoming.get, outgoing.put))
        assert await outgoing.get() == {"type": "websocket.accept"}
        await self._next()
        yield
        incoming.put_nowait({"type": "websocket.disconnect"})
        await served

    async def ask(self, command: dict[str, object], **members: object) -> None:
        """Send a command, and record every frame up to its answer."""
        self.sent += 1
        frame = {"id": f"ada-{self.sent}", "command": command, **members}
        self.steps.append(Step(">", "", frame))
        self.wire.take_text(json.dumps(frame))
        while (await self._next()).get("id") != frame["id"]:
            pass

    async def wait_for_shoe(self) -> None:
        """Wait until guests can no longer add their seeds."""
        self.steps.append(Step("#", "three seconds later, since Ada adds no seed of her own"))
        while self.hall.rooms[TABLE].state.phase.value != "betting":
            self.elapsed = max(self.elapsed, self.hall.due())
            self.hall.turn()
        while (await self._next()).get("stage", "") is not None:
            pass

    async def _next(self) -> dict[str, Any]:
        text = await self.wire.frames.get()
        check_frame(text)
        frame: dict[str, Any] = json.loads(text)
        self.steps.append(Step("<", "", frame))
        return frame

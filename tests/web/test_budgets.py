"""Every request and every frame has a budget of work, counted in calls and not in seconds."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from puntobanco.house import CLASSIC, parse_house
from puntobanco.store import Store
from puntobanco.web.hall.hall import Hall
from puntobanco.web.http.app import App
from puntobanco.web.http.guard import AllowedOrigins, GuestCookie
from puntobanco.web.http.routes import Routes
from puntobanco.web.http.server import elapsed
from puntobanco.web.http.socket_protocol import MAX_FRAME_BYTES
from puntobanco.web.limits import Caps, Rate
from puntobanco.web.room.audience import Connection, Outbox
from puntobanco.wire.commands import COMMAND_TYPES
from tests.web.asking import ENTRANCE, client_of
from tests.web.test_hall import Evening, seated
from tests.web.test_house_cost import own_bets
from tests.work import calls, counted

TABLES = 100
MANY = 10**9
CAPS = Caps(tables_per_guest=TABLES, new_tables=Rate(0.2, TABLES), waiting=MANY)

MUCH = own_bets("['tie: 8']")
"""A house of as many bets as a text has room for."""

# --- requests -------------------------------------------------------------------------------------

MOST_CALLS, MOST_CALLS_TO_OPEN = 10_000, 40_000
"""Of any request on the event loop, about two milliseconds, and to open a table with any house."""

REQUESTS: dict[tuple[str, str], dict[str, Any]] = {
    ("GET", "/"): {},
    ("GET", "/t/{table}"): {},
    ("GET", "/verify"): {},
    ("GET", "/static"): {},
    ("GET", "/words"): {},
    ("GET", "/healthz"): {},
    ("GET", "/readyz"): {},
    ("GET", "/openapi.json"): {},
    ("GET", "/asyncapi.json"): {},
    ("POST", "/api/guest"): {"json": {"name": "\u0301a" * 100}},
    ("GET", "/api/me"): {},
    ("GET", "/api/houses"): {},
    ("GET", "/api/tables"): {},
    ("POST", "/api/tables"): {"json": {"house_text": MUCH}},
    ("GET", "/api/tables/{table}"): {},
    ("GET", "/api/tables/{table}/invitation"): {},
    ("GET", "/api/tables/{table}/shoes"): {},
    ("GET", "/api/tables/{table}/shoes/{file}"): {},
    ("GET", "/api/tables/{table}/shoes/{shoe}/roads"): {},
    ("GET", "/api/tables/{table}/shoes/{shoe}/replay"): {},
    ("GET", "/api/tables/{table}/bankroll"): {},
    ("GET", "/api/tables/{table}/farewell"): {},
    ("GET", "/api/tables/{table}/odds"): {},
    ("GET", "/api/tables/{table}/path/{position}"): {},
    ("POST", "/api/drills"): {"json": {"kind": "all", "questions": 100, "seed": "a"}},
    ("GET", "/api/drills"): {},
    ("POST", "/api/drills/answer"): {"json": {"number": 1, "answer": "yes"}},
    ("DELETE", "/api/tables/{table}"): {},
    ("DELETE", "/api/guest"): {},
}
"""A request of every kind, as costly as it can be."""

BODIES = {
    "brackets": b"[" * 99_000,
    "objects": b'{"a":' * 19_000,
    "a long name": json.dumps({"name": "a" * 99_000}).encode(),
    "many fields": json.dumps({f"x{number}": 1 for number in range(9_000)}).encode(),
    "escapes": b'{"name": "' + b"\\u0041" * 16_000 + b'"}',
    "a long number": b'{"name": ' + b"9" * 99_000 + b"}",
}
"""Bodies of as many bytes as are read."""


class Casino:
    """The application without a network, and a guest in it."""

    def __init__(self, client: httpx.AsyncClient, routes: Routes, table: str) -> None:
        self.client, self.routes, self.table = client, routes, table

    async def cost(self, method: str, path: str, **request: Any) -> int:  # noqa: ANN401 - as httpx has them
        """Return the cost of a request on the event loop. A GET is measured the second time."""
        file = path.format(table=self.table, file="1.bgn", shoe="1", position="0")
        if method == "GET":
            await self.client.request(method, file, **request)
        with counted() as work:
            await self.client.request(method, file, **request)
        return work.calls


@asynccontextmanager
async def casino(
    path: Path, caps: Caps = CAPS, *, open_tables: int = TABLES - 1
) -> AsyncIterator[Casino]:
    with Store.open(path) as store:
        hall = Hall(store, elapsed=elapsed, caps=caps)
        routes = Routes(
            hall,
            open_log=lambda: Store.read(path),
            cookie=GuestCookie("puntobanco"),
            entrance=ENTRANCE,
        )
        app = App(hall, AllowedOrigins.at(8000), routes)
        app.start()
        async with client_of(app) as client:
            await client.post("/api/guest", json={"name": "Ada"})
            tables = [await client.post("/api/tables", json={}) for _ in range(open_tables)]
            yield Casino(client, routes, tables[0].json()["table"])
        await app.stop()


async def test_every_kind_of_request_has_a_budget(tmp_path: Path) -> None:
    """A list of a hundred tables costs little, too, since only tables that changed are encoded."""
    async with casino(tmp_path / "hall.db") as house:
        known = {
            (method, str(getattr(route, "path", "")))
            for route in house.routes.all
            for method in getattr(route, "methods", None) or {"GET"}
            if method != "HEAD"
        }
        assert set(REQUESTS) == known
        found = {key: await house.cost(*key, **request) for key, request in REQUESTS.items()}
    assert found.pop(("POST", "/api/tables")) < MOST_CALLS_TO_OPEN
    assert {key: cost for key, cost in found.items() if cost > MOST_CALLS} == {}


async def test_no_body_costs_more_than_its_budget(tmp_path: Path) -> None:
    headers = {"content-type": "application/json"}
    async with casino(tmp_path / "hall.db") as house:
        found = {
            f"{path}: {name}": await house.cost("POST", path, content=body, headers=headers)
            for path in ("/api/guest", "/api/tables")
            for name, body in BODIES.items()
        }
    assert {key: cost for key, cost in found.items() if cost > MOST_CALLS} == {}


async def test_reads_and_new_tables_have_rates_of_their_own(tmp_path: Path) -> None:
    caps = Caps(reads=Rate(0.001, 3), new_tables=Rate(0.001, 2))
    async with casino(tmp_path / "hall.db", caps, open_tables=1) as house:
        client, table = house.client, f"/api/tables/{house.table}"
        kinds = ("/api/tables", f"{table}/odds", f"{table}/shoes")
        reads = [(await client.get(kind)).status_code for kind in kinds * 2]
        opened = [(await client.post("/api/tables", json={})).status_code for _ in range(3)]
        assert (await client.get(table)).status_code == 200
    assert (reads, opened) == ([200] * 3 + [429] * 3, [201, 429, 429])


# --- frames ---------------------------------------------------------------------------------------

MOST_CALLS_OF_A_FRAME = 60_000
"""With as many bets on the felt as a table can have: about ten milliseconds."""

FRAMES: dict[str, dict[str, Any]] = {
    "sit": {"seat": 14},
    "buy_in": {"chips": 10**12},
    "place_bet": {"key": "x1", "stake": 100},
    "undo": {},
    "take_back": {},
    "repeat": {},
    "double": {},
    "deal": {},
    "commit_seed": {"commitment": "0" * 64},
    "reveal_seed": {"seed": "\U0001f0a1" * 200},
    "leave": {},
    "more_time": {},
}
"""A command of every kind, as long as it can be."""


@pytest.fixture
def gambler(evening: Evening) -> Connection:
    """A guest with a stake on everything at a table with as many bets as a house can have."""
    house = parse_house(MUCH)
    ada = seated(evening, house)
    evening.ask(ada, "buy_in", chips=10**9)
    for bet in house.bets:
        assert evening.ask(ada, "place_bet", key=bet.key, stake=100)["type"] == "accepted"
    return ada


quick = pytest.mark.caps(commands=Rate(20, MANY), waiting=MANY)


@quick
def test_every_kind_of_frame_has_a_budget(evening: Evening, gambler: Connection) -> None:
    ada = gambler
    assert set(FRAMES) == set(COMMAND_TYPES)
    evening.ask(ada, "deal")
    costs = {}
    for kind, members in FRAMES.items():
        if kind == "double":
            evening.pass_time(60_000)
        if kind == "take_back":
            evening.ask(ada, "repeat")
        costs[kind] = calls(lambda kind=kind, members=members: evening.ask(ada, kind, **members))  # type: ignore[misc] # mypy can't infer lambda defaults
    assert {kind: cost for kind, cost in costs.items() if cost > MOST_CALLS_OF_A_FRAME} == {}


@quick
def test_a_socket_costs_little_to_open_however_much_it_has_missed(
    evening: Evening, gambler: Connection
) -> None:
    """Broadcasts are kept in encoded form, for guests who come back."""
    ada = gambler
    for _ in range(5):
        evening.ask(ada, "deal")
        evening.ask(ada, "repeat")
        evening.pass_time(10_000)
    room = evening.room(ada)
    evening.enter(ada.guest, room)

    def come_back() -> None:
        evening.hall.connect(ada.guest, room, Outbox(9), after=1)
        evening.hall.turn()

    assert calls(come_back) < 2_000


JUNK = {
    "brackets": "[" * MAX_FRAME_BYTES,
    "objects": '{"a":' * (MAX_FRAME_BYTES // 5),
    "blanks": " " * MAX_FRAME_BYTES,
    "digits": '{"id": ' + "9" * 4_000 + "}",
    "an id": json.dumps({"id": "x" * 4_000, "command": {"kind": "undo"}}),
    "a kind": json.dumps({"id": "x", "command": {"kind": "x" * 4_000}}),
    "fields": json.dumps({f"x{number}": 1 for number in range(350)}),
}


@pytest.mark.parametrize("frame", JUNK.values(), ids=JUNK)
def test_junk_costs_next_to_nothing(evening: Evening, frame: str) -> None:
    guest = evening.guest("Ada")
    connection = evening.enter(guest, evening.table(guest, CLASSIC))
    assert len(frame) <= MAX_FRAME_BYTES
    assert calls(lambda: evening.hall.receive(connection, frame)) < 300


# --- bytes ----------------------------------------------------------------------------------------

MOST_BYTES = 312
"""Bytes that a bet may send to a socket; a frame has two to four more around it."""


def _sent(connection: Connection, before: int) -> int:
    frames = list(connection.outbox.frames)[before:]
    return sum(4 + len(frame) for frame in frames)


@pytest.mark.parametrize("key", [bet.key for bet in CLASSIC.bets])
def test_a_bet_sends_little_to_each_socket(evening: Evening, key: str) -> None:
    evening.now = 1_800_000_000_000  # as many digits as a real clock has
    betting = seated(evening, name="Maximiliana von H")
    watching = evening.enter(evening.guest("Grace"), evening.room(betting))
    evening.pass_time(2_000)  # both learn who is there
    for stake in (100_00, 100_00):
        seen = [len(list(each.outbox.frames)) for each in (betting, watching)]
        assert evening.ask(betting, "place_bet", key=key, stake=stake)["type"] == "accepted"
        for connection, before in zip((betting, watching), seen, strict=True):
            assert 0 < _sent(connection, before) <= MOST_BYTES

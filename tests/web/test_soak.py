"""The server's memory stays flat, whatever guests do over and over."""

from __future__ import annotations

import gc
import json
import socket
import time
import tracemalloc
from contextlib import closing
from pathlib import Path

import httpx
import psutil
import pytest

from puntobanco.web import rates
from puntobanco.web.hall import decisions
from puntobanco.web.hall.tables import Timers
from puntobanco.web.limits import Caps
from puntobanco.web.room.value import Guest
from tests.notation.tables import TINY
from tests.web.serving import Served, handshake, served
from tests.web.test_hall import Evening

MANY = 10**9
RATES = ("commands", "requests", "new_tables", "new_guests", "reads", "written")
TABLES = 40
CAPS = {**{rate: [MANY, MANY] for rate in RATES}, "tables_per_guest": TABLES + 1}
"""No quota ends the churning."""


class Churn:
    """A guest who comes, is refused, and goes; and opens tables only to close them."""

    def __init__(self, server: Served) -> None:
        self.server, self.times = server, 0
        self.client = server.client()
        self.client.post("/api/guest", json={"name": "Ada"})
        opened = (self.client.post("/api/tables", json={}).json() for _ in range(TABLES))
        self.tables = [each["table"] for each in opened]

    def memory(self) -> int:
        return int(psutil.Process(self.server.process.pid).memory_info().rss)

    def come_and_go(self) -> None:
        """Open a socket, be refused, and vanish without a word."""
        self.times += 1
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        command = {"kind": "place_bet", "key": "banker", "stake": 100}
        frame = json.dumps({"id": f"q{self.times}", "command": command}).encode()
        with socket.create_connection(("127.0.0.1", self.server.port)) as line:
            table = self.tables[self.times % TABLES]
            line.sendall(handshake(self.server.address, table, cookie))
            _read_until(line, b'"type":"welcome"')
            line.sendall(bytes([0x81, 0x80 | len(frame), 0, 0, 0, 0]) + frame)
            _read_until(line, b'"type":"refused"')

    def ask_in_vain(self) -> None:
        """Requests that are refused, over a connection of their own."""
        with httpx.Client(base_url=self.server.address, cookies=self.client.cookies) as client:
            assert client.post("/api/tables", json={"house_text": "deks = 1"}).status_code == 409
            assert client.delete("/api/tables/none").status_code == 404

    def open_and_close(self) -> None:
        """A table that nobody ever sees."""
        table = self.client.post("/api/tables", json={}).json()["table"]
        assert self.client.delete(f"/api/tables/{table}").status_code == 204


def _read_until(line: socket.socket, wanted: bytes) -> None:
    data = b""
    while wanted not in data:
        more = line.recv(1 << 16)
        assert more
        data += more


def test_a_refused_command_before_a_disconnect_leaves_nothing(tmp_path: Path) -> None:
    """One left 28 KiB; what is left now is its refusal, in a cache of bounded size."""
    with served(tmp_path / "hall.db", caps=CAPS) as server:
        churn = Churn(server)
        with closing(churn.client):
            for _ in range(200):
                churn.come_and_go()
            before = churn.memory()
            for _ in range(400):
                churn.come_and_go()
            assert churn.memory() - before < 400 * 5_000


@pytest.mark.marathon
def test_memory_is_flat_for_ten_minutes(tmp_path: Path) -> None:
    with served(tmp_path / "hall.db", caps=CAPS) as server:
        churn = Churn(server)

        def churn_for(seconds: float) -> None:
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                churn.come_and_go()
                churn.come_and_go()
                churn.ask_in_vain()
                churn.open_and_close()

        with closing(churn.client):
            churn_for(180)  # caches of bounded size fill meanwhile
            before = churn.memory()
            churn_for(420)
            assert churn.memory() - before < 20_000_000


class Visits:
    """Guests who come to a table one after the other, bet, are refused, see a coup, and leave."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.visits = evening, 0
        self.room = evening.table(evening.guest("Host"), TINY)

    def make(self, visits: int) -> int:
        """Return the memory in use after so many more visits."""
        for _ in range(visits):
            self.visits += 1
            self._make_one()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    def _make_one(self) -> None:
        evening = self.evening
        guests: list[Guest] = []
        evening.hall.name_guest("Ada", f"token {self.visits}", guests.append)  # type: ignore[arg-type] # no error
        evening.hall.turn()
        connection = evening.enter(guests[0], self.room)
        for kind, facts in (
            ("sit", {}),
            ("buy_in", {"chips": 100_000}),
            ("place_bet", {"key": "banker", "stake": 500}),
            ("place_bet", {"key": "banker", "stake": 1}),
            ("deal", {}),
            ("leave", {}),
        ):
            evening.ask(connection, kind, **facts)
            evening.pass_time(5_000)
        evening.hall.disconnect(connection)
        del evening.rooms[connection]


def test_nothing_but_caches_of_bounded_size_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With small caches memory is flat from one visit to the next, over several shoes."""
    monkeypatch.setattr(decisions, "CACHED_REFUSALS", 5)
    monkeypatch.setattr(rates, "MAX_BUCKETS", 5)
    evening = Evening(tmp_path / "hall.db", Caps(replay=10, sockets=10, waiting=MANY))
    visits = Visits(evening)
    tracemalloc.start()
    try:
        visits.make(40)
        before = min(visits.make(5) for _ in range(4))
        after = min(visits.make(5) for _ in range(4))
    finally:
        tracemalloc.stop()
        evening.store.close()
    assert after - before < 20 * 1_500, f"{(after - before) / 20:.0f} bytes for each visit"


def test_superseded_timers_do_not_pile_up(evening: Evening) -> None:
    room, timers = evening.table(evening.guest("Host")), Timers()
    for due in range(5_000, 0, -1):
        timers.schedule(room, due)
    assert len(timers._heap) < 200
    assert timers.pop_expired(0) == []
    assert timers.pop_expired(1) == [room]

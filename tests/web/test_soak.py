"""The server's memory stays flat, whatever guests do over and over."""

from __future__ import annotations

import json
import socket
import time
from contextlib import closing
from pathlib import Path

import httpx
import psutil
import pytest

from tests.web.serving import Served, served

MANY = 10**9
RATES = ("commands", "requests", "new_tables", "new_guests", "reads", "written")
CAPS = {rate: [MANY, MANY] for rate in RATES}
"""No quota ends the churning."""


class Churn:
    """A guest who comes, is refused, and goes; and opens tables only to close them."""

    def __init__(self, server: Served) -> None:
        self.server, self.times = server, 0
        self.client = server.client()
        self.client.post("/api/guest", json={"name": "Ada"})
        self.table = self.client.post("/api/tables", json={}).json()["table"]

    def memory(self) -> int:
        """The server's memory in bytes."""
        return int(psutil.Process(self.server.process.pid).memory_info().rss)

    def come_and_go(self) -> None:
        """Open a socket, be refused, and vanish without a word."""
        self.times += 1
        host = self.server.address.removeprefix("http://")
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        command = {"kind": "place_bet", "key": "banker", "stake": 100}
        frame = json.dumps({"id": f"q{self.times}", "command": command}).encode()
        with socket.create_connection(("127.0.0.1", self.server.port)) as line:
            line.sendall(
                f"GET /ws?table={self.table} HTTP/1.1\r\nHost: {host}\r\n"
                f"Origin: http://{host}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
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

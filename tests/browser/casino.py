"""A real server on a port of its own, and shoes whose cards are known beforehand."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from websockets import Origin
from websockets.sync.client import connect

from puntobanco.coup import Coup, Outcome, deal
from puntobanco.fairness import GuestSeed, Seed, fair_shoe
from puntobanco.house import CLASSIC, House
from tests.web.serving import start

WORD = "rosebud"
"""What a guest of these tests adds to every shoe, without random letters."""

AT_ONCE = {"ready": 0, "showing": 0.0}
"""Whoever presses the button deals, whether others are ready or not."""

_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")


@dataclass
class Casino:
    """`puntobanco serve` in a process of its own, perhaps at a pace of the test's own."""

    folder: Path
    seed: str = "browser"
    port: int = 0
    pace: Mapping[str, float] | None = None
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Open the doors, on the same port as before if there was one."""
        if self.pace is not None:
            hall = self.folder / "hall.db"
            server = start(hall, seed=self.seed, port=self.port, pace=self.pace)
            self.process, self.port = server.process, server.port
            return
        arguments = ["serve", "--port", str(self.port), "--db", str(self.folder / "hall.db")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "puntobanco", *arguments, "--seed", self.seed],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        found = _ADDRESS.search(self.process.stdout.readline())
        assert found, "the server does not say where it is"
        self.port = int(found[1])

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        self.process.wait(timeout=20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None


@contextmanager
def opened(
    folder: Path, *, seed: str = "browser", pace: Mapping[str, float] | None = None
) -> Iterator[Casino]:
    """A casino that is open for a while."""
    casino = Casino(folder, seed, pace=pace)
    casino.start()
    try:
        yield casino
    finally:
        casino.stop()


def coups_of(
    seed: str, house: House = CLASSIC, *, shoe: int = 1, seats: tuple[int, ...] = (1,)
) -> list[Coup]:
    """Every coup of a shoe to which the guests in these seats add their word."""
    words = tuple(GuestSeed(seat, WORD) for seat in seats)
    secret = Seed.of_text(seed, shoe)
    fresh = fair_shoe(house, table="any", number=shoe, seed=secret, guests=words).shoe
    _, rest = house.open_shoe(fresh)
    coups: list[Coup] = []
    is_last = False
    while not is_last:
        before = rest
        coup, rest = deal(before)
        is_last = house.is_last_coup(before, rest)
        coups.append(coup)
    return coups


def seed_with(outcome: Outcome) -> str:
    """A seed whose first coup ends like this."""
    seeds = (f"{outcome.value}-{number}" for number in range(1_000))
    return next(seed for seed in seeds if coups_of(seed)[0].outcome() is outcome)


def sit_and_go(casino: Casino, table: str, name: str) -> None:
    """Somebody takes a seat, without a browser, and goes away from the screen."""
    with httpx.Client(base_url=casino.address) as client:
        client.post("/api/guest", json={"name": name}).raise_for_status()
        cookie = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
    with connect(
        f"{casino.address.replace('http', 'ws', 1)}/ws?table={table}",
        origin=Origin(casino.address),
        additional_headers={"Cookie": cookie},
    ) as socket:
        socket.send(json.dumps({"id": "sits", "command": {"kind": "sit"}}))
        while (answer := json.loads(socket.recv(10))).get("id") != "sits":
            pass
        assert answer["type"] == "accepted"

"""A real server, and shoes with known cards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from websockets import Origin
from websockets.sync.client import connect

from puntobanco.coup import Coup, deal
from puntobanco.fairness import GuestSeed, Seed, fair_shoe
from puntobanco.house import CLASSIC, House
from tests.web.serving import PATIENCE, Served, own_port, start

SEED = "browser"
"""The seed of every table, unless a test arranges another."""

WORD = "rosebud"
"""The word that every guest adds to the shuffle, without random letters."""

AT_ONCE = {"ready": 0, "showing": 0.0}
"""The first guest who presses the button deals."""

PATIENT = {"ready": 120_000, "showing": 0.0}
"""A countdown that doesn't end during a test."""

UNHURRIED = {"stage": 40_000}
"""A seed ceremony that waits for every guest, however slow the browser."""


@dataclass
class Casino:
    """A server process that can be killed and restarted at the same address."""

    folder: Path
    port: int
    server: Served | None = field(default=None, repr=False)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def arrange(self, *, seed: str = SEED, pace: Mapping[str, float] | None = None) -> None:
        """Set the cards and the pace of all tables from the next shoe on."""
        new = self._arranged.with_suffix(".new")
        new.write_text(json.dumps([seed, {**UNHURRIED, **(pace or {})}]))
        new.replace(self._arranged)  # atomic: an abandoned table may begin a shoe meanwhile

    @property
    def _arranged(self) -> Path:
        return self.folder / "arranged.json"

    def start(self) -> None:
        """Start the server."""
        self.server = start(self.folder / "hall.db", told=self._arranged, port=self.port)

    def kill(self) -> None:
        """Kill the server, like a power cut."""
        if self.server:
            self.server.kill()
            self.server = None

    def stop(self) -> None:
        """Stop the server, like Ctrl-C."""
        if self.server:
            try:
                self.server.stop()
            finally:
                self.kill()


@contextmanager
def opened(
    folder: Path, *, seed: str = SEED, pace: Mapping[str, float] | None = None
) -> Iterator[Casino]:
    """Run a casino."""
    with own_port() as port:
        casino = Casino(folder, port)
        casino.arrange(seed=seed, pace=pace)
        casino.start()
        try:
            yield casino
        finally:
            casino.stop()


def coups_of(
    seed: str, house: House = CLASSIC, *, shoe: int = 1, seats: tuple[int, ...] = (1,)
) -> list[Coup]:
    """Return every coup of a shoe that the guests in these seats have added their word to."""
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


def seed_where(is_wanted: Callable[[Coup], bool]) -> str:
    """Return a seed whose first coup meets a condition."""
    seeds = (f"third-{number}" for number in range(1_000))
    return next(seed for seed in seeds if is_wanted(coups_of(seed)[0]))


def has_six_cards(coup: Coup) -> bool:
    return len(coup.cards) == 6


def laid(coup: Coup) -> list[str]:
    """Return the cards as they lie on the felt: Player's, then Banker's."""
    return [str(card) for hand in (coup.player, coup.banker) for card in hand.cards]


def sit_and_go(casino: Casino, table: str, name: str) -> None:
    """Take a seat without a browser, and disconnect."""
    with httpx.Client(base_url=casino.address, timeout=PATIENCE) as client:
        client.post("/api/guest", json={"name": name}).raise_for_status()
        cookie = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
    with connect(
        f"{casino.address.replace('http', 'ws', 1)}/ws?table={table}",
        origin=Origin(casino.address),
        additional_headers={"Cookie": cookie},
    ) as socket:
        socket.send(json.dumps({"id": "sits", "command": {"kind": "sit"}}))
        while (answer := json.loads(socket.recv(PATIENCE))).get("id") != "sits":
            pass
        assert answer["type"] == "accepted"

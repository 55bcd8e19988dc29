"""A real server at an address of its own, and shoes whose cards are known beforehand."""

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
"""Gives the cards of every table, unless others are arranged."""

WORD = "rosebud"
"""What a guest of these tests adds to every shoe, without random letters."""

AT_ONCE = {"ready": 0, "showing": 0.0}
"""Whoever presses the button deals, whether others are ready or not."""

UNHURRIED = {"stage": 40_000}
"""A ceremony that ends when all have taken part, however slow their browsers are."""


@dataclass
class Casino:
    """A server in a process of its own; it can be ended and started again at the same address."""

    folder: Path
    port: int
    server: Served | None = field(default=None, repr=False)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def arrange(self, *, seed: str = SEED, pace: Mapping[str, float] | None = None) -> None:
        """Have these cards and this pace from the next shoe on, at any table."""
        new = self._told.with_suffix(".new")
        new.write_text(json.dumps([seed, {**UNHURRIED, **(pace or {})}]))
        new.replace(self._told)  # whole: a table that was left may begin a shoe meanwhile

    @property
    def _told(self) -> Path:
        return self.folder / "told.json"

    def start(self) -> None:
        """Open the doors."""
        self.server = start(self.folder / "hall.db", told=self._told, port=self.port)

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.server:
            self.server.kill()
            self.server = None

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self.server:
            try:
                self.server.stop()
            finally:
                self.kill()


@contextmanager
def opened(
    folder: Path, *, seed: str = SEED, pace: Mapping[str, float] | None = None
) -> Iterator[Casino]:
    """A casino that is open for a while."""
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


def seed_where(is_wanted: Callable[[Coup], bool]) -> str:
    """Return a seed whose first coup is wanted."""
    seeds = (f"third-{number}" for number in range(1_000))
    return next(seed for seed in seeds if is_wanted(coups_of(seed)[0]))


def has_six_cards(coup: Coup) -> bool:
    return len(coup.cards) == 6


def laid(coup: Coup) -> list[str]:
    """Return the cards as they lie on the felt: Player's, then Banker's."""
    return [str(card) for hand in (coup.player, coup.banker) for card in hand.cards]


def sit_and_go(casino: Casino, table: str, name: str) -> None:
    """Somebody takes a seat, without a browser, and goes away from the screen."""
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

"""kill -9 of the real server while a guest bets: nothing acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from puntobanco.store import Store
from tests.web.gambler import Gambler, check_log
from tests.web.serving import browser, start

CAPS = {"commands": [10_000, 10_000]}


async def evening(path: Path, kills: int, seed: int) -> None:
    """Play, kill, start again; then compare what was promised with what the log says."""
    rng = random.Random(seed)
    servers = [start(path, caps=CAPS)]
    try:
        async with browser(servers[0]) as host:
            gambler = Gambler("Ada", host.cookie, rng, servers, await host.open_table())
        async with asyncio.TaskGroup() as group:
            group.create_task(gambler.play())
            for _ in range(kills):
                await gambler.hear(rng.randint(0, 200))
                servers[0].kill()
                servers[0] = await asyncio.to_thread(start, path, caps=CAPS)
            gambler.is_ending = True
    finally:
        servers[0].kill()
    with Store.read(path) as store:
        kinds, done = check_log(store, gambler.table, [gambler])
    assert kinds["coup_dealt"] == done["deal"]
    assert gambler.accepted


async def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    await evening(tmp_path / "hall.db", kills=4, seed=1)


@pytest.mark.marathon
@pytest.mark.parametrize("seed", range(10))
async def test_nothing_acknowledged_is_lost_when_the_server_is_killed_a_hundred_times(
    tmp_path: Path, seed: int
) -> None:
    await evening(tmp_path / "hall.db", kills=10, seed=100 + seed)

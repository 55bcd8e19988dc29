"""The server notices within a second that its file is gone, and does not pretend otherwise."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from puntobanco.web.http.app import LONGEST_SLEEP
from tests.web.serving import Served, browser, eventually, served


async def _lose(server: Served, path: Path) -> None:
    async with browser(server) as guest, guest.at(await guest.open_table()) as player:
        await player.sit_down()

        async def is_ill() -> bool:
            return (await guest.client.get("/healthz")).status_code == 503

        assert not await is_ill()
        path.unlink()  # noqa: ASYNC240 - a moment of this test's own
        await eventually(is_ill)
        assert LONGEST_SLEEP <= 1_000, "the file is looked for every second at least"
        answer = await player.ask("place_bet", key="banker", stake=500)
        assert (answer["type"], answer["code"]) == ("refused", "log")


@pytest.mark.parametrize("name", ["hall.db", "hall.db-wal"])
def test_a_deleted_file_is_noticed_and_the_closing_line_is_true(tmp_path: Path, name: str) -> None:
    with served(tmp_path / "hall.db") as server:
        lost = tmp_path / name
        asyncio.run(_lose(server, lost))
        server.process.send_signal(signal.SIGTERM)
        lines = server.lines()
        assert server.process.wait(30) != 0
    held = f"{lost} is gone, or another file, and what it held with it"
    assert any(held in line for line in lines)
    assert not any("is kept in" in line for line in lines)

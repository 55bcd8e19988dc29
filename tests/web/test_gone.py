"""The server notices within a second that a file was changed, and does not pretend otherwise."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from puntobanco.web.http.app import LONGEST_SLEEP
from tests.store.test_gone import delete, truncate, truncate_wal, zero, zero_wal
from tests.web.serving import browser, eventually, served


def delete_wal(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


@pytest.mark.parametrize("spoil", [delete, delete_wal, truncate, truncate_wal, zero, zero_wal])
async def test_a_changed_file_is_noticed_and_the_closing_line_is_true(
    tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    path = tmp_path / "hall.db"
    with served(path) as server:
        async with browser(server) as guest, guest.at(await guest.open_table()) as player:
            await player.sit_down()
            assert server.get("/readyz").status_code == 200
            spoil(path)
            await eventually(lambda: server.get("/readyz").status_code == 503)
            assert LONGEST_SLEEP <= 1_000, "the files are looked at every second at least"
            answer = await player.ask("place_bet", key="banker", stake=500)
            assert (answer["type"], answer["code"]) == ("refused", "log")
        server.process.send_signal(signal.SIGTERM)
        lines = server.lines()
        assert server.process.wait(30) != 0
    spoilt = f"{path}-wal" if "wal" in spoil.__name__ else str(path)
    what = "gone, or replaced" if "delete" in spoil.__name__ else "truncated, or overwritten"
    assert any(line.startswith("Closed") and f"{spoilt}: {what}" in line for line in lines)
    assert not any("is kept" in line for line in lines)


async def test_a_deleted_head_file_is_written_again(tmp_path: Path) -> None:
    head = tmp_path / "hall.db-head"
    with served(tmp_path / "hall.db") as server:
        async with browser(server) as guest, guest.at(await guest.open_table()) as player:
            await player.sit_down()
            head.unlink()
            await eventually(head.exists)
            answer = await player.ask("place_bet", key="banker", stake=500)
            assert answer["type"] == "accepted"
        assert server.stop() == 0

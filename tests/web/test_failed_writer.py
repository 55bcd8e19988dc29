"""The turn loop: when it wakes, and how a fault in it ends the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import httpx
import pytest

from puntobanco.cli import main
from puntobanco.store import Store
from puntobanco.web.hall.batch import Batch
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.look import Look
from puntobanco.web.hall.requests import NameGuest
from puntobanco.web.http.app import TurnLoop
from puntobanco.web.room.value import GUESTS, Guest
from tests.web.serving import PATIENCE, commanded
from tests.web.test_hall import Evening


@pytest.mark.parametrize("before, sleeps", [(250, [0.25]), (5_000, [1.0]), (0, []), (-1, [])])
async def test_it_sleeps_until_the_next_timer_and_a_second_at_most(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, before: int, sleeps: list[float]
) -> None:
    evening.now = evening.hall.due() - before
    asked: list[float] = []
    loop = asyncio.get_running_loop()

    def at_once(delay: float, wake: Callable[[], None]) -> asyncio.Handle:
        asked.append(delay)
        return loop.call_soon(wake)

    monkeypatch.setattr(loop, "call_later", at_once)
    await TurnLoop(evening.hall)._sleep()
    assert asked == sleeps


class FaultyHall(Hall):
    """Fails in a way that nobody has thought of."""

    def decide(self, look: Look | None = None) -> Batch:
        """Decide, unless a guest called Fault enters."""
        batch = super().decide(look)
        names = [r.guest.name for r, *_ in batch.decided if isinstance(r, NameGuest)]
        if "Fault" in names:
            raise RuntimeError("a fault")
        return batch


def test_a_server_whose_writer_fails_leaves_with_2_and_keeps_what_was_accepted(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hall.db"
    with commanded(path, module="tests.web.test_failed_writer") as server:
        with server.client() as guest:
            assert guest.post("/api/guest", json={"name": "Ada"}).status_code == 200
            with suppress(httpx.RemoteProtocolError):  # or the connection is cut
                assert guest.post("/api/guest", json={"name": "Fault"}).status_code == 500
        _, errors = server.process.communicate(timeout=PATIENCE)
    assert server.process.returncode == 2
    last = errors.splitlines()[-1]
    assert last.endswith(f"{path}: the writer has failed; whatever was accepted is kept")
    with Store.read(path) as store:
        assert [Guest.parse(text).name for text in store.notes(GUESTS).values()] == ["Ada"]


if __name__ == "__main__":
    with patch("puntobanco.web.http.server.Hall", FaultyHall):
        main()

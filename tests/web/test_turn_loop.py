"""When the loop of turns wakes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from puntobanco.web.http.app import TurnLoop
from tests.web.test_hall import Evening


@pytest.mark.parametrize("before, sleeps", [(250, [0.25]), (5_000, [1.0]), (0, []), (-1, [])])
def test_it_sleeps_until_the_next_timer_and_a_second_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: int, sleeps: list[float]
) -> None:
    evening = Evening(tmp_path / "hall.db")
    evening.now = evening.hall.due() - before
    asked: list[float] = []

    async def sleep() -> None:
        loop = asyncio.get_running_loop()

        def at_once(delay: float, wake: Callable[[], None]) -> asyncio.Handle:
            asked.append(delay)
            return loop.call_soon(wake)

        monkeypatch.setattr(loop, "call_later", at_once)
        await TurnLoop(evening.hall)._sleep()

    asyncio.run(sleep())
    assert asked == sleeps
    evening.store.close()

"""When the loop of turns wakes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from puntobanco.web.http.app import TurnLoop
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

"""The circuit run press by press in Amaranth's simulator, with its waveform if that is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from amaranth.hdl import Value
from amaranth.sim import Simulator

from puntobanco.cards import Rank
from puntobanco.hardware.circuit import DemoBoard
from puntobanco.hardware.interface import NUMBERS
from puntobanco.hardware.judging import Observation
from puntobanco.tableau import PUNTO_BANCO, Side, Tableau

NANOSECONDS = 10
"""From one change of a pin to the next."""


_Context: TypeAlias = Any
"""What Amaranth hands to a test bench; it has no types."""


class Running:
    """A board that is on. It wants a card for a press, and shows what it shows."""

    def __init__(self, tableau: Tableau) -> None:
        self._board = DemoBoard(tableau)
        self.simulator = Simulator(self._board)
        self.simulator.add_testbench(self._hands)
        self._tasks: list[tuple[Rank | None, bool]] = []
        self._shown = Observation((), (0, 0), (False, False))

    @property
    def pins(self) -> list[Value]:
        """What a waveform of it shows."""
        return [*self._board.ports, self._board.core.card, self._board.core.wanted]

    def deal(self, card: Rank) -> Observation:
        """Press the key at the moment when the counter shows this card."""
        return self._do(card, is_reset=False)

    def reset(self) -> Observation:
        """Press the key while the reset is held."""
        return self._do(None, is_reset=True)

    def _do(self, card: Rank | None, *, is_reset: bool) -> Observation:
        self._tasks.append((card, is_reset))
        while self._tasks:
            self.simulator.advance()
        return self._shown

    async def _hands(self, context: _Context) -> None:
        """One task at a time: wait for the card, press, look."""
        board = self._board
        context.set(board.deal, 1)
        context.set(board.reset_n, 1)
        while True:
            await context.delay(NANOSECONDS * 1e-9)
            if not self._tasks:
                continue
            card, is_reset = self._tasks[0]
            while card and context.get(board.core.card) != NUMBERS[card]:
                await self._pulse(context, board.clock, 1)
            context.set(board.reset_n, not is_reset)
            await self._pulse(context, board.deal, 0)
            context.set(board.reset_n, 1)
            self._shown = self._look(context, is_reset=is_reset)
            self._tasks.pop(0)

    async def _pulse(self, context: _Context, pin: Value, value: int) -> None:
        for level in (value, 1 - value):
            context.set(pin, level)
            await context.delay(NANOSECONDS * 1e-9)

    def _look(self, context: _Context, *, is_reset: bool) -> Observation:
        board = self._board
        player, banker = board.hands
        pairs = zip(*(board.displays[side] for side in Side), strict=True)
        return Observation(
            tuple(context.get(display) for pair in pairs for display in pair),
            (context.get(player.score), context.get(banker.score)),
            (bool(context.get(player.light)), bool(context.get(banker.light))),
            is_reset,
        )


@contextmanager
def running(tableau: Tableau = PUNTO_BANCO, *, vcd: Path | None = None) -> Iterator[Running]:
    """A board that is on and has been reset; everything it does goes into a VCD file, if named."""
    with ExitStack() as stack:
        file = stack.enter_context(vcd.open("w", encoding="utf-8")) if vcd else None
        board = Running(tableau)
        if file:
            stack.enter_context(board.simulator.write_vcd(file, traces=board.pins))
        board.reset()
        yield board

"""The game as a circuit: six card registers, and everything else as logic on them.

    Counter ──card──▶ Core ──six cards──▶ six Displays
                       ├──▶ two scores, two win lights
                       └──▶ which card is wanted
    └──────────────────── DemoBoard ────────────────────┘

The registers are the only state of a coup. The next card follows from the registers that are
filled and from the tableau, so no register can contradict the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any, TypeAlias

from amaranth.hdl import (
    ClockDomain,
    Const,
    DomainRenamer,
    Elaboratable,
    Module,
    Mux,
    Signal,
    Value,
)
from amaranth.sim import Simulator

from puntobanco.cards import Rank
from puntobanco.hardware.interface import BLANK, CODES, NUMBERS
from puntobanco.hardware.judging import Observation
from puntobanco.tableau import HOLDINGS, POINTS, PUNTO_BANCO, SQUARES, Side, Tableau

CARD_BITS = 4
"""A card on wires: 1 to 13 for ace to king, 0 for none."""

DISPLAY_BITS = 7
SCORE_BITS = 4


WANTED_BITS = 3
"""Which card register the next card goes to: 1 to 6 in dealing order, or 0 after the end."""


class HandRegister:
    """The wires of one side: three card registers, a score and a win light."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.cards = [Signal(CARD_BITS, name=f"{side.value}_{slot}") for slot in (1, 2, 3)]
        self.score = Signal(SCORE_BITS, name=f"{side.value}_score")
        self.light = Signal(name=f"{side.value}_light")


class Core(Elaboratable):
    """Takes one card per clock edge; 0, 14 and 15 are no cards. A reset empties all registers."""

    def __init__(self, draws: Value) -> None:
        self.squares = draws
        self.card = Signal(CARD_BITS)
        self.player = HandRegister(Side.PLAYER)
        self.banker = HandRegister(Side.BANKER)
        self.wanted = Signal(WANTED_BITS)

    def elaborate(self, _platform: object) -> Module:
        """Build the registers and the logic on them."""
        m = Module()
        p1, p2, p3 = self.player.cards
        b1, b2, b3 = self.banker.cards
        player_two, banker_two = (Signal(SCORE_BITS, name=f"{side.value}_two") for side in Side)
        m.d.comb += [
            player_two.eq(_total(m, [p1, p2])),
            banker_two.eq(_total(m, [b1, b2])),
            self.player.score.eq(_total(m, self.player.cards)),
            self.banker.score.eq(_total(m, self.banker.cards)),
            self.player.light.eq(self._over & (self.player.score >= self.banker.score)),
            self.banker.light.eq(self._over & (self.banker.score >= self.player.score)),
        ]
        natural = player_two[3] | banker_two[3]
        player_draws = ~natural & self.squares[: len(HOLDINGS)].bit_select(player_two[:3], 1)
        banker_draws = ~natural & self._banker_draws(banker_two[:3], p3)
        is_card = (self.card >= 1) & (self.card <= len(NUMBERS))
        registers = (p1, b1, p2, b2, p3, b3)
        may = (Const(1), Const(1), Const(1), Const(1), player_draws, banker_draws)
        # The first empty register that is due gets the card.
        for slot, (register, is_due) in enumerate(zip(registers, may, strict=True), start=1):
            with (m.If if slot == 1 else m.Elif)((register == 0) & is_due):
                m.d.comb += self.wanted.eq(slot)
        for slot, register in enumerate(registers, start=1):
            with m.If(is_card & (self.wanted == slot)):
                m.d.sync += register.eq(self.card)
        return m

    @property
    def _over(self) -> Value:
        return self.wanted == 0

    def _banker_draws(self, holding: Value, player_third: Value) -> Value:
        """Look up Banker's square: the row of the holding, the column of Player's third card."""
        rows = self.squares[len(HOLDINGS) :]
        column = Mux(player_third == 0, 0, 1 + _points(player_third))
        return rows.word_select(holding, 1 + len(POINTS)).bit_select(column, 1)


def squares(tableau: Tableau) -> Value:
    """Return a tableau as a constant: a bit for each square, in the picture's order."""
    bits = sum(tableau.draws(square) << place for place, square in enumerate(SQUARES))
    return Const(bits, len(SQUARES))


def _points(card: Value) -> Value:
    return Mux(card < 10, card, 0)


def _total(m: Module, cards: list[Value]) -> Value:
    points = map(_points, cards)
    total = Signal(5, name="sum")
    m.d.comb += total.eq(reduce(add, points))
    return Mux(total >= 20, total - 20, Mux(total >= 10, total - 10, total))


class Display(Elaboratable):
    """One card on seven segments, active low."""

    def __init__(self) -> None:
        self.card = Signal(CARD_BITS)
        self.segments = Signal(DISPLAY_BITS)

    def elaborate(self, _platform: object) -> Module:
        """Switch to the code of the card."""
        m = Module()
        with m.Switch(self.card):
            for rank, code in CODES.items():
                with m.Case(NUMBERS[rank]):
                    m.d.comb += self.segments.eq(code)
            with m.Default():
                m.d.comb += self.segments.eq(BLANK)
        return m


class Counter(Elaboratable):
    """Counts from ace to king and around, too fast for a guest to choose a card."""

    def __init__(self) -> None:
        self.card = Signal(CARD_BITS, init=1)

    def elaborate(self, _platform: object) -> Module:
        """Count to 13 and start again."""
        m = Module()
        m.d.sync += self.card.eq(Mux(self.card == len(NUMBERS), 1, self.card + 1))
        return m


class DemoBoard(Elaboratable):
    """Everything on a board: two keys and a clock in, displays and lights out."""

    def __init__(self, tableau: Tableau = PUNTO_BANCO) -> None:
        self.core = Core(squares(tableau))
        self.clock = Signal()
        self.deal = Signal()
        self.reset_n = Signal()
        self.displays = {
            side: [Signal(DISPLAY_BITS, name=f"{side.value}_display_{n}") for n in (1, 2, 3)]
            for side in Side
        }
        self._wanted = Signal(WANTED_BITS)
        """On no pin, but it makes `wanted` a port of the core, for those who use the core alone."""

    @property
    def hands(self) -> tuple[HandRegister, HandRegister]:
        """Player's wires and Banker's."""
        return self.core.player, self.core.banker

    @property
    def ports(self) -> list[Value]:
        """The pins of the board."""
        displays = [display for side in Side for display in self.displays[side]]
        lights = [wire for hand in self.hands for wire in (hand.score, hand.light)]
        return [self.clock, self.deal, self.reset_n, *displays, *lights]

    def elaborate(self, _platform: object) -> Module:
        """Connect a card counter on the fast clock, the core on the key, and six displays."""
        m = Module()
        m.domains.fast = fast = ClockDomain(reset_less=True)
        m.domains.key = key = ClockDomain()
        m.submodules.counter = counter = DomainRenamer("fast")(Counter())
        m.submodules.core = DomainRenamer("key")(self.core)
        m.d.comb += [
            fast.clk.eq(self.clock),
            key.clk.eq(self.deal),
            key.rst.eq(~self.reset_n),
            self.core.card.eq(counter.card),
            self._wanted.eq(self.core.wanted),
        ]
        for hand in self.hands:
            wires = zip(hand.cards, self.displays[hand.side], strict=True)
            for slot, (card, segments) in enumerate(wires, start=1):
                display = Display()
                m.submodules[f"{hand.side.value}_digit_{slot}"] = display
                m.d.comb += [display.card.eq(card), segments.eq(display.segments)]
        return m


NANOSECONDS = 10
"""From one change of a pin to the next."""


_Context: TypeAlias = Any
"""The context of a test bench, which Amaranth doesn't type."""


class Running:
    """A board that is switched on, run press by press in Amaranth's simulator."""

    def __init__(self, tableau: Tableau) -> None:
        self._board = DemoBoard(tableau)
        self.simulator = Simulator(self._board)
        self.simulator.add_testbench(self._hands)
        self._tasks: list[tuple[Rank | None, bool]] = []
        self._shown = Observation((), (0, 0), (False, False))

    @property
    def pins(self) -> list[Value]:
        """The signals of a waveform."""
        return [*self._board.ports, self._board.core.card, self._board.core.wanted]

    def deal(self, card: Rank) -> Observation:
        """Press the key when the counter shows this card."""
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
        """Do one task at a time: wait for the card, press, look."""
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
        displays = [display for pair in pairs for display in pair]
        pins = (*displays, player.score, banker.score, player.light, banker.light)
        return Observation.of(map(context.get, pins), is_reset=is_reset)


@contextmanager
def running(tableau: Tableau = PUNTO_BANCO, *, vcd: Path | None = None) -> Iterator[Running]:
    """Yield a board that was reset. Write everything it does into a VCD file, if given."""
    with ExitStack() as stack:
        file = stack.enter_context(vcd.open("w", encoding="utf-8")) if vcd else None
        board = Running(tableau)
        if file:
            stack.enter_context(board.simulator.write_vcd(file, traces=board.pins))
        board.reset()
        yield board

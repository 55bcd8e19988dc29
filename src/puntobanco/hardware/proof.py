"""Prove by k-induction that the circuit follows the rulebook for any cards and any reset."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from amaranth.back import rtlil
from amaranth.hdl import ClockDomain, Const, Elaboratable, Module, Mux, Signal, Value

from puntobanco.errors import ToolFailed
from puntobanco.hardware import yosys
from puntobanco.hardware.circuit import CARD_BITS, Core, Display, squares
from puntobanco.hardware.interface import BLANK, CODES
from puntobanco.hardware.rulebook import DEALING_ORDER, Bits, Draws, Ruling, ruling
from puntobanco.tableau import HOLDINGS, SQUARES, Side, Square, Tableau

PROVED_WITHIN = 600
"""Seconds of processor time that a proof may take."""

_READ = f"read_rtlil {yosys.BOX}/obligation.il\nproc -norom\nflatten\nopt\n"
_NONE_FLIPPED = len(SQUARES)
_CLEARED = 10
"""A card without points, to deal if only the other cards matter."""


class Obligation(Elaboratable):
    """A core, its displays, and one wire that is 1 as long as they keep to the rulebook."""

    def __init__(self, tableau: Tableau, rules: Draws) -> None:
        self.flipped = Signal(range(len(SQUARES) + 1))
        self.core = Core(squares(tableau) ^ (Const(1) << self.flipped)[: len(SQUARES)])
        self.rules = rules
        self.clock = Signal()
        self.card = Signal(CARD_BITS)
        self.reset = Signal()
        self.holds = Signal()

    @property
    def ports(self) -> list[Value]:
        """The card and the reset, which may be anything, and whether the rules hold."""
        return [self.clock, self.flipped, self.card, self.reset, self.holds]

    def elaborate(self, _platform: object) -> Module:
        """Build the circuit and the rulebook beside it."""
        m = Module()
        m.domains.sync = sync = ClockDomain()
        m.domains.past = past = ClockDomain(reset_less=True)
        m.submodules.core = core = self.core
        cards = [
            (core.player if name.startswith("player") else core.banker).cards[int(name[-1]) - 1]
            for name in DEALING_ORDER
        ]
        segments = [
            self._display(m, name, card) for name, card in zip(DEALING_ORDER, cards, strict=True)
        ]
        codes = (BLANK, *CODES.values())
        shown = [[Wire(m, each == code) for code in codes] for each in segments]
        says = ruling(shown, self.rules, Wire(m, Const(1)))
        m.d.comb += [
            sync.rst.eq(self.reset),
            sync.clk.eq(self.clock),
            past.clk.eq(self.clock),
            core.card.eq(self.card),
            self.holds.eq(self._is_right(cards, says) & self._moved_right(m, cards, says)),
        ]
        return m

    def _display(self, m: Module, name: str, card: Value) -> Value:
        m.submodules[name] = display = Display()
        m.d.comb += display.card.eq(card)
        return display.segments

    def _is_right(self, cards: Sequence[Value], says: Ruling) -> Value:
        """Return whether the board shows a legal position with its scores, lights and next card."""
        core = self.core
        right = says.is_legal.value & (core.wanted == _number(says.wanted, start=1))
        for card in cards:
            right &= card <= len(CODES)
        for hand, total, light in zip(
            (core.player, core.banker), says.totals, says.lights, strict=True
        ):
            right &= (hand.score == _number(total)) & (hand.light == light.value)
        return right

    def _moved_right(self, m: Module, cards: Sequence[Value], says: Ruling) -> Value:
        """Return whether the last edge brought the right card, cleared all, or changed nothing."""
        was_reset, taken = Signal(init=1), Signal(CARD_BITS)
        is_card = (self.card != 0) & (self.card != 14) & (self.card != 15)
        m.d.past += [was_reset.eq(self.reset), taken.eq(self.card)]
        right: Value = Const(1)
        for name, card, wanted in zip(DEALING_ORDER, cards, says.wanted, strict=True):
            before = Signal(CARD_BITS, name=f"{name}_before")
            comes = Signal(name=f"{name}_comes")
            m.d.past += [before.eq(card), comes.eq(wanted.value & is_card)]
            right &= card == Mux(was_reset, 0, Mux(comes, taken, before))
        return right


class Wire:
    """A bit of the rulebook on its own wire, so that no expression is written twice."""

    def __init__(self, m: Module, value: Value) -> None:
        self._m = m
        self.value = Signal(name="bit")
        m.d.comb += self.value.eq(value)

    def __and__(self, other: Wire) -> Wire:
        return Wire(self._m, self.value & other.value)

    def __or__(self, other: Wire) -> Wire:
        return Wire(self._m, self.value | other.value)

    def __xor__(self, other: Wire) -> Wire:
        return Wire(self._m, self.value ^ other.value)


def _number(bits: Bits, start: int = 0) -> Value:
    """Return the number of the bit that is set, or 0."""
    return reduce(or_, (Mux(bit.value, number, 0) for number, bit in enumerate(bits, start)))


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of a proof: its depth, or the cards that break a rule."""

    holds: bool
    depth: int
    """How many presses the induction looks back, or lead to the broken rule."""
    cards: tuple[int, ...] = ()
    """The cards that break a rule, as numbers on the wires. 0, 14 and 15 are no cards."""


@dataclass(frozen=True, slots=True)
class Flip:
    """Whether a circuit with one flipped square was refuted; None if no coup reaches the square."""

    square: Square
    is_refuted: bool | None


def prove(tableau: Tableau, rules: Draws) -> Proof:
    """Prove that the circuit of a tableau follows the rules, for any cards and any reset."""
    sought = f"-prove holds 1 -set flipped {_NONE_FLIPPED}"
    script = f"sat -tempinduct {sought} -maxsteps 20 -show card obligation\n"
    log = _ran(tableau, rules, script)
    depths = [int(depth) for depth in re.findall(r"^\[base case (\d+)\]", log, re.MULTILINE)]
    if "Induction step proven: SUCCESS!" in log:
        return Proof(holds=True, depth=max(depths))
    cards = [int(card) for card in re.findall(r"^ +\d+ \\card +(\d+) ", log, re.MULTILINE)]
    if not cards:
        raise ToolFailed("yosys", "neither proved nor refuted")
    return Proof(holds=False, depth=max(depths), cards=tuple(cards[-max(depths) :]))


def refute_flips(tableau: Tableau, rules: Draws, squares: Sequence[Square] = SQUARES) -> list[Flip]:
    """Show that a circuit with any one of these squares flipped breaks the rules."""
    reaching = {SQUARES.index(square): _reaching(square, tableau) for square in squares}
    script = "".join(
        f"log square {number}\n{_refutation(number, cards)}"
        for number, cards in reaching.items()
        if cards
    )
    parts = re.split(r"^square (\d+)$", _ran(tableau, rules, script), flags=re.MULTILINE)[1:]
    refuted = {
        int(number): "model found: FAIL!" in part
        for number, part in zip(parts[::2], parts[1::2], strict=True)
    }
    return [Flip(SQUARES[number], refuted.get(number)) for number in reaching]


def _refutation(number: int, cards: Sequence[int]) -> str:
    dealt = " ".join(f"-set-at {step} card {card}" for step, card in enumerate(cards, start=1))
    sought = f"-prove holds 1 -set reset 0 -set flipped {number}"
    return f"sat -seq {len(cards) + 1} {sought} {dealt} obligation\n"


def _reaching(square: Square, tableau: Tableau) -> tuple[int, ...]:
    """Return cards that lead to a square, if any do."""
    if square.side is Side.PLAYER:
        return _opening(square.holding, 7)
    draws = square.third is not None
    holding = next((held for held in HOLDINGS if tableau.player_draws(held) is draws), None)
    if holding is None:
        return ()
    third = () if square.third is None else (square.third or _CLEARED,)
    return (*_opening(holding, square.holding), *third)


def _opening(player: int, banker: int) -> tuple[int, ...]:
    return _CLEARED, _CLEARED, player or _CLEARED, banker or _CLEARED


def _ran(tableau: Tableau, rules: Draws, script: str) -> str:
    obligation = Obligation(tableau, rules)
    text = rtlil.convert(obligation, name="obligation", ports=obligation.ports)
    ran = yosys.run(_READ + script, {"obligation.il": text.encode()}, seconds=PROVED_WITHIN)
    if not ran.done:
        raise ToolFailed("yosys", ran.error)
    return ran.log

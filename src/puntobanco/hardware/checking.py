"""Judging somebody else's circuit as a black box: every order of cards, any reset, for ever.

All 13^6 orders of ranks are played at once, in the lanes of a simulation, and after each press
every lane is compared with the rulebook. The circuit is right for ever, and not only for as long
as was tried, if two things hold in every lane: at the end no press changes a register any more,
and a reset always leads back to one and the same state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import and_, or_

from puntobanco.cards import Rank
from puntobanco.errors import ToolFailed
from puntobanco.hardware.bench import Bench, Step
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.judging import MOST_PRESSES, Fault, Finding, first_fault
from puntobanco.hardware.lanes import copies
from puntobanco.hardware.netlist import Netlist
from puntobanco.hardware.rulebook import Bits, Draws, Ruling, ruling
from puntobanco.tableau import PUNTO_BANCO, Tableau

RANKS = len(Rank)

ALIKE = 2
"""The first cards, which all lanes of a chunk have in common; the other four differ."""

PATIENCE = 5_000
"""Presses after the end, where registers still change though nothing that is shown does."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check came to."""

    finding: Finding | None
    steps: tuple[Step, ...] = ()
    """The run that leads to the finding."""
    is_for_ever: bool = False
    """Whether it is proved for any number of presses and resets."""


@dataclass(slots=True)
class _Watch:
    """What all lanes showed after the last press, and which of them broke a rule."""

    bench: Bench
    draws: Draws
    wires: list[int]
    over: list[int]
    """Whether the coup was over, press by press."""
    lit: int = 0

    def broken(self) -> int:
        """The lanes that have just broken a rule."""
        lanes, interface = self.bench.lanes, self.bench.interface
        now = lanes[self.bench.watched]
        if self.lit == lanes.ones and now == self.wires:
            return 0
        places = [_decoded(lanes[nets], interface, lanes.ones) for nets in self.bench.displays]
        says = ruling(places, self.draws, lanes.ones)
        lights = lanes[self.bench.lights]
        lit = lights[0] | lights[1]
        scores = _wrong_scores([lanes[nets] for nets in self.bench.scores], says)
        moved = reduce(or_, (old ^ new for old, new in zip(self.wires, now, strict=True)), 0)
        legible = reduce(and_, (reduce(or_, place) for place in places))
        wrong_lights = (lights[0] ^ says.lights[0]) | (lights[1] ^ says.lights[1])
        self.over.append(says.is_over)
        late = (
            self.over[-1 - interface.presses_late] if len(self.over) > interface.presses_late else 0
        )
        broken = (legible & says.is_legal) ^ lanes.ones
        broken |= lit & (scores | wrong_lights) | (late & (lit ^ lanes.ones))
        broken |= (self.lit & moved) | self._changed(now)
        self.wires, self.lit = now, lit
        return int(broken & lanes.ones)

    def _changed(self, now: list[int]) -> int:
        """The lanes in which a card that lay on the table is another now, or gone."""
        changed = 0
        for place, nets in enumerate(self.bench.displays):
            start = place * len(nets)
            old, new = self.wires[start : start + 7], now[start : start + 7]
            blank = self.bench.interface.blank
            was_empty = self.bench.lanes.ones
            for bit, wire in enumerate(old):
                was_empty &= wire if blank >> bit & 1 else wire ^ self.bench.lanes.ones
            differs = reduce(or_, (a ^ b for a, b in zip(old, new, strict=True)))
            changed |= differs & (was_empty ^ self.bench.lanes.ones)
        return changed

    def multiply(self, times: int, lanes: int) -> None:
        """Follow the lanes when they are multiplied."""
        self.wires = copies(self.wires, times, lanes=lanes)
        self.over = copies(self.over, times, lanes=lanes)
        (self.lit,) = copies([self.lit], times, lanes=lanes)


def _decoded(wires: list[int], interface: Interface, ones: int) -> Bits:
    """What a display shows in each lane: no card, or ace to king."""
    return [
        reduce(and_, (wire if code >> bit & 1 else wire ^ ones for bit, wire in enumerate(wires)))
        for code in (interface.blank, *interface.codes)
    ]


def _wrong_scores(scores: list[list[int]], says: Ruling) -> int:
    wrong = 0
    for wires, totals in zip(scores, says.totals, strict=True):
        for bit, wire in enumerate(wires):
            right = reduce(or_, (has for number, has in enumerate(totals) if number >> bit & 1))
            wrong |= wire ^ right
    return wrong


def check(netlist: Netlist, interface: Interface, tableau: Tableau = PUNTO_BANCO) -> Verdict:
    """Play every order of cards on a circuit, until one breaks a rule or none is left."""
    bench = Bench(netlist, interface)
    bench.power_up()
    start = bench.lanes.saved()
    shown = bench.shown(is_reset=True)
    remains = first_fault((shown,), interface, tableau)
    if remains:
        return Verdict(remains)
    never = _never_dealt(bench)
    if never:
        return Verdict(Finding(Fault.NEVER_DEALT, (), rank=never[0]))
    is_for_ever = True
    for opening in product(range(RANKS), repeat=ALIKE):
        bench.lanes.restore(start)
        chunk = _Chunk(bench, Draws.of(tableau), opening)
        steps = chunk.play()
        if steps:
            return Verdict(explained(netlist, interface, tableau, steps), steps)
        is_for_ever &= chunk.is_for_ever
    if not is_for_ever:
        bench.lanes.restore(start)
        steps = _waited(bench)
        if steps:
            return Verdict(explained(netlist, interface, tableau, steps), steps)
    return Verdict(None, is_for_ever=is_for_ever)


def explained(
    netlist: Netlist, interface: Interface, tableau: Tableau, steps: Sequence[Step]
) -> Finding:
    """The rule that one run of a circuit breaks."""
    shown = tuple(Bench(netlist, interface).replayed(steps))
    finding = first_fault(shown, interface, tableau)
    if finding is None:
        raise ToolFailed("check", "a run failed among others and did not fail alone")
    return finding


def _never_dealt(bench: Bench) -> list[Rank]:
    """The ranks that do not come up first, however long one waits."""
    lanes = bench.lanes
    waits = 4 * RANKS
    lanes.multiply(waits)
    bench.tick([lanes.ones >> wait << wait for wait in range(1, waits)])
    bench.press()
    first = _decoded(lanes[bench.displays[0]], bench.interface, lanes.ones)
    if reduce(or_, first) != lanes.ones or first[0]:
        return []
    return [rank for rank, bits in zip(Rank, first[1:], strict=True) if not bits]


def _waited(bench: Bench) -> tuple[Step, ...]:
    """Press on and on after one coup, for a circuit that still counts something."""
    steps, seen = list[Step](), None
    for _ in range(PATIENCE):
        bench.tick([1])
        bench.press()
        steps.append(Step(1))
        now = bench.shown()
        if seen and now != seen:
            return tuple(steps)
        seen = now if any(now.lights) else None
    return ()


class _Chunk:
    """All orders that begin with the same cards, one in each lane."""

    def __init__(self, bench: Bench, draws: Draws, opening: tuple[int, ...]) -> None:
        self.bench = bench
        self.opening = opening
        self.is_for_ever = True
        self._watch = _Watch(bench, draws, bench.lanes[bench.watched], [])
        self._reset_state = bench.registers()
        self._waits: list[list[int]] = []
        """For each press, tick by tick, the lanes in which the clock ticks once more."""

    def play(self) -> tuple[Step, ...]:
        """The steps to the first broken rule, if there is one."""
        lanes = self.bench.lanes
        for press in range(MOST_PRESSES):
            self._wait(press)
            self.bench.press()
            broken = self._watch.broken()
            if broken:
                return self._steps(broken)
            steps = self._reset_again()
            if steps:
                return steps
            if press >= 5 and self._watch.lit == lanes.ones:
                return self._press_on()
        return self._steps(self._watch.lit ^ lanes.ones)

    def _wait(self, press: int) -> None:
        """Let the fast clock tick 0 to 12 times: as often as a lane's number says."""
        lanes = self.bench.lanes
        if press < ALIKE:
            ticks = [lanes.ones] * self.opening[press]
        elif press < 6:
            alone = lanes.lanes
            lanes.multiply(RANKS)
            self._watch.multiply(RANKS, alone)
            self._reset_state = copies(self._reset_state, RANKS, lanes=alone)
            self._waits = [copies(ticks, RANKS, lanes=alone) for ticks in self._waits]
            ticks = [lanes.ones >> (more * alone) << (more * alone) for more in range(1, RANKS)]
        else:
            ticks = self._waits[ALIKE + press % 4]
        self._waits.append(ticks)
        self.bench.tick(ticks)

    def _reset_again(self) -> tuple[Step, ...]:
        """Reset where we are: all must be blank, and as it was at the beginning."""
        bench, lanes = self.bench, self.bench.lanes
        saved = lanes.saved()
        bench.press_reset()
        lit = reduce(or_, lanes[bench.lights])
        blank = [_decoded(lanes[nets], bench.interface, lanes.ones)[0] for nets in bench.displays]
        remains = lit | (reduce(and_, blank) ^ lanes.ones)
        if remains:
            return (*self._steps(remains), Step(0, is_reset=True))
        if bench.registers() != self._reset_state:
            self.is_for_ever = False
            steps = self._second_coup()
            if steps:
                return steps
        lanes.restore(saved)
        return ()

    def _second_coup(self) -> tuple[Step, ...]:
        """Where a reset leaves something behind: whether another coup goes right."""
        bench, draws = self.bench, self._watch.draws
        watch, presses = _Watch(bench, draws, bench.lanes[bench.watched], []), len(self._waits)
        for press in range(MOST_PRESSES):
            ticks = self._waits[press % presses]
            bench.tick(ticks)
            bench.press()
            broken = watch.broken()
            if broken:
                lane = _lowest(broken)
                again = (self._step(self._waits[each % presses], lane) for each in range(press + 1))
                return (*self._steps(broken), Step(0, is_reset=True), *again)
            if watch.lit == bench.lanes.ones:
                break
        return ()

    def _press_on(self) -> tuple[Step, ...]:
        """After the end no press may change anything, whatever card would come."""
        end = self.bench.registers()
        for presses in range(1, RANKS + 1):
            self.bench.tick([self.bench.lanes.ones])
            self.bench.press()
            broken = self._watch.broken()
            if broken:
                return (*self._steps(broken), *([Step(1)] * presses))
            self.is_for_ever &= self.bench.registers() == end
        return ()

    def _steps(self, broken: int) -> tuple[Step, ...]:
        """How the first of these lanes came here."""
        lane = _lowest(broken)
        return tuple(self._step(ticks, lane) for ticks in self._waits)

    @staticmethod
    def _step(ticks: list[int], lane: int) -> Step:
        return Step(sum(tick >> lane & 1 for tick in ticks))


def _lowest(bits: int) -> int:
    """The first lane that is set."""
    return (bits & -bits).bit_length() - 1

"""Press the keys of a circuit and read its displays, in any number of lanes.

Also finds the moments of the card counter at which a press may act differently, and writes a run as
a VCD file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from io import StringIO
from math import gcd
from operator import and_, or_
from typing import NamedTuple, TypeAlias

from vcd import VCDWriter

from puntobanco.cards import Rank
from puntobanco.errors import CircuitUnreadable
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.judging import Doubt, Observation
from puntobanco.hardware.netlist import MOST_GATES, BitLanes, Netlist
from puntobanco.hardware.rulebook import DEALING_ORDER

HELD = 4
"""Ticks to hold a key down, and up, for a circuit that samples it with the fast clock."""

WARM_UP = 4 * len(Rank) - 2 * HELD
"""Ticks before the first reset. After it, most counters are back at their start."""


class Press(NamedTuple):
    """Some ticks of the fast clock, then a press of the key."""

    ticks: int
    is_reset: bool = False
    """Whether the reset is held during the press."""


Presses: TypeAlias = tuple[Press, ...]


@dataclass(frozen=True, slots=True)
class Wiring:
    """The nets behind the pins of a board."""

    clock: int
    deal: int
    reset: int
    idle: tuple[int, ...]
    """The other wires of the keys' ports: keys that nobody presses."""
    displays: tuple[tuple[int, ...], ...]
    """In dealing order."""
    scores: tuple[tuple[int, ...], ...]
    lights: tuple[int, ...]

    @classmethod
    def of(cls, netlist: Netlist, interface: Interface) -> Wiring:
        """Find the nets of the pins that an interface names."""
        keys = (interface.clock, interface.deal, interface.reset)
        clock, deal, reset = (netlist.nets(pins, width=1)[0] for pins in keys)
        ports = dict.fromkeys((interface.deal.port, interface.reset.port))
        return cls(
            clock,
            deal,
            reset,
            idle=tuple(net for port in ports for net in netlist.ports[port]),
            displays=tuple(netlist.nets(pins, width=7) for pins in interface.places),
            scores=tuple(netlist.nets(pins, width=4) for pins in interface.scores),
            lights=tuple(netlist.nets(pins, width=1)[0] for pins in interface.lights),
        )

    @property
    def used(self) -> set[int]:
        """The inputs that a check drives."""
        return {self.clock, self.deal, self.reset}

    @property
    def pins(self) -> tuple[tuple[int, ...], ...]:
        """Everything that a guest sees: displays, then scores, then lights."""
        return (*self.displays, *self.scores, *((light,) for light in self.lights))

    @property
    def watched(self) -> tuple[int, ...]:
        """The nets of `pins`."""
        return tuple(net for nets in self.pins for net in nets)


class Bench:
    """A circuit whose keys are pressed and whose displays are read."""

    def __init__(
        self,
        netlist: Netlist,
        interface: Interface,
        *,
        after_change: Callable[[Bench], None] | None = None,
    ) -> None:
        self.interface = interface
        self.wiring = Wiring.of(netlist, interface)
        self._after_change = after_change
        self.netlist = netlist.needed_for(self.wiring.watched)
        gates = len(self.netlist.gates)
        if gates > MOST_GATES:
            raise CircuitUnreadable(f"it has {gates:,} gates, more than {MOST_GATES:,}")
        self.lanes = BitLanes(self.netlist, clock=self.wiring.clock)
        fast = self.lanes.fast_outputs
        self.moved_by_key = self.netlist.following({self.wiring.deal})
        self._moved_by_reset = self.netlist.following({self.wiring.reset})
        self.is_sampled = not fast.isdisjoint(self.moved_by_key)
        """Whether the circuit samples the key that deals with the fast clock."""
        self.is_reset_sampled = not fast.isdisjoint(self._moved_by_reset)
        """Whether it samples the reset."""
        self.count_by(fast)

    def count_by(self, counter: Collection[int], cycle: Iterable[Sequence[int]] = ()) -> None:
        """Treat registers as the card counter, except those that a press changes.

        The other registers that a key can change are the circuit's memory. `cycle` has the states
        of the counter, if they are known.
        """
        moved = self.moved_by_key | (self._moved_by_reset - set(counter))
        self._memory = [each.output for each in self.netlist.registers if each.output in moved]
        self._counter = tuple(counter)
        self._cycle = set(map(tuple, cycle))

    def power_up(self) -> None:
        """Release the keys, run the fast clock, then reset once."""
        for net in (*self.wiring.idle, self.wiring.deal, self.wiring.reset):
            self.drive(net, self.lanes.ones)
        self.tick([self.lanes.ones] * WARM_UP)
        self.press_reset()

    def drive(self, net: int, value: int) -> None:
        """Change a pin in some lanes."""
        self.lanes.drive(net, value)
        if self._after_change:
            self._after_change(self)

    def tick(self, ticks: Sequence[int]) -> None:
        """Run the fast clock, tick by tick, each in some lanes only."""
        if self._after_change is None:
            self.lanes.tick(ticks)
            return
        for lanes in ticks:
            self.drive(self.wiring.clock, lanes)
            self.drive(self.wiring.clock, 0)

    def press(self) -> None:
        """Press and release the key, long enough for a circuit that samples it."""
        for value in (0, self.lanes.ones):
            self.drive(self.wiring.deal, value)
            if self.is_sampled:
                self._hold()

    def press_reset(self) -> None:
        """Press the key while the reset is held. Some circuits sample the reset too."""
        self.drive(self.wiring.reset, 0)
        self._hold()
        self.press()
        self.drive(self.wiring.reset, self.lanes.ones)
        self._hold()

    def _hold(self) -> None:
        self.tick([self.lanes.ones] * HELD)

    def remembered(self) -> list[int]:
        """Return the state of the circuit without its card counter."""
        return self.lanes[self._memory]

    def astray(self) -> int:
        """Return the lanes in which the card counter has left its cycle."""
        if not self._cycle:
            return 0
        ones, values = self.lanes.ones, self.lanes[self._counter]
        inverted = [bits ^ ones for bits in values]
        in_cycle = 0
        for state in self._cycle:
            bits = (
                high if bit else low for bit, high, low in zip(state, values, inverted, strict=True)
            )
            in_cycle |= reduce(and_, bits, ones)
        return in_cycle ^ ones

    def shown(self, *, is_reset: bool = False) -> Observation:
        """Return what the first lane shows."""
        bits = self.lanes.values
        numbers = (
            sum((bits[net] & 1) << place for place, net in enumerate(nets))
            for nets in self.wiring.pins
        )
        return Observation.of(numbers, is_reset=is_reset)

    def replayed(self, presses: Sequence[Press]) -> Iterator[Observation]:
        """Yield what one lane shows, after a reset and after each press."""
        self.power_up()
        yield self.shown(is_reset=True)
        for press in presses:
            self.tick([self.lanes.ones] * press.ticks)
            (self.press_reset if press.is_reset else self.press)()
            yield self.shown(is_reset=press.is_reset)


LONGEST = 32 * len(Rank)
"""Ticks of the fast clock within which a card counter must wrap around: 32 for each card."""

MOST_MOMENTS = 16
"""Moments to try at every press. A counter of four bits has no more."""


@dataclass(frozen=True, slots=True)
class Moments:
    """The moments of the fast clock at which a press may act differently, in a cycle."""

    number: int = len(Rank)
    ticks: int = 1
    """From one moment to the next; more than 1 if the clock is divided."""
    doubt: Doubt | None = Doubt.COUNTER_LONG
    """Why a press may fall on another moment, or None."""

    @property
    def period(self) -> int:
        """The ticks of one cycle."""
        return self.number * self.ticks


TICK_BY_TICK = Moments()
"""Thirteen ticks in a row, for a counter that takes too long to wrap around."""


def moments(bench: Bench) -> Moments:
    """Find the cycle of the card counter while nobody presses a key. Multiplies the lanes."""
    bench.lanes.multiply(2 * LONGEST)
    ones = bench.lanes.ones
    bench.tick([ones >> ticks << ticks for ticks in range(1, 2 * LONGEST)])
    running = [net for net in bench.lanes.fast_outputs if bench.lanes.values[net] not in (0, ones)]
    courses = bench.lanes[running]
    period = _period(courses)
    cycle = ([course >> tick & 1 for course in courses] for tick in range(period or 0))
    bench.count_by(running, cycle)
    if period is None:
        return TICK_BY_TICK
    ticks = gcd(period, *_changes(bench.lanes[_looked_at(bench, running)]))
    if period // ticks > MOST_MOMENTS:
        return Moments(doubt=Doubt.COUNTER_WIDE)
    doubt = None
    if not bench.moved_by_key.isdisjoint(running):
        doubt = Doubt.COUNTER_PRESSED
    elif ticks > 1 and bench.is_sampled:
        doubt = Doubt.COUNTER_SAMPLED
    return Moments(period // ticks, ticks, doubt)


def moments_to_next(bench: Bench, found: Moments) -> int:
    """Return how many moments to wait so that the next press falls one moment later."""
    held = 2 * HELD // found.ticks if bench.is_sampled else 0
    return (1 - held) % found.number


def _looked_at(bench: Bench, running: list[int]) -> list[int]:
    """Return which of these registers a display or another register reads."""
    others = [each for each in bench.netlist.registers if each.output not in running]
    seen = bench.netlist.cone(
        [*bench.wiring.watched, *(net for each in others for net in each.inputs)]
    )
    return [net for net in running if net in seen]


def _period(courses: list[int]) -> int | None:
    """Return after how many ticks every register repeats itself."""
    for period in range(1, LONGEST + 1):
        compared = (1 << 2 * LONGEST - period) - 1
        if not any((course ^ course >> period) & compared for course in courses):
            return period
    return None


def _changes(courses: Iterable[int]) -> list[int]:
    """Return the ticks from the first change of a register to each of the others."""
    compared = (1 << 2 * LONGEST - 1) - 1
    changed = reduce(or_, ((course ^ course >> 1) & compared for course in courses), 0)
    ticks = [tick for tick in range(2 * LONGEST) if changed >> tick & 1]
    return [tick - ticks[0] for tick in ticks]


NANOSECONDS = 10
"""From one change of a pin to the next."""

PINS = {
    **dict.fromkeys(("clock", "deal", "reset"), 1),
    **{f"{place[:-2]}_card{place[-2:]}": 7 for place in DEALING_ORDER},
    **dict.fromkeys(("player_score", "banker_score"), 4),
    **dict.fromkeys(("player_light", "banker_light"), 1),
}
"""The pins in a waveform, with their number of wires."""


def waveform(netlist: Netlist, interface: Interface, presses: Sequence[Press]) -> str:
    """Return what the pins did from power-up to the last of these presses, as a VCD file."""
    samples = list[list[str]]()
    bench = Bench(
        netlist, interface, after_change=lambda bench: samples.append(list(_sample(bench)))
    )
    for _ in bench.replayed(presses):
        pass
    return vcd_text(samples)


def vcd_text(samples: Iterable[Sequence[str]]) -> str:
    """Return the bits of all pins, change by change, as a VCD file."""
    text, now = StringIO(), 0
    with VCDWriter(text, timescale="1 ns", date="") as writer:
        pins = [writer.register_var("board", name, "wire", size) for name, size in PINS.items()]
        for now, sample in enumerate(samples, start=1):
            for pin, bits in zip(pins, sample, strict=True):
                writer.change(pin, (now - 1) * NANOSECONDS, bits)
        writer.close(now * NANOSECONDS)
    return text.getvalue()


def _sample(bench: Bench) -> Iterable[str]:
    """Yield the bits of all pins in the first lane, highest first."""
    wiring = bench.wiring
    keys = ((key,) for key in (wiring.clock, wiring.deal, wiring.reset))
    for nets in (*keys, *wiring.pins):
        yield "".join(str(bench.lanes.values[net] & 1) for net in reversed(nets))

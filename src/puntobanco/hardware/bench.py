"""A circuit on the bench: hands on its keys, eyes on its displays, in any number of lanes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from puntobanco.cards import Rank
from puntobanco.errors import CircuitUnreadable
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.judging import Observation
from puntobanco.hardware.lanes import BitLanes
from puntobanco.hardware.netlist import MOST_GATES, Netlist

HELD = 4
"""Ticks that a key stays down and up, for a circuit that samples it with the fast clock."""

WARM_UP = 4 * len(Rank) - 2 * HELD
"""Ticks before the first reset; when it is over, most counters have come round to their start."""


class Press(NamedTuple):
    """So many ticks of the fast clock, then a press of the key."""

    ticks: int
    is_reset: bool = False
    """Whether the reset is held meanwhile."""


Presses: TypeAlias = tuple[Press, ...]


@dataclass(frozen=True, slots=True)
class Wiring:
    """The nets behind the pins of a board."""

    clock: int
    deal: int
    reset: int
    idle: tuple[int, ...]
    """The other wires of the keys' ports: keys that nobody presses, which are up."""
    displays: tuple[tuple[int, ...], ...]
    """In dealing order."""
    scores: tuple[tuple[int, ...], ...]
    lights: tuple[int, ...]

    @classmethod
    def of(cls, netlist: Netlist, interface: Interface) -> Wiring:
        """As an interface names the pins."""
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
    def watched(self) -> tuple[int, ...]:
        """Everything that a guest sees: displays, then scores, then lights."""
        return tuple(net for nets in (*self.displays, *self.scores, self.lights) for net in nets)


class Bench:
    """A circuit, with hands on its keys and eyes on its displays."""

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
        moved_by_key = self.netlist.following({self.wiring.deal})
        self.memory = [
            each.output for each in self.netlist.registers if each.output in moved_by_key
        ]
        """The registers that a press can change; the others are those of the card counter."""
        moved_by_reset = self.netlist.following({self.wiring.reset})
        self.is_sampled = not self.lanes.fast_outputs.isdisjoint(self.memory)
        """Whether the fast clock takes notice of the key that deals."""
        self.is_reset_sampled = not self.lanes.fast_outputs.isdisjoint(moved_by_reset)
        """Whether it takes notice of the reset."""

    def power_up(self) -> None:
        """Keys up, and the fast clock running; then one reset."""
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
        """The fast clock, tick by tick, each in some lanes only."""
        if self._after_change is None:
            self.lanes.tick(ticks)
            return
        for lanes in ticks:
            self.drive(self.wiring.clock, lanes)
            self.drive(self.wiring.clock, 0)

    def press(self) -> None:
        """The key down and up again, long enough for a circuit that samples it."""
        for value in (0, self.lanes.ones):
            self.drive(self.wiring.deal, value)
            if self.is_sampled:
                self._hold()

    def press_reset(self) -> None:
        """One press while the reset is held, which some circuits sample too."""
        self.drive(self.wiring.reset, 0)
        self._hold()
        self.press()
        self.drive(self.wiring.reset, self.lanes.ones)
        self._hold()

    def _hold(self) -> None:
        self.tick([self.lanes.ones] * HELD)

    def remembered(self) -> list[int]:
        """The state of the circuit, its card counter aside."""
        return self.lanes[self.memory]

    def shown(self, *, is_reset: bool = False) -> Observation:
        """What a circuit of one lane shows."""

        def number(nets: Sequence[int]) -> int:
            return sum((self.lanes.values[net] & 1) << place for place, net in enumerate(nets))

        player, banker = map(number, self.wiring.scores)
        player_light, banker_light = self.lanes[self.wiring.lights]
        return Observation(
            tuple(map(number, self.wiring.displays)),
            (player, banker),
            (bool(player_light & 1), bool(banker_light & 1)),
            is_reset,
        )

    def replayed(self, presses: Sequence[Press]) -> Iterator[Observation]:
        """What one lane shows: after a reset, then after each press."""
        self.power_up()
        yield self.shown(is_reset=True)
        for press in presses:
            self.tick([self.lanes.ones] * press.ticks)
            (self.press_reset if press.is_reset else self.press)()
            yield self.shown(is_reset=press.is_reset)

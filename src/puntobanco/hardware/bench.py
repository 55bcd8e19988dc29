"""A circuit on the bench: hands on its keys, eyes on its displays, in any number of lanes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from puntobanco.cards import Rank
from puntobanco.errors import CircuitUnreadable
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.judging import Shown
from puntobanco.hardware.lanes import Lanes
from puntobanco.hardware.netlist import MOST_GATES, Netlist

WARM_UP = 4 * len(Rank)
"""Ticks of the fast clock before the first press: no finger is as fast."""


HELD = 4
"""Ticks that the key stays down and up, for a circuit that samples it with the fast clock."""


class Step(NamedTuple):
    """So many ticks of the fast clock, then a press of the key."""

    ticks: int
    is_reset: bool = False
    """Whether the reset is held meanwhile."""


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
        self._after_change = after_change
        (self.clock,) = netlist.nets(interface.clock, width=1)
        (self.deal,) = netlist.nets(interface.deal, width=1)
        (self.reset,) = netlist.nets(interface.reset, width=1)
        self.displays = [netlist.nets(pins, width=7) for pins in interface.places]
        self.scores = [
            netlist.nets(pins, width=4) for pins in (interface.player_score, interface.banker_score)
        ]
        self.lights = [
            netlist.nets(pins, width=1)[0]
            for pins in (interface.player_light, interface.banker_light)
        ]
        self._idle = _idle(netlist, interface)
        watched = [net for nets in (*self.displays, *self.scores, self.lights) for net in nets]
        self.watched = watched
        needed = netlist.needed_for(watched)
        if len(needed.gates) > MOST_GATES:
            raise CircuitUnreadable(f"it has {len(needed.gates):,} gates, more than {MOST_GATES:,}")
        self.lanes = Lanes(needed, clock=self.clock)
        following = needed.following({self.deal})
        self._remembered = [each.output for each in needed.registers if each.output in following]
        fast = {self.lanes.registers[place].output for place in self.lanes.fast}
        self.is_sampled = bool(fast & following)

    def power_up(self) -> None:
        """Keys up, and the fast clock running; then one reset."""
        for net in (*self._idle, self.deal, self.reset):
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
            self.drive(self.clock, lanes)
            self.drive(self.clock, 0)

    def press(self) -> None:
        """The key down and up again, long enough for a circuit that samples it."""
        for value in (0, self.lanes.ones):
            self.drive(self.deal, value)
            if self.is_sampled:
                self.tick([self.lanes.ones] * HELD)

    def press_reset(self) -> None:
        """One press while the reset is held."""
        self.drive(self.reset, 0)
        self.press()
        self.drive(self.reset, self.lanes.ones)

    def registers(self) -> list[int]:
        """Everything that the circuit remembers, the wheel of cards aside."""
        return self.lanes[self._remembered]

    def shown(self, *, is_reset: bool = False) -> Shown:
        """What a circuit of one lane shows."""

        def number(nets: Sequence[int]) -> int:
            return sum((self.lanes.values[net] & 1) << place for place, net in enumerate(nets))

        player, banker = map(number, self.scores)
        return Shown(
            tuple(map(number, self.displays)),
            (player, banker),
            (bool(number(self.lights[:1])), bool(number(self.lights[1:]))),
            is_reset,
        )

    def replayed(self, steps: Sequence[Step]) -> Iterator[Shown]:
        """What one lane shows: after a reset, then after each step."""
        self.power_up()
        yield self.shown(is_reset=True)
        for step in steps:
            self.tick([self.lanes.ones] * step.ticks)
            (self.press_reset if step.is_reset else self.press)()
            yield self.shown(is_reset=step.is_reset)


def _idle(netlist: Netlist, interface: Interface) -> list[int]:
    """The other wires of the keys' ports: keys that nobody presses, which are up."""
    keys = {interface.deal.port, interface.reset.port}
    return [net for key in keys for net in netlist.ports[key]]

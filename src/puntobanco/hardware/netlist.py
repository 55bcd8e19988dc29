"""A circuit as gates and registers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from puntobanco.errors import CircuitUnreadable
from puntobanco.hardware.interface import Pins

MOST_GATES = 20_000
"""A circuit of this game has about a thousand."""

FALSE, TRUE = 0, 1
"""The nets of the two constants; other nets have greater numbers."""


@dataclass(frozen=True, slots=True)
class Gate:
    """One of NOT, AND, OR, XOR and MUX (A, B, then which)."""

    kind: str
    output: int
    inputs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Register:
    """A flip-flop that takes its data at the rising edge, or a latch while `enable` is high."""

    output: int
    data: int
    enable: int
    is_latch: bool = False
    set: int = FALSE
    clear: int = FALSE

    @property
    def inputs(self) -> tuple[int, ...]:
        """All nets that it looks at."""
        return self.data, self.enable, self.set, self.clear


@dataclass(frozen=True, slots=True)
class Netlist:
    """A circuit as gates and registers, and its ports as nets, lowest bit first."""

    gates: tuple[Gate, ...]
    registers: tuple[Register, ...]
    ports: Mapping[str, tuple[int, ...]]
    inputs: frozenset[str]
    top: str = ""
    latches: tuple[str, ...] = ()
    """The signals that a latch was inferred for."""
    has_loops: bool = False
    """Whether gates feed themselves."""
    indices: Mapping[str, range] = field(default_factory=dict)
    """How the bits of a port are numbered, lowest bit first, where that is not 0, 1, 2 …"""
    undriven: tuple[str, ...] = ()
    """The undriven signals, which are 0."""

    @property
    def parts(self) -> list[Gate | Register]:
        """All that drives a net."""
        return [*self.gates, *self.registers]

    def nets(self, pins: Pins, *, width: int) -> tuple[int, ...]:
        """The nets of these pins."""
        nets = self.ports.get(pins.port)
        if nets is None:
            known = ", ".join(sorted(self.ports)) or "none"
            remedy = "--interface names other pins, --top another module"
            raise CircuitUnreadable(
                f"{self.top} has no port {pins.port} ({remedy}); its ports are {known}"
            )
        chosen = self._chosen(pins)
        if not chosen:
            numbers = self.range_of(pins.port)
            raise CircuitUnreadable(f"{pins} is not in {pins.port}[{numbers[-1]}:{numbers[0]}]")
        if len(chosen) != width:
            wires = f"{len(chosen)} wire{'s' * (len(chosen) > 1)}"
            raise CircuitUnreadable(f"{pins} has {wires}, where {width} should be")
        return chosen

    def range_of(self, port: str) -> range:
        """The numbers of a port's bits, lowest bit first."""
        return self.indices.get(port, range(len(self.ports[port])))

    def _chosen(self, pins: Pins) -> tuple[int, ...]:
        """The nets of a part of a port, none where it reaches beyond the port."""
        nets, numbers = self.ports[pins.port], self.range_of(pins.port)
        if pins.high is None or pins.low is None:
            return nets
        if pins.high not in numbers or pins.low not in numbers:
            return ()
        return nets[numbers.index(pins.low) : numbers.index(pins.high) + 1]

    def needed_for(self, nets: Iterable[int]) -> Netlist:
        """Only what these nets depend on."""
        drivers: dict[int, Gate | Register] = {each.output: each for each in self.parts}
        seen, waiting = set[int](), list(nets)
        while waiting:
            net = waiting.pop()
            if net not in seen and net in drivers:
                waiting += drivers[net].inputs
            seen.add(net)
        return replace(
            self,
            gates=tuple(gate for gate in self.gates if gate.output in seen),
            registers=tuple(each for each in self.registers if each.output in seen),
        )

    def floating(self, nets: Iterable[int]) -> set[int]:
        """Return the undriven nets among these and those that any part reads."""
        driven = {each.output for each in self.parts} | {FALSE, TRUE}
        driven |= {net for port in self.inputs for net in self.ports[port]}
        return {*nets, *(net for each in self.parts for net in each.inputs)} - driven

    def cone(self, nets: Iterable[int]) -> set[int]:
        """The nets that these depend on, through gates and no further than registers."""
        drivers = {gate.output: gate.inputs for gate in self.gates}
        seen, waiting = set[int](), list(nets)
        while waiting:
            net = waiting.pop()
            if net not in seen:
                seen.add(net)
                waiting += drivers.get(net, ())
        return seen

    def following(self, nets: Iterable[int]) -> set[int]:
        """Everything that depends on these nets, through registers too."""
        found = set(nets)
        while True:
            more = {
                each.output
                for each in self.parts
                if each.output not in found and not found.isdisjoint(each.inputs)
            }
            if not more:
                return found
            found |= more

    @property
    def both_edges(self) -> list[str]:
        """The inputs that clock some registers when they rise and others when they fall."""
        inverted = {gate.inputs[0]: gate.output for gate in self.gates if gate.kind == "$_NOT_"}
        clocks = {each.enable for each in self.registers if not each.is_latch}
        return [
            name if len(nets) == 1 else f"{name}[{place}]"
            for name, nets in self.ports.items()
            for place, net in enumerate(nets)
            if name in self.inputs and net in clocks and inverted.get(net) in clocks
        ]

"""A circuit as gates and registers, simulated many times at once.

A net is a whole number with one bit for each lane, and every lane is a run of the circuit with its
own inputs. One ``&`` of two numbers is an AND gate in all lanes, so a million coups take hardly
longer than one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from puntobanco.errors import CircuitUnreadable
from puntobanco.hardware.interface import Pins

MOST_GATES = 20_000
"""A circuit of this game has about a thousand gates."""

FALSE, TRUE = 0, 1
"""The nets of the two constants; other nets have greater numbers."""


@dataclass(frozen=True, slots=True)
class Gate:
    """NOT, AND, OR, XOR or MUX (A, B, then which)."""

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
        """All nets that it reads."""
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
    """How the bits of a port are numbered, lowest bit first, if that is not 0, 1, 2 …"""
    undriven: tuple[str, ...] = ()
    """The undriven signals, which are 0."""

    @property
    def parts(self) -> list[Gate | Register]:
        """Everything that drives a net."""
        return [*self.gates, *self.registers]

    def nets(self, pins: Pins, *, width: int) -> tuple[int, ...]:
        """Return the nets of these pins."""
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
        """Return the numbers of a port's bits, lowest bit first."""
        return self.indices.get(port, range(len(self.ports[port])))

    def _chosen(self, pins: Pins) -> tuple[int, ...]:
        """Return the nets of a part of a port, or none if it reaches beyond the port."""
        nets, numbers = self.ports[pins.port], self.range_of(pins.port)
        if pins.high is None or pins.low is None:
            return nets
        if pins.high not in numbers or pins.low not in numbers:
            return ()
        return nets[numbers.index(pins.low) : numbers.index(pins.high) + 1]

    def needed_for(self, nets: Iterable[int]) -> Netlist:
        """Return the part of the circuit that these nets depend on."""
        seen = _reached(nets, {each.output: each.inputs for each in self.parts})
        return replace(
            self,
            gates=tuple(gate for gate in self.gates if gate.output in seen),
            registers=tuple(each for each in self.registers if each.output in seen),
        )

    def floating(self, nets: Iterable[int]) -> set[int]:
        """Return the undriven nets among these and those that any part reads."""
        driven = {each.output for each in self.parts} | {FALSE, TRUE} | self._input_nets
        return self._read(nets) - driven

    def inputs_read(self, nets: Iterable[int]) -> set[int]:
        """Return the nets of inputs among these and those that any part reads."""
        return self._read(nets) & self._input_nets

    def _read(self, nets: Iterable[int]) -> set[int]:
        return {*nets, *(net for each in self.parts for net in each.inputs)}

    @property
    def _input_nets(self) -> set[int]:
        return {net for port in self.inputs for net in self.ports[port]}

    def cone(self, nets: Iterable[int]) -> set[int]:
        """Return the nets that these depend on, through gates but not through registers."""
        return _reached(nets, {gate.output: gate.inputs for gate in self.gates})

    def following(self, nets: Iterable[int]) -> set[int]:
        """Return everything that depends on these nets, through registers too."""
        return _reached(nets, _readers(self.parts))

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


def _reached(nets: Iterable[int], links: Mapping[int, Iterable[int]]) -> set[int]:
    """Return these nets, and all that links lead to."""
    reached, waiting = set[int](), list(nets)
    while waiting:
        net = waiting.pop()
        if net not in reached:
            reached.add(net)
            waiting += links.get(net, ())
    return reached


def _readers(parts: Iterable[Gate | Register]) -> dict[int, list[int]]:
    """Return the parts, by their outputs, that read each net."""
    readers = dict[int, list[int]]()
    for part in parts:
        for net in part.inputs:
            readers.setdefault(net, []).append(part.output)
    return readers


ROUNDS = 64
"""Gates in a loop, and registers that clock others, must settle within so many rounds."""

UNSTABLE = "gates in a loop never come to rest"


def copies(bits: Iterable[int], times: int, *, lanes: int) -> list[int]:
    """Return the bits for this many copies of all lanes, one block of lanes after another."""
    ones = (1 << lanes) - 1
    more = (1 << lanes * times) - 1
    return [
        (more if each == ones else _repeated(each, times, lanes)) if each else 0 for each in bits
    ]


def _repeated(bits: int, times: int, lanes: int) -> int:
    """Repeat by doubling, because shifts are much faster than a product."""
    if times == 1:
        return bits
    half = _repeated(bits, times // 2, lanes)
    twice = half | half << lanes * (times // 2)
    return twice << lanes | bits if times % 2 else twice


Row = tuple[str, int, int, int, int]
"""A gate: its operator, output and inputs."""

Saved = tuple[list[int], list[int], list[int], int]


class BitLanes:
    """A circuit, in one lane at first, with all registers 0. `clock` is the fast clock."""

    def __init__(self, netlist: Netlist, *, clock: int) -> None:
        self.lanes = 1
        self.ones = 1
        self.registers = netlist.registers
        self.clock = clock
        self._order, self._loops = _in_order(netlist)
        self._readers = _readers(netlist.gates)
        self._orders: dict[frozenset[int], list[Row]] = {}
        self._fast_order, self.fast_outputs = self._fast_part(netlist)
        nets = [net for port in netlist.ports.values() for net in port]
        nets += [net for each in netlist.parts for net in (each.output, *each.inputs)]
        self.values = [0] * (max(TRUE, *nets) + 1)
        self.values[TRUE] = 1
        self._latches = [each for each in self.registers if each.is_latch]
        self._flip_flops = _by_clock(self.registers)
        self._settle(self._order)
        self._remember()

    def drive(self, net: int, value: int) -> None:
        """Change an input in some lanes, and let the circuit settle."""
        self._follow(net, value, self._after({net}))

    def tick(self, ticks: Sequence[int]) -> None:
        """Run the fast clock, tick by tick, each in some lanes only."""
        for lanes in ticks:
            self._follow(self.clock, lanes, self._fast_order)
            self._follow(self.clock, 0, self._fast_order)
        self._settle(self._after(self.fast_outputs))
        self._remember()

    def multiply(self, times: int) -> None:
        """Make this many copies of every lane, one block of lanes after another."""
        for bits in (self.values, self._data, self._enables):
            bits[:] = copies(bits, times, lanes=self.lanes)
        self.lanes *= times
        self.ones = self.values[TRUE]

    def saved(self) -> Saved:
        """Return the state of every lane, for `restore`."""
        return self.values[:], self._data[:], self._enables[:], self.lanes

    def restore(self, saved: Saved) -> None:
        """Go back to a saved state."""
        values, data, enables, self.lanes = saved
        self.values, self._data, self._enables = values[:], data[:], enables[:]
        self.ones = self.values[TRUE]

    def __getitem__(self, nets: Iterable[int]) -> list[int]:
        return [self.values[net] for net in nets]

    def _fast_part(self, netlist: Netlist) -> tuple[list[Row], frozenset[int]]:
        """Return the gates that matter to the fast clock, and the registers that it drives."""
        fast = list[Register]()
        while True:
            reached = _reached({self.clock, *(each.output for each in fast)}, self._readers)
            found = [each for each in self.registers if each.enable in reached]
            if found == fast:
                break
            fast = found
        outputs = frozenset(each.output for each in fast)
        if self._loops or any(each.is_latch for each in self.registers):
            return self._order, outputs
        matters = {net for each in self.registers for net in (each.enable, each.set, each.clear)}
        wanted = netlist.cone(matters | {each.data for each in fast})
        return [row for row in self._order if row[1] in wanted], outputs

    def _follow(self, net: int, value: int, order: list[Row]) -> None:
        self.values[net] = value
        for _ in range(ROUNDS):
            self._settle(order)
            changed = self._clock_registers()
            if not changed:
                return
            if order is not self._fast_order:
                order = self._after(changed)
        raise CircuitUnreadable(UNSTABLE)

    def _after(self, nets: Iterable[int]) -> list[Row]:
        """Return the gates that these nets may change: all, if there are loops or latches."""
        if self._fast_order is self._order:
            return self._order
        key = frozenset(nets)
        if key not in self._orders:
            reached = _reached(nets, self._readers)
            self._orders[key] = [row for row in self._order if row[1] in reached]
        return self._orders[key]

    def _settle(self, order: list[Row]) -> None:
        """Run all gates, repeatedly if there are loops or open latches."""
        for _ in range(ROUNDS):
            loops = self[self._loops]
            _run(order, self.values, self.ones)
            if not self._open_latches() and self[self._loops] == loops:
                return
        raise CircuitUnreadable(UNSTABLE)

    def _open_latches(self) -> bool:
        """Let open latches take their data. Return whether any changed."""
        changed = False
        for each in self._latches:
            old = self.values[each.output]
            taken = (old ^ self.values[each.data]) & self.values[each.enable]
            new = self._forced(each, old ^ taken)
            self.values[each.output] = new
            changed |= new != old
        return changed

    def _clock_registers(self) -> set[int]:
        """Let flip-flops with a rising edge take their earlier data. Return those that changed."""
        changed = dict[int, int]()
        for (clock, *forcing), places in self._flip_flops.items():
            rising = self.values[clock] & (self._enables[places[0]] ^ self.ones)
            if rising or any(self[forcing]):
                changed |= self._taken(places, rising)
        self._remember()
        for output, new in changed.items():
            self.values[output] = new
        return set(changed)

    def _taken(self, places: Iterable[int], rising: int) -> Iterator[tuple[int, int]]:
        """Yield the flip-flops of one clock that change, and their new values."""
        for place in places:
            each = self.registers[place]
            old = self.values[each.output]
            new = self._forced(each, old ^ ((old ^ self._data[place]) & rising))
            if new != old:
                yield each.output, new

    def _forced(self, each: Register, value: int) -> int:
        """Return a register's value under its asynchronous set and clear."""
        cleared = self.values[each.clear]
        value |= self.values[each.set]
        return value ^ (value & cleared) if cleared else value

    def _remember(self) -> None:
        """Keep data and clocks as they are before the next edge."""
        values = self.values
        self._data = [values[each.data] for each in self.registers]
        self._enables = [values[each.enable] for each in self.registers]


def _by_clock(registers: Sequence[Register]) -> dict[tuple[int, int, int], list[int]]:
    places = dict[tuple[int, int, int], list[int]]()
    for place, each in enumerate(registers):
        if not each.is_latch:
            places.setdefault((each.enable, each.set, each.clear), []).append(place)
    return places


def _run(order: Iterable[Row], values: list[int], ones: int) -> None:
    for kind, output, a, b, s in order:
        if kind == "&":
            values[output] = values[a] & values[b]
        elif kind == "?":
            chosen = values[s]
            first = values[a]
            values[output] = first ^ ((first ^ values[b]) & chosen)
        elif kind == "~":
            values[output] = values[a] ^ ones
        elif kind == "^":
            values[output] = values[a] ^ values[b]
        else:
            values[output] = values[a] | values[b]


_OPERATORS = {"$_AND_": "&", "$_OR_": "|", "$_XOR_": "^", "$_NOT_": "~", "$_MUX_": "?"}


def _in_order(netlist: Netlist) -> tuple[list[Row], list[int]]:
    """Return the gates, each after those that drive it, and the nets that close a loop."""
    drivers = {gate.output: gate for gate in netlist.gates}
    order, loops = list[Gate](), list[int]()
    done, open_nets = set[int](), set[int]()
    for output in drivers:
        stack = [(output, False)]
        while stack:
            net, is_left = stack.pop()
            if is_left:
                open_nets.discard(net)
                done.add(net)
                order.append(drivers[net])
            elif net in open_nets:
                loops.append(net)
            elif net in drivers and net not in done:
                open_nets.add(net)
                stack.append((net, True))
                stack += [(each, False) for each in drivers[net].inputs]
    return [_row(gate) for gate in order], list(dict.fromkeys(loops))


def _row(gate: Gate) -> Row:
    a, b, which, *_ = (*gate.inputs, FALSE, FALSE)
    return _OPERATORS[gate.kind], gate.output, a, b, which

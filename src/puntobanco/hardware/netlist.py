"""Somebody's Verilog as gates and flip-flops: yosys reads it, and says what is odd about it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from puntobanco.errors import CircuitUnreadable
from puntobanco.hardware import yosys
from puntobanco.hardware.interface import Interface, Pins

READ_WITHIN = 300.0
"""Seconds that yosys may take to read a circuit."""

FALSE, TRUE = 0, 1
"""The nets of the two constants; other nets have greater numbers."""

_CONSTANTS = {"0": FALSE, "1": TRUE, "x": FALSE, "z": FALSE}
_GATES = {"$_NOT_": "A", "$_AND_": "AB", "$_OR_": "AB", "$_XOR_": "AB", "$_MUX_": "ABS"}
_HEADERS = {".vh", ".svh", ".h"}


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

    @property
    def parts(self) -> list[Gate | Register]:
        """All that drives a net."""
        return [*self.gates, *self.registers]

    def nets(self, pins: Pins, *, width: int) -> tuple[int, ...]:
        """The nets of these pins."""
        nets = self.ports.get(pins.port)
        if nets is None:
            known = ", ".join(sorted(self.ports)) or "none"
            raise CircuitUnreadable(f"there is no port {pins.port}; the ports are {known}")
        high, low = (len(nets) - 1, 0) if pins.high is None else (pins.high, pins.low or 0)
        chosen = nets[low : high + 1]
        if len(chosen) != width or high >= len(nets):
            wires = "1 wire is" if width == 1 else f"{width} wires are"
            raise CircuitUnreadable(
                f"{pins} has {len(chosen)} wires of {len(nets)}; {wires} needed"
            )
        return chosen

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


def read(files: Mapping[str, bytes], interface: Interface) -> Netlist:
    """Read Verilog files by name; what cannot be read is named with its file and line."""
    boxed = {f"{number}/{_safe(name)}": name for number, name in enumerate(files)}
    sources = [path for path in boxed if PurePath(path).suffix.lower() not in _HEADERS]
    contents = {path: files[name] for path, name in boxed.items()}
    if not sources:
        raise CircuitUnreadable("no Verilog file was given")
    ran = _read(_plain(boxed, sources), interface.top, contents)
    if not ran.done and _is_syntax(ran.error):
        ran = _read(_slang(boxed, sources, interface.top), interface.top, contents)
    if not ran.done or "netlist.json" not in ran.files:
        raise CircuitUnreadable(_readable(ran.error, boxed))
    return _netlist(json.loads(ran.files["netlist.json"]), ran.log)


def _read(reader: str, top: str, contents: Mapping[str, bytes]) -> yosys.Ran:
    return yosys.run(_script(reader, top), contents, seconds=READ_WITHIN)


def _safe(name: str) -> str:
    """A file name without anything that a script could mistake."""
    return re.sub(r"[^A-Za-z0-9_.]", "_", PurePath(name).name).lstrip(".") or "file"


def _plain(boxed: Iterable[str], sources: Sequence[str]) -> str:
    """The quick reader, which knows Verilog and some of SystemVerilog."""
    folders = " ".join(f"-I{yosys.BOX}/{PurePath(path).parent}" for path in boxed)
    return f"read_verilog -sv {folders} {_listed(sources)}"


def _slang(boxed: Iterable[str], sources: Sequence[str], top: str) -> str:
    """The reader that knows all of SystemVerilog, where the plain one gave up."""
    folders = " ".join(f"-I {yosys.BOX}/{PurePath(path).parent}" for path in boxed)
    chosen = f"--top {top}" if top else ""
    return f"read_slang --threads 1 --ignore-assertions {chosen} {folders} {_listed(sources)}"


def _listed(sources: Iterable[str]) -> str:
    return " ".join(f"{yosys.BOX}/{path}" for path in sources)


def _script(read: str, top: str) -> str:
    """Flatten a design into the gates and registers of this module."""
    registers = " ".join(
        f"-cell {cell} 0"
        for cell in ("$_DFF_P_", "$_DFF_PP0_", "$_DFFSR_PPP_", "$_DLATCH_P_", "$_DLATCHSR_PPP_")
    )
    return f"""
{read}
hierarchy -check {f"-top {top}" if top else "-auto-top"}
proc
flatten
tribuf -logic
opt_expr
opt_clean
check -initdrv
memory
opt -fast
techmap
dffunmap
simplemap
dfflegalize {registers}
abc -g AND,XOR,MUX
opt_clean -purge
write_json {yosys.BOX}/netlist.json
"""


def _is_syntax(error: str) -> bool:
    """Whether it is the reader that gave up, so that another may do better."""
    return "/box/" in error and "Multiple edge sensitive" not in error


def _readable(error: str, boxed: Mapping[str, str]) -> str:
    """An error of yosys in terms of the files that were given."""
    line = error.split("ERROR: ", maxsplit=1)[-1].replace("\\", "")
    for path, name in boxed.items():
        line = line.replace(f"{yosys.BOX}/{path}", name)
    if "Multiple edge sensitive" in line:
        return f"clocked on both edges of one signal, which no flip-flop can do: {line}"
    return line


def _netlist(design: Mapping[str, Any], log: str) -> Netlist:
    ((top, module),) = (
        (name, each) for name, each in design["modules"].items() if "top" in each["attributes"]
    )
    conflicts = re.findall(r"multiple conflicting drivers for (\S+?):?$", log, re.MULTILINE)
    if conflicts:
        raise CircuitUnreadable(f"{_signal(conflicts[0])} is driven from several places")
    gates, registers = list[Gate](), list[Register]()
    for cell in module["cells"].values():
        made = _cell(
            cell["type"], {pin: _net(bits[0]) for pin, bits in cell["connections"].items()}
        )
        if isinstance(made, Gate):
            gates.append(made)
        elif made:
            registers.append(made)
    ports = module["ports"]
    return Netlist(
        tuple(gates),
        tuple(registers),
        {name: tuple(map(_net, port["bits"])) for name, port in ports.items()},
        frozenset(name for name, port in ports.items() if port["direction"] == "input"),
        top,
        tuple(dict.fromkeys(_latches(log))),
    )


def _latches(log: str) -> Iterator[str]:
    for signal in re.findall(r"Latch inferred for signal `([^']+)'", log):
        yield _signal(signal)


def _signal(name: str) -> str:
    """A signal as its author wrote it, without the modules that it is in."""
    return name.replace("\\", "").rpartition(".")[2]


def _net(bit: int | str) -> int:
    return _CONSTANTS[bit] if isinstance(bit, str) else bit


def _cell(kind: str, pins: Mapping[str, int]) -> Gate | Register | None:
    if kind in _GATES:
        return Gate(kind, pins["Y"], tuple(pins[pin] for pin in _GATES[kind]))
    match kind:
        case "$_DFF_P_":
            return Register(pins["Q"], pins["D"], pins["C"])
        case "$_DFF_PP0_":
            return Register(pins["Q"], pins["D"], pins["C"], clear=pins["R"])
        case "$_DFFSR_PPP_":
            return Register(pins["Q"], pins["D"], pins["C"], set=pins["S"], clear=pins["R"])
        case "$_DLATCH_P_":
            return Register(pins["Q"], pins["D"], pins["E"], is_latch=True)
        case "$_DLATCHSR_PPP_":
            return Register(
                pins["Q"], pins["D"], pins["E"], is_latch=True, set=pins["S"], clear=pins["R"]
            )
        case "$scopeinfo":
            return None
    raise CircuitUnreadable(f"it holds a {kind.strip('$_')}, which is not supported")

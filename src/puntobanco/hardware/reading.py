"""Reading somebody's Verilog: yosys makes gates and registers of it, and says what is odd."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from puntobanco.errors import CircuitUnreadable
from puntobanco.hardware import yosys
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.netlist import FALSE, TRUE, Gate, Netlist, Register

READ_WITHIN = 60
"""Seconds of processor time that yosys may take to read a circuit."""

_CONSTANTS = {"0": FALSE, "1": TRUE, "x": FALSE, "z": FALSE}
_GATES = {"$_NOT_": "A", "$_AND_": "AB", "$_OR_": "AB", "$_XOR_": "AB", "$_MUX_": "ABS"}
_HEADERS = {".vh", ".svh", ".h"}
_BOTH_EDGES = "Multiple edge sensitive"


def read(files: Mapping[str, bytes], interface: Interface) -> Netlist:
    """Read Verilog files by name; what cannot be read is named with its file and line."""
    boxed = {f"{number}/{_safe(name)}": name for number, name in enumerate(files)}
    sources = [path for path in boxed if PurePath(path).suffix.lower() not in _HEADERS]
    contents = {path: files[name] for path, name in boxed.items()}
    if not sources:
        raise CircuitUnreadable("no Verilog file was given")
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_$]*|", interface.top):
        raise CircuitUnreadable(f"{interface.top!r} is not the name of a module")
    ran = _read(_plain(boxed, sources), interface.top, contents)
    if not ran.done and _is_syntax(ran.error):
        ran = _read(_slang(boxed, sources, interface.top), interface.top, contents)
    if not ran.done or "netlist.json" not in ran.files:
        raise CircuitUnreadable(_readable(ran, boxed))
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
    return f"{yosys.BOX}/" in error and _BOTH_EDGES not in error


def _readable(ran: yosys.Ran, boxed: Mapping[str, str]) -> str:
    """What yosys could not read, in terms of the files that were given."""
    if _BOTH_EDGES in ran.error:
        *_, signal = re.findall(r"for signal `([^']+)'", ran.log) or ["a register"]
        return f"{_signal(signal)} is clocked on both edges, which no flip-flop can do"
    for path, line, reason in re.findall(
        rf"^/?{yosys.BOX[1:]}/(\S+?):(\d+): ERROR: (.*)$", ran.log, re.MULTILINE
    ):
        return f"{boxed.get(path, path)}:{line}: {reason}"
    return ran.error.split("ERROR: ", maxsplit=1)[-1].replace("\\", "")


def _netlist(design: Mapping[str, Any], log: str) -> Netlist:
    modules = design["modules"]
    tops = [name for name, each in modules.items() if "top" in each["attributes"]] or [*modules]
    if not tops:
        raise CircuitUnreadable("there is no module in it")
    module = modules[tops[0]]
    conflicts = re.findall(r"multiple conflicting drivers for (.+?):$", log, re.MULTILINE)
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
        tops[0],
        tuple(dict.fromkeys(_latches(log))),
        "found logic loop" in log,
    )


def _latches(log: str) -> Iterator[str]:
    for signal in re.findall(r"Latch inferred for signal `([^']+)'", log):
        yield _signal(signal)


def _signal(name: str) -> str:
    """A signal as its author wrote it, without the modules that it is in."""
    return name.replace("\\", "").rpartition(".")[2].partition(" ")[0]


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

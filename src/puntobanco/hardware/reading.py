"""Reading somebody's Verilog: yosys makes gates and registers of it, and says what is odd."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from puntobanco.errors import CircuitUnreadable
from puntobanco.hardware.bench import Wiring
from puntobanco.hardware.complaints import complaint, culprit, is_located
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.netlist import FALSE, TRUE, Gate, Netlist, Register
from puntobanco.hardware.synthesis import NETLIST, plain_reader, slang_reader, synthesized

HEADERS = {".vh", ".svh", ".h"}
"""Endings of files that others include; what ends otherwise is read by itself."""

_CONSTANTS = {"0": FALSE, "1": TRUE, "x": FALSE, "z": FALSE}
_GATES = {"$_NOT_": "A", "$_AND_": "AB", "$_OR_": "AB", "$_XOR_": "AB", "$_MUX_": "ABS"}

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_$]*")
_HEAD = re.compile(
    r"\bmodule\s+(?P<name>[A-Za-z_]\w*)\s*"
    r"(?:import[^;]{0,999};\s*)?(?:#\s*\(.{0,999}?\)\s*)?\((?P<ports>.{0,9999}?)\)\s*;",
    re.DOTALL,
)
"""The head of a module that has ports."""


def read(files: Mapping[str, bytes], interface: Interface) -> Netlist:
    """Read Verilog files by name; what cannot be read is named with its file and line.

    A file that cannot be read and is not needed, such as a test bench, is left out.
    """
    boxed = {f"{number}/{_safe(name)}": name for number, name in enumerate(files)}
    sources = [path for path in boxed if PurePath(path).suffix.lower() not in HEADERS]
    contents = {path: files[name] for path, name in boxed.items()}
    if not sources:
        raise CircuitUnreadable("no Verilog file was given")
    if interface.top and not _NAME.fullmatch(interface.top):
        raise CircuitUnreadable(f"{interface.top!r} is not the name of a module")
    texts = (contents[path].decode("utf-8", "replace") for path in sources)
    top = interface.top or _likely_top(texts, interface)
    ran = synthesized(plain_reader(boxed, sources), top, contents)
    if not ran.done and is_located(ran):
        again = synthesized(slang_reader(boxed, sources, top), top, contents)
        ran = again if again.done or is_located(again) else ran
    if not ran.done or NETLIST not in ran.files:
        name = culprit(ran, boxed)
        if name and (netlist := _read_without(name, files, interface)):
            return netlist
        raise CircuitUnreadable(complaint(ran, boxed, files))
    return _netlist(json.loads(ran.files[NETLIST]), ran.log)


def _read_without(name: str, files: Mapping[str, bytes], interface: Interface) -> Netlist | None:
    """The circuit of the other files, if they are one."""
    others = {each: content for each, content in files.items() if each != name}
    try:
        netlist = read(others, interface)
        Wiring.of(netlist, interface)
    except CircuitUnreadable:
        return None
    return replace(netlist, left_out=(name, *netlist.left_out))


def _safe(name: str) -> str:
    """A file name without anything that a script could mistake."""
    return re.sub(r"[^A-Za-z0-9_.]", "_", PurePath(name).name).lstrip(".") or "file"


def _likely_top(texts: Iterable[str], interface: Interface) -> str:
    """The one module whose head names all the pins; empty where there is none, or several."""
    ports = {interface.clock.port, interface.deal.port, interface.reset.port}
    ports |= {pins.port for pins in interface.watched}
    heads = (head for text in texts for head in _HEAD.finditer(_COMMENT.sub(" ", text)))
    found = [head["name"] for head in heads if ports <= set(_NAME.findall(head["ports"]))]
    return found[0] if len(found) == 1 else ""


def _netlist(design: Mapping[str, Any], log: str) -> Netlist:
    """What yosys wrote about the top module, and what it remarked in its log."""
    top = _top(design["modules"])
    conflicts = re.findall(r"multiple conflicting drivers for (.+?):$", log, re.MULTILINE)
    if conflicts:
        raise CircuitUnreadable(f"{_signal(conflicts[0])} is driven from several places")
    module = design["modules"][top]
    parts, ports = list(_parts(module["cells"])), module["ports"]
    return Netlist(
        tuple(part for part in parts if isinstance(part, Gate)),
        tuple(part for part in parts if isinstance(part, Register)),
        {name: tuple(map(_net, port["bits"])) for name, port in ports.items()},
        frozenset(name for name, port in ports.items() if port["direction"] == "input"),
        top,
        tuple(dict.fromkeys(_latches(log))),
        "found logic loop" in log,
        {name: _indices(port) for name, port in ports.items()},
    )


def _top(modules: Mapping[str, Any]) -> str:
    """The name of the module that yosys calls the top, or of the first."""
    tops = [name for name, each in modules.items() if "top" in each["attributes"]] or [*modules]
    if not tops:
        raise CircuitUnreadable("there is no module in it")
    return tops[0]


def _parts(cells: Mapping[str, Any]) -> Iterator[Gate | Register]:
    """The gates and registers among the cells."""
    for cell in cells.values():
        pins = {pin: _net(bits[0]) for pin, bits in cell["connections"].items()}
        part = _cell(cell["type"], pins)
        if part:
            yield part


def _indices(port: Mapping[str, Any]) -> range:
    """How the bits of a port are numbered, lowest bit first: ``[7:0]``, ``[8:1]``, ``[0:7]``."""
    first, width = port.get("offset", 0), len(port["bits"])
    numbers = range(first, first + width)
    return numbers[::-1] if port.get("upto") else numbers


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

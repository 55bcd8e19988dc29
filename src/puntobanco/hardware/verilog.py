"""Read given Verilog: yosys turns it into gates and registers, and reports oddities."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from puntobanco.errors import CircuitUnreadable
from puntobanco.hardware.assignments import ReaderRefused
from puntobanco.hardware.bench import Wiring
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.netlist import FALSE, TRUE, Gate, Netlist, Register
from puntobanco.hardware.sources import LeftOut, Reason, Sources, is_header, sort_out
from puntobanco.hardware.yosys import BOX, NETLIST, REGISTERS, Ran, to_gates

_CONSTANTS = {"0": FALSE, "1": TRUE, "x": FALSE, "z": FALSE}
_GATES = {"$_NOT_": "A", "$_AND_": "AB", "$_OR_": "AB", "$_XOR_": "AB", "$_MUX_": "ABS"}

_UNDRIVEN = re.compile(r"^Warning: Wire (.+?) is used but has no driver\.$", re.MULTILINE)

_LATCH = re.compile(r"Latch inferred for signal `([^']+)'")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_$]*")


def read(files: Mapping[str, bytes], interface: Interface) -> Netlist:
    """Read Verilog files by name. An error names its file and line."""
    return read_files(files, interface)[0]


def read_files(files: Mapping[str, bytes], interface: Interface) -> tuple[Netlist, Sources]:
    """Read Verilog files. Return the circuit, and the parts of the files that it uses.

    A file that can't be read and isn't needed is left out.
    """
    if interface.top and not _NAME.fullmatch(interface.top):
        raise CircuitUnreadable(f"{interface.top!r} is not the name of a module")
    if all(map(is_header, files)):
        raise CircuitUnreadable("no Verilog file was given")
    sources = sort_out(files, interface)
    boxed = {f"{number}/{_safe(name)}": name for number, name in enumerate(sources.readable)}
    ran = _synthesized(sources, boxed, sources.top or interface.top)
    if ran.done and NETLIST in ran.files:
        return _netlist(json.loads(ran.files[NETLIST]), ran.log), sources
    name = culprit(ran, boxed)
    if name and (found := _read_without(name, files, interface)):
        return found
    error = ReaderRefused if is_located(ran) else CircuitUnreadable
    raise error(complaint(ran, boxed, sources.readable))


def pins_only(files: Mapping[str, bytes], interface: Interface) -> tuple[Netlist, Sources] | None:
    """Return the circuit as pins without gates, or None if it has other pins."""
    sources = sort_out(files, interface, for_yosys=False)
    if not sources.top or not sources.has_pins:
        return None
    keys = (interface.clock, interface.deal, interface.reset)
    ports, net = dict[str, tuple[int, ...]](), TRUE + 1
    for port in dict.fromkeys(pins.port for pins in (*keys, *interface.watched)):
        highest = [pins.high for pins in (*keys, *interface.watched) if pins.port == port]
        whole = 7 if port in {pins.port for pins in interface.places} else 1
        width = max(whole if high is None else high + 1 for high in highest)
        ports[port] = tuple(range(net, net + width))
        net += width
    inputs = frozenset(pins.port for pins in keys)
    return Netlist((), (), ports, inputs, sources.top), sources


def _synthesized(sources: Sources, boxed: Mapping[str, str], top: str) -> Ran:
    """Run yosys: first with its quick reader, then with its reader for all of SystemVerilog."""
    contents = {path: sources.readable[name] for path, name in boxed.items()}
    paths = " ".join(f"{BOX}/{path}" for path in boxed if not is_header(path))
    folders = [f"{BOX}/{PurePath(path).parent}" for path in boxed]
    included = " ".join(f"-I{folder}" for folder in folders)
    ran = to_gates(f"read_verilog -sv {included} {paths}", top, contents)
    if not ran.done and is_located(ran):
        included = " ".join(f"-I {folder}" for folder in folders)
        chosen = f"--top {top}" if top else ""
        reader = f"read_slang --threads 1 --ignore-assertions {chosen} {included} {paths}"
        again = to_gates(reader, top, contents)
        ran = again if again.done or is_located(again) else ran
    return ran


def _read_without(
    name: str, files: Mapping[str, bytes], interface: Interface
) -> tuple[Netlist, Sources] | None:
    others = {each: content for each, content in files.items() if each != name}
    if all(map(is_header, others)):
        return None
    try:
        netlist, sources = read_files(others, interface)
        Wiring.of(netlist, interface)
    except CircuitUnreadable:
        return None
    left_out = LeftOut(name, name, Reason.UNREADABLE)
    return netlist, replace(sources, left_out=(left_out, *sources.left_out))


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.]", "_", PurePath(name).name).lstrip(".") or "file"


def _netlist(design: Mapping[str, Any], log: str) -> Netlist:
    """Return the netlist of the top module, with the remarks of yosys's log."""
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
        tuple(dict.fromkeys(map(_signal, _LATCH.findall(log)))),
        "found logic loop" in log,
        {name: _indices(port) for name, port in ports.items()},
        tuple(dict.fromkeys(map(_signal, _UNDRIVEN.findall(log)))),
    )


def _top(modules: Mapping[str, Any]) -> str:
    """Return the name of the module that yosys marks as top, or of the first."""
    tops = [name for name, each in modules.items() if "top" in each["attributes"]] or [*modules]
    if not tops:
        raise CircuitUnreadable("there is no module in it")
    return tops[0]


def _parts(cells: Mapping[str, Any]) -> Iterator[Gate | Register]:
    for cell in cells.values():
        kind = cell["type"]
        pins = {pin: _net(bits[0]) for pin, bits in cell["connections"].items() if bits}
        if kind in _GATES:
            yield Gate(kind, pins["Y"], tuple(pins[pin] for pin in _GATES[kind]))
        elif kind in REGISTERS:
            is_latch = "E" in pins
            enable = pins["E" if is_latch else "C"]
            forced = (pins.get(pin, FALSE) for pin in "SR")
            yield Register(pins["Q"], pins["D"], enable, is_latch, *forced)
        elif kind != "$scopeinfo":
            raise CircuitUnreadable(f"it holds a {kind.strip('$_')}, which is not supported")


def _indices(port: Mapping[str, Any]) -> range:
    """Return the numbers of a port's bits, lowest bit first: ``[7:0]``, ``[8:1]``, ``[0:7]``."""
    first, width = port.get("offset", 0), len(port["bits"])
    numbers = range(first, first + width)
    return numbers[::-1] if port.get("upto") else numbers


def _signal(name: str) -> str:
    """Return a signal's name as its author wrote it, without the modules around it."""
    return name.replace("\\", "").rpartition(".")[2].partition(" ")[0]


def _net(bit: int | str) -> int:
    return _CONSTANTS[bit] if isinstance(bit, str) else bit


_BOXED = rf"/?{BOX[1:]}/(?P<path>\S+?):(?P<line>\d+)"
_LOCATED = re.compile(rf"^{_BOXED}: ERROR: *(?P<reason>.*)$", re.MULTILINE)
_MANY_EDGES = "Multiple edge sensitive"


def is_located(ran: Ran) -> bool:
    """Return whether a reader gave up at some line: another reader may do better."""
    return _LOCATED.search(ran.log) is not None


def culprit(ran: Ran, boxed: Mapping[str, str]) -> str | None:
    """Return the file that caused the error, if there is one."""
    found = _LOCATED.search(ran.log)
    return boxed.get(found["path"]) if found else None


def complaint(ran: Ran, boxed: Mapping[str, str], files: Mapping[str, bytes]) -> str:
    """Return what could not be read, with its file and line if known."""
    if _MANY_EDGES in ran.error:
        return _many_edges(ran.log, boxed, files)
    found = _LOCATED.search(ran.log)
    if found and found["path"] in boxed:
        name, line = boxed[found["path"]], int(found["line"])
        what = (
            f": {_lines(files[name], line)[0].strip()}" if "unsupported" in found["reason"] else ""
        )
        return f"{name}:{line}: {found['reason']}{what}"
    error = ran.error.rpartition("ERROR:")[2].strip().replace("\\", "")
    return re.sub(r"^Module `(.*)' not found!$", r"there is no module \1 in it", error)


def _many_edges(log: str, boxed: Mapping[str, str], files: Mapping[str, bytes]) -> str:
    """Return which process has several clocks, or both edges of one."""
    found = re.finditer(rf"^Creating register .*\$proc\${_BOXED}", log, re.MULTILINE)
    processes = [each for each in found if each["path"] in boxed]
    if not processes:
        return "a register has more than one clock or edge, and a flip-flop has one"
    name, line = boxed[processes[-1]["path"]], int(processes[-1]["line"])
    events = re.search(r"@\s*\(([^)]*)\)", "\n".join(_lines(files[name], line)))
    edges = re.findall(r"\b(?:pos|neg)edge\s+([^\s,)]+)", events[1] if events else "")
    for clock in edges:
        if edges.count(clock) > 1:
            return f"{name}:{line}: clocked on both edges of {clock}, which no flip-flop can be"
    return f"{name}:{line}: clocked by {' and '.join(edges)}, and a flip-flop has one clock"


def _lines(source: bytes, line: int) -> list[str]:
    return source.decode("utf-8", "replace").splitlines()[line - 1 :] or [""]

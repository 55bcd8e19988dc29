"""Find the circuit in given files: the module to check and everything that it uses.

Test benches, skeletons and old copies are erased before any tool reads the files. A test bench is a
module that no other module uses, without ports or with the name and the delays of a test bench.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import PurePath
from typing import NamedTuple

from puntobanco.errors import CircuitUnreadable
from puntobanco.hardware.assignments import uniform_edits
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.scanning import (
    BEFORE_DELAY,
    MESSAGE,
    NO_CIRCUIT,
    SYNTHESIS,
    Scanned,
    Token,
    Unit,
    closing,
    decoded_text,
    edited,
    erased,
    scan,
    units_of,
)

HEADERS = {".vh", ".svh", ".h"}
"""Extensions of files that others include. Files with other extensions are read by themselves."""

VERILOG = {".v", ".sv", ".vl", ".vlg", ".verilog", *HEADERS}
"""Extensions of Verilog. A file with another extension may be something else."""

_GATES = {"and", "nand", "or", "nor", "xor", "xnor", "not", "buf", "bufif0", "bufif1"}

_DELAYED = BEFORE_DELAY | _GATES | {"assign", "wire"}
"""Words after which a ``#`` is a delay, not a parameter."""

_BENCH_NAME = re.compile(r"^tb|tb\d*$|(?:^|_)(?:tb|sim)(?:_|\d|$)|test_?bench", re.IGNORECASE)


_LOOSE = {"typedef", "function", "task", "parameter", "localparam"}
_NAME = re.compile(r"[A-Za-z_]\w*")
_MODULE = re.compile(r"\b(?:macro)?module\b")
_PATH = re.compile(r"`include\s+\"[^\"\n]*[/\\](?P<base>[^\"\n/\\]+)\"")
"""An include of a file in another folder."""


class Reason(Enum):
    """Why a part of the files is left out."""

    TEST_BENCH = auto()
    UNUSED = auto()
    COPY = auto()
    """Another module of this name is used."""
    NO_VERILOG = auto()
    UNREADABLE = auto()
    """It can't be read and isn't needed."""


class LeftOut(NamedTuple):
    """A module, or a whole file, that is left out."""

    name: str
    file: str
    reason: Reason
    instead: str = ""
    """The file of the module that is used instead of a copy."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The files of a circuit, without everything else."""

    top: str
    """The module to check, or empty if none was recognised."""
    originals: Mapping[str, bytes]
    """The files by name, for a simulator, without what was left out."""
    readable: Mapping[str, bytes]
    """The files by name, rewritten for yosys."""
    has_pins: bool = True
    """Whether its ports have the names of all the pins."""
    left_out: tuple[LeftOut, ...] = ()
    same_pins: tuple[str, ...] = ()
    """Other modules with all the pins."""

    @property
    def copies(self) -> list[LeftOut]:
        """The modules replaced by another of the same name."""
        return [each for each in self.left_out if each.reason is Reason.COPY]


def sort_out(
    files: Mapping[str, bytes], interface: Interface, *, for_yosys: bool = True
) -> Sources:
    """Find the circuit in the files. If yosys will read it, refuse what yosys would misread."""
    texts = {name: decoded_text(content) for name, content in files.items()}
    macros = set(SYNTHESIS)
    for name, text in texts.items():
        if is_header(name) or not _MODULE.search(text):
            scan(text, macros)
    scanned = {name: scan(text, set(macros)) for name, text in texts.items()}
    units = [unit for name in scanned for unit in units_of(name, scanned[name])]
    in_macros = {
        name
        for each in scanned.values()
        for directive in each.directives
        if directive.kind == "define"
        for name in _NAME.findall(directive.text)
    }
    cut = _Cut(scanned, units, _Choice(units, interface, in_macros))
    return cut.sources(for_yosys=for_yosys)


def is_header(name: str) -> bool:
    """Return whether a file is for others to include."""
    return PurePath(name).suffix.lower() in HEADERS


def is_verilog(name: str | PurePath) -> bool:
    """Return whether a file has the name of a Verilog file."""
    return PurePath(name).suffix.lower() in VERILOG


class _Choice:
    """The module to check, and the units that it needs."""

    def __init__(self, units: Sequence[Unit], interface: Interface, in_macros: set[str]) -> None:
        self._in_macros = in_macros
        self._by_name: dict[str, list[Unit]] = {}
        for unit in units:
            if unit.kind not in NO_CIRCUIT:
                self._by_name.setdefault(unit.name, []).append(unit)
        self.pins = {interface.clock.port, interface.deal.port, interface.reset.port}
        self.pins |= {each.port for each in interface.watched}
        modules = [unit for unit in units if unit.kind in {"module", "macromodule"}]
        self.benches = self._benches(modules)
        self.same_pins: list[str] = []
        called_verilog = [unit for unit in modules if is_verilog(unit.file)]
        circuits = [unit for unit in called_verilog or modules if unit not in self.benches]
        self.top = self._top(circuits, interface)
        if self.top is None and self.benches and not circuits:
            names = ", ".join(sorted({unit.name for unit in self.benches}))
            raise CircuitUnreadable(f"only test benches are in it ({names}), and no circuit")
        self.needed = self._reached(self.top) if self.top else set()

    def _benches(self, modules: Sequence[Unit]) -> set[Unit]:
        """Return the test benches. A module that a circuit uses is part of the circuit."""
        benches = {unit for unit in modules if self._seems_bench(unit)}
        while True:
            used = {name for unit in modules if unit not in benches for name in unit.used}
            remaining = {unit for unit in benches if unit.name not in used}
            if remaining == benches:
                return benches
            benches = remaining

    def _seems_bench(self, unit: Unit) -> bool:
        if not unit.ports:
            has_parts = any(name in self._by_name for name in unit.used - {unit.name})
            return has_parts or unit.simulates or any(t.text == "initial" for t in unit.body)
        is_named = _BENCH_NAME.search(unit.name) is not None
        return is_named and unit.simulates and not self.pins <= unit.ports

    def _top(self, modules: Sequence[Unit], interface: Interface) -> Unit | None:
        """Return the module that the interface names, or the outermost one with all the pins."""
        if interface.top:
            named = [unit for unit in modules if unit.name == interface.top]
            named = named or [unit for unit in self.benches if unit.name == interface.top]
            return min(named, key=self._rank) if named else None
        with_pins = [unit for unit in modules if self.pins <= unit.ports]
        used = {name for unit in with_pins for name in unit.used if name != unit.name}
        outermost = [unit for unit in with_pins if unit.name not in used] or with_pins
        if not outermost:
            return self._outermost(modules)
        best = min(outermost, key=self._rank)
        self.same_pins = sorted({unit.name for unit in outermost} - {best.name})
        return best

    def _outermost(self, modules: Sequence[Unit]) -> Unit | None:
        """Return the only module that no other uses, if none has the pins."""
        used = {name for unit in modules for name in unit.used if name != unit.name}
        roots = [unit for unit in modules if unit.name not in used]
        return roots[0] if len({unit.name for unit in roots}) == 1 else None

    def _rank(self, unit: Unit) -> tuple[bool, bool, int, bool]:
        """Sort sources before netlists, then fuller modules first, then by file name."""
        file = PurePath(unit.file)
        size = -len(self._reached(unit))
        return not is_verilog(file), not unit.body, size, file.stem != unit.name

    def _reached(self, top: Unit) -> set[Unit]:
        """Return a module and all units that it uses, one of each name."""
        reached, waiting = {top}, [top]
        names = {top.name}
        while waiting:
            unit = waiting.pop()
            for name in sorted((unit.used | self._in_macros) - names):
                if name in self._by_name:
                    names.add(name)
                    found = min(self._by_name[name], key=lambda each: _distance(each, unit, top))
                    reached.add(found)
                    waiting.append(found)
        return reached


def _distance(unit: Unit, user: Unit, top: Unit) -> tuple[bool, ...]:
    """Sort modules by their distance from a module that uses them, then from the top."""
    file, folder = PurePath(unit.file), PurePath(unit.file).parent
    return (
        not is_verilog(file),
        unit.file != user.file,
        unit.file != top.file,
        folder != PurePath(user.file).parent,
        folder != PurePath(top.file).parent,
        not unit.body,
        file.stem != unit.name,
    )


class _Cut:
    """The files with only the chosen units."""

    def __init__(
        self,
        scanned: Mapping[str, Scanned],
        units: Sequence[Unit],
        choice: _Choice,
    ) -> None:
        self._scanned = scanned
        self._units = units
        self._choice = choice
        self._left_out: list[LeftOut] = []

    def sources(self, *, for_yosys: bool) -> Sources:
        """Erase the rest, and rewrite what is left for yosys."""
        choice = self._choice
        kept = sorted(filter(self._is_kept, self._scanned), key=self._is_for_itself)
        originals = {name: self._without(name) for name in kept}
        edits = {name: self._edits(name) if for_yosys else {} for name in kept}
        readable = {name: edited(text, edits[name]) for name, text in originals.items()}
        return Sources(
            choice.top.name if choice.top else "",
            {name: text.encode() for name, text in originals.items()},
            {name: text.encode() for name, text in readable.items()},
            choice.top is not None and choice.pins <= choice.top.ports,
            tuple(self._left_out),
            tuple(choice.same_pins),
        )

    def _is_kept(self, name: str) -> bool:
        """Return whether to keep a file. The macros of a test bench are left out with it."""
        units = [unit for unit in self._units if unit.file == name]
        if is_header(name) or any(self._keeps(unit) for unit in units):
            return True
        is_copy = any(unit.name == each.name for unit in units for each in self._choice.needed)
        if not is_verilog(name) and not is_copy and any(map(is_verilog, self._scanned)):
            self._left_out.append(LeftOut(name, name, Reason.NO_VERILOG))
            return False
        is_bench = any(unit in self._choice.benches for unit in units)
        if units and (is_bench or not self._is_loose(name, units)):
            self._note(units)
            return False
        return True

    def _is_loose(self, name: str, units: Sequence[Unit]) -> bool:
        """Return whether a file has more than these units, such as a shared type."""
        inside = {token.start for unit in units for token in unit.tokens}
        tokens = self._scanned[name].tokens
        return any(token.text in _LOOSE and token.start not in inside for token in tokens)

    def _is_for_itself(self, name: str) -> bool:
        """Return whether a file may be read after others: it has a module and no package."""
        kinds = {unit.kind for unit in self._units if unit.file == name}
        return bool(kinds) and "package" not in kinds

    def _keeps(self, unit: Unit) -> bool:
        if unit.kind in NO_CIRCUIT or unit in self._choice.benches:
            return unit is self._choice.top
        if self._choice.top is None:
            return True
        return unit in self._choice.needed

    def _without(self, name: str) -> str:
        """Return a file without the units that are left out, and without included modules."""
        dropped = [each for each in self._units if each.file == name and not self._keeps(each)]
        self._note(dropped)
        scanned = self._scanned[name]
        spans = [unit.span for unit in dropped]
        spans += [(at.start, at.end) for file, at in scanned.includes if self._is_read_alone(file)]
        return _PATH.sub(self._in_one_folder, erased(scanned, spans))

    def _in_one_folder(self, include: re.Match[str]) -> str:
        """Return an include without folders, if that file is given. Its length stays the same."""
        is_given = any(PurePath(file).name == include["base"] for file in self._scanned)
        by_name = f'`include "{include["base"]}"'.ljust(len(include[0]))
        return by_name if is_given else include[0]

    def _is_read_alone(self, included: str) -> bool:
        base = PurePath(included.replace("\\", "/")).name
        is_given = any(PurePath(unit.file).name == base for unit in self._units)
        return is_given and not is_header(base)

    def _note(self, units: Iterable[Unit]) -> None:
        needed = {unit.name: unit.file for unit in self._choice.needed}
        for unit in units:
            if unit in self._choice.benches or unit.kind in NO_CIRCUIT:
                reason = Reason.TEST_BENCH
            else:
                reason = Reason.COPY if unit.name in needed else Reason.UNUSED
            instead = needed[unit.name] if reason is Reason.COPY else ""
            left_out = LeftOut(unit.name, unit.file, reason, instead)
            if unit.kind in {"module", "macromodule", "program"} and left_out not in self._left_out:
                self._left_out.append(left_out)

    def _edits(self, name: str) -> dict[tuple[int, int], str]:
        edits: dict[tuple[int, int], str] = {}
        for unit in self._units:
            if unit.file == name and self._keeps(unit):
                edits |= uniform_edits(unit.tokens, self._scanned[name], name)
                edits |= _with_brackets(unit.tokens) | _without_messages(unit.tokens)
        return edits


def _with_brackets(tokens: Sequence[Token]) -> dict[tuple[int, int], str]:
    """Return the edits that put brackets around the parameter of ``part #4 name (…)``."""
    edits: dict[tuple[int, int], str] = {}
    for place, token in enumerate(tokens[1:-2], start=1):
        before, value, after = tokens[place - 1], tokens[place + 1], tokens[place + 2]
        is_part = token.text == "#" and before.kind == after.kind == "name"
        if is_part and value.kind in {"name", "number"} and before.text not in _DELAYED:
            edits[value.start, value.end] = f"({value.text})"
    return edits


def _without_messages(tokens: Sequence[Token]) -> dict[tuple[int, int], str]:
    """Return the edits that remove code for simulators only.

    A latch in ``always_comb`` is an error for yosys. In ``always @*`` we can report it ourselves.
    """
    edits: dict[tuple[int, int], str] = {}
    for place, token in enumerate(tokens):
        if token.text == "always_comb":
            edits[token.start, token.end] = "always @*"
        elif MESSAGE.fullmatch(token.text):
            has_list = place + 1 < len(tokens) and tokens[place + 1].text == "("
            end = tokens[closing(tokens, place + 1) - 1].end if has_list else token.end
            edits[token.start, end] = ""
    return edits

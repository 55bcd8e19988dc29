"""All 10^6 orders of points on the Verilog itself, in Verilator or Icarus Verilog where found."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from threading import Timer

from puntobanco.errors import ToolFailed, ToolMissing, shown
from puntobanco.hardware.counter import Moments
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.judging import (
    CircuitFault,
    Finding,
    Observation,
    fault_when_lit,
    first_fault,
)
from puntobanco.hardware.netlist import Netlist
from puntobanco.hardware.sources import is_header
from puntobanco.hardware.testbench import LINE, MODULE, ORDERS, PINS, PRESS, bench_verilog
from puntobanco.hardware.waveform import vcd_text
from puntobanco.tableau import Tableau

PACKAGES = {"verilator": "verilator", "iverilog": "iverilog"}
"""The simulators, the quicker first, and the packages that they are in."""

HARMLESS = {
    *("$signed", "$unsigned", "$clog2", "$bits", "$size", "$high", "$low", "$left", "$right"),
    *("$display", "$write", "$strobe", "$monitor", "$time", "$realtime", "$stime", "$timeformat"),
    *("$finish", "$stop", "$error", "$warning", "$info", "$fatal", "$random", "$urandom"),
    *("$countones", "$onehot", "$onehot0", "$isunknown", "$past", "$rose", "$fell", "$stable"),
}
"""What somebody's Verilog may call; other calls read or write files, or start programs."""

NATURAL = 8

BUILT_WITHIN = 600.0
BEGUN_WITHIN = 60.0
RUN_WITHIN = 3600.0
"""Seconds that a simulation may take to build, to play its first coup, and to play them all."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """What a simulator came to."""

    simulator: str
    orders: int
    finding: Finding | None = None
    waveform: str = ""
    """The coup of the finding, as a VCD file."""
    coups: int = 0
    """How many different coups it showed."""

    def is_every(self, tableau: Tableau) -> bool:
        """Whether it showed every possible coup, comparing coups by points."""
        return self.coups >= sum(
            _endings(tableau, (p1 + p2) % 10, (b1 + b2) % 10)
            for p1, b1, p2, b2 in product(range(10), repeat=4)
        )


def _endings(tableau: Tableau, player: int, banker: int) -> int:
    """Return how many continuations, in points, a coup has from these totals of two cards."""
    if max(player, banker) >= NATURAL:
        return 1
    if not tableau.player_draws(player):
        return 10 if tableau.banker_draws(banker, None) else 1
    return sum(10 if tableau.banker_draws(banker, third) else 1 for third in range(10))


def found() -> list[str]:
    """Return the simulators of this machine, the fastest first."""
    return [name for name in PACKAGES if shutil.which(name)]


def require(simulator: str) -> None:
    """Refuse a simulator that this machine does not have."""
    if shutil.which(simulator) is None:
        raise ToolMissing(simulator, package=PACKAGES[simulator])


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is to be simulated and how it is judged: files by their names, and what they make."""

    files: Mapping[str, bytes]
    netlist: Netlist
    interface: Interface
    tableau: Tableau
    moments: Moments
    simulator: str


def simulate(asked: Simulation) -> Simulated:
    """Play all orders and judge what the board shows at the end of each."""
    simulator = asked.simulator
    for content in asked.files.values():
        _refuse_programs(content.decode("utf-8", "replace"), simulator)
    with TemporaryDirectory(prefix="puntobanco-") as folder:
        bench = bench_verilog(asked.netlist, asked.interface, asked.moments)
        program = _built(Path(folder), asked.files, bench, simulator)
        failing, finding, coups = _first_failing(program, asked)
        if finding is None:
            return Simulated(simulator, ORDERS, coups=coups)
        lines = [line.split() for line in _lines([*program, f"+order={failing}"])]
    presses = [values for word, *values in lines if word == PRESS]
    finding = _explained(presses, asked.interface, asked.tableau) or finding
    pins = (values for word, *values in lines if word == PINS)
    return Simulated(simulator, failing + 1, finding, vcd_text(pins))


def _first_failing(program: list[str], asked: Simulation) -> tuple[int, Finding | None, int]:
    """Return how many orders were played, the first fault if any, and how many distinct coups."""
    judged = dict[str, Finding | None]()
    played = 0
    with closing(_lines(program)) as lines:
        for line in lines:
            if line not in judged:
                judged[line] = _judged(line.split(), asked.interface, asked.tableau)
            if judged[line]:
                return played, judged[line], len(judged)
            played += 1
    if played != ORDERS:
        raise ToolFailed(asked.simulator, f"ended after {played:,} of {ORDERS:,} orders")
    return played, None, len(judged)


def _refuse_programs(source: str, simulator: str) -> None:
    """Refuse Verilog that could do harm: a simulator is not a sandbox."""
    calls = re.findall(r"(?<![\w$])\$[A-Za-z_]\w*", source)
    tricks = re.findall(r"``|`systemc\w*|`verilator_config|\bimport\s*\"|\bexport\s*\"", source)
    includes = re.findall(r"`include\s+[<\"][^>\"]*[/\\\\]", source)
    harmful = [call for call in calls if call not in HARMLESS] + tricks + includes
    if harmful:
        raise ToolFailed(simulator, f"{shown(harmful[0], 40)} is not run on this machine")


def _built(folder: Path, files: Mapping[str, bytes], bench: str, simulator: str) -> list[str]:
    """Compile circuit and test bench. Return the command that runs them."""
    sources = [*_written(folder, files), folder / "bench.sv"]
    sources[-1].write_text(bench, encoding="utf-8")
    includes = [f"-I{folder / str(number)}" for number in range(len(files))]
    program = str(folder / "program")
    if simulator == "verilator":
        options = ["--binary", "-Wno-fatal", "-Wno-lint", "--top-module", MODULE]
        built = ["verilator", *options, "--Mdir", str(folder), "-o", program]
        run = [program]
    else:
        built = ["iverilog", "-g2012", "-s", MODULE, "-o", program]
        run = ["vvp", "-n", program]
    _call([*built, *includes, *map(str, sources)], folder, simulator)
    return run


def _written(folder: Path, files: Mapping[str, bytes]) -> Iterator[Path]:
    """Write each file into a folder of its own; headers are left for others to include.

    A source gets the ending of one: Verilator would compile a ``.cpp`` and run it.
    """
    for number, (name, content) in enumerate(files.items()):
        path = folder / str(number) / PurePath(name).name
        if not is_header(name) and path.suffix not in {".v", ".sv"}:
            path = path.with_name(f"{path.name}.sv")
        path.parent.mkdir()
        path.write_bytes(content)
        if not is_header(name):
            yield path


def _call(command: list[str], folder: Path, simulator: str) -> None:
    try:
        ran = subprocess.run(  # noqa: S603 - a simulator that was found, and no shell
            command, cwd=folder, capture_output=True, timeout=BUILT_WITHIN, check=False
        )
    except subprocess.TimeoutExpired:
        raise ToolFailed(simulator, f"not done after {BUILT_WITHIN:.0f} seconds") from None
    if ran.returncode:
        lines = (ran.stderr or ran.stdout).decode("utf-8", "replace").splitlines()
        errors = [line for line in lines if "rror" in line] or lines or ["it says nothing"]
        raise ToolFailed(simulator, errors[0].replace(f"{folder}/", ""))


def _lines(program: list[str]) -> Generator[str]:
    """What the test bench prints, a line for each order."""
    with subprocess.Popen(  # noqa: S603 - what was just built
        program,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="ascii",
        errors="replace",
    ) as process:
        assert process.stdout is not None  # noqa: S101 - for the type checker: it is a pipe
        limits = [Timer(seconds, process.kill) for seconds in (BEGUN_WITHIN, RUN_WITHIN)]
        for limit in limits:
            limit.start()
        try:
            for line in process.stdout:
                if LINE.fullmatch(line.strip()):
                    limits[0].cancel()
                    yield line.strip()
        finally:
            for limit in limits:
                limit.cancel()
            process.kill()


def _judged(words: Sequence[str], interface: Interface, tableau: Tableau) -> Finding | None:
    """What is wrong with the end of a coup, if anything."""
    _, moved, *values = words
    shown = _shown(values)
    if shown is None:
        return Finding(CircuitFault.UNKNOWN, (), pin=_unknown(values, interface))
    if moved != "0":
        return Finding(CircuitFault.MOVED, (shown,))
    return fault_when_lit(shown, interface, tableau)


def _explained(
    presses: Sequence[Sequence[str]], interface: Interface, tableau: Tableau
) -> Finding | None:
    """The first rule that is broken by a run, which begins with a reset."""
    run = list[Observation]()
    for values in presses:
        shown = _shown(values, is_reset=not run)
        if shown is None:
            pin = _unknown(values, interface)
            return Finding(CircuitFault.UNKNOWN, tuple(run), pin=pin)
        run.append(shown)
        finding = first_fault(run, interface, tableau)
        if finding:
            return finding
    return None


def _shown(values: Sequence[str], *, is_reset: bool = False) -> Observation | None:
    """What a board shows, from the bits of its pins; None if one is neither 0 nor 1."""
    try:
        numbers = [int(bits, 2) for bits in values]
    except ValueError:
        return None
    *codes, player, banker, player_light, banker_light = numbers
    lights = bool(player_light), bool(banker_light)
    return Observation(tuple(codes), (player, banker), lights, is_reset)


def _unknown(values: Sequence[str], interface: Interface) -> str:
    """The first pin with a bit that is neither 0 nor 1."""
    unknown = (
        pin for pin, bits in zip(interface.watched, values, strict=True) if set(bits) - {"0", "1"}
    )
    return str(next(unknown))

"""All 10^6 orders of points on the Verilog itself, in Verilator or Icarus Verilog if found.

The test bench deals every order of points by the clock. At the end of each coup it prints ``coup``,
whether anything moved after the end, and what the board shows. With ``+order=N`` it plays that coup
only, and prints ``pins`` after every change and ``press`` after every press.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from threading import Timer

from puntobanco.cards import Rank
from puntobanco.errors import ToolFailed, ToolMissing, shown
from puntobanco.hardware.bench import HELD, Bench, Moments, vcd_text
from puntobanco.hardware.interface import Interface, Pins
from puntobanco.hardware.judging import (
    MOST_PRESSES,
    CircuitFault,
    Finding,
    Observation,
    first_fault,
)
from puntobanco.hardware.netlist import Netlist
from puntobanco.hardware.sources import is_header
from puntobanco.tableau import Tableau

MODULE = "puntobanco_bench"
ORDERS = 1_000_000

TEMPLATE = Path(__file__).with_name("test_bench.v")
"""The test bench, with names such as ``@PERIOD@`` for what depends on the circuit."""

PINS, PRESS = "pins", "press"

LINE = re.compile(rf"(?:coup [01]|{PINS}(?: [01]){{3}}|{PRESS})(?: [01xzXZ]+){{10}}")
"""A line printed by the test bench. A circuit may print something else."""


def bench_verilog(netlist: Netlist, interface: Interface, moments: Moments) -> str:
    """Return a test bench that learns which moment deals which card, then deals every order.

    Without gates we don't know whether the circuit samples its keys, so the test bench holds them.
    """
    bench = Bench(netlist, interface)
    is_unknown = not netlist.parts
    settings: dict[str, object] = {
        "PERIOD": moments.period,
        "MOMENTS": moments.number,
        "TICKS": moments.ticks,
        "MOST_PRESSES": MOST_PRESSES,
        "ORDERS": ORDERS,
        "MODULE": MODULE,
        "WIRES": "\n    ".join(_wire(name, netlist, interface) for name in netlist.ports),
        "TOP": interface.top or netlist.top,
        "PORTS": ", ".join(f".{name}({name})" for name in netlist.ports),
        "FIRST": interface.places[0],
        "DEALT": " + ".join(f"({pins} !== 7'h{interface.blank:02x})" for pins in interface.places),
        "LIT": " | ".join(map(str, interface.lights)),
        "WATCHED": ", ".join(map(str, interface.watched)),
        "FORMAT": " ".join(["%b"] * len(interface.watched)),
        "POINTS": "\n            ".join(_points(interface)),
        "HELD": HELD * (bench.is_sampled or is_unknown),
        "RESET_HELD": HELD * (bench.is_reset_sampled or is_unknown),
    }
    text = TEMPLATE.read_text(encoding="utf-8")
    for name, value in settings.items():
        text = text.replace(f"@{name}@", str(value))
    return text


def _wire(port: str, netlist: Netlist, interface: Interface) -> str:
    """Declare the wires of a port, and what drives them if they are inputs."""
    numbers = netlist.range_of(port)
    hands = f" = {{{_hands(port, netlist, interface)}}}" if port in netlist.inputs else ""
    return f"wire [{numbers[-1]}:{numbers[0]}] {port}{hands};"


def _hands(port: str, netlist: Netlist, interface: Interface) -> str:
    """Return what drives an input: the clock, a key, a 1 for every other key, or a 0."""
    is_key = port in (interface.deal.port, interface.reset.port)
    driven = dict.fromkeys(netlist.ports[port], "1'b1" if is_key else "1'b0")
    hands: dict[str, Pins] = {
        "tick_pin": interface.clock,
        "deal_pin": interface.deal,
        "reset_pin": interface.reset,
    }
    for hand, pins in hands.items():
        if pins.port == port:
            (net,) = netlist.nets(pins, width=1)
            driven[net] = hand
    return ", ".join(reversed(driven.values()))


def _points(interface: Interface) -> list[str]:
    """Return the points of the codes that the bench deals, one rank for each number of points."""
    codes = dict(zip(Rank, interface.codes, strict=True))
    ranks = {rank.points: rank for rank in reversed(Rank)}
    return [f"7'h{codes[rank]:02x}: points_of = {points};" for points, rank in ranks.items()]


PACKAGES = {"verilator": "verilator", "iverilog": "iverilog"}
"""The simulators, the faster first, and their packages."""

HARMLESS = {
    *("$signed", "$unsigned", "$clog2", "$bits", "$size", "$high", "$low", "$left", "$right"),
    *("$display", "$write", "$strobe", "$monitor", "$time", "$realtime", "$stime", "$timeformat"),
    *("$finish", "$stop", "$error", "$warning", "$info", "$fatal", "$random", "$urandom"),
    *("$countones", "$onehot", "$onehot0", "$isunknown", "$past", "$rose", "$fell", "$stable"),
}
"""What given Verilog may call. Other calls read or write files, or start programs."""

NATURAL = 8

BUILT_WITHIN = 600.0
BEGUN_WITHIN = 60.0
RUN_WITHIN = 3600.0
"""Seconds to build a simulation, to play its first coup, and to play them all."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """The result of a simulation."""

    simulator: str
    orders: int
    finding: Finding | None = None
    waveform: str = ""
    """The coup of the finding, as a VCD file."""
    coups: int = 0
    """How many different coups were shown."""

    def is_every(self, tableau: Tableau) -> bool:
        """Return whether every possible coup was shown, comparing coups by points."""
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
    """What to simulate, and the rules to judge it by. `files` are contents by name."""

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
    """Write each file into its own folder, and yield those that are not headers.

    A source gets a Verilog extension: Verilator would compile and run a ``.cpp``.
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
    """Yield what the test bench prints, a line for each order."""
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
                limit.join()
            process.kill()


def _judged(words: Sequence[str], interface: Interface, tableau: Tableau) -> Finding | None:
    _, moved, *values = words
    shown = _shown(values, interface)
    if isinstance(shown, Finding):
        return shown
    if moved != "0":
        return Finding(CircuitFault.MOVED, (shown,))
    blank = Observation((interface.blank,) * 6, (0, 0), (False, False), is_reset=True)
    finding = first_fault((blank, shown), interface, tableau)
    is_legible = finding is None or finding.fault is not CircuitFault.ILLEGIBLE
    if is_legible and not any(shown.lights):
        return Finding(CircuitFault.NO_END, (shown,))
    return replace(finding, run=(shown,)) if finding else None


def _explained(
    presses: Sequence[Sequence[str]], interface: Interface, tableau: Tableau
) -> Finding | None:
    """Return the first broken rule of a run that begins with a reset."""
    run = list[Observation]()
    for values in presses:
        shown = _shown(values, interface, is_reset=not run)
        if isinstance(shown, Finding):
            return replace(shown, run=tuple(run))
        run.append(shown)
        finding = first_fault(run, interface, tableau)
        if finding:
            return finding
    return None


def _shown(
    values: Sequence[str], interface: Interface, *, is_reset: bool = False
) -> Observation | Finding:
    """Return what a board shows, from the bits of its pins, or the pin that is unknown."""
    for pin, bits in zip(interface.watched, values, strict=True):
        if set(bits) - {"0", "1"}:
            return Finding(CircuitFault.UNKNOWN, (), pin=str(pin))
    return Observation.of((int(bits, 2) for bits in values), is_reset=is_reset)

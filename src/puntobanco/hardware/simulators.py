"""All 10^6 orders of points on the Verilog itself, in Verilator or Icarus Verilog where found."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from threading import Timer

from puntobanco.cards import Rank
from puntobanco.errors import ToolFailed, ToolMissing, shown
from puntobanco.hardware.bench import HELD, Bench
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.judging import Fault, Finding, Shown, fault_when_lit
from puntobanco.hardware.netlist import Netlist
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

BUILT_WITHIN = 600.0
RUN_WITHIN = 3600.0
"""Seconds that building and running a simulation may take."""

ORDERS = 1_000_000


@dataclass(frozen=True, slots=True)
class Simulated:
    """What a simulator came to."""

    simulator: str
    orders: int
    finding: Finding | None


def found() -> str | None:
    """The quickest simulator of this machine."""
    return next((name for name in PACKAGES if shutil.which(name)), None)


def simulate(
    files: Mapping[str, bytes],
    netlist: Netlist,
    interface: Interface,
    tableau: Tableau,
    *,
    simulator: str,
) -> Simulated:
    """Play all orders and judge what the board shows at the end of each."""
    if shutil.which(simulator) is None:
        raise ToolMissing(simulator, package=PACKAGES[simulator])
    for content in files.values():
        _refuse_programs(content.decode("utf-8", "replace"), simulator)
    with TemporaryDirectory(prefix="puntobanco-") as folder:
        program = _built(Path(folder), files, _bench(netlist, interface), simulator)
        played = 0
        seen = dict[str, Finding | None]()
        with closing(_lines(program)) as lines:
            for played, line in enumerate(lines, start=1):
                if line not in seen:
                    seen[line] = _judged(line, interface, tableau)
                if seen[line]:
                    return Simulated(simulator, played, seen[line])
    if played != ORDERS:
        raise ToolFailed(simulator, f"ended after {played} of {ORDERS} orders")
    return Simulated(simulator, ORDERS, None)


def _refuse_programs(source: str, simulator: str) -> None:
    """A simulator runs what it is given, outside of any box: only what is harmless may run."""
    calls = re.findall(r"(?<![\w$])\$[A-Za-z_]\w*", source)
    tricks = re.findall(r"``|`systemc\w*|`verilator_config|\bimport\s*\"|\bexport\s*\"", source)
    includes = re.findall(r"`include\s+[<\"][^>\"]*[/\\\\]", source)
    harmful = [call for call in calls if call not in HARMLESS] + tricks + includes
    if harmful:
        raise ToolFailed(simulator, f"{shown(harmful[0], 40)} is not run on this machine")


def _built(folder: Path, files: Mapping[str, bytes], bench: str, simulator: str) -> list[str]:
    """Compile circuit and test bench; the command that runs them."""
    sources = []
    for number, (name, content) in enumerate(files.items()):
        path = folder / str(number) / PurePath(name).name
        path.parent.mkdir()
        path.write_bytes(content)
        if path.suffix.lower() in {".v", ".sv"}:
            sources.append(str(path))
    (folder / "bench.sv").write_text(bench, encoding="utf-8")
    sources.append(str(folder / "bench.sv"))
    includes = [f"-I{folder / str(number)}" for number in range(len(files))]
    program = str(folder / "program")
    if simulator == "verilator":
        options = ["--binary", "-Wno-fatal", "-Wno-lint", "--top-module", "puntobanco_bench"]
        built = ["verilator", *options, "--Mdir", str(folder), "-o", program]
        run = [program]
    else:
        built = ["iverilog", "-g2012", "-s", "puntobanco_bench", "-o", program]
        run = ["vvp", "-n", program]
    _call([*built, *includes, *sources], folder, simulator)
    return run


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
        limit = Timer(RUN_WITHIN, process.kill)
        limit.start()
        try:
            for line in process.stdout:
                if line.startswith("coup "):
                    yield line.strip()
        finally:
            limit.cancel()
            process.kill()


def _judged(line: str, interface: Interface, tableau: Tableau) -> Finding | None:
    """What is wrong with the end of a coup, if anything."""
    _, moved, *values = line.split()
    try:
        *codes, player, banker, player_light, banker_light = (int(each, 16) for each in values)
    except ValueError:
        blank = Shown((interface.blank,) * 6, (0, 0), (False, False))
        return Finding(Fault.UNKNOWN, (blank,))
    shown = Shown(tuple(codes), (player, banker), (bool(player_light), bool(banker_light)))
    if moved != "0":
        return Finding(Fault.MOVED, (shown,))
    return fault_when_lit(shown, interface, tableau)


def _bench(netlist: Netlist, interface: Interface) -> str:
    """A test bench that learns which moment deals which card, then deals every order."""
    top = interface.top or netlist.top
    inputs = [name for name in netlist.ports if name in netlist.inputs]
    outputs = [name for name in netlist.ports if name not in netlist.inputs]
    declared = [
        *(
            f"wire [{len(netlist.ports[name]) - 1}:0] {name} = {_hands(name, netlist, interface)};"
            for name in inputs
        ),
        *(f"wire [{len(netlist.ports[name]) - 1}:0] {name};" for name in outputs),
    ]
    connected = ", ".join(f".{name}({name})" for name in netlist.ports)
    places = interface.places
    lights = (interface.player_light, interface.banker_light)
    watched = [*places, interface.player_score, interface.banker_score, *lights]
    codes = dict(zip(Rank, interface.codes, strict=True))
    points = [next(rank for rank in Rank if rank.points == each) for each in range(10)]
    return _BENCH.format(
        declared="\n    ".join(declared),
        instance=f"{top} circuit ({connected});",
        held=HELD if Bench(netlist, interface).is_sampled else 0,
        first=places[0],
        lit=" | ".join(str(pins) for pins in lights),
        watched=", ".join(str(pins) for pins in watched),
        bits=sum(7 if pins in places else 1 if pins in lights else 4 for pins in watched),
        shown=" ".join(["%h"] * len(watched)),
        codes="\n            ".join(
            f"7'h{codes[rank]:02x}: rank_of = {number};" for number, rank in enumerate(points)
        ),
    )


def _hands(port: str, netlist: Netlist, interface: Interface) -> str:
    """What drives an input: the clock, the two keys, a 1 for every other key, or a 0."""
    keys = {interface.deal.port, interface.reset.port}
    driven = dict.fromkeys(netlist.ports[port], "1'b1" if port in keys else "1'b0")
    for pins, hand in (
        (interface.clock, "tick_pin"),
        (interface.deal, "deal_pin"),
        (interface.reset, "reset_pin"),
    ):
        if pins.port == port:
            (net,) = netlist.nets(pins, width=1)
            driven[net] = hand
    return f"{{{', '.join(reversed(driven.values()))}}}"


_BENCH = """\
`timescale 1ns / 1ns
module puntobanco_bench;
    reg tick_pin = 0, deal_pin = 1, reset_pin = 1;
    {declared}
    {instance}
    integer phase_of [0:9];
    integer phase, number, place, digit, rest, presses;
    reg [{bits}-1:0] last, now;
    reg was_lit, moved;

    function integer rank_of(input [6:0] code);
        case (code)
            {codes}
            default: rank_of = -1;
        endcase
    endfunction

    task tick;
        begin
            #1 tick_pin = 1;
            #1 tick_pin = 0;
            phase = phase == 12 ? 0 : phase + 1;
        end
    endtask

    task press;
        begin
            #1 deal_pin = 0;
            repeat ({held}) tick;
            #1 deal_pin = 1;
            repeat ({held}) tick;
            #1 ;
        end
    endtask

    task reset_at_start;
        begin
            while (phase != 0) tick;
            #1 reset_pin = 0;
            press;
            reset_pin = 1;
            #1 ;
        end
    endtask

    task learn;
        for (number = 0; number < 13; number = number + 1) begin
            reset_at_start;
            while (phase != number) tick;
            press;
            if (rank_of({first}) >= 0) phase_of[rank_of({first})] = number;
        end
    endtask

    task play;
        begin
            reset_at_start;
            rest = number;
            was_lit = 0;
            moved = 0;
            for (place = 0; place < 8; place = place + 1) begin
                digit = rest % 10;
                rest = rest / 10;
                if (!was_lit) while (phase != phase_of[digit]) tick;
                press;
                now = {{{watched}}};
                if (was_lit && now != last) moved = 1;
                last = now;
                if ({lit}) was_lit = 1;
            end
            $display("coup %b {shown}", moved, {watched});
        end
    endtask

    initial begin
        phase = 0;
        for (number = 0; number < 10; number = number + 1) phase_of[number] = 0;
        for (number = 0; number < 52; number = number + 1) tick;
        learn;
        for (number = 0; number < 1000000; number = number + 1) play;
    end
endmodule
"""

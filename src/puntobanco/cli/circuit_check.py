"""How `hardware check` judges a circuit: read it, play it, and simulate what seems right."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

import click

from puntobanco.cli.circuit_words import oddities, simulation_line, source_lines
from puntobanco.errors import HardwareError, PuntoBancoError, ToolFailed
from puntobanco.hardware.assignments import ReaderRefused
from puntobanco.hardware.bench import TICK_BY_TICK, waveform
from puntobanco.hardware.checking import check
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.judging import CircuitFault, Doubt, Finding
from puntobanco.hardware.simulators import Simulated, Simulation, found, require, simulate
from puntobanco.hardware.verilog import pins_only, read_files
from puntobanco.tableau import Tableau

AUTOMATIC, NO_SIMULATOR = "auto", "none"


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Given Verilog by file name, its pins, the rules, and the simulator."""

    sources: Mapping[str, bytes]
    interface: Interface
    tableau: Tableau
    simulator: str


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on a circuit: what is wrong, or the doubts, and remarks."""

    remarks: list[str]
    finding: Finding | None
    waveform: str = ""
    doubts: frozenset[Doubt] = frozenset()
    lateness: frozenset[int] = frozenset()
    """How many presses after the last card its lights came: all that occurred."""
    simulator: str | None = None
    """The simulator that also played it."""


@contextmanager
def no_verdict_on_error() -> Iterator[None]:
    """Turn an internal error into one line: a traceback would exit with 1, which means "wrong"."""
    try:
        yield
    except (PuntoBancoError, click.ClickException, ModuleNotFoundError, OSError):
        raise
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise ToolFailed("check", f"internal error, no verdict: {reason}") from error


def judge(request: CheckRequest) -> Judged:
    """Play every order on a circuit. If it is right, play it in a simulator too."""
    interface = request.interface
    if request.simulator not in (AUTOMATIC, NO_SIMULATOR):
        require(request.simulator)
    try:
        netlist, sources = read_files(request.sources, interface)
    except ReaderRefused as error:
        judged = _only_simulated(request, error)
        if judged is None:
            raise
        return judged
    verdict = check(netlist, interface, request.tableau)
    remarks = [*source_lines(sources), *oddities(netlist)]
    if verdict.finding:
        return Judged(remarks, verdict.finding, waveform(netlist, interface, verdict.presses))
    simulation = Simulation(
        sources.originals,
        netlist,
        interface,
        request.tableau,
        verdict.moments,
        request.simulator,
    )
    simulated = _simulated(simulation, remarks)
    return Judged(
        remarks,
        simulated.finding if simulated else None,
        simulated.waveform if simulated else "",
        verdict.doubts,
        verdict.lateness,
        simulated.simulator if simulated else None,
    )


def _only_simulated(request: CheckRequest, error: ReaderRefused) -> Judged | None:
    """Return the verdict of a simulator alone, if any, on a circuit that yosys can't read.

    It counts only if the simulator showed every coup, or a wrong one.
    """
    found_pins = pins_only(request.sources, request.interface)
    if found_pins is None:
        return None
    netlist, sources = found_pins
    remarks = [*source_lines(sources), f"yosys does not read it: {error}."]
    circuit = (sources.originals, netlist, request.interface, request.tableau)
    try:
        simulated = _simulated(Simulation(*circuit, TICK_BY_TICK, request.simulator), remarks)
    except HardwareError:
        return None
    if simulated is None:
        return None
    finding = simulated.finding
    # These faults may come from the other pins or the counter.
    uncertain = {CircuitFault.UNKNOWN, CircuitFault.NO_END}
    is_known = finding.fault not in uncertain if finding else simulated.is_every(request.tableau)
    doubts = frozenset({Doubt.SIMULATED})
    judged = Judged(remarks, finding, simulated.waveform, doubts, simulator=simulated.simulator)
    return judged if is_known else None


def _simulated(asked: Simulation, remarks: list[str]) -> Simulated | None:
    """Run the first simulator that can build a circuit. Add a remark on each attempt."""
    if asked.simulator == NO_SIMULATOR:
        return None
    is_automatic = asked.simulator == AUTOMATIC
    simulators = found() if is_automatic else [asked.simulator]
    if not simulators:
        remarks.append(
            "No simulator was found: verilator or iverilog would play the Verilog itself."
        )
    for simulator in simulators:
        if sys.stderr.isatty():
            click.echo(f"{simulator} runs it, which may take minutes.", err=True)
        try:
            simulated = simulate(replace(asked, simulator=simulator))
        except HardwareError as error:
            if not is_automatic:
                raise
            remarks.append(f"Not simulated: {str(error).rstrip('.')}.")
            continue
        is_right = bool(asked.netlist.parts)
        remarks.append(simulation_line(simulated, is_right_in_gates=is_right))
        return simulated
    return None

"""How `hardware check` judges a circuit: read it, play it, and simulate what seems right."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass

import click

from puntobanco.cli.circuit_words import oddities, simulation_line
from puntobanco.errors import HardwareError
from puntobanco.hardware.checking import Verdict, check
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.judging import Finding
from puntobanco.hardware.netlist import Netlist
from puntobanco.hardware.reading import read
from puntobanco.hardware.simulators import Simulated, Simulation, found, require, simulate
from puntobanco.hardware.trial import Doubt
from puntobanco.hardware.waveform import waveform
from puntobanco.tableau import Tableau

AUTOMATIC, NO_SIMULATOR = "auto", "none"


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody's Verilog by the names of its files, its pins, its rules, and who simulates it."""

    sources: Mapping[str, bytes]
    interface: Interface
    tableau: Tableau
    simulator: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What is wrong with a circuit, or how sure it is that nothing is; and what is odd about it."""

    remarks: list[str]
    finding: Finding | None
    waveform: str = ""
    doubts: frozenset[Doubt] = frozenset()


def judge(request: Request) -> Judged:
    """Play every order on a circuit, then once more in a simulator if it is right so far."""
    interface = request.interface
    if request.simulator not in (AUTOMATIC, NO_SIMULATOR):
        require(request.simulator)
    netlist = read(request.sources, interface)
    verdict = check(netlist, interface, request.tableau)
    remarks = list(oddities(netlist))
    if verdict.finding:
        return Judged(remarks, verdict.finding, waveform(netlist, interface, verdict.presses))
    try:
        simulated = _simulated(request, netlist, verdict)
    except HardwareError as error:
        if request.simulator != AUTOMATIC:
            raise
        return Judged([*remarks, f"Not simulated: {error}."], None, doubts=verdict.doubts)
    if simulated is None:
        return Judged([*remarks, *_unsimulated(request)], None, doubts=verdict.doubts)
    return Judged(
        [*remarks, simulation_line(simulated)],
        simulated.finding,
        simulated.waveform,
        verdict.doubts,
    )


def _simulated(request: Request, netlist: Netlist, verdict: Verdict) -> Simulated | None:
    """What a simulator makes of it, if one is found and wanted."""
    simulator = found() if request.simulator == AUTOMATIC else request.simulator
    if simulator is None or simulator == NO_SIMULATOR:
        return None
    if sys.stderr.isatty():
        click.echo(f"Right so far; {simulator} plays it too, which may take minutes.", err=True)
    sources = {name: text for name, text in request.sources.items() if name not in netlist.left_out}
    circuit = (sources, netlist, request.interface, request.tableau)
    return simulate(Simulation(*circuit, verdict.moments, simulator))


def _unsimulated(request: Request) -> list[str]:
    if request.simulator == NO_SIMULATOR:
        return []
    return ["No simulator was found: verilator or iverilog would play the Verilog itself."]

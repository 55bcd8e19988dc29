"""Judge a circuit for `hardware check`, and word the verdict.

Read the circuit and play it. If it seems right, or yosys can't read it, simulate it.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from puntobanco.cards import Rank
from puntobanco.errors import HardwareError, PuntoBancoError, ToolFailed
from puntobanco.hardware.assignments import ReaderRefused
from puntobanco.hardware.bench import LONGEST, MOST_MOMENTS, TICK_BY_TICK, waveform
from puntobanco.hardware.checking import check
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.judging import (
    COUNTER_DOUBTS,
    CircuitFault,
    Doubt,
    Finding,
    next_place,
    total,
)
from puntobanco.hardware.rulebook import DEALING_ORDER
from puntobanco.hardware.simulators import Simulated, Simulation, found, require, simulate
from puntobanco.hardware.sources import Reason
from puntobanco.hardware.verilog import pins_only, read_files
from puntobanco.tableau import Side, Tableau

if TYPE_CHECKING:
    from puntobanco.hardware.judging import Observation
    from puntobanco.hardware.netlist import Netlist
    from puntobanco.hardware.sources import LeftOut, Sources

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
        if (judged := _only_simulated(request, error)) is None:
            raise
        return judged
    verdict = check(netlist, interface, request.tableau)
    remarks = [*_source_lines(sources), *_oddities(netlist)]
    if verdict.finding:
        return Judged(remarks, verdict.finding, waveform(netlist, interface, verdict.presses))
    circuit = (sources.originals, netlist, interface, request.tableau)
    simulated = _simulated(Simulation(*circuit, verdict.moments, request.simulator), remarks)
    sure = Judged(remarks, None, doubts=verdict.doubts, lateness=verdict.lateness)
    if simulated is None:
        return sure
    return replace(
        sure,
        finding=simulated.finding,
        waveform=simulated.waveform,
        simulator=simulated.simulator,
    )


def _only_simulated(request: CheckRequest, error: ReaderRefused) -> Judged | None:
    """Return the verdict of a simulator alone, if any, on a circuit that yosys can't read.

    It counts only if the simulator showed every coup, or a wrong one.
    """
    found_pins = pins_only(request.sources, request.interface)
    if found_pins is None:
        return None
    netlist, sources = found_pins
    remarks = [*_source_lines(sources), f"yosys does not read it: {error}."]
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
        remarks.append(_simulation_line(simulated, is_right_in_gates=is_right))
        return simulated
    return None


# --- words ----------------------------------------------------------------------------------------


def verdict_lines(judged: Judged, request: CheckRequest) -> Iterator[str]:
    """Yield the remarks, and then what is wrong or how sure we are."""
    yield from judged.remarks
    if judged.finding:
        yield from _finding_lines(judged.finding, request.interface, request.tableau)
    else:
        yield _praise(judged.doubts, judged.lateness)


def verdict_data(judged: Judged, request: CheckRequest) -> dict[str, object]:
    """Return the verdict as data."""
    finding = judged.finding
    doubts = [] if finding else [each for each in Doubt if each in judged.doubts]
    return {
        "right": not finding,
        "proved": not finding and not judged.doubts,
        "doubts": [doubt.name.lower() for doubt in doubts],
        "reasons": _doubt_reasons(doubts),
        "presses_late": None if finding else max(judged.lateness, default=0),
        "simulator": judged.simulator,
        "remarks": judged.remarks,
        "finding": finding
        and {
            "fault": finding.fault.name.lower(),
            "square": str(finding.square) if finding.square else None,
            "presses": len(finding.run),
            "lines": list(_finding_lines(finding, request.interface, request.tableau)),
        },
    }


_ORDERS = f"{len(Rank) ** 6:,}"


def _oddities(netlist: Netlist) -> Iterator[str]:
    for signal in netlist.latches:
        yield f"A latch was inferred for {signal}."
    for clock in netlist.both_edges:
        yield f"Registers are clocked on both edges of {clock}."
    if netlist.has_loops:
        yield "Gates feed themselves in a loop."
    if netlist.undriven:
        yield f"Nothing drives {_listed(netlist.undriven)}: it counts as 0."


def _source_lines(sources: Sources) -> Iterator[str]:
    for reason, why in _LEFT_OUT.items():
        parts = [each for each in sources.left_out if each.reason is reason]
        if parts:
            yield f"Left out, {why}: {_listed(map(_part, parts))}."
    for name, file, _, instead in sources.copies:
        yield f"{name} is in {file} too: the one in {instead} is judged."
    if sources.same_pins:
        others = _listed(sources.same_pins)
        yield f"{sources.top} is judged; the same pins are in {others}, which --top chooses."


_LEFT_OUT = {
    Reason.TEST_BENCH: "as test benches",
    Reason.UNUSED: "because the circuit does not use them",
    Reason.NO_VERILOG: "as no Verilog",
    Reason.UNREADABLE: "because they cannot be read and are not needed",
}


def _part(left_out: LeftOut) -> str:
    name, file, *_ = left_out
    return name if name == file else f"{name} ({file})"


def _listed(names: Iterable[str]) -> str:
    """List a few of these names, and the number of the others."""
    listed = list(names)
    more = len(listed) - _MOST_NAMES
    return ", ".join([*listed[:_MOST_NAMES], *([f"{more} more"] if more > 0 else [])])


_MOST_NAMES = 8


def _simulation_line(simulated: Simulated, *, is_right_in_gates: bool) -> str:
    """Report how far a simulator got with a circuit whose gates are right or unknown."""
    if not simulated.finding:
        return f"{simulated.simulator} played {simulated.orders:,} orders of points."
    failed = f"order {simulated.orders:,} of points failed"
    if not is_right_in_gates:
        return f"{simulated.simulator} alone judged it: {failed}."
    return f"It is right in gates, but {simulated.simulator} reads it otherwise: {failed}."


def _praise(doubts: Collection[Doubt], lateness: Collection[int] = ()) -> str:
    """Return how sure we are about a circuit without a fault, and how late its lights are."""
    most, varies = max(lateness, default=0), "up to " * (len(lateness) > 1)
    late = f", but the light comes {varies}{most} presses late" if most > 1 else ""
    every = f"Right in all {_ORDERS} orders of ranks"
    reasons = _doubt_reasons(doubts)
    if not reasons:
        return f"{every}, for any number of presses and any reset{late}."
    tried = f"{every}, as far as it was tried"
    if Doubt.SIMULATED in doubts:
        tried = "Right in all 1,000,000 orders of points, as far as it was tried"
    if not COUNTER_DOUBTS.isdisjoint(doubts):
        tried = f"Nothing wrong in {_ORDERS} runs, which may not be all orders"
    return f"{tried}{late}: {'; '.join(reasons)}."


def _doubt_reasons(doubts: Collection[Doubt]) -> list[str]:
    return [reason for doubt, reason in _REASONS.items() if doubt in doubts]


_REASONS = {
    Doubt.COUNTER_LONG: f"a counter does not come round within {LONGEST} ticks of the clock",
    Doubt.COUNTER_WIDE: f"its card counter comes round in more than {MOST_MOMENTS} steps",
    Doubt.COUNTER_PRESSED: "a press changes what its card counter does next",
    Doubt.COUNTER_SAMPLED: "it samples the key between two steps of its card counter",
    Doubt.MOMENT: "a press that deals no card looks at the counter",
    Doubt.MEMORY: "its registers never come back to one state",
    Doubt.UNDRIVEN: "it reads a signal that nothing drives",
    Doubt.INPUTS: "it also reads keys or switches that nobody pressed",
    Doubt.SIMULATED: "only a simulator played it, because yosys does not read it",
}


def _finding_lines(finding: Finding, interface: Interface, tableau: Tableau) -> Iterator[str]:
    """Yield the failing coup, card by card, then what is wrong and the square that decided."""
    if finding.run:
        *earlier, last = finding.run
        coup = earlier[-1] if earlier and finding.fault in _AFTERWARDS else last
        yield from _told(_ranks(coup, interface), tableau)
        if coup is not last:
            yield f"The board showed {_shown(coup, interface)}."
            yield f"After {_AFTERWARDS[finding.fault]} it shows {_shown(last, interface)}."
        else:
            yield f"The board shows {_shown(last, interface)}."
    yield f"Wrong: {_fault(finding, interface, tableau)}."
    if finding.square:
        yield f"Square: {finding.square}."


_AFTERWARDS = {CircuitFault.RESET: "a reset", CircuitFault.MOVED: "one more press"}
"""Faults after a coup, whose cards may be gone."""


def _told(cards: tuple[Rank | None, ...], tableau: Tableau) -> Iterator[str]:
    """Yield the cards of a coup: those that each side was dealt, then the third cards."""
    for side, places in zip(Side, (cards[0:4:2], cards[1:4:2]), strict=True):
        letters = " ".join(_letter(card) for card in places if card)
        if letters:
            yield f"{side}: {letters}, total {total(places)}."
    if None in cards[:4]:
        return
    laid = (*cards[:4], None, None)
    for place in (4, 5):
        card = cards[place]
        if card:
            due = next_place(laid, tableau) == place
            verb = "draws" if due else "was dealt"
            laid = (*laid[:place], card, *laid[place + 1 :])
            yield f"{_side(place)} {verb} {_letter(card)}, total {total(laid[place % 2 :: 2])}."


_PLAIN = {
    CircuitFault.RESET: "a reset leaves cards or lights on",
    CircuitFault.MOVED: "something changed after the end, without a reset",
    CircuitFault.NO_LIGHT: "all cards lie, and no light comes on",
}
"""Faults with a fixed text."""


def _fault(finding: Finding, interface: Interface, tableau: Tableau) -> str:
    place = _place(finding.place)
    rule = f": {tableau.rule(finding.square)}" if finding.square else ""
    match finding.fault:
        case CircuitFault.ILLEGIBLE:
            number = finding.place or 0
            code = finding.run[-1].codes[number]
            return f"{interface.places[number]} shows {code:02x}, which is no card"
        case CircuitFault.CHANGED:
            return f"{place} changed while the coup went on"
        case CircuitFault.MISPLACED:
            return f"{place} came{_instead(finding)}{rule}"
        case CircuitFault.EARLY_LIGHT:
            return f"a light is on, but {_place(finding.wanted)} is still to come{rule}"
        case CircuitFault.SCORE:
            return f"the score of {finding.side} should be {finding.right}"
        case CircuitFault.LIGHTS:
            return _lights(*(total(_ranks(finding.run[-1], interface)[side::2]) for side in (0, 1)))
        case CircuitFault.NO_END:
            dealt = any(_ranks(finding.run[-1], interface))
            what = "the coup does not end" if dealt else "no card is dealt"
            return f"{what}, however often the key is pressed"
        case CircuitFault.UNKNOWN:
            return f"{finding.pin} is neither 0 nor 1: something has no reset and no first value"
        case CircuitFault.NEVER_DEALT:
            return _never_dealt(_letter(finding.rank), finding.place)
        case _:
            return _PLAIN[finding.fault]


def _instead(finding: Finding) -> str:
    if finding.wanted is not None:
        return f" when {_place(finding.wanted)} was next"
    return ", and none was due" if finding.square else " after a natural"


def _never_dealt(rank: str, place: int | None) -> str:
    if place is None:
        return f"no {rank} ever comes up: the counter or the display omits it"
    return f"{_place(place)} can never be {rank} here, whenever the key is pressed"


def _lights(player: int, banker: int) -> str:
    higher = Side.PLAYER if player > banker else Side.BANKER
    lit = "both lights" if player == banker else f"only {higher}'s light"
    return f"with {player} to {banker}, {lit} should be on"


def _side(place: int) -> Side:
    return list(Side)[place % 2]


def _place(place: int | None) -> str:
    """``Banker's third card``."""
    if place is None:
        return "no card"
    words = ("first", "second", "third")
    return f"{_side(place)}'s {words[int(DEALING_ORDER[place][-1]) - 1]} card"


def _shown(shown: Observation, interface: Interface) -> str:
    parts = []
    ranks = shown.cards(interface)
    for number, side in enumerate(Side):
        cards = " ".join(
            f"{card:02x}" if isinstance(card, int) else _letter(card) for card in ranks[number::2]
        )
        light = "on" if shown.lights[number] else "off"
        parts.append(f"{side} {cards}, score {shown.scores[number]}, light {light}")
    return "; ".join(parts)


def _ranks(shown: Observation, interface: Interface) -> tuple[Rank | None, ...]:
    return tuple(card if isinstance(card, Rank) else None for card in shown.cards(interface))


def _letter(card: Rank | None) -> str:
    return card.letter if card else "--"

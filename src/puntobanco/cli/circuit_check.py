"""What `hardware check` judges, and what it says about it."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from puntobanco.cards import Rank
from puntobanco.errors import HardwareError
from puntobanco.hardware.checking import Verdict, check
from puntobanco.hardware.counter import LONGEST
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.judging import Fault, Finding, next_place, total
from puntobanco.hardware.netlist import Netlist
from puntobanco.hardware.reading import read
from puntobanco.hardware.rulebook import DEALING_ORDER
from puntobanco.hardware.simulators import Simulated, Simulation, found, require, simulate
from puntobanco.hardware.trial import Doubt
from puntobanco.hardware.waveform import waveform
from puntobanco.tableau import Side, Tableau

if TYPE_CHECKING:
    from puntobanco.hardware.interface import Interface
    from puntobanco.hardware.judging import Finding, Shown
    from puntobanco.hardware.netlist import Netlist
    from puntobanco.hardware.simulators import Simulated


_FIRST_CARDS = 4
_ORDERS = f"{len(Rank) ** 6:,}"


def oddities(netlist: Netlist) -> Iterator[str]:
    """What is worth a look in a circuit, whether it is right or not."""
    for name in netlist.left_out:
        yield f"{name} was left out: it is not needed and cannot be read."
    for signal in netlist.latches:
        yield f"A latch was inferred for {signal}."
    for clock in netlist.both_edges:
        yield f"Registers are clocked on both edges of {clock}."
    if netlist.has_loops:
        yield "Gates feed themselves in a loop."


def simulation_line(simulated: Simulated) -> str:
    """How far a simulator came with a circuit that is right in gates."""
    if not simulated.finding:
        return f"{simulated.simulator} played {simulated.orders:,} orders of points."
    failed = f"order {simulated.orders:,} of points failed"
    return f"It is right in gates, but {simulated.simulator} reads it otherwise: {failed}."


def praise(doubts: Collection[Doubt]) -> str:
    """How right a circuit is in which nothing wrong was found."""
    every = f"Right in all {_ORDERS} orders of ranks"
    if Doubt.COUNTER in doubts:
        return f"Nothing wrong in {_ORDERS} runs, which may not be all orders: {_COUNTER}."
    if Doubt.MOMENT in doubts:
        return f"{every}, as far as it was tried: a press that deals no card looks at the counter."
    if Doubt.MEMORY in doubts:
        return f"{every}, as far as it was tried: its registers never come back to one state."
    return f"{every}, for any number of presses and any reset."


_COUNTER = f"its card counter does not come round by itself within {LONGEST} ticks of the clock"


def finding_lines(finding: Finding, interface: Interface, tableau: Tableau) -> Iterator[str]:
    """The failing coup, card by card, then what is wrong and the square that decided."""
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


_AFTERWARDS = {Fault.RESET: "a reset", Fault.MOVED: "one more press"}
"""Faults that happen to a coup, after which its cards may be gone."""


def finding_data(finding: Finding, interface: Interface, tableau: Tableau) -> dict[str, object]:
    """The same as data."""
    return {
        "fault": finding.fault.name.lower(),
        "square": str(finding.square) if finding.square else None,
        "presses": len(finding.run),
        "lines": list(finding_lines(finding, interface, tableau)),
    }


def _told(cards: tuple[Rank | None, ...], tableau: Tableau) -> Iterator[str]:
    """The cards of a coup, first those that each side was dealt, then the third ones."""
    for side, places in zip(Side, (cards[0:4:2], cards[1:4:2]), strict=True):
        letters = " ".join(_letter(card) for card in places if card)
        if letters:
            yield f"{side}: {letters}, total {total(places)}."
    if None in cards[:_FIRST_CARDS]:
        return
    laid = (*cards[:_FIRST_CARDS], None, None)
    for place in (4, 5):
        card = cards[place]
        if card:
            due = next_place(laid, tableau) == place
            verb = "draws" if due else "was dealt"
            laid = (*laid[:place], card, *laid[place + 1 :])
            yield f"{_side(place)} {verb} {_letter(card)}, total {total(laid[place % 2 :: 2])}."


_PLAIN = {
    Fault.RESET: "a reset leaves cards or lights on",
    Fault.MOVED: "something changed after the end, without a reset",
    Fault.NO_LIGHT: "all cards lie, and no light comes on",
}
"""Faults that need no more words."""


def _fault(finding: Finding, interface: Interface, tableau: Tableau) -> str:
    match finding.fault:
        case Fault.ILLEGIBLE:
            return _illegible(finding, interface)
        case Fault.CHANGED:
            return f"{_place(finding.place)} changed while the coup went on"
        case Fault.MISPLACED:
            return _misplaced(finding, tableau)
        case Fault.EARLY_LIGHT:
            still = f"{_place(finding.wanted)} is still to come{_rule(finding, tableau)}"
            return f"a light is on, but {still}"
        case Fault.SCORE:
            return f"the score of {finding.side} should be {finding.right}"
        case Fault.LIGHTS:
            return _lights(*(total(_ranks(finding.run[-1], interface)[side::2]) for side in (0, 1)))
        case Fault.NO_END:
            return _endless(finding, interface)
        case Fault.UNKNOWN:
            return f"{finding.pin} is neither 0 nor 1: something has no reset and no first value"
        case Fault.NEVER_DEALT:
            return _never_dealt(finding)
        case _:
            return _PLAIN[finding.fault]


def _illegible(finding: Finding, interface: Interface) -> str:
    place = finding.place or 0
    code = finding.run[-1].codes[place]
    return f"{interface.places[place]} shows {code:02x}, which is no card"


def _never_dealt(finding: Finding) -> str:
    rank = _letter(finding.rank)
    if finding.place is None:
        return f"no {rank} ever comes up: the counter or the display omits it"
    return f"{_place(finding.place)} can never be {rank} here, whenever the key is pressed"


def _endless(finding: Finding, interface: Interface) -> str:
    dealt = any(_ranks(finding.run[-1], interface))
    what = "the coup does not end" if dealt else "no card is dealt"
    return f"{what}, however often the key is pressed"


def _misplaced(finding: Finding, tableau: Tableau) -> str:
    rule = _rule(finding, tableau)
    if finding.wanted is not None:
        return f"{_place(finding.place)} came when {_place(finding.wanted)} was next{rule}"
    if finding.square is None:
        return f"{_place(finding.place)} came after a natural"
    return f"{_place(finding.place)} came, and none was due{rule}"


def _rule(finding: Finding, tableau: Tableau) -> str:
    return f": {tableau.rule(finding.square)}" if finding.square else ""


def _lights(player: int, banker: int) -> str:
    lit = "both lights" if player == banker else f"only {_higher(player, banker)}'s light"
    return f"with {player} to {banker}, {lit} should be on"


def _higher(player: int, banker: int) -> Side:
    return Side.PLAYER if player > banker else Side.BANKER


def _side(place: int) -> Side:
    return list(Side)[place % 2]


def _place(place: int | None) -> str:
    """``Banker's third card``."""
    if place is None:
        return "no card"
    words = ("first", "second", "third")
    return f"{_side(place)}'s {words[int(DEALING_ORDER[place][-1]) - 1]} card"


def _shown(shown: Shown, interface: Interface) -> str:
    parts = []
    ranks = shown.cards(interface)
    for number, side in enumerate(Side):
        cards = " ".join(
            f"{card:02x}" if isinstance(card, int) else _letter(card) for card in ranks[number::2]
        )
        light = "on" if shown.lights[number] else "off"
        parts.append(f"{side} {cards}, score {shown.scores[number]}, light {light}")
    return "; ".join(parts)


def _ranks(shown: Shown, interface: Interface) -> tuple[Rank | None, ...]:
    return tuple(card if isinstance(card, Rank) else None for card in shown.cards(interface))


def _letter(card: Rank | None) -> str:
    return card.letter if card else "--"


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

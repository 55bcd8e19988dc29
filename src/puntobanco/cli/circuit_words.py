"""What `hardware check` says about a circuit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from puntobanco.cards import Rank
from puntobanco.hardware.bench import LONGEST, MOST_MOMENTS
from puntobanco.hardware.judging import COUNTER_DOUBTS, CircuitFault, Doubt, next_place, total
from puntobanco.hardware.rulebook import DEALING_ORDER
from puntobanco.hardware.sources import Reason
from puntobanco.tableau import Side, Tableau

if TYPE_CHECKING:
    from puntobanco.hardware.interface import Interface
    from puntobanco.hardware.judging import Finding, Observation
    from puntobanco.hardware.netlist import Netlist
    from puntobanco.hardware.simulators import Simulated
    from puntobanco.hardware.sources import LeftOut, Sources

_FIRST_CARDS = 4
_ORDERS = f"{len(Rank) ** 6:,}"


def oddities(netlist: Netlist) -> Iterator[str]:
    """Yield what is unusual in a circuit, right or wrong."""
    for signal in netlist.latches:
        yield f"A latch was inferred for {signal}."
    for clock in netlist.both_edges:
        yield f"Registers are clocked on both edges of {clock}."
    if netlist.has_loops:
        yield "Gates feed themselves in a loop."
    if netlist.undriven:
        yield f"Nothing drives {_listed(netlist.undriven)}: it counts as 0."


def source_lines(sources: Sources) -> Iterator[str]:
    """List the parts of the files that were left out."""
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
    """Return a module with its file, or a file."""
    name, file, *_ = left_out
    return name if name == file else f"{name} ({file})"


def _listed(names: Iterable[str]) -> str:
    """List a few of these names, and the number of the others."""
    listed = list(names)
    more = len(listed) - _MOST_NAMES
    return ", ".join([*listed[:_MOST_NAMES], *([f"{more} more"] if more > 0 else [])])


_MOST_NAMES = 8


def simulation_line(simulated: Simulated, *, is_right_in_gates: bool) -> str:
    """Report how far a simulator got with a circuit whose gates are right or unknown."""
    if not simulated.finding:
        return f"{simulated.simulator} played {simulated.orders:,} orders of points."
    failed = f"order {simulated.orders:,} of points failed"
    if not is_right_in_gates:
        return f"{simulated.simulator} alone judged it: {failed}."
    return f"It is right in gates, but {simulated.simulator} reads it otherwise: {failed}."


def praise(doubts: Collection[Doubt], lateness: Collection[int] = ()) -> str:
    """Return how sure we are about a circuit without a fault, and how late its lights are."""
    most, varies = max(lateness, default=0), "up to " * (len(lateness) > 1)
    late = f", but the light comes {varies}{most} presses late" if most > 1 else ""
    every = f"Right in all {_ORDERS} orders of ranks"
    reasons = doubt_reasons(doubts)
    if not reasons:
        return f"{every}, for any number of presses and any reset{late}."
    tried = f"{every}, as far as it was tried"
    if Doubt.SIMULATED in doubts:
        tried = "Right in all 1,000,000 orders of points, as far as it was tried"
    if not COUNTER_DOUBTS.isdisjoint(doubts):
        tried = f"Nothing wrong in {_ORDERS} runs, which may not be all orders"
    return f"{tried}{late}: {'; '.join(reasons)}."


def doubt_reasons(doubts: Collection[Doubt]) -> list[str]:
    """Report why a circuit may not be right, if there is a doubt."""
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


def finding_lines(finding: Finding, interface: Interface, tableau: Tableau) -> Iterator[str]:
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


def finding_data(finding: Finding, interface: Interface, tableau: Tableau) -> dict[str, object]:
    """Return the same as data."""
    return {
        "fault": finding.fault.name.lower(),
        "square": str(finding.square) if finding.square else None,
        "presses": len(finding.run),
        "lines": list(finding_lines(finding, interface, tableau)),
    }


def _told(cards: tuple[Rank | None, ...], tableau: Tableau) -> Iterator[str]:
    """Yield the cards of a coup: those that each side was dealt, then the third cards."""
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
    CircuitFault.RESET: "a reset leaves cards or lights on",
    CircuitFault.MOVED: "something changed after the end, without a reset",
    CircuitFault.NO_LIGHT: "all cards lie, and no light comes on",
}
"""Faults with a fixed text."""


def _fault(finding: Finding, interface: Interface, tableau: Tableau) -> str:
    match finding.fault:
        case CircuitFault.ILLEGIBLE:
            return _illegible(finding, interface)
        case CircuitFault.CHANGED:
            return f"{_place(finding.place)} changed while the coup went on"
        case CircuitFault.MISPLACED:
            return _misplaced(finding, tableau)
        case CircuitFault.EARLY_LIGHT:
            still = f"{_place(finding.wanted)} is still to come{_rule(finding, tableau)}"
            return f"a light is on, but {still}"
        case CircuitFault.SCORE:
            return f"the score of {finding.side} should be {finding.right}"
        case CircuitFault.LIGHTS:
            return _lights(*(total(_ranks(finding.run[-1], interface)[side::2]) for side in (0, 1)))
        case CircuitFault.NO_END:
            return _endless(finding, interface)
        case CircuitFault.UNKNOWN:
            return f"{finding.pin} is neither 0 nor 1: something has no reset and no first value"
        case CircuitFault.NEVER_DEALT:
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

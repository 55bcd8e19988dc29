"""What `hardware` says of circuits that it judged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from puntobanco.cards import Rank
from puntobanco.hardware.judging import Fault, next_place, total
from puntobanco.hardware.rulebook import DEALING_ORDER
from puntobanco.tableau import Side, Tableau

if TYPE_CHECKING:
    from puntobanco.hardware.interface import Interface
    from puntobanco.hardware.judging import Finding, Shown

_FIRST_CARDS = 4


def finding_lines(finding: Finding, interface: Interface, tableau: Tableau) -> Iterator[str]:
    """The failing coup, card by card, then what is wrong and the square that decided."""
    if finding.run:
        last = finding.run[-1]
        yield from _told(finding.run, interface, tableau)
        yield f"The board shows {_shown(last, interface)}."
    yield f"Wrong: {_fault(finding, interface, tableau)}."
    if finding.square:
        yield f"Square: {finding.square}."


def finding_data(finding: Finding, interface: Interface, tableau: Tableau) -> dict[str, object]:
    """The same as data."""
    return {
        "fault": finding.fault.name.lower(),
        "square": str(finding.square) if finding.square else None,
        "presses": len(finding.run),
        "lines": list(finding_lines(finding, interface, tableau)),
    }


def _told(run: tuple[Shown, ...], interface: Interface, tableau: Tableau) -> Iterator[str]:
    """The cards in the order in which they came, and the rule of each third card."""
    cards = _ranks(run[-1] if not run[-1].is_reset or len(run) == 1 else run[-2], interface)
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
    Fault.NO_END: "the coup does not end, however often the key is pressed",
    Fault.UNKNOWN: "a pin is neither 0 nor 1",
}
"""Faults that need no more words."""


def _fault(finding: Finding, interface: Interface, tableau: Tableau) -> str:
    match finding.fault:
        case Fault.ILLEGIBLE:
            place = finding.place or 0
            code = finding.run[-1].codes[place]
            return f"{interface.places[place]} shows {code:02x}, which is no card"
        case Fault.CHANGED:
            return f"{_place(finding.place)} changed while the coup went on"
        case Fault.MISPLACED:
            return _misplaced(finding, tableau)
        case Fault.EARLY_LIGHT:
            rule = _rule(finding, tableau)
            return f"a light is on, but {_place(finding.wanted)} is still to come{rule}"
        case Fault.SCORE:
            return f"the score of {finding.side} should be {finding.right}"
        case Fault.LIGHTS:
            return _lights(*(total(_ranks(finding.run[-1], interface)[side::2]) for side in (0, 1)))
        case Fault.NEVER_DEALT:
            return f"no {_letter(finding.rank)} ever comes up: the counter or the display omits it"
        case _:
            return _PLAIN[finding.fault]


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

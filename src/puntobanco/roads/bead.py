"""One coup as a scoreboard sees it, and the text form of many."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import product

from puntobanco.coup import Outcome
from puntobanco.errors import NotationError
from puntobanco.tableau import Side

BANKER_PAIR, PLAYER_PAIR = "'", "."
"""Written where the bead plate draws its dots: top left, before the letter; bottom right, after."""


@dataclass(frozen=True, slots=True, repr=False)
class Bead:
    """How a coup ended, and which sides were dealt a pair.

    >>> print(Bead(Outcome.TIE), Bead(Outcome.BANKER, frozenset({Side.BANKER})))
    T 'B
    >>> Bead.parse("p.").pairs
    frozenset({<Side.PLAYER: 'player'>})
    """

    outcome: Outcome
    pairs: frozenset[Side] = frozenset()
    side: Side | None = field(init=False, compare=False)
    """Who won, or None for a tie."""

    def __post_init__(self) -> None:
        side = None if self.outcome is Outcome.TIE else Side(self.outcome.value)
        object.__setattr__(self, "side", side)

    @classmethod
    def of(cls, outcome: Outcome, pairs: Collection[Side] = ()) -> Bead:
        """The one shared bead of these facts: there are only twelve."""
        return _PLAIN[outcome.value] if not pairs else _BEADS[str(cls(outcome, frozenset(pairs)))]

    @classmethod
    def parse(cls, text: str) -> Bead:
        """Read a single bead."""
        beads = parse_beads(text)
        if len(beads) != 1:
            raise NotationError(text, expected="one bead: P, B or T")
        return beads[0]

    def __str__(self) -> str:
        before = BANKER_PAIR if Side.BANKER in self.pairs else ""
        after = PLAYER_PAIR if Side.PLAYER in self.pairs else ""
        return before + self.outcome.letter + after

    def __repr__(self) -> str:
        return f'Bead.parse("{self}")'


_PAIRS: tuple[frozenset[Side], ...] = (
    frozenset(),
    frozenset({Side.PLAYER}),
    frozenset({Side.BANKER}),
    frozenset(Side),
)
_BEADS = {str(bead): bead for bead in (Bead(*facts) for facts in product(Outcome, _PAIRS))}
_PLAIN = {bead.outcome.value: bead for bead in _BEADS.values() if not bead.pairs}

_BEAD = re.compile(r"'?[PBT]\.?")
_STRANGE = re.compile(r"[^PBTpbt'.\s]")


def parse_beads(text: str) -> list[Bead]:
    """Read letters P, B and T in either case, with their pair marks; white space is free.

    >>> parse_beads("b B 'p. T")
    [Bead.parse("B"), Bead.parse("B"), Bead.parse("'P."), Bead.parse("T")]
    """
    if strange := _STRANGE.search(text):
        expected = f"P, B or T ({_position(text, strange.start())})"
        raise NotationError(strange.group(), expected=expected)
    letters = "".join(text.split()).upper()
    words = _BEAD.findall(letters)
    if sum(map(len, words)) != len(letters):
        raise _misplaced_pair(text)
    return [_BEADS[word] for word in words]


def _misplaced_pair(text: str) -> NotationError:
    places = [place for place, letter in enumerate(text) if not letter.isspace()]
    letters = "".join(text[place].upper() for place in places)
    read = re.match(rf"(?:{_BEAD.pattern})*", letters)
    place = places[read.end() if read else 0]
    expected = f"beside the letter it belongs to ({_position(text, place)})"
    return NotationError(text[place], expected=expected)


def _position(text: str, place: int) -> str:
    """``character 4``, with the line where there are several."""
    before = text[:place].split("\n")
    character = f"character {len(before[-1]) + 1}"
    return f"line {len(before)}, {character}" if "\n" in text.rstrip() else character

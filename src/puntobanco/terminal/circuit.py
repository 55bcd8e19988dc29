"""The stepping game, drawn as six seven-segment displays, two scores and two lights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from puntobanco.cards import Card
from puntobanco.hardware.circuit import Running
from puntobanco.hardware.interface import CODES
from puntobanco.hardware.judging import Observation
from puntobanco.tableau import Side
from puntobanco.terminal.machine import SLOTS, Machine
from puntobanco.words import Catalogue, Message

_TOP, _RIGHT_UP, _RIGHT_DOWN, _BOTTOM, _LEFT_DOWN, _LEFT_UP, _MIDDLE = range(7)

_ROWS = (
    ((" ", " "), (_TOP, "_"), (" ", " ")),
    ((_LEFT_UP, "|"), (_MIDDLE, "_"), (_RIGHT_UP, "|")),
    ((_LEFT_DOWN, "|"), (_BOTTOM, "_"), (_RIGHT_DOWN, "|")),
)


def drawn(codes: Sequence[int]) -> list[str]:
    r"""Return three lines that show a row of displays. A segment is lit if its bit is 0.

    >>> print("\n".join(drawn([0x08, 0x24, 0x40])))
     _    _    _
    |_|   _|  | |
    | |  |_   |_|
    """
    return ["  ".join(_row(code, row) for code in codes).rstrip() for row in _ROWS]


def _row(code: int, row: Sequence[tuple[int | str, str]]) -> str:
    return "".join(
        letter if isinstance(segment, int) and not code >> segment & 1 else " "
        for segment, letter in row
    )


GAP = " " * 6


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitMachine(Machine):
    """A coup whose cards go into a circuit; slots, scores and lights are those of its displays."""

    board: Running
    shown: Observation
    with_digits: bool = False

    @property
    def is_over(self) -> bool:
        """Whether a win light is on."""
        return any(self.shown.lights)

    def step(self) -> CircuitMachine:
        """Press the key for the next card, or for any card once the coup is over."""
        card = self.coup.cards[min(self.dealt, len(self.coup.cards) - 1)]
        dealt = self.dealt + (not self.is_over)
        return replace(self, dealt=dealt, shown=self.board.deal(card.rank))

    def slots(self, side: Side) -> tuple[Card, ...]:
        """Return the cards that the displays of one side show, with the suits of the dealt ones."""
        given = Machine.slots(self, side)
        return tuple(
            card
            for card, code in zip(given, self._codes(side), strict=False)
            if CODES[card.rank] == code
        )

    def score(self, side: Side) -> int:
        """Return the score that the circuit shows."""
        return self.shown.scores[list(Side).index(side)]

    def is_lit(self, side: Side) -> bool:
        """Return whether the circuit has lit a side's win light."""
        return self.shown.lights[list(Side).index(side)]

    def line(self, remark: Message | None = None, words: Catalogue | None = None) -> str:
        """Return what the machine says, under its displays if these are drawn."""
        said = Machine.line(self, remark, words)
        if not self.with_digits:
            return said
        hands = zip(*(drawn(self._codes(side)) for side in Side), strict=True)
        width = 5 * SLOTS
        return "\n".join(
            [*(f"{player:{width}}{GAP}{banker}".rstrip() for player, banker in hands), said]
        )

    def _codes(self, side: Side) -> tuple[int, ...]:
        return self.shown.codes[list(Side).index(side) :: 2]

"""The machine of `machine`, played by the circuit: it decides, and this tells what it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puntobanco.cards import Card
from puntobanco.hardware.judging import Shown
from puntobanco.hardware.running import Running
from puntobanco.hardware.segments import CODES
from puntobanco.tableau import Side
from puntobanco.terminal.machine import SLOTS, Machine
from puntobanco.terminal.segments import drawn
from puntobanco.words import Catalogue, Message

GAP = " " * 6


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitMachine(Machine):
    """A coup whose cards go into a circuit; slots, scores and lights are those of its displays."""

    board: Running
    shown: Shown
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
        """The cards that the displays of one side show, with the suits of those that were dealt."""
        given = Machine.slots(self, side)
        return tuple(
            card
            for card, code in zip(given, self._codes(side), strict=False)
            if CODES[card.rank] == code
        )

    def score(self, side: Side) -> int:
        """The score that the circuit shows."""
        return self.shown.scores[list(Side).index(side)]

    def is_lit(self, side: Side) -> bool:
        """Whether the circuit has lit a side's win light."""
        return self.shown.lights[list(Side).index(side)]

    def line(self, remark: Message | None = None, words: Catalogue | None = None) -> str:
        """What the machine says, under its displays where these are drawn."""
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

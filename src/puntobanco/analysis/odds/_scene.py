"""Many coups at once, and which line of a bet decides each of them.

A quantity is an array of places among `Quantity.values`, and -1 where it is absent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puntobanco.bets import Bet
from puntobanco.bets.conditions import AllOf, AnyOf, Comparison, Condition, Not, Subject
from puntobanco.bets.quantities import (
    CARDS,
    HAND_CARDS,
    MARGIN,
    NATURAL,
    OUTCOME,
    SUM,
    TOTAL,
    Quantity,
)
from puntobanco.coup import Naturals
from puntobanco.tableau import Side

Places = NDArray[Any]
Bools = NDArray[np.bool_]
Quantities = Mapping[tuple[Quantity, Side], Places]

_PLAYER_WON, _BANKER_WON, _TIE = range(3)


@dataclass(frozen=True)
class Scene:
    """The scores of many coups, and what else of them a bet looks at."""

    score: tuple[Places, Places, Places, Places]
    """Both totals and both numbers of cards, as in `Score`."""
    naturals: Naturals
    more: Quantities = field(default_factory=dict)
    """Quantities that do not follow from the score; those of the coup stand at Player."""

    def lines(self, bet: Bet) -> Places:
        """The place of the line that decides each coup; their number where none applies."""
        found = np.full(self.outcome.shape, len(bet.lines), np.int8)
        for place in reversed(range(len(bet.lines))):
            found[self.holds(bet.lines[place].condition)] = place
        return found

    def holds(self, condition: Condition) -> Bools:
        """In which coups a condition holds."""
        match condition:
            case Comparison():
                return self._compared(condition)
            case Not(part):
                return ~self.holds(part)
            case AllOf(parts):
                return reduce(np.logical_and, map(self.holds, parts))
            case AnyOf(parts):
                return reduce(np.logical_or, map(self.holds, parts))

    def _compared(self, comparison: Comparison) -> Bools:
        quantity = comparison.quantity
        # The last place is that of -1, where the quantity is absent.
        wanted = np.array([*(value in comparison.values for value in quantity.values), False])

        def of(side: Side) -> Bools:
            found: Bools = wanted[self.read(quantity, side)]
            return np.broadcast_to(found, self.outcome.shape)

        match comparison.subject:
            case Subject.COUP | Subject.PLAYER:
                return of(Side.PLAYER)
            case Subject.BANKER:
                return of(Side.BANKER)
            case Subject.EITHER:
                return of(Side.PLAYER) | of(Side.BANKER)
            case Subject.BOTH:
                return of(Side.PLAYER) & of(Side.BANKER)
            case Subject.WINNER:
                return self._won(of(Side.PLAYER), of(Side.BANKER))
            case Subject.LOSER:
                return self._won(of(Side.BANKER), of(Side.PLAYER))

    def _won(self, if_player: Bools, if_banker: Bools) -> Bools:
        """One where Player won, the other where Banker won, and false on a tie."""
        player, banker = self.outcome == _PLAYER_WON, self.outcome == _BANKER_WON
        found: Bools = (player & if_player) | (banker & if_banker)
        return found

    def read(self, quantity: Quantity, side: Side) -> Places:
        """The places of a quantity's values."""
        found = self.more.get((quantity, side))
        return _OF_SCORE[quantity](self, side) if found is None else found

    def total(self, side: Side) -> Places:
        """The totals of one side."""
        return self.score[0 if side is Side.PLAYER else 1]

    def cards(self, side: Side) -> Places:
        """The numbers of cards of one side."""
        return self.score[2 if side is Side.PLAYER else 3]

    def natural(self, side: Side) -> Bools:
        """8 or 9 in two cards."""
        found: Bools = (self.total(side) >= 8) & (self.cards(side) == 2)
        return found

    @cached_property
    def outcome(self) -> Places:
        """Who won, by the house's rule for two naturals."""
        player, banker = map(self.total, Side)
        won = np.where(player > banker, _PLAYER_WON, _BANKER_WON)
        tie = player == banker
        if self.naturals is Naturals.TIE:
            tie = tie | (self.natural(Side.PLAYER) & self.natural(Side.BANKER))
        return np.where(tie, _TIE, won).astype(np.int8)


_OF_SCORE: dict[Quantity, Callable[[Scene, Side], Places]] = {
    TOTAL: Scene.total,
    HAND_CARDS: lambda scene, side: scene.cards(side) - 2,
    NATURAL: lambda scene, side: scene.natural(side).astype(np.int8),
    OUTCOME: lambda scene, _: scene.outcome,
    MARGIN: lambda scene, _: np.abs(scene.score[0] - scene.score[1]),
    SUM: lambda scene, _: scene.score[0] + scene.score[1],
    CARDS: lambda scene, _: scene.score[2] + scene.score[3] - 4,
}

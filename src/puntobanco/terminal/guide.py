"""Tips for the first three coups of a newcomer: what to type, what wins, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from puntobanco.coup import Coup
from puntobanco.house import House
from puntobanco.settlement import Chips
from puntobanco.table import Fate, Seat
from puntobanco.table.events import BetSettled, CoupDealt, Event
from puntobanco.words import Message, message

COUPS = 3
FIRST_CARDS = 4


_COUNTING = [message("coach.nine"), message("coach.points"), message("coach.digits")]
"""Tips on counting a hand, which a newcomer needs before the first cards."""


@dataclass(frozen=True, slots=True)
class Guide:
    """How many coups were dealt, and the ids of the tips that were given. Each is given once."""

    coups: int = 0
    told: frozenset[str] = frozenset()

    @property
    def is_over(self) -> bool:
        """Whether three coups were dealt."""
        return self.coups >= COUPS

    def before_line(self, seat: Seat, house: House) -> list[Message]:
        """Return tips on what to type: a bet, or the key that deals, and what wins then."""
        if house.limits is None:
            return []
        if seat.wagers:
            return self._new([message("play.guide.deal"), *_COUNTING])
        return self._new([message("play.guide.pick", chips=Chips(25 * house.currency.chips))])

    def after(self, events: Iterable[Event], house: House) -> list[Message]:
        """Return the tips about a coup: the third card, the commission, a tie."""
        tips: list[Message] = []
        for event in events:
            match event:
                case CoupDealt(coup=coup):
                    tips += _COUNTING
                    if len(coup.cards) > FIRST_CARDS:
                        tips += _drawing(coup)
                case BetSettled(key="banker", fate=Fate.WON):
                    pays = house.bet("banker").pay_table[0]
                    tips.append(message("coach.commission", pays=pays))
                case BetSettled(fate=Fate.STANDS):
                    tips.append(message("coach.tie"))
                case _:
                    pass
        return self._new(tips)

    def dealt(self, events: Iterable[Event]) -> Guide:
        """Count the coups among events."""
        return replace(self, coups=self.coups + sum(isinstance(each, CoupDealt) for each in events))

    def having_told(self, tips: Iterable[Message]) -> Guide:
        """Return a guide that doesn't repeat these tips."""
        return replace(self, told=self.told | {tip.id for tip in tips})

    def _new(self, tips: list[Message]) -> list[Message]:
        return [tip for tip in tips if tip.id not in self.told]


def _drawing(coup: Coup) -> list[Message]:
    has_drawn = coup.player.third is not None
    banker = message("coach.third.banker") if has_drawn else message("coach.third.stood")
    return [message("coach.third"), banker, message("play.guide.why")]

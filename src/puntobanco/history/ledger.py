"""The money of each seat at a table, coup by coup."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from puntobanco.croupier import event_of
from puntobanco.store import Logged
from puntobanco.table.events import (
    BetSettled,
    BoughtIn,
    CoupDealt,
    Event,
    GuestLeft,
    GuestSat,
    ShoeCommitted,
)

MOST_POINTS = 2_000
"""The most points of a sitting. The latest are kept: some 25 shoes with a bet on every coup."""

_KINDS_NEEDED = {
    "guest_sat",
    "bought_in",
    "shoe_committed",
    "coup_dealt",
    "bet_settled",
    "guest_left",
}
"""Other events change no money. They are skipped without being decoded."""


class Point(NamedTuple):
    """A guest's money after a number of coups since sitting down."""

    coup: int
    shoe: int
    bankroll: int
    bought: int
    """All buy-ins so far."""


@dataclass(slots=True)
class Sitting:
    """The money of one guest, from sitting down to leaving.

    >>> sitting = Sitting()
    >>> sitting.change(shoe=1, bought=100)
    >>> sitting.coups += 1
    >>> sitting.change(shoe=1, earned=-25)
    >>> sitting.change(shoe=1, earned=50)
    >>> [tuple(point) for point in sitting.points]
    [(0, 1, 100, 100), (1, 1, 125, 100)]
    """

    coups: int = 0
    left_out: int = 0
    """How many older points were dropped."""
    points: deque[Point] = field(default_factory=deque)

    def change(self, shoe: int, *, earned: int = 0, bought: int = 0) -> None:
        """Add a point: one for each buy-in, and one for all bets of a coup."""
        before = self.points[-1] if self.points else Point(-1, shoe, 0, 0)
        if before.coup == self.coups and not bought:
            self.points.pop()
        bankroll = before.bankroll + earned + bought
        self.points.append(Point(self.coups, shoe, bankroll, before.bought + bought))
        if len(self.points) > MOST_POINTS:
            self.points.popleft()
            self.left_out += 1


@dataclass(slots=True)
class Ledger:
    """The current sitting of every seat, up to a version of the table."""

    version: int = 0
    shoe: int = 0
    seats: dict[int, Sitting] = field(default_factory=dict)

    def read(self, facts: Iterable[Logged]) -> None:
        """Add the facts that follow `version`."""
        for logged in facts:
            if logged.fact.kind in _KINDS_NEEDED:
                self.add(event_of(logged))
            self.version = logged.fact.version

    def add(self, event: Event) -> None:
        """Add the next event."""
        match event:
            case ShoeCommitted(shoe):
                self.shoe = shoe
            case GuestSat(seat):
                self.seats[seat] = Sitting()
            case GuestLeft(seat):
                del self.seats[seat]
            case CoupDealt():
                for sitting in self.seats.values():
                    sitting.coups += 1
            case BoughtIn(seat, chips):
                self.seats[seat].change(self.shoe, bought=chips)
            case BetSettled(seat, earned=earned) if earned:
                self.seats[seat].change(self.shoe, earned=earned)
            case _:
                pass

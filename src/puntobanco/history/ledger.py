"""The money of each seat at a table, coup by coup, and its summary when the guest leaves."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from puntobanco.croupier import event_of
from puntobanco.house import House
from puntobanco.store import Logged
from puntobanco.table.events import (
    BetSettled,
    BoughtIn,
    CoupDealt,
    Event,
    GuestLeft,
    GuestSat,
    ShoeCommitted,
    ShoeRevealed,
)
from puntobanco.words import Message, message

MOST_POINTS = 2_000
"""The most points of a sitting. The latest are kept: some 25 shoes with a bet on every coup."""

_KINDS_NEEDED = {
    "guest_sat",
    "bought_in",
    "shoe_committed",
    "coup_dealt",
    "bet_settled",
    "shoe_revealed",
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


class CoupResult(NamedTuple):
    """The net result of a guest's bets on a coup."""

    shoe: int
    coup: int
    earned: int


@dataclass(frozen=True, slots=True)
class Tally:
    """How a guest's coups went. A coup that earned nothing neither continues nor ends a run.

    >>> results = [CoupResult(1, coup, earned) for coup, earned in enumerate((5, 0, 9, -7, 9), 1)]
    >>> tally = Tally()
    >>> for result in results:
    ...     tally = tally.after(result)
    >>> tally.best, tally.worst, tally.longest_run
    (CoupResult(shoe=1, coup=3, earned=9), CoupResult(shoe=1, coup=4, earned=-7), 2)
    """

    coups: int = 0
    """Coups with bets of the guest."""
    best: CoupResult | None = None
    """The best coup. If several are equal, the first."""
    worst: CoupResult | None = None
    longest_run: int = 0
    """The most coups in a row that the guest won."""
    _run: int = 0

    def after(self, result: CoupResult) -> Tally:
        """Return the tally after one more coup."""
        run = self._run + 1 if result.earned > 0 else 0 if result.earned < 0 else self._run
        return Tally(
            coups=self.coups + 1,
            best=max(self.best or result, result, key=lambda each: each.earned),
            worst=min(self.worst or result, result, key=lambda each: each.earned),
            longest_run=max(self.longest_run, run),
            _run=run,
        )


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
    finished: int | None = None
    """The last shoe that was finished, and dealt from, while the guest sat here."""
    _tally: Tally = Tally()
    """Without the latest coup, whose bets may not all be settled."""
    _latest: CoupResult | None = None

    @property
    def tally(self) -> Tally:
        """How the coups went."""
        return self._tally.after(self._latest) if self._latest else self._tally

    @property
    def earned(self) -> int:
        """The guest's net result, negative for a loss."""
        return self.points[-1].bankroll - self.points[-1].bought if self.points else 0

    def next_coup(self) -> None:
        """Begin a coup."""
        self._tally, self._latest = self.tally, None
        self.coups += 1

    def settle(self, shoe: int, coup: int, earned: int) -> None:
        """Add a settled bet of the latest coup."""
        before = self._latest.earned if self._latest else 0
        self._latest = CoupResult(shoe, coup, before + earned)
        if earned:
            self.change(shoe, earned=earned)

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
    coup: int = 0
    """The number of the latest coup of the shoe."""
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
                self.shoe, self.coup = shoe, 0
            case GuestSat(seat):
                self.seats[seat] = Sitting()
            case GuestLeft(seat):
                del self.seats[seat]
            case CoupDealt(coup):
                self.coup = coup
                for sitting in self.seats.values():
                    sitting.next_coup()
            case BoughtIn(seat, chips):
                self.seats[seat].change(self.shoe, bought=chips)
            case BetSettled(seat, earned=earned):
                self.seats[seat].settle(self.shoe, self.coup, earned)
            case ShoeRevealed(shoe) if self.coup:
                for sitting in self.seats.values():
                    sitting.finished = shoe if sitting.coups else None
            case _:
                pass


def farewell_messages(sitting: Sitting, house: House) -> list[Message]:
    """Describe a guest's evening, except its result. One coup has no best or worst."""
    tally, coups = sitting.tally, sitting.coups
    if house.limits is None:
        return [message("farewell.coups", coups=coups)]
    said = [message("farewell.coups.with_bets", coups=coups, count=tally.coups)]
    if tally.best and tally.best.earned > 0 and tally.coups > 1:
        shoe, coup, earned = tally.best
        said.append(message("farewell.best", balance=earned, coup=coup, shoe=shoe))
    if tally.worst and tally.worst.earned < 0 and tally.coups > 1:
        shoe, coup, earned = tally.worst
        said.append(message("farewell.worst", balance=earned, coup=coup, shoe=shoe))
    if tally.longest_run > 1:
        said.append(message("farewell.run", count=tally.longest_run))
    return said

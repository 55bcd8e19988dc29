"""The audit: every balance of a table, recomputed from its log alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from puntobanco.cards import DECK, Card
from puntobanco.coup import Coup, deal
from puntobanco.croupier import Desk, event_of
from puntobanco.errors import PuntoBancoError, StoreError
from puntobanco.fairness import GuestSeed, Seed, commitment, fair_shoe
from puntobanco.house import CLASSIC, House
from puntobanco.shoe import Shoe
from puntobanco.store import Log, Logged, Snapshot
from puntobanco.table import Event, State, decide, evolve
from puntobanco.table.commands import Deal
from puntobanco.table.events import (
    BetPlaced,
    BetSettled,
    BetTakenBack,
    BoughtIn,
    Burned,
    CoupDealt,
    Fate,
    GuestLeft,
    GuestSat,
    SeedRevealed,
    ShoeCommitted,
    ShoeOpened,
    ShoeOrdered,
    ShoeRevealed,
    ShoeSeeded,
    TableOpened,
)
from puntobanco.wire import kind_of, plain


@dataclass(slots=True)
class Account:
    """A guest's chips, including those on the felt, and the stakes by bet."""

    name: str
    chips: int = 0
    felt: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Books:
    """The balances of a table after its log, and every fault in it."""

    table: str
    house: House = CLASSIC
    events: int = 0
    coups: int = 0
    bought: int = 0
    taken_away: int = 0
    earned: int = 0
    accounts: dict[int, Account] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    _coup: Coup | None = None
    _shoe: int = 0
    _secret: str = ""
    _seeds: list[GuestSeed] = field(default_factory=list)
    _order: tuple[Card, ...] = ()
    _place: int = 0
    _state: State = field(default_factory=State)
    _due: tuple[Event, ...] = ()

    @property
    def at_the_table(self) -> int:
        """The chips of all seated guests."""
        return sum(account.chips for account in self.accounts.values())

    def data(self) -> dict[str, Any]:
        """Return the books as plain data, with money in chips."""
        return {
            "table": self.table,
            "house": self.house.name,
            "events": self.events,
            "coups": self.coups,
            "bought": self.bought,
            "taken_away": self.taken_away,
            "at_the_table": self.at_the_table,
            "earned": self.earned,
            "faults": self.faults,
        }

    def enter(self, event: Event) -> None:
        """Enter one event."""
        self.events += 1
        self._compare_with_table(event)
        match event:
            case TableOpened(_, house):
                self.house = house
            case GuestSat(seat, name):
                self._claim(seat not in self.accounts, f"seat {seat} is taken twice")
                self.accounts[seat] = Account(name)
            case BoughtIn() | BetPlaced() | BetTakenBack() | BetSettled() | GuestLeft():
                self._enter_money(event)
            case CoupDealt(coup=coup):
                self._enter_coup(coup)
            case _:
                self._enter_shoe(event)

    def _compare_with_table(self, event: Event) -> None:
        """Compare the events after a deal with those that `decide` returns."""
        if isinstance(event, CoupDealt) and not self._due:
            shoe = replace(self.house.with_cut_card(Shoe(self._order)), place=self._state.place)
            self._due, _ = decide(self._state, Deal(), shoe)
        if self._due:
            due, *rest = self._due
            self._due = tuple(rest)
            self._claim(event == due, f"{kind_of(due)} was due as {plain(due)}")
        self._state = evolve(self._state, event)

    def close(self) -> None:
        """Compare the chips that came in with those taken away and those still at the table."""
        self._claim(not self._due, "the last coup was not settled")
        there = self.taken_away + self.at_the_table
        self._claim(
            self.bought + self.earned == there,
            f"{self.bought} bought and {self.earned} earned are not the {there} taken or there",
        )

    def compare(self, snapshot: Snapshot) -> None:
        """Compare a snapshot of the table with these books."""
        seats = Desk.restored(snapshot).state.seats
        stored = {number: seat.bankroll for number, seat in seats.items()}
        logged = {number: account.chips for number, account in self.accounts.items()}
        self._claim(stored == logged, f"the snapshot says {stored}, the log says {logged}")

    def _claim(self, holds: bool, otherwise: str) -> None:  # noqa: FBT001 - a claim is a truth value
        if not holds:
            self.faults.append(f"event {self.events}: {otherwise}")

    def _enter_money(
        self, event: BoughtIn | BetPlaced | BetTakenBack | BetSettled | GuestLeft
    ) -> None:
        seat = event.seat
        if seat not in self.accounts:
            self._claim(False, f"nobody sits at seat {seat}")  # noqa: FBT003 - as above
            return
        account = self.accounts[seat]
        match event:
            case BoughtIn(_, chips):
                account.chips += chips
                self.bought += chips
            case BetPlaced(_, key, stake):
                account.felt[key] += stake
                enough = account.felt.total() <= account.chips
                self._claim(enough, f"seat {seat} stakes more than its {account.chips}")
            case BetTakenBack(_, key, stake):
                account.felt[key] -= stake
                self._claim(
                    account.felt[key] >= 0, f"seat {seat} takes back more {key} than is down"
                )
            case BetSettled():
                self._settle(account, event)
            case GuestLeft(_, chips):
                there = account.chips
                self._claim(chips == there, f"seat {seat} left with {chips}, and had {there}")
                self.taken_away += chips
                del self.accounts[seat]

    def _settle(self, account: Account, bet: BetSettled) -> None:
        house, where = self.house, f"seat {bet.seat}, {bet.key}"
        down = account.felt[bet.key]
        self._claim(bet.stake == down, f"{where}: {bet.stake} settled, {down} down")
        if self._coup is not None:
            odds = house.bet(bet.key).decide(self._coup, house.naturals)
            true = house.earned(bet.stake, odds)
            self._claim(bet.earned == true, f"{where}: earned {true}, not {bet.earned}")
        account.chips += bet.earned
        self.earned += bet.earned
        if bet.fate is not Fate.STANDS:
            del account.felt[bet.key]

    def _enter_coup(self, coup: Coup) -> None:
        self.coups += 1
        self._coup = coup
        cards = coup.cards
        due = self._order[self._place : self._place + len(cards)]
        self._claim(cards == due, f"coup of {len(cards)} cards that are not the next of the shoe")
        self._place += len(cards)
        by_tableau, _ = deal(Shoe(self._order[self._place - len(cards) :]))
        self._claim(by_tableau == coup, "a coup that is not by the tableau")

    def _commitment(self, shoe: int) -> str:
        seed = Seed(bytes.fromhex(self._secret))
        return commitment(self.house, table=self.table, number=shoe, seed=seed).hex()

    def _enter_shoe(self, event: Event) -> None:
        match event:
            case ShoeSeeded(_, secret):
                self._secret, self._seeds = secret, []
            case ShoeCommitted(number, promised):
                self._shoe = number
                true = self._commitment(number) if self._secret else ""
                self._claim(promised == true, f"shoe {number}: not the commitment to its seed")
            case SeedRevealed(seat, seed):
                self._seeds.append(GuestSeed(seat, seed))
            case ShoeOrdered(_, order):
                self._order, self._place = order, 0
            case ShoeOpened(number, root=root) if not self._secret:
                cards = sorted(self._order) == sorted(DECK * self.house.decks)
                self._claim(cards and not root, f"shoe {number}: not given cards of this house")
            case ShoeOpened(number, root=root):
                fair = fair_shoe(
                    self.house,
                    table=self.table,
                    number=number,
                    seed=Seed(bytes.fromhex(self._secret)),
                    guests=tuple(self._seeds),
                )
                same = fair.shoe.order == self._order
                self._claim(same, f"shoe {number}: not the order of its seeds")
                self._claim(fair.root.hex() == root, f"shoe {number}: not the root of its order")
            case Burned(card, hidden):
                shown = () if card is None else (card,)
                is_first = self._order[: len(shown)] == shown
                self._claim(is_first, f"shoe {self._shoe}: {card} was not first")
                burn, _ = self.house.open_shoe(Shoe(self._order))
                is_due = burn is not None and event == Burned(burn.shown, len(burn.hidden))
                self._claim(is_due, f"shoe {self._shoe}: not the burn of this house")
                self._place = len(shown) + hidden
            case ShoeRevealed(number, secret):
                self._claim(secret == self._secret, f"shoe {number}: another secret was revealed")
            case _:
                pass


def audit(*logs: Log) -> Iterator[Books]:
    """Yield the books of every table, oldest first: of a log and perhaps of its archives.

    A table whose move into an archive was interrupted is in both, and is audited once.
    """
    places = {
        table: (first, log)
        for log in reversed(logs)
        for table, first in log.first_numbers().items()
    }
    for table in sorted(places, key=lambda each: places[each][0]):
        yield _audit_table(places[table][1], table)


def _audit_table(store: Log, table: str) -> Books:
    books = Books(table)
    snapshots = store.snapshots(table)
    if store.has_damaged_snapshot(table):
        books.faults.append("the snapshot is damaged")
    try:
        for logged in store.facts(table):
            _enter(books, logged)
            for snapshot in snapshots:
                if snapshot.version == books.events:
                    books.compare(snapshot)
    except StoreError as error:
        books.faults.append(str(error))
        return books
    books.faults += [
        f"a snapshot of event {snapshot.version}, beyond the end of the log"
        for snapshot in snapshots
        if snapshot.version > books.events
    ]
    books.close()
    return books


def _enter(books: Books, logged: Logged) -> None:
    try:
        books.enter(event_of(logged))
    except (PuntoBancoError, ValueError, KeyError, TypeError) as error:
        books.faults.append(f"event {logged.fact.version}: {' '.join(str(error).split())}")

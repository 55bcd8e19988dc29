"""Summaries of past shoes and evenings, read from the log."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import NamedTuple, TypeVar

from puntobanco.croupier import event_of, events, timed_events
from puntobanco.errors import NotationError, PuntoBancoError, StoreError, shown
from puntobanco.notation import Record, records
from puntobanco.settlement import DOLLARS, Currency
from puntobanco.store import Log, Logged
from puntobanco.table import Fate, State, evolve
from puntobanco.table.events import (
    BetSettled,
    BoughtIn,
    CoupDealt,
    GuestLeft,
    ShoeClosed,
    ShoeCommitted,
    TableClosed,
    TableOpened,
)
from puntobanco.wire import kind_of


def table_records(store: Log, table: str) -> list[Record]:
    """Return the record of every shoe of a table, oldest first."""
    return list(records(timed_events(store, table)))


def shoe_record(store: Log, table: str, shoe: int) -> Record | None:
    """Return the record of one shoe, or None if there was no such shoe."""
    return next((each for each in records(timed_events(store, table)) if each.shoe == shoe), None)


_Read = TypeVar("_Read")

RESULTS = ("won", "lost", "even")
"""The results of a shoe or an evening for all guests together."""


@dataclass(slots=True)
class PastShoe:
    """A summary of a past shoe. `earned` is the result of all guests together, in chips."""

    table: str
    number: int
    house: str
    started: datetime
    finished: bool = False
    """Whether its last coup was dealt."""
    closed: bool = False
    """Whether it is out of play: after its last coup, or because the table closed early."""
    coups: int = 0
    staked: int = 0
    earned: int = 0
    currency: Currency = DOLLARS

    @property
    def id(self) -> str:
        """The name of the shoe on the command line."""
        return f"{self.table}/{self.number}"

    @property
    def result(self) -> str:
        """Won, lost or even."""
        return _result(self.earned)


@dataclass(slots=True)
class Evening:
    """A summary of a table from its opening to its closing."""

    table: str
    house: str
    started: datetime
    ended: datetime | None = None
    shoes: list[PastShoe] = field(default_factory=list)
    bought: int = 0
    currency: Currency = DOLLARS

    @property
    def coups(self) -> int:
        """The number of coups dealt."""
        return sum(shoe.coups for shoe in self.shoes)

    @property
    def earned(self) -> int:
        """What all guests together won or lost, in chips."""
        return sum(shoe.earned for shoe in self.shoes)

    @property
    def result(self) -> str:
        """Won, lost or even."""
        return _result(self.earned)


@dataclass(frozen=True, slots=True)
class Filter:
    """Criteria for shoes and evenings. None matches all."""

    since: date | None = None
    until: date | None = None
    house: str | None = None
    result: str | None = None
    table: str | None = None

    def fits(self, each: PastShoe | Evening) -> bool:
        """Return whether a shoe or an evening matches."""
        day = each.started.date()
        return (
            (self.since is None or day >= self.since)
            and (self.until is None or day <= self.until)
            and self.house in (None, each.house)
            and self.result in (None, each.result)
            and self.table in (None, each.table)
        )


class Past:
    """The past shoes and evenings of a log, as far as they can be read."""

    def __init__(self, store: Log | None) -> None:
        self.unreadable: dict[str, str] = {}
        """Why tables could not be read, one line each, by table."""
        self._store = store

    def evenings(self, wanted: Filter) -> list[Evening]:
        """Return past evenings, the newest first."""
        return [evening for evening in self._evenings(wanted.table) if wanted.fits(evening)]

    def shoes(self, wanted: Filter) -> list[PastShoe]:
        """Return past shoes, the newest first."""
        every = (shoe for evening in self._evenings(wanted.table) for shoe in evening.shoes)
        fitting = filter(wanted.fits, every)
        return sorted(fitting, key=lambda shoe: (shoe.started, shoe.number), reverse=True)

    def record(self, name: str) -> Record:
        """Return the record of a shoe: ``TABLE/NUMBER``, or ``last`` for the newest."""
        return self._record(self._shoe(name))

    def replayable(self, name: str) -> Record:
        """Return the record of a shoe, like `record`. Refuse a shoe in play or without coups."""
        shoe = self._shoe(name)
        if not shoe.closed:
            raise NotationError(shoe.id, expected="a finished shoe; it is still in play")
        if not shoe.coups:
            raise NotationError(shoe.id, expected="a shoe with coups")
        return self._record(shoe)

    def _shoe(self, name: str) -> PastShoe:
        table = name.rpartition("/")[0]
        found = self.shoes(Filter(table=None if name == "last" else table))
        shoe = next((each for each in found if name in ("last", each.id)), None)
        if table in self.unreadable:
            raise StoreError(self.unreadable[table])
        if not shoe:
            every = self.shoes(Filter())
            none = "none can be read" if self.unreadable else "there is none yet"
            known = f"the newest is {every[0].id}" if every else none
            raise NotationError(name, expected=f"a past shoe; {known}")
        return shoe

    def _record(self, shoe: PastShoe) -> Record:
        recorded = self._read(shoe.table, table_records)
        if recorded is None:
            raise StoreError(self.unreadable[shoe.table])
        return next(each for each in recorded if each.shoe == shoe.number)

    def facts(self, table: str) -> Iterator[Logged]:
        """Yield the log of a table, oldest first."""
        return self._store.facts(table) if self._store else iter(())

    def records(self, wanted: Filter) -> Iterator[Record]:
        """Yield the records of the matching shoes, oldest first."""
        chosen = {(shoe.table, shoe.number) for shoe in self.shoes(wanted)}
        for table in reversed(self._tables()):
            if any(table == each for each, _ in chosen):
                for record in self._read(table, table_records) or ():
                    if (table, record.shoe) in chosen:
                        yield record

    def _evenings(self, only: str | None) -> Iterator[Evening]:
        for table in self._tables():
            if only in (None, table) and (evening := self._read(table, evening_of)):
                yield evening

    def _tables(self) -> list[str]:
        return self._store.streams() if self._store else []

    def _read(self, table: str, read: Callable[[Log, str], _Read]) -> _Read | None:
        """Return `read` of a table. If it fails, note it in `unreadable` and return None."""
        assert self._store  # noqa: S101 - it has tables
        try:
            return read(self._store, table)
        except PuntoBancoError as error:
            reason = str(error)
        except OUT_OF_PLACE:
            reason = "an event is not in its place"
        self.unreadable[table] = f"table {shown(table, 60)} cannot be read: {reason}"
        return None


OUT_OF_PLACE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors that folding raises if intact events do not follow from each other."""

_KINDS_SKIPPED = {"shoe_ordered", "bet_placed", "bet_taken_back"}
"""Long or frequent events that a summary does not need. They are not decoded."""


def evening_of(store: Log, table: str) -> Evening:
    """Fold the log of a table into an evening."""
    evening = Evening(table, "", datetime.fromtimestamp(0, UTC))
    for logged in store.facts(table):
        if logged.fact.kind in _KINDS_SKIPPED:
            continue
        moment = datetime.fromtimestamp(logged.at / 1_000_000, UTC)
        match event_of(logged):
            case TableOpened(_, house):
                evening.house, evening.started = house.name, moment
                evening.currency = house.currency
            case BoughtIn(_, chips):
                evening.bought += chips
            case ShoeCommitted(number):
                shoe = PastShoe(table, number, evening.house, moment, currency=evening.currency)
                evening.shoes.append(shoe)
            case CoupDealt(last=last):
                evening.shoes[-1].coups += 1
                evening.shoes[-1].finished = last
            case BetSettled(stake=stake, earned=earned, fate=fate):
                evening.shoes[-1].staked += 0 if fate is Fate.STANDS else stake
                evening.shoes[-1].earned += earned
            case ShoeClosed():
                evening.shoes[-1].closed = True
            case TableClosed():
                evening.ended = moment
            case _:
                pass
    return evening


def _result(earned: int) -> str:
    return RESULTS[0 if earned > 0 else 1 if earned < 0 else 2]


def closed_before(store: Log, at: int) -> list[str]:
    """Return the tables that were closed before a time, oldest first."""
    closing = kind_of(TableClosed())
    newest = ((table, store.last(table)) for table in reversed(store.streams()))
    return [table for table, last in newest if last and last.fact.kind == closing and last.at < at]


class PastCoup(NamedTuple):
    """A coup with its context: the state before it, the coup, and how the bets did."""

    before: State
    dealt: CoupDealt
    settled: list[BetSettled]


def past_coup(store: Log, table: str, *, ago: int) -> PastCoup | None:
    """Return a coup of a table or of the guest's tables before it. The last coup is 1 ago."""
    coups: deque[PastCoup] = deque(maxlen=ago)
    for each in _tables_of_evening(store, table):
        state = State()
        for event in events(store, each):
            if isinstance(event, CoupDealt):
                coups.append(PastCoup(state, event, []))
            elif isinstance(event, BetSettled):
                coups[-1].settled.append(event)
            state = evolve(state, event)
    return coups[0] if len(coups) == ago else None


def evening_balance(store: Log, table: str) -> tuple[int, int]:
    """Return the number of a guest's tables with bets of one evening, and the balance of all.

    Tables of another currency than the last are left out.
    """
    balances: list[tuple[Currency, int]] = []
    for each in _tables_of_evening(store, table):
        currency, bought, cashed = DOLLARS, 0, 0
        for event in events(store, each):
            match event:
                case TableOpened(_, house):
                    currency = house.currency
                case BoughtIn(_, chips):
                    bought += chips
                case GuestLeft(_, chips):
                    cashed += chips
                case _:
                    pass
        if bought:
            balances.append((currency, cashed - bought))
    same = [balance for currency, balance in balances if currency == balances[-1][0]]
    return len(same), sum(same)


def _tables_of_evening(store: Log, table: str) -> list[str]:
    """Return a table and the guest's tables before it, oldest first.

    A guest who changes tables closes one and opens the next in one commit.
    """
    tables, streams, closing = [table], store.streams(), kind_of(TableClosed())
    for earlier in streams[streams.index(table) + 1 :]:
        opened, closed = next(store.facts(tables[0])), store.last(earlier)
        if not closed or (closed.commit, closed.fact.kind) != (opened.commit, closing):
            break
        tables.insert(0, earlier)
    return tables

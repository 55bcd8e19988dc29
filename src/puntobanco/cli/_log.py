"""What the log says about past shoes and evenings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

import click

from puntobanco.cli._data import default_database
from puntobanco.house import HOUSES
from puntobanco.notation import Record, records
from puntobanco.store import Logged, Store
from puntobanco.table import Event, Fate
from puntobanco.table.events import (
    BetSettled,
    BoughtIn,
    CoupDealt,
    ShoeCommitted,
    ShoeRevealed,
    TableClosed,
    TableOpened,
)
from puntobanco.wire import read_event

RESULTS = ("won", "lost", "even")
"""How a shoe or an evening ended for the guests together."""


@dataclass(slots=True)
class Shoe:
    """A past shoe in short; `earned` is what all guests together won or lost, in chips."""

    table: str
    number: int
    house: str
    started: datetime
    finished: bool = False
    coups: int = 0
    staked: int = 0
    earned: int = 0

    @property
    def id(self) -> str:
        """What the shoe is called on the command line."""
        return f"{self.table}/{self.number}"

    @property
    def result(self) -> str:
        """Won, lost or even."""
        return _result(self.earned)


@dataclass(slots=True)
class Evening:
    """A table from its opening to its closing, in short."""

    table: str
    house: str
    started: datetime
    ended: datetime | None = None
    shoes: list[Shoe] = field(default_factory=list)
    bought: int = 0

    @property
    def coups(self) -> int:
        """How many coups were dealt."""
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
class Wanted:
    """Which shoes and evenings are asked for."""

    since: date | None = None
    until: date | None = None
    house: str | None = None
    result: str | None = None
    table: str | None = None

    def fits(self, each: Shoe | Evening) -> bool:
        """Whether a shoe or an evening is asked for."""
        day = each.started.date()
        return (
            (self.since is None or day >= self.since)
            and (self.until is None or day <= self.until)
            and self.house in (None, each.house)
            and self.result in (None, each.result)
            and self.table in (None, each.table)
        )


@contextmanager
def opened(path: Path | None) -> Iterator[Store | None]:
    """The log, for reading; None where nothing was ever kept."""
    place = path or default_database()
    if path is None and not place.exists():
        yield None
        return
    with Store.read(place) as store:
        yield store


def tables(store: Store) -> list[str]:
    """Every table in the log, the newest first."""
    return store.streams()


def told(store: Store, table: str) -> Iterator[tuple[int, Event]]:
    """Everything that happened at a table, with its time."""
    return ((logged.at, event_of(logged)) for logged in store.facts(table))


def event_of(logged: Logged) -> Event:
    """The event that a logged fact stands for."""
    return read_event(logged.fact.kind, logged.fact.data, logged.fact.format)


def evenings(store: Store | None, wanted: Wanted) -> list[Evening]:
    """Past evenings, the newest first."""
    found = (_evening(store, table) for table in tables(store)) if store else ()
    return [evening for evening in found if wanted.fits(evening)]


def shoes(store: Store | None, wanted: Wanted) -> list[Shoe]:
    """Past shoes, the newest first."""
    every = (shoe for each in evenings(store, Wanted(table=wanted.table)) for shoe in each.shoes)
    fitting = filter(wanted.fits, every)
    return sorted(fitting, key=lambda shoe: (shoe.started, shoe.number), reverse=True)


def shoe_record(store: Store | None, name: str) -> Record:
    """The record of the shoe with this name: a table, a stroke and a number, or ``last``."""
    every = shoes(store, Wanted())
    if name == "last" and every:
        name = every[0].id
    table, _, number = name.rpartition("/")
    if not store or not any(shoe.id == name for shoe in every):
        known = f"the newest is {every[0].id}" if every else "there is none yet"
        raise click.UsageError(f"{name!r} is not a past shoe; {known}")
    return next(each for each in records(told(store, table)) if each.shoe == int(number))


def shoe_records(store: Store, wanted: Wanted) -> Iterator[Record]:
    """The records of the wanted shoes, oldest first."""
    chosen = {shoe.id for shoe in shoes(store, wanted)}
    for table in reversed(tables(store)):
        if any(name.rpartition("/")[0] == table for name in chosen):
            for record in records(told(store, table)):
                if f"{table}/{record.shoe}" in chosen:
                    yield record


def known_house(name: str | None) -> str | None:
    """A house's name for a filter; any name may be a custom house's."""
    return name.lower() if name and name.lower() in HOUSES else name


_LONG = {"shoe_ordered", "bet_placed", "bet_taken_back"}
"""Events that say nothing in short, and are passed over unread."""


def _evening(store: Store, table: str) -> Evening:
    evening = Evening(table, "", datetime.fromtimestamp(0, UTC))
    for logged in store.facts(table):
        if logged.fact.kind in _LONG:
            continue
        moment = datetime.fromtimestamp(logged.at / 1_000_000, UTC)
        match event_of(logged):
            case TableOpened(_, house):
                evening.house, evening.started = house.name, moment
            case BoughtIn(_, chips):
                evening.bought += chips
            case ShoeCommitted(number):
                evening.shoes.append(Shoe(table, number, evening.house, moment))
            case CoupDealt():
                evening.shoes[-1].coups += 1
            case BetSettled(stake=stake, earned=earned, fate=fate):
                evening.shoes[-1].staked += 0 if fate is Fate.STANDS else stake
                evening.shoes[-1].earned += earned
            case ShoeRevealed():
                evening.shoes[-1].finished = True
            case TableClosed():
                evening.ended = moment
            case _:
                pass
    return evening


def _result(earned: int) -> str:
    return RESULTS[0 if earned > 0 else 1 if earned < 0 else 2]

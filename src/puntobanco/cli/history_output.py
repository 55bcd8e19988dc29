"""Past shoes and evenings as JSON, CSV and lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from puntobanco.announcer import balance, count, money
from puntobanco.coup import Outcome
from puntobanco.history.shoes import Evening, PastShoe
from puntobanco.history.statistics import Statistics, chart
from puntobanco.notation import Record, play_lines
from puntobanco.notation.record import format_amount, house_of
from puntobanco.settlement import DOLLARS, Currency
from puntobanco.table import Fate

Item = TypeVar("Item", PastShoe, Evening)

MONEY = {"staked", "bought", "earned"}


@dataclass(frozen=True, slots=True)
class View(Generic[Item]):
    """How to print a list of shoes or evenings."""

    none: str
    """The text for an empty list."""
    columns: tuple[str, ...]
    """The columns of CSV: keys of `data`."""
    data: Callable[[Item], dict[str, Any]]
    line: Callable[[Item], str]

    def row(self, item: Item) -> Iterator[object]:
        """Yield the cells of an item's CSV row, with money as decimals."""
        data = self.data(item)
        for name in self.columns:
            value = data[name]
            if name in MONEY:
                yield _decimal(value, item.currency)
            else:
                yield str(value).lower() if isinstance(value, bool) else value


# --- shoes ----------------------------------------------------------------------------------------


def _shoe_data(shoe: PastShoe) -> dict[str, Any]:
    return {
        "shoe": shoe.id,
        "house": shoe.house,
        "started": _time(shoe.started),
        "finished": shoe.finished,
        "coups": shoe.coups,
        "table": shoe.table,
        "number": shoe.number,
        "staked": shoe.staked,
        "earned": shoe.earned,
    }


def _shoe_line(shoe: PastShoe) -> str:
    played = count(shoe.coups, "coup")
    state = "" if shoe.finished else ", unfinished"
    earned = balance(shoe.earned, shoe.currency)
    return f"{shoe.id}: {_minute(shoe.started)}, {shoe.house}, {played}{state}, {earned}"


SHOES = View(
    none="No past shoes",
    columns=("shoe", "house", "started", "finished", "coups", "staked", "earned"),
    data=_shoe_data,
    line=_shoe_line,
)


# --- evenings -------------------------------------------------------------------------------------


def _evening_data(evening: Evening) -> dict[str, Any]:
    return {
        "table": evening.table,
        "house": evening.house,
        "started": _time(evening.started),
        "ended": _time(evening.ended) if evening.ended else None,
        "shoes": len(evening.shoes),
        "coups": evening.coups,
        "bought": evening.bought,
        "earned": evening.earned,
    }


def _evening_line(evening: Evening) -> str:
    played = f"{count(len(evening.shoes), 'shoe')}, {count(evening.coups, 'coup')}"
    currency = evening.currency
    earned = f"bought in {money(evening.bought, currency)}, {balance(evening.earned, currency)}"
    state = "" if evening.ended else ", still open"
    when = _minute(evening.started)
    return f"{evening.table}: {when}, {evening.house}, {played}, {earned}{state}"


EVENINGS = View(
    none="No past evenings",
    columns=("table", "house", "started", "ended", "shoes", "coups", "bought", "earned"),
    data=_evening_data,
    line=_evening_line,
)


# --- one shoe, and statistics of many -------------------------------------------------------------


def record_lines(record: Record) -> Iterator[str]:
    """Yield a record for people, without its rules, commitments and paths."""
    when = f", {_minute(record.date)}" if record.date else ""
    house = f"{record.house}, {count(record.decks, 'deck')}"
    yield f"Shoe {record.shoe} of table {record.table}: {house}{when}."
    yield "Cards in dealing order, totals of Player and Banker, outcome, bets by seat."
    yield from play_lines(record)
    names = {seat.seat: seat.name for seat in record.seats}
    currency = house_of(record).currency
    for total in record.totals:
        earned = balance(total.earned, currency)
        yield f"Seat {total.seat}, {names.get(total.seat, 'a guest')}: {earned}."
    if record.end:
        yield "Finished." if record.end.finished else "Unfinished."


def statistics_lines(sums: Statistics) -> Iterator[str]:
    """Yield statistics for people, with a chart of the money."""
    yield f"{count(sums.shoes, 'shoe')}, {count(sums.coups, 'coup')}."
    if not sums.coups:
        return
    currency = sums.currency or DOLLARS
    for outcome in Outcome:
        times, run = sums.outcomes[outcome], sums.runs[outcome]
        yield f"{outcome.value.capitalize()}: {times}, longest run {run}."
    for bet in sums.bets.values():
        won, lost = bet.count[Fate.WON], bet.count[Fate.LOST]
        earned = balance(bet.earned, currency)
        staked = f"{money(bet.staked, currency)} staked"
        yield f"Bets on {bet.key}: won {won}, lost {lost}, {staked}, {earned}."
    yield f"In all: {balance(sums.earned, currency)}."
    yield f"Biggest rise: {money(sums.biggest_rise, currency)}."
    yield f"Biggest fall: {money(sums.biggest_fall, currency)}."
    if drawn := chart(sums.course, currency.chips):
        high, low = money(max(sums.course), currency), money(min(sums.course), currency)
        yield f"The course of the money, coup by coup, between {low} and {high}:"
        yield from drawn


def _time(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _minute(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M")


def _decimal(chips: int, currency: Currency) -> str:
    return f"{'-' if chips < 0 else ''}{format_amount(abs(chips), currency.digits)}"

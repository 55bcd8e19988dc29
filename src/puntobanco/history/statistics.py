"""Statistics of past shoes: outcomes, bets, runs, swings, and a chart in text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from puntobanco.coup import Outcome
from puntobanco.errors import AnalysisError
from puntobanco.notation import Record, RecordedBet
from puntobanco.notation.record import house_of
from puntobanco.settlement import Currency
from puntobanco.table import Fate

CHART_COLUMNS, CHART_ROWS = 60, 9


@dataclass(slots=True)
class BetSums:
    """The sums of all stakes on one bet."""

    key: str
    count: Counter[Fate] = field(default_factory=Counter)
    staked: int = 0
    earned: int = 0

    def add(self, bet: RecordedBet) -> None:
        """Count a bet. A standing stake counts when it is decided."""
        self.count[bet.fate] += 1
        if bet.fate is not Fate.STANDS:
            self.staked += bet.stake
        self.earned += bet.earned

    def data(self) -> dict[str, Any]:
        """Return the sums as plain data, with money in chips."""
        fates = {fate.value: self.count[fate] for fate in (Fate.WON, Fate.LOST, Fate.RETURNED)}
        return {"key": self.key, **fates, "staked": self.staked, "earned": self.earned}


@dataclass(slots=True)
class Statistics:
    """Sums over many shoes. `course` is the guests' result after each coup, in chips."""

    currency: Currency | None = None
    """The currency of all shoes, or None before the first."""
    shoes: int = 0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    runs: Counter[Outcome] = field(default_factory=Counter)
    bets: dict[str, BetSums] = field(default_factory=dict)
    course: list[int] = field(default_factory=lambda: [0])

    @property
    def coups(self) -> int:
        """The number of coups."""
        return len(self.course) - 1

    @property
    def earned(self) -> int:
        """The total won or lost."""
        return self.course[-1]

    @property
    def biggest_fall(self) -> int:
        """The largest loss between a high and a later low."""
        return _largest_rise([-chips for chips in self.course])

    @property
    def biggest_rise(self) -> int:
        """The largest win between a low and a later high."""
        return _largest_rise(self.course)

    def add(self, record: Record) -> None:
        """Count one shoe."""
        currency = house_of(record).currency
        if self.currency not in (None, currency):
            text = "these shoes were played in different currencies; choose those of one house"
            raise AnalysisError(text)
        self.currency = currency
        self.shoes += 1
        for coup in record.coups:
            if coup.outcome:
                self.outcomes[coup.outcome] += 1
            for bet in coup.bets:
                self.bets.setdefault(bet.key, BetSums(bet.key)).add(bet)
            self.course.append(self.course[-1] + sum(bet.earned for bet in coup.bets))
        for outcome, run in _runs([coup.outcome for coup in record.coups]):
            self.runs[outcome] = max(self.runs[outcome], run)

    def data(self) -> dict[str, Any]:
        """Return the statistics as plain data, with money in chips."""
        return {
            "shoes": self.shoes,
            "coups": self.coups,
            "outcomes": {outcome.value: self.outcomes[outcome] for outcome in Outcome},
            "longest_runs": {outcome.value: self.runs[outcome] for outcome in Outcome},
            "bets": [sums.data() for sums in self.bets.values()],
            "earned": self.earned,
            "highest": max(self.course),
            "lowest": min(self.course),
            "biggest_rise": self.biggest_rise,
            "biggest_fall": self.biggest_fall,
            "course": self.course,
        }


def statistics(records: Iterable[Record]) -> Statistics:
    """Return the statistics of these shoes, in this order."""
    sums = Statistics()
    for record in records:
        sums.add(record)
    return sums


def chart(course: list[int], unit: int) -> list[str]:
    """Draw the course as rows of stars, from the highest to the lowest, in units of chips."""
    low, high = min(course), max(course)
    if low == high:
        return []
    columns = min(CHART_COLUMNS, len(course))
    picked = [course[at * (len(course) - 1) // max(columns - 1, 1)] for at in range(columns)]
    levels = [round((chips - low) * (CHART_ROWS - 1) / (high - low)) for chips in picked]
    labels = [
        f"{(low + (high - low) * row // (CHART_ROWS - 1)) / unit:,.0f}" for row in range(CHART_ROWS)
    ]
    width = max(map(len, labels))
    rows = []
    for row in reversed(range(CHART_ROWS)):
        stars = "".join("*" if level == row else " " for level in levels)
        rows.append(f"{labels[row]:>{width}} |{stars}".rstrip())
    return rows


def _runs(outcomes: list[Outcome | None]) -> Iterator[tuple[Outcome, int]]:
    """Yield the length of each run as it grows. Ties have runs, but don't break a side's run."""
    side, run, ties = None, 0, 0
    for outcome in outcomes:
        ties = ties + 1 if outcome is Outcome.TIE else 0
        if outcome is Outcome.TIE:
            yield outcome, ties
        elif outcome is not None:
            side, run = outcome, run + 1 if outcome is side else 1
            yield outcome, run


def _largest_rise(course: list[int]) -> int:
    lowest = rise = 0
    for chips in course:
        lowest = min(lowest, chips)
        rise = max(rise, chips - lowest)
    return rise

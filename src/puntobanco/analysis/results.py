"""The results of a plan, for people, machines and notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from puntobanco._html import html_table
from puntobanco.analysis.counting.count_statistics import COUNT_COLUMNS, CountStatistics
from puntobanco.analysis.simulation.bet_statistics import BET_COLUMNS
from puntobanco.analysis.simulation.report import Report
from puntobanco.analysis.strategies.system_statistics import SYSTEM_COLUMNS, SystemStatistics
from puntobanco.coup import SCORES


class Row(NamedTuple):
    """One figure of the results."""

    section: str
    name: str
    figure: str
    value: object


class Table(NamedTuple):
    """A table for people."""

    caption: str
    columns: Sequence[str]
    rows: list[tuple[str, ...]]


@dataclass(frozen=True)
class Results:
    """The results of a plan: those of the shoes, of each system and of each count."""

    report: Report
    systems: tuple[SystemStatistics, ...] = ()
    counts: tuple[CountStatistics, ...] = ()
    unfinished: tuple[str, ...] = ()
    """The jobs that were not finished, in words."""
    terms: dict[str, object] = field(default_factory=dict)
    """The plan, as plain values."""

    @property
    def partial(self) -> bool:
        """Whether the run was stopped before every job was done."""
        return bool(self.unfinished)

    def notes(self) -> Iterator[str]:
        """The terms of the systems and counts, a line each."""
        if self.systems:
            first = self.systems[0]
            yield f"Guests play {first.session.text(first.bet)}."
        engines = dict.fromkeys(each.job.system.engine for each in self.systems)
        for engine in engines:
            run = (each.job.system for each in self.systems if each.job.system.engine == engine)
            yield f"{', '.join(system.name for system in run)}: {engine}."
        yield from dict.fromkeys(f"{each.how}." for each in self.counts)

    def json(self) -> dict[str, object]:
        """Everything for machines."""
        return {
            **self.report.json(),
            "partial": self.partial,
            "unfinished": list(self.unfinished),
            "specification": self.terms,
            "systems": [statistics.json() for statistics in self.systems],
            "counts": [statistics.json() for statistics in self.counts],
        }

    def rows(self) -> Iterator[Row]:
        """Everything as rows of one figure each."""
        for section, value in self.json().items():
            if isinstance(value, dict):
                yield from (
                    Row("", section, str(figure), _cell(each)) for figure, each in value.items()
                )
            elif not isinstance(value, list):
                yield Row("", "simulation", section, value)
        for score, count in zip(SCORES, self.report.scores.tolist(), strict=True):
            if count:
                yield Row("scores", "-".join(map(str, score)), "count", count)
        for section, entries in (
            ("bets", self.report.bets),
            ("systems", self.systems),
            ("counts", self.counts),
        ):
            for entry in entries:
                yield from _rows(section, entry.json())

    def tables(self) -> Iterator[Table]:
        """The bets, the systems and the counts, as far as there are any."""
        yield Table("Bets", BET_COLUMNS, [each.row() for each in self.report.bets])
        if self.systems:
            yield Table("Betting systems", SYSTEM_COLUMNS, [each.row() for each in self.systems])
        if self.counts:
            yield Table("Counting", COUNT_COLUMNS, [each.row() for each in self.counts])

    def _repr_html_(self) -> str:
        return "".join(html_table(*table) for table in self.tables())


def _cell(value: object) -> object:
    return "; ".join(map(str, value)) if isinstance(value, list) else value


def _rows(section: str, entry: dict[str, object]) -> Iterator[Row]:
    name = str(entry.get("key") or f"{entry['name']}/{entry['bet']}")
    for figure, value in entry.items():
        if isinstance(value, dict):
            yield from (Row(section, name, f"{figure} {each}", v) for each, v in value.items())
        elif not isinstance(value, list):
            yield Row(section, name, figure, value)

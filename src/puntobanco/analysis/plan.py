"""A plan: shoes, betting systems and counts to simulate under one seed; and its results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from puntobanco import __version__
from puntobanco._html import html_table
from puntobanco.analysis.counting import count_statistics
from puntobanco.analysis.counting.count_jobs import count_job, perfect_job
from puntobanco.analysis.counting.count_statistics import COUNT_COLUMNS, CountStatistics
from puntobanco.analysis.counting.counts import Count
from puntobanco.analysis.simulation.bet_statistics import BET_COLUMNS
from puntobanco.analysis.simulation.blocks import VERSION, Job, Progress
from puntobanco.analysis.simulation.execution import Stopwatch, no_clock, run_on_threads
from puntobanco.analysis.simulation.report import Report, report_of
from puntobanco.analysis.simulation.specification import Specification
from puntobanco.analysis.strategies import system_statistics
from puntobanco.analysis.strategies.session import Session
from puntobanco.analysis.strategies.system_job import system_job
from puntobanco.analysis.strategies.system_statistics import SYSTEM_COLUMNS, SystemStatistics
from puntobanco.analysis.strategies.systems import System
from puntobanco.bets import SCORE_BETS, Bet, Part
from puntobanco.coup import SCORES
from puntobanco.house import format_house


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
    terms: dict[str, object] = field(default_factory=dict)
    """The plan, as plain values."""

    @property
    def partial(self) -> bool:
        """Whether the run was stopped before every job was done."""
        return bool(self.unfinished)

    def notes(self) -> Iterator[str]:
        """Yield the terms of the systems and counts, a line each."""
        if self.systems:
            first = self.systems[0]
            yield f"Guests play {first.session.text(first.bet)}."
        engines = dict.fromkeys(each.job.system.engine for each in self.systems)
        for engine in engines:
            run = (each.job.system for each in self.systems if each.job.system.engine == engine)
            yield f"{', '.join(system.name for system in run)}: {engine}."
        yield from dict.fromkeys(f"{each.how}." for each in self.counts)

    def json(self) -> dict[str, object]:
        """Return everything for machines."""
        return {
            **self.report.json(),
            "partial": self.partial,
            "unfinished": list(self.unfinished),
            "specification": self.terms,
            "systems": [statistics.json() for statistics in self.systems],
            "counts": [statistics.json() for statistics in self.counts],
        }

    def rows(self) -> Iterator[Row]:
        """Yield everything as rows of one figure each."""
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
        """Yield tables of the bets, the systems and the counts."""
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


@dataclass(frozen=True)
class Plan:
    """Shoes, betting systems and counts to simulate."""

    specification: Specification
    seed: str
    systems: tuple[System, ...] = ()
    session: Session = Session()  # noqa: RUF009 - frozen
    on: Bet | None = None
    """What the systems bet on; by default Banker."""
    counts: tuple[Count, ...] = ()
    perfect: tuple[Bet, ...] | None = None
    """Bets to play perfectly: empty for every bet on the score, None for no perfect play."""

    def __post_init__(self) -> None:
        if not isinstance(self.on, Bet | None):
            raise TypeError(f"on takes a bet, such as bets.PLAYER, not {self.on!r}")
        if self.session != Session() or self.on is not None:
            self.session.at(self.specification.house, self.bet)
        self.jobs()

    @property
    def bet(self) -> Bet:
        """What the systems bet on."""
        return self.on or self.specification.house.main_bet("banker")

    def jobs(self) -> tuple[Job, ...]:
        """Return the jobs of the specification, then of each system, then of each count."""
        return (
            *self.specification.jobs(self.seed),
            *map(self._system_job, self.systems),
            *self._count_jobs(),
        )

    def _system_job(self, system: System) -> Job:
        house = self.specification.house
        session = self.session.at(house, self.bet)
        guests = max(1, self.specification.shoes // session.shoes)
        return system_job(
            system, house, self.bet, session=self.session, guests=guests, seed=self.seed
        )

    def _count_jobs(self) -> Iterator[Job]:
        house, shoes = self.specification.house, self.specification.shoes
        for count in self.counts:
            yield count_job(count, house, shoes=shoes, seed=self.seed)
        if self.perfect is not None:
            yield perfect_job(house, self.perfect, shoes=shoes, seed=self.seed)

    def simulate(self, *, threads: int | None = None, clock: Stopwatch = no_clock) -> Results:
        """Run the plan on threads of this process, by default one for each core."""
        return self.results(run_on_threads(self.jobs(), threads=threads, clock=clock))

    def results(self, progress: Sequence[Progress]) -> Results:
        """Return the results, from the progress of the jobs in their order."""
        first_system = len(self.specification.jobs(self.seed))
        first_count = first_system + len(self.systems)
        house = self.specification.house
        systems = (each for each in progress[first_system:first_count] if each.done.any())
        counts = (each for each in progress[first_count:] if each.done.any())
        return Results(
            report_of(self.specification, progress[:first_system], seed=self.seed),
            tuple(
                system_statistics.statistics_of(each, house, self.bet, session=self.session)
                for each in systems
            ),
            tuple(chain.from_iterable(map(count_statistics.statistics_of, counts))),
            unfinished=tuple(self._unfinished(progress)),
            terms=self.terms(),
        )

    def _labels(self) -> list[str]:
        """Return the names of the jobs for people, in their order."""
        on_cards = ", ".join(bet.key for bet in self.specification.on_cards)
        return [
            "dealing",
            *([f"bets on cards ({on_cards})"] if on_cards else []),
            *(f"the system {system.name}" for system in self.systems),
            *(f"the count {count.name}" for count in self.counts),
            *([] if self.perfect is None else ["perfect play"]),
        ]

    def _unfinished(self, progress: Sequence[Progress]) -> Iterator[str]:
        for label, each in zip(self._labels(), progress, strict=True):
            if not each.done.any():
                yield f"{label} not begun"
            elif not each.is_complete:
                yield f"{label} stopped after {each.shoes:,} of {each.all_shoes:,} shoes"

    def terms(self) -> dict[str, object]:
        """Return the plan as plain values."""
        terms: dict[str, object] = {
            "package": f"puntobanco {__version__}",
            "version": VERSION,
            "seed": self.seed,
            "shoes": self.specification.shoes,
            "bets": [bet.key for bet in self.specification.priced],
            "house": format_house(self.specification.house),
        }
        if self.systems:
            terms |= self._system_terms()
        if self.counts:
            terms["counts"] = [count.text for count in self.counts]
        if self.perfect is not None:
            chosen = self.perfect or SCORE_BETS
            terms["perfect"] = [bet.key for bet in chosen if bet.part is Part.SCORE]
        return terms

    def _system_terms(self) -> dict[str, object]:
        session = self.session.at(self.specification.house, self.bet)
        return {
            "systems": [f"{each.name}: {each.engine}" for each in self.systems],
            "session": session.text(self.bet),
            "on": self.bet.key,
            **session.json(),
        }

"""A plan: shoes, strategies and counts to simulate under one seed; and its results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from puntobanco import __version__
from puntobanco._html import html_table
from puntobanco.analysis.counting import count_statistics
from puntobanco.analysis.counting.count_statistics import (
    COUNT_COLUMNS,
    CountStatistics,
    count_job,
    perfect_job,
)
from puntobanco.analysis.counting.counts import Count
from puntobanco.analysis.simulation.blocks import (
    VERSION,
    Job,
    Progress,
    Stopwatch,
    no_clock,
    run_on_threads,
)
from puntobanco.analysis.simulation.report import BET_COLUMNS, Report, report_of
from puntobanco.analysis.simulation.specification import Specification
from puntobanco.analysis.strategies import strategy_statistics
from puntobanco.analysis.strategies.session import PROGRAMS, Session
from puntobanco.analysis.strategies.strategy import Strategy
from puntobanco.analysis.strategies.strategy_job import StrategyJob, strategy_job
from puntobanco.analysis.strategies.strategy_statistics import STRATEGY_COLUMNS, StrategyStatistics
from puntobanco.bets import SCORE_BETS, Bet, Part
from puntobanco.coup import SCORES
from puntobanco.errors import AnalysisError
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
    columns: Mapping[str, str]
    """The meaning of each column."""
    rows: list[tuple[str, ...]]


@dataclass(frozen=True)
class Results:
    """The results of a plan: of the shoes, of each strategy and of each count."""

    report: Report
    strategies: tuple[StrategyStatistics, ...] = ()
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
        """Yield the verdicts, the terms of the sessions and how counts bet."""
        recorded = self.report.specification.recorded
        yield from () if recorded is None else (recorded.power, *recorded.notes)
        for each in self.strategies:
            yield f"{each.job.strategy.name} ({each.job.strategy.staking}): {each.verdict}"
        for each in self.strategies:
            if each.programs is not None:
                earned = each.programs.json(each.job.house.currency.chips)
                parts = ", ".join(f"{name} {earned[name]:+,.2f}" for name in PROGRAMS)
                error = earned["result_se"]
                shown = "" if error is None else f" ± {error:,.2f}"
                yield (
                    f"{each.job.strategy.name}: with its programs, a session earns "
                    f"{earned['result']:+,.2f}{shown} on average ({parts})."
                )
        for text in dict.fromkeys(each.job.session.text() for each in self.strategies):
            yield f"Each session: {text}."
        for each in self.strategies:
            if each.engine != "compiled":
                yield f"{each.job.strategy.name}: {each.engine}."
        yield from dict.fromkeys(f"{each.how}." for each in self.counts)

    def legend(self) -> Iterator[str]:
        """Yield the meaning of each column of the tables."""
        for caption, columns, _ in self.tables():
            for column, meaning in columns.items():
                yield f"{caption}, {column}: {meaning}."

    def json(self) -> dict[str, object]:
        """Return everything for machines."""
        return {
            **self.report.json(),
            "partial": self.partial,
            "unfinished": list(self.unfinished),
            "specification": self.terms,
            "strategies": [statistics.json() for statistics in self.strategies],
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
            ("strategies", self.strategies),
            ("counts", self.counts),
        ):
            for entry in entries:
                yield from _rows(section, entry.json())

    def tables(self) -> Iterator[Table]:
        """Yield the tables of the bets, the strategies and the counts, as far as there are any."""
        yield Table("Bets", BET_COLUMNS, [each.row() for each in self.report.bets])
        if self.strategies:
            rows = [each.row() for each in self.strategies]
            yield Table("Strategies", STRATEGY_COLUMNS, rows)
        if self.counts:
            yield Table("Counting", COUNT_COLUMNS, [each.row() for each in self.counts])

    def _repr_html_(self) -> str:
        return "".join(
            html_table(caption, tuple(columns), rows) for caption, columns, rows in self.tables()
        )


def _cell(value: object) -> object:
    return "; ".join(map(str, value)) if isinstance(value, list) else value


def _rows(section: str, entry: dict[str, object]) -> Iterator[Row]:
    name = str(entry.get("key") or f"{entry['name']}/{entry.get('bet', entry.get('staking'))}")
    for figure, value in entry.items():
        if isinstance(value, dict):
            yield from (Row(section, name, f"{figure} {each}", v) for each, v in value.items())
        elif not isinstance(value, list):
            yield Row(section, name, figure, value)


@dataclass(frozen=True)
class Plan:
    """Shoes, strategies and counts to simulate; a plan that makes no sense is refused."""

    specification: Specification
    seed: str
    strategies: tuple[Strategy, ...] = ()
    session: Session = Session()  # noqa: RUF009 - frozen
    counts: tuple[Count, ...] = ()
    perfect: tuple[Bet, ...] | None = None
    """Bets to play perfectly: empty for every bet on the score, None for no perfect play."""

    def __post_init__(self) -> None:
        self.jobs()

    def jobs(self) -> tuple[Job, ...]:
        """Return the jobs: of the specification, of each strategy, then of each count."""
        return (
            *self.specification.jobs(self.seed),
            *map(self._strategy_job, self.strategies),
            *self._count_jobs(),
        )

    def _strategy_job(self, strategy: Strategy) -> StrategyJob:
        house, shoes = self.specification.house, self.specification.shoes
        recorded = self.specification.recorded
        job = strategy_job(
            strategy, house, session=self.session, sessions=1, seed=self.seed, recorded=recorded
        )
        return replace(job, sessions=max(1, shoes // job.shoes_a_session))

    def _count_jobs(self) -> Iterator[Job]:
        house, shoes = self.specification.house, self.specification.shoes
        if self.specification.recorded is not None and (self.counts or self.perfect is not None):
            raise AnalysisError(
                "counts deal their own shoes: for recorded ones, use a strategy such as "
                "'true_count dragon_7 >= 4: dragon_7'"
            )
        for count in self.counts:
            yield count_job(count, house, shoes=shoes, seed=self.seed)
        if self.perfect is not None:
            yield perfect_job(house, self.perfect, shoes=shoes, seed=self.seed)

    def simulate(self, *, threads: int | None = None, clock: Stopwatch = no_clock) -> Results:
        """Run the plan on threads of this process, by default one for each core."""
        return self.results(run_on_threads(self.jobs(), threads=threads, clock=clock))

    def results(self, progress: Sequence[Progress]) -> Results:
        """Return the results, from the progress of the jobs in their order."""
        first_strategy = len(self.specification.jobs(self.seed))
        first_count = first_strategy + len(self.strategies)
        counts = (each for each in progress[first_count:] if each.done.any())
        return Results(
            report_of(self.specification, progress[:first_strategy], seed=self.seed),
            strategy_statistics.statistics_of(progress[first_strategy:first_count]),
            tuple(chain.from_iterable(map(count_statistics.statistics_of, counts))),
            unfinished=tuple(self._unfinished(progress)),
            terms=self.terms(),
        )

    def _labels(self) -> list[str]:
        is_recorded = self.specification.recorded is not None
        on_cards = ", ".join(bet.key for bet in self.specification.on_cards if not is_recorded)
        return [
            "reading" if is_recorded else "dealing",
            *([f"bets on cards ({on_cards})"] if on_cards else []),
            *(f"the strategy {strategy.name}" for strategy in self.strategies),
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
            "seed": self.seed or None,
            "shoes": self.specification.shoes,
            "bets": [bet.key for bet in self.specification.priced],
            "house": format_house(self.specification.house),
        }
        if self.strategies:
            terms["strategies"] = [f"{each.name}: {each.staking}" for each in self.strategies]
            terms["session"] = self.session.text()
            terms |= self.session.json()
        if self.counts:
            terms["counts"] = [count.text for count in self.counts]
        if self.perfect is not None:
            chosen = self.perfect or SCORE_BETS
            terms["perfect"] = [bet.key for bet in chosen if bet.part is Part.SCORE]
        return terms

"""A whole session in the lab: shoes, betting systems and counts under one seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from puntobanco import __version__
from puntobanco.analysis._html import html_table
from puntobanco.analysis.counting import jobs as counting
from puntobanco.analysis.counting.counts import Count
from puntobanco.analysis.counting.jobs import COUNT_COLUMNS, CountFigures
from puntobanco.analysis.simulation.execution import Job, Progress
from puntobanco.analysis.simulation.figures import BET_COLUMNS
from puntobanco.analysis.simulation.shoes import VERSION, Report, Specification, report_of
from puntobanco.analysis.strategies import figures as system_figures
from puntobanco.analysis.strategies import systems
from puntobanco.analysis.strategies.figures import SYSTEM_COLUMNS, SystemFigures
from puntobanco.analysis.strategies.systems import Session, System
from puntobanco.bets import SCORE_BETS, AnyBet, ScoreBet
from puntobanco.house import format_house
from puntobanco.settlement import CHIPS_PER_DOLLAR


@dataclass(frozen=True)
class Plan:
    """All that is to be simulated; refused when it is made if it makes no sense."""

    specification: Specification
    seed: str
    systems: tuple[System, ...] = ()
    session: Session = Session()  # noqa: RUF009 - frozen
    on: AnyBet | None = None
    """What the systems bet on; by default Banker."""
    counts: tuple[Count, ...] = ()
    perfect: tuple[AnyBet, ...] | None = None
    """Bets to play perfectly: none of them for every one, and None not to."""

    def __post_init__(self) -> None:
        if self.session != Session() or self.on is not None:
            self.session.at(self.specification.house, self.bet)
        self.jobs()

    @property
    def bet(self) -> AnyBet:
        """What the systems bet on."""
        return self.on or self.specification.house.main_bet("banker")

    def jobs(self) -> tuple[Job, ...]:
        """All the work: of the specification, then of each system and each count."""
        return (
            *self.specification.jobs(self.seed),
            *map(self._system_job, self.systems),
            *self._count_jobs(),
        )

    def _system_job(self, system: System) -> Job:
        house = self.specification.house
        session = self.session.at(house, self.bet)
        guests = max(1, self.specification.shoes // session.shoes)
        return systems.job_of(
            system, house, self.bet, session=self.session, guests=guests, seed=self.seed
        )

    def _count_jobs(self) -> Iterator[Job]:
        house, shoes = self.specification.house, self.specification.shoes
        for count in self.counts:
            yield counting.count_job(count, house, shoes=shoes, seed=self.seed)
        if self.perfect is not None:
            yield counting.perfect_job(house, self.perfect, shoes=shoes, seed=self.seed)

    def results(self, progress: Sequence[Progress]) -> Results:
        """What was found, from the progress of the jobs in their order."""
        first = len(self.specification.jobs(self.seed))
        after = first + len(self.systems)
        house = self.specification.house
        return Results(
            report_of(self.specification, progress[:first], seed=self.seed),
            tuple(
                system_figures.figures_of(each, house, self.bet, session=self.session)
                for each in progress[first:after]
                if each.done.any()
            ),
            tuple(
                figures
                for each in progress[after:]
                if each.done.any()
                for figures in counting.figures_of(each)
            ),
            unfinished=tuple(self._unfinished(progress)),
            terms=self.terms(),
        )

    def _labels(self) -> list[str]:
        """What people call each job, in their order."""
        cards = [bet.key for bet in self.specification.priced if not isinstance(bet, ScoreBet)]
        return [
            "dealing",
            *([f"bets on cards ({', '.join(cards)})"] if cards else []),
            *(f"the system {system.name}" for system in self.systems),
            *(f"the count {count.name}" for count in self.counts),
            *([] if self.perfect is None else ["perfect play"]),
        ]

    def _unfinished(self, progress: Sequence[Progress]) -> Iterator[str]:
        """How far each job came that is not done."""
        for label, each in zip(self._labels(), progress, strict=True):
            if not each.done.any():
                yield f"{label} not begun"
            elif not each.is_complete:
                yield f"{label} stopped after {each.shoes:,} of {each.all_shoes:,} shoes"

    def terms(self) -> dict[str, object]:
        """All that was asked for, as plain values."""
        house = self.specification.house
        terms: dict[str, object] = {
            "package": f"puntobanco {__version__}",
            "version": VERSION,
            "seed": self.seed,
            "shoes": self.specification.shoes,
            "bets": [bet.key for bet in self.specification.priced],
            "house": format_house(house),
        }
        if self.systems:
            session = self.session.at(house, self.bet)
            terms |= {
                "systems": [f"{each.name}: {each.engine}" for each in self.systems],
                "session": session.text(self.bet),
                "on": self.bet.key,
                "bankroll": session.bankroll / CHIPS_PER_DOLLAR,
                "unit": session.unit / CHIPS_PER_DOLLAR,
                "cap": None if session.cap is None else session.cap / CHIPS_PER_DOLLAR,
                "stop_loss": None
                if session.stop_loss is None
                else session.stop_loss / CHIPS_PER_DOLLAR,
                "goal": None if session.goal is None else session.goal / CHIPS_PER_DOLLAR,
                "session_shoes": session.shoes,
                "session_coups": session.coups,
            }
        if self.counts:
            terms["counts"] = [count.text for count in self.counts]
        if self.perfect is not None:
            chosen = self.perfect or SCORE_BETS
            terms["perfect"] = [bet.key for bet in chosen if isinstance(bet, ScoreBet)]
        return terms


@dataclass(frozen=True)
class Results:
    """What a session in the lab found."""

    report: Report
    systems: tuple[SystemFigures, ...] = ()
    counts: tuple[CountFigures, ...] = ()
    unfinished: tuple[str, ...] = ()
    """What was asked for and not done, in words."""
    terms: dict[str, object] = field(default_factory=dict)
    """All that was asked for, as plain values."""

    @property
    def partial(self) -> bool:
        """Whether it was stopped before all was done."""
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
            "systems": [figures.json() for figures in self.systems],
            "counts": [figures.json() for figures in self.counts],
        }

    def rows(self) -> Iterator[tuple[str, str, str, object]]:
        """Everything as (section, name, figure, value), one figure a row."""
        report = self.json()
        for section, value in report.items():
            if isinstance(value, dict):
                yield from (
                    ("", section, str(figure), _cell(each)) for figure, each in value.items()
                )
            elif not isinstance(value, list):
                yield ("", "simulation", section, value)
        for *score, count in self.report.json()["score_histogram"]:  # type: ignore[attr-defined]  # a list
            yield ("scores", "-".join(map(str, score)), "count", count)
        for section, entries in (
            ("bets", self.report.bets),
            ("systems", self.systems),
            ("counts", self.counts),
        ):
            for entry in entries:
                yield from _rows(section, entry.json())

    def tables(self) -> Iterator[tuple[str, Sequence[str], list[tuple[str, ...]]]]:
        """A caption, the columns and the rows of each table for people."""
        yield "Bets", BET_COLUMNS, [figures.row() for figures in self.report.bets]
        if self.systems:
            yield "Betting systems", SYSTEM_COLUMNS, [each.row() for each in self.systems]
        if self.counts:
            yield "Counting", COUNT_COLUMNS, [each.row() for each in self.counts]

    def _repr_html_(self) -> str:
        return "".join(html_table(*table) for table in self.tables())


def _cell(value: object) -> object:
    return "; ".join(map(str, value)) if isinstance(value, list) else value


def _rows(section: str, entry: dict[str, object]) -> Iterator[tuple[str, str, str, object]]:
    name = entry.get("key") or f"{entry['name']}/{entry['bet']}"
    for figure, value in entry.items():
        if isinstance(value, dict):
            yield from ((section, str(name), f"{figure} {each}", v) for each, v in value.items())
        elif not isinstance(value, list):
            yield (section, str(name), figure, value)

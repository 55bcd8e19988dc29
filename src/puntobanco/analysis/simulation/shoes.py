"""Whole shoes by a house's procedure, counted; every figure beside its exact one.

>>> from puntobanco.house import CLASSIC
>>> report = simulate(Specification(CLASSIC, shoes=1_000), seed="docs", threads=1)
>>> report.shoes, report.coups == sum(report.outcomes.values())
(1000, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from puntobanco.analysis._html import html_table
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import counts, prices
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation._dealing import Dealing, block_seed
from puntobanco.analysis.simulation.execution import (
    EXAMPLES,
    Clock,
    Progress,
    Tally,
    no_clock,
    run_on_threads,
)
from puntobanco.analysis.simulation.figures import (
    BET_COLUMNS,
    BINS,
    BetFigures,
    Fit,
    Histogram,
    card_pays,
    fit,
    grouped,
    hand_kinds,
    score_pays,
)
from puntobanco.bets import SCORE_BETS, AnyBet, ScoreBet
from puntobanco.coup import SCORES, Outcome
from puntobanco.errors import AnalysisError
from puntobanco.house import House

VERSION = 1
"""The version of the random streams and of the report; old ones never change their meaning."""

MOST_SHOES = 10**11
"""More would keep ten cores busy for hours."""

_LARGEST_BLOCK = 1 << 16


@dataclass(frozen=True)
class Specification:
    """What is simulated: a house, how many of its shoes, and which bets are priced."""

    house: House
    shoes: int
    bets: tuple[AnyBet, ...] = ()
    """Without any, every bet that looks at the score."""

    def __post_init__(self) -> None:
        if not 1 <= self.shoes <= MOST_SHOES:
            raise AnalysisError(f"{self.shoes} shoes is not 1 to {MOST_SHOES:,}")

    @property
    def priced(self) -> tuple[AnyBet, ...]:
        """The bets to price, as the house pays them, those on its felt first."""
        if self.bets:
            return self.bets
        offered = {bet.key: bet for bet in self.house.bets if isinstance(bet, ScoreBet)}
        return (*offered.values(), *(bet for bet in SCORE_BETS if bet.key not in offered))

    @property
    def looks_at_cards(self) -> bool:
        """Whether a bet needs the kernel that carries ranks and suits."""
        return any(not isinstance(bet, ScoreBet) for bet in self.priced)

    def jobs(self, seed: str) -> tuple[ShoesJob, ...]:
        """The work to be done; the first job counts the scores."""
        shoes = ShoesJob(Dealing.at(self.house), seed, self.shoes)
        if self.looks_at_cards:
            return (shoes, CardsJob(shoes.dealing, seed, self.shoes))
        return (shoes,)


def block_size(shoes: int) -> int:
    """Shoes a block: many enough to be quick, few enough for all cores and for a curve."""
    lanes = kernels.LANES
    return min(_LARGEST_BLOCK, -(-shoes // (64 * lanes)) * lanes)


@dataclass(frozen=True)
class ShoesJob:
    """Shoes of points: one histogram of scores, in the coups always dealt and in the others."""

    dealing: Dealing
    seed: str
    shoes: int

    @property
    def name(self) -> str:
        """All that decides what is counted."""
        return f"{type(self).__name__} {VERSION} {self.dealing.digest} {self.shoes} {self.seed}"

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-self.shoes // block_size(self.shoes))

    def size(self, block: int) -> int:
        """How many shoes a block deals; the last may be smaller."""
        size = block_size(self.shoes)
        return min(size, self.shoes - block * size)

    def warm(self) -> None:
        """Compile the kernel."""
        replace(self, shoes=1).play(0)

    @np.errstate(over="ignore")  # without compilation, numbers would warn as they wrap
    def play(self, block: int) -> Tally:
        """The histogram of one block."""
        dealing = self.dealing
        seed = block_seed(self.seed, "shoes", block, kernels.SEED_WORDS)
        found = kernels.count_scores(
            seed, self.size(block), dealing.start, dealing.rules, dealing.plan, dealing.always
        )
        return {"always": found[0], "later": found[1]}


@dataclass(frozen=True)
class CardsJob(ShoesJob):
    """Shoes of ranks and suits: openings, colours, points and copies of each rank."""

    @np.errstate(over="ignore")
    def play(self, block: int) -> Tally:
        """The bins of one block."""
        dealing = self.dealing
        seed = block_seed(self.seed, "cards", block, 4)
        found = kernels.count_cards(
            seed, self.size(block), dealing.deck(), dealing.rules, dealing.plan, hand_kinds()
        )
        return dict(zip(("scores", *BINS, EXAMPLES), found, strict=True))


@dataclass(frozen=True, eq=False)
class Report:
    """What a simulation found: a pure function of its specification and seed, `seconds` aside."""

    specification: Specification
    seed: str
    shoes: int
    scores: Histogram
    """How often each of the 400 `SCORES` came about."""
    always: Histogram
    """The same, of the first coups of each shoe, which are dealt whatever the cards."""
    bets: tuple[BetFigures, ...]
    seconds: float
    """How long it took by the clock that was given; 0 without one."""
    groups: tuple[Histogram, ...] = field(default=(), repr=False)
    """The scores of consecutive parts of the run, to see how figures converge."""

    @property
    def partial(self) -> bool:
        """Whether it was stopped before all shoes were dealt."""
        return self.shoes < self.specification.shoes

    @property
    def coups(self) -> int:
        """How many coups were dealt."""
        return int(self.scores.sum())

    @property
    def coups_per_second(self) -> float:
        """The rate at which they were dealt."""
        return self.coups / self.seconds if self.seconds else 0.0

    @property
    def outcomes(self) -> dict[str, int]:
        """How often Player won, Banker won, and neither, by the house's rule for naturals."""
        found = {outcome.value: 0 for outcome in Outcome}
        for score, count in zip(SCORES, self.scores.tolist(), strict=True):
            found[score.outcome(self.specification.house.naturals).value] += count
        return found

    @cached_property
    def exact(self) -> tuple[int, ...]:
        """In how many orders of six cards of a full shoe each score comes about."""
        return counts(Composition.of_decks(self.specification.house.decks)).by_score

    @property
    def fit(self) -> Fit:
        """How far the coups that are always dealt lie from the exact odds."""
        return fit(self.always, self.exact)

    @property
    def four_cards(self) -> tuple[float, float]:
        """The part of coups with four cards: of all that were dealt, and exactly of a first one."""
        short = np.array([score.player_cards + score.banker_cards == 4 for score in SCORES])
        exact = np.array([float(ways) for ways in self.exact])
        return float(self.scores[short].sum()) / self.coups, float(exact[short].sum() / exact.sum())

    def json(self) -> dict[str, object]:
        """Everything for machines; edges in percent, above zero for the house."""
        dealt, first = self.four_cards
        fitted = self.fit
        return {
            "version": VERSION,
            "seed": self.seed,
            "house": self.specification.house.name,
            "decks": self.specification.house.decks,
            "shoes": self.shoes,
            "partial": self.partial,
            "coups": self.coups,
            "outcomes": self.outcomes,
            "score_histogram": [
                [*score, count]
                for score, count in zip(SCORES, self.scores.tolist(), strict=True)
                if count
            ],
            "always_dealt": {
                "coups_per_shoe": Dealing.at(self.specification.house).always,
                "coups": int(self.always.sum()),
                "chi_square": fitted.chi_square,
                "degrees": fitted.degrees,
                "sigmas": fitted.sigmas,
                "impossible": fitted.impossible,
            },
            "four_cards": {"dealt": dealt, "first_coup": first, "difference": dealt - first},
            "bets": [figures.json() for figures in self.bets],
            "seconds": self.seconds,
            "coups_per_second": self.coups_per_second,
        }

    def _repr_html_(self) -> str:
        caption = f"{self.coups:,} coups of {self.shoes:,} shoes, seed {self.seed}"
        return html_table(caption, BET_COLUMNS, [figures.row() for figures in self.bets])


def report_of(specification: Specification, progress: Sequence[Progress], *, seed: str) -> Report:
    """The report of what was done, from the progress of the specification's jobs."""
    house = specification.house
    tally = progress[0].tally
    if not tally:
        raise AnalysisError("it was stopped before the first block was done")
    scores = tally["always"] + tally["later"]
    cards = progress[1].tally if len(progress) > 1 else {}
    shoe = Composition.of_decks(house.decks)
    bets = []
    for price in prices(specification.priced, shoe, naturals=house.naturals):
        if isinstance(price.bet, ScoreBet):
            pays = grouped(score_pays(price.bet, house.naturals), scores)
        elif cards:
            pays = card_pays(price.bet, house.naturals, cards)
        else:
            continue
        bets.append(BetFigures(price.bet, pays, price.edge_percent, price.sd))
    return Report(
        specification,
        seed,
        shoes=progress[0].shoes,
        scores=scores,
        always=tally["always"],
        bets=tuple(bets),
        seconds=progress[0].seconds,
        groups=tuple(each["always"] + each["later"] for each in progress[0].groups if each),
    )


def simulate(
    specification: Specification, *, seed: str, threads: int | None = None, clock: Clock = no_clock
) -> Report:
    """Simulate on threads of this process; by default one for each core.

    `clock` times the run, for example `time.perf_counter`. Without one, `seconds` is 0.
    """
    progress = run_on_threads(specification.jobs(seed), threads=threads, clock=clock)
    return report_of(specification, progress, seed=seed)

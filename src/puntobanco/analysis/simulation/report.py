"""Simulate whole shoes by a house's procedure, and compare every bet with its exact odds.

>>> from puntobanco.house import CLASSIC
>>> report = simulate(Specification(CLASSIC, shoes=1_000), seed="docs", threads=1)
>>> report.shoes, report.coups == sum(report.outcomes.values())
(1000, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

import numpy as np

from puntobanco._html import html_table
from puntobanco.analysis._exact_sums import Integers
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import Price, counts, price
from puntobanco.analysis.simulation.blocks import (
    VERSION,
    Progress,
    Stopwatch,
    Tally,
    no_clock,
    run_on_threads,
)
from puntobanco.analysis.simulation.specification import (
    KernelRules,
    Pays,
    Specification,
    count_pays,
    line_pays,
    lines_entry,
)
from puntobanco.bets import Bet, Part
from puntobanco.coup import SCORES, Naturals, Outcome
from puntobanco.errors import AnalysisError

BET_COLUMNS = {
    "bet": "the key of the bet",
    "pays": "what one unit wins",
    "edge %": "the share of all stakes that the house kept",
    "± se": "the standard error of the edge",
    "exact %": "the exact edge of a fresh shoe",
    "sigmas": "how many standard errors the edge lies above the exact one",
    "sd": "the standard deviation of what one unit earned",
}
"""The columns of a table of bets, and what each of them shows."""


@dataclass(frozen=True, slots=True)
class BetStatistics:
    """Statistics of one bet, beside the exact ones of a fresh shoe."""

    bet: Bet
    pays: dict[float, int] = field(repr=False)
    """How often one unit earned each pay."""
    expected: float | None = None
    """The exact edge of a fresh shoe in percent, or None if it would take too long to count."""
    exact_sd: float | None = None
    """The exact standard deviation of what one unit earns, likewise."""

    @property
    def coups(self) -> int:
        """The number of simulated coups."""
        return sum(self.pays.values())

    @property
    def edge(self) -> float:
        """The share of the stakes that the house kept, in percent."""
        return -100 * self._moment(1)

    @property
    def sd(self) -> float:
        """The standard deviation of what one unit earned."""
        return float(np.sqrt(max(0.0, self._moment(2) - self._moment(1) ** 2)))

    @property
    def edge_se(self) -> float:
        """The standard error of the edge, in percent."""
        return 100 * self.sd / float(np.sqrt(self.coups))

    @property
    def sigmas(self) -> float | None:
        """How many standard errors the edge lies above the exact one."""
        if self.expected is None or not self.edge_se:
            return None
        return (self.edge - self.expected) / self.edge_se

    def json(self) -> dict[str, object]:
        """Return everything for machines."""
        return {
            "key": self.bet.key,
            "name": self.bet.name,
            "pays": self.bet.pays_text,
            "coups": self.coups,
            "edge": self.edge,
            "edge_se": self.edge_se,
            "edge_expected": self.expected,
            "sigmas": self.sigmas,
            "sd": self.sd,
            "sd_expected": self.exact_sd,
            "win": self.share(1),
            "push": self.share(0),
            "lose": self.share(-1),
        }

    def row(self) -> tuple[str, ...]:
        """Return the cells of a table, in the order of `BET_COLUMNS`."""
        sigmas = "" if self.sigmas is None else f"{self.sigmas:+.2f}"
        known = (self.edge, self.edge_se, self.expected)
        edges = ("" if each is None else f"{each:z.4f}" for each in known)
        return (self.bet.key, self.bet.pays_text, *edges, sigmas, f"{self.sd:.4f}")

    def _repr_html_(self) -> str:
        return html_table(f"{self.coups:,} coups", tuple(BET_COLUMNS), [self.row()])

    def share(self, sign: int) -> float:
        """Return the share of coups in which the bet won (1), pushed (0) or lost (-1)."""
        return sum(n for pay, n in self.pays.items() if np.sign(pay) == sign) / self.coups

    def _moment(self, power: int) -> float:
        return sum(pay**power * n for pay, n in self.pays.items()) / self.coups


def score_pays(bet: Bet, naturals: Naturals) -> Pays:
    """Return what one unit on a bet on the score earns, for each of the 400 scores."""
    if bet.part is not Part.SCORE:
        raise AnalysisError(f"{bet.key} looks at more than the score")
    return np.array([float(bet.pays(score, naturals)) for score in SCORES])


def edge_curve(bet: Bet, naturals: Naturals, groups: Iterable[Integers]) -> list[BetStatistics]:
    """Return how an edge converges: the statistics after each consecutive group of scores."""
    pays = score_pays(bet, naturals)
    return [BetStatistics(bet, count_pays(pays, scores)) for scores in accumulate(groups)]


@dataclass(frozen=True, slots=True)
class Fit:
    """Pearson's chi-square of a histogram of scores."""

    chi_square: float
    degrees: int
    impossible: int
    """The number of coups with an impossible score."""
    variance: float
    """The exact variance of chi-square. Rare scores raise it above its limit, 2 x `degrees`."""

    @property
    def sigmas(self) -> float:
        """How many standard deviations chi-square lies above its mean."""
        return (self.chi_square - self.degrees) / float(np.sqrt(self.variance))


def fit(counts: Integers, exact: tuple[int, ...]) -> Fit:
    """Compare a histogram of scores with exact counts of the same 400."""
    chances = np.array([float(orders) for orders in exact]) / float(sum(exact))
    possible = chances > 0
    expected = chances[possible] * counts.sum()
    chi_square = float(((counts[possible] - expected) ** 2 / expected).sum())
    scores = int(possible.sum())
    rare = float((1 / chances[possible]).sum()) - scores**2 - 2 * scores + 2
    variance = 2 * (scores - 1) + rare / int(counts.sum())
    return Fit(chi_square, scores - 1, int(counts[~possible].sum()), variance)


@dataclass(frozen=True, eq=False)
class Report:
    """The results of a simulation: a pure function of specification and seed, except `seconds`."""

    specification: Specification
    seed: str
    shoes: int
    scores: Integers
    """How often each of the 400 `SCORES` was dealt."""
    always_dealt: Integers
    """How often each was dealt among the first coups, which every shoe has whatever its cards."""
    coups_by_shoe: Integers
    """The number of shoes with 0, 1, 2 … coups."""
    bets: tuple[BetStatistics, ...]
    seconds: float
    """The time it took by the given clock; 0 without one."""
    groups: tuple[Integers, ...] = field(default=(), repr=False)
    """The scores of consecutive parts of the run, to show how an edge converges."""

    @property
    def partial(self) -> bool:
        """Whether the run stopped before all shoes were dealt."""
        return self.shoes < self.specification.shoes

    @property
    def origin(self) -> str:
        """The origin of the shoes."""
        return f"seed {self.seed}" if self.seed else "recorded"

    @property
    def coups(self) -> int:
        """The number of coups."""
        return int(self.scores.sum())

    @property
    def coups_per_shoe(self) -> dict[int, int]:
        """The number of shoes by their number of coups."""
        found = enumerate(self.coups_by_shoe.tolist())
        return {coups: shoes for coups, shoes in found if shoes}

    @property
    def coups_per_second(self) -> float:
        """The rate of dealing."""
        return self.coups / self.seconds if self.seconds else 0.0

    @property
    def outcomes(self) -> dict[str, int]:
        """How often each outcome occurred, by the house's rule for naturals."""
        naturals = self.specification.house.naturals
        outcomes = {outcome.value: 0 for outcome in Outcome}
        for score, count in zip(SCORES, self.scores.tolist(), strict=True):
            outcomes[score.outcome(naturals).value] += count
        return outcomes

    @cached_property
    def exact(self) -> tuple[int, ...]:
        """The number of orders of six cards of a full shoe for each score."""
        return counts(Composition.of_decks(self.specification.house.decks)).by_score

    @property
    def has_scores(self) -> bool:
        """Whether all scores are known, which recorded shoes may lack."""
        recorded = self.specification.recorded
        return recorded is None or recorded.has_cards

    @property
    def fit(self) -> Fit:
        """How well the coups that are always dealt fit the exact odds."""
        return fit(self.always_dealt, self.exact)

    @property
    def four_cards(self) -> tuple[float, float]:
        """The share of coups with four cards: of all coups, and the exact one of a first coup."""
        short = np.array([score.player_cards + score.banker_cards == 4 for score in SCORES])
        exact = np.array([float(orders) for orders in self.exact])
        return float(self.scores[short].sum()) / self.coups, float(exact[short].sum() / exact.sum())

    def json(self) -> dict[str, object]:
        """Return everything for machines. Edges are in percent, above zero for the house."""
        house, recorded = self.specification.house, self.specification.recorded
        histogram = zip(SCORES, self.scores.tolist(), strict=True)
        is_known = self.has_scores
        return {
            "version": VERSION,
            "seed": self.seed or None,
            "recorded": None if recorded is None else recorded.json(),
            "house": house.name,
            "decks": house.decks,
            "shoes": self.shoes,
            "partial": self.partial,
            "coups": self.coups,
            "coups_per_shoe": self.coups_per_shoe,
            "outcomes": self.outcomes,
            "score_histogram": [[*score, n] for score, n in histogram if n and is_known],
            "always_dealt": self._always_dealt_json() if is_known else None,
            "four_cards": self._four_cards_json() if is_known else None,
            "bets": [statistics.json() for statistics in self.bets],
            "seconds": self.seconds,
            "coups_per_second": self.coups_per_second,
        }

    def _four_cards_json(self) -> dict[str, float]:
        dealt, first = self.four_cards
        return {"dealt": dealt, "first_coup": first, "difference": dealt - first}

    def _always_dealt_json(self) -> dict[str, object]:
        fitted = self.fit
        return {
            "coups_per_shoe": KernelRules.at(self.specification.house).always_dealt,
            "coups": int(self.always_dealt.sum()),
            "chi_square": fitted.chi_square,
            "degrees": fitted.degrees,
            "sigmas": fitted.sigmas,
            "impossible": fitted.impossible,
        }

    def _repr_html_(self) -> str:
        caption = f"{self.coups:,} coups of {self.shoes:,} shoes, {self.origin}"
        rows = [statistics.row() for statistics in self.bets]
        return html_table(caption, tuple(BET_COLUMNS), rows)


def report_of(specification: Specification, progress: Sequence[Progress], *, seed: str) -> Report:
    """Return the report, from the progress of the specification's jobs."""
    scores = progress[0]
    tally = scores.tally
    if not tally:
        raise AnalysisError("stopped before the first block was done")
    histogram = tally["always"] + tally["later"]
    card_tally = {key: array for each in progress for key, array in each.tally.items()}
    return Report(
        specification,
        seed,
        shoes=scores.shoes,
        scores=histogram,
        always_dealt=tally["always"],
        coups_by_shoe=tally["coups"],
        bets=tuple(_bet_statistics(specification, histogram, card_tally)),
        seconds=scores.seconds,
        groups=tuple(each["always"] + each["later"] for each in scores.groups if each),
    )


def _bet_statistics(
    specification: Specification, scores: Integers, card_tally: Tally
) -> Iterator[BetStatistics]:
    """Yield the statistics of every simulated bet. A bet on cards may not have started."""
    naturals = specification.house.naturals
    for bet in specification.priced:
        if bet.part is Part.SCORE:
            pays = count_pays(score_pays(bet, naturals), scores)
        elif lines_entry(bet) in card_tally:
            pays = line_pays(bet, card_tally)
        else:
            continue
        exact = _exact(specification, bet)
        edge, sd = (exact.edge_percent, exact.sd) if exact else (None, None)
        yield BetStatistics(bet, pays, edge, sd)


def _exact(specification: Specification, bet: Bet) -> Price | None:
    """Return the exact price on a full shoe, or None if it would take too long."""
    house, recorded = specification.house, specification.recorded
    try:
        if recorded is not None:
            return recorded.price(bet)
        return price(bet, Composition.of_decks(house.decks), naturals=house.naturals)
    except AnalysisError:
        return None


def simulate(
    specification: Specification,
    *,
    seed: str,
    threads: int | None = None,
    clock: Stopwatch = no_clock,
) -> Report:
    """Simulate on threads of this process, by default one for each core.

    `clock` times the run, for example `time.perf_counter`. Without one, `seconds` is 0.
    """
    progress = run_on_threads(specification.jobs(seed), threads=threads, clock=clock)
    return report_of(specification, progress, seed=seed)

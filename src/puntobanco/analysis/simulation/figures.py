"""What counts say of bets and scores, beside what is exactly true of a fresh shoe."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation.execution import EXAMPLES, Tally
from puntobanco.bets import AnyBet, CardsBet, Detail, OpeningBet, ScoreBet
from puntobanco.cards import DECK, Hand, Rank
from puntobanco.coup import SCORES, Coup, Naturals, deal
from puntobanco.errors import AnalysisError
from puntobanco.shoe import Shoe

Histogram = npt.NDArray[np.int64]
Pays = npt.NDArray[np.float64]

BET_COLUMNS = ("bet", "pays", "edge %", "± se", "exact %", "sigmas", "sd")
"""The columns of a table of bets."""

BINS = {
    "openings": kernels.OPENING_BINS,
    "colours": kernels.COLOUR_BINS,
    "points": kernels.POINT_BINS,
    "copies": kernels.COPY_BINS,
}
"""The histograms of the kernel that carries ranks and suits, and their sizes."""


@cache
def hand_kinds() -> npt.NDArray[np.uint8]:
    """The kind of each opening hand of two cards, by their places in `DECK`."""
    return np.array([_kind(Hand((one, other))) for one in DECK for other in DECK], np.uint8)


def _kind(hand: Hand) -> int:
    first, second = hand.cards
    if first.rank is second.rank:
        return 2 if first == second else 1
    if {first.rank, second.rank} == {Rank.KING, Rank.QUEEN}:
        return 4 if first.suit is second.suit else 3
    return 0


@dataclass(frozen=True, slots=True)
class BetFigures:
    """What a simulation says of one bet, beside what is exactly true of a full shoe."""

    bet: AnyBet
    pays: dict[float, int] = field(repr=False)
    """How often one unit earned what."""
    expected: float
    """The exact edge of a fresh shoe in percent."""
    exact_sd: float
    """The exact standard deviation of what one unit earns."""

    @property
    def coups(self) -> int:
        """How many coups the bet was watched."""
        return sum(self.pays.values())

    @property
    def edge(self) -> float:
        """What the house kept in percent."""
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
        return (self.edge - self.expected) / self.edge_se if self.edge_se else None

    def json(self) -> dict[str, object]:
        """Everything for machines."""
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
        """The figures as words, in the order of `BET_COLUMNS`."""
        sigmas = "" if self.sigmas is None else f"{self.sigmas:+.2f}"
        figures = (f"{each:.4f}" for each in (self.edge, self.edge_se, self.expected))
        return (self.bet.key, self.bet.pays_text, *figures, sigmas, f"{self.sd:.4f}")

    def share(self, sign: int) -> float:
        """The part of coups in which the bet won (1), pushed (0) or lost (-1)."""
        return sum(n for pay, n in self.pays.items() if np.sign(pay) == sign) / self.coups

    def _moment(self, power: int) -> float:
        return sum(pay**power * n for pay, n in self.pays.items()) / self.coups


def score_pays(bet: AnyBet, naturals: Naturals) -> Pays:
    """What one unit on a bet that looks at the score earns, for each of the 400 scores."""
    if not isinstance(bet, ScoreBet):
        raise AnalysisError(f"{bet.key} looks at more than the score")
    return np.array([float(bet.pays(score, naturals)) for score in SCORES])


def grouped(pays: Pays, counts: Histogram) -> dict[float, int]:
    """How often one unit earned what, the best pay first."""
    found: dict[float, int] = {}
    for pay, count in zip(pays.tolist(), counts.tolist(), strict=True):
        if count:
            found[pay] = found.get(pay, 0) + count
    return dict(sorted(found.items(), reverse=True))


def card_pays(bet: AnyBet, naturals: Naturals, tally: Tally) -> dict[float, int]:
    """How often a bet on ranks or suits earned what; an example of each bin is asked."""
    name, bins = _bins_of(bet)
    start = sum(size for each, size in list(BINS.items())[: list(BINS).index(name)])
    examples = tally[EXAMPLES][start : start + BINS[name]]
    found: dict[float, int] = {}
    for at in bins:
        if count := int(tally[name][at]):
            pay = float(bet.decide(_coup(int(examples[at])), naturals))
            found[pay] = found.get(pay, 0) + count
    return dict(sorted(found.items(), reverse=True))


def _bins_of(bet: AnyBet) -> tuple[str, range]:
    """The bins that tell a bet all it looks at."""
    match bet:
        case OpeningBet():
            name = "openings"
        case CardsBet(detail=Detail.COLOURS):
            name = "colours"
        case CardsBet(detail=Detail.RANKS):
            rank = next(at for at, rank in enumerate(Rank) if bet.key.endswith(f"_{rank.letter}"))
            return "copies", range(7 * rank, 7 * rank + 7)
        case CardsBet(detail=Detail.POINTS):
            name = "points"
        case _:
            raise AnalysisError(f"{bet.key} looks at what no kernel counts")
    return name, range(BINS[name])


def _coup(example: int) -> Coup:
    """The coup that a kernel kept as the example of a bin."""
    bits = kernels.EXAMPLE_BITS
    cards = (
        DECK[example >> bits * at & (1 << bits) - 1]
        for at in range(1, 1 + (example & (1 << bits) - 1))
    )
    return deal(Shoe(tuple(cards)))[0]


def edge_curve(
    bet: AnyBet, naturals: Naturals, groups: Iterable[Histogram]
) -> list[tuple[int, float, float]]:
    """Coups so far, the edge in percent and its standard error, after each part of a run."""
    pays = score_pays(bet, naturals)
    curve: list[tuple[int, float, float]] = []
    counts = np.zeros(len(SCORES), np.int64)
    for group in groups:
        counts = counts + group
        coups = int(counts.sum())
        mean = float(pays @ counts) / coups
        spread = float(pays**2 @ counts) / coups - mean**2
        curve.append((coups, -100 * mean, 100 * float(np.sqrt(max(0.0, spread) / coups))))
    return curve


@dataclass(frozen=True, slots=True)
class Fit:
    """How far a histogram of scores lies from the exact one."""

    chi_square: float
    degrees: int
    impossible: int
    """Coups with a score that cannot come about."""
    variance: float
    """Of chi-square, exactly: rare scores make it wider than its limit, twice the degrees."""

    @property
    def sigmas(self) -> float:
        """How many standard deviations chi-square lies above its mean."""
        return (self.chi_square - self.degrees) / float(np.sqrt(self.variance))


def fit(counts: Histogram, exact: tuple[int, ...]) -> Fit:
    """Compare a histogram of scores with exact counts of the same 400."""
    chances = np.array([float(ways) for ways in exact]) / float(sum(exact))
    possible = chances > 0
    expected = chances[possible] * counts.sum()
    chi_square = float(((counts[possible] - expected) ** 2 / expected).sum())
    kinds = int(possible.sum())
    rare = float((1 / chances[possible]).sum()) - kinds**2 - 2 * kinds + 2
    variance = 2 * (kinds - 1) + rare / int(counts.sum())
    return Fit(chi_square, kinds - 1, int(counts[~possible].sum()), variance)

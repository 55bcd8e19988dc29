"""What is simulated: a house, how many of its shoes, and which bets are priced."""

from __future__ import annotations

from dataclasses import dataclass

from puntobanco.analysis.simulation._kernel_rules import KernelRules
from puntobanco.analysis.simulation.shoe_jobs import CardsJob, ShoesJob
from puntobanco.bets import SCORE_BETS, Bet, Part
from puntobanco.errors import AnalysisError
from puntobanco.house import House

MOST_SHOES = 10**11
"""More would keep ten cores busy for hours."""


@dataclass(frozen=True)
class Specification:
    """What is simulated: a house, how many of its shoes, and which bets are priced."""

    house: House
    shoes: int
    bets: tuple[Bet, ...] = ()
    """Without any, every bet that looks at the score."""

    def __post_init__(self) -> None:
        if not 1 <= self.shoes <= MOST_SHOES:
            raise AnalysisError(f"{self.shoes} shoes is not 1 to {MOST_SHOES:,}")

    @property
    def priced(self) -> tuple[Bet, ...]:
        """The bets to price, as the house pays them, those on its felt first."""
        if self.bets:
            return self.bets
        offered = {bet.key: bet for bet in self.house.bets if bet.part is Part.SCORE}
        return (*offered.values(), *(bet for bet in SCORE_BETS if bet.key not in offered))

    @property
    def on_cards(self) -> tuple[Bet, ...]:
        """The bets that look at more than the score."""
        return tuple(bet for bet in self.priced if bet.part is not Part.SCORE)

    def jobs(self, seed: str) -> tuple[ShoesJob, ...]:
        """The jobs to run; the first counts the scores."""
        _check_seed(seed)
        rules = KernelRules.at(self.house)
        jobs = [ShoesJob(rules, seed, self.shoes)]
        if self.on_cards:
            jobs.append(CardsJob(rules, seed, self.shoes, self.on_cards, self.house.naturals))
        return tuple(jobs)


def _check_seed(seed: object) -> None:
    """Refuse a number: it would deal the same shoes as its digits, and be reported otherwise."""
    if not isinstance(seed, str):
        raise TypeError(f"a seed is a text such as 'docs', not {seed!r}")

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
    def looks_at_cards(self) -> bool:
        """Whether a bet needs the kernel that carries ranks and suits."""
        return any(bet.part is not Part.SCORE for bet in self.priced)

    def jobs(self, seed: str) -> tuple[ShoesJob, ...]:
        """The jobs to run; the first counts the scores."""
        shoes = ShoesJob(KernelRules.at(self.house), seed, self.shoes)
        if self.looks_at_cards:
            return (shoes, CardsJob(shoes.rules, seed, self.shoes))
        return (shoes,)

"""Compare exact risk with simulated sessions, dealt from whole shoes as at a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, sqrt
from typing import NamedTuple

from puntobanco.analysis.risk.ruin import risk
from puntobanco.analysis.risk.walk import Walk
from puntobanco.analysis.simulation.blocks import run_on_threads
from puntobanco.analysis.strategies.session import Session
from puntobanco.analysis.strategies.strategy import Strategy
from puntobanco.analysis.strategies.strategy_job import strategy_job
from puntobanco.analysis.strategies.strategy_statistics import statistics_of
from puntobanco.bets import Bet, Spot
from puntobanco.house import House, Limits, OwnBet
from puntobanco.settlement import CHIPS_PER_DOLLAR, Chips

_KEY = "flat_bet"


class Figure(NamedTuple):
    """A share of simulated sessions, beside the exact chance."""

    name: str
    share: float
    chance: float
    sessions: int

    @property
    def sigmas(self) -> float | None:
        """How many standard errors the share lies above the chance."""
        variance = self.chance * (1 - self.chance) / self.sessions
        return (self.share - self.chance) / sqrt(variance) if variance > 0 else None


@dataclass(frozen=True)
class ShoeComparison:
    """Results of simulated sessions. Coups of one shoe depend on each other."""

    seed: str
    sessions: int
    figures: tuple[Figure, ...]
    coups: float
    """The mean number of coups."""

    def json(self) -> dict[str, object]:
        """Return everything for machines."""
        shares = {each.name: each.share for each in self.figures}
        sigmas = {each.name: each.sigmas for each in self.figures}
        return {
            "seed": self.seed,
            "sessions": self.sessions,
            **shares,
            "coups": self.coups,
            "sigmas": sigmas,
        }

    def text(self) -> Iterator[str]:
        """Yield lines for people."""
        yield f"{self.sessions:,} simulated sessions of whole shoes, seed {self.seed}"
        for name, share, _, _ in self.figures:
            yield f"{name:7}  {100 * share:9.6f} %"
        distances = (
            f"{each.name} {each.sigmas:+.2f}" for each in self.figures if each.sigmas is not None
        )
        yield f"standard errors from exact: {', '.join(distances) or 'none'}"
        yield f"coups    {self.coups:,.4f} on average"


def compare(
    bet: Bet,
    house: House,
    walk: Walk,
    *,
    bankroll: Fraction,
    goal: Fraction | None,
    coups: int,
    sessions: int,
    seed: str,
) -> ShoeComparison:
    """Simulate sessions of flat stakes at a house and compare them with their exact risk."""
    coin = Chips(walk.unit * CHIPS_PER_DOLLAR)
    terms = Session(
        bankroll=Chips(floor(bankroll * walk.unit) * CHIPS_PER_DOLLAR),
        unit=coin,
        goal=None if goal is None else Chips(ceil(goal * walk.unit) * CHIPS_PER_DOLLAR),
        coups=coups,
    )
    own = replace(bet, key=_KEY, name="", code="", spot=Spot.SIDE)
    limits = Limits(minimum=coin, maximum=coin, side_maximum=coin, step=coin)
    table = replace(house, own_bets=(OwnBet(own),), side_bets=(own,), limits=limits)
    strategy = Strategy.parse(f"always {_KEY}")
    job = strategy_job(strategy, table, session=terms, sessions=sessions, seed=seed)
    (played,) = statistics_of(run_on_threads([job]))
    exact = risk(walk, bankroll, goal=goal, coups=coups)
    ruined, reached = played.ruined, played.goal if goal is not None else 0.0
    figures = (
        Figure("ruin", ruined, exact.ruin, sessions),
        Figure("goal", reached, exact.goal, sessions),
        Figure("neither", 1 - ruined - reached, exact.neither, sessions),
    )
    return ShoeComparison(seed, sessions, figures, played.coups / sessions)

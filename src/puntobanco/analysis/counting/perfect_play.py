"""Perfect play: before every coup, each bet is priced for exactly the cards not seen yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._exact_sums import Integers, exact_dot, exact_sum, to_limbs
from puntobanco.analysis.counting.count_job import (
    CountJob,
    check_shoes,
    integer_pays,
    pays_digest,
)
from puntobanco.analysis.counting.counts import PERFECT, Count
from puntobanco.analysis.odds import expectations
from puntobanco.analysis.simulation._kernel_rules import KernelRules
from puntobanco.analysis.simulation.blocks import Tally
from puntobanco.bets import SCORE_BETS, Bet, Part
from puntobanco.errors import AnalysisError
from puntobanco.house import House

EXPECTATION_STEP = 1 << 40
"""Expectations are summed as multiples of 1 / this, so that the order cannot change the sum."""


class PerfectSums(NamedTuple):
    """Sums over the coups on which the expectation of a bet was above zero."""

    bets: int
    earned: int
    earned_squared: int
    expected: int
    """What the bets were expected to earn, in steps of `EXPECTATION_STEP`."""
    expected_squared: int
    """The same of each shoe, squared, then added."""


@dataclass(frozen=True)
class PerfectJob(CountJob):
    """Shoes in which every bet is priced exactly before every coup."""

    bets: tuple[Bet, ...] = ()

    @property
    def fingerprint(self) -> str:
        """All that decides what is counted; checkpoints store it."""
        return f"{super().fingerprint} {pays_digest(self.bets, self.naturals)}"

    def play(self, block: int) -> Tally:
        """For each bet: how often its expectation was above zero, and what that came to."""
        unseen, scores = self.watch(block)
        expected = expectations(unseen, self.bets, naturals=self.naturals)
        left = unseen.sum(axis=1)
        first_coups = np.flatnonzero(np.concatenate(([True], left[1:] >= left[:-1])))
        tally = {"coups": np.array([self.size(block), len(scores)], np.int64)}
        for at, bet in enumerate(self.bets):
            earned = integer_pays(bet, self.naturals).earned[scores]
            tally[tally_key(at)] = to_limbs(_sums(expected[:, at], earned, first_coups))
        return tally


def tally_key(at: int) -> str:
    """The entry of a tally that holds the sums of a job's bet, by its place."""
    return f"perfect_{at:03}"


def _sums(
    expected: npt.NDArray[np.float64], earned: Integers, first_coups: npt.NDArray[np.intp]
) -> PerfectSums:
    good = expected > 0
    gains = earned[good]
    steps = np.where(good, np.rint(expected * EXPECTATION_STEP), 0.0).astype(np.int64)
    shoes = np.add.reduceat(steps, first_coups)
    return PerfectSums(
        bets=int(good.sum()),
        earned=exact_sum(gains),
        earned_squared=exact_dot(gains, gains),
        expected=exact_sum(shoes),
        expected_squared=exact_dot(shoes, shoes),
    )


def perfect_job(house: House, bets: tuple[Bet, ...] = (), *, shoes: int, seed: str) -> PerfectJob:
    """Perfect play of some bets, or of every bet on the score."""
    check_shoes(shoes)
    offered = {bet.key: bet for bet in house.bets}
    chosen = bets or tuple(offered.get(bet.key, bet) for bet in SCORE_BETS)
    score_bets = tuple(bet for bet in chosen if bet.part is Part.SCORE)
    if not score_bets:
        raise AnalysisError("perfect play needs a bet that looks at the score")
    no_count = Count(PERFECT, score_bets[0].key, (0,) * 10, 0)
    rules = KernelRules.at(house)
    return PerfectJob(rules, seed, shoes, no_count, score_bets[0], house.naturals, bets=score_bets)

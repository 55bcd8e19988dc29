"""The job of a betting system: many guests play it through simulated shoes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._exact_sums import Integers, exact_dot, exact_sum, to_limbs
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation._kernel_rules import KernelRules
from puntobanco.analysis.simulation._kernels import (
    LANES,
    SEED_WORDS,
    KernelGuests,
    KernelLanes,
    Terms,
)
from puntobanco.analysis.simulation.blocks import VERSION, WORST, Progress, Tally, block_seed
from puntobanco.analysis.simulation.execution import run_on_threads
from puntobanco.analysis.strategies._own_system import as_python, compiled, first_line
from puntobanco.analysis.strategies.session import MOST_CHIPS, Session
from puntobanco.analysis.strategies.systems import System
from puntobanco.bets import Bet, Part
from puntobanco.coup import SCORES
from puntobanco.errors import AnalysisError
from puntobanco.house import House
from puntobanco.settlement import Chips, dollars

SAMPLE_GUESTS = 131_072
"""Guests whose final bankrolls are kept one by one, for percentiles and the histogram."""
SAMPLE_PATHS = 512
"""Guests whose bankrolls are followed over time."""

_MOST_GUESTS = 10**9
_BATCHES_A_BLOCK = 4096
"""A batch is one shoe in each lane."""
_LARGEST_SUM = 1 << 62
"""No guest may hold, stake or lose more, so that 64 bits suffice."""
_NEVER_LOW, _NEVER_HIGH = -1, 1 << 61


def _terms(session: Session, rules: KernelRules, *, largest_pay: int) -> Terms:
    """Return the terms of a session. Raise `AnalysisError` if its sums may exceed 64 bits."""
    coups = session.coups or session.shoes * rules.most_coups
    low = _NEVER_LOW if session.stop_loss is None else session.bankroll - session.stop_loss
    high = _NEVER_HIGH if session.goal is None else session.bankroll + session.goal
    most_units = _most_chips(session, coups, largest_pay) // session.unit
    return Terms(session.bankroll, session.unit, most_units, low, high, session.shoes, coups)


def _most_chips(session: Session, coups: int, largest_pay: int) -> int:
    """Return the most on one coup that keeps every guest's sums within 64 bits."""
    countable = (_LARGEST_SUM - session.bankroll) // (coups * largest_pay)
    most = min(MOST_CHIPS, countable) if session.cap is None else int(session.cap)
    if not session.unit <= most <= countable:
        stakes = dollars(Chips(max(most, session.unit)))
        raise AnalysisError(
            f"stakes of {stakes} on {coups:,} coups could come to more than can be counted: "
            "lower the cap, the unit or the session"
        )
    return most


@dataclass(frozen=True)
class SystemJob:
    """Guests who play one system, in blocks. Every system gets the same shoes."""

    system: System
    rules: KernelRules
    seed: str
    guests: int
    earned: Integers
    """What one unit earns for each score, in chips."""
    terms: Terms

    @property
    def fingerprint(self) -> str:
        """All that decides what is counted; checkpoints store it."""
        pays = sha256(self.earned.tobytes()).hexdigest()
        rules = f"{self.rules.digest} {list(self.terms)} {pays}"
        system = f"{self.system.number} {self.system.digest}"
        return f"SystemJob by guest {VERSION} {system} {rules} {self.guests} {self.seed}"

    @property
    def _guests_a_block(self) -> int:
        most = max(1, _BATCHES_A_BLOCK // self.terms.shoes) * LANES
        return min(most, -(-self.guests // (64 * LANES)) * LANES)

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return -(-self.guests // self._guests_a_block)

    def size(self, block: int) -> int:
        """Return the number of shoes in a block."""
        return self._guests(block) * self.terms.shoes

    def _guests(self, block: int) -> int:
        return min(self._guests_a_block, self.guests - block * self._guests_a_block)

    def compile_kernels(self) -> None:
        """Compile the kernel by playing one guest."""
        replace(self, guests=1).play(0)

    @np.errstate(over="ignore")  # without compilation, wrapping integers would warn
    def play(self, block: int) -> Tally:
        """Play a block and return the results of its guests."""
        guests = self._guests(block)
        followed = min(SAMPLE_PATHS, self.guests) if block == 0 else 0
        results = KernelGuests.new(guests, followed, self.rules.cumulative_counts)
        self._play(block_seed(self.seed, "systems", block, SEED_WORDS), results)
        tally = {
            "sums": to_limbs(_sums(results)),
            "products": to_limbs(_products(results)),
            WORST: results.worst,
            "ruins": results.ruins,
        }
        if block == 0:
            tally["paths"] = results.paths[:guests]
        if block * self._guests_a_block < SAMPLE_GUESTS:
            tally[f"finals_{block:09}"] = _money(results, kernels.FINAL)
        return tally

    def _play(self, seed: npt.NDArray[np.uint64], guests: KernelGuests) -> None:
        system = self.system
        kernel: Callable[..., None] = kernels.play
        next_stake = None
        if system.function is not None:
            plain = (kernels.play_plain, as_python(system.function))
            kernel, next_stake = compiled(system.function) or plain
        arguments = (self.earned, self.terms, system.first_memory, guests)
        try:
            kernel(next_stake, KernelLanes.seeded(seed), *self.rules.arguments, *arguments)
        except Exception as error:
            if system.function is None:
                raise
            raise AnalysisError(f"the system {system.name} failed: {first_line(error)}") from error


def _money(results: KernelGuests, which: int) -> Integers:
    """Return one of the sums of money, guest by guest."""
    return np.ascontiguousarray(results.books[:, kernels.BOOKED.index(which)])


def _sums(results: KernelGuests) -> list[int]:
    """Return the sums over guests. Sums of money don't overflow."""
    sums: list[int] = results.sums.tolist()
    for which in kernels.BOOKED:
        sums[which] = exact_sum(_money(results, which))
    return sums


def _products(results: KernelGuests) -> list[int]:
    """Return sums over guests of lost x lost, lost x decided and decided x decided."""
    lost, decided = _money(results, kernels.LOST), _money(results, kernels.DECIDED)
    return [exact_dot(lost, lost), exact_dot(lost, decided), exact_dot(decided, decided)]


def system_job(
    system: System, house: House, bet: Bet, *, session: Session, guests: int, seed: str
) -> SystemJob:
    """Return the job of guests who play a system on a bet at a house."""
    if not 1 <= guests <= _MOST_GUESTS:
        raise AnalysisError(f"{guests} guests is not 1 to {_MOST_GUESTS:,}")
    session = session.at(house, bet)
    assert bet.part is Part.SCORE  # noqa: S101 - the session has refused any other
    rules = KernelRules.at(house)
    earned = [int(bet.pays(score, house.naturals) * session.unit) for score in SCORES]
    largest_pay = max(1, -(-max(earned) // session.unit))
    terms = _terms(session, rules, largest_pay=largest_pay)
    return SystemJob(system, rules, seed, guests, np.array(earned, np.int64), terms)


def play_system(job: SystemJob, *, threads: int | None = None) -> Progress:
    """Play a job on threads of this process."""
    (progress,) = run_on_threads((job,), threads=threads)
    return progress

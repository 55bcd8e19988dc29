"""Betting systems, played by many guests through simulated shoes.

A system is a function of a state and the last result that gives the next stake in units:

>>> find("martingale").stakes("LLLWL")
[1, 2, 4, 8, 1, 2]
>>> find("1-3-2-6").stakes("WWWWL")
[1, 3, 2, 6, 1, 1]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._big_integers import exact_sum, sum_of_products, wide
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation._dealing import Dealing, block_seed
from puntobanco.analysis.simulation._kernels import LANES, SEED_WORDS
from puntobanco.analysis.simulation.execution import WORST, Progress, Tally, run_on_threads
from puntobanco.analysis.simulation.shoes import VERSION
from puntobanco.analysis.strategies._own_system import (
    Memory,
    NextStake,
    Sums,
    as_python,
    compiled,
    first_line,
    refuse_unusable,
    system_digest,
)
from puntobanco.analysis.strategies.catalogue import BUILT_IN
from puntobanco.bets import AnyBet, ScoreBet
from puntobanco.coup import SCORES
from puntobanco.errors import AnalysisError, NotationError
from puntobanco.house import House
from puntobanco.settlement import CHIPS_PER_DOLLAR, Chips

SAMPLE_GUESTS = 131_072
"""Guests whose final bankrolls are kept one by one, for percentiles and the histogram."""
SAMPLE_PATHS = 512
"""Guests whose bankrolls are followed over time."""

_TEN, _THOUSAND = Chips(10 * CHIPS_PER_DOLLAR), Chips(1_000 * CHIPS_PER_DOLLAR)
_MOST_CHIPS = 10**14
"""A trillion dollars."""
_MOST_GUESTS = 10**9
_COUNTABLE = 1 << 62
"""No guest may come to hold, stake or lose more: 64 bits could not count it."""
_RESULTS = {"W": 1, "L": -1}


@dataclass(frozen=True)
class System:
    """A way to choose the next stake, built in (by its number) or the guest's own function."""

    name: str
    words: str
    number: int = -1
    own: NextStake | None = field(default=None, repr=False)
    digest: str = field(default="", repr=False)
    """Equal for systems that do the same, by their source; empty for one that is built in."""

    @property
    def beginning(self) -> Memory:
        """What it remembers before the first bet; the rest of the memory is zero."""
        return np.array([0 if self.own else self.number], np.int64)

    def stakes(self, results: str, most: int | None = None) -> list[int]:
        """The stakes in units before, between and after results such as ``WLLT``; a T is a push.

        With `most`, what is placed where no stake may be more.
        """
        memory = np.zeros(kernels.MEMORY, np.int64)
        memory[:1] = self.beginning
        ask = as_python(self.own) if self.own else kernels.next_stake
        stakes = [_cut(int(ask(memory, 0)), most)]
        for result in results:
            stake = stakes[-1]
            if result in _RESULTS:
                memory[kernels.PLACED] = stake
                stake = _cut(int(ask(memory, _RESULTS[result])), most)
            stakes.append(stake)
        return stakes

    @property
    def engine(self) -> str:
        """How it runs, in words."""
        if self.own is None:
            return "built in, compiled"
        if compiled(self.own) is None:
            return "the guest's own, as plain Python: it cannot be compiled, so it runs slowly"
        return "the guest's own, compiled"


SYSTEMS = {
    name: System(name, description, number)
    for number, (name, description) in enumerate(BUILT_IN.items())
}
"""The built-in systems by name."""


def find(name: str) -> System:
    """The built-in system with this name; spaces, case, accents' absence and apostrophes pass."""
    folded = name.casefold().translate(_FOLD)
    folded = _ALIASES.get(folded, folded)
    try:
        return SYSTEMS[folded]
    except KeyError:
        near = get_close_matches(folded, SYSTEMS, n=1)
        hint = f"; the nearest is {near[0]}" if near else ""
        raise NotationError(
            name, expected=f"a betting system: {', '.join(SYSTEMS)}, or FILE.py:FUNCTION{hint}"
        ) from None


_FOLD = str.maketrans({" ": "", "'": "", "’": "", "_": "", "è": "e", "é": "e"})
_ALIASES = {
    "1326": "1-3-2-6",
    "d-alembert": "dalembert",
    "oscarsgrind": "oscar",
    "oscars-grind": "oscar",
}


def own(function: NextStake, name: str | None = None, *, source: bytes | None = None) -> System:
    """The guest's own system; refused if it does not give whole stakes of at least one unit.

    `source` is the content of the file that holds the function, where there is one: a checkpoint
    is resumed only by a system of the same source. Without it, the function's code is compared.
    """
    called = name or str(getattr(function, "__name__", function))
    refuse_unusable(function, called)
    words = function.__doc__ or "the guest's own"
    return System(called, words, own=function, digest=system_digest(function, source))


def _cut(stake: int, most: int | None) -> int:
    return stake if most is None else min(stake, most)


@dataclass(frozen=True, kw_only=True)
class Session:
    """How one guest plays; money in chips."""

    bankroll: Chips = _THOUSAND
    unit: Chips = _TEN
    cap: Chips | None = None
    """The most on one coup; by default what the house allows, where it has limits."""
    stop_loss: Chips | None = None
    """Stop when this much is lost."""
    goal: Chips | None = None
    """Stop when this much is won."""
    shoes: int = 1
    """How many shoes to play, at most; more where `coups` asks for more."""
    coups: int | None = None
    """How many coups to play, at most."""

    def at(self, house: House, bet: AnyBet) -> Session:
        """The session with the house's limits, refused where it makes no sense."""
        cap = self.cap
        if house.limits is not None:
            is_main = bet in house.main_bets
            most = house.limits.maximum if is_main else house.limits.side_maximum
            if cap is not None and cap > most:
                allowed = f"the {_dollars(most)} that {house.name} takes on {bet.key}"
                raise AnalysisError(f"a cap of {_dollars(cap)} is above {allowed}")
            cap = most if cap is None else cap
        shoes = self.shoes
        if self.coups is not None:
            shoes = -(-self.coups // Dealing.at(house).always)
        session = replace(self, cap=cap, shoes=shoes)
        session.check(bet)
        return session

    def check(self, bet: AnyBet) -> None:
        """Refuse sums, limits or a bet that make no sense."""
        unit, bankroll = _dollars(self.unit), _dollars(self.bankroll)
        if not 1 <= self.unit <= self.bankroll <= _MOST_CHIPS:
            most = _dollars(Chips(_MOST_CHIPS))
            raise AnalysisError(
                f"a bankroll of {bankroll} must cover a unit of {unit}, above 0, "
                f"and be {most} at most"
            )
        if self.cap is not None and self.cap < self.unit:
            raise AnalysisError(f"a cap of {_dollars(self.cap)} is below the base stake of {unit}")
        if self.stop_loss is not None and not 0 < self.stop_loss <= self.bankroll:
            raise AnalysisError("a stop-loss is above 0 and at most the bankroll")
        if self.goal is not None and not 0 < self.goal <= _MOST_CHIPS:
            raise AnalysisError("a goal is a sum above 0 to be won")
        if not 1 <= self.shoes <= 10**6 or (self.coups is not None and self.coups < 1):
            raise AnalysisError("a session lasts 1 to 1,000,000 shoes, and at least one coup")
        if not isinstance(bet, ScoreBet):
            raise AnalysisError(f"systems bet on the score, and {bet.key} looks at more than that")
        for pay in bet.pay_table:
            if (pay * self.unit).denominator > 1:
                whole = _dollars(Chips(pay.denominator))
                raise AnalysisError(
                    f"a unit on {bet.key} must be a multiple of {whole}, not {unit}"
                )

    def text(self, bet: AnyBet) -> str:
        """The terms in one line."""
        return "; ".join(
            (
                f"on {bet.key} with {_dollars(self.bankroll)}",
                f"a unit of {_dollars(self.unit)}",
                f"at most {_dollars(self.cap)} on a coup" if self.cap else "no cap",
                f"a stop-loss of {_dollars(self.stop_loss)}" if self.stop_loss else "no stop-loss",
                f"a goal of {_dollars(self.goal)}" if self.goal else "no goal",
                f"{self.coups:,} coups" if self.coups else _shoes(self.shoes),
            )
        )


def _shoes(shoes: int) -> str:
    return "1 shoe" if shoes == 1 else f"{shoes:,} shoes"


def _dollars(chips: Chips) -> str:
    return f"{chips / CHIPS_PER_DOLLAR:,.2f} dollars"


@dataclass(frozen=True)
class SystemJob:
    """Guests who play one system, in blocks; every system sees the same shoes."""

    system: System
    dealing: Dealing
    seed: str
    guests: int
    earned: Memory
    session: Memory

    @property
    def name(self) -> str:
        """All that decides what is counted."""
        pays = sha256(self.earned.tobytes()).hexdigest()
        rules = f"{self.dealing.digest} {self.session.tolist()} {pays}"
        system = f"{self.system.number} {self.system.digest}"
        return f"SystemJob by guest {VERSION} {system} {rules} {self.guests} {self.seed}"

    @property
    def _guests_a_block(self) -> int:
        most = max(1, 4096 // int(self.session[5])) * LANES
        return min(most, -(-self.guests // (64 * LANES)) * LANES)

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-self.guests // self._guests_a_block)

    def size(self, block: int) -> int:
        """How many shoes a block deals."""
        return self._guests(block) * int(self.session[5])

    def _guests(self, block: int) -> int:
        return min(self._guests_a_block, self.guests - block * self._guests_a_block)

    def warm(self) -> None:
        """Compile the kernel."""
        replace(self, guests=1).play(0)

    @np.errstate(over="ignore")  # without compilation, numbers would warn as they wrap
    def play(self, block: int) -> Tally:
        """What one block of guests came to."""
        first = block * self._guests_a_block
        paths = np.zeros(
            (min(SAMPLE_PATHS, self.guests) if block == 0 else 0, kernels.POINTS_IN_TIME + 1),
            np.int64,
        )
        counted, worst, ruins, books = self._play(
            block_seed(self.seed, "systems", block, SEED_WORDS), self._guests(block), paths
        )
        sums = counted.tolist()
        for column, which in enumerate(kernels.BOOKED):
            sums[which] = exact_sum(books[:, column])
        finals, _, decided, lost, _ = np.ascontiguousarray(books.T)
        pairs = ((lost, lost), (lost, decided), (decided, decided))
        tally = {
            "sums": wide(sums),
            "products": wide(sum_of_products(*pair) for pair in pairs),
            WORST: worst,
            "ruins": ruins,
        }
        if block == 0:
            tally["paths"] = paths[: self._guests(block)]
        if first < SAMPLE_GUESTS:
            tally[f"finals_{block:09}"] = finals
        return tally

    def _play(self, seed: npt.NDArray[np.uint64], guests: int, paths: Memory) -> Sums:
        dealing, system = self.dealing, self.system
        play: Callable[..., Sums] = kernels.play
        ask = None
        if system.own is not None:
            play, ask = compiled(system.own) or (kernels.play_plain, as_python(system.own))
        try:
            return play(
                ask,
                seed,
                guests,
                dealing.start,
                dealing.rules,
                dealing.plan,
                self.earned,
                self.session,
                system.beginning,
                paths,
            )
        except Exception as error:
            if system.own is None:
                raise
            raise AnalysisError(f"the system {system.name} failed: {first_line(error)}") from error


def job_of(
    system: System, house: House, bet: AnyBet, *, session: Session, guests: int, seed: str
) -> SystemJob:
    """Guests who play a system on a bet at a house."""
    if not 1 <= guests <= _MOST_GUESTS:
        raise AnalysisError(f"{guests} guests is not 1 to {_MOST_GUESTS:,}")
    session = session.at(house, bet)
    assert isinstance(bet, ScoreBet)  # noqa: S101 - the session has refused any other
    dealing = Dealing.at(house)
    earned = [int(bet.pays(score, house.naturals) * session.unit) for score in SCORES]
    coups = session.coups or session.shoes * dealing.longest
    never_low, never_high = -1, 1 << 61
    low = never_low if session.stop_loss is None else session.bankroll - session.stop_loss
    high = never_high if session.goal is None else session.bankroll + session.goal
    most = _most(session, coups, max(1, -(-max(earned) // session.unit)))
    units = most // session.unit
    terms = (session.bankroll, session.unit, units, low, high, session.shoes, coups)
    return SystemJob(
        system, dealing, seed, guests, np.array(earned, np.int64), np.array(terms, np.int64)
    )


def _most(session: Session, coups: int, pays: int) -> int:
    """The most on one coup, with which no guest can come to more than 64 bits count."""
    countable = (_COUNTABLE - session.bankroll) // (coups * pays)
    most = min(_MOST_CHIPS, countable) if session.cap is None else int(session.cap)
    if not session.unit <= most <= countable:
        stakes = _dollars(Chips(max(most, session.unit)))
        raise AnalysisError(
            f"stakes of {stakes} on {coups:,} coups could come to more than can be counted: "
            "lower the cap, the unit or the session"
        )
    return most


def play_system(job: SystemJob, *, threads: int | None = None) -> Progress:
    """Play a job on threads of this process."""
    (progress,) = run_on_threads((job,), threads=threads)
    return progress

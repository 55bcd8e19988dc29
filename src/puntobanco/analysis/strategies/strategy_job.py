"""The job of a strategy: many guests play it through whole shoes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._exact_sums import Integers, to_limbs
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.counting.counts import find_count
from puntobanco.analysis.odds import expectations, prices
from puntobanco.analysis.simulation import _kernels as dealing
from puntobanco.analysis.simulation.blocks import VERSION, WORST, Tally, block_seed
from puntobanco.analysis.simulation.recorded import RecordedShoes
from puntobanco.analysis.simulation.specification import KernelRules, card_dealer
from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.analysis.strategies._arrays import (
    Pays,
    WholeShoes,
    new_books,
    outcome_codes,
    ramp_of,
    session_sums,
    side_at,
    terms_of,
    working_memory,
)
from puntobanco.analysis.strategies._own import Watchdog, compiled_stake, plain_stake
from puntobanco.analysis.strategies._own_place import OwnPlace, staking_errors
from puntobanco.analysis.strategies._program import BoundPlacement, bind
from puntobanco.analysis.strategies.placement import Placement, PlacementError
from puntobanco.analysis.strategies.session import MOST_CHIPS, MOST_SHOES, Session
from puntobanco.analysis.strategies.strategy import OwnPlacement, Strategy, refuse_unknown
from puntobanco.bets import Bet, Part
from puntobanco.errors import AnalysisError
from puntobanco.house import House, Ties
from puntobanco.settlement import dollars

SAMPLE_SESSIONS = 131_072
"""Sessions whose final bankrolls are kept one by one, for percentiles and the histogram."""
SAMPLE_PATHS = 512
"""Sessions whose bankrolls are followed over time."""

_MOST_SESSIONS = 10**9
_SHOES_A_BLOCK = 4096
_SLOW_SHOES_A_BLOCK = 512
"""Of shoes whose cards or unseen points are kept."""
_LARGEST_SUM = 1 << 62
"""No guest may come to hold, stake or lose more, so that 64 bits suffice."""


@dataclass(frozen=True)
class StrategyJob:
    """Guests who play one strategy, in blocks. Every strategy of a kind sees the same shoes."""

    strategy: Strategy
    house: House
    session: Session
    seed: str
    sessions: int
    recorded: RecordedShoes | None = None
    """The shoes to play, instead of dealing them."""

    @cached_property
    def rules(self) -> KernelRules:
        """The rules of the house, for kernels."""
        return KernelRules.at(self.house)

    @cached_property
    def bound(self) -> BoundPlacement:
        """The placement at this house. An own function may make any bet that the house offers."""
        placement = self.strategy.placement
        if isinstance(placement, Placement):
            bound = bind(placement, self.house, self.session.unit)
        else:
            known = (bet.key for bet in self.house.bets if self._lacking(bet) is None)
            every = Placement.parse(f"otherwise: {'+'.join(known)}")
            bound = bind(every, self.house, self.session.unit)
        if self.strategy.staking.ramp and self.strategy.staking.count not in bound.counts:
            bound = replace(bound, counts=(*bound.counts, self.strategy.staking.count))
        return bound

    def _lacking(self, bet: Bet) -> str | None:
        return None if self.recorded is None else self.recorded.lacking(bet)

    @property
    def bets(self) -> tuple[Bet, ...]:
        """The bets that it may make."""
        return self.bound.bets

    @cached_property
    def shoes_a_session(self) -> int:
        """How many shoes every session is dealt."""
        coups = self.session.coups
        if coups is None:
            return self.session.shoes
        if self.recorded is not None:
            return self.recorded.groups_for(coups)
        return -(-coups // self.rules.always_dealt)

    @property
    def is_own(self) -> bool:
        """Whether the placement is a guest's own function."""
        return isinstance(self.strategy.placement, OwnPlacement)

    @cached_property
    def deals_cards(self) -> bool:
        """Whether whole cards are needed, not only points."""
        counts = (find_count(name) for name in self.bound.counts)
        on_cards = any(bet.part is not Part.SCORE for bet in self.bets)
        return self.is_own or on_cards or not all(count.is_by_points for count in counts)

    @cached_property
    def _pays(self) -> Pays:
        return Pays.of(self.bets, self.house, self.session.unit)

    @cached_property
    def _most_units(self) -> Integers:
        most = [self.session.most_units(self.house, bet) for bet in self.bets]
        return np.array([self._most_countable if each is None else each for each in most])

    @property
    def coups_a_session(self) -> int:
        """The most coups of a session."""
        return self.session.coups or self.shoes_a_session * self.rules.most_coups

    @property
    def _most_countable(self) -> int:
        """The most units on one bet with which no guest's sums can pass 64 bits."""
        unit = self.session.unit
        largest = max(1, -(-int(self._pays.earned.max()) // unit))
        coups = self.coups_a_session * len(self.bets) * (kernels.PARTS if self.bets else 1)
        countable = (_LARGEST_SUM - self.session.bankroll) // (coups * largest)
        return int(min(MOST_CHIPS, countable) // unit)

    def check(self) -> None:
        """Refuse what makes no sense, before anything is played."""
        if not 1 <= self.sessions <= _MOST_SESSIONS:
            raise AnalysisError(
                f"{self.sessions:,} sessions is out of range: use 1 to {_MOST_SESSIONS:,}"
            )
        if self.shoes_a_session > MOST_SHOES:
            raise AnalysisError(
                f"{self.session.coups:,} coups need more than the {MOST_SHOES:,} shoes of a session"
            )
        self._check_recorded()
        if not self.bets:
            raise AnalysisError(f"the strategy {self.strategy.name} never bets")
        self.session.check_cap(self.house, self.bets)
        for bet in self.bets:
            self.session.check_pays(self.house, bet)
        if self._most_units.max() > self._most_countable:
            stake = dollars(int(self._most_units.max()) * self.session.unit)
            raise AnalysisError(
                f"stakes of {stake} on {self.coups_a_session:,} coups could come to more than can "
                "be counted: lower the cap, the unit or the session"
            )
        for bet, units, most in zip(
            self.bets, self.bound.units, self._most_units.tolist(), strict=True
        ):
            if units > most and not self.is_own:
                asked, limit = (dollars(each * self.session.unit) for each in (units, most))
                raise AnalysisError(
                    f"{units} units on {bet.key} are {asked}, above the {limit} allowed"
                )

    def _check_recorded(self) -> None:
        recorded, placement = self.recorded, self.strategy.placement
        if recorded is None:
            return
        if self.shoes_a_session > recorded.shoes:
            asked = self.session.coups or self.session.shoes
            what = "coups" if self.session.coups else "shoes"
            raise AnalysisError(
                f"a session of {asked:,} {what} is longer than the recorded {recorded.shoes:,} "
                f"shoes with {recorded.coups:,} coups"
            )
        if isinstance(placement, Placement):
            recorded.refuse(self.bets)
            refuse_unknown(self.strategy, placement, recorded)

    @property
    def fingerprint(self) -> str:
        """All that decides what is counted; checkpoints store it."""
        placement = self.strategy.placement
        own = placement.digest if isinstance(placement, OwnPlacement) else ""
        staking = self.strategy.staking
        parts = (
            f"{placement}\n{own}\n{staking}\n{staking.digest}\n{self.session}",
            f"{self.rules.digest} {self.house.naturals} {self.house.ties}",
            *(f"{bet.key} {bet.lines} {bet.spot}" for bet in self.house.bets),
            "" if self.recorded is None else self.recorded.digest,
        )
        digest = sha256("\n".join(parts).encode()).hexdigest()
        return f"StrategyJob {VERSION} {digest} {self.sessions} {self.seed}"

    @property
    def _sessions_a_block(self) -> int:
        slow = self.deals_cards or self._needs_unseen
        most = _SLOW_SHOES_A_BLOCK if slow else _SHOES_A_BLOCK
        return max(1, min(most // self.shoes_a_session, -(-self.sessions // 64)))

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-self.sessions // self._sessions_a_block)

    def size(self, block: int) -> int:
        """Return how many shoes a block deals."""
        return self._sessions(block) * self.shoes_a_session

    def _sessions(self, block: int) -> int:
        return min(self._sessions_a_block, self.sessions - block * self._sessions_a_block)

    @property
    def _needs_unseen(self) -> bool:
        return bool(self.bound.counts or self.bound.edges)

    def compile_kernels(self) -> None:
        """Compile the kernels, by playing one session."""
        if not self.is_own:
            replace(self, sessions=1).play(0)

    def shoes(self, block: int) -> WholeShoes:
        """Deal the shoes of a block."""
        if self.recorded is not None:
            begin = block * self._sessions_a_block * self.shoes_a_session
            part = self.recorded.part(begin, begin + self.size(block))
            return WholeShoes.of(part, self.rules.counts)
        full, size = self.rules.counts, self.size(block)
        if self.deals_cards:
            seed = block_seed(self.seed, "strategies with cards", block, 4)
            dealer = card_dealer(self.rules, seed, self._pays.tables)
            first, score, left, cards, shown = dealing.deal_cards(dealer, size)
            return WholeShoes(full, first, score, left, cards=cards, shown=shown)
        seed = block_seed(self.seed, "strategies", block, dealing.SEED_WORDS)
        arguments = (seed, size, *self.rules.arguments)
        return WholeShoes(full, *dealing.deal_points(*arguments, wants_unseen=self._needs_unseen))

    @np.errstate(over="ignore")  # without compilation, wrapping integers would warn
    def books(self, block: int) -> kernels.SessionBooks:
        """Play the sessions of one block and return what each came to."""
        sessions = self._sessions(block)
        followed = min(SAMPLE_PATHS, sessions) if block == 0 else 0
        books = new_books(sessions, followed, bets=len(self.bets))
        first_shoe = block * self._sessions_a_block * self.shoes_a_session
        self._play(self.shoes(block), books, first_shoe=first_shoe)
        return books

    def play(self, block: int) -> Tally:
        """Return the sums over the sessions of one block."""
        books = self.books(block)
        sums = session_sums(books, has_programs=self.session.has_programs)
        tally = {name: to_limbs(each) for name, each in sums.items()}
        tally |= {WORST: books.worst, "ruins": books.ruins}
        if block == 0:
            tally["paths"] = books.paths
        if block * self._sessions_a_block < SAMPLE_SESSIONS:
            for name, column in (("finals", kernels.FINAL), ("drawdowns", kernels.DRAWDOWN)):
                tally[f"{name}_{block:09}"] = np.ascontiguousarray(books.sessions[:, column])
        return tally

    def _play(self, shoes: WholeShoes, books: kernels.SessionBooks, *, first_shoe: int) -> None:
        staking = self.strategy.staking
        work = working_memory(int(np.diff(shoes.first).max()), bets=len(self.bets))
        terms = terms_of(
            self.session,
            staking,
            shoes=self.shoes_a_session,
            coups=self.coups_a_session,
            locks_ties=self.house.ties is Ties.LOCKED,
        )
        ramp = ramp_of(staking, self.bound.counts)
        rest = (self._dealt(shoes), self.bound.program, self._felt(), terms, ramp)
        arguments = (*rest, staking.first_memory, work, books)
        function = staking.function
        if function is None and not self.is_own:
            kernels.play(None, None, *arguments)
            return
        with Watchdog() as watchdog, staking_errors(staking.name, work.known, first_shoe):
            place = self._own_place(shoes, watchdog, first_shoe)
            if place is None and function and (compiled := compiled_stake(function)):
                kernels.play(None, (compiled,), *arguments)
            else:
                next_stake = (plain_stake(function, watchdog),) if function else None
                kernels.play_plain(place, next_stake, *arguments)

    def _own_place(self, shoes: WholeShoes, watchdog: Watchdog, first_shoe: int) -> OwnPlace | None:
        placement = self.strategy.placement
        if isinstance(placement, Placement):
            return None
        return OwnPlace(
            placement.function,
            placement.name,
            house=self.house,
            unit=self.session.unit,
            most=dict(zip((bet.key for bet in self.bets), self._most_units.tolist(), strict=True)),
            lacking=self._lacking,
            shoes=shoes,
            watchdog=watchdog,
            first_shoe=first_shoe,
        )

    def _dealt(self, shoes: WholeShoes) -> kernels.DealtShoes:
        bound = self.bound
        running = [shoes.running(find_count(name)) for name in bound.counts]
        priced, expected = self._priced(shoes)
        unseen = shoes.weighed(np.ones(10, np.int64)) if running else np.zeros(0, np.int64)
        return kernels.DealtShoes(
            first=shoes.first,
            score=shoes.score,
            left=shoes.left,
            outcomes=outcome_codes(self.house.naturals),
            classes=self._pays.classes(shoes, self.rules),
            running=np.stack(running, axis=1) if running else np.zeros((0, 0), np.int64),
            unseen=unseen,
            edges=priced,
            expected=expected,
        )

    def _priced(self, shoes: WholeShoes) -> tuple[npt.NDArray[np.float64], Integers]:
        """Return the edges that the placement uses, and what a unit of each bet may lose."""
        looked_at = self.bound.edges
        if not looked_at:
            return np.zeros((0, 0)), np.zeros((0, 0), np.int64)
        on_score = [bet for bet in self.bets if bet.part is Part.SCORE]
        bets = [*dict.fromkeys((*looked_at, *on_score))]
        unseen = shoes.unseen_points.astype(np.int64)
        exact = -100 * expectations(unseen, bets, naturals=self.house.naturals)
        expected = np.tile(self._expected, (len(shoes.score), 1))
        parts = self.session.unit * kernels.PARTS / 100
        for bet in on_score:
            expected[:, self.bets.index(bet)] = np.rint(exact[:, bets.index(bet)] * parts)
        return np.ascontiguousarray(exact[:, : len(looked_at)]), expected

    @cached_property
    def _expected(self) -> Integers:
        parts = self.session.unit * kernels.PARTS
        return np.array([round(edge * parts) for edge in self.edges], np.int64)

    @cached_property
    def edges(self) -> list[Fraction]:
        """The exact edge of each bet on a fresh shoe."""
        shoe = Composition.of_decks(self.house.decks)
        if self.recorded is not None:
            return [self.recorded.price(bet).edge for bet in self.bets]
        return [each.edge for each in prices(self.bets, shoe, naturals=self.house.naturals)]

    def _felt(self) -> kernels.Felt:
        keys = [bet.key for bet in self.bets]
        sides = [side_at(self.house, keys, spot) for spot in ("player", "banker")]
        return kernels.Felt(
            earned=self._pays.earned,
            first=self._pays.first,
            column=self._pays.column,
            most=self._most_units,
            is_main=np.array([bet in self.house.main_bets for bet in self.bets], np.int64),
            expected=self._expected,
            player=sides[0],
            banker=sides[1],
        )


def strategy_job(
    strategy: Strategy,
    house: House,
    *,
    session: Session,
    sessions: int,
    seed: str,
    recorded: RecordedShoes | None = None,
) -> StrategyJob:
    """Return the job of guests who play a strategy at a house, or refuse it."""
    job = StrategyJob(strategy, house, session, seed, sessions, recorded)
    try:
        job.check()
    except PlacementError as error:
        raise AnalysisError(f"{strategy.name}: {error}") from error
    return job

"""Arrays for the kernel: shoes, pays, terms, working memory and books."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._exact_sums import Integers, exact_dot, exact_sum
from puntobanco.analysis.counting.counts import Count
from puntobanco.analysis.simulation import _kernels as dealing
from puntobanco.analysis.simulation._line_tables import LineTables
from puntobanco.analysis.simulation.recorded import Knowledge, RecordedShoes
from puntobanco.analysis.simulation.specification import KernelRules, card_dealer
from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.analysis.strategies.session import Session
from puntobanco.analysis.strategies.staking import AtCap, Reset, Staking
from puntobanco.bets import LOSE, Bet, Part
from puntobanco.cards import DECK
from puntobanco.coup import SCORES, Naturals, Outcome
from puntobanco.errors import BetNotOffered
from puntobanco.house import House

_CODES = {Outcome.TIE: kernels.TIE, Outcome.BANKER: kernels.BANKER, Outcome.PLAYER: kernels.PLAYER}
_TAGS = len(DECK) + 1
"""A tag for each card, and last for a card that wasn't drawn."""


@dataclass(frozen=True)
class WholeShoes:
    """Some whole shoes: scores and cards left, and what else is known of them."""

    full: Integers
    """How many cards of each number of points a full shoe holds."""
    first: Integers
    """The index of each shoe's first coup, and at the end the number of coups."""
    score: npt.NDArray[np.uint16]
    left: npt.NDArray[np.uint16]
    unseen: npt.NDArray[np.uint16] | None = None
    """Points not seen before each coup."""
    cards: npt.NDArray[np.uint8] | None = None
    """Rows of six places in `DECK`."""
    shown: npt.NDArray[np.uint8] | None = None
    has_totals: bool = True

    @cached_property
    def unseen_points(self) -> npt.NDArray[np.uint16]:
        """The points not seen before each coup, from the cards if need be."""
        if self.unseen is not None:
            return self.unseen
        points = np.zeros((_TAGS, 10), np.int64)
        points[np.arange(len(DECK)), [card.points for card in DECK]] = 1
        return (self.full - self._summed(points)).astype(np.uint16)

    @classmethod
    def of(cls, recorded: RecordedShoes, full: Integers) -> WholeShoes:
        """Return recorded shoes."""
        return cls(
            full,
            recorded.first,
            recorded.score,
            recorded.left,
            cards=recorded.cards if recorded.has_cards else None,
            shown=recorded.shown,
            has_totals=recorded.known is not Knowledge.RESULTS,
        )

    def _summed(self, tags: Integers) -> Integers:
        """Return the sums of tags over all cards seen before each coup."""
        assert self.cards is not None  # noqa: S101 - a job that needs cards deals them
        assert self.shown is not None  # noqa: S101 - as above
        of_coup = tags[self.cards].sum(axis=1)
        before = np.cumsum(of_coup, axis=0) - of_coup
        lengths = np.diff(self.first)
        begins = np.minimum(self.first[:-1], len(self.score) - 1)
        start = np.repeat(before[begins] - tags[self.shown], lengths, axis=0)
        seen: Integers = before - start
        return seen

    def weighed(self, tags: Integers) -> Integers:
        """Return the sums of tags, by points, over all cards not seen before each coup."""
        sums = np.empty(len(self.score), np.int64)
        kernels.weigh(self.unseen_points, tags, sums)
        return sums

    def running(self, count: Count) -> Integers:
        """Return a running count before each coup."""
        if count.is_by_points:
            tags = np.array(count.by_points, np.int64)
            return count.start + self.full @ tags - self.weighed(tags)
        return count.start + self._summed(np.array([*count.by_card, 0], np.int64))


def outcome_codes(naturals: Naturals) -> Integers:
    """Return the outcome of each score, as the kernel counts outcomes."""
    return np.array([_CODES[score.outcome(naturals)] for score in SCORES], np.int64)


@dataclass(frozen=True)
class Pays:
    """What one unit earns on some bets, for each score or class."""

    earned: Integers
    first: Integers
    column: Integers
    tables: LineTables
    """How to classify coups for the bets that look at more than the score."""

    @classmethod
    def of(cls, bets: Sequence[Bet], house: House, unit: int) -> Pays:
        """Return the pays of bets at a house, in chips."""
        on_cards = [bet for bet in bets if bet.part is not Part.SCORE]
        tables = LineTables.of(on_cards, house.naturals)
        earned: list[int] = []
        first, column = [], []
        for bet in bets:
            first.append(len(earned))
            if bet.part is Part.SCORE:
                column.append(-1)
                earned += [int(bet.pays(score, house.naturals) * unit) for score in SCORES]
            else:
                begin, lines = tables.lines[bet.key]
                column.append(tables.tables.first_class.tolist().index(begin))
                pays = [*(line.pays for line in bet.lines), LOSE]
                earned += [int(pays[line] * unit) for line in lines.tolist()]
        return cls(
            np.array(earned, np.int64),
            np.array(first, np.int64),
            np.array(column, np.int64),
            tables,
        )

    def classes(self, shoes: WholeShoes, rules: KernelRules) -> npt.NDArray[np.uint32]:
        """Return the classes of all coups, a column for each group of bets."""
        if shoes.cards is None or not self.tables.lines:
            return np.zeros((0, 0), np.uint32)
        dealer = card_dealer(rules, np.zeros(4, np.uint64), self.tables)
        return dealing.classes_of(dealer, shoes.cards, shoes.score)


def side_at(house: House, keys: list[str], spot: str) -> int:
    """Return the position of the main bet on a spot among the bets of a strategy, or -1."""
    try:
        key = house.main_bet(spot).key
    except BetNotOffered:
        return -1
    return keys.index(key) if key in keys else -1


def session_sums(books: kernels.SessionBooks, *, has_programs: bool) -> dict[str, list[int]]:
    """Return sums over all sessions: of each money column, and of products of some columns."""
    columns = np.ascontiguousarray(books.sessions.T)
    used = (kernels.LOST, kernels.ACTION, kernels.EXPECTED, kernels.TAKEN)
    lost, action, expected, taken = (columns[at] for at in used)
    for_errors = (
        (lost, lost),
        (lost, action),
        (action, action),
        (lost, expected),
        (expected, expected),
    )
    found = {
        "sums": books.sums.tolist(),
        "money": [exact_sum(column) for column in columns],
        "products": [exact_dot(*pair) for pair in for_errors],
    }
    if has_programs:
        parts = (-lost, taken, np.maximum(lost, 0), expected)
        products = [exact_dot(one, other) for one in parts for other in parts]
        found["programs"] = [*map(exact_sum, parts), *products]
    return found


def new_books(sessions: int, followed: int, *, bets: int) -> kernels.SessionBooks:
    """Return empty books for sessions, of which the first are followed over time."""
    return kernels.SessionBooks(
        sessions=np.zeros((sessions, kernels.BOOKED + bets), np.int64),
        sums=np.zeros(kernels.SUMS, np.int64),
        worst=np.zeros(kernels.SUMS + 1, np.int64),
        ruins=np.zeros(kernels.POINTS_IN_TIME + 1, np.int64),
        paths=np.zeros((followed, kernels.POINTS_IN_TIME + 1), np.int64),
    )


def working_memory(longest: int, *, bets: int) -> kernels.Work:
    """Return memory for a kernel that plays shoes of at most `longest` coups."""

    def room(size: int) -> Integers:
        return np.zeros(size, np.int64)

    return kernels.Work(
        known=room(kernels.KNOWN),
        runs=np.zeros((kernels.FIRST_RUN + longest, kernels.RUN_FACTS), np.int64),
        memory=room(kernels.MEMORY),
        want=room(bets),
        stood=room(bets),
        stake=room(bets),
    )


def ramp_of(staking: Staking, counts: Sequence[str]) -> kernels.Ramp:
    """Return the units that a staking bets from each value of its count."""
    column = counts.index(staking.count) if staking.ramp else -1
    starts = [start for start, _ in staking.ramp]
    return kernels.Ramp(
        column,
        np.array([start.numerator for start in starts], np.int64),
        np.array([start.denominator for start in starts], np.int64),
        np.array([units for _, units in staking.ramp], np.int64),
    )


_NEVER_LOW, _NEVER_HIGH = -1, 1 << 61


_AT_CAP = {AtCap.RESET: kernels.RESET, AtCap.HOLD: kernels.HOLD, AtCap.LEAVE: kernels.LEAVE}


def terms_of(
    session: Session, staking: Staking, *, shoes: int, coups: int, locks_ties: bool
) -> kernels.Terms:
    """Return when a session ends, and how its staking is capped and reset."""
    bankroll, loss, goal = session.bankroll, session.stop_loss, session.goal
    return kernels.Terms(
        bankroll=bankroll,
        unit=session.unit,
        low=_NEVER_LOW if loss is None else bankroll - loss,
        high=_NEVER_HIGH if goal is None else bankroll + goal,
        trailing=session.trailing_stop or 0,
        losing_run=session.losing_run or 0,
        shoes=shoes,
        coups=coups,
        bets_a_shoe=session.bets_per_shoe or 0,
        max_steps=staking.max_steps or 0,
        at_cap=_AT_CAP[staking.at_cap],
        virtual=staking.virtual,
        resets_each_shoe=staking.reset is Reset.SHOE,
        locks_ties=locks_ties,
    )

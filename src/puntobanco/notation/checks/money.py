"""The money of a record: stakes and their results, and the chips of each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from puntobanco.bets import LOSE, PUSH, Bet, Odds, Part, Seen
from puntobanco.bets.quantities import OUTCOME
from puntobanco.coup import Score
from puntobanco.errors import OutsideLimits, WagerRejected
from puntobanco.house import House, Ties
from puntobanco.notation.checks.context import Context, Fault, Place, capped
from puntobanco.notation.format import NEXT_GUEST
from puntobanco.notation.record import (
    DIGITS_OF_COIN,
    RecordedBet,
    RecordedCoup,
    format_amount,
    format_change,
)
from puntobanco.table import Fate


def money_faults(context: Context) -> Iterator[Fault]:
    """Find faults in the bets. Checking what they earned requires known rules."""
    digits = DIGITS_OF_COIN[context.record.coin]
    for line, place, coup in context.coups():
        if context.rules_known:
            whole = coup.coup if coup.bets else None
            seen = Seen.of(whole, context.house.naturals) if whole else None
            settlement = _Settlement(context.house, coup, seen, place, digits)
            for bet in coup.bets:
                for text in settlement.faults(bet):
                    yield Fault(line, f"coup {coup.number}, seat {bet.seat}, {bet.key}: {text}")
        for (seat, key), count in Counter((bet.seat, bet.key) for bet in coup.bets).items():
            if count > 1:
                yield Fault(line, f"coup {coup.number}, seat {seat}, {key}: the bet stands twice")


_ANY_SCORE = Score(0, 0, 3, 3)
"""A placeholder for bets that depend on the outcome only."""

_FATES = {
    Fate.LOST: "lost",
    Fate.WON: "won",
    Fate.RETURNED: "was returned",
    Fate.STANDS: "stands",
}


@dataclass(frozen=True, slots=True)
class _Settlement:
    house: House
    coup: RecordedCoup
    whole: Seen | None
    """The coup by its cards, if all are known."""
    place: Place | None
    digits: int

    def faults(self, bet: RecordedBet) -> Iterator[str]:
        try:
            offered = self.house.bet(bet.key)
            self.house.check_stake(offered, bet.stake)
        except OutsideLimits as error:
            yield self._limits_fault(error)
            return
        except WagerRejected as error:
            yield str(error)
            return
        if not self.coup.interrupted:
            seen = self.whole or self._seen(offered)
            if seen is not None:
                yield from self._result_faults(bet, offered, offered.earns(seen))
        elif bet.fate in (Fate.WON, Fate.LOST):
            yield "nothing is won or lost in an interrupted coup"

    def _limits_fault(self, error: OutsideLimits) -> str:
        """Describe the error in the record's currency instead of chips."""
        stake, low, high, step = (
            format_amount(each, self.digits)
            for each in (error.stake, error.low, error.high, error.step)
        )
        return f"a stake of {stake} is not {low} to {high} in steps of {step}"

    def _seen(self, bet: Bet) -> Seen | None:
        """Return what decides the bet in a coup with unknown cards, if the record has it."""
        if self.coup.outcome and bet.quantities <= {OUTCOME}:
            return Seen(_ANY_SCORE, self.coup.outcome)
        if bet.part is Part.SCORE and (score := _recorded_score(self.coup)):
            return Seen(score, score.outcome(self.house.naturals))
        return None

    def _result_faults(self, bet: RecordedBet, offered: Bet, odds: Odds) -> Iterator[str]:
        earned = self.house.earned(bet.stake, odds)
        if bet.earned != earned:
            true, recorded = (format_change(each, self.digits) for each in (earned, bet.earned))
            yield f"it earned {true}, not {recorded}"
        fates = self._fates(offered, odds)
        if bet.fate not in fates:
            allowed = " or ".join(_FATES[fate] for fate in fates)
            yield f"it {allowed}; recorded is: {bet.fate.value}"

    def _fates(self, bet: Bet, odds: Odds) -> tuple[Fate, ...]:
        """Return the possible results of a stake. A coup without a known place may be the last."""
        if odds == LOSE:
            return (Fate.LOST,)
        if odds != PUSH:
            return (Fate.WON,)
        may_stand = bet in self.house.main_bets and self.house.ties is not Ties.PUSH
        if not may_stand or (self.place and self.place.last):
            return (Fate.RETURNED,)
        return (Fate.STANDS,) if self.place else (Fate.STANDS, Fate.RETURNED)


def _recorded_score(coup: RecordedCoup) -> Score | None:
    """Return the score, if both totals are recorded and both hands have as many cards."""
    player, banker = coup.player_total, coup.banker_total
    if player is None or banker is None or len(coup.cards) not in (4, 6):
        return None
    cards_each = len(coup.cards) // 2
    return Score(player, banker, cards_each, cards_each)


# --- seats ----------------------------------------------------------------------------------------


def seat_faults(context: Context) -> Iterator[Fault]:
    """Find faults in the seats and their money."""
    digits = DIGITS_OF_COIN[context.record.coin]
    yield from _repeated_lines(context)
    if context.record.promises:
        yield from _missing_seats(context)
    yield from _bankroll_faults(context, digits)
    yield from _total_faults(context, digits)
    yield from capped(_standing_faults(context, digits))


def missing_stakes(context: Context) -> str | None:
    """Say how many standing stakes are missing from the next coup without being a fault."""
    count = sum(1 for each in _missing(context) if not _is_fault(context, each))
    if not count:
        return None
    why = (
        "guests may take them back here"
        if context.house.ties is Ties.STAND
        else "their guests may have left"
    )
    return f"{count} stakes that stood and were not seen again: {why}"


def _repeated_lines(context: Context) -> Iterator[Fault]:
    for word, lines, seats in (
        ("Seat", context.lines.seats, [each.seat for each in context.record.seats]),
        ("Total", context.lines.totals, [each.seat for each in context.record.totals]),
    ):
        seen: set[int] = set()
        for line, seat in zip(lines, seats, strict=True):
            if seat in seen:
                yield Fault(line, f"seat {seat} has a {word} line already")
            seen.add(seat)


def _missing_seats(context: Context) -> Iterator[Fault]:
    """Find seats that bet in a promised shoe without a Seat line with their chips."""
    brought = {each.seat for each in context.record.seats if each.brought is not None}
    for line, _, coup in context.coups():
        for seat in sorted({bet.seat for bet in coup.bets} - brought):
            text = "no Seat line says what it brought"
            yield Fault(line, f"coup {coup.number}, seat {seat}: {text}")
            brought.add(seat)


def _bankroll_faults(context: Context, digits: int) -> Iterator[Fault]:
    bankrolls: dict[int, int] = {
        each.seat: each.brought for each in context.record.seats if each.brought is not None
    }
    for line, _, coup in context.coups():
        staked: Counter[int] = Counter()
        for bet in coup.bets:
            staked[bet.seat] += bet.stake
        for seat, stake in staked.items():
            if stake > bankrolls.get(seat, stake):
                has, put = (format_amount(max(n, 0), digits) for n in (bankrolls[seat], stake))
                yield Fault(line, f"coup {coup.number}, seat {seat}: stakes {put}, has {has}")
        for bet in coup.bets:
            if bet.seat in bankrolls:
                bankrolls[bet.seat] += bet.earned


def _total_faults(context: Context, digits: int) -> Iterator[Fault]:
    record = context.record
    earned: Counter[int] = Counter()
    for coup in record.coups:
        for bet in coup.bets:
            earned[bet.seat] += bet.earned
    for line, total in zip(context.lines.totals, record.totals, strict=True):
        true = earned.pop(total.seat, 0)
        if total.earned != true:
            sum_, stated = format_change(true, digits), format_change(total.earned, digits)
            yield Fault(line, f"seat {total.seat} earned {sum_} in all, not {stated}")
    if record.end and (record.promises or record.totals):
        for seat in earned:
            yield Fault(context.tag("End"), f"the total of seat {seat} is missing")


# --- stakes that stand ----------------------------------------------------------------------------


class _MissingStake(NamedTuple):
    """A stake that stood after a tie, and is not in the next coup in full."""

    line: int
    coup: RecordedCoup
    bet: RecordedBet
    guest_may_have_left: bool
    """Whether the seat bets no more, or another guest took it during the shoe."""


def _missing(context: Context) -> Iterator[_MissingStake]:
    coups = context.record.coups
    if context.house.ties is Ties.PUSH or not context.rules_known:
        return
    last_bet = {bet.seat: place for place, coup in enumerate(coups) for bet in coup.bets}
    taken_over = {each.seat for each in context.record.seats if NEXT_GUEST in each.name}
    for place, (coup, after) in enumerate(pairwise(coups)):
        again = {(bet.seat, bet.key): bet.stake for bet in after.bets}
        for bet in coup.bets:
            if bet.fate is Fate.STANDS and again.get((bet.seat, bet.key), 0) < bet.stake:
                gone = last_bet[bet.seat] == place or bet.seat in taken_over
                yield _MissingStake(context.lines.coups[place + 1], after, bet, gone)


def _is_fault(context: Context, missing: _MissingStake) -> bool:
    return context.house.ties is Ties.LOCKED and not missing.guest_may_have_left


def _standing_faults(context: Context, digits: int) -> Iterator[Fault]:
    for each in _missing(context):
        if _is_fault(context, each):
            stake = format_amount(each.bet.stake, digits)
            where = f"coup {each.coup.number}, seat {each.bet.seat}, {each.bet.key}"
            yield Fault(each.line, f"{where}: the {stake} that stood are locked, and not here")

"""The bets of a record: stakes, what they earned, and what became of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from puntobanco.bets import LOSE, PUSH, Bet, Odds, Part, Seen
from puntobanco.bets.quantities import OUTCOME
from puntobanco.coup import Score
from puntobanco.errors import OutsideLimits, WagerRejected
from puntobanco.house import House, Ties
from puntobanco.notation.checks.context import Context, Fault, Place
from puntobanco.notation.money import DIGITS_OF_COIN, format_amount, format_change
from puntobanco.notation.record import RecordedBet, RecordedCoup
from puntobanco.table import Fate


def money_faults(context: Context) -> Iterator[Fault]:
    """Faults in the bets. What they earned can only be checked where the rules are known."""
    digits = DIGITS_OF_COIN[context.record.coin]
    for line, place, coup in context.coups():
        if context.rules_known:
            whole = coup.coup if coup.bets else None
            seen = Seen.of(whole, context.house.naturals) if whole else None
            settlement = _Settlement(context.house, coup, seen, place, digits)
            for bet in coup.bets:
                for text in settlement.faults(bet):
                    yield Fault(line, f"coup {coup.number}, seat {bet.seat}, {bet.key}: {text}")
        yield from _repeated_bets(line, coup)


def _repeated_bets(line: int, coup: RecordedCoup) -> Iterator[Fault]:
    for (seat, key), count in Counter((bet.seat, bet.key) for bet in coup.bets).items():
        if count > 1:
            yield Fault(line, f"coup {coup.number}, seat {seat}, {key}: the bet stands twice")


_ANY_SCORE = Score(0, 0, 3, 3)
"""Stands for the score where a bet looks only at the outcome."""

_FATES = {
    Fate.LOST: "lost",
    Fate.WON: "won",
    Fate.RETURNED: "was returned",
    Fate.STANDS: "stands",
}


@dataclass(frozen=True, slots=True)
class _Settlement:
    """Settles the bets on one recorded coup again."""

    house: House
    coup: RecordedCoup
    whole: Seen | None
    """The coup as the cards have it, if all are known."""
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
        """The same as the error's words, in the record's currency instead of chips."""
        stake, low, high, step = (
            format_amount(each, self.digits)
            for each in (error.stake, error.low, error.high, error.step)
        )
        return f"a stake of {stake} is not {low} to {high} in steps of {step}"

    def _seen(self, bet: Bet) -> Seen | None:
        """What decides the bet in a coup whose cards are not all known, if the record shows it."""
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
        """What may become of a stake. A coup without a known place may be the shoe's last."""
        if odds == LOSE:
            return (Fate.LOST,)
        if odds != PUSH:
            return (Fate.WON,)
        may_stand = bet in self.house.main_bets and self.house.ties is not Ties.PUSH
        if not may_stand or (self.place and self.place.last):
            return (Fate.RETURNED,)
        return (Fate.STANDS,) if self.place else (Fate.STANDS, Fate.RETURNED)


def _recorded_score(coup: RecordedCoup) -> Score | None:
    """The score, if both totals are recorded and each hand has two cards, or each has three."""
    player, banker = coup.player_total, coup.banker_total
    if player is None or banker is None or len(coup.cards) not in (4, 6):
        return None
    cards_each = len(coup.cards) // 2
    return Score(player, banker, cards_each, cards_each)

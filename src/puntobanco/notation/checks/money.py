"""Stakes of a record, and what they earned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from puntobanco.bets import LOSE, PUSH, AnyBet, Odds, ScoreBet
from puntobanco.coup import Coup, Outcome, Score
from puntobanco.errors import WagerRejected
from puntobanco.house import House, Ties
from puntobanco.notation.checks.findings import Case, Finding, Place
from puntobanco.notation.checks.play import played
from puntobanco.notation.money import DIGITS_OF_COIN, format_change
from puntobanco.notation.record import RecordedBet, RecordedCoup
from puntobanco.table import Fate


def money_faults(case: Case) -> Iterator[Finding]:
    """What does not fit in the bets."""
    digits = DIGITS_OF_COIN[case.record.coin]
    for line, place, coup in zip(case.lines.coups, case.places, case.record.coups, strict=True):
        whole = played(coup) if coup.bets else None
        settlement = _Settlement(case.house, coup, whole, place, digits)
        for bet in coup.bets if case.rules_known else ():
            for text in _bet_faults(settlement, bet):
                yield Finding(line, f"coup {coup.number}, seat {bet.seat}, {bet.key}: {text}")
        yield from _twice(line, coup)


@dataclass(frozen=True, slots=True)
class _Settlement:
    """What the bets on one coup are settled by."""

    house: House
    recorded: RecordedCoup
    coup: Coup | None
    place: Place | None
    digits: int


def _bet_faults(by: _Settlement, bet: RecordedBet) -> Iterator[str]:
    try:
        offered = by.house.bet(bet.key)
        by.house.check_stake(offered, bet.stake)
    except WagerRejected as error:
        yield str(error)
        return
    if by.recorded.interrupted:
        if bet.fate in (Fate.WON, Fate.LOST):
            yield "nothing is won or lost in an interrupted coup"
        return
    odds = _decided(offered, by)
    if odds is None:
        return
    earned = by.house.rounding.whole(bet.stake * odds)
    if bet.earned != earned:
        true, told = (format_change(chips, by.digits) for chips in (earned, bet.earned))
        yield f"it earned {true}, not {told}"
    fates = _fates(offered, odds, by)
    if bet.fate not in fates:
        yield f"it {' or '.join(_WORDS[each] for each in fates)}; recorded is: {bet.fate.value}"


_WORDS = {
    Fate.LOST: "lost",
    Fate.WON: "won",
    Fate.RETURNED: "was returned",
    Fate.STANDS: "stands",
}


def _decided(bet: AnyBet, by: _Settlement) -> Odds | None:
    """What one unit earned, as far as what is known decides it."""
    if by.coup:
        return bet.decide(by.coup, by.house.naturals)
    if not isinstance(bet, ScoreBet):
        return None
    score = _seen_score(bet, by.recorded)
    return None if score is None else bet.pays(score, by.house.naturals)


_BY_OUTCOME = {"player", "banker", "tie", "tie_9"}
_LIKE = {
    Outcome.PLAYER: Score(1, 0, 3, 3),
    Outcome.BANKER: Score(0, 1, 3, 3),
    Outcome.TIE: Score(0, 0, 3, 3),
}


def _seen_score(bet: ScoreBet, coup: RecordedCoup) -> Score | None:
    """A score that stands for all that the coup's may be, where the bet cannot tell them apart."""
    if bet.key in _BY_OUTCOME and coup.outcome:
        return _LIKE[coup.outcome]
    player, banker = coup.player_total, coup.banker_total
    if player is None or banker is None or len(coup.cards) not in (4, 6):
        return None
    each = len(coup.cards) // 2
    return Score(player, banker, each, each)


def _fates(bet: AnyBet, odds: Odds, by: _Settlement) -> tuple[Fate, ...]:
    """What may have become of a stake; a coup of which the place is unknown may be the last."""
    if odds != PUSH:
        return (Fate.LOST,) if odds == LOSE else (Fate.WON,)
    last = by.place is not None and by.place.last
    if last or bet not in by.house.main_bets or by.house.ties is Ties.PUSH:
        return (Fate.RETURNED,)
    return (Fate.STANDS,) if by.place else (Fate.STANDS, Fate.RETURNED)


def _twice(line: int, coup: RecordedCoup) -> Iterator[Finding]:
    for (seat, key), count in Counter((bet.seat, bet.key) for bet in coup.bets).items():
        if count > 1:
            yield Finding(line, f"coup {coup.number}, seat {seat}, {key}: the bet stands twice")

"""The text of a bet's spot on the felt: the odds, and in a few words when it wins."""

from __future__ import annotations

from fractions import Fraction

from puntobanco.announcer.names import named_bet
from puntobanco.bets import PUSH, Bet, Line, Odds, Seen, Spot
from puntobanco.bets.conditions import AllOf, Comparison, Condition, Subject
from puntobanco.bets.phrases import condition_message
from puntobanco.bets.quantities import HAND_CARDS, MARGIN, OUTCOME, PAIR, TOTAL, Quantity, Value
from puntobanco.coup import Coup, Naturals, Outcome
from puntobanco.words import Message, message

HALF = Fraction(1, 2)
NARROW = 3
"""With this many different odds or more, a narrow spot shows only the best."""


def plain_odds(bet: Bet) -> tuple[Odds, ...]:
    """Return the odds of a plain win. For a main bet with extra rules they are in its last line."""
    is_ruled = bet.spot is not Spot.SIDE and bool(rule_messages(bet))
    return (bet.lines[-1].pays,) if is_ruled else bet.pay_table


def best_message(bet: Bet) -> Message | None:
    """Return the best of many odds, for a narrow spot.

    >>> from puntobanco.bets import find
    >>> best_message(find("dragon_bonus_player")).facts, best_message(find("lucky_6"))
    ({'most': 30}, None)
    """
    different = set(bet.pay_table)
    is_whole = all(pays.denominator == 1 for pays in different)
    if not is_whole or len(different) < NARROW:
        return None
    return message("felt.best", most=max(different).numerator)


def spot_message(bet: Bet) -> Message | None:
    """Return when a bet wins, in a few words, or None for a plain bet."""
    rules = rule_messages(bet)
    return message("felt.rules", rules=rules) if rules else None


def rule_messages(bet: Bet) -> list[Message]:
    """Return the parts of `spot_message`."""
    lines = [line for line in bet.lines if not _is_tie_push(line)]
    if bet.spot is not Spot.SIDE:
        return [_share(line) for line in lines[:-1]]
    margins = [margin for line in lines if (margin := _asked(line.condition).get(MARGIN))]
    if len(margins) > 1:
        return [message("felt.margins", least=margins[-1], most=margins[0])]
    return [
        message("felt.pair") if _is_pair(line.condition) else condition_message(line.condition)
        for line in lines
    ]


def house_rule_message(bet: Bet, coup: Coup, naturals: Naturals) -> Message | None:
    """Return the rule by which a main bet that won was returned or paid less, if one applied."""
    at = bet.line(Seen.of(coup, naturals))
    ruled = [line for line in bet.lines if not _is_tie_push(line)][:-1]
    if at is None or bet.spot is Spot.SIDE or bet.lines[at] not in ruled:
        return None
    line = bet.lines[at]
    said = condition_message(line.condition)
    return message("heard.house_rule", bet=named_bet(bet), said=said, pays=line.pays)


def _is_tie_push(line: Line) -> bool:
    return line.pays == PUSH and _asked(line.condition).get(OUTCOME) == Outcome.TIE.value


def _share(line: Line) -> Message:
    hand = _hand(line)
    if line.pays == HALF:
        return message("felt.half", said=hand)
    return message("felt.share", pays=line.pays, said=hand)


def _hand(line: Line) -> Message:
    """Return a winning hand without its side, which the spot names."""
    asked = _asked(line.condition)
    if _is_of(line.condition, asked.get(OUTCOME)):
        if asked.keys() == {OUTCOME, TOTAL}:
            return message("felt.total", hand=asked[TOTAL])
        if asked.keys() == {OUTCOME, TOTAL, HAND_CARDS}:
            return message("felt.total.sized", size=asked[HAND_CARDS], hand=asked[TOTAL])
    return condition_message(line.condition)


def _is_of(condition: Condition, winner: Value | None) -> bool:
    """Return whether a condition tests only the winner and single values of its hand."""
    return all(
        isinstance(part, Comparison)
        and len(part.values) == 1
        and (part.quantity is OUTCOME or part.subject.value == winner)
        for part in _parts(condition)
    )


def _is_pair(condition: Condition) -> bool:
    """Return whether it is a pair of one side, which the name of the bet says."""
    match condition:
        case Comparison(Subject.PLAYER | Subject.BANKER, quantity):
            return quantity is PAIR
        case _:
            return False


def _asked(condition: Condition) -> dict[Quantity, Value]:
    """Return the quantities that a condition compares with one value."""
    return {
        part.quantity: next(iter(part.values))
        for part in _parts(condition)
        if isinstance(part, Comparison) and len(part.values) == 1
    }


def _parts(condition: Condition) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, AllOf) else (condition,)

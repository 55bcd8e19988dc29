"""What a spot of the felt says of its bet: the odds, and when it wins, in a few words."""

from __future__ import annotations

from fractions import Fraction

from puntobanco.bets import PUSH, Bet, Line, Spot
from puntobanco.bets.conditions import AllOf, Comparison, Condition, Subject
from puntobanco.bets.quantities import HAND_CARDS, MARGIN, OUTCOME, PAIR, TOTAL, Quantity, Value
from puntobanco.coup import Outcome

HALF = Fraction(1, 2)
NARROW = 3
"""From so many different odds on, a narrow spot shows only the best."""

_COUNTS: dict[Value, str] = {2: "two", 3: "three"}


def pays_text(line: Line) -> str:
    """The odds of a line.

    >>> pays_text(Line.parse("tie: push")), pays_text(Line.parse("tie: 8"))
    ('push', '8 to 1')
    """
    return line.pays.text if line.pays else "push"


def plain_pays(bet: Bet) -> str:
    """The odds of a plain win; of a main bet with a rule of its own, those of its last line."""
    is_ruled = bet.spot is not Spot.SIDE and bool(spot_rule(bet))
    return pays_text(bet.lines[-1]) if is_ruled else bet.pays_text


def best_pays(bet: Bet) -> str | None:
    """The best of many odds, for a narrow spot.

    >>> from puntobanco.bets import find
    >>> best_pays(find("dragon_bonus_player")), best_pays(find("lucky_6"))
    ('up to 30', None)
    """
    different = set(bet.pay_table)
    is_whole = all(pays.denominator == 1 for pays in different)
    return f"up to {max(different)}" if is_whole and len(different) >= NARROW else None


def spot_rule(bet: Bet) -> str:
    """When a bet wins, in a few words; empty for a plain bet.

    >>> from puntobanco.bets import find
    >>> for key in ("banker", "banker_ez", "banker_super_6", "player_pair", "dragon_bonus_player"):
    ...     print(repr(spot_rule(find(key))))
    ''
    'push on three-card 7'
    'half on 6'
    'first two cards a pair'
    'win by 4 to 9'
    """
    lines = [line for line in bet.lines if not _is_tie_push(line)]
    if bet.spot is not Spot.SIDE:
        return ", ".join(f"{_share(line)} on {_hand(line)}" for line in lines[:-1])
    margins = [margin for line in lines if (margin := _asked(line.condition).get(MARGIN))]
    if len(margins) > 1:
        return f"win by {margins[-1]} to {margins[0]}"
    return ", ".join(_pair(line.condition) or line.words for line in lines)


def _is_tie_push(line: Line) -> bool:
    """Whether the stake comes back after a tie."""
    return line.pays == PUSH and _asked(line.condition).get(OUTCOME) == Outcome.TIE.value


def _share(line: Line) -> str:
    return "half" if line.pays == HALF else pays_text(line)


def _hand(line: Line) -> str:
    """A winning hand without its side, which the spot names."""
    asked = _asked(line.condition)
    if not _is_of(line.condition, asked.get(OUTCOME)):
        return line.words
    if asked.keys() == {OUTCOME, TOTAL}:
        return str(asked[TOTAL])
    if asked.keys() == {OUTCOME, TOTAL, HAND_CARDS}:
        return f"{_COUNTS[asked[HAND_CARDS]]}-card {asked[TOTAL]}"
    return line.words


def _is_of(condition: Condition, winner: Value | None) -> bool:
    """Whether a condition asks nothing but who won, and one value each of the winner's hand."""
    return all(
        isinstance(part, Comparison)
        and len(part.values) == 1
        and (part.quantity is OUTCOME or part.subject.value == winner)
        for part in _parts(condition)
    )


def _pair(condition: Condition) -> str:
    """A pair of one side, which the name of the bet tells."""
    match condition:
        case Comparison(Subject.PLAYER | Subject.BANKER, quantity) if quantity is PAIR:
            return "first two cards a pair"
        case _:
            return ""


def _asked(condition: Condition) -> dict[Quantity, Value]:
    """The quantities of which a condition asks one value."""
    return {
        part.quantity: next(iter(part.values))
        for part in _parts(condition)
        if isinstance(part, Comparison) and len(part.values) == 1
    }


def _parts(condition: Condition) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, AllOf) else (condition,)

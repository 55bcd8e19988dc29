"""The names of guests, bets and houses, and the text of a bet's spot on the felt.

An ambiguous guest's name includes the seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from puntobanco.announcer.catalogues import catalogue
from puntobanco.bets import CATALOGUE, PUSH, Bet, Line, Odds, Seen, Spot
from puntobanco.bets.conditions import AllOf, Comparison, Condition, Subject
from puntobanco.bets.phrases import condition_message
from puntobanco.bets.quantities import HAND_CARDS, MARGIN, OUTCOME, PAIR, TOTAL, Quantity, Value
from puntobanco.coup import Coup, Naturals, Outcome
from puntobanco.house import HOUSES, House
from puntobanco.table.state import Seat
from puntobanco.words import GuestFact, Message, Named, message


def guest_name(number: int, seats: Mapping[int, Seat]) -> str:
    """Return the name of a guest in sentences for others.

    >>> seats = {1: Seat("Ada"), 2: Seat("Grace"), 5: Seat("ada"), 6: Seat("You")}
    >>> [guest_name(number, seats) for number in (1, 2, 5, 6, 9)]
    ['Ada in seat 1', 'Grace', 'ada in seat 5', 'You in seat 6', 'Seat 9']
    """
    return catalogue("en").guest(guest_fact(number, seats))


def guest_fact(number: int, seats: Mapping[int, Seat]) -> GuestFact:
    """Return the guest in a seat."""
    seat = seats.get(number)
    if seat is None:
        return GuestFact(None, number)
    shared = _shared(tuple([each.name for each in seats.values()]))
    return GuestFact(seat.name, number, seat.name in shared)


@lru_cache(maxsize=4096)
def _shared(names: tuple[str, ...]) -> frozenset[str]:
    """Return the names that sound like another guest's."""
    sounds = [name.casefold() for name in names]
    return frozenset(
        name for name, sound in zip(names, sounds, strict=True) if sounds.count(sound) > 1
    )


def bet_fact(key: str, house: House | None = None) -> Named:
    """Return a bet of a house or of the catalogue."""
    for bet in house.bets if house else ():
        if bet.key == key:
            return named_bet(bet)
    if key in CATALOGUE:
        return Named(CATALOGUE[key].name, key)
    return Named(key.replace("_", " ").capitalize())


def named_bet(bet: Bet) -> Named:
    """Return a bet, with the name that the house gave it, if any."""
    is_ours = bet.key in CATALOGUE and CATALOGUE[bet.key].name == bet.name
    return Named(bet.name, bet.key if is_ours else "")


def house_fact(house: House) -> Named:
    """Return a house, with its own name if it isn't one of ours."""
    return Named(house.name.replace("_", " "), house.name if house.name in HOUSES else "")


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

"""Seeded random conditions and bets that cover the whole grammar."""

from __future__ import annotations

from random import Random

from puntobanco.bets import Bet, Condition, Line, Odds
from puntobanco.bets.conditions import Comparison, Not, Subject, all_of, any_of
from puntobanco.bets.quantities import COPIES, QUANTITIES, Quantity, Value

OF_HANDS = [subject for subject in Subject if subject is not Subject.COUP]
ONCE = [each for each in QUANTITIES if each not in COPIES.values()]


def random_comparison(chance: Random) -> Comparison:
    """Return a comparison of any quantity. All counts of ranks together are as likely as one."""
    quantity = chance.choice((*ONCE, chance.choice(list(COPIES.values()))))
    subject = chance.choice(OF_HANDS) if quantity.of_hand else Subject.COUP
    return Comparison(subject, quantity, random_values(chance, quantity))


def random_values(chance: Random, quantity: Quantity) -> frozenset[Value]:
    if quantity.is_fact:
        return frozenset({1})
    if quantity.is_two:
        if chance.random() < 0.5:
            return frozenset({chance.choice(quantity.values)})
        letters = set(chance.sample(quantity.letters, chance.randint(1, 4)))
        return frozenset(value for value in quantity.values if set(str(value)) <= letters)
    size = chance.randint(1, len(quantity.values))
    start = chance.randrange(len(quantity.values))
    run = quantity.values[start : start + size]
    return frozenset(chance.choice([run, chance.sample(quantity.values, min(size, 3))]))


def random_condition(chance: Random, *, depth: int = 3) -> Condition:
    kind = chance.random()
    if depth == 0 or kind < 0.4:
        return random_comparison(chance)
    if kind < 0.5:
        return Not(random_condition(chance, depth=depth - 1))
    parts = [random_condition(chance, depth=depth - 1) for _ in range(chance.choice((2, 2, 3)))]
    return all_of(*parts) if kind < 0.8 else any_of(*parts)


def random_bet(chance: Random, key: str = "own") -> Bet:
    """Return a bet of one to three lines. The first pays, and any other may push."""
    first, *others = (random_condition(chance) for _ in range(chance.randint(1, 3)))
    lines = [Line(first, Odds(chance.randint(1, 50)))]
    lines += [Line(each, Odds(chance.randint(0, 9), chance.choice((1, 2, 20)))) for each in others]
    return Bet(key, tuple(lines))

"""Walks and what they come to, by plain fractions: the twins of `puntobanco.analysis.risk`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import ceil, floor

from puntobanco.analysis import Composition, price
from puntobanco.analysis.risk import Walk
from puntobanco.bets import find

EIGHT_DECKS = Composition.of_decks(8)
WALKS = (
    Walk(1, (-1, 0, 1), (Fraction(5, 11), Fraction(2, 11), Fraction(4, 11))),
    Walk(2, (-2, 0, 1, 2), (Fraction(9, 20), Fraction(1, 10), Fraction(1, 10), Fraction(7, 20))),
    Walk(3, (-3, 2, 7), (Fraction(3, 5), Fraction(3, 10), Fraction(1, 10))),
    Walk(1, (-1, 0, 1), (Fraction(3, 10), Fraction(1, 10), Fraction(6, 10))),
    Walk(4, (-4, 0, 3), (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))),
    Walk(1, (-1, 5), (Fraction(5, 6), Fraction(1, 6))),
)


def walk_of(key: str) -> Walk:
    return Walk.of(price(find(key), EIGHT_DECKS))


def pairs(walk: Walk) -> list[tuple[int, Fraction]]:
    return list(zip(walk.steps, walk.chances, strict=True))


def borders(walk: Walk, bankroll: Fraction, goal: Fraction | None) -> tuple[int, float]:
    """Return how many steps down are ruin, and how many up are the goal."""
    ruin = floor((bankroll - 1) * walk.unit) + 1
    return -ruin, float("inf") if goal is None else ceil(goal * walk.unit)


def within(
    walk: Walk, coups: int, low: float, high: float
) -> tuple[dict[int, Fraction], dict[int, Fraction], Fraction]:
    """Return the chance of each exit, of each place still inside, and the mean number of coups."""
    inside, outside, played = {0: Fraction(1)}, dict[int, Fraction](), Fraction(0)
    for _ in range(coups):
        after: dict[int, Fraction] = {}
        played += sum(inside.values())
        for place, chance in inside.items():
            for step, likely in pairs(walk):
                where = outside if not low < place + step < high else after
                where[place + step] = where.get(place + step, Fraction(0)) + chance * likely
        inside = after
    return outside, inside, played


def solved(walk: Walk, low: int, high: int, earned: Callable[[int], Fraction]) -> Fraction:
    """Return the mean of what a place outside earns, from 0, by an exact linear system."""
    places = range(low + 1, high)
    rows = []
    for place in places:
        row = [Fraction(int(place == other)) for other in places] + [Fraction(0)]
        for step, chance in pairs(walk):
            if low < place + step < high:
                row[place + step - low - 1] -= chance
            else:
                row[-1] += chance * earned(place + step)
        rows.append(row)
    for at in range(len(rows)):
        rows[at] = [each / rows[at][at] for each in rows[at]]
        for other in range(len(rows)):
            if other != at and (factor := rows[other][at]):
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    return rows[-low - 1][-1]


def histories(walk: Walk, coups: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield every sequence of steps and its chance."""
    for chosen in product(pairs(walk), repeat=coups):
        chance = Fraction(1)
        for _, likely in chosen:
            chance *= likely
        yield tuple(step for step, _ in chosen), chance

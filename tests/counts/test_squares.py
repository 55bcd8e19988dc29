"""Each of the tableau's 96 squares affects the counts in its own way."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from math import perm, prod

import pytest

from puntobanco.analysis import odds, reference
from puntobanco.analysis.composition import Composition
from puntobanco.bets import Detail
from puntobanco.cards import Card, Hand
from puntobanco.coup import Outcome
from puntobanco.tableau import PUNTO_BANCO, SQUARES, Side, Square, Tableau
from tests.counts.figures import OUTCOMES

EIGHT_DECKS = Composition.of_decks(8).at(Detail.POINTS)
Figures = tuple[int, ...]


def consulting(square: Square) -> list[tuple[int, tuple[Card, ...]]]:
    """Return the first cards of every order that reaches a square, with their multiplicity."""
    pairs = list(combinations_with_replacement(EIGHT_DECKS.faces, 2))
    begun: list[tuple[int, tuple[Card, ...]]] = []
    for (p1, p2), (b1, b2) in product(pairs, pairs):
        player, banker = Hand((p1, p2)).total, Hand((b1, b2)).total
        if max(player, banker) > 7:
            continue
        orders = (1 + (p1 != p2)) * (1 + (b1 != b2))
        if square.side is Side.PLAYER:
            if player == square.holding:
                begun.append((orders, (p1, b1, p2, b2)))
        elif banker == square.holding and PUNTO_BANCO.player_draws(player) is (
            square.third is not None
        ):
            third = () if square.third is None else (EIGHT_DECKS.faces[square.third],)
            begun.append((orders, (p1, b1, p2, b2, *third)))
    return begun


def outcomes_of(tableau: Tableau, begun: list[tuple[int, tuple[Card, ...]]]) -> Figures:
    """Return how many orders of six cards of eight decks lead from these cards to each outcome."""
    counts = dict.fromkeys(Outcome, 0)
    for times, cards in begun:
        for coup in reference.coups(EIGHT_DECKS.available, tableau, begun=cards):
            counts[coup.outcome()] += times * orders_of(tuple(sorted(c.points for c in coup.cards)))
    return tuple(counts.values())


@cache
def orders_of(points: tuple[int, ...]) -> int:
    used = Counter(points)
    chosen = prod(perm(EIGHT_DECKS.points[each], number) for each, number in used.items())
    return chosen * perm(416 - len(points), 6 - len(points))


def test_every_square_flipped_is_noticed_each_differently() -> None:
    seen: dict[Figures, str] = {OUTCOMES[8]: "the tableau as it is"}
    for square in SQUARES:
        begun = consulting(square)
        before = outcomes_of(PUNTO_BANCO, begun)
        after = outcomes_of(PUNTO_BANCO.with_flipped(square), begun)
        assert sum(before) == sum(after)
        flipped = tuple(
            whole - old + new for whole, old, new in zip(OUTCOMES[8], before, after, strict=True)
        )
        assert flipped not in seen, f"{square} flipped looks like {seen[flipped]}"
        seen[flipped] = str(square)
    assert len(seen) == 97


@pytest.mark.parametrize(
    "square",
    [Square(Side.PLAYER, 5), Square(Side.BANKER, 6), Square(Side.BANKER, 3, 8)],
    ids=str,
)
def test_odds_follow_a_flipped_tableau(square: Square) -> None:
    flipped = PUNTO_BANCO.with_flipped(square)
    begun = consulting(square)
    changes = zip(outcomes_of(PUNTO_BANCO, begun), outcomes_of(flipped, begun), strict=True)
    expected = [whole - old + new for whole, (old, new) in zip(OUTCOMES[8], changes, strict=True)]
    assert [*odds.counts(EIGHT_DECKS, tableau=flipped).outcomes().values()] == expected

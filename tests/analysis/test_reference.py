"""The judge is judged by dealing every order of actual cards."""

from __future__ import annotations

from collections import Counter
from math import perm

import pytest
from hypothesis import given, settings

from puntobanco.analysis import reference
from puntobanco.analysis.composition import Composition
from puntobanco.bets import ALL_RED, BANKER, PERFECT_PAIR, Bet, find
from puntobanco.cards import Card, parse_cards
from puntobanco.coup import Naturals, Score
from puntobanco.tableau import PUNTO_BANCO
from tests.analysis.small_shoes import alike_cards, chances, dealt, few_cards

CARDS = parse_cards("Kh Kh 8s 8s 3d 6c Qh")


@settings(max_examples=10, deadline=None)
@given(few_cards | alike_cards)
def test_scores_are_those_of_every_order(cards: tuple[Card, ...]) -> None:
    scores: Counter[Score] = Counter()
    for coup, orders in dealt(cards).items():
        scores[coup.score] += orders
    assert reference.scores(Composition.of_cards(cards)) == scores


@pytest.mark.parametrize("naturals", Naturals)
def test_outcomes_are_those_of_every_order(naturals: Naturals) -> None:
    outcomes = Counter[str]()
    for coup, orders in dealt(CARDS).items():
        outcomes[coup.outcome(naturals).value] += orders
    counted = reference.outcomes(Composition.of_cards(CARDS), naturals=naturals)
    assert {outcome.value: orders for outcome, orders in counted.items()} == {
        "player": outcomes["player"],
        "banker": outcomes["banker"],
        "tie": outcomes["tie"],
    }


@pytest.mark.parametrize("bet", [BANKER, PERFECT_PAIR, ALL_RED, find("matching_dragon_K")])
def test_pays_are_those_of_every_order(bet: Bet) -> None:
    counted = reference.pays(bet, Composition.of_cards(CARDS))
    assert counted.total() == perm(7, 6)
    assert {pay: orders / perm(7, 6) for pay, orders in counted.items()} == pytest.approx(
        {pay: float(chance) for pay, chance in chances(bet, CARDS).items()}
    )


def test_one_pass_finds_every_coup_of_different_points() -> None:
    assert reference.census(PUNTO_BANCO).total() == 339_400

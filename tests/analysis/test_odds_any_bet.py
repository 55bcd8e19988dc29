"""Exact odds of any condition that can be written; `test_every_bet` tries 500 of them."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from puntobanco.analysis import odds
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import _any_coups
from puntobanco.analysis.odds._any_coups import SECONDS_TO_PREPARE, AnyCoups, _Side
from puntobanco.analysis.odds._openings import Ints
from puntobanco.analysis.odds._pay_counts import Weighed
from puntobanco.bets import CATALOGUE, Bet
from puntobanco.cards import parse_cards
from puntobanco.coup import Naturals
from puntobanco.errors import AnalysisError
from tests.analysis.small_shoes import chances
from tests.rules.random_bets import random_bet

EIGHT_DECKS = Composition.of_decks(8)


@pytest.mark.parametrize(
    "seen", ["", "Kh / 8s", "Kh 2c / Kh 3d", "Kh 2c 3d / Kh 3d 8s", "Kh 6s / Kh 2c 3d"]
)
def test_cards_already_seen_leave_the_orders_that_begin_with_them(seen: str) -> None:
    chance = Random(f"seen {seen}")
    cards, known = parse_cards("Kh Kh 2c 3d 3d 6s 8s"), odds.Given.parse(seen)
    bets = [random_bet(chance, f"own_{number}") for number in range(6)]
    for price in odds.prices(bets, Composition.of_cards(cards), given=known):
        likely = {pay: part for pay, part in price.probabilities.items() if part}
        assert likely == chances(price.bet, cards, given=known), price.bet


RED_PAIR = Bet.parse("red_pair", ["either pair red: 8"])
TWO_ACES = Bet.parse(
    "two_aces", ["player opening ranks = {A, A} or banker opening ranks = {A, A}: 50"]
)


def test_chances_that_can_be_worked_out_on_paper() -> None:
    # The first card is red in half of all cases; 15 red ones of its rank are then left of 415.
    one = Fraction(1, 2) * Fraction(15, 415)
    price = odds.price(Bet.parse("player_red_pair", ["player pair red: 8"]), EIGHT_DECKS)
    assert price.win == one
    assert one < odds.price(RED_PAIR, EIGHT_DECKS).win < 2 * one
    aces = Fraction(32 * 31, 416 * 415)
    both = aces * Fraction(30 * 29, 414 * 413)
    assert odds.price(TWO_ACES, EIGHT_DECKS).win == 2 * aces - both


@pytest.mark.parametrize(
    "lines, same",
    [
        (["player pair and (tie or not tie): 11"], "player_pair"),
        (["all red and (player suited or not player suited): 22"], "all_red"),
        (
            [
                f"copies of K = {copies} and lowest points <= 9: {pay}"
                for copies, pay in enumerate((1, 3, 20, 40, 60, 100), 1)
            ],
            "matching_dragon_K",
        ),
        (["tie: push", "banker wins and not both pair: 19/20", "banker wins: 19/20"], "banker"),
    ],
)
def test_the_same_bet_in_finer_words_has_the_same_price(lines: list[str], same: str) -> None:
    price = odds.price(Bet.parse("own", lines), EIGHT_DECKS)
    assert price.probabilities == odds.price(CATALOGUE[same], EIGHT_DECKS).probabilities


def test_a_bet_that_would_take_too_long_is_refused_in_one_line_before_it_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bet = Bet.parse("own", ["all red and player suited and banker pair red: 2"])
    monkeypatch.setattr(_any_coups, "LONGEST", 0.001)
    monkeypatch.setattr(_any_coups.AnyCoups, "count", None)
    with pytest.raises(
        AnalysisError,
        match=r"^own tells too many cards apart for exact odds: they would take about \d seconds",
    ):
        odds.price(bet, EIGHT_DECKS)


def test_the_work_that_is_estimated_is_the_work_that_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = {"pairs": 0, "coups": 0}
    weigh = _any_coups._weights

    def counted(*hands: _Side, pairs: Ints, left: Ints, coups: Ints) -> Ints:
        done["pairs"] += pairs.size
        done["coups"] += coups.shape[1]
        return weigh(*hands, pairs=pairs, left=left, coups=coups)

    monkeypatch.setattr(_any_coups, "_weights", counted)
    monkeypatch.setattr(_any_coups, "_AT_ONCE", 10_000)
    bet = Bet.parse("own", ["winner suited and copies of A >= 1: 3", "all red: push"])
    prepared = Weighed(EIGHT_DECKS)._coups(bet, Naturals.HIGHER_WINS)
    prepared.count(EIGHT_DECKS)
    assert done == {"pairs": prepared.pairs, "coups": prepared.coups}


def test_bets_that_take_too_long_together_are_left_out_after_a_few_were_prepared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepared = []

    def seconds(coups: AnyCoups) -> float:
        prepared.append(coups.bet)
        return 0.05

    monkeypatch.setattr(AnyCoups, "seconds", property(seconds))
    fine = [Bet.parse(f"fine_{n}", ["winner suited and all red: 30"]) for n in range(40)]
    found = odds.quick_bets((*fine, *CATALOGUE.values()), EIGHT_DECKS, seconds=1.0)
    assert found == [*prepared[: len(found) - len(CATALOGUE)], *CATALOGUE.values()]
    assert 0 < len(found) - len(CATALOGUE) <= 1.0 / (SECONDS_TO_PREPARE + 0.05)
    assert len(prepared) <= 1.0 / SECONDS_TO_PREPARE

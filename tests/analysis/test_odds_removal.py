"""The effect of removing one card."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from puntobanco import bets
from puntobanco.analysis import odds, reference
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import _any_coups, _pay_counts
from puntobanco.bets import CATALOGUE, Bet, Detail
from puntobanco.cards import Card, parse_cards
from puntobanco.coup import Naturals
from puntobanco.errors import AnalysisError
from tests.analysis.small_shoes import alike_cards

EVERY_BET = tuple(CATALOGUE.values())
EIGHT_DECKS = Composition.of_decks(8)


def test_weighted_effects_sum_to_zero_for_every_bet() -> None:
    for removal in odds.removal(EVERY_BET, EIGHT_DECKS):
        assert [effect.kind for effect in removal.effects] == [*"A23456789TJQK"]
        assert sum(effect.cards * effect.change for effect in removal.effects) == 0


@settings(max_examples=3, deadline=None)
@given(alike_cards)
def test_weighted_effects_sum_to_zero_for_any_shoe_card_by_card(cards: tuple[Card, ...]) -> None:
    for removal in odds.removal(EVERY_BET, Composition.of_cards(cards), by=Detail.CARDS):
        assert {effect.kind for effect in removal.effects} == set(map(str, cards))
        assert sum(effect.cards * effect.change for effect in removal.effects) == 0


def test_an_effect_is_the_difference_of_two_expectations() -> None:
    chosen: list[Bet] = [bets.PLAYER, bets.PLAYER_PAIR, bets.PERFECT_PAIR, bets.ALL_RED]
    for removal in odds.removal(chosen, EIGHT_DECKS, by=Detail.CARDS):
        bet = removal.price.bet
        for effect in removal.effects[::17]:
            less = EIGHT_DECKS.without(parse_cards(effect.kind))
            assert removal.price.expectation + effect.change == odds.price(bet, less).expectation


OWN = (
    Bet.parse("red_pair", ["either pair red: 8"]),
    Bet.parse("two_aces", ["either opening ranks = {A, A}: 50"]),
    Bet.parse("close_call", ["margin = 1 and winner natural: push", "margin = 1: 2"]),
    Bet.parse("suited_win", ["winner suited and copies of K >= 1: 9", "all black: 1/2"]),
    Bet.parse("low_third", ["player third <= 3 and lowest points = 0: 3"]),
)


@pytest.mark.parametrize("cards", ["Kh Kh Ks As Ad 3c 8d", "Ah Ah As Kd Kd Kd Kd 2s 2s 2s"])
def test_the_effect_on_any_bet_is_that_of_every_order_of_real_cards(cards: str) -> None:
    held = parse_cards(cards)
    found = odds.removal(OWN, Composition.of_cards(held), by=Detail.CARDS)
    for removal in found:
        whole = reference_expectation(removal.price.bet, held)
        assert {effect.kind for effect in removal.effects} == set(map(str, held))
        for effect in removal.effects:
            (card,) = parse_cards(effect.kind)
            assert effect.cards == held.count(card)
            at = held.index(card)
            less = reference_expectation(removal.price.bet, held[:at] + held[at + 1 :])
            assert effect.change == less - whole, (removal.price.bet.key, effect.kind)


def reference_expectation(bet: Bet, cards: tuple[Card, ...]) -> Fraction:
    pays = reference.pays(bet, Composition.of_cards(cards))
    return sum((orders * Fraction(pay) for pay, orders in pays.items()), Fraction(0)) / pays.total()


def test_cards_that_a_bet_cannot_tell_apart_are_removed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shoes: list[int] = []
    weighed = _pay_counts.Weighed.ways

    def ways(
        self: _pay_counts.Weighed, bets: tuple[Bet, ...], naturals: Naturals
    ) -> list[_pay_counts.Ways]:
        shoes.append(self.composition.size)
        return weighed(self, bets, naturals)

    monkeypatch.setattr(_pay_counts.Weighed, "ways", ways)
    for bet, kinds in zip(OWN[:3], (26, 2, 10), strict=True):
        shoes.clear()
        odds.removal([bet], EIGHT_DECKS)
        assert (shoes.count(416), shoes.count(415)) == (1, kinds), bet.key


def test_a_removal_that_would_take_too_long_is_refused_before_it_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    once = _pay_counts.Weighed(EIGHT_DECKS)._coups(OWN[3], Naturals.HIGHER_WINS).seconds
    monkeypatch.setattr(_any_coups, "LONGEST", 10 * once)
    odds.price(OWN[3], EIGHT_DECKS)
    monkeypatch.setattr(_any_coups.AnyCoups, "count", None)
    with pytest.raises(AnalysisError, match="suited_win tells too many cards apart"):
        odds.removal(OWN, EIGHT_DECKS)


def test_a_bet_on_colours_has_the_mean_over_the_suits() -> None:
    shoe = EIGHT_DECKS.without(parse_cards("8h 8h 8d 8s"))
    (by_rank,) = odds.removal([bets.ALL_RED], shoe)
    (by_card,) = odds.removal([bets.ALL_RED], shoe, by=Detail.CARDS)
    eights = [effect for effect in by_card.effects if effect.kind.startswith("8")]
    mean = sum(effect.cards * effect.change for effect in eights) / 28
    assert next(effect for effect in by_rank.effects if effect.kind == "8").change == mean


def test_one_bet_or_several_can_be_asked_for() -> None:
    several = odds.removal(iter((bets.TIE, bets.PLAYER)), EIGHT_DECKS)
    assert several == tuple(odds.removal(bet, EIGHT_DECKS) for bet in (bets.TIE, bets.PLAYER))


def test_where_only_points_are_known_effects_are_by_points() -> None:
    (removal,) = odds.removal([bets.TIE], EIGHT_DECKS.at(Detail.POINTS))
    assert [effect.kind for effect in removal.effects] == [*"0123456789"]
    assert sum(effect.cards * effect.change for effect in removal.effects) == 0


def test_what_cannot_be_removed_is_refused() -> None:
    with pytest.raises(AnalysisError, match="more than 6 cards, not 6"):
        odds.removal([bets.TIE], Composition.of_cards(parse_cards("2c 2d 2h 2s 3c 3d")))
    with pytest.raises(AnalysisError, match="removal by rank and suit needs"):
        odds.removal([bets.TIE], EIGHT_DECKS.at(Detail.RANKS), by=Detail.CARDS)

"""What one card less does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from puntobanco import bets
from puntobanco.analysis import odds
from puntobanco.analysis.composition import Composition
from puntobanco.bets import CATALOGUE, Bet, Detail
from puntobanco.cards import Card, parse_cards
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


def test_a_bet_on_colours_has_the_mean_over_the_suits() -> None:
    shoe = EIGHT_DECKS.without(parse_cards("8h 8h 8d 8s"))
    (by_rank,) = odds.removal([bets.ALL_RED], shoe)
    (by_card,) = odds.removal([bets.ALL_RED], shoe, by=Detail.CARDS)
    eights = [effect for effect in by_card.effects if effect.kind.startswith("8")]
    mean = sum(effect.cards * effect.change for effect in eights) / 28
    assert next(effect for effect in by_rank.effects if effect.kind == "8").change == mean


def test_where_only_points_are_known_effects_are_by_points() -> None:
    (removal,) = odds.removal([bets.TIE], EIGHT_DECKS.at(Detail.POINTS))
    assert [effect.kind for effect in removal.effects] == [*"0123456789"]
    assert sum(effect.cards * effect.change for effect in removal.effects) == 0


def test_what_cannot_be_removed_is_refused() -> None:
    with pytest.raises(AnalysisError, match="more than 6 cards, not 6"):
        odds.removal([bets.TIE], Composition.of_cards(parse_cards("2c 2d 2h 2s 3c 3d")))
    with pytest.raises(AnalysisError, match="removal by rank and suit needs"):
        odds.removal([bets.TIE], EIGHT_DECKS.at(Detail.RANKS), by=Detail.CARDS)

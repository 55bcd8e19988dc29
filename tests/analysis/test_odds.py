"""Exact odds against the reference, against every order of small shoes, and as published."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import perm, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco import bets
from puntobanco.analysis import odds, reference
from puntobanco.analysis.composition import Composition
from puntobanco.bets import (
    CARDS_BETS,
    CATALOGUE,
    OPENING_BETS,
    SCORE_BETS,
    Bet,
    Detail,
    Odds,
    Part,
)
from puntobanco.cards import Card, parse_cards
from puntobanco.coup import Naturals, Outcome
from puntobanco.errors import AnalysisError
from puntobanco.house import CLASSIC, EZ, parse_house
from puntobanco.settlement import Chips, Rounding
from tests.analysis.small_shoes import alike_cards, chances, few_cards

EIGHT_DECKS = Composition.of_decks(8)
NOT_ON_THE_SCORE: tuple[Bet, ...] = (*OPENING_BETS, *CARDS_BETS)

small_compositions = (
    st.lists(st.integers(0, 5), min_size=10, max_size=10)
    .filter(lambda counts: sum(counts) >= 6)
    .map(lambda counts: Composition(tuple(counts)))
)
naturals_rules = st.sampled_from(Naturals)


def likely(price: odds.Price) -> dict[Odds, Fraction]:
    """Return the chances of a price, without impossible pays."""
    return {pay: chance for pay, chance in price.probabilities.items() if chance}


@settings(max_examples=15, deadline=None)
@given(small_compositions, naturals_rules)
def test_scores_and_bets_on_them_equal_the_reference(shoe: Composition, naturals: Naturals) -> None:
    counts, scores = odds.counts(shoe), reference.scores(shoe)
    assert counts.scores == scores
    assert counts.orders == perm(shoe.size, 6)
    for price in odds.prices(SCORE_BETS, shoe, naturals=naturals):
        assert price.bet.part is Part.SCORE
        earned = sum(
            orders * Fraction(price.bet.pays(score, naturals)) for score, orders in scores.items()
        )
        assert price.expectation == earned / scores.total()


@settings(max_examples=8, deadline=None)
@given(few_cards | alike_cards, naturals_rules)
def test_opening_and_card_bets_equal_every_order(
    cards: tuple[Card, ...], naturals: Naturals
) -> None:
    shoe = Composition.of_cards(cards)
    for price in odds.prices(NOT_ON_THE_SCORE, shoe, naturals=naturals):
        assert likely(price) == chances(price.bet, cards, naturals=naturals), price.bet.key
        assert sum(orders for _, orders in price.ways) == price.orders == perm(len(cards), 6)


@pytest.mark.parametrize(
    "cards",
    [
        "Kh Kh Qh Qh Kd Qs 3c 8d",
        "Kc Kc Kc Kc Kd Kd Kh Ks",
        "8c 8c 8c 8c 3c 3c 3d Td",
        "2h 2h 3d 3d 6h 6d 9h 9d",
        "Ts Ts Js Js Qs Ks As 9s",
    ],
)
def test_every_pay_of_rich_shoes_equals_every_order(cards: str) -> None:
    shoe = Composition.of_cards(parse_cards(cards))
    for price in odds.prices(NOT_ON_THE_SCORE, shoe):
        assert likely(price) == chances(price.bet, parse_cards(cards)), price.bet.key


@settings(max_examples=6, deadline=None)
@given(alike_cards, st.integers(0, 2), st.integers(0, 2))
def test_given_cards_leave_the_orders_that_begin_with_them(
    cards: tuple[Card, ...], player: int, banker: int
) -> None:
    given_cards = odds.Given(cards[:player], cards[player : player + banker])
    shoe = Composition.of_cards(cards)
    for price in odds.prices(CATALOGUE.values(), shoe, given=given_cards):
        assert likely(price) == chances(price.bet, cards, given=given_cards), price.bet.key


@pytest.mark.parametrize(
    "seen",
    [
        "Kh 2c 3d / Kh 3d",  # Player drew, Banker holds 3
        "Kh 2c 3d / Kh 3d 8s",  # both drew
        "Kh 6s / Kh 2c 3d",  # Player stood, Banker drew
        "Kh 6s / Kh 2c",
        "Kh 8s / Kh 2c",  # a natural ended it
        "/ Kh 3d",
    ],
)
def test_given_third_cards_leave_the_orders_that_draw_them(seen: str) -> None:
    cards = parse_cards("Kh Kh 2c 3d 3d 6s 8s")
    known = odds.Given.parse(seen)
    for price in odds.prices(CATALOGUE.values(), Composition.of_cards(cards), given=known):
        assert likely(price) == chances(price.bet, cards, given=known), price.bet.key


def test_suits_of_known_cards_are_no_trouble_one_after_the_other() -> None:
    seen = [odds.price(bets.PLAYER, EIGHT_DECKS, given=odds.Given.parse(f"9{s} /")) for s in "chds"]
    assert len({price.edge for price in seen}) == 1
    red = odds.price(CATALOGUE["all_red"], EIGHT_DECKS, given=odds.Given.parse("9c /"))
    assert red.win == 0


def test_all_bets_together_are_priced_as_each_alone() -> None:
    shoe = EIGHT_DECKS.without(parse_cards("8h 8s 9d Kc Ks 2d"))
    together = odds.prices(CATALOGUE.values(), shoe)
    assert together == tuple(odds.price(bet, shoe) for bet in CATALOGUE.values())
    assert {price.orders for price in together} == {perm(410, 6)}
    assert all(sum(orders for _, orders in price.ways) == price.orders for price in together)


def test_given_cards_matter_as_a_croupier_would_say() -> None:
    natural = odds.Given.parse("9h Kd /")
    price = odds.price(bets.PLAYER, EIGHT_DECKS, given=natural)
    assert price.lose == 0
    assert price.win + price.push == 1
    assert odds.counts(EIGHT_DECKS, given=natural).orders == perm(414, 4)


@pytest.mark.parametrize(
    "seen, words",
    [
        ("9h Kd 2c / 3c 4d", "9h Kd 2c / 3c 4d cannot be dealt: those cards give 9h Kd / 3c 4d"),
        ("2h Kd / 3c 4d 5h", "cannot be dealt"),
        ("9h 2c 3c / 3c", "a third card is seen only after the first two of both hands"),
        ("9h 2c 3c 4c /", "a hand has at most three cards, not 4"),
        ("9h 9h 9h / 9h 9h 9h", "cannot"),
    ],
)
def test_cards_that_cannot_have_been_seen_are_refused(seen: str, words: str) -> None:
    with pytest.raises(AnalysisError, match=words):
        odds.counts(Composition.of_decks(1), given=odds.Given.parse(seen))


def test_the_text_of_given_cards_is_reversible() -> None:
    for text in ("9h 6c / Kd", "9h /", "/ Kd", "/"):
        assert str(odds.Given.parse(text)) == text
        assert odds.Given.parse(str(odds.Given.parse(text))) == odds.Given.parse(text)
    assert odds.Given.parse("9h 6c") == odds.Given.parse("9h 6c /")


PUBLISHED = {
    "player": "1.235081",
    "banker": "1.057906",
    "tie": "14.359629",
    "tie_9": "4.844032",
    "banker_super_6": "1.458104",
    "banker_ez": "1.018301",
    "dragon_7": "7.611334",
    "panda_8": "10.187632",
    "player_pair": "10.3614",
}


@pytest.mark.parametrize("key, edge", PUBLISHED.items())
def test_edges_are_the_published_ones_to_their_last_digit(key: str, edge: str) -> None:
    digits = len(edge.partition(".")[2])
    price = odds.price(CATALOGUE[key], EIGHT_DECKS)
    assert f"{price.edge_percent:.{digits}f}" == edge


@pytest.mark.parametrize(
    "bet, sd", [(bets.PLAYER, 0.951153), (bets.BANKER, 0.927372), (bets.TIE, 2.640872)]
)
def test_standard_deviations_are_the_published_ones(bet: Bet, sd: float) -> None:
    assert round(odds.price(bet, EIGHT_DECKS).sd, 6) == sd


def test_two_naturals_that_tie_make_the_tie_bet_good_for_the_guest() -> None:
    price = odds.price(bets.TIE, EIGHT_DECKS, naturals=Naturals.TIE)
    assert f"{price.edge_percent:.2f}" == "-1.79"


def test_a_price_adds_up() -> None:
    for price in odds.prices(CATALOGUE.values(), EIGHT_DECKS):
        chance = price.probabilities
        assert price.win + price.push + price.lose == 1
        assert price.expectation == sum(pay * part for pay, part in chance.items())
        assert price.variance == sum(pay**2 * part for pay, part in chance.items()) - price.edge**2
        assert price.sd == pytest.approx(sqrt(price.variance))
        assert price.edge_decided == price.edge / (1 - price.push)
        decided = [(pay, part / (1 - price.push)) for pay, part in chance.items() if pay]
        mean = sum(pay * part for pay, part in decided)
        spread = sum(pay**2 * part for pay, part in decided) - mean**2
        assert price.sd_decided == pytest.approx(sqrt(spread))


def test_a_bet_that_always_pushes_has_no_edge_per_decided_bet() -> None:
    price = odds.price(bets.PLAYER, Composition((6, *(0,) * 9)))
    assert price.push == 1
    assert price.edge_decided is None
    assert price.sd_decided is None


def test_64_bits_hold_the_largest_shoe() -> None:
    shoe = Composition((1_450 - 9 * 111, *(111,) * 9))
    counts = odds.counts(shoe)
    assert counts.orders == perm(1_450, 6) < 2**63 < perm(1_451, 6)
    assert counts.scores == reference.scores(shoe)


@pytest.mark.parametrize("key", ["player_pair", "all_red", "matching_dragon_K", "perfect_pair"])
def test_a_bet_that_needs_finer_counts_is_refused_by_name(key: str) -> None:
    with pytest.raises(AnalysisError, match=f"{key} needs the"):
        odds.price(CATALOGUE[key], EIGHT_DECKS.at(Detail.POINTS))


def test_a_house_is_priced_by_its_own_rules_best_first() -> None:
    house = parse_house('decks = 6\ncommission = "4%"\ntie_pays = 9\nboth_naturals_tie = true')
    table = odds.table_for(house)
    assert {price.bet for price in table} == set(house.bets)
    assert all(one.edge <= other.edge for one, other in pairwise(table))
    by_key = {price.bet.key: price for price in table}
    ties = odds.counts(Composition.of_decks(6)).outcomes(Naturals.TIE)[Outcome.TIE]
    assert by_key["tie"].expectation == Fraction(10 * ties, perm(312, 6)) - 1
    assert by_key["banker"].probabilities.keys() >= {Odds(24, 25)}


def test_each_named_shoe_may_be_reduced() -> None:
    left = EIGHT_DECKS.without(parse_cards("8h 8s 9d"))
    table = odds.table_for(EZ, left)
    assert [price.orders for price in table] == [perm(413, 6)] * len(EZ.bets)
    assert len(odds.table_for(CLASSIC, left, given=odds.Given.parse("8h 9c"))) == 11


@pytest.mark.parametrize(
    "rounding, cents", [(Rounding.DOWN, 48), (Rounding.NEAREST, 48), (Rounding.UP, 47)]
)
def test_rounding_costs_what_the_broken_coin_is_worth(rounding: Rounding, cents: int) -> None:
    price = odds.price(bets.BANKER, EIGHT_DECKS)
    assert price.rounding_cost(Chips(50), rounding.earned) == price.win * (Fraction(95, 2) - cents)
    assert price.rounding_cost(Chips(100), rounding.earned) == 0


@pytest.mark.parametrize("ask", [odds.price, odds.prices, odds.removal])
def test_a_key_in_place_of_a_bet_is_refused_with_what_is_wanted(ask: Callable[..., object]) -> None:
    wanted = r"^a bet, such as bets.BANKER or bets.find\('banker'\), is wanted, not 'tie'$"
    with pytest.raises(TypeError, match=wanted):
        ask("tie", Composition.of_decks(8))

"""Known cards against every order of small shoes, and as published."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest

from puntobanco.analysis import odds
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import Given, Known
from puntobanco.bets import BANKER, CATALOGUE, PLAYER
from puntobanco.cards import Card, parse_cards
from puntobanco.coup import Coup, deal
from puntobanco.errors import AnalysisError, NotationError
from puntobanco.shoe import Shoe
from tests.analysis.small_shoes import shares
from tests.analysis.test_odds import EIGHT_DECKS, likely

CARDS = parse_cards("Kh Kd Qs 2c 3d 8s 9h")


@cache
def every_order() -> tuple[tuple[tuple[Card, ...], Coup], ...]:
    return tuple((order, deal(Shoe(order))[0]) for order in permutations(CARDS, 6))


def coups(known: str, seen: str = "") -> Counter[Coup]:
    """Count the coups of every order that has the known cards at their places."""
    wanted = {int(item[0]) - 1: item[2:] for item in known.split() if item[2:] != "?"}
    given = Given.parse(seen)
    found: Counter[Coup] = Counter()
    for order, coup in every_order():
        names = {at: {order[at].rank.letter, str(order[at].points)} for at in wanted}
        if all(text in names[at] for at, text in wanted.items()) and given.fits(coup):
            found[coup] += 1
    return found


@pytest.mark.parametrize(
    "known, seen",
    [
        ("1=K", ""),
        ("3=0", ""),
        ("5=K", ""),
        ("6=0", ""),
        ("1=0 2=K", ""),
        ("2=K 4=0 5=9", ""),
        ("5=0 6=K", ""),
        ("3=K 5=8", "Kh /"),
        ("5=9 6=0", "Kd 2c / 3d"),
    ],
)
def test_known_cards_leave_the_orders_that_have_them(known: str, seen: str) -> None:
    shoe, dealt = Composition.of_cards(CARDS), coups(known, seen)
    cards, given = Known.parse(known), Given.parse(seen)
    for price in odds.known_prices(CATALOGUE.values(), shoe, cards, given=given):
        assert likely(price) == shares(price.bet, dealt), price.bet.key
    counted = odds.counts(shoe, given=odds.known_given(cards, shoe, given))
    assert counted.scores.keys() == {coup.score for coup in dealt}


@pytest.mark.parametrize(
    "learned, seen", [("1=?", ""), ("5=? 2=9", ""), ("2=? 6=?", "Kh /"), ("5=?", "Kd 2c / 3d")]
)
def test_the_value_is_the_mean_of_the_better_bet(learned: str, seen: str) -> None:
    shoe, given = Composition.of_cards(CARDS), Given.parse(seen)
    places = [int(item[0]) - 1 for item in learned.split() if item[2:] == "?"]
    fixed = " ".join(item for item in learned.split() if item[2:] != "?")
    value = forced = Fraction(0)
    total = coups(fixed, seen).total()
    for points in product("0123456789", repeat=len(places)):
        here = " ".join(f"{at + 1}={text}" for at, text in zip(places, points, strict=True))
        if dealt := coups(f"{fixed} {here}", seen):
            means = [
                sum(Fraction(pay) * chance for pay, chance in shares(bet, dealt).items())
                for bet in (PLAYER, BANKER)
            ]
            value += Fraction(dealt.total(), total) * max(0, *means)
            forced += Fraction(dealt.total(), total) * max(means)
    found = odds.worth(shoe, Known.parse(learned), given=given)
    assert found == pytest.approx((float(value), float(forced)), abs=1e-12)


@pytest.mark.parametrize(
    "place, percent", [(1, 6.765), (2, 6.406), (3, 6.765), (4, 6.406), (5, 8.973), (6, 9.098)]
)
def test_the_value_of_each_place_is_as_published(place: int, percent: float) -> None:
    """As in E. Jacobson, Advanced Advantage Play, "Baccarat: The Known Card"."""
    found = odds.worth(EIGHT_DECKS, Known.parse(f"{place}=?"))
    assert 100 * found.value == pytest.approx(percent, abs=5e-4)
    assert found.forced <= found.value


def test_cards_learned_at_the_table_do_not_change_the_odds() -> None:
    plain = odds.prices(CATALOGUE.values(), EIGHT_DECKS)
    assert odds.known_prices(CATALOGUE.values(), EIGHT_DECKS, Known.parse("1=?")) == plain


def test_bets_on_points_treat_a_rank_as_its_points() -> None:
    ten = EIGHT_DECKS.at(CATALOGUE["tie"].detail)
    found = [odds.known_prices([PLAYER], ten, Known.parse(text)) for text in ("1=K", "1=0", "1=10")]
    assert found[0][0].edge == found[1][0].edge == found[2][0].edge


@pytest.mark.parametrize("text", ["7=9", "0=9", "1=", "1=x", "1=11", "9", "1=9=9", "one=9", "1:9"])
def test_a_text_that_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Known.parse(text)


@pytest.mark.parametrize(
    "text, seen",
    [("1=9 1=8", ""), ("1=9 1=?", ""), ("1=4", ""), ("1=K", "Kh /"), ("1=?", "Kh /")],
)
def test_cards_that_cannot_be_known_are_refused(text: str, seen: str) -> None:
    with pytest.raises(AnalysisError):
        odds.known_given(Known.parse(text), Composition.of_cards(CARDS), Given.parse(seen))

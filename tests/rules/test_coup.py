from __future__ import annotations

import pytest
from hypothesis import given

from puntobanco import (
    PUNTO_BANCO,
    Card,
    Coup,
    Hand,
    Naturals,
    Outcome,
    Score,
    Shoe,
    Side,
    Square,
    Tableau,
    deal,
)
from puntobanco.cards import parse_cards
from puntobanco.coup import LARGEST_COUP, SCORES, Called, Dealt, Drew, Ended, Stood
from puntobanco.errors import NotationError, ShoeExhausted
from puntobanco.tableau import SQUARES
from tests.rules.strategies import coups, orders, tableaus


@given(orders, tableaus)
def test_cards_are_conserved_and_come_in_dealing_order(
    order: tuple[Card, ...], tableau: Tableau
) -> None:
    coup, rest = deal(Shoe(order, 0, 3), tableau)
    assert 4 <= len(coup.cards) <= LARGEST_COUP
    assert coup.cards + order[rest.place :] == order
    assert (rest.order, rest.cut) == (order, 3)
    assert coup.player.cards[:2] == (order[0], order[2])
    assert coup.banker.cards[:2] == (order[1], order[3])


LETTERS = "TA23456789"


def opening_for(square: Square) -> str:
    """Return cards that lead to a square."""
    holding = LETTERS[square.holding]
    if square.side is Side.PLAYER:
        return f"{holding}h 7c Kd Ts"
    if square.third is None:
        return f"7h {holding}c Kd Ts"
    return f"2h {holding}c Kd Ts {LETTERS[square.third]}s"


@pytest.mark.parametrize("tableau", [PUNTO_BANCO, Tableau.where(SQUARES), Tableau.where(())])
def test_every_square_decides_its_own_third_card(tableau: Tableau) -> None:
    drawing = {each for each in SQUARES if each.side is Side.PLAYER and each.holding < 6}
    for square in SQUARES:
        kept = drawing if square.side is Side.BANKER else set()
        rule = Tableau.where(kept | ({square} if tableau.draws(square) else set()))
        coup, rest = deal(Shoe.parse(f"{opening_for(square)} Jc"), rule)
        assert (coup.hand(square.side).third == Card.parse("Jc")) is tableau.draws(square), square
        assert rest.left == (not tableau.draws(square)), square


@pytest.mark.parametrize(
    "cards, text, outcome",
    [
        ("Jd Qh 5h Qd 9s 8h", "Jd 5h 9s / Qh Qd 8h", Outcome.BANKER),
        ("9h 2c Kd 2s 4d", "9h Kd / 2c 2s", Outcome.PLAYER),
        ("2h 9c Kd Ts 4d", "2h Kd / 9c Ts", Outcome.BANKER),
        ("8h 8c Kd Ts 4d", "8h Kd / 8c Ts", Outcome.TIE),
        ("8h 9c Kd Ts 4d", "8h Kd / 9c Ts", Outcome.BANKER),
        ("6h 6c Kd Ts 4d", "6h Kd / 6c Ts", Outcome.TIE),
        ("7h 5c Kd Ts 4d", "7h Kd / 5c Ts 4d", Outcome.BANKER),
        ("5h 7c Kd Ts 4d", "5h Kd 4d / 7c Ts", Outcome.PLAYER),
        ("5h 3c Kd Ts 8d 9d", "5h Kd 8d / 3c Ts", Outcome.TIE),
    ],
)
def test_a_coup_is_dealt_by_the_rules_of_every_casino(
    cards: str, text: str, outcome: Outcome
) -> None:
    coup, _ = deal(Shoe.parse(cards))
    assert (str(coup), coup.outcome()) == (text, outcome)


@pytest.mark.parametrize("cards", ["", "Jd Qh 5h", "Jd Qh 5h Qd", "Jd Qh 5h Qd 9s"])
def test_a_coup_never_ends_without_its_cards(cards: str) -> None:
    with pytest.raises(ShoeExhausted):
        deal(Shoe.parse(cards))


@given(coups)
def test_a_coup_is_its_text(coup: Coup) -> None:
    assert Coup.parse(str(coup)) == coup
    assert repr(coup) == f"Coup.parse('{coup}')"


@pytest.mark.parametrize("text", ["", "4h 3c", "4h 3c / Ks 5d / 9c 9d"])
def test_a_coup_is_two_hands(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Coup.parse(text)
    assert (caught.value.text, caught.value.expected) == (text, "two hands with / between them")


def test_a_coup_knows_its_hands() -> None:
    coup = Coup.parse("4h 3c / Ks 5d 9c")
    assert coup.hand(Side.PLAYER) == coup.player == Hand.parse("4h 3c")
    assert coup.hand(Side.BANKER) == coup.banker == Hand.parse("Ks 5d 9c")
    assert coup.opening == (Hand.parse("4h 3c"), Hand.parse("Ks 5d"))
    assert coup.cards == parse_cards("4h Ks 3c 5d 9c")
    assert coup.score == Score(7, 4, 2, 3)
    score = coup.score
    assert [score.total(side) for side in Side] == [7, 4]
    assert [score.cards(side) for side in Side] == [2, 3]


def test_there_are_400_scores_in_a_fixed_order() -> None:
    assert len(set(SCORES)) == len(SCORES) == 400
    assert list(SCORES) == sorted(SCORES)
    assert SCORES[0] == (0, 0, 2, 2)
    assert SCORES[-1] == (9, 9, 3, 3)


def test_two_naturals_tie_only_where_the_house_says_so() -> None:
    sign = {-1: Outcome.BANKER, 0: Outcome.TIE, 1: Outcome.PLAYER}
    for score in SCORES:
        player, banker, *_ = score
        naturals = [score.cards(side) == 2 and score.total(side) in (8, 9) for side in Side]
        assert [score.has_natural(side) for side in Side] == naturals
        assert score.is_natural is any(naturals)
        higher = score.outcome(Naturals.HIGHER_WINS)
        assert score.outcome() is higher is sign[(player > banker) - (player < banker)]
        assert score.outcome(Naturals.TIE) is (Outcome.TIE if all(naturals) else higher)


def test_the_rule_for_two_naturals_reaches_the_coup() -> None:
    coup = Coup.parse("8h Kd / 9c Ts")
    assert coup.outcome() is Outcome.BANKER
    assert coup.outcome(Naturals.TIE) is Outcome.TIE


def test_outcomes_are_written_as_on_a_scoreboard() -> None:
    assert [outcome.letter for outcome in Outcome] == ["P", "B", "T"]


def card(text: str) -> Card:
    return Card.parse(text)


def test_the_story_of_two_third_cards() -> None:
    assert Coup.parse("Jd 5h 9s / Qh 3d 8h").events == (
        Dealt(Side.PLAYER, card("Jd")),
        Dealt(Side.BANKER, card("Qh")),
        Dealt(Side.PLAYER, card("5h")),
        Dealt(Side.BANKER, card("3d")),
        Called(5, 3),
        Drew(Side.PLAYER, card("9s"), 4, Square(Side.PLAYER, 5)),
        Drew(Side.BANKER, card("8h"), 1, Square(Side.BANKER, 3, 9)),
        Ended(Score(4, 1, 3, 3)),
    )


def test_the_story_of_a_natural_names_no_square() -> None:
    for text, totals in (("9h Kd / 2c 2s", (9, 4)), ("Ah Kd / 8c Ts", (1, 8))):
        coup = Coup.parse(text)
        assert coup.is_natural
        player, banker = totals
        assert coup.events[4:] == (
            Called(player, banker),
            Stood(Side.PLAYER, player, None),
            Stood(Side.BANKER, banker, None),
            Ended(coup.score),
        )


def test_the_story_of_hands_that_stand() -> None:
    coup = Coup.parse("7h Kd / 6c Ts")
    assert not coup.is_natural
    assert coup.events[5:7] == (
        Stood(Side.PLAYER, 7, Square(Side.PLAYER, 7)),
        Stood(Side.BANKER, 6, Square(Side.BANKER, 6)),
    )
    coup = Coup.parse("Qh Kd 8d / 3c Ts")
    assert coup.events[5:7] == (
        Drew(Side.PLAYER, card("8d"), 8, Square(Side.PLAYER, 0)),
        Stood(Side.BANKER, 3, Square(Side.BANKER, 3, 8)),
    )


@given(orders, tableaus)
def test_the_story_agrees_with_the_tableau_that_dealt_it(
    order: tuple[Card, ...], tableau: Tableau
) -> None:
    coup, _ = deal(Shoe(order), tableau)
    for event in coup.events:
        if isinstance(event, Drew):
            assert tableau.draws(event.reason)
            assert event.total == coup.hand(event.side).total
        elif isinstance(event, Stood):
            assert event.total == coup.hand(event.side).total
            assert (event.reason is None) is coup.is_natural
            assert event.reason is None or not tableau.draws(event.reason)


@pytest.mark.parametrize("text", ["9h Kh 3c / 2c 4c 5c", "2c 4c / 8h Kh 3c", "2c 4c 3c / 8h Kh"])
def test_no_third_card_is_read_after_a_natural(text: str) -> None:
    with pytest.raises(NotationError, match="after a natural no third card is drawn"):
        Coup.parse(text)

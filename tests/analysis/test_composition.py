"""Compositions: counts of what remains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.analysis.composition import Composition
from puntobanco.bets import Detail
from puntobanco.cards import DECK, Card, Rank, parse_cards
from puntobanco.errors import AnalysisError, NotationError

counts = st.sampled_from([10, 13, 52]).flatmap(
    lambda kinds: st.lists(st.integers(0, 200), min_size=kinds, max_size=kinds)
)
compositions = counts.map(lambda numbers: Composition(tuple(numbers)))
some_cards = st.lists(st.sampled_from(DECK), max_size=60)


@given(compositions)
def test_text_and_composition_are_inverses(composition: Composition) -> None:
    assert Composition.parse(str(composition)) == composition
    assert eval(repr(composition)) == composition  # noqa: S307 - our own text
    assert Composition.parse(str(composition).replace(",", " ")) == composition


@given(some_cards)
def test_every_detail_counts_the_same_cards(cards: list[Card]) -> None:
    composition = Composition.of_cards(cards)
    assert composition.size == len(cards)
    points = Counter(card.points for card in cards)
    ranks = Counter(card.rank for card in cards)
    assert composition.points == tuple(points[each] for each in range(10))
    assert composition.ranks == tuple(ranks[rank] for rank in Rank)
    red = [card for card in cards if card.suit.is_red]
    assert composition.red == Composition.of_cards(red).at(Detail.POINTS)


@given(some_cards, st.sampled_from([Detail.POINTS, Detail.RANKS, Detail.CARDS]))
def test_cards_go_and_the_others_stay(cards: list[Card], detail: Detail) -> None:
    gone, stay = cards[::2], cards[1::2]
    whole = Composition.of_cards(cards).at(detail)
    assert whole.without(gone) == Composition.of_cards(stay).at(detail)


def test_the_order_of_the_counts_is_as_documented() -> None:
    one = Composition.of_decks(1)
    assert one.faces == DECK
    assert one.at(Detail.RANKS).faces == DECK[:13]
    assert [face.points for face in one.at(Detail.POINTS).faces] == [*range(10)]
    assert str(one.at(Detail.POINTS)) == "16,4,4,4,4,4,4,4,4,4"
    assert one.without(parse_cards("Ks")).counts[51] == 0
    assert one.without(parse_cards("Ac")).counts[0] == 0


@pytest.mark.parametrize(
    "text, words",
    [
        ("a,b", "is not a composition"),
        ("1.5 2 3 4 5 6 7 8 9 0", "is not a composition"),
        ("1,2,3", "not 3"),
        ("", "not 0"),
        ("1,2,3,4,5,6,7,8,-9,0", "-9 cards of points 8: a count is 0 or more"),
        ("1,2,3,4,5,6,7,8,9,0,1,-2,3", "-2 cards of rank Q: a count is 0 or more"),
        (",".join(["1"] * 51 + ["-1"]), "-1 cards of Ks: a count is 0 or more"),
    ],
)
def test_impossible_counts_are_refused(text: str, words: str) -> None:
    with pytest.raises(NotationError if "composition" in words else AnalysisError, match=words):
        Composition.parse(text)


@pytest.mark.parametrize(
    "detail, words",
    [
        (Detail.POINTS, "1 of 8d cannot be gone: there are only 0 of points 8"),
        (Detail.RANKS, "1 of 8d cannot be gone: there are only 0 of rank 8"),
        (Detail.CARDS, "1 of 8d cannot be gone: there are only 0 of 8d"),
    ],
)
def test_a_card_that_is_not_there_cannot_go(detail: Detail, words: str) -> None:
    shoe = Composition.of_cards(parse_cards("8h 9c Kd")).at(detail)
    with pytest.raises(AnalysisError, match=words):
        shoe.without(parse_cards("8h 8d"))


def test_counts_cannot_tell_more_than_they_say() -> None:
    points = Composition.of_decks(8).at(Detail.POINTS)
    with pytest.raises(AnalysisError, match="give 13 or 52 counts, not 10"):
        points.at(Detail.RANKS)
    with pytest.raises(AnalysisError, match="give 52 counts, not 13"):
        _ = Composition.of_decks(8).at(Detail.RANKS).red


@pytest.mark.parametrize("size", [5, 1_451])
def test_odds_need_six_cards_and_64_bits(size: int) -> None:
    with pytest.raises(AnalysisError, match="6 to 1,450 cards"):
        Composition((size, *(0,) * 9)).checked()


@pytest.mark.parametrize("detail", [Detail.POINTS, Detail.RANKS, Detail.CARDS])
@pytest.mark.parametrize("gone, named", [("8h 8s", "8"), (["8h", "8s"], "8h")])
def test_cards_that_are_given_as_text_are_refused_with_what_is_wanted(
    detail: Detail, gone: Iterable[Any], named: str
) -> None:
    shoe = Composition.of_decks(8).at(detail)
    wanted = rf"^cards, such as those of parse_cards\('8h 8s'\), are wanted, not '{named}'$"
    with pytest.raises(TypeError, match=wanted):
        shoe.without(gone)

"""Whole shoes, from the first card to the last coup, at every possible house."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco import DECK, Card, Coup, Shoe, deal
from puntobanco.house import CLASSIC, HOUSES, LARGEST_BURN, Burning, House, NoCutCard
from puntobanco.shoe import AfterCut
from tests.rules.strategies import houses


def coups_of(house: House, fresh: Shoe) -> Iterator[tuple[Coup, Shoe, Shoe]]:
    """Yield every coup of a shoe, with the shoe before and after it."""
    _, before = house.open_shoe(fresh)
    while True:
        coup, after = deal(before)
        yield coup, before, after
        if house.is_last_coup(before, after):
            return
        before = after


@pytest.mark.no_cover
@settings(max_examples=60)
@given(houses(), st.randoms(use_true_random=False))
def test_no_coup_of_any_legal_house_lacks_a_card(house: House, random: Random) -> None:
    fresh = Shoe.shuffled(house.decks, random.randrange)
    dealt = list(coups_of(house, fresh))
    *_, (_, _, after) = dealt
    cards = tuple(card for coup, _, _ in dealt for card in coup.cards)
    burn, first = house.open_shoe(fresh)
    burned = (*filter(None, (burn.shown,)), *burn.hidden) if burn else ()
    assert burned + cards + after.order[after.place :] == fresh.order
    assert len(burned) == first.place


def extreme_houses() -> Iterator[House]:
    for decks in range(1, 13):
        for burn in Burning:
            most = 52 * decks - (LARGEST_BURN if burn is Burning.FIRST_CARD else 0)
            for after, least in ((AfterCut.LAST_COUP, 6), (AfterCut.ONE_MORE, 11)):
                for cut_card in (least, least + 1, least + 5, most - 1, most):
                    yield House(decks=decks, burn=burn, cut_card=cut_card, after_cut_card=after)
            for without in NoCutCard:
                yield House(decks=decks, burn=burn, cut_card=without)


@pytest.mark.no_cover
def test_no_coup_lacks_a_card_where_every_coup_takes_six() -> None:
    ten = Card.parse("Ts")
    for house in extreme_houses():
        for first in DECK[:10]:
            worst = Shoe((first, *(ten,) * (house.cards - 1)))
            *_, (coup, _, after) = coups_of(house, worst)
            assert after.left >= 0
            assert coup.cards[-1] == ten


def test_the_extremes_of_the_cut_card_are_as_far_as_a_house_may_go() -> None:
    _, shoe = House(cut_card=405).open_shoe(Shoe((Card.parse("Ks"), *(DECK * 8)[1:])))
    assert shoe.cut_card_is_next


@pytest.mark.parametrize("name", HOUSES)
def test_the_last_coup_is_the_one_the_house_says(name: str) -> None:
    house = HOUSES[name]
    random = Random(7)
    for _ in range(20):
        fresh = Shoe.shuffled(house.decks, random.randrange)
        _, before, after = list(coups_of(house, fresh))[-1]
        match (house.cut_card, house.after_cut_card):
            case (NoCutCard(), _):
                assert before.place == 0
            case (int(behind), AfterCut.LAST_COUP):
                assert behind <= before.left
                assert after.left < behind
            case (int(behind), _):
                assert after.left < before.left <= behind


def test_a_cut_card_that_comes_out_in_place_of_a_first_card_ends_the_shoe() -> None:
    ten = (Card.parse("Ts"),)
    for after in AfterCut:
        house = House(decks=1, burn=Burning.NONE, cut_card=16, after_cut_card=after)
        dealt = list(coups_of(house, Shoe(ten * 52)))
        assert len(dealt) == 7
        assert dealt[-1][1].cut_card_is_next


def test_one_more_coup_is_dealt_after_the_cut_card_came_out_in_the_middle_of_one() -> None:
    ten = (Card.parse("Ts"),)
    for after, coups in ((AfterCut.LAST_COUP, 7), (AfterCut.ONE_MORE, 8)):
        house = House(decks=1, burn=Burning.NONE, cut_card=14, after_cut_card=after)
        assert len(list(coups_of(house, Shoe(ten * 52)))) == coups


def test_without_a_cut_card_a_shoe_lasts_one_coup_or_until_it_is_short() -> None:
    ten = (Card.parse("Ts"),)
    once = House(decks=1, burn=Burning.NONE, cut_card=NoCutCard.EVERY_COUP)
    assert len(list(coups_of(once, Shoe(ten * 52)))) == 1
    short = House(decks=1, burn=Burning.NONE, cut_card=NoCutCard.WHEN_SHORT)
    *_, (_, before, after) = coups_of(short, Shoe(ten * 52))
    assert (before.left, after.left) == (10, 4)


def test_2_to_11_cards_are_burned() -> None:
    burned = set()
    for rank in DECK[:13]:
        burn, shoe = CLASSIC.open_shoe(Shoe((rank, *(DECK * 8)[1:])))
        assert burn is not None
        assert shoe.place == 1 + len(burn.hidden)
        assert shoe.cut == 409
        burned.add(shoe.place)
    assert burned == set(range(2, 12))

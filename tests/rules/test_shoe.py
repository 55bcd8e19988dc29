from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import puntobanco.shoe
from puntobanco import DECK, Card, Deck, Shoe
from puntobanco.cards import parse_cards
from puntobanco.errors import NotationError, ShoeExhausted
from puntobanco.shoe import DECKS_ALLOWED, AfterCut, ends_shoe
from tests.rules.strategies import shoes


@pytest.mark.no_cover
@given(st.sampled_from(DECKS_ALLOWED), st.randoms(use_true_random=False))
def test_shuffling_keeps_every_card(decks: int, random: Random) -> None:
    shoe = Shoe.shuffled(decks, random.randrange)
    assert Counter(shoe.order) == Counter(DECK * decks)
    assert (shoe.place, shoe.cut, shoe.left) == (0, None, 52 * decks)


def test_every_order_is_drawn_by_exactly_one_run_of_choices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = parse_cards("Ac 2c 3c 4c 5c")
    monkeypatch.setattr(puntobanco.shoe, "DECK", few)
    orders = []
    for choices in product(range(5), range(4), range(3), range(2)):
        asked: list[int] = []
        answers = iter(choices)

        def below(count: int, asked: list[int] = asked, answers: Iterator[int] = answers) -> int:
            asked.append(count)
            return next(answers)

        orders.append(Shoe.shuffled(1, below).order)
        assert asked == [5, 4, 3, 2]
    assert sorted(orders, key=str) == sorted(permutations(few), key=str)


def test_the_last_card_is_chosen_first() -> None:
    choices = iter([0] + [51 - step for step in range(1, 51)])
    order = Shoe.shuffled(1, lambda _: next(choices)).order
    assert order == (DECK[51], *DECK[1:51], DECK[0])


@given(shoes())
def test_a_shoe_is_its_text(shoe: Shoe) -> None:
    assert Shoe.parse(str(shoe)) == shoe
    assert repr(shoe) == f"Shoe.parse('{shoe}')"


@pytest.mark.parametrize(
    "text", ["9h Kd", "9h ^ Kd", "9h | Kd", "^ 9h Kd", "9h Kd ^ |", "| 9h Kd", "9h ^ | Kd"]
)
def test_a_place_and_a_cut_card_stand_where_they_are_marked(text: str) -> None:
    shoe = Shoe.parse(text)
    words = text.split()
    before = [word for word in words if word != "|"]
    assert shoe.order == parse_cards("9h Kd")
    assert shoe.place == (before.index("^") if "^" in before else 0)
    others = [word for word in words if word != "^"]
    assert shoe.cut == (others.index("|") if "|" in others else None)


def test_a_fresh_shoe_has_no_marks_in_its_text() -> None:
    assert str(Shoe(parse_cards("9h Kd"))) == "9h Kd"
    assert str(Shoe(parse_cards("9h Kd"), 0, 0)) == "| 9h Kd"


@pytest.mark.parametrize("mark", "^|")
def test_a_mark_stands_in_a_shoe_once(mark: str) -> None:
    text = f"9h {mark} Kd {mark}"
    with pytest.raises(NotationError) as caught:
        Shoe.parse(text)
    assert caught.value.text == text
    assert caught.value.expected == f"a shoe: {mark} stands in it twice"


@given(shoes(), st.integers(0, 90))
def test_cards_are_taken_in_order_and_none_is_lost(shoe: Shoe, count: int) -> None:
    if count > shoe.left:
        with pytest.raises(ShoeExhausted) as caught:
            shoe.take(count)
        assert (caught.value.wanted, caught.value.left) == (count, shoe.left)
        return
    taken, rest = shoe.take(count)
    assert len(taken) == count
    assert (*shoe.order[: shoe.place], *taken, *rest.order[rest.place :]) == shoe.order
    assert rest == Shoe(shoe.order, shoe.place + count, shoe.cut)


@pytest.mark.parametrize("card", DECK[:13], ids=str)
def test_the_first_card_says_how_many_are_burned(card: Card) -> None:
    burned = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card.rank.letter, card.points)
    burn, shoe = Shoe((card, *DECK), 0, 40).burn()
    assert burn.shown == card
    assert burn.hidden == DECK[:burned]
    assert (shoe.place, shoe.cut) == (1 + burned, 40)


def test_exactly_so_many_cards_lie_behind_the_cut_card() -> None:
    shoe = Shoe(DECK, 3).with_cut_card(7)
    assert shoe == Shoe(DECK, 3, 45)
    assert Shoe(DECK).with_cut_card(52).cut == 0
    assert Shoe(DECK, 3).with_cut_card(0).cut == 52
    with pytest.raises(ShoeExhausted) as caught:
        Shoe(DECK, 3).with_cut_card(50)
    assert (caught.value.wanted, caught.value.left) == (50, 49)


@pytest.mark.parametrize(
    "place, is_next, is_out", [(4, False, False), (5, True, False), (6, False, True)]
)
def test_the_cut_card_is_next_and_then_out(place: int, is_next: bool, is_out: bool) -> None:
    shoe = Shoe(DECK, place, 5)
    assert (shoe.cut_card_is_next, shoe.cut_card_is_out) == (is_next, is_out)


def test_without_a_cut_card_none_comes_out() -> None:
    for place in (0, 1, 52):
        shoe = Shoe(DECK, place)
        assert (shoe.cut_card_is_next, shoe.cut_card_is_out) == (False, False)
        assert not any(ends_shoe(Shoe(DECK), shoe, rule) for rule in AfterCut)


@pytest.mark.parametrize(
    "before, after, last_coup, one_more",
    [
        (30, 35, False, False),
        (40, 44, False, False),
        (40, 45, False, False),
        (40, 46, True, False),
        (44, 50, True, False),
        (45, 49, True, True),
        (46, 50, True, True),
        (50, 52, True, True),
    ],
)
def test_seven_cards_lie_behind_the_cut_card_and_the_coup_that_draws_one_is_the_last(
    before: int, after: int, last_coup: bool, one_more: bool
) -> None:
    shoe = Shoe(DECK).with_cut_card(7)
    states = Shoe(DECK, before, shoe.cut), Shoe(DECK, after, shoe.cut)
    assert ends_shoe(*states) is last_coup
    assert ends_shoe(*states, AfterCut.LAST_COUP) is last_coup
    assert ends_shoe(*states, AfterCut.ONE_MORE) is one_more


@pytest.mark.parametrize("count", [-1, 3])
def test_a_shoe_gives_no_more_cards_than_it_has_and_none_back(count: int) -> None:
    shoe = Shoe.parse("9h 8h")
    with pytest.raises(ShoeExhausted):
        shoe.take(count)
    with pytest.raises(ShoeExhausted):
        shoe.with_cut_card(count)


def test_a_deck_is_the_52_cards_and_gives_one_after_the_other() -> None:
    deck, drawn = Deck(), []
    while len(deck):
        card, deck = deck.draw()
        drawn.append(card)
    assert tuple(drawn) == DECK
    with pytest.raises(ShoeExhausted):
        deck.draw()


@pytest.mark.parametrize("kind", [Deck, Shoe])
@pytest.mark.parametrize("cards", [6, "9h Kd", list(DECK)], ids=["number", "text", "list"])
def test_what_is_no_tuple_of_cards_is_refused_at_once(
    kind: Callable[[object], object], cards: object
) -> None:
    with pytest.raises(TypeError, match=r"takes a tuple of cards, not .* Shoe\.shuffled\(6, "):
        kind(cards)


@given(st.permutations(DECK), st.integers(0, 52))
def test_a_deck_is_its_text_and_deals_as_a_shoe(cards: list[Card], left: int) -> None:
    deck = Deck(tuple(cards[:left]))
    assert Deck.parse(str(deck)) == deck
    assert repr(deck) == f"Deck.parse('{deck}')"
    assert deck.shoe == Shoe(deck.cards)


def test_a_shuffled_deck_holds_the_same_cards_in_the_order_of_a_shuffled_shoe() -> None:
    shuffled = Deck().shuffled(Random(7).randrange)
    assert sorted(shuffled.cards) == sorted(DECK)
    assert shuffled.shoe == Shoe.shuffled(1, Random(7).randrange)


@given(shoes(), st.data())
def test_a_shoe_led_by_cards_holds_the_same_cards(shoe: Shoe, data: st.DataObject) -> None:
    first = tuple(data.draw(st.permutations(shoe.order)))[: data.draw(st.integers(0, 8))]
    led = shoe.led_by(first)
    assert led.order[: len(first)] == first
    assert Counter(led.order) == Counter(shoe.order)
    rest = list(shoe.order)
    for card in first:
        rest.remove(card)
    assert led.order[len(first) :] == tuple(rest)


def test_a_shoe_is_not_led_by_cards_that_it_does_not_have() -> None:
    with pytest.raises(NotationError, match="'9h' is not in this shoe more than 1 times"):
        Shoe.parse("9h Kd").led_by(parse_cards("9h 9h"))

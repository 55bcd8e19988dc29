from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco import DECK, Card, Hand, Rank, Suit
from puntobanco.cards import format_cards, parse_cards
from puntobanco.errors import NotationError
from tests.rules.strategies import cards, hands


def test_an_ace_is_1_and_pips_count_and_a_ten_or_court_card_is_0() -> None:
    points = {rank.letter: rank.points for rank in Rank}
    pips = {letter: int(letter) for letter in "23456789"}
    assert points == {"A": 1} | pips | dict.fromkeys("TJQK", 0)


def test_diamonds_and_hearts_are_red() -> None:
    assert [(suit.letter, suit.symbol, suit.is_red) for suit in Suit] == [
        ("c", "♣", False),
        ("d", "♦", True),
        ("h", "♥", True),
        ("s", "♠", False),
    ]


def test_a_new_deck_lies_clubs_diamonds_hearts_spades_each_from_ace_to_king() -> None:
    assert list(map(str, DECK)) == [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]


@given(cards)
def test_a_card_is_its_text(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert Card.parse(f" {str(card).upper()}\n") == card
    assert repr(card) == f"Card('{card}')"
    assert card.points == card.rank.points


SPELLED = {
    "A♣": "Ac",
    "10♠": "Ts",
    "t♦": "Td",
    "9♥\ufe0f": "9h",
    "Q♤": "Qs",
    "ace of clubs": "Ac",
    "KING of DIAMONDS": "Kd",
    "9 of SPADES": "9s",
    "10 of hearts": "Th",
    "q of clubs": "Qc",
}


@pytest.mark.parametrize("text,card", SPELLED.items())
def test_a_card_may_be_written_with_a_symbol_or_in_words(text: str, card: str) -> None:
    assert str(Card.parse(text)) == card
    assert parse_cards(f"2c {text}, {text}\n3d") == parse_cards(f"2c {card} {card} 3d")


@given(cards)
def test_every_card_is_read_as_it_is_spoken_and_drawn(card: Card) -> None:
    assert Card.parse(f"{card.rank.name} of {card.suit.name}") == card
    assert Card.parse(f"{card.rank.name.lower()}  of {card.suit.name.lower()} ") == card
    assert Card.parse(card.rank.letter + card.suit.symbol) == card


@given(st.lists(cards))
def test_cards_are_ordered_by_rank_and_then_by_suit(row: list[Card]) -> None:
    ranks, suits = list(Rank), list(Suit)
    assert sorted(row) == sorted(
        row, key=lambda card: (ranks.index(card.rank), suits.index(card.suit))
    )
    assert max(DECK) == Card.parse("Ks")
    assert min(DECK) == Card.parse("Ac") <= Card.parse("Ac") < Card.parse("Ad")


def test_a_card_has_no_order_beside_what_is_no_card() -> None:
    with pytest.raises(TypeError):
        assert Card.parse("9h") < "Kd"


LETTERS = ["", "9", "h", "1h", "0h", "11h", "10", "9hh", "h9", "9x", "100s", "♣A", "♣", "1♣"]
WORDS = ["ace of", "of clubs", "ace of stars", "one of clubs", "ace clubs"]


@pytest.mark.parametrize("text", [*LETTERS, *WORDS])
def test_what_is_no_card_is_refused_and_the_card_spelling_is_explained(text: str) -> None:
    expected = "a card: a rank of A 2 3 4 5 6 7 8 9 T J Q K, then a suit of c d h s"
    with pytest.raises(NotationError, match=f"^{re.escape(repr(text))} is not {expected}$"):
        Card.parse(text)


@given(st.lists(cards).map(tuple))
def test_cards_are_their_text(row: tuple[Card, ...]) -> None:
    assert parse_cards(format_cards(row)) == row
    assert parse_cards(", ".join(map(str, row))) == row


@given(hands)
def test_a_hand_is_its_text(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert repr(hand) == f"Hand.parse('{hand}')"
    assert len(hand) == len(hand.cards)


@given(hands)
def test_a_total_is_the_last_digit_of_the_sum(hand: Hand) -> None:
    assert 0 <= hand.total <= 9
    assert str(sum(card.points for card in hand.cards))[-1] == str(hand.total)


@pytest.mark.parametrize("text", ["", "9h", "9h 9h 9h 9h"])
def test_a_hand_has_two_or_three_cards(text: str) -> None:
    expected = f"^{text!r} is not a hand of two or three cards$"
    with pytest.raises(NotationError, match=expected):
        Hand.parse(text)


@pytest.mark.parametrize(
    "text, natural",
    [
        ("9h Kd", True),
        ("4h 4d", True),
        ("9c 9d", True),
        ("4h 3d", False),
        ("9h Ac", False),
        ("2h 3d 4c", False),
        ("9h Kd Qd", False),
    ],
)
def test_a_natural_is_8_or_9_in_two_cards(text: str, natural: bool) -> None:
    assert Hand.parse(text).is_natural is natural

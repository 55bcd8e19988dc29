"""Cards, their points, and hands of two or three of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from puntobanco.errors import NotationError


class Rank(Enum):
    """A card's rank: the letter it is written with, and its points."""

    ACE = ("A", 1)
    TWO = ("2", 2)
    THREE = ("3", 3)
    FOUR = ("4", 4)
    FIVE = ("5", 5)
    SIX = ("6", 6)
    SEVEN = ("7", 7)
    EIGHT = ("8", 8)
    NINE = ("9", 9)
    TEN = ("T", 0)
    JACK = ("J", 0)
    QUEEN = ("Q", 0)
    KING = ("K", 0)

    letter: str
    points: int

    def __init__(self, letter: str, points: int) -> None:
        self.letter = letter
        self.points = points

    @property
    def burns(self) -> int:
        """How many cards are burned face down after this one: ace 1, ten and court cards 10."""
        return self.points or 10


class Suit(Enum):
    """A card's suit: the letter it is written with, its symbol, and whether it is red."""

    CLUBS = ("c", "♣")
    DIAMONDS = ("d", "♦")
    HEARTS = ("h", "♥")
    SPADES = ("s", "♠")

    letter: str
    symbol: str

    def __init__(self, letter: str, symbol: str) -> None:
        self.letter = letter
        self.symbol = symbol

    @property
    def is_red(self) -> bool:
        """Diamonds and hearts are red."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)


@dataclass(frozen=True, slots=True)
class Card:
    """One card; the same face from two decks is the same value.

    >>> Card.parse("9h")
    Card('9h')
    >>> Card.parse("Kd").points
    0
    >>> Card.parse("10S")
    Card('Ts')
    """

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card such as ``9h``, ``Kd``, ``Ts`` or ``10s``, in either case."""
        folded = text.strip().lower()
        try:
            return _FACES["t" + folded[2:] if folded.startswith("10") else folded]
        except KeyError:
            expected = "a card: a rank of A 2 3 4 5 6 7 8 9 T J Q K, then a suit of c d h s"
            raise NotationError(text, expected=expected) from None

    @property
    def points(self) -> int:
        """Ace 1, 2 to 9 their pips, ten and court cards 0."""
        return self.rank.points

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"Card('{self}')"


DECK = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards in the order of a new deck: clubs, diamonds, hearts, spades, each ace to king."""

_FACES = {str(card).lower(): card for card in DECK}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards divided by white space or commas.

    >>> parse_cards("Jd Qh, 5h")
    (Card('Jd'), Card('Qh'), Card('5h'))
    """
    return tuple(Card.parse(word) for word in text.replace(",", " ").split())


def format_cards(cards: tuple[Card, ...]) -> str:
    """Write cards with a space between them; `parse_cards` reads them back."""
    return " ".join(map(str, cards))


@dataclass(frozen=True, slots=True)
class Hand:
    """The two or three cards of one side, as they came.

    >>> Hand.parse("9h 6c").total
    5
    """

    cards: tuple[Card, ...]

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read a hand such as ``9h 6c``."""
        cards = parse_cards(text)
        if len(cards) not in (2, 3):
            raise NotationError(text, expected="a hand of two or three cards")
        return cls(cards)

    @property
    def total(self) -> int:
        """The last digit of the sum of the points."""
        return sum(card.rank.points for card in self.cards) % 10

    @property
    def is_natural(self) -> bool:
        """8 or 9 in two cards."""
        return len(self.cards) == 2 and self.total >= 8

    @property
    def third(self) -> Card | None:
        """The third card, if one was drawn."""
        return self.cards[2] if len(self.cards) == 3 else None

    def with_card(self, card: Card) -> Hand:
        """The hand after drawing a card."""
        return Hand((*self.cards, card))

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return format_cards(self.cards)

    def __repr__(self) -> str:
        return f"Hand.parse('{self}')"

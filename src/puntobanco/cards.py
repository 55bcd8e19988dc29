"""Cards, their points, and hands of two or three of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import total_ordering

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


@total_ordering
@dataclass(frozen=True, slots=True)
class Card:
    """One card. Cards with the same face are equal, even from different decks.

    Cards are ordered by rank, ace to king, and then by suit: clubs, diamonds, hearts, spades.

    >>> Card.parse("9h")
    Card('9h')
    >>> Card.parse("Kd").points
    0
    >>> Card.parse("10S"), Card.parse("A♣"), Card.parse("ace of clubs")
    (Card('Ts'), Card('Ac'), Card('Ac'))
    >>> Card.parse("As") < Card.parse("2c") < Card.parse("2d")
    True
    """

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read ``9h``, ``Ts``, ``10s``, ``9♥`` or ``nine of hearts``, in either case."""
        folded = text.strip().lower()
        card = _FACES.get(folded) or _FACES.get(_written_short(folded))
        if card is None:
            expected = "a card: a rank of A 2 3 4 5 6 7 8 9 T J Q K, then a suit of c d h s"
            raise NotationError(text, expected=expected)
        return card

    @property
    def points(self) -> int:
        """Ace 1, 2 to 9 their pips, ten and court cards 0."""
        return self.rank.points

    def __lt__(self, other: object) -> bool:
        return _PLACES[self] < _PLACES[other] if isinstance(other, Card) else NotImplemented

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"Card('{self}')"


DECK = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards in the order of a new deck: clubs, diamonds, hearts, spades, each ace to king."""

_PLACES = {card: place for place, card in enumerate(Card(r, s) for r in Rank for s in Suit)}

_FACES = {str(card).lower(): card for card in DECK}
_RANKS = {rank.name.lower(): rank.letter.lower() for rank in Rank} | {"10": "t"}
_SUITS = {suit.name.lower(): suit.letter for suit in Suit}
_SYMBOLS = str.maketrans(
    {suit.symbol: suit.letter for suit in Suit}
    | dict(zip("♧♢♡♤", "cdhs", strict=True))
    | dict.fromkeys("\ufe0e\ufe0f")  # they ask for a symbol as text or as a picture
)

_CARD = re.compile(r"[^\s,]+\s+of\s+[^\s,]+|[^\s,]+", re.IGNORECASE)
"""A card in words, or anything else between white space and commas."""


def _written_short(text: str) -> str:
    """Return the two letters of a card written in words, with a symbol or with 10."""
    rank, _, suit = text.partition(" of ")
    if suit:
        return _RANKS.get(rank.strip(), rank.strip()) + _SUITS.get(suit.strip(), suit)
    short = text.translate(_SYMBOLS)
    return "t" + short[2:] if short.startswith("10") else short


def split_cards(text: str) -> list[str]:
    """Split a text into cards, which white space or commas separate.

    >>> split_cards("Jd ace of clubs, 5h")
    ['Jd', 'ace of clubs', '5h']
    """
    return [" ".join(found.split()) for found in _CARD.findall(text)]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by white space or commas.

    >>> parse_cards("Jd Q♥, five of hearts")
    (Card('Jd'), Card('Qh'), Card('5h'))
    """
    return tuple(map(Card.parse, split_cards(text)))


def format_cards(cards: tuple[Card, ...]) -> str:
    """Write cards with spaces between them, as `parse_cards` reads them."""
    return " ".join(map(str, cards))


@dataclass(frozen=True, slots=True)
class Hand:
    """The two or three cards of one side, in dealing order.

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
        """Whether the hand has 8 or 9 in two cards."""
        return len(self.cards) == 2 and self.total >= 8

    @property
    def third(self) -> Card | None:
        """The third card, if one was drawn."""
        return self.cards[2] if len(self.cards) == 3 else None

    def with_card(self, card: Card) -> Hand:
        """Return the hand after drawing a card."""
        return Hand((*self.cards, card))

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return format_cards(self.cards)

    def __repr__(self) -> str:
        return f"Hand.parse('{self}')"

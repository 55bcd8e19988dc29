"""One coup: two hands dealt from a shoe by the tableau, and what happened in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from puntobanco._html import html_table
from puntobanco.cards import Card, Hand
from puntobanco.errors import NotationError
from puntobanco.shoe import Shoe
from puntobanco.tableau import PUNTO_BANCO, Side, Square, Tableau

LARGEST_COUP = 6
"""The most cards that a coup takes."""


class Outcome(Enum):
    """How a coup ended."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"

    @property
    def letter(self) -> str:
        """P, B or T, as on a scoreboard."""
        return self.name[0]


class Naturals(Enum):
    """The result of two naturals with different totals."""

    HIGHER_WINS = "higher wins"
    TIE = "tie"


class Score(NamedTuple):
    """Both totals and both card counts: all that most bets look at.

    >>> Score(8, 9, 2, 2).outcome(), Score(8, 9, 2, 2).outcome(Naturals.TIE)
    (<Outcome.BANKER: 'banker'>, <Outcome.TIE: 'tie'>)
    """

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int

    def total(self, side: Side) -> int:
        """Return the total of one side."""
        return self.player_total if side is Side.PLAYER else self.banker_total

    def cards(self, side: Side) -> int:
        """Return the number of cards of one side."""
        return self.player_cards if side is Side.PLAYER else self.banker_cards

    def has_natural(self, side: Side) -> bool:
        """Return whether one side has 8 or 9 in two cards."""
        return self.cards(side) == 2 and self.total(side) >= 8

    @property
    def is_natural(self) -> bool:
        """Whether either side has 8 or 9 in two cards."""
        return self.has_natural(Side.PLAYER) or self.has_natural(Side.BANKER)

    def outcome(self, naturals: Naturals = Naturals.HIGHER_WINS) -> Outcome:
        """Return who won, by the house's rule for two naturals."""
        both = self.has_natural(Side.PLAYER) and self.has_natural(Side.BANKER)
        if self.player_total == self.banker_total or (both and naturals is Naturals.TIE):
            return Outcome.TIE
        return Outcome.PLAYER if self.player_total > self.banker_total else Outcome.BANKER


SCORES = tuple(
    Score(player, banker, player_cards, banker_cards)
    for player in range(10)
    for banker in range(10)
    for player_cards in (2, 3)
    for banker_cards in (2, 3)
)
"""All 400 combinations, possible or not, in the order of every histogram of scores."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A side got one of the first four cards."""

    side: Side
    card: Card


@dataclass(frozen=True, slots=True)
class Called:
    """The croupier called both two-card totals."""

    player: int
    banker: int


@dataclass(frozen=True, slots=True)
class Stood:
    """A side took no third card."""

    side: Side
    total: int
    reason: Square | None
    """The square that decided, or None if a natural ended the coup."""


@dataclass(frozen=True, slots=True)
class Drew:
    """A side took a third card."""

    side: Side
    card: Card
    total: int
    reason: Square


@dataclass(frozen=True, slots=True)
class Ended:
    """The coup ended with this score."""

    score: Score


CoupEvent = Dealt | Called | Stood | Drew | Ended
"""A step of a coup, and the reason for it."""


@dataclass(frozen=True, slots=True)
class Coup:
    """The two hands of a finished coup. Everything else is derived from their cards.

    >>> coup = Coup.parse("4h 3c / Ks 5d 9c")
    >>> coup.score
    Score(player_total=7, banker_total=4, player_cards=2, banker_cards=3)
    >>> [str(card) for card in coup.cards]
    ['4h', 'Ks', '3c', '5d', '9c']
    """

    player: Hand
    banker: Hand

    @classmethod
    def parse(cls, text: str) -> Coup:
        """Read a coup such as ``4h 3c / Ks 5d 9c``: Player's hand, then Banker's."""
        hands = text.split("/")
        if len(hands) != 2:
            raise NotationError(text, expected="two hands with / between them")
        coup = cls(*map(Hand.parse, hands))
        if len(coup.cards) > 4 and any(hand.is_natural for hand in coup.opening):
            raise NotationError(text, expected="a coup: after a natural no third card is drawn")
        return coup

    @property
    def score(self) -> Score:
        """Both totals and both card counts."""
        player, banker = self.player, self.banker
        return Score(player.total, banker.total, len(player.cards), len(banker.cards))

    @property
    def opening(self) -> tuple[Hand, Hand]:
        """Player's and Banker's first two cards."""
        return Hand(self.player.cards[:2]), Hand(self.banker.cards[:2])

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards in dealing order: Player, Banker, Player, Banker, then third cards."""
        (p1, p2, *p3), (b1, b2, *b3) = self.player.cards, self.banker.cards
        return (p1, b1, p2, b2, *p3, *b3)

    def hand(self, side: Side) -> Hand:
        """Return the hand of one side."""
        return self.player if side is Side.PLAYER else self.banker

    def outcome(self, naturals: Naturals = Naturals.HIGHER_WINS) -> Outcome:
        """Return who won, by the house's rule for two naturals."""
        return self.score.outcome(naturals)

    @property
    def events(self) -> tuple[CoupEvent, ...]:
        """The steps: four cards, the call, what each side did by which square, the end."""
        sides = (Side.PLAYER, Side.BANKER) * 2
        dealt = (Dealt(side, card) for side, card in zip(sides, self.cards, strict=False))
        called = Called(*(hand.total for hand in self.opening))
        decisions = (self._decision(side) for side in Side)
        return (*dealt, called, *decisions, Ended(self.score))

    @property
    def is_natural(self) -> bool:
        """Whether a natural ended the coup."""
        return self.player.is_natural or self.banker.is_natural

    def _decision(self, side: Side) -> Stood | Drew:
        hand = self.hand(side)
        if self.is_natural:
            return Stood(side, hand.total, None)
        against = self.player.third if side is Side.BANKER else None
        holding = Hand(hand.cards[:2]).total
        square = Square(side, holding, against.points if against else None)
        third = hand.third
        return Drew(side, third, hand.total, square) if third else Stood(side, holding, square)

    def __str__(self) -> str:
        return f"{self.player} / {self.banker}"

    def __repr__(self) -> str:
        return f"Coup.parse('{self}')"

    def _repr_html_(self) -> str:
        rows = [(side, self.hand(side), self.hand(side).total) for side in Side]
        return html_table(f"Coup: {self.outcome().value}", ("hand", "cards", "total"), rows)


def deal(shoe: Shoe, tableau: Tableau = PUNTO_BANCO) -> tuple[Coup, Shoe]:
    """Play one coup. Return it and the rest of the shoe.

    >>> coup, shoe = deal(Shoe.parse("Jd Qh 5h Qd 9s 8h 2c"))
    >>> print(coup, coup.outcome().value, shoe.left)
    Jd 5h 9s / Qh Qd 8h banker 1
    """
    (p1, b1, p2, b2), shoe = shoe.take(4)
    player, banker = Hand((p1, p2)), Hand((b1, b2))
    if player.is_natural or banker.is_natural:
        return Coup(player, banker), shoe

    player_third = None
    if tableau.player_draws(player.total):
        (card,), shoe = shoe.take(1)
        player, player_third = player.with_card(card), card.points
    if tableau.banker_draws(banker.total, player_third):
        (card,), shoe = shoe.take(1)
        banker = banker.with_card(card)
    return Coup(player, banker), shoe

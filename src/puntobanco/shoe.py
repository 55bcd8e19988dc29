"""The shoe: cards in order, how many were taken, the burn, and the cut card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from puntobanco._html import html_table
from puntobanco.cards import DECK, Card, format_cards, parse_cards, split_cards
from puntobanco.errors import NotationError, ShoeExhausted

Below = Callable[[int], int]
"""A source of randomness: given n, return a number from 0 to n - 1, all equally likely."""

DECKS_ALLOWED = range(1, 13)
"""How many decks a shoe may be made of."""


class AfterCut(Enum):
    """What follows if the cut card comes out in the middle of a coup."""

    LAST_COUP = "last coup"
    ONE_MORE = "one more"


@dataclass(frozen=True, slots=True)
class Burn:
    """The cards burned before the first coup: perhaps one face up, and the others."""

    shown: Card | None
    hidden: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Shoe:
    """Cards in a fixed order, of which `place` have been taken.

    `cut` is the number of cards in front of the cut card, or None without one.
    The text form marks the place with ``^`` and the cut card with ``|``.

    >>> shoe = Shoe.parse("9h Kd ^ 4s 5c | 6h 2d")
    >>> shoe.take(1)
    ((Card('4s'),), Shoe.parse('9h Kd 4s ^ 5c | 6h 2d'))
    >>> shoe.left, shoe.cut
    (4, 4)
    """

    order: tuple[Card, ...]
    place: int = 0
    cut: int | None = None

    def __post_init__(self) -> None:
        _check_cards("Shoe", self.order)

    @classmethod
    def parse(cls, text: str) -> Shoe:
        """Read cards in dealing order, with an optional ``^`` and an optional ``|``."""
        marks: dict[str, int] = {}
        cards: list[Card] = []
        for word in split_cards(text):
            if word not in {"^", "|"}:
                cards.append(Card.parse(word))
            elif word in marks:
                raise NotationError(text, expected=f"a shoe: {word} stands in it twice")
            else:
                marks[word] = len(cards)
        return cls(tuple(cards), marks.get("^", 0), marks.get("|"))

    @classmethod
    def shuffled(cls, decks: int, below: Below) -> Shoe:
        """Return a shoe of whole decks, shuffled by Fisher and Yates with `below`."""
        return cls(_shuffled(DECK * decks, below))

    @property
    def left(self) -> int:
        """How many cards remain, including those behind the cut card."""
        return len(self.order) - self.place

    def take(self, count: int) -> tuple[tuple[Card, ...], Shoe]:
        """Return the next cards, and the shoe without them."""
        if not 0 <= count <= self.left:
            raise ShoeExhausted(wanted=count, left=self.left)
        end = self.place + count
        return self.order[self.place : end], Shoe(self.order, end, self.cut)

    def burn(self) -> tuple[Burn, Shoe]:
        """Turn the first card up and burn as many more as its rank requires."""
        (shown,), shoe = self.take(1)
        hidden, shoe = shoe.take(shown.rank.burns)
        return Burn(shown, hidden), shoe

    def with_cut_card(self, behind: int) -> Shoe:
        """Place the cut card so that exactly `behind` cards lie behind it."""
        if not 0 <= behind <= self.left:
            raise ShoeExhausted(wanted=behind, left=self.left)
        return replace(self, cut=len(self.order) - behind)

    def led_by(self, cards: tuple[Card, ...]) -> Shoe:
        """Move these cards of a fresh shoe to the front. The others keep their order.

        >>> Shoe.parse("9h Kd 4s 9h").led_by(parse_cards("4s 9h"))
        Shoe.parse('4s 9h Kd 9h')
        """
        wanted, rest = Counter(cards), []
        for card in self.order:
            if wanted[card]:
                wanted[card] -= 1
            else:
                rest.append(card)
        for card, missing in wanted.items():
            if missing:
                have = cards.count(card) - missing
                raise NotationError(str(card), expected=f"in this shoe more than {have} times")
        return Shoe((*cards, *rest))

    @property
    def cut_card_is_next(self) -> bool:
        """Whether the cut card comes out before the next card does."""
        return self.place == self.cut

    @property
    def cut_card_is_out(self) -> bool:
        """Whether a card from behind the cut card has been taken."""
        return self.cut is not None and self.place > self.cut

    def __str__(self) -> str:
        words = list(map(str, self.order))
        marks = [(self.place, "^")] if self.place else []
        if self.cut is not None:
            marks.append((self.cut, "|"))
        for place, mark in sorted(marks, reverse=True):
            words.insert(place, mark)
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Shoe.parse('{self}')"

    def _repr_html_(self) -> str:
        """Show counts but no cards: a notebook shows values unasked."""
        ahead = "no cut card" if self.cut is None else max(0, self.cut - self.place)
        row = (len(self.order), self.place, self.left, ahead)
        return html_table("Shoe", ("cards", "taken", "left", "left before the cut card"), [row])


def _check_cards(name: str, cards: object) -> None:
    if not isinstance(cards, tuple):
        raise TypeError(
            f"{name} takes a tuple of cards, not {cards!r}: {name}.parse reads a text such as "
            "'9h Kd', and Shoe.shuffled(6, Random().randrange) makes a shoe of six decks"
        )


def _shuffled(cards: tuple[Card, ...], below: Below) -> tuple[Card, ...]:
    order = [*cards]
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck, as programming courses use it. The game is dealt from a `Shoe`.

    >>> from random import Random
    >>> deck = Deck().shuffled(Random(7).randrange)
    >>> card, deck = deck.draw()
    >>> card, len(deck), len(deck.shoe.order)
    (Card('5d'), 51, 51)
    """

    cards: tuple[Card, ...] = DECK

    def __post_init__(self) -> None:
        _check_cards("Deck", self.cards)

    @classmethod
    def parse(cls, text: str) -> Deck:
        """Read the cards that are left, the next one first."""
        return cls(parse_cards(text))

    def shuffled(self, below: Below) -> Deck:
        """Shuffle the cards that are left with `below`, such as `Random().randrange`."""
        return Deck(_shuffled(self.cards, below))

    def draw(self) -> tuple[Card, Deck]:
        """Return the next card, and the deck without it."""
        if not self.cards:
            raise ShoeExhausted(wanted=1, left=0)
        return self.cards[0], Deck(self.cards[1:])

    @property
    def shoe(self) -> Shoe:
        """The cards that are left, as a shoe to deal from."""
        return Shoe(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return format_cards(self.cards)

    def __repr__(self) -> str:
        return f"Deck.parse('{self}')"


def ends_shoe(before: Shoe, after: Shoe, rule: AfterCut = AfterCut.LAST_COUP) -> bool:
    """Return whether the coup between these two states of a shoe is its last.

    If the cut card comes out before the coup's first card, that coup is the last. If it comes out
    later, the rule decides whether one more follows.
    """
    if rule is AfterCut.LAST_COUP:
        return after.cut_card_is_out
    return before.cut_card_is_next or before.cut_card_is_out

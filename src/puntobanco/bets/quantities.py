"""Quantities of a coup that a bet can test, each with a few possible values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations_with_replacement
from typing import NamedTuple

from puntobanco.cards import Card, Hand, Rank, Suit
from puntobanco.coup import LARGEST_COUP, Coup, Naturals, Outcome, Score
from puntobanco.tableau import Side

Value = int | str
"""A number, 1 for true, an outcome, or the letters of two ranks or suits such as ``QK``."""


class Seen(NamedTuple):
    """A coup as bets see it. A bet on the score needs no cards."""

    score: Score
    outcome: Outcome
    coup: Coup | None = None

    @classmethod
    def of(cls, coup: Coup, naturals: Naturals) -> Seen:
        """Return a coup as bets see it, by the house's rule for two naturals."""
        score = coup.score
        return cls(score, score.outcome(naturals), coup)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the coup."""
        if self.coup is None:
            raise LookupError("only the score is known, not the cards")
        return self.coup.cards

    def opening(self, side: Side) -> tuple[Card, Card]:
        """Return the first two cards of one hand."""
        p1, b1, p2, b2, *_ = self.cards
        return (p1, p2) if side is Side.PLAYER else (b1, b2)


class Part(Enum):
    """The part of a coup that a bet looks at."""

    SCORE = "score"
    OPENING = "opening"
    CARDS = "cards"


class Detail(Enum):
    """How much of a card a bet depends on."""

    POINTS = "points"
    COLOURS = "points and colour"
    RANKS = "rank"
    CARDS = "rank and suit"

    def __or__(self, other: Detail) -> Detail:
        """Return the least detail that includes both.

        >>> Detail.RANKS | Detail.COLOURS, Detail.POINTS | Detail.RANKS
        (<Detail.CARDS: 'rank and suit'>, <Detail.RANKS: 'rank'>)
        """
        if self is other or other is Detail.POINTS:
            return self
        return other if self is Detail.POINTS else Detail.CARDS


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something that a condition can name. `read` returns None if it is absent."""

    name: str
    values: tuple[Value, ...]
    """Every value that it can have, in ascending order."""
    part: Part
    detail: Detail
    read: Callable[[Seen, Side], Value | None] = field(compare=False, repr=False)
    of_hand: bool = field(kw_only=True)
    """Whether each hand has one. If not, the coup has it, and `read` ignores the side."""

    @property
    def is_fact(self) -> bool:
        """Whether it is true or false, and written without a value."""
        return self.values == (0, 1)

    @property
    def letters(self) -> str:
        """The ranks or suits of which a value has two. Empty for other quantities."""
        return "".join(dict.fromkeys("".join(map(str, self.values)))) if self.is_two else ""

    @property
    def is_two(self) -> bool:
        """Whether a value is two ranks or two suits."""
        return isinstance(self.values[0], str) and self.values[0] not in _OUTCOMES


def is_pair(hand: Hand) -> bool:
    """Return whether the first two cards have the same rank. A ten and a jack don't."""
    first, second, *_ = hand.cards
    return first.rank is second.rank


def _third(seen: Seen, side: Side) -> int | None:
    card = seen.coup.hand(side).third if seen.coup else None
    return card.points if card else None


def _two(one: str, other: str, order: str) -> str:
    return one + other if order.index(one) <= order.index(other) else other + one


_DIGITS, _FACT = tuple(range(10)), (0, 1)
_OUTCOMES = tuple(outcome.value for outcome in Outcome)
_RANKS = "".join(rank.letter for rank in Rank)
_SUITS = "".join(suit.letter for suit in Suit)
_TWO_RANKS = tuple(map("".join, combinations_with_replacement(_RANKS, 2)))
_TWO_SUITS = tuple(map("".join, combinations_with_replacement(_SUITS, 2)))

Read = Callable[[Seen, Side], Value | None]


def _score(name: str, values: tuple[Value, ...], read: Read, *, of_hand: bool) -> Quantity:
    return Quantity(name, values, Part.SCORE, Detail.POINTS, read, of_hand=of_hand)


def _opening(
    name: str, values: tuple[Value, ...], detail: Detail, read: Callable[[Card, Card], Value]
) -> Quantity:

    def of_side(seen: Seen, side: Side) -> Value:
        return read(*seen.opening(side))

    return Quantity(name, values, Part.OPENING, detail, of_side, of_hand=True)


def _cards(
    name: str, values: tuple[Value, ...], detail: Detail, read: Callable[[tuple[Card, ...]], Value]
) -> Quantity:

    def of_coup(seen: Seen, _: Side) -> Value:
        return read(seen.cards)

    return Quantity(name, values, Part.CARDS, detail, of_coup, of_hand=False)


# Of a hand.
TOTAL = _score("total", _DIGITS, lambda seen, side: seen.score.total(side), of_hand=True)
HAND_CARDS = _score("cards", (2, 3), lambda seen, side: seen.score.cards(side), of_hand=True)
NATURAL = _score(
    "natural", _FACT, lambda seen, side: int(seen.score.has_natural(side)), of_hand=True
)
OPENING_TOTAL = _opening(
    "opening total", _DIGITS, Detail.POINTS, lambda one, two: (one.points + two.points) % 10
)
OPENING_RANKS = _opening(
    "opening ranks",
    _TWO_RANKS,
    Detail.RANKS,
    lambda one, two: _two(one.rank.letter, two.rank.letter, _RANKS),
)
OPENING_SUITS = _opening(
    "opening suits",
    _TWO_SUITS,
    Detail.CARDS,
    lambda one, two: _two(one.suit.letter, two.suit.letter, _SUITS),
)
PAIR = _opening("pair", _FACT, Detail.RANKS, lambda one, two: int(one.rank is two.rank))
SUITED_PAIR = _opening("suited pair", _FACT, Detail.CARDS, lambda one, two: int(one == two))
PAIR_RED = _opening(
    "pair red",
    _FACT,
    Detail.CARDS,
    lambda one, two: int(one.rank is two.rank and one.suit.is_red and two.suit.is_red),
)
PAIR_BLACK = _opening(
    "pair black",
    _FACT,
    Detail.CARDS,
    lambda one, two: int(one.rank is two.rank and not (one.suit.is_red or two.suit.is_red)),
)
SUITED = _opening("suited", _FACT, Detail.CARDS, lambda one, two: int(one.suit is two.suit))
THIRD = Quantity("third", _DIGITS, Part.CARDS, Detail.POINTS, _third, of_hand=True)

# Of the coup.
OUTCOME = _score("outcome", _OUTCOMES, lambda seen, _: seen.outcome.value, of_hand=False)
MARGIN = _score(
    "margin",
    _DIGITS,
    lambda seen, _: abs(seen.score.player_total - seen.score.banker_total),
    of_hand=False,
)
SUM = _score(
    "sum",
    tuple(range(19)),
    lambda seen, _: seen.score.player_total + seen.score.banker_total,
    of_hand=False,
)
CARDS = _score(
    "cards",
    (4, 5, 6),
    lambda seen, _: seen.score.player_cards + seen.score.banker_cards,
    of_hand=False,
)
DIFFERENT_RANKS = Quantity(
    "different opening ranks",
    (1, 2, 3, 4),
    Part.OPENING,
    Detail.RANKS,
    lambda seen, _: len({card.rank for card in seen.cards[:4]}),
    of_hand=False,
)
HIGHEST_POINTS = _cards(
    "highest points", _DIGITS, Detail.POINTS, lambda cards: max(card.points for card in cards)
)
LOWEST_POINTS = _cards(
    "lowest points", _DIGITS, Detail.POINTS, lambda cards: min(card.points for card in cards)
)
ALL_RED = _cards(
    "all red", _FACT, Detail.COLOURS, lambda cards: int(all(card.suit.is_red for card in cards))
)
ALL_BLACK = _cards(
    "all black",
    _FACT,
    Detail.COLOURS,
    lambda cards: int(not any(card.suit.is_red for card in cards)),
)


def _copies(rank: Rank) -> Quantity:
    return _cards(
        f"copies of {rank.letter}",
        tuple(range(LARGEST_COUP + 1)),
        Detail.RANKS,
        lambda cards: sum(card.rank is rank for card in cards),
    )


COPIES = {rank: _copies(rank) for rank in Rank}

QUANTITIES = (
    TOTAL,
    HAND_CARDS,
    NATURAL,
    OPENING_TOTAL,
    OPENING_RANKS,
    OPENING_SUITS,
    PAIR,
    SUITED_PAIR,
    PAIR_RED,
    PAIR_BLACK,
    SUITED,
    THIRD,
    OUTCOME,
    MARGIN,
    SUM,
    CARDS,
    DIFFERENT_RANKS,
    HIGHEST_POINTS,
    LOWEST_POINTS,
    ALL_RED,
    ALL_BLACK,
    *COPIES.values(),
)
"""Every quantity that a condition can name."""

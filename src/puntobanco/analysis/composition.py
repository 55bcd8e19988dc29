"""Compositions: how many cards of each kind a shoe holds, in no order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from puntobanco._html import html_table
from puntobanco.bets import Detail
from puntobanco.cards import DECK, Card, Rank
from puntobanco.coup import LARGEST_COUP
from puntobanco.errors import AnalysisError, NotationError

MOST_CARDS = 1_450
"""With more cards, the orders of six cards don't fit into 64 bits."""


_COUNT = re.compile(r"-?\d{1,9}", re.ASCII)
"""A count of a readable size. Negative counts are refused later, with their kind."""


class _Partition(NamedTuple):
    place: Callable[[Card], int]
    """Returns the index of a card's count."""
    number: int

    def faces(self) -> tuple[Card, ...]:
        """Return the first card of `DECK` of each kind."""
        first = {self.place(card): card for card in reversed(DECK)}
        return tuple(first[place] for place in range(self.number))


_RANKS = tuple(Rank)
_PARTITIONS = {
    Detail.POINTS: _Partition(attrgetter("points"), 10),
    Detail.RANKS: _Partition(lambda card: _RANKS.index(card.rank), len(_RANKS)),
    Detail.CARDS: _Partition(DECK.index, len(DECK)),
}
_FACES = {detail: partition.faces() for detail, partition in _PARTITIONS.items()}
_COARSER = {
    (detail, coarser): tuple(map(partition.place, faces))
    for detail, faces in _FACES.items()
    for coarser, partition in _PARTITIONS.items()
}
"""Map each count of one detail to its index among the counts of another."""
_COLOURED_POINTS = [card.points for card in DECK], [card.suit.is_red for card in DECK]
_DETAILS = {partition.number: detail for detail, partition in _PARTITIONS.items()}


@dataclass(frozen=True, slots=True, repr=False)
class Composition:
    """Counts of 10 point values (0 to 9), 13 ranks (ace to king) or the 52 cards of `DECK`.

    >>> shoe = Composition.of_decks(8)
    >>> print(shoe.at(Detail.POINTS))
    128,32,32,32,32,32,32,32,32,32
    >>> shoe.without(Card.parse(card) for card in ("8h", "8s")).points[8]
    30
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) not in _DETAILS:
            raise AnalysisError(
                f"a composition has 10 counts (points 0 to 9), 13 (ranks A to K) or 52 (cards), "
                f"not {len(self.counts)}"
            )
        for kind, count in enumerate(self.counts):
            if count < 0:
                raise AnalysisError(f"{count} cards of {self._named(kind)}: a count is 0 or more")

    @classmethod
    def of_decks(cls, decks: int) -> Composition:
        """Count whole decks by card."""
        return cls((decks,) * len(DECK))

    @classmethod
    def of_cards(cls, cards: Iterable[Card]) -> Composition:
        """Count these cards by card."""
        counted = Counter(cards)
        return cls(tuple(counted[card] for card in DECK))

    @classmethod
    def parse(cls, text: str) -> Composition:
        """Read 10, 13 or 52 whole numbers, separated by commas or white space."""
        words = text.replace(",", " ").split()
        if not all(map(_COUNT.fullmatch, words)):
            raise NotationError(text, expected="a composition: 10, 13 or 52 counts")
        return cls(tuple(map(int, words)))

    @property
    def detail(self) -> Detail:
        """How finely these counts distinguish cards."""
        return _DETAILS[len(self.counts)]

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.counts)

    @property
    def points(self) -> tuple[int, ...]:
        """The counts of points 0 to 9."""
        return self.at(Detail.POINTS).counts

    @property
    def ranks(self) -> tuple[int, ...]:
        """The counts of ranks A to K."""
        return self.at(Detail.RANKS).counts

    @property
    def red(self) -> Composition:
        """The red cards alone, by points."""
        self.require(Detail.COLOURS)
        counts = [0] * _PARTITIONS[Detail.POINTS].number
        for points, is_red, count in zip(*_COLOURED_POINTS, self.counts, strict=True):
            counts[points] += count * is_red
        return Composition(tuple(counts))

    def at(self, detail: Detail) -> Composition:
        """Count by coarser kinds. Raise `AnalysisError` if these counts are not fine enough."""
        self.require(detail)
        if self.detail is detail:
            return self
        counts = [0] * _PARTITIONS[detail].number
        for place, count in zip(_COARSER[self.detail, detail], self.counts, strict=True):
            counts[place] += count
        return Composition(tuple(counts))

    def has_detail(self, detail: Detail) -> bool:
        """Return whether these counts distinguish cards at least as finely as `detail`."""
        if detail is Detail.COLOURS:
            return self.detail is Detail.CARDS
        return len(self.counts) >= _PARTITIONS[detail].number

    def require(self, detail: Detail, why: str = "this") -> None:
        """Raise `AnalysisError` if there is less detail. `why` names what needs it."""
        if not self.has_detail(detail):
            needed = "13 or 52" if detail is Detail.RANKS else "52"
            raise AnalysisError(
                f"{why} needs the {detail.value} of each card: "
                f"give {needed} counts, not {len(self.counts)}"
            )

    def without(self, cards: Iterable[Card]) -> Composition:
        """Return the composition without these cards."""
        counts = list(self.counts)
        for card, number in Counter(cards).items():
            try:
                kind = self.kind(card)
            except (AttributeError, ValueError):
                wanted = "cards, such as those of parse_cards('8h 8s'), are wanted"
                raise TypeError(f"{wanted}, not {card!r}") from None
            if counts[kind] < number:
                held = f"{counts[kind]} of {self._named(kind)}"
                there = f"is only {held}" if counts[kind] == 1 else f"are only {held}"
                raise AnalysisError(f"{number} of {card} cannot be gone: there {there}")
            counts[kind] -= number
        return Composition(tuple(counts))

    def checked(self) -> Composition:
        """Return self. Raise `AnalysisError` unless the orders of a coup can be counted."""
        if not LARGEST_COUP <= self.size <= MOST_CARDS:
            raise AnalysisError(
                f"odds are for {LARGEST_COUP} to {MOST_CARDS:,} cards, not {self.size:,}"
            )
        return self

    def kind(self, card: Card) -> int:
        """Return the index of a card's count."""
        return _PARTITIONS[self.detail].place(card)

    def face(self, card: Card) -> Card:
        """Return the card that represents all of the same kind."""
        return self.faces[self.kind(card)]

    @property
    def faces(self) -> tuple[Card, ...]:
        """One card of each kind."""
        return _FACES[self.detail]

    @property
    def available(self) -> dict[Card, int]:
        """The number of cards of each face that is left."""
        return {face: n for face, n in zip(self.faces, self.counts, strict=True) if n}

    def label(self, card: Card) -> str:
        """Return the text of a card's kind: ``Kd``, ``K`` or, as points, ``0``."""
        match self.detail:
            case Detail.POINTS:
                return str(card.points)
            case Detail.RANKS:
                return card.rank.letter
            case _:
                return str(card)

    def _named(self, kind: int) -> str:
        label = self.label(self.faces[kind])
        return label if self.detail is Detail.CARDS else f"{self.detail.value} {label}"

    def __str__(self) -> str:
        return ",".join(map(str, self.counts))

    def __repr__(self) -> str:
        return f"Composition.parse('{self}')"

    def _repr_html_(self) -> str:
        kinds = [self.label(face) for face in self.faces]
        row = (f"{self.size:,} cards", *self.counts)
        return html_table("Composition", (self.detail.value, *kinds), [row])

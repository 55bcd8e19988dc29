"""Compositions: how many cards of each kind a shoe holds, in no order; and known cards.

A card may be on the table already, or known in the shoe before it is dealt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from puntobanco._html import html_table
from puntobanco.bets import Detail
from puntobanco.cards import DECK, Card, Rank, format_cards, parse_cards
from puntobanco.coup import LARGEST_COUP, Coup, deal
from puntobanco.errors import AnalysisError, NotationError, ShoeExhausted
from puntobanco.shoe import Shoe
from puntobanco.tableau import PUNTO_BANCO, Tableau

MOST_CARDS = 1_450
"""With more cards, the orders of six cards don't fit into 64 bits."""


_COUNT = re.compile(r"-?\d{1,9}", re.ASCII)
"""A count of a readable size. Negative counts are refused later, with their kind."""


_RANKS = tuple(Rank)
_KINDS = {
    Detail.POINTS: {card: card.points for card in DECK},
    Detail.RANKS: {card: _RANKS.index(card.rank) for card in DECK},
    Detail.CARDS: {card: place for place, card in enumerate(DECK)},
}
"""The index of each card's count."""
_FACES = {
    detail: tuple(DECK[[*kinds.values()].index(kind)] for kind in range(max(kinds.values()) + 1))
    for detail, kinds in _KINDS.items()
}
"""The first card of `DECK` of each kind."""
_COARSER = {
    (detail, coarser): tuple(kinds[face] for face in faces)
    for detail, faces in _FACES.items()
    for coarser, kinds in _KINDS.items()
}
"""Map each count of one detail to its index among the counts of another."""
_COLOURED_POINTS = [card.points for card in DECK], [card.suit.is_red for card in DECK]
_DETAILS = {len(faces): detail for detail, faces in _FACES.items()}


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
        counts = [0] * len(_FACES[Detail.POINTS])
        for points, is_red, count in zip(*_COLOURED_POINTS, self.counts, strict=True):
            counts[points] += count * is_red
        return Composition(tuple(counts))

    def at(self, detail: Detail) -> Composition:
        """Count by coarser kinds. Raise `AnalysisError` if these counts are not fine enough."""
        self.require(detail)
        if self.detail is detail:
            return self
        counts = [0] * len(_FACES[detail])
        for place, count in zip(_COARSER[self.detail, detail], self.counts, strict=True):
            counts[place] += count
        return Composition(tuple(counts))

    def has_detail(self, detail: Detail) -> bool:
        """Return whether these counts distinguish cards at least as finely as `detail`."""
        if detail is Detail.COLOURS:
            return self.detail is Detail.CARDS
        return len(self.counts) >= len(_FACES[detail])

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
            except KeyError:
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
        return _KINDS[self.detail][card]

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


_HAND = 2
"""The cards of a hand before any third card."""


@dataclass(frozen=True, slots=True, repr=False)
class Given:
    """The known cards of a coup: those that Player's and Banker's hands begin with.

    >>> Given.parse("9h 6c / Kd")
    Given.parse('9h 6c / Kd')
    >>> Given.parse("9h 6c").banker
    ()
    """

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    ahead: tuple[tuple[int, Card], ...] = field(default=(), kw_only=True)
    """Cards still in the shoe, each with its place among the six, from 0 to 5.

    The fifth and the sixth card may be left over, and go to whoever draws them.
    """

    def __post_init__(self) -> None:
        sizes = len(self.player), len(self.banker)
        if max(sizes) > _HAND + 1:
            raise AnalysisError(f"a hand has at most three cards, not {max(sizes)}")
        if max(sizes) > _HAND and min(sizes) < _HAND:
            raise AnalysisError("a third card is seen only after the first two of both hands")

    @classmethod
    def parse(cls, text: str) -> Given:
        """Read Player's cards, a ``/``, and Banker's; either may be missing."""
        hands = text.split("/")
        if len(hands) > len(("player", "banker")):
            raise NotationError(text, expected="two hands with / between them")
        return cls(*map(parse_cards, hands))

    def knowing(self, cards: Mapping[int, Card]) -> Given:
        """Return these cards and others that are known in the shoe, by their place from 0 to 5."""
        seen = dict(Given(self.player, self.banker).places())
        for place in cards:
            if place in seen or place not in range(LARGEST_COUP):
                raise AnalysisError(f"card {place + 1} is already seen, or none of the coup's six")
        return Given(self.player, self.banker, ahead=tuple(sorted(cards.items())))

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card seen or known."""
        return self.player + self.banker + tuple(card for _, card in self.ahead)

    @property
    def opening(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The known cards among the first two of each hand. Their order doesn't matter."""
        ahead = dict(self.ahead)
        player, banker = (
            (*hand[:_HAND], *(ahead[place] for place in places if place in ahead))
            for hand, places in ((self.player, (0, 2)), (self.banker, (1, 3)))
        )
        return player, banker

    @property
    def thirds(self) -> tuple[Card | None, Card | None]:
        """The fifth and the sixth card, as far as they are known."""
        known = dict(self.places())
        return known.get(4), known.get(5)

    @property
    def may_stay(self) -> bool:
        """Whether a known card may be left over after the coup."""
        return any(place >= 2 * _HAND for place, _ in self.ahead)

    def check(self, tableau: Tableau = PUNTO_BANCO) -> None:
        """Raise `AnalysisError` for a third card that the tableau doesn't deal."""
        if len(self.player + self.banker) <= 2 * _HAND:
            return
        (p1, p2, *player), (b1, b2, *banker) = self.player, self.banker
        try:
            coup, _ = deal(Shoe((p1, b1, p2, b2, *player, *banker)), tableau)
        except ShoeExhausted:
            return
        if not self.fits(coup):
            raise AnalysisError(f"{self} cannot be dealt: those cards give {coup}")

    def fits(self, coup: Coup) -> bool:
        """Return whether a coup begins with the seen cards."""
        player, banker = coup.player.cards, coup.banker.cards
        return (player[: len(self.player)], banker[: len(self.banker)]) == (
            self.player,
            self.banker,
        )

    def places(self) -> Iterator[tuple[int, Card]]:
        """Yield each card with its place among the six in dealing order: P, B, P, B, thirds.

        A hand that is known to hold a card holds it first.
        """
        player, banker = self.opening
        yield from zip((0, 2), player, strict=False)
        yield from zip((1, 3), banker, strict=False)
        thirds = self.player[_HAND:] + self.banker[_HAND:]
        yield from zip((4, 5), thirds, strict=False)
        yield from (each for each in self.ahead if each[0] >= 2 * _HAND)

    def __str__(self) -> str:
        return f"{format_cards(self.player)} / {format_cards(self.banker)}".strip()

    def __repr__(self) -> str:
        ahead = f".knowing({dict(self.ahead)})" if self.ahead else ""
        return f"Given.parse('{self}'){ahead}"


NOTHING = Given()
"""No card seen yet."""

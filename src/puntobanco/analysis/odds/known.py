"""Odds if some cards are known before betting, and what knowing them is worth."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puntobanco.analysis.composition import NOTHING, Composition, Given
from puntobanco.analysis.odds._openings import Kinds, card_kinds
from puntobanco.analysis.odds._point_coups import beginning_with, orders
from puntobanco.analysis.odds.counts import Price, prices, required_bets
from puntobanco.bets import BANKER, PLAYER, Bet, Odds, Part
from puntobanco.cards import DECK, Card
from puntobanco.coup import LARGEST_COUP, SCORES, Naturals
from puntobanco.errors import AnalysisError, NotationError
from puntobanco.tableau import PUNTO_BANCO

_ITEM = re.compile(r"\s*([1-6])\s*=\s*(\?|[0-9A-Za-z]{1,3})\s*")
_MOST_WAYS = 3_000
"""The most combinations of different cards to count one by one."""


@dataclass(frozen=True)
class Known:
    """Cards by their place in the shoe, 1 to 6: a rank, points, or a card; or one to be learned.

    >>> Known.parse("1=9, 5=?").places
    {0: 9}
    """

    cards: tuple[tuple[int, frozenset[Card]], ...]
    """For each known place, from 0 to 5, the cards that it may be."""
    learned: tuple[int, ...] = ()
    """The places that are known only at the table: `1=?`."""

    @classmethod
    def parse(cls, text: str) -> Known:
        """Read ``1=9``, ``1=K 2=0``, ``1=9h`` or ``5=?``, separated by spaces or commas."""
        cards: dict[int, frozenset[Card]] = {}
        learned: list[int] = []
        for item in re.sub(r"\s*=\s*", "=", text).replace(",", " ").split():
            found = _ITEM.fullmatch(item)
            if found is None:
                expected = "a known card such as 1=9, 2=K, 3=0 or 4=?, at places 1 to 6"
                raise NotationError(item, expected=expected)
            place = int(found[1]) - 1
            if place in cards or place in learned:
                raise AnalysisError(f"card {place + 1} is given twice")
            if found[2] == "?":
                learned.append(place)
            else:
                cards[place] = _cards(found[2])
        return cls(tuple(sorted(cards.items())), tuple(sorted(learned)))

    @property
    def places(self) -> dict[int, int]:
        """The points of the cards at known places."""
        return {place: next(iter(cards)).points for place, cards in self.cards}


def _cards(text: str) -> frozenset[Card]:
    letter = "T" if text == "10" else "A" if text == "1" else text.upper()
    found = [card for card in DECK if card.rank.letter == letter]
    if text == "0":
        found = [card for card in DECK if card.points == 0]
    return frozenset(found or [Card.parse(text)])


def known_given(known: Known, composition: Composition, given: Given = NOTHING) -> Given:
    """Return cards that stand for the known ones, for bets that see points only."""
    unseen, cards = composition.without(given.cards), {}
    for place, allowed in known.cards:
        face = next((face for face in unseen.available if _allows(unseen, face, allowed)), None)
        if face is None:
            raise AnalysisError(f"card {place + 1} cannot be that: none is left in the shoe")
        cards[place] = face
        unseen = unseen.without([face])
    for place in known.learned:
        given.knowing({place: DECK[0]})  # refuses a place that is seen
    return given.knowing(cards)


def _allows(composition: Composition, face: Card, allowed: frozenset[Card]) -> bool:
    return any(composition.face(card) == face for card in allowed)


class _Class(NamedTuple):
    """Cards that the bets can't tell apart, and which known places may have them."""

    kind: int
    places: tuple[bool, ...]


def known_prices(
    bets: Iterable[Bet],
    composition: Composition,
    known: Known,
    *,
    naturals: Naturals = Naturals.HIGHER_WINS,
    given: Given = NOTHING,
) -> tuple[Price, ...]:
    """Return the exact prices of bets when cards are known before they are dealt."""
    asked = required_bets(bets)
    known_given(known, composition, given)
    alike: dict[Kinds, list[Bet]] = {}
    for bet in asked:
        alike.setdefault(card_kinds(bet), []).append(bet)
    found: dict[Bet, Price] = {}
    for kinds, group in alike.items():
        for price in _mixed(group, composition, known, kinds, naturals=naturals, given=given):
            found[price.bet] = price
    return tuple(found[bet] for bet in asked)


def _mixed(
    bets: list[Bet],
    composition: Composition,
    known: Known,
    kinds: Kinds,
    *,
    naturals: Naturals,
    given: Given,
) -> Iterator[Price]:
    """Yield the price of each bet: the mean over the different cards that are possible."""
    ways = _ways(composition.without(given.cards), known, kinds)
    total = [0] * len(bets)
    sums: list[Counter[Odds]] = [Counter() for _ in bets]
    for faces, number in ways:
        here = given.knowing(faces)
        for at, price in enumerate(prices(bets, composition, naturals=naturals, given=here)):
            total[at] += number * price.orders
            for pay, count in price.ways:
                sums[at][pay] += number * count
    for bet, every, counted in zip(bets, total, sums, strict=True):
        ordered = sorted(counted.items(), key=lambda each: -each[0])
        yield Price(bet, every, tuple(ordered))


def _ways(unseen: Composition, known: Known, kinds: Kinds) -> list[tuple[dict[int, Card], int]]:
    """Return the kinds of cards that the known places may have, and in how many ways.

    Places are filled one after another. Cards of one kind that the same places allow are alike.
    """
    counts: Counter[_Class] = Counter()
    face_of: dict[int, list[Card]] = {}
    for face, number in unseen.available.items():
        allowed = tuple(_allows(unseen, face, cards) for _, cards in known.cards)
        if any(allowed):
            counts[_Class(kinds.kind(face), allowed)] += number
            face_of.setdefault(kinds.kind(face), []).extend([face] * min(number, LARGEST_COUP))
    partial: Counter[tuple[_Class, ...]] = Counter({(): 1})
    for at in range(len(known.cards)):
        partial = Counter(
            {
                (*filled, each): number * (count - filled.count(each))
                for filled, number in partial.items()
                for each, count in counts.items()
                if each.places[at] and count > filled.count(each)
            }
        )
        if len(partial) > _MOST_WAYS:
            raise AnalysisError("these known cards have too many possibilities for this bet")
    found: Counter[tuple[int, ...]] = Counter()
    for filled, number in partial.items():
        found[tuple(each.kind for each in filled)] += number
    places = [place for place, _ in known.cards]
    return [(_faces(places, filled, face_of), number) for filled, number in found.items() if number]


def _faces(
    places: list[int], filled: tuple[int, ...], face_of: Mapping[int, list[Card]]
) -> dict[int, Card]:
    """Return a card for each place, none more often than the shoe has it."""
    left = {kind: iter(faces) for kind, faces in face_of.items()}
    return {place: next(left[kind]) for place, kind in zip(places, filled, strict=True)}


class Worth(NamedTuple):
    """What known cards are worth to a guest, in stakes per coup."""

    value: float
    """For a guest who bets only when it is profitable."""
    forced: float
    """For a guest who must bet on Player or Banker."""


def worth(
    composition: Composition,
    known: Known,
    *,
    given: Given = NOTHING,
    naturals: Naturals = Naturals.HIGHER_WINS,
    bets: tuple[Bet, Bet] = (PLAYER, BANKER),
) -> Worth:
    """Return the mean, over the cards to be learned, of the better of two bets' expectations.

    The bets must depend on the score only.
    """
    if any(bet.part is not Part.SCORE for bet in bets):
        raise AnalysisError("the value of a known card needs bets on the score")
    points, score, _ = orders(PUNTO_BANCO)
    known_given(known, composition, given)
    at = {place: card.points for place, card in given.places()} | known.places
    chosen = beginning_with(given, points, score)
    for place, wanted in at.items():
        chosen &= points[place] == wanted
    points, score = points[:, chosen], score[chosen]
    weights = _weights(points, composition.points)
    group = np.zeros(len(score), np.int64)
    for place in known.learned:
        group = 10 * group + points[place]
    total = np.bincount(group, weights)
    means = []
    for bet in bets:
        pays = np.array([float(bet.pays(each, naturals)) for each in SCORES])[score]
        means.append(np.bincount(group, weights * pays)[total > 0] / total[total > 0])
    chance, better = total[total > 0] / total.sum(), np.maximum(*means)
    return Worth(float(chance @ np.maximum(better, 0)), float(chance @ better))


def _weights(points: NDArray[np.int8], counts: tuple[int, ...]) -> NDArray[np.float64]:
    """Return the number of orders of cards with these points, as far as a mean needs it."""
    weights = np.ones(points.shape[1])
    for place in range(len(points)):
        earlier = sum(points[place] == points[before] for before in range(place))
        weights *= np.maximum(np.array(counts)[points[place]] - earlier, 0)
    return weights

"""Exact counts the obvious way, through the real `deal`: slow, and the judge of all that is fast.

A count is a number of orders of six cards; a coup of four or five cards leaves the rest to chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from math import perm, prod

from puntobanco.analysis.composition import Composition
from puntobanco.bets import AnyBet, Detail, Odds
from puntobanco.cards import Card
from puntobanco.coup import LARGEST_COUP, Coup, Naturals, Outcome, Score, deal
from puntobanco.errors import ShoeExhausted
from puntobanco.shoe import Shoe
from puntobanco.tableau import PUNTO_BANCO, Tableau

Points = tuple[int, ...]
"""The points of a coup's cards, in ascending order."""


def coups(
    available: Mapping[Card, int], tableau: Tableau = PUNTO_BANCO, *, begun: tuple[Card, ...] = ()
) -> Iterator[Coup]:
    """Every coup that these cards can make, each order of faces once."""
    try:
        coup, _ = deal(Shoe(begun), tableau)
    except ShoeExhausted:
        for card, number in available.items():
            if begun.count(card) < number:
                yield from coups(available, tableau, begun=(*begun, card))
    else:
        yield coup


def scores(composition: Composition, tableau: Tableau = PUNTO_BANCO) -> Counter[Score]:
    """In how many orders of six cards each score comes about."""
    counts: Counter[Score] = Counter()
    for (score, points), number in census(tableau).items():
        counts[score] += number * _orders(Counter(points), composition.points)
    return +counts


def outcomes(
    composition: Composition,
    tableau: Tableau = PUNTO_BANCO,
    *,
    naturals: Naturals = Naturals.HIGHER_WINS,
) -> dict[Outcome, int]:
    """In how many orders of six cards each outcome comes about."""
    counts = dict.fromkeys(Outcome, 0)
    for score, orders in scores(composition, tableau).items():
        counts[score.outcome(naturals)] += orders
    return counts


def pays(
    bet: AnyBet,
    composition: Composition,
    *,
    naturals: Naturals = Naturals.HIGHER_WINS,
    given: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ()),
) -> Counter[Odds]:
    """In how many orders of six cards one unit on a bet earns what; any bet at all.

    `given` are cards that Player's and Banker's hand are known to begin with.
    """
    detail = Detail.CARDS if bet.detail is Detail.COLOURS else bet.detail
    seen = composition.at(detail)
    player, banker = (tuple(map(seen.face, hand)) for hand in given)
    counts: Counter[Odds] = Counter()
    for coup in coups(seen.available):
        if coup.player.cards[: len(player)] != player or coup.banker.cards[: len(banker)] != banker:
            continue
        kinds = Counter(map(seen.kind, coup.cards))
        counts[bet.decide(coup, naturals)] += _orders(kinds, seen.counts)
    return +counts


@cache
def census(tableau: Tableau) -> Counter[tuple[Score, Points]]:
    """How many coups of different points have this score and these points among their cards.

    One pass serves every composition: the orders of a coup depend only on its points.
    """
    return Counter(
        (coup.score, tuple(sorted(card.points for card in coup.cards)))
        for coup in coups(Composition((LARGEST_COUP,) * 10).available, tableau)
    )


def _orders(kinds: Mapping[int, int], counts: tuple[int, ...]) -> int:
    """The orders of six cards that begin with given kinds of cards."""
    used, size = sum(kinds.values()), sum(counts)
    chosen = prod(perm(counts[kind], number) for kind, number in kinds.items())
    return chosen * perm(size - used, LARGEST_COUP - used)

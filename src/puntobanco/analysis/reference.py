"""Exact counts by the real `deal`: the slow reference that judges the fast code.

A count is a number of orders of six cards. After a coup of four or five cards, the others may come
in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from math import perm, prod

from puntobanco.analysis.composition import Composition
from puntobanco.bets import Bet, Detail, Odds
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
    """Yield every coup that can be dealt from these cards, each order of faces once."""
    try:
        coup, _ = deal(Shoe(begun), tableau)
    except ShoeExhausted:
        for card, number in available.items():
            if number >= LARGEST_COUP or begun.count(card) < number:
                yield from coups(available, tableau, begun=(*begun, card))
    else:
        yield coup


def scores(composition: Composition, tableau: Tableau = PUNTO_BANCO) -> Counter[Score]:
    """Count the orders of six cards for each score."""
    counts: Counter[Score] = Counter()
    orders = {each: _orders(Counter(each), composition.points) for each in _ever_dealt(tableau)}
    for (score, points), number in census(tableau).items():
        counts[score] += number * orders[points]
    return +counts


def outcomes(
    composition: Composition,
    tableau: Tableau = PUNTO_BANCO,
    *,
    naturals: Naturals = Naturals.HIGHER_WINS,
) -> dict[Outcome, int]:
    """Count the orders of six cards for each outcome."""
    counts = dict.fromkeys(Outcome, 0)
    for score, orders in scores(composition, tableau).items():
        counts[score.outcome(naturals)] += orders
    return counts


def pays(
    bet: Bet,
    composition: Composition,
    *,
    naturals: Naturals = Naturals.HIGHER_WINS,
    given: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ()),
) -> Counter[Odds]:
    """Count the orders of six cards for each pay of one unit on any bet.

    `given` holds the first cards of Player's and of Banker's hand, as far as they are known.
    """
    detail = Detail.CARDS if bet.detail is Detail.COLOURS else bet.detail
    seen = composition.at(detail)
    player, banker = (tuple(map(seen.face, hand)) for hand in given)
    counts: Counter[Odds] = Counter()
    for coup, orders in coup_orders(seen):
        if coup.player.cards[: len(player)] != player or coup.banker.cards[: len(banker)] != banker:
            continue
        counts[bet.decide(coup, naturals)] += orders
    return +counts


def coup_orders(composition: Composition) -> Iterator[tuple[Coup, int]]:
    """Yield every coup of a composition's faces, and the number of orders that deal it."""
    for coup in coups(composition.available):
        kinds = Counter(map(composition.kind, coup.cards))
        yield coup, _orders(kinds, composition.counts)


@cache
def census(tableau: Tableau) -> Counter[tuple[Score, Points]]:
    """Count coups, each order of points once, by score and by the points of their cards.

    This serves every composition, because the orders of a coup depend only on its points.
    """
    return Counter(
        (coup.score, tuple(sorted(card.points for card in coup.cards)))
        for coup in coups(Composition((LARGEST_COUP,) * 10).available, tableau)
    )


@cache
def _ever_dealt(tableau: Tableau) -> frozenset[Points]:
    """Return the points of all coups. Several scores may have the same points."""
    return frozenset(points for _, points in census(tableau))


def _orders(kinds: Mapping[int, int], counts: tuple[int, ...]) -> int:
    """Count the orders of six cards that begin with these kinds of cards."""
    used, size = sum(kinds.values()), sum(counts)
    chosen = prod(perm(counts[kind], number) for kind, number in kinds.items())
    return chosen * perm(size - used, LARGEST_COUP - used)

"""Shoes so small that every order of six of their cards can be dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations

from hypothesis import strategies as st

from puntobanco.analysis.odds import NOTHING, Given
from puntobanco.bets import Bet, Odds
from puntobanco.cards import DECK, Card
from puntobanco.coup import Coup, Naturals, deal
from puntobanco.shoe import Shoe

few_cards = st.lists(st.sampled_from(DECK), min_size=6, max_size=7).map(tuple)
alike_cards = (
    st.sets(st.sampled_from(DECK), min_size=2, max_size=4)
    .flatmap(
        lambda faces: st.lists(st.sampled_from(sorted(faces, key=str)), min_size=7, max_size=7)
    )
    .map(tuple)
)
"""Few faces, so that pairs, colours and copies are frequent."""


@cache
def dealt(cards: tuple[Card, ...]) -> Counter[Coup]:
    """Deal every order of six of these cards. Equal faces are different cards."""
    return Counter(deal(Shoe(order))[0] for order in permutations(cards, 6))


def chances(
    bet: Bet,
    cards: tuple[Card, ...],
    *,
    naturals: Naturals = Naturals.HIGHER_WINS,
    given: Given = NOTHING,
) -> dict[Odds, Fraction]:
    """Return the probability of each pay, card by card."""
    coups = {coup: orders for coup, orders in dealt(cards).items() if given.fits(coup)}
    return shares(bet, coups, naturals)


def shares(
    bet: Bet, coups: Mapping[Coup, int], naturals: Naturals = Naturals.HIGHER_WINS
) -> dict[Odds, Fraction]:
    """Return the probability of each pay, given how often each coup is dealt."""
    earned: Counter[Odds] = Counter()
    for coup, orders in coups.items():
        earned[bet.decide(coup, naturals)] += orders
    return {pay: Fraction(orders, earned.total()) for pay, orders in earned.items()}

"""Exact odds of any shoe and every bet, as whole-number counts.

counts        exact counts and prices of one composition, and the effect of removing a card
known         odds when cards of the shoe are known, and what it is worth to know them
_pay_counts   the number of orders of each pay, as coarsely as a bet's text allows
_point_coups  every coup by its points, prepared once and weighed for each shoe
_openings     the kinds of cards that a bet can tell apart, and the first two cards of each hand
_any_coups    any other bet: opening hands and third cards
_scene        many coups at once, and which line of a bet decides each
_bulk         expectations of many compositions at once, and their kernel
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from puntobanco.analysis.composition import NOTHING, Given
from puntobanco.analysis.odds.counts import (
    Counts,
    Effect,
    Price,
    Removal,
    best_first,
    counts,
    price,
    prices,
    quick_bets,
    removal,
    table_for,
)
from puntobanco.analysis.odds.known import Known, Worth, known_given, known_prices, worth
from puntobanco.bets import Bet
from puntobanco.coup import Naturals

__all__ = [
    "NOTHING",
    "Counts",
    "Effect",
    "Given",
    "Known",
    "Price",
    "Removal",
    "Worth",
    "best_first",
    "counts",
    "expectations",
    "known_given",
    "known_prices",
    "price",
    "prices",
    "quick_bets",
    "removal",
    "table_for",
    "worth",
]


def expectations(
    compositions: ArrayLike,
    bets: Sequence[Bet],
    *,
    naturals: Naturals = Naturals.HIGHER_WINS,
) -> NDArray[np.float64]:
    """Return what one unit on each bet earns on average, for many shoes at once.

    `compositions` has a row of ten whole counts for each shoe, of points 0, 1 … 9. Only bets on
    the score are possible. The result has a row for each shoe and a column for each bet. The first
    call compiles a kernel, keeps it on disk, and logs a line.

    >>> from puntobanco.bets import BANKER, PLAYER
    >>> eight_decks = [128, 32, 32, 32, 32, 32, 32, 32, 32, 32]
    >>> expectations([eight_decks], [PLAYER, BANKER]).round(6).tolist()
    [[-0.012351, -0.010579]]
    """
    from puntobanco.analysis.odds import _bulk  # noqa: PLC0415 - numba takes half a second

    return _bulk.expectations(compositions, bets, naturals=naturals)

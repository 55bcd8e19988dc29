"""The kernel that carries ranks and suits, for bets that look at more than the score.

It shuffles as it deals: each card is drawn from those that lie behind the place reached.
"""

# ruff: noqa: PLR0917 - compiled calls go by position
from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._jit import jit
from puntobanco.analysis._simulation_kernels import NONE, U64, Counts, Words16, Words64, next_word

Bytes = npt.NDArray[np.uint8]

HAND_KINDS = 5
"""Kinds of opening hands: nothing, a pair, a pair of one suit, king and queen, those suited."""
OPENINGS = 2 * HAND_KINDS**2
"""Bins of openings: both hands' kinds, and whether all four cards share their rank."""
COLOURS = 3 * NONE
"""Bins of a score and a colour: mixed, all red, all black."""
POINTS = 4 * NONE
"""Bins of a score, whether no card is above 5, and whether Banker's 3 met an 8."""
COPIES = 13 * 7
"""Bins of a rank and how many of its cards were dealt."""
EXAMPLE_BITS = 6
"""Bits a card of an example takes; the lowest are how many cards there are."""


@jit
def _drawn(state: Words64, order: Bytes, place: int) -> np.int64:
    """Bring one of the cards not yet dealt, each as likely, to this place."""
    n = order.size - place
    product = np.int64(next_word(state, 0) >> U64(32)) * n
    if product & 0xFFFFFFFF < n:
        uneven = (1 << 32) % n
        while product & 0xFFFFFFFF < uneven:
            product = np.int64(next_word(state, 0) >> U64(32)) * n
    chosen = place + (product >> 32)
    card = order[chosen]
    order[chosen] = order[place]
    order[place] = card
    return np.int64(card)


@jit
def count_cards(  # noqa: C901, PLR0912, PLR0915 - split, its many counters would be passed around
    seed: Words64, shoes: int, deck: Bytes, rules: Words16, plan: Counts, kinds: Bytes
) -> tuple[Counts, Counts, Counts, Counts, Counts, Counts]:
    """Scores, openings, colours, points, copies and an example of each bin of whole shoes.

    Cards are numbers below 52, by suit and then from ace to king. `kinds` is the kind of each pair
    of cards as an opening hand.
    """
    state = seed.copy()
    order = deck.copy()
    points = np.zeros(52, np.int64)
    rank_of, red = np.zeros(52, np.int64), np.zeros(52, np.int64)
    for card in range(52):
        rank_of[card] = card % 13
        points[card] = card % 13 + 1 if card % 13 < 9 else 0
        red[card] = 13 <= card < 39
    scores = np.zeros(NONE, np.int64)
    openings, colours = np.zeros(OPENINGS, np.int64), np.zeros(COLOURS, np.int64)
    by_points, copies = np.zeros(POINTS, np.int64), np.zeros(COPIES, np.int64)
    opening_coups, colour_coups = np.zeros(OPENINGS, np.int64), np.zeros(COLOURS, np.int64)
    point_coups, copy_coups = np.zeros(POINTS, np.int64), np.zeros(COPIES, np.int64)
    hand = np.zeros(6, np.int64)
    seen = np.zeros(13, np.int64)
    missing = 13
    for _ in range(shoes):
        place = 0
        if plan[3]:
            shown = points[_drawn(state, order, 0)]
            place = 1
            for _ in range(10 if shown == 0 else shown):
                _drawn(state, order, place)
                place += 1
        goes_on = True
        while goes_on:
            before = order.size - place
            for k in range(4):
                hand[k] = _drawn(state, order, place + k)
            used = 4
            p = (points[hand[0]] + points[hand[2]]) % 10
            b = (points[hand[1]] + points[hand[3]]) % 10
            holding = b
            p_cards = 0
            b_cards = 0
            if p < 8 and b < 8:
                draws = (rules[1] >> b) & 1
                if (rules[0] >> p) & 1:
                    hand[4] = _drawn(state, order, place + 4)
                    used = 5
                    p_cards = 1
                    draws = (rules[2 + b] >> points[hand[4]]) & 1
                    p = (p + points[hand[4]]) % 10
                if draws:
                    hand[used] = _drawn(state, order, place + used)
                    b = (b + points[hand[used]]) % 10
                    used += 1
                    b_cards = 1
            place += used
            left = order.size - place
            goes_on = left >= plan[0] and before >= plan[1]

            score = ((p * 10 + b) * 2 + p_cards) * 2 + b_cards
            scores[score] += 1
            example = np.int64(used)
            reds, highest = 0, 0
            for k in range(used):
                card = hand[k]
                example |= card << (EXAMPLE_BITS * (k + 1))
                reds += red[card]
                highest = max(highest, points[card])
                seen[rank_of[card]] += 1
            rank = rank_of[hand[0]]
            alike = (
                (rank == rank_of[hand[1]]) & (rank == rank_of[hand[2]]) & (rank == rank_of[hand[3]])
            )
            kind = HAND_KINDS * kinds[hand[0] * 52 + hand[2]] + kinds[hand[1] * 52 + hand[3]]
            at = 2 * np.int64(kind) + alike
            openings[at] += 1
            opening_coups[at] = example
            at = 3 * score + (1 if reds == used else (2 if reds == 0 else 0))
            colours[at] += 1
            colour_coups[at] = example
            met = (p_cards == 1) & (holding == 3) & (points[hand[4]] == 8)
            at = 4 * score + 2 * (highest <= 5) + met
            by_points[at] += 1
            point_coups[at] = example
            for k in range(used):
                rank = rank_of[hand[k]]
                at = 7 * rank + seen[rank]
                copies[at] += seen[rank] > 0
                copy_coups[at] = example if seen[rank] > 0 else copy_coups[at]
                seen[rank] = 0
            if missing:
                missing = 0
                for rank in range(13):
                    if copy_coups[7 * rank] == 0:
                        missing += 1
                        absent = True
                        for k in range(used):
                            absent &= rank_of[hand[k]] != rank
                        if absent:
                            copy_coups[7 * rank] = example
    for rank in range(13):
        copies[7 * rank] = scores.sum() - copies[7 * rank : 7 * rank + 7].sum()
    examples = np.concatenate((opening_coups, colour_coups, point_coups, copy_coups))
    return scores, openings, colours, by_points, copies, examples

"""The kernels that count cards: what a guest who saw them all knows before each coup."""

# ruff: noqa: PLR0917 - compiled calls go by position
from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._jit import jit
from puntobanco.analysis._simulation_kernels import (
    LANES,
    NONE,
    STATE,
    U16,
    U64,
    WORK_WORDS,
    Counts,
    Words16,
    Words64,
    deal_shoes,
)

SHOES, COUPS, BETS, EARNED, EARNED_SQUARED = range(5)


@jit
def watch(
    seed: Words64, shoes: int, start: Words16, rules: Words16, plan: Counts
) -> tuple[Counts, Words16]:
    """Before each coup of whole shoes, the counts of points not seen yet; and its score.

    Cards burned face down were not seen, so they count as if they were still to come.
    """
    work = np.zeros(WORK_WORDS, U64)
    work[STATE:] = seed
    longest = np.int64(start[9]) // 4 + 1
    scores = np.zeros(longest * LANES, U16)
    seen = np.zeros((10 * longest + 1) * LANES, U16)
    unseen = np.zeros((longest * shoes, 10), np.int64)
    dealt = np.zeros(longest * shoes, U16)
    coups = 0
    for done in range(0, shoes, LANES):
        seated = min(LANES, shoes - done)
        rows = deal_shoes(work, start, rules, plan, seated, scores, seen)
        for lane in range(seated):
            for row in range(rows):
                score = scores[row * LANES + lane]
                if score == NONE:
                    break
                below = np.int64(0)
                for k in range(10):
                    hidden = np.int64(start[k]) - np.int64(seen[(1 + k) * LANES + lane])
                    hidden -= seen[lane] <= k
                    count = np.int64(seen[(10 * row + 1 + k) * LANES + lane]) + hidden
                    unseen[coups, k] = count - below
                    below = count
                dealt[coups] = score
                coups += 1
    return unseen[:coups], dealt[:coups]


@jit
def count(
    unseen: Counts,
    scores: Words16,
    full: Counts,
    tags: Counts,
    trigger: npt.NDArray[np.float64],
    earned: Counts,
) -> Counts:
    """Bet one unit whenever the count is at its trigger; sums of bets and what they earned.

    `trigger` is where the count begins, what it must reach, and whether it is a true count: one
    divided by the decks not seen yet.
    """
    sums = np.zeros(5, np.int64)
    for coup in range(scores.size):
        running, left = trigger[0], 0
        for k in range(10):
            running += tags[k] * (full[k] - unseen[coup, k])
            left += unseen[coup, k]
        if trigger[2] > 0:
            running *= 52.0 / left
        if running >= trigger[1]:
            gain = earned[scores[coup]]
            sums[BETS] += 1
            sums[EARNED] += gain
            sums[EARNED_SQUARED] += gain * gain
    sums[COUPS] = scores.size
    return sums

"""Kernels that deal whole shoes: many side by side, one a lane, every rule an argument.

A lane keeps the cumulative counts of the ten points instead of an order of cards: a draw is a
number below the cards left, its points are how many of the counts do not exceed it, and taking
the card lowers the others by one. Each loop over the lanes has no branch and stays within 16 bits,
so that the compiler turns it into vector instructions; the many conversions keep it there.

The work of one thread lives in one array, seen as 64-bit words or as rows of one 16-bit word a
lane. A draw uses half of a 32-bit word: two numbers below n and n - 1 come from one word as the
two digits of word * n * (n - 1) / 2**32, which are exactly uniform after rejection.
"""

# ruff: noqa: PLR0917 - compiled calls go by position
from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._jit import jit

Words16 = npt.NDArray[np.uint16]
Words64 = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int64]

I16, U16, U32, U64 = np.int16, np.uint16, np.uint32, np.uint64

LANES = 64
GENERATORS = LANES // 2
NONE = 400
"""The code of a lane that dealt no coup; below it are the scores."""

# Rows of the work: counts, six words a coup, six draws, then what a lane is doing.
_COUNTS, _LEFT, _WORDS, _DRAWS = 0, 9 * LANES, 10 * LANES, 16 * LANES
_LOW, _CODE, _LIVE, _BURNS = 22 * LANES, 23 * LANES, 24 * LANES, 25 * LANES
_SHOWN = 26 * LANES
STATE = 27 * LANES // 4
_SPARE = STATE + 4 * GENERATORS
SEED_WORDS = 4 * GENERATORS + 4
"""Random words that seed a block: a generator for every two lanes, and one for redraws."""
WORK_WORDS = _SPARE + 4
_W = _WORDS // 4


@jit
def _advance(work: Words64) -> None:
    """Three outputs of every generator (xoshiro256++) become the words of a coup."""
    for i in range(GENERATORS):
        a = work[STATE + i]
        b = work[STATE + GENERATORS + i]
        c = work[STATE + 2 * GENERATORS + i]
        d = work[STATE + 3 * GENERATORS + i]
        for j in range(3):
            t = a + d
            work[_W + j * GENERATORS + i] = ((t << U64(23)) | (t >> U64(41))) + a
            t = b << U64(17)
            c ^= a
            d ^= b
            b ^= c
            a ^= d
            c ^= t
            d = (d << U64(45)) | (d >> U64(19))
        work[STATE + i] = a
        work[STATE + GENERATORS + i] = b
        work[STATE + 2 * GENERATORS + i] = c
        work[STATE + 3 * GENERATORS + i] = d


@jit
def next_word(work: Words64, at: int) -> np.uint64:
    """One output of the single generator (xoshiro256++) whose four words begin at `at`."""
    a, b, c, d = work[at], work[at + 1], work[at + 2], work[at + 3]
    t = a + d
    word: np.uint64 = ((t << U64(23)) | (t >> U64(41))) + a
    t = b << U64(17)
    c ^= a
    d ^= b
    work[at] = a ^ d
    work[at + 1] = b ^ c
    work[at + 2] = c ^ t
    work[at + 3] = (d << U64(45)) | (d >> U64(19))
    return word


@jit
def _halves(high: np.uint16, low: np.uint16, n: np.uint16) -> tuple[np.uint16, ...]:
    """The 16-bit parts of (high, low) * n, to be added with their carry by the caller.

    The added 65536 changes nothing in the low part; it keeps the compiler from computing one
    wide product for both parts instead of two narrow ones.
    """
    a = U16((U32(high) * U32(n)) >> U32(16))
    b = U16(np.int64(high) * (np.int64(n) + 65536))
    c = U16((U32(low) * U32(n)) >> U32(16))
    d = U16(np.int64(low) * (np.int64(n) + 65536))
    return a, b, c, d


@jit
def _range(w: Words16) -> int:
    """Six draws a lane below n, n - 1 … n - 5; the least remainder tells who may need redraws."""
    least = U16(65535)
    for i in range(LANES):
        n = w[_LEFT + i]
        low = U16(65535)
        for j in range(3):
            high, below, more, rest = _halves(
                w[_WORDS + 2 * j * LANES + i], w[_WORDS + (2 * j + 1) * LANES + i], U16(n - 2 * j)
            )
            s = U16(below + more)
            w[_DRAWS + 2 * j * LANES + i] = U16(high + 1) if s < more else high
            high, below, more, _ = _halves(s, rest, U16(n - 2 * j - 1))
            s = U16(below + more)
            w[_DRAWS + (2 * j + 1) * LANES + i] = U16(high + 1) if s < more else high
            low = min(low, s)
        w[_LOW + i] = low
        least = min(least, low)
    return int(least)


@jit
def _redraw(work: Words64, w: Words16, suspect: int) -> None:
    """Reject what would bias a pair of draws, exactly, in the few lanes that may need it."""
    for i in range(LANES):
        if w[_LOW + i] > suspect or w[_LIVE + i] == 0:
            continue
        for j in range(3):
            n = np.int64(w[_LEFT + i]) - 2 * j
            pairs = n * (n - 1)
            uneven = (1 << 32) % pairs
            word = np.int64(w[_WORDS + 2 * j * LANES + i]) << 16
            word += np.int64(w[_WORDS + (2 * j + 1) * LANES + i])
            while (word * pairs) & 0xFFFFFFFF < uneven:
                word = np.int64(next_word(work, _SPARE) >> U64(32))
            pair = (word * pairs) >> 32
            w[_DRAWS + 2 * j * LANES + i] = pair // (n - 1)
            w[_DRAWS + (2 * j + 1) * LANES + i] = pair % (n - 1)


@jit
def _draw(work: Words64, w: Words16, suspect: int) -> None:
    """Six exactly uniform draws in every live lane."""
    _advance(work)
    if _range(w) <= suspect:
        _redraw(work, w, suspect)


@jit
def _below(u: np.uint16, count: np.uint16) -> np.int16:
    """-1 where u < count, else 0."""
    return I16(I16(U16(u - count)) >> 15)


@jit
def _take(
    u: np.uint16,
    go: bool,  # noqa: FBT001 - a mask, not a switch
    c0: np.uint16,
    c1: np.uint16,
    c2: np.uint16,
    c3: np.uint16,
    c4: np.uint16,
    c5: np.uint16,
    c6: np.uint16,
    c7: np.uint16,
    c8: np.uint16,
) -> tuple[np.uint16, ...]:
    """The points of draw u and the counts without that card; unchanged where it does not go."""
    u = u if go else U16(32767)
    l0, l1, l2 = _below(u, c0), _below(u, c1), _below(u, c2)
    l3, l4, l5 = _below(u, c3), _below(u, c4), _below(u, c5)
    l6, l7, l8 = _below(u, c6), _below(u, c7), _below(u, c8)
    low = U16(U16(U16(9 + l0) + U16(l1 + l2)) + U16(l3 + l4))
    points = U16(low + U16(U16(l5 + l6) + U16(l7 + l8)))
    return (
        points,
        U16(c0 + l0),
        U16(c1 + l1),
        U16(c2 + l2),
        U16(c3 + l3),
        U16(c4 + l4),
        U16(c5 + l5),
        U16(c6 + l6),
        U16(c7 + l7),
        U16(c8 + l8),
    )


@jit
def _burn(w: Words16, draws: int) -> None:
    """Take up to `draws` of the six draws, as many as a lane still has to burn."""
    for i in range(LANES):
        c0, c1, c2 = w[i], w[LANES + i], w[2 * LANES + i]
        c3, c4, c5 = w[3 * LANES + i], w[4 * LANES + i], w[5 * LANES + i]
        c6, c7, c8 = w[6 * LANES + i], w[7 * LANES + i], w[8 * LANES + i]
        burns, n, last = w[_BURNS + i], w[_LEFT + i], U16(0)
        for j in range(draws):
            go = burns > 0
            last, c0, c1, c2, c3, c4, c5, c6, c7, c8 = _take(
                w[_DRAWS + j * LANES + i], go, c0, c1, c2, c3, c4, c5, c6, c7, c8
            )
            n = U16(n - go)
            burns = U16(burns - go)
        w[i], w[LANES + i], w[2 * LANES + i] = c0, c1, c2
        w[3 * LANES + i], w[4 * LANES + i], w[5 * LANES + i] = c3, c4, c5
        w[6 * LANES + i], w[7 * LANES + i], w[8 * LANES + i] = c6, c7, c8
        w[_BURNS + i], w[_LEFT + i], w[_CODE + i] = burns, n, last


@jit
def _open(work: Words64, w: Words16, start: Words16, lanes: int, suspect: int, burn: int) -> None:
    """Fresh shoes in all lanes, the first `lanes` of them live, burned by their first card."""
    for k in range(10):
        for i in range(LANES):
            w[_COUNTS + k * LANES + i] = start[k]
    for i in range(LANES):
        w[_LIVE + i] = U16(i < lanes)
        w[_BURNS + i] = U16(1)
        w[_SHOWN + i] = U16(NONE)
    if burn == 0:
        return
    _draw(work, w, suspect)
    _burn(w, 1)
    for i in range(LANES):
        shown = w[_CODE + i]
        w[_SHOWN + i] = shown
        w[_BURNS + i] = U16(10) if shown == 0 else shown
    for _ in range(2):
        _draw(work, w, suspect)
        _burn(w, 6)


@jit
def _coup(
    w: Words16,
    player: np.uint16,
    stood: np.uint16,
    r0: np.uint16,
    r1: np.uint16,
    r2: np.uint16,
    r3: np.uint16,
    r4: np.uint16,
    r5: np.uint16,
    r6: np.uint16,
    r7: np.uint16,
    after: np.uint16,
    before: np.uint16,
) -> None:
    """Deal one coup in every live lane, and see whether it was its last."""
    for i in range(LANES):
        c0, c1, c2 = w[i], w[LANES + i], w[2 * LANES + i]
        c3, c4, c5 = w[3 * LANES + i], w[4 * LANES + i], w[5 * LANES + i]
        c6, c7, c8 = w[6 * LANES + i], w[7 * LANES + i], w[8 * LANES + i]
        n = w[_LEFT + i]
        live = w[_LIVE + i] != 0

        p1, c0, c1, c2, c3, c4, c5, c6, c7, c8 = _take(
            w[_DRAWS + i], live, c0, c1, c2, c3, c4, c5, c6, c7, c8
        )
        b1, c0, c1, c2, c3, c4, c5, c6, c7, c8 = _take(
            w[_DRAWS + LANES + i], live, c0, c1, c2, c3, c4, c5, c6, c7, c8
        )
        p2, c0, c1, c2, c3, c4, c5, c6, c7, c8 = _take(
            w[_DRAWS + 2 * LANES + i], live, c0, c1, c2, c3, c4, c5, c6, c7, c8
        )
        b2, c0, c1, c2, c3, c4, c5, c6, c7, c8 = _take(
            w[_DRAWS + 3 * LANES + i], live, c0, c1, c2, c3, c4, c5, c6, c7, c8
        )
        p = U16(p1 + p2)
        p = U16(p - 10) if p >= 10 else p
        b = U16(b1 + b2)
        b = U16(b - 10) if b >= 10 else b

        open_ = live & (p < 8) & (b < 8)
        p_draws = open_ & ((U16(player >> U16(p & U16(15))) & U16(1)) != 0)
        b_alone = open_ & (not p_draws) & ((U16(stood >> U16(b & U16(15))) & U16(1)) != 0)
        row = r0
        row = r1 if b == 1 else row
        row = r2 if b == 2 else row
        row = r3 if b == 3 else row
        row = r4 if b == 4 else row
        row = r5 if b == 5 else row
        row = r6 if b == 6 else row
        row = r7 if b == 7 else row
        five = p_draws | b_alone
        fifth, c0, c1, c2, c3, c4, c5, c6, c7, c8 = _take(
            w[_DRAWS + 4 * LANES + i], five, c0, c1, c2, c3, c4, c5, c6, c7, c8
        )
        six = p_draws & ((U16(row >> U16(fifth & U16(15))) & U16(1)) != 0)
        sixth, c0, c1, c2, c3, c4, c5, c6, c7, c8 = _take(
            w[_DRAWS + 5 * LANES + i], six, c0, c1, c2, c3, c4, c5, c6, c7, c8
        )
        p = U16(p + (fifth if p_draws else U16(0)))
        p = U16(p - 10) if p >= 10 else p
        b = U16(b + (sixth if six else (fifth if b_alone else U16(0))))
        b = U16(b - 10) if b >= 10 else b
        score = U16(U16(U16(p * 10) + b) * 4)
        score = U16(score + U16(2)) if p_draws else score
        score = U16(score + U16(1)) if b_alone | six else score

        left = U16(n - (U16(4) if live else U16(0)))
        left = U16(left - (U16(1) if five else U16(0)))
        left = U16(left - (U16(1) if six else U16(0)))
        goes_on = live & (left >= after) & (n >= before)
        w[i], w[LANES + i], w[2 * LANES + i] = c0, c1, c2
        w[3 * LANES + i], w[4 * LANES + i], w[5 * LANES + i] = c3, c4, c5
        w[6 * LANES + i], w[7 * LANES + i], w[8 * LANES + i] = c6, c7, c8
        w[_LEFT + i] = left
        w[_CODE + i] = score if live else U16(NONE)
        w[_LIVE + i] = U16(1) if goes_on else U16(0)


@jit
def deal_shoes(
    work: Words64,
    start: Words16,
    rules: Words16,
    plan: Counts,
    lanes: int,
    scores: Words16,
    seen: Words16,
) -> int:
    """One shoe in each of `lanes` lanes: a row of scores a coup; how many rows there are.

    `start` is the cumulative counts of a full shoe and `rules` the tableau as bits. `plan` says
    when to stop (cards left after a coup, and before it, below which it was the last), up to
    which remainder a pair of draws is suspect, and whether to burn. Unless it is empty, `seen`
    receives the points of the card shown by the burn, then the ten counts before each coup.
    """
    w = work.view(U16)
    after, before, suspect = U16(plan[0]), U16(plan[1]), plan[2]
    _open(work, w, start, lanes, suspect, plan[3])
    rows = 0
    living = lanes
    for i in range(min(seen.size, LANES)):
        seen[i] = w[_SHOWN + i]
    while living:
        for i in range(min(seen.size, 10 * LANES)):
            seen[(10 * rows + 1) * LANES + i] = w[i]
        _draw(work, w, suspect)
        _coup(
            w,
            rules[0],
            rules[1],
            rules[2],
            rules[3],
            rules[4],
            rules[5],
            rules[6],
            rules[7],
            rules[8],
            rules[9],
            after,
            before,
        )
        living = 0
        for i in range(LANES):
            scores[rows * LANES + i] = w[_CODE + i]
            living |= w[_LIVE + i]
        rows += 1
    return rows


@jit
def _tally(scores: Words16, first: int, end: int, tables: npt.NDArray[np.int32]) -> None:
    """Count scores in four tables by turns, so that no increment waits for the one before."""
    for i in range(first, end, 4):
        tables[scores[i]] += np.int32(1)
        tables[512 + scores[i + 1]] += np.int32(1)
        tables[1024 + scores[i + 2]] += np.int32(1)
        tables[1536 + scores[i + 3]] += np.int32(1)


@jit
def count_scores(
    seed: Words64, shoes: int, start: Words16, rules: Words16, plan: Counts, always: int
) -> Counts:
    """The scores of whole shoes: of the coups every shoe deals, and of those after them."""
    work = np.zeros(WORK_WORDS, U64)
    work[STATE : _SPARE + 4] = seed
    scores = np.zeros((np.int64(start[9]) // 4 + 1) * LANES, U16)
    unseen = np.zeros(0, U16)
    early, late = np.zeros(2048, np.int32), np.zeros(2048, np.int32)
    for done in range(0, shoes, LANES):
        rows = deal_shoes(work, start, rules, plan, min(LANES, shoes - done), scores, unseen)
        _tally(scores, 0, min(always, rows) * LANES, early)
        _tally(scores, min(always, rows) * LANES, rows * LANES, late)
    found = np.zeros((2, NONE), np.int64)
    for k in range(NONE):
        for table in range(4):
            found[0, k] += early[512 * table + k]
            found[1, k] += late[512 * table + k]
    return found

"""Kernels that deal whole shoes: many side by side, one a lane, every rule an argument.

A lane keeps the cumulative counts of the ten points instead of an order of cards: a draw is a
number below the cards left, its points are how many of the counts do not exceed it, and taking
the card lowers the others by one. Each loop over the lanes has no branch and stays within 16 bits,
so that the compiler turns it into vector instructions; the many conversions keep it there.

The work of one thread lives in one array, seen as 64-bit words or as rows of one 16-bit word a
lane. A draw uses half of a 32-bit word: two numbers below n and n - 1 come from one word as the
two digits of word * n * (n - 1) / 2**32, which are exactly uniform after rejection.

All kernels share one file, because a compiled one that is kept on disk does not notice when
something it calls in another file changes.
"""

# ruff: noqa: PLR0917 - compiled calls go by position
from __future__ import annotations

from collections.abc import Callable

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
def _more_burned(burn: int, points: int) -> int:
    """How many cards are burned after the first, which has these points."""
    if burn == 1:
        return 10 if points == 0 else points
    return burn - 2 if burn > 0 else -burn - 1


@jit
def _open(work: Words64, w: Words16, start: Words16, lanes: int, suspect: int, burn: int) -> None:
    """Fresh shoes in all lanes, the first `lanes` of them live, burned as the house does."""
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
        w[_SHOWN + i] = shown if burn > 0 else U16(NONE)
        w[_BURNS + i] = U16(_more_burned(burn, int(shown)))
    for _ in range((_more_burned(burn, 0) + 5) // 6):
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
    which remainder a pair of draws is suspect, and what to burn. Unless it is empty, `seen`
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


# --- ranks and suits ------------------------------------------------------------------------------
# For bets that look at more than the score. Cards are shuffled as they are dealt: each is drawn
# from those that lie behind the place reached.

Bytes = npt.NDArray[np.uint8]

HAND_KINDS = 5
"""Kinds of opening hands: nothing, a pair, a pair of one suit, king and queen, those suited."""
OPENING_BINS = 2 * HAND_KINDS**2
"""Bins of openings: both hands' kinds, and whether all four cards share their rank."""
COLOUR_BINS = 3 * NONE
"""Bins of a score and a colour: mixed, all red, all black."""
POINT_BINS = 4 * NONE
"""Bins of a score, whether no card is above 5, and whether Banker's 3 met an 8."""
COPY_BINS = 13 * 7
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
def _deal_cards(
    state: Words64, order: Bytes, place: int, points: Counts, rules: Words16, hand: Counts
) -> tuple[int, int]:
    """Deal a coup from this place into `hand`; how many cards it took, and its score."""
    for k in range(4):
        hand[k] = _drawn(state, order, place + k)
    used = 4
    p = (points[hand[0]] + points[hand[2]]) % 10
    b = (points[hand[1]] + points[hand[3]]) % 10
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
    return used, ((p * 10 + b) * 2 + p_cards) * 2 + b_cards


NO_CARD = 52
"""Stands for a third card that was not drawn."""
PLAYER_THIRD, BANKER_THIRD, COUP_SCORE = 4, 5, 6
"""Columns of a coup after its first four cards, which stand in the order of dealing."""
COUP_COLUMNS = 7


@jit
def deal_coups(
    state: Words64, order: Bytes, shoes: int, rules: Words16, plan: Counts, coups: Words16
) -> int:
    """Deal whole shoes into the rows of `coups`; how many coups there are."""
    points = np.zeros(52, np.int64)
    for card in range(52):
        points[card] = card % 13 + 1 if card % 13 < 9 else 0
    hand = np.zeros(6, np.int64)
    row = 0
    for _ in range(shoes):
        place = 0
        if plan[3]:
            shown = points[_drawn(state, order, 0)]
            place = 1
            for _ in range(_more_burned(plan[3], shown)):
                _drawn(state, order, place)
                place += 1
        goes_on = True
        while goes_on:
            before = order.size - place
            used, score = _deal_cards(state, order, place, points, rules, hand)
            place += used
            goes_on = order.size - place >= plan[0] and before >= plan[1]
            for k in range(4):
                coups[row, k] = hand[k]
            player_drew = score & 2 != 0
            coups[row, PLAYER_THIRD] = hand[4] if player_drew else NO_CARD
            coups[row, BANKER_THIRD] = hand[used - 1] if score & 1 else NO_CARD
            coups[row, COUP_SCORE] = score
            row += 1
    return row


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
    openings, colours = np.zeros(OPENING_BINS, np.int64), np.zeros(COLOUR_BINS, np.int64)
    by_points, copies = np.zeros(POINT_BINS, np.int64), np.zeros(COPY_BINS, np.int64)
    opening_coups, colour_coups = np.zeros(OPENING_BINS, np.int64), np.zeros(COLOUR_BINS, np.int64)
    point_coups, copy_coups = np.zeros(POINT_BINS, np.int64), np.zeros(COPY_BINS, np.int64)
    hand = np.zeros(6, np.int64)
    seen = np.zeros(13, np.int64)
    missing = 13
    for _ in range(shoes):
        place = 0
        if plan[3]:
            shown = points[_drawn(state, order, 0)]
            place = 1
            for _ in range(_more_burned(plan[3], shown)):
                _drawn(state, order, place)
                place += 1
        goes_on = True
        while goes_on:
            before = order.size - place
            used, score = _deal_cards(state, order, place, points, rules, hand)
            place += used
            left = order.size - place
            goes_on = left >= plan[0] and before >= plan[1]
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
            holding = (points[hand[1]] + points[hand[3]]) % 10
            met = (score & 2 != 0) & (holding == 3) & (points[hand[4]] == 8)
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


# --- betting systems ------------------------------------------------------------------------------
# A system is a function of a state (whole numbers, of which the first say how it begins) and the
# last result (1 won, -1 lost, 0 before the first bet) that gives the next stake in units. A push
# asks nothing: the same stake is placed again. A cap or the bankroll may cut a stake, so the last
# of the state is what was really placed.

FLAT, MARTINGALE, PAROLI, D_ALEMBERT, FIBONACCI, LABOUCHERE, ONE_THREE_TWO_SIX, OSCAR = range(8)

MEMORY = 256
"""Whole numbers a system may keep from one bet to the next."""
PLACED = MEMORY - 1
"""Where it finds the stake that was placed last, in units."""
_FIRST_OF_LINE = 4
_LONGEST_LINE = PLACED - _FIRST_OF_LINE
_LARGEST = 1 << 40

(
    GUESTS,
    RUINED,
    REACHED,
    STOPPED,
    COUPS,
    STAKED,
    DECIDED,
    LOST,
    FINAL,
    LOSING_RUN,
    DRAWDOWN,
    BETS,
) = range(12)
SUMS = 12
"""Sums over guests; the losing run and the drawdown are each guest's worst."""
BOOKED = (FINAL, STAKED, DECIDED, LOST, DRAWDOWN)
"""The sums of money: a kernel gives each guest's, which together may not fit in 64 bits."""
POINTS_IN_TIME = 100
"""Parts of a session in which ruins are counted and the paths of sample guests are seen."""


@jit
def _labouchere(state: Counts, result: int) -> int:
    """The line 1 2 3 4: stake both ends, cross off what was won, write what was lost.

    The line always adds up to what is still to be won: where a stake was cut, the rest of the
    ends is written again.
    """
    length, placed = state[1], state[PLACED]
    if result > 0:
        rest = state[2] - placed
        length -= 2
        for k in range(max(0, length)):
            state[_FIRST_OF_LINE + k] = state[_FIRST_OF_LINE + k + 1]
        if rest > 0:
            length = max(0, length)
            state[_FIRST_OF_LINE + length] = rest
            length += 1
    elif result < 0 and length < _LONGEST_LINE:
        state[_FIRST_OF_LINE + length] = placed
        length += 1
    if result == 0 or length <= 0 or length >= _LONGEST_LINE:
        length = 4
        for k in range(4):
            state[_FIRST_OF_LINE + k] = k + 1
    stake = state[_FIRST_OF_LINE]
    if length > 1:
        stake += state[_FIRST_OF_LINE + length - 1]
    state[1], state[2] = length, min(stake, _LARGEST)
    return int(state[2])


@jit
def _oscar(state: Counts, result: int) -> int:
    """One unit more after a win, never more than wins a series by one unit."""
    state[1] = state[PLACED] if result else 1
    state[2] += result * state[1]
    if state[2] >= 1:
        state[1], state[2] = 1, 0
    elif result > 0:
        state[1] = min(state[1] + 1, 1 - state[2])
    return int(state[1])


@jit
def _fibonacci(state: Counts, result: int) -> int:
    """One step on in 1 1 2 3 5 … after a loss, two back after a win."""
    if result < 0:
        state[1] = min(state[1] + 1, 56)
    elif result > 0:
        state[1] = max(state[1] - 2, 0)
    stake, following = 1, 1
    for _ in range(state[1]):
        stake, following = following, stake + following
    return stake


@jit
def next_stake(state: Counts, result: int) -> int:
    """The next stake of the built-in system whose number is the first of its state."""
    system = state[0]
    if system == MARTINGALE:
        state[1] = min(2 * state[1], _LARGEST) if result < 0 else 1
        return int(state[1])
    if system == PAROLI:
        state[1] = (state[1] + 1) % 3 if result > 0 else 0
        return 1 << int(state[1])
    if system == D_ALEMBERT:
        state[1] = max(1, state[1] - result) if result else 1
        return int(state[1])
    if system == FIBONACCI:
        return _fibonacci(state, result)
    if system == LABOUCHERE:
        return _labouchere(state, result)
    if system == ONE_THREE_TWO_SIX:
        state[1] = (state[1] + 1) % 4 if result > 0 else 0
        return (1, 3, 2, 6)[state[1]]
    if system == OSCAR:
        return _oscar(state, result)
    return 1


@jit
def _positive(stake: int) -> int:
    """The stake of a guest's own system, if it is one."""
    if stake < 1:
        raise ValueError("a stake must be 1 unit or more")
    return stake


def play_plain(  # noqa: C901, PLR0912, PLR0915 - split, a seat would be passed around
    own: Callable[[Counts, int], int] | None,
    seed: Words64,
    guests: int,
    start: Words16,
    rules: Words16,
    plan: Counts,
    earned: Counts,
    session: Counts,
    beginning: Counts,
    paths: Counts,
) -> tuple[Counts, Counts, Counts, Counts]:
    """Sums and maxima over guests, ruins over time, and each guest's sums of money (`BOOKED`).

    `earned` is what one unit earns for each score, in chips. `session` is a bankroll, one unit,
    the most units, the bankrolls at which to stop for a loss and for a win, and how many shoes
    and coups it may last. `paths` receives the bankrolls of the first guests over time.
    """
    bankroll, unit, most, low, high = session[0], session[1], session[2], session[3], session[4]
    shoes, coups = session[5], session[6]
    work = np.zeros(WORK_WORDS, U64)
    work[STATE:] = seed
    scores = np.zeros((np.int64(start[9]) // 4 + 1) * LANES, U16)
    unseen = np.zeros(0, U16)
    sums, worst = np.zeros(SUMS, np.int64), np.zeros(SUMS, np.int64)
    ruins = np.zeros(POINTS_IN_TIME + 1, np.int64)
    books = np.zeros((guests, len(BOOKED)), np.int64)
    states = np.zeros((LANES, MEMORY), np.int64)
    # Each guest: bankroll, wanted stake, highest bankroll, drawdown, losing run, longest, coups,
    # and units staked, units decided and chips lost.
    seats = np.zeros((LANES, 10), np.int64)
    bets = 0
    for first in range(0, guests, LANES):
        seated = min(LANES, guests - first)
        states[:, :] = 0
        for lane in range(seated):
            states[lane, : beginning.size] = beginning
            seats[lane, :] = 0
            seats[lane, 0] = seats[lane, 2] = bankroll
            if own is None:
                seats[lane, 1] = next_stake(states[lane], 0)
            else:
                seats[lane, 1] = _positive(own(states[lane], 0))
            if first + lane < paths.shape[0]:
                paths[first + lane, :] = bankroll
        for _ in range(shoes):
            rows = deal_shoes(work, start, rules, plan, seated, scores, unseen)
            for lane in range(seated):
                seat, state, guest = seats[lane], states[lane], first + lane
                money, wanted, highest, drawdown = seat[0], seat[1], seat[2], seat[3]
                run, longest, played = seat[4], seat[5], seat[6]
                staked, decided, lost = seat[7], seat[8], seat[9]
                for row in range(rows):
                    score = scores[row * LANES + lane]
                    if score == NONE or played == coups:
                        break
                    if money < unit or money <= low or money >= high:
                        break
                    stake = min(wanted, most)
                    if stake * unit > money:
                        stake = money // unit
                    gain = stake * earned[score]
                    money += gain
                    played += 1
                    bets += 1
                    staked += stake
                    if gain != 0:
                        decided += stake
                        lost -= gain
                        won = 1 if gain > 0 else -1
                        run = 0 if gain > 0 else run + 1
                        longest = max(longest, run)
                        highest = max(highest, money)
                        drawdown = max(drawdown, highest - money)
                        state[PLACED] = stake
                        if own is None:
                            wanted = next_stake(state, won)
                        else:
                            wanted = _positive(own(state, won))
                    if guest < paths.shape[0]:
                        paths[guest, -(-played * POINTS_IN_TIME // coups) :] = money
                    if money < unit:
                        ruins[-(-played * POINTS_IN_TIME // coups)] += 1
                seat[0], seat[1], seat[2], seat[3] = money, wanted, highest, drawdown
                seat[4], seat[5], seat[6] = run, longest, played
                seat[7], seat[8], seat[9] = staked, decided, lost
        for lane in range(seated):
            money = seats[lane, 0]
            book = books[first + lane]
            book[0], book[1], book[2] = money, seats[lane, 7] * unit, seats[lane, 8] * unit
            book[3], book[4] = seats[lane, 9], seats[lane, 3]
            sums[GUESTS] += 1
            sums[RUINED] += money < unit
            sums[REACHED] += money >= high
            sums[STOPPED] += unit <= money <= low
            sums[COUPS] += seats[lane, 6]
            sums[LOSING_RUN] += seats[lane, 5]
            worst[LOSING_RUN] = max(worst[LOSING_RUN], seats[lane, 5])
            worst[DRAWDOWN] = max(worst[DRAWDOWN], seats[lane, 3])
            worst[COUPS] = max(worst[COUPS], seats[lane, 6])
    sums[BETS] = bets
    return sums, worst, ruins, books


play = jit(play_plain)
"""The same, compiled; without a function of its own, it is a built-in system."""


# --- counting -------------------------------------------------------------------------------------
# What a guest who saw every card knows before each coup.

COUNTED_SHOES, COUNTED_COUPS, COUNTED_BETS, COUNTED_EARNED, COUNTED_EARNED_SQUARED = range(5)


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
def count_bets(
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
            sums[COUNTED_BETS] += 1
            sums[COUNTED_EARNED] += gain
            sums[COUNTED_EARNED_SQUARED] += gain * gain
    sums[COUNTED_COUPS] = scores.size
    return sums

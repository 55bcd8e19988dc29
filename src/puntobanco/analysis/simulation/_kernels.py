"""Kernels that deal whole shoes: many side by side, one a lane, every rule an argument.

A lane keeps the cumulative counts of the ten points instead of an order of cards: a draw is a
number below the cards left, its points are how many of the counts do not exceed it, and taking
the card lowers the others by one. Each loop over the lanes has no branch and stays within 16 bits,
so that the compiler turns it into vector instructions; the many conversions keep it there.

The work of one thread lives in one array, seen as 64-bit words or as rows of one 16-bit word a
lane. A draw uses half of a 32-bit word: two numbers below n and n - 1 come from one word as the
two digits of word * n * (n - 1) / 2**32, which are exactly uniform after rejection.

All kernels share one file, because a compiled kernel on disk isn't updated if a function that it
calls in another file changes.
"""

# ruff: noqa: PLR0917, FBT001, FBT003 - compiled calls go by position, and a bool is a mask
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._jit import jit, jit_part

Words16 = npt.NDArray[np.uint16]
Words64 = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Words32 = npt.NDArray[np.uint32]
NineCounts = tuple[np.uint16, ...]

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
_CACHE_LINE = 64
_W = _WORDS // 4


class KernelLanes(NamedTuple):
    """The work of one thread, as words and as halves of 16 bits."""

    work: Words64
    w: Words16

    @classmethod
    def seeded(cls, seed: Words64) -> KernelLanes:
        """Return new lanes, their generators seeded with these words."""
        work = _aligned(8 * WORK_WORDS).view(U64)
        work[STATE:] = seed
        return cls(work, work.view(U16))


def _aligned(size: int) -> Bytes:
    """Return bytes that begin with a cache line, where vector instructions are fastest."""
    room = np.zeros(size + _CACHE_LINE, np.uint8)
    first = -room.ctypes.data % _CACHE_LINE
    return room[first : first + size]


_NATURAL = 8
"""A hand with this total or more in its first two cards ends the coup."""


class Procedure(NamedTuple):
    """When a shoe ends, and how it begins."""

    cards_after: int
    """A coup that leaves fewer cards than this is the last."""
    cards_before: int
    """A coup that begins with fewer cards than this is the last."""
    suspect: int
    """A pair of draws is checked for bias if the high 16 bits of its remainder are at most this."""
    burns: int
    """1 to burn by the first card; 1 + n to burn n cards, -n to burn them face down; or 0."""


@jit_part
def _step(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return one output of a generator (xoshiro256++), and the four words of its next state."""
    t = a + d
    word = ((t << U64(23)) | (t >> U64(41))) + a
    t = b << U64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    return word, a, b, c, (d << U64(45)) | (d >> U64(19))


@jit
def _advance(work: Words64) -> None:
    """Fill the words of a coup with three outputs of every generator."""
    for i in range(GENERATORS):
        a = work[STATE + i]
        b = work[STATE + GENERATORS + i]
        c = work[STATE + 2 * GENERATORS + i]
        d = work[STATE + 3 * GENERATORS + i]
        for j in range(3):
            work[_W + j * GENERATORS + i], a, b, c, d = _step(a, b, c, d)
        work[STATE + i] = a
        work[STATE + GENERATORS + i] = b
        work[STATE + 2 * GENERATORS + i] = c
        work[STATE + 3 * GENERATORS + i] = d


@jit
def next_word(work: Words64, at: int) -> np.uint64:
    """Return one output of the generator whose four words begin at `at`."""
    word, a, b, c, d = _step(work[at], work[at + 1], work[at + 2], work[at + 3])
    work[at], work[at + 1], work[at + 2], work[at + 3] = a, b, c, d
    return word


@jit
def _halves(high: np.uint16, low: np.uint16, n: np.uint16) -> tuple[np.uint16, ...]:
    """Return the 16-bit parts of (high, low) * n, which the caller adds with their carry.

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
    """Make six draws per lane below n … n - 5. The least remainder shows who may need redraws."""
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
    """Reject biased pairs of draws exactly, in the few lanes that may need it."""
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


@jit_part
def _draw(work: Words64, w: Words16, suspect: int) -> None:
    """Make six exactly uniform draws in every live lane."""
    _advance(work)
    if _range(w) <= suspect:
        _redraw(work, w, suspect)


@jit
def _below(u: np.uint16, count: np.uint16) -> np.int16:
    """Return -1 if u < count, else 0."""
    return I16(I16(U16(u - count)) >> 15)


@jit
def _take(u: np.uint16, go: bool, c: NineCounts) -> tuple[np.uint16, NineCounts]:
    """Return the points of draw u, and the counts without that card if `go`."""
    u = u if go else U16(32767)
    l0, l1, l2 = _below(u, c[0]), _below(u, c[1]), _below(u, c[2])
    l3, l4, l5 = _below(u, c[3]), _below(u, c[4]), _below(u, c[5])
    l6, l7, l8 = _below(u, c[6]), _below(u, c[7]), _below(u, c[8])
    low = U16(U16(U16(9 + l0) + U16(l1 + l2)) + U16(l3 + l4))
    points = U16(low + U16(U16(l5 + l6) + U16(l7 + l8)))
    a, b, d = U16(c[0] + l0), U16(c[1] + l1), U16(c[2] + l2)
    e, f, g = U16(c[3] + l3), U16(c[4] + l4), U16(c[5] + l5)
    return points, (a, b, d, e, f, g, U16(c[6] + l6), U16(c[7] + l7), U16(c[8] + l8))


@jit_part
def _counts_of(w: Words16, i: int) -> NineCounts:
    low = w[i], w[LANES + i], w[2 * LANES + i], w[3 * LANES + i], w[4 * LANES + i]
    return (*low, w[5 * LANES + i], w[6 * LANES + i], w[7 * LANES + i], w[8 * LANES + i])


@jit_part
def _store(w: Words16, i: int, c: NineCounts) -> None:
    w[i], w[LANES + i], w[2 * LANES + i] = c[0], c[1], c[2]
    w[3 * LANES + i], w[4 * LANES + i], w[5 * LANES + i] = c[3], c[4], c[5]
    w[6 * LANES + i], w[7 * LANES + i], w[8 * LANES + i] = c[6], c[7], c[8]


@jit
def _burn(w: Words16, draws: int) -> None:
    """Take up to `draws` of the six draws, as many as a lane must still burn."""
    for j in range(draws):
        for i in range(LANES):
            c = _counts_of(w, i)
            go = w[_BURNS + i] > 0
            shown, c = _take(w[_DRAWS + j * LANES + i], go, c)
            _store(w, i, c)
            w[_BURNS + i] = U16(w[_BURNS + i] - go)
            w[_LEFT + i] = U16(w[_LEFT + i] - go)
            w[_CODE + i] = shown


@jit_part
def _more_burned(burn: int, points: int) -> int:
    """Return how many cards to burn after the first, which has these points."""
    if burn == 1:
        return 10 if points == 0 else points
    return burn - 2 if burn > 0 else -burn - 1


@jit_part
def _open(w: Words16, start: Words16, lanes: int) -> None:
    """Put fresh shoes into all lanes, the first `lanes` of them live, with one card to burn."""
    for k in range(10):
        for i in range(LANES):
            w[_COUNTS + k * LANES + i] = start[k]
    for i in range(LANES):
        w[_LIVE + i] = U16(i < lanes)
        w[_BURNS + i] = U16(1)
        w[_SHOWN + i] = U16(NONE)


@jit_part
def _show(w: Words16, burn: int) -> None:
    """Show the first burned card, if the house does, and set how many follow it."""
    for i in range(LANES):
        shown = w[_CODE + i]
        w[_SHOWN + i] = shown if burn > 0 else U16(NONE)
        w[_BURNS + i] = U16(_more_burned(burn, int(shown)))


@jit_part
def _times_drawn_to_burn(burn: int) -> int:
    """Return how often to make six draws for a burn: once for its first card, then for six."""
    return 0 if burn == 0 else 1 + (_more_burned(burn, 0) + 5) // 6


@jit
def _coup(w: Words16, rules: tuple[np.uint16, ...], after: np.uint16, before: np.uint16) -> None:
    """Deal one coup in every live lane, and decide if it was its last."""
    player, stood, r0, r1, r2, r3, r4, r5, r6, r7 = rules
    for i in range(LANES):
        c = _counts_of(w, i)
        n = w[_LEFT + i]
        live = w[_LIVE + i] != 0

        p1, c = _take(w[_DRAWS + i], live, c)
        b1, c = _take(w[_DRAWS + LANES + i], live, c)
        p2, c = _take(w[_DRAWS + 2 * LANES + i], live, c)
        b2, c = _take(w[_DRAWS + 3 * LANES + i], live, c)
        p = U16(p1 + p2)
        p = U16(p - 10) if p >= 10 else p
        b = U16(b1 + b2)
        b = U16(b - 10) if b >= 10 else b

        open_ = live & (p < _NATURAL) & (b < _NATURAL)
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
        fifth, c = _take(w[_DRAWS + 4 * LANES + i], five, c)
        six = p_draws & ((U16(row >> U16(fifth & U16(15))) & U16(1)) != 0)
        sixth, c = _take(w[_DRAWS + 5 * LANES + i], six, c)
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
        _store(w, i, c)
        w[_LEFT + i] = left
        w[_CODE + i] = score if live else U16(NONE)
        w[_LIVE + i] = U16(1) if goes_on else U16(0)


def _deal_shoes(
    lanes: KernelLanes,
    start: Words16,
    rules: Words16,
    procedure: Procedure,
    shoes: int,
    scores: Words16,
    seen: Words16,
) -> int:
    """Deal one shoe in each of the first lanes, a row of scores per coup. Return the rows.

    `start` is the cumulative counts of a full shoe and `rules` the tableau as bits. Unless it is
    empty, `seen` receives the points of the card shown by the burn, then the ten counts before
    each coup.
    """
    work, w = lanes.work, lanes.w
    after, before = U16(procedure.cards_after), U16(procedure.cards_before)
    thirds = rules[2], rules[3], rules[4], rules[5], rules[6], rules[7], rules[8], rules[9]
    bits = (rules[0], rules[1], *thirds)
    _open(w, start, shoes)
    to_burn = _times_drawn_to_burn(procedure.burns)
    most_burned = 1
    rows = 0
    living = shoes
    while living:
        _draw(work, w, procedure.suspect)
        if to_burn > 0:
            _burn(w, most_burned)
            if most_burned == 1:
                _show(w, procedure.burns)
            most_burned = 6
            to_burn -= 1
            continue
        if rows == 0:
            for i in range(min(seen.size, LANES)):
                seen[i] = w[_SHOWN + i]
        for i in range(min(seen.size, 10 * LANES)):
            seen[(10 * rows + 1) * LANES + i] = w[i]
        _coup(w, bits, after, before)
        living = 0
        for i in range(LANES):
            scores[rows * LANES + i] = w[_CODE + i]
            living |= w[_LIVE + i]
        rows += 1
    return rows


deal_shoes = jit(_deal_shoes)
_deal_shoes_here = jit_part(_deal_shoes)
"""`deal_shoes`, inlined: compiling it separately and again in its caller would take longer."""


def room_for_scores(start: Words16) -> Words16:
    """Return room for the scores of one shoe in each lane."""
    return _aligned(2 * (int(start[9]) // 4 + 1) * LANES).view(U16)


NOT_SEEN: Words16 = np.zeros(0, U16)
"""For callers that don't need what a counter sees."""


@jit
def _tally(scores: Words16, first: int | np.int64, end: int, tables: npt.NDArray[np.int32]) -> None:
    """Count scores in four tables in turn, so that no increment waits for the previous one."""
    for i in range(first, end, 4):
        tables[0, scores[i]] += np.int32(1)
        tables[1, scores[i + 1]] += np.int32(1)
        tables[2, scores[i + 2]] += np.int32(1)
        tables[3, scores[i + 3]] += np.int32(1)


@jit
def _count_living(scores: Words16, rows: int, living: Counts) -> None:
    """Count the shoes that deal a first coup, a second one and so on."""
    for row in range(rows):
        dealt = 0
        for i in range(row * LANES, (row + 1) * LANES):
            dealt += scores[i] != NONE
        living[row] += dealt


@jit
def _count_scores(
    lanes: KernelLanes,
    shoes: int,
    start: Words16,
    rules: Words16,
    procedure: Procedure,
    always: int,
    scores: Words16,
    seen: Words16,
    early: npt.NDArray[np.int32],
    late: npt.NDArray[np.int32],
    living: Counts,
) -> None:
    for done in range(0, shoes, LANES):
        some = min(LANES, shoes - done)
        rows = _deal_shoes_here(lanes, start, rules, procedure, some, scores, seen)
        _tally(scores, np.int64(0), min(always, rows) * LANES, early)
        _tally(scores, min(always, rows) * LANES, rows * LANES, late)
        _count_living(scores, rows, living)


def count_scores(
    seed: Words64, shoes: int, start: Words16, rules: Words16, procedure: Procedure, always: int
) -> tuple[Counts, Counts, Counts]:
    """Deal whole shoes.

    Count the scores of the first coups, which every shoe deals, the scores of later coups, and the
    shoes with 0, 1, 2 … coups.
    """
    early, late = np.zeros((4, NONE + 1), np.int32), np.zeros((4, NONE + 1), np.int32)
    lanes, scores = KernelLanes.seeded(seed), room_for_scores(start)
    living = np.zeros(len(scores) // LANES + 1, np.int64)
    _count_scores(
        lanes, shoes, start, rules, procedure, always, scores, NOT_SEEN, early, late, living
    )
    first, after = (table.sum(axis=0, dtype=np.int64)[:NONE] for table in (early, late))
    return first, after, -np.diff(living, prepend=shoes)


# --- whole cards ----------------------------------------------------------------------------------
# For bets on more than the score. Cards are shuffled as they are dealt: each is drawn
# from those behind the current place. A card is its place in `DECK`.

CARDS = 52
NO_CARD = CARDS
"""A third card that was not drawn."""
_PLAYER_THIRD, _BANKER_THIRD = 4, 5
"""Their places among the six cards of a coup. The first four are in dealing order."""


class Faces(NamedTuple):
    """What kernels know about each card, and last about `NO_CARD`."""

    points: Counts
    rank: Counts
    points_bit: Counts
    colour_bit: Counts


# Features of a coup: small whole numbers that follow from its cards. Sets are bits. The last are
# the copies of every three ranks, the first of them in the lowest bits.
(
    SCORE,
    PLAYER_OPENING,
    BANKER_OPENING,
    PLAYER_THIRD,
    BANKER_THIRD,
    POINTS_PRESENT,
    COLOURS_PRESENT,
    OPENING_RANKS,
    COPIES,
) = range(9)
COPY_BITS = 3
RANKS_TOGETHER = 3
_TOGETHER_BITS = COPY_BITS * RANKS_TOGETHER
_COPIES_OF_RANKS = 5
FEATURES = COPIES + _COPIES_OF_RANKS
NO_RANK = RANKS_TOGETHER * _COPIES_OF_RANKS
"""The rank of `NO_CARD`: behind those whose copies are features."""


class Classifiers(NamedTuple):
    """Tables that map the features of a coup to classes, such as the lines that decide bets.

    A classifier adds up the codes of its inputs to find a cell, and the cell has a class. The class
    is a feature too, so a later classifier may use it as an input.
    """

    first_input: Words32
    """The first input of each classifier, and last the end."""
    feature: Words32
    """The feature of each input."""
    first_code: Words32
    """The first code of each input."""
    codes: Words32
    first_cell: Words32
    """The first cell of each classifier."""
    classes: Words32
    """The class of each cell."""
    counted: Words32
    """The features whose classes to count."""
    first_class: Words32
    """The first class of each of these among all counts."""
    asks_copies: bool
    """Whether any input reads the copies of ranks."""


_GENERATOR = 4
BUFFERED = 508


@jit
def _refill(words: Words64) -> None:
    a, b, c, d = words[0], words[1], words[2], words[3]
    for at in range(_GENERATOR, words.size):
        words[at], a, b, c, d = _step(a, b, c, d)
    words[0], words[1], words[2], words[3] = a, b, c, d


@jit_part
def _drawn(
    words: Words64,
    used: int,
    order: Bytes,
    place: int,
    go: bool,
) -> tuple[np.uint8, int]:
    """If `go`, move a random undealt card to this place.

    Return the card, or `NO_CARD`, and how many of the buffered words are used.
    """
    n = U64(order.size - place)
    if used == words.size:
        _refill(words)
        used = _GENERATOR
    product = (words[used] >> U64(32)) * n
    used += go
    if (product & U64(0xFFFFFFFF)) < n and go:
        product, used = _even(words, used, n, product)
    chosen = U64(place) + (product >> U64(32))
    card, other = order[chosen], order[place]
    order[chosen] = other if go else card
    order[place] = card if go else other
    return np.uint8(card if go else NO_CARD), used


@jit
def _even(words: Words64, used: int, n: np.uint64, product: np.uint64) -> tuple[np.uint64, int]:
    """Return the product, or another one if it would favour some cards."""
    uneven = U64(1 << 32) % n
    while (product & U64(0xFFFFFFFF)) < uneven:
        if used == words.size:
            _refill(words)
            used = _GENERATOR
        product = (words[used] >> U64(32)) * n
        used += 1
    return product, used


@jit_part
def _burned(
    words: Words64, used: int, order: Bytes, burns: int, points: Counts
) -> tuple[np.uint8, int, int]:
    """Burn the first cards of a shoe. Return the shown card, the used words and the new place."""
    if burns == 0:
        return np.uint8(NO_CARD), used, 0
    first, used = _drawn(words, used, order, 0, True)
    place = 1
    for _ in range(_more_burned(burns, points[first])):
        _, used = _drawn(words, used, order, place, True)
        place += 1
    return first if burns > 0 else np.uint8(NO_CARD), used, place


@jit_part
def _dealt(
    words: Words64,
    used: int,
    order: Bytes,
    place: int,
    points: Counts,
    rules: Words16,
    procedure: Procedure,
    coup: Bytes,
) -> tuple[np.int64, int, int, bool]:
    """Deal a coup from this place.

    Return its score, the used words, the new place, and whether the shoe goes on. A mask decides on
    third cards, because processors mispredict random branches.
    """
    before = order.size - place
    for k in range(4):
        coup[k], used = _drawn(words, used, order, place + k, True)
    place += 4
    p = points[coup[0]] + points[coup[2]]
    p = p - 10 if p >= 10 else p
    b = points[coup[1]] + points[coup[3]]
    b = b - 10 if b >= 10 else b

    open_ = (p < _NATURAL) & (b < _NATURAL)
    p_draws = open_ & ((rules[0] >> p) & 1 != 0)
    b_alone = open_ & (not p_draws) & ((rules[1] >> b) & 1 != 0)
    fifth, used = _drawn(words, used, order, place, p_draws | b_alone)
    place += p_draws | b_alone
    row = rules[2 + b] if open_ else rules[0]
    six = p_draws & ((row >> points[fifth]) & 1 != 0)
    sixth, used = _drawn(words, used, order, place, six)
    place += six

    coup[_PLAYER_THIRD] = fifth if p_draws else NO_CARD
    coup[_BANKER_THIRD] = fifth if b_alone else sixth
    p += points[coup[_PLAYER_THIRD]]
    p = p - 10 if p >= 10 else p
    b += points[coup[_BANKER_THIRD]]
    b = b - 10 if b >= 10 else b
    score = (p * 10 + b) * 4 + 2 * p_draws + (b_alone | six)
    left = order.size - place
    return score, used, place, left >= procedure.cards_after and before >= procedure.cards_before


@jit_part
def _look(
    coup: Bytes, score: int | np.int64, faces: Faces, copies_too: bool, features: Words32
) -> None:
    points, colours, copies = 0, 0, 0
    for k in range(6):
        points |= faces.points_bit[coup[k]]
        colours |= faces.colour_bit[coup[k]]
        copies += 1 << (COPY_BITS * faces.rank[coup[k]])
    a, b = faces.rank[coup[0]], faces.rank[coup[1]]
    c, d = faces.rank[coup[2]], faces.rank[coup[3]]
    different = 1 + (b != a) + ((c != a) & (c != b)) + ((d != a) & (d != b) & (d != c))
    features[SCORE] = score
    features[PLAYER_OPENING] = CARDS * np.int64(coup[0]) + coup[2]
    features[BANKER_OPENING] = CARDS * np.int64(coup[1]) + coup[3]
    features[PLAYER_THIRD] = coup[_PLAYER_THIRD]
    features[BANKER_THIRD] = coup[_BANKER_THIRD]
    features[POINTS_PRESENT] = points
    features[COLOURS_PRESENT] = colours
    features[OPENING_RANKS] = different
    if copies_too:
        for at in range(_COPIES_OF_RANKS):
            features[COPIES + at] = copies & ((1 << _TOGETHER_BITS) - 1)
            copies >>= _TOGETHER_BITS


@jit_part
def _classify(features: Words32, classifiers: Classifiers) -> None:
    """Add the class of every classifier to the features."""
    for at in range(classifiers.first_cell.size):
        cell = U64(classifiers.first_cell[at])
        for k in range(classifiers.first_input[at], classifiers.first_input[at + 1]):
            value = features[classifiers.feature[k]]
            cell += U64(classifiers.codes[classifiers.first_code[k] + value])
        features[FEATURES + at] = classifiers.classes[cell]


class CardDealer(NamedTuple):
    """What kernels need to deal whole cards."""

    words: Words64
    order: Bytes
    """The cards of a shoe, which are shuffled as they are dealt."""
    rules: Words16
    procedure: Procedure
    faces: Faces
    classifiers: Classifiers
    coup: Bytes
    features: Words32


@jit
def count_classes(dealer: CardDealer, shoes: int, counts: Counts) -> None:
    """Count how often each class occurs among the coups of whole shoes."""
    words, order, rules, procedure, faces, classifiers, coup, features = dealer
    used = words.size
    for _ in range(shoes):
        _, used, place = _burned(words, used, order, procedure.burns, faces.points)
        goes_on = True
        while goes_on:
            score, used, place, goes_on = _dealt(
                words, used, order, place, faces.points, rules, procedure, coup
            )
            _look(coup, score, faces, classifiers.asks_copies, features)
            _classify(features, classifiers)
            for at in range(classifiers.counted.size):
                counts[classifiers.first_class[at] + features[classifiers.counted[at]]] += 1


# --- counting -------------------------------------------------------------------------------------
# The knowledge of a guest who saw every card, before each coup.

COUNTED_SHOES, COUNTED_COUPS, COUNTED_BETS, COUNTED_EARNED, COUNTED_EARNED_SQUARED = range(5)
COUNTED = 5


class Trigger(NamedTuple):
    """When a guest who counts bets."""

    start: float
    """The initial count."""
    least: float
    """The count to bet at."""
    is_true: bool
    """Whether it is a true count: divided by the unseen decks."""


@jit_part
def _is_reached(trigger: Trigger, running: float, unseen: int) -> bool:
    """Return whether to bet at this running count."""
    return bool((running * (52.0 / unseen) if trigger.is_true else running) >= trigger.least)


@jit
def count_bets(
    unseen: Words16,
    scores: Words16,
    full: Counts,
    tags: Counts,
    trigger: Trigger,
    earned: Counts,
    sums: Counts,
) -> None:
    """Bet one unit whenever the count reaches its trigger. Add the bets to `sums`."""
    for coup in range(scores.size):
        running, left = trigger.start, 0
        for k in range(10):
            running += tags[k] * (full[k] - unseen[coup, k])
            left += unseen[coup, k]
        if _is_reached(trigger, running, left):
            _add_bet(sums, earned[scores[coup]])
    sums[COUNTED_COUPS] += scores.size


@jit_part
def _add_bet(sums: Counts, gain: int) -> None:
    sums[COUNTED_BETS] += 1
    sums[COUNTED_EARNED] += gain
    sums[COUNTED_EARNED_SQUARED] += gain * gain


@jit
def count_card_bets(
    dealer: CardDealer, shoes: int, tags: Counts, trigger: Trigger, earned: Counts, sums: Counts
) -> None:
    """Bet like `count_bets`, but on whole cards and any bet.

    `tags` are those of each card, and last of `NO_CARD`. The last classifier decides the bet, and
    `earned` is what one unit earns for each class.
    """
    words, order, rules, procedure, faces, classifiers, coup, features = dealer
    used = words.size
    for _ in range(shoes):
        shown, used, place = _burned(words, used, order, procedure.burns, faces.points)
        running = trigger.start + tags[shown]
        unseen = order.size - (1 if shown != NO_CARD else 0)
        goes_on = True
        while goes_on:
            is_bet = _is_reached(trigger, running, unseen)
            begun = place
            score, used, place, goes_on = _dealt(
                words, used, order, place, faces.points, rules, procedure, coup
            )
            if is_bet:
                _look(coup, score, faces, classifiers.asks_copies, features)
                _classify(features, classifiers)
                _add_bet(sums, earned[features[features.size - 1]])
            for k in range(6):
                running += tags[coup[k]]
            unseen -= place - begun
            sums[COUNTED_COUPS] += 1


# --- shoes for strategies -------------------------------------------------------------------------


class DealtPoints(NamedTuple):
    """Whole shoes, one after another."""

    first: Counts
    """The index of each shoe's first coup, and at the end the number of coups."""
    score: Words16
    left: Words16
    """Cards in the shoe before each coup."""
    unseen: Words16
    """Points not seen before each coup, if asked for."""


@jit_part
def _cards_in(score: np.int64) -> np.int64:
    return 4 + (score >> 1 & 1) + (score & 1)


@jit
def _deal_points(
    lanes: KernelLanes,
    start: Words16,
    rules: Words16,
    procedure: Procedure,
    scores: Words16,
    seen: Words16,
    hidden: Counts,
    dealt: DealtPoints,
) -> int:
    coups, shoes = 0, dealt.first.size - 1
    for done in range(0, shoes, LANES):
        some = min(LANES, shoes - done)
        rows = deal_shoes(lanes, start, rules, procedure, some, scores, seen)
        for lane in range(some):
            for k in range(dealt.unseen.shape[1]):  # burned face down
                hidden[k] = np.int64(start[k]) - np.int64(seen[(1 + k) * LANES + lane])
                hidden[k] -= seen[lane] <= k
            first = coups
            left = np.int64(lanes.w[_LEFT + lane])
            for row in range(rows):
                score = np.int64(scores[row * LANES + lane])
                if score == NONE:
                    break
                dealt.score[coups] = score
                left += _cards_in(score)
                below = np.int64(0)
                for k in range(dealt.unseen.shape[1]):
                    count = np.int64(seen[(10 * row + 1 + k) * LANES + lane]) + hidden[k]
                    dealt.unseen[coups, k] = U16(count - below)
                    below = count
                coups += 1
            dealt.first[done + lane + 1] = coups
            for coup in range(first, coups):
                dealt.left[coup] = left
                left -= _cards_in(np.int64(dealt.score[coup]))
    return coups


def deal_points(
    seed: Words64,
    shoes: int,
    start: Words16,
    rules: Words16,
    procedure: Procedure,
    *,
    wants_unseen: bool,
) -> DealtPoints:
    """Deal whole shoes of points. Cards burned face down count as not seen."""
    lanes, scores = KernelLanes.seeded(seed), room_for_scores(start)
    longest = len(scores) // LANES
    seen = np.zeros((10 * longest + 1) * LANES, U16) if wants_unseen else NOT_SEEN
    room = longest * shoes
    first, unseen = np.zeros(shoes + 1, np.int64), np.zeros((room, 10 * wants_unseen), U16)
    dealt = DealtPoints(first, np.zeros(room, U16), np.zeros(room, U16), unseen)
    hidden = np.zeros(10, np.int64)
    coups = _deal_points(lanes, start, rules, procedure, scores, seen, hidden, dealt)
    return DealtPoints(first, dealt.score[:coups], dealt.left[:coups], unseen[:coups])


class DealtCards(NamedTuple):
    """Whole shoes, card by card."""

    first: Counts
    score: Words16
    left: Words16
    cards: Bytes
    """Rows of the six cards of a coup: the first four as dealt, then the third cards."""
    shown: Bytes
    """The card that each shoe's burn showed."""


@jit
def _deal_cards(dealer: CardDealer, dealt: DealtCards) -> int:
    words, order, rules, procedure, faces, _, coup, _ = dealer
    used, coups = words.size, 0
    for shoe in range(dealt.shown.size):
        shown, used, place = _burned(words, used, order, procedure.burns, faces.points)
        dealt.shown[shoe] = shown
        goes_on = True
        while goes_on:
            dealt.left[coups] = order.size - place
            dealt.score[coups], used, place, goes_on = _dealt(
                words, used, order, place, faces.points, rules, procedure, coup
            )
            for k in range(6):
                dealt.cards[coups, k] = coup[k]
            coups += 1
        dealt.first[shoe + 1] = coups
    return coups


def deal_cards(dealer: CardDealer, shoes: int) -> DealtCards:
    """Deal whole shoes of cards."""
    room = (dealer.order.size // 4 + 1) * shoes
    first, shown = np.zeros(shoes + 1, np.int64), np.zeros(shoes, np.uint8)
    score, left = np.zeros(room, U16), np.zeros(room, U16)
    dealt = DealtCards(first, score, left, np.zeros((room, 6), np.uint8), shown)
    coups = _deal_cards(dealer, dealt)
    return DealtCards(first, score[:coups], left[:coups], dealt.cards[:coups], shown)


@jit
def _classes(dealer: CardDealer, cards: Bytes, scores: Words16, classes: Words32) -> None:
    classifiers, features = dealer.classifiers, dealer.features
    for coup in range(scores.size):
        score = np.int64(scores[coup])
        _look(cards[coup], score, dealer.faces, classifiers.asks_copies, features)
        _classify(features, classifiers)
        for at in range(classifiers.counted.size):
            classes[coup, at] = features[classifiers.counted[at]]


def classes_of(dealer: CardDealer, cards: Bytes, scores: Words16) -> Words32:
    """Return the classes of coups: a column for each feature that the classifiers count."""
    classes = np.zeros((scores.size, dealer.classifiers.counted.size), np.uint32)
    _classes(dealer, cards, scores, classes)
    return classes

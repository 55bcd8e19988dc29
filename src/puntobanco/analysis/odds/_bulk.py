"""Expectations of many compositions at once.

The orders in which a bet earns something are a polynomial in falling powers of the ten counts: one
coefficient for each of the 5,005 sets of six points, the same for every shoe. Split into halves of
five counts, a set is a pair of products, and a shoe merely sums coefficient x left x right.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from puntobanco.analysis._jit import jit_fused, on_first_compile
from puntobanco.analysis.composition import MOST_CARDS
from puntobanco.analysis.odds._point_coups import BITS, HALF, Ints, halves, orders, place_of_half
from puntobanco.bets import Bet, Part
from puntobanco.coup import LARGEST_COUP, SCORES, Naturals
from puntobanco.errors import AnalysisError
from puntobanco.tableau import PUNTO_BANCO

Floats = NDArray[np.float64]

LANES = 64
"""How many compositions to work on at once, so that the compiler uses whole registers."""

UNROLLED = 8
"""How many products to add up at once. Sums are padded with zeros to a multiple."""


@jit_fused
def polynomials(
    compositions: Ints, steps: Ints, blocks: Ints, coefficients: Floats, values: Floats
) -> None:
    """Evaluate polynomials in falling powers of ten counts, over all orders of six cards.

    `steps` builds the products of one half of the counts: from which product, with which count,
    less how much. `blocks` pairs products of both halves: the half of the outer ones, the first
    and the number of them, the first and the padded number of the inner ones, the first
    coefficient. `coefficients` holds an even number of polynomials, one a row.
    """
    products = np.zeros((2, steps.shape[1] + UNROLLED, LANES))
    counts, orders = np.zeros((10, LANES)), np.zeros(LANES)
    total = np.zeros((2, LANES))
    rows = compositions.shape[0]
    for start in range(0, rows, LANES):
        for i in range(LANES):
            row = min(start + i, rows - 1)
            for v in range(10):
                counts[v, i] = compositions[row, v]
            n = counts[:, i].sum()
            orders[i] = n * (n - 1) * (n - 2) * (n - 3) * (n - 4) * (n - 5)
        _multiply(counts, steps, products)
        for q in range(0, coefficients.shape[0], 2):
            _evaluate(products, blocks, coefficients[q], coefficients[q + 1], total)
            for i in range(min(LANES, rows - start)):
                values[start + i, q] = total[0, i] / orders[i]
                values[start + i, q + 1] = total[1, i] / orders[i]


@jit_fused
def _multiply(counts: Floats, steps: Ints, products: Floats) -> None:
    """Compute the falling products of up to six of each half's counts, in every lane."""
    for half in range(2):
        products[half, 0] = 1
        for row in range(1, steps.shape[1]):
            origin, count, less = steps[0, row], steps[1, row] + 5 * half, float(steps[2, row])
            for i in range(LANES):
                products[half, row, i] = products[half, origin, i] * (counts[count, i] - less)


@jit_fused
def _evaluate(products: Floats, blocks: Ints, a: Floats, b: Floats, total: Floats) -> None:
    """Evaluate two polynomials in every lane: sum coefficient times product times product."""
    inner = np.zeros((2, LANES))
    total[:] = 0
    for k in range(blocks.shape[0]):
        outer, first, number = blocks[k, 0], blocks[k, 1], blocks[k, 2]
        begin, length, c = blocks[k, 3], blocks[k, 4], blocks[k, 5]
        h = 1 - outer
        for o in range(first, first + number):
            inner[:] = 0
            for r in range(begin, begin + length, UNROLLED):
                a0, a1, a2, a3 = a[c], a[c + 1], a[c + 2], a[c + 3]
                a4, a5, a6, a7 = a[c + 4], a[c + 5], a[c + 6], a[c + 7]
                b0, b1, b2, b3 = b[c], b[c + 1], b[c + 2], b[c + 3]
                b4, b5, b6, b7 = b[c + 4], b[c + 5], b[c + 6], b[c + 7]
                c += UNROLLED
                for i in range(LANES):
                    x0, x1 = products[h, r, i], products[h, r + 1, i]
                    x2, x3 = products[h, r + 2, i], products[h, r + 3, i]
                    x4, x5 = products[h, r + 4, i], products[h, r + 5, i]
                    x6, x7 = products[h, r + 6, i], products[h, r + 7, i]
                    one = a0 * x0 + a1 * x1 + a2 * x2 + a3 * x3
                    two = b0 * x0 + b1 * x1 + b2 * x2 + b3 * x3
                    inner[0, i] += one + a4 * x4 + a5 * x5 + a6 * x6 + a7 * x7
                    inner[1, i] += two + b4 * x4 + b5 * x5 + b6 * x6 + b7 * x7
            for i in range(LANES):
                total[0, i] += inner[0, i] * products[outer, o, i]
                total[1, i] += inner[1, i] * products[outer, o, i]


_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Plan:
    """Polynomials, and how the expectations follow from their values."""

    coefficients: Floats
    factors: Floats
    constants: Floats


def expectations(compositions: ArrayLike, bets: Sequence[Bet], *, naturals: Naturals) -> Floats:
    """Return what one unit on each bet earns on average, for each row of ten counts."""
    rows = _checked(compositions)
    if not bets:
        return np.empty((len(rows), 0))
    for bet in bets:
        if bet.part is not Part.SCORE:
            raise AnalysisError(
                f"{bet.key} looks at more than the score, and ten counts tell no more"
            )
    plan = _plan(tuple(bets), naturals)
    values = np.empty((len(rows), len(plan.coefficients)))
    if len(rows):
        steps, blocks = _steps(), _blocks()
        notice = "compiling the odds for this machine; it takes a few seconds, once"
        with on_first_compile(lambda: _LOG.warning(notice)):
            polynomials(rows, steps, blocks, plan.coefficients, values)
    return values @ plan.factors + plan.constants


def _checked(compositions: ArrayLike) -> Ints:
    rows = np.asarray(compositions)
    if rows.ndim != 2 or rows.shape[1] != 2 * HALF or rows.dtype.kind not in "iu":
        raise AnalysisError(
            f"compositions are whole numbers in rows of ten, not {rows.dtype} of shape {rows.shape}"
        )
    for row, column in np.argwhere((rows < 0) | (rows > MOST_CARDS))[:1]:
        raise AnalysisError(
            f"composition {row} has {rows[row, column]} cards of points {column}: "
            f"a count is 0 to {MOST_CARDS:,}"
        )
    rows = np.ascontiguousarray(rows, np.int64)
    sizes = rows.sum(axis=1)
    for row in np.flatnonzero((sizes < LARGEST_COUP) | (sizes > MOST_CARDS))[:1]:
        raise AnalysisError(
            f"composition {row} has {sizes[row]:,} cards: "
            f"odds are for {LARGEST_COUP} to {MOST_CARDS:,}"
        )
    return rows


@lru_cache(maxsize=32)
def _plan(bets: tuple[Bet, ...], naturals: Naturals) -> _Plan:
    """Return as few polynomials as the bets need."""
    score = orders(PUNTO_BANCO)[1]
    possible = np.unique(score)
    pays = np.array(
        [[float(bet.pays(SCORES[each], naturals)) for each in possible] for bet in bets]
    )
    different, group = np.unique(pays, axis=1, return_inverse=True)
    if different.shape[1] - 1 <= len(bets):
        # The chances of scores that pay the same to every bet; those of one group are the rest.
        seen = np.arange(different.shape[1] - 1)[:, None] == group
        factors = (different[:, :-1] - different[:, -1:]).T
        constants = different[:, -1]
    else:
        seen, factors, constants = pays, np.eye(len(bets)), np.zeros(len(bets))
    per_score = np.zeros((len(seen), len(SCORES)))
    per_score[:, possible] = seen
    if len(seen) % 2:  # the kernel takes them in pairs
        per_score = np.vstack([per_score, np.zeros(len(SCORES))])
        factors = np.vstack([factors, np.zeros(len(bets))])
    return _Plan(np.array([_packed(each) for each in per_score]), factors, constants)


def _packed(per_score: Floats) -> Floats:
    """Return the coefficients of a polynomial, block by block, padded for the kernel."""
    size = halves().shape[1]
    pairs = np.bincount(_pair_of_order(), per_score[orders(PUNTO_BANCO)[1]], size * size)
    table = pairs.reshape(size, size)
    packed = []
    for outer, first, number, begin, length, _ in _blocks():
        within = table if outer == 0 else table.T
        block = np.zeros((number, length))
        inner = _sizes()[LARGEST_COUP - int(halves()[:, first].sum())]
        block[:, :inner] = within[first : first + number, begin : begin + inner]
        packed.append(block.ravel())
    return np.concatenate(packed)


@cache
def _pair_of_order() -> Ints:
    """Return the place of the pair of halves of each of the 10^6 orders."""
    points = orders(PUNTO_BANCO)[0]
    code = np.left_shift(1, BITS * points.astype(np.int64)).sum(axis=0)
    half = (1 << (BITS * HALF)) - 1
    place = place_of_half()
    pair: Ints = place[code & half] * halves().shape[1] + place[code >> (BITS * HALF)]
    return pair


@cache
def _sizes() -> list[int]:
    """Count the ways to have 0 to 6 cards of five point values."""
    return [int(size) for size in np.bincount(halves().sum(axis=0))]


@cache
def _steps() -> Ints:
    """Return how each product of a half follows from a smaller one, as the kernel takes it."""
    steps = np.zeros((3, halves().shape[1]), np.int64)
    place = place_of_half()
    for row, held in enumerate(halves().T[1:], start=1):
        count = int(np.flatnonzero(held)[-1])
        less = held.copy()
        less[count] -= 1
        origin = place[(less << (BITS * np.arange(HALF))).sum()]
        steps[:, row] = origin, count, less[count]
    return steps


@cache
def _blocks() -> Ints:
    """Return how the products of both halves pair, for each number of cards in the left half."""
    sizes = _sizes()
    starts = [0, *np.cumsum(sizes).tolist()]
    blocks, coefficient = [], 0
    for left in range(LARGEST_COUP + 1):
        right = LARGEST_COUP - left
        # The longer half is summed inside.
        outer, few, many = (0, left, right) if left <= right else (1, right, left)
        length = -(-sizes[many] // UNROLLED) * UNROLLED
        blocks.append((outer, starts[few], sizes[few], starts[many], length, coefficient))
        coefficient += sizes[few] * length
    return np.array(blocks)

"""The kernel of bulk odds: arrays in, arrays out, no rule inside."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puntobanco.analysis._jit import jit_fused

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LANES = 64
"""How many compositions are worked on at once, so that the compiler uses whole registers."""

UNROLLED = 8
"""How many products are added up at once; sums are padded with noughts to a multiple."""


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
    """The falling products of up to six of each half's counts, in every lane."""
    for half in range(2):
        products[half, 0] = 1
        for row in range(1, steps.shape[1]):
            origin, count, less = steps[0, row], steps[1, row] + 5 * half, float(steps[2, row])
            for i in range(LANES):
                products[half, row, i] = products[half, origin, i] * (counts[count, i] - less)


@jit_fused
def _evaluate(products: Floats, blocks: Ints, a: Floats, b: Floats, total: Floats) -> None:
    """Two polynomials in every lane: the sums of coefficient times product times product."""
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
                    inner[0, i] += (
                        a0 * x0
                        + a1 * x1
                        + a2 * x2
                        + a3 * x3
                        + a4 * x4
                        + a5 * x5
                        + a6 * x6
                        + a7 * x7
                    )
                    inner[1, i] += (
                        b0 * x0
                        + b1 * x1
                        + b2 * x2
                        + b3 * x3
                        + b4 * x4
                        + b5 * x5
                        + b6 * x6
                        + b7 * x7
                    )
            for i in range(LANES):
                total[0, i] += inner[0, i] * products[outer, o, i]
                total[1, i] += inner[1, i] * products[outer, o, i]

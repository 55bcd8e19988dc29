"""Whole numbers of any size in arrays of 64 bits: added limb by limb, they never wrap."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]

_BITS, _LIMBS = 30, 7
_PART = 22
"""Bits of a factor's part: a quarter of a million products of two parts still fit in 64 bits."""


def wide(values: Iterable[int]) -> Whole:
    """Each number as a row of limbs, the lowest first; rows may be added four billion times.

    >>> whole(wide([2**100, -5]) + wide([2**100, 2]))
    [2535301200456458802993406410752, -3]
    """
    rows = []
    for value in values:
        limbs = [value >> _BITS * at & (1 << _BITS) - 1 for at in range(_LIMBS - 1)]
        rows.append([*limbs, value >> _BITS * (_LIMBS - 1)])
    return np.array(rows, np.int64)


def whole(rows: Whole) -> list[int]:
    """The numbers of rows of limbs."""
    return [sum(limb << _BITS * at for at, limb in enumerate(row)) for row in rows.tolist()]


def exact_sum(values: Whole) -> int:
    """The sum of up to two billion numbers."""
    return (int((values >> 32).sum()) << 32) + int((values & 0xFFFFFFFF).sum())


def sum_of_products(one: Whole, other: Whole) -> int:
    """The sum of one times the other, of up to 262,144 numbers below 2 ** 62."""
    return sum(
        int(np.dot(part, factor)) << _PART * (at + beside)
        for at, part in _parts(one)
        for beside, factor in _parts(other)
    )


def _parts(values: Whole) -> list[tuple[int, Whole]]:
    """The parts of numbers that are not all zero, each with its place and the numbers' signs."""
    sign, size = np.sign(values), np.abs(values)
    parts = ((at, sign * (size >> _PART * at & (1 << _PART) - 1)) for at in range(3))
    return [(at, part) for at, part in parts if part.any()]

"""Sums of 64-bit integers that may not fit in 64 bits: as limbs in arrays, or as Python's own."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

_LIMB_BITS, _LIMBS = 30, 7
_FACTOR_BITS = 22
"""Bits of a part of a factor: 262,144 products of two parts still fit in 64 bits."""


def to_limbs(values: Iterable[int]) -> Integers:
    """Return each number as a row of limbs, lowest first. Rows may be added four billion times.

    >>> from_limbs(to_limbs([2**100, -5]) + to_limbs([2**100, 2]))
    [2535301200456458802993406410752, -3]
    """
    rows = []
    for value in values:
        limbs = [value >> _LIMB_BITS * at & (1 << _LIMB_BITS) - 1 for at in range(_LIMBS - 1)]
        rows.append([*limbs, value >> _LIMB_BITS * (_LIMBS - 1)])
    return np.array(rows, np.int64)


def from_limbs(rows: Integers) -> list[int]:
    """Return the numbers of rows of limbs."""
    return [sum(limb << _LIMB_BITS * at for at, limb in enumerate(row)) for row in rows.tolist()]


def exact_sum(values: Integers) -> int:
    """Return the sum of up to two billion numbers."""
    return (int((values >> 32).sum()) << 32) + int((values & 0xFFFFFFFF).sum())


def exact_dot(one: Integers, other: Integers) -> int:
    """Return the dot product of two arrays of up to 262,144 numbers below 2 ** 62."""
    return sum(
        int(np.dot(part, other_part)) << _FACTOR_BITS * (place + other_place)
        for place, part in _parts(one)
        for other_place, other_part in _parts(other)
    )


def _parts(values: Integers) -> list[tuple[int, Integers]]:
    """Return the parts that are not all zero, with their places. A part has its number's sign."""
    sign, size = np.sign(values), np.abs(values)
    mask = (1 << _FACTOR_BITS) - 1
    parts = ((place, sign * (size >> _FACTOR_BITS * place & mask)) for place in range(3))
    return [(place, part) for place, part in parts if part.any()]

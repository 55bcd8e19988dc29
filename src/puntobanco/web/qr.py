"""QR codes (ISO/IEC 18004) of short texts: bytes, error correction level M, versions 1 to 20.

A code is made in four steps, each a function: the text becomes data codewords, these are split into
blocks and get codewords for error correction, the bits are laid beside the fixed patterns, and the
mask that looks least like a pattern is laid over them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain, groupby, zip_longest

Matrix = tuple[tuple[bool, ...], ...]
"""The rows of a code, without the light border of `QUIET` modules; true is dark."""

QUIET = 4
"""Light modules that must surround a code."""

_CHECKS = (10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26)
"""Codewords for error correction in each block, by version."""
_BLOCKS = (1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16)
"""Blocks, by version."""

_MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda row, column: (row + column) % 2,
    lambda row, _column: row % 2,
    lambda _row, column: column % 3,
    lambda row, column: (row + column) % 3,
    lambda row, column: (row // 2 + column // 3) % 2,
    lambda row, column: row * column % 2 + row * column % 3,
    lambda row, column: (row * column % 2 + row * column % 3) % 2,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2,
)
"""Modules for which the formula gives 0 are inverted."""


@lru_cache(maxsize=256)
def qr(text: str) -> Matrix:
    """The code of a text; a text of more than 666 bytes has none."""
    data = text.encode()
    version = next((each for each in range(1, 21) if len(data) <= capacity(each)), None)
    if version is None:
        raise ValueError(f"{len(data)} bytes are too many for a QR code")
    codewords = _interleaved(_data_codewords(data, version), version)
    codes = (_masked(codewords, version, mask) for mask in range(len(_MASKS)))
    return min(codes, key=penalty)


def capacity(version: int) -> int:
    """Bytes of text that a version holds.

    >>> capacity(1), capacity(7), capacity(20)
    (14, 122, 666)
    """
    return _data_size(version) - (3 if version > 9 else 2)


def _data_size(version: int) -> int:
    """Codewords of data."""
    return len(_Plan.of(version).free) // 8 - _CHECKS[version - 1] * _BLOCKS[version - 1]


# --- codewords ------------------------------------------------------------------------------------


def _data_codewords(data: bytes, version: int) -> bytes:
    """The mode (bytes), the length, the text, an end of four zeros, and padding."""
    length = 16 if version > 9 else 8
    bits = (0b0100 << length | len(data)) << 8 * len(data) | int.from_bytes(data)
    used = (4 + length + 8 * len(data) + 4) // 8
    padding = bytes((0xEC, 0x11)) * _data_size(version)
    return ((bits << 4).to_bytes(used) + padding)[: _data_size(version)]


def _interleaved(data: bytes, version: int) -> bytes:
    """Data and error correction, one codeword of each block in turn; the last blocks are longer."""
    blocks, checks = _BLOCKS[version - 1], _CHECKS[version - 1]
    size, longer = divmod(len(data), blocks)
    parts, start = [], 0
    for number in range(blocks):
        end = start + size + (number >= blocks - longer)
        parts.append(data[start:end])
        start = end
    corrections = [error_correction(part, checks) for part in parts]
    turns = chain(zip_longest(*parts), zip(*corrections, strict=True))
    return bytes(codeword for turn in turns for codeword in turn if codeword is not None)


def error_correction(data: bytes, count: int) -> bytes:
    """The Reed–Solomon codewords of a block: the rest after division by the generator."""
    rest = [0] * count
    for codeword in data:
        factor = codeword ^ rest.pop(0)
        rest.append(0)
        for at, term in enumerate(_generator(count)):
            rest[at] ^= _times(factor, term)
    return bytes(rest)


@cache
def _generator(degree: int) -> tuple[int, ...]:
    """The product of (x - 2^n) for n below the degree, without its first term, which is 1."""
    terms = [1]
    root = 1
    for _ in range(degree):
        shifted, scaled = [*terms, 0], [0, *(_times(term, root) for term in terms)]
        terms = [one ^ other for one, other in zip(shifted, scaled, strict=True)]
        root = _times(root, 2)
    return tuple(terms[1:])


def _times(one: int, other: int) -> int:
    """The product in the field of 256 elements, modulo x^8 + x^4 + x^3 + x^2 + 1."""
    product = 0
    while other:
        if other & 1:
            product ^= one
        one = one << 1 ^ (0x11D if one & 0x80 else 0)
        other >>= 1
    return product


# --- modules --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plan:
    """The fixed patterns of a version, and the free modules in the order in which bits are laid."""

    size: int
    fixed: dict[tuple[int, int], bool] = field(repr=False)
    free: tuple[tuple[int, int], ...] = field(repr=False)

    @staticmethod
    @cache
    def of(version: int) -> _Plan:
        size = 17 + 4 * version
        fixed = _fixed_patterns(version, size)
        reserved = {place for places in _format_places(size) for place in places}
        taken = fixed.keys() | reserved
        return _Plan(size, fixed, tuple(each for each in _zigzag(size) if each not in taken))


def _zigzag(size: int) -> Iterator[tuple[int, int]]:
    """Two columns at a time from the right, up and down in turn, passing over the timing column."""
    for number, right in enumerate([*range(size - 1, 6, -2), 5, 3, 1]):
        for row in range(size) if number % 2 else reversed(range(size)):
            yield row, right
            yield row, right - 1


def _fixed_patterns(version: int, size: int) -> dict[tuple[int, int], bool]:
    """Timing, alignment, the three finders, the dark module, and the version from 7 on."""
    places: dict[tuple[int, int], bool] = {}
    for at in range(size):
        places[6, at] = places[at, 6] = at % 2 == 0
    centres = alignment_centres(version)
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    for centre in ((row, column) for row in centres for column in centres):
        if centre not in corners:
            places |= _rings(centre, _ALIGNMENT, size)
    for corner in ((3, 3), (3, size - 4), (size - 4, 3)):
        places |= _rings(corner, _FINDER, size)
    places[size - 8, 8] = True
    return places | _version_modules(version, size)


def alignment_centres(version: int) -> list[int]:
    """Rows, and columns, of alignment patterns: an even distance apart, but for the first."""
    if version == 1:
        return []
    last, gaps = 10 + 4 * version, version // 7 + 1
    step = -(-(last - 6) // (2 * gaps)) * 2
    return [6, *reversed(range(last, last - step * gaps, -step))]


_FINDER = (True, True, False, True, False)
_ALIGNMENT = (True, False, True)
"""Squares within each other, from the centre; the last of a finder is its light border."""


def _rings(
    centre: tuple[int, int], rings: tuple[bool, ...], size: int
) -> dict[tuple[int, int], bool]:
    """A pattern around its centre, as far as it lies within the code."""
    row, column = centre
    around = range(1 - len(rings), len(rings))
    return {
        (row + down, column + right): rings[max(abs(down), abs(right))]
        for down in around
        for right in around
        if 0 <= row + down < size and 0 <= column + right < size
    }


def version_bits(version: int) -> int:
    """The version in 18 bits, protected by a BCH code."""
    return version << 12 | _rest(version << 12, 0b1111100100101)


def _version_modules(version: int, size: int) -> dict[tuple[int, int], bool]:
    if version < 7:
        return {}
    bits = version_bits(version)
    places = {}
    for at in range(18):
        row, column = at // 3, size - 11 + at % 3
        places[row, column] = places[column, row] = bool(bits >> at & 1)
    return places


def format_bits(mask: int) -> int:
    """Level M (00) and the mask in 15 bits, protected by a BCH code."""
    return (mask << 10 | _rest(mask << 10, 0b10100110111)) ^ 0b101010000010010


def _rest(number: int, divisor: int) -> int:
    """The rest of a polynomial over two elements."""
    while number.bit_length() >= divisor.bit_length():
        number ^= divisor << number.bit_length() - divisor.bit_length()
    return number


def _format_places(size: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Where the format stands, twice: around the first finder and beside the others."""
    first = [(8, at) for at in (0, 1, 2, 3, 4, 5, 7, 8)] + [(at, 8) for at in (7, 5, 4, 3, 2, 1, 0)]
    below = [(size - 1 - at, 8) for at in range(7)]
    return first, below + [(8, size - 8 + at) for at in range(8)]


def _masked(codewords: bytes, version: int, mask: int) -> Matrix:
    """The code with a mask laid over its codewords."""
    plan = _Plan.of(version)
    modules = dict(plan.fixed)
    bits = "".join(f"{codeword:08b}" for codeword in codewords)
    for place, bit in zip(plan.free, bits.ljust(len(plan.free), "0"), strict=True):
        modules[place] = (bit == "1") != (_MASKS[mask](*place) == 0)
    for places in _format_places(plan.size):
        for place, bit in zip(places, f"{format_bits(mask):015b}", strict=True):
            modules[place] = bit == "1"
    lines = range(plan.size)
    return tuple(tuple(modules[row, column] for column in lines) for row in lines)


# --- how a mask is chosen -------------------------------------------------------------------------

_LIKE_FINDERS = ("10111010000", "00001011101")
"""What looks like a finder in a row or a column."""


def penalty(matrix: Matrix) -> int:
    """How much a code looks like patterns: runs, squares, finders, and too much of one colour."""
    rows = ["".join("01"[module] for module in row) for row in matrix]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    lines = rows + columns
    runs = (len(list(run)) for line in lines for _, run in groupby(line))
    finders = sum(_count(line, finder) for line in lines for finder in _LIKE_FINDERS)
    dark = sum(line.count("1") for line in rows)
    share = abs(20 * dark - 10 * len(rows) ** 2)
    return (
        sum(length - 2 for length in runs if length >= 5)
        + 3 * sum(map(_squares, rows, rows[1:]))
        + 40 * finders
        + 10 * (share // len(rows) ** 2)
    )


def _count(line: str, part: str) -> int:
    """How often a part is in a line, also where it overlaps itself."""
    return sum(line.startswith(part, at) for at in range(len(line) - len(part) + 1))


def _squares(row: str, below: str) -> int:
    """Squares of four modules of one colour in two rows."""
    pairs = (row[at : at + 2] + below[at : at + 2] for at in range(len(row) - 1))
    return sum(four in {"0000", "1111"} for four in pairs)

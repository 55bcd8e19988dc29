"""QR codes: known values of the standard, and a reader that shares nothing with the writer."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.web.qr import (
    _MASKS,
    Matrix,
    alignment_centres,
    capacity,
    error_correction,
    format_bits,
    penalty,
    qr,
    version_bits,
)

CODE = """
    #######.....#.#...#######
    #.....#...#....#..#.....#
    #.###.#.#.#.#..#..#.###.#
    #.###.#.#....#..#.#.###.#
    #.###.#.#.#.#.#...#.###.#
    #.....#.####...#..#.....#
    #######.#.#.#.#.#.#######
    ........##..#............
    #.#####...##.#..#.#####..
    ....#....#.#..#........#.
    ##..#.#..#.##..#.#...#.##
    ###.#..####.#...........#
    ###.###.#..###.##.###.###
    ####.#....#..#...#...#.#.
    #...#.#...######..##.#.##
    #.##...##..#..#.#.#..#..#
    #....###.###....#####.#..
    ........##..##.##...###..
    #######..##..##.#.#.#####
    #.....#.##..##.##...##.##
    #.###.#.###.#.###########
    #.###.#.##.....#..###.###
    #.###.#.#####..#......#.#
    #.....#..#.#..#.##.###..#
    #######.#.##...#...######
"""
"""The code of http://10.0.0.2:8000/; the program qrcode 8.2 draws it so too, with mask 2."""

FORMATS = [
    "101010000010010",
    "101000100100101",
    "101111001111100",
    "101101101001011",
    "100010111111001",
    "100000011001110",
    "100111110010111",
    "100101010100000",
]
"""Level M with the masks 0 to 7, from table C.1 of ISO/IEC 18004."""

VERSIONS = {7: 0x07C94, 8: 0x085BC, 9: 0x09A99, 10: 0x0A4D3, 20: 0x149A6}
"""From table D.1."""

CENTRES = {
    2: [6, 18],
    6: [6, 34],
    7: [6, 22, 38],
    14: [6, 26, 46, 66],
    15: [6, 26, 48, 70],
    16: [6, 26, 50, 74],
    18: [6, 30, 56, 82],
    19: [6, 30, 58, 86],
    20: [6, 34, 62, 90],
}
"""From table E.1."""

FINDER = """
    ........
    #######.
    #.....#.
    #.###.#.
    #.###.#.
    #.###.#.
    #.....#.
    #######.
    ........
"""
"""With the light modules around it."""

ALIGNMENT = """
    #####
    #...#
    #.#.#
    #...#
    #####
"""

BLOCKS = {
    1: [(1, 26, 16)],
    2: [(1, 44, 28)],
    3: [(1, 70, 44)],
    4: [(2, 50, 32)],
    5: [(2, 67, 43)],
    6: [(4, 43, 27)],
    7: [(4, 49, 31)],
    8: [(2, 60, 38), (2, 61, 39)],
    9: [(3, 58, 36), (2, 59, 37)],
    10: [(4, 69, 43), (1, 70, 44)],
    20: [(3, 67, 41), (13, 68, 42)],
}
"""How many blocks, and the codewords and data codewords of each, from table 9."""


def test_a_code_is_drawn_as_others_draw_it() -> None:
    wanted = CODE.split()
    assert [
        "".join(".#"[module] for module in row) for row in qr("http://10.0.0.2:8000/")
    ] == wanted


def test_error_correction_is_that_of_the_standards_example() -> None:
    """01234567 in version 1-M, from annex I of ISO/IEC 18004."""
    data = bytes.fromhex("10200C566180EC11EC11EC11EC11EC11")
    assert error_correction(data, 10).hex().upper() == "A524D4C1ED36C7872C55"


def test_format_version_and_alignment_are_those_of_the_tables() -> None:
    assert [f"{format_bits(mask):015b}" for mask in range(8)] == FORMATS
    assert {version: version_bits(version) for version in VERSIONS} == VERSIONS
    assert {version: alignment_centres(version) for version in CENTRES} == CENTRES


def test_masks_are_those_of_the_table() -> None:
    period = range(12)  # after which every formula begins again
    for mask, formula in enumerate(_MASKS):
        assert all((formula(i, j) == 0) == _is_inverted(mask, i, j) for i in period for j in period)


def test_capacities_follow_from_the_table_of_blocks() -> None:
    for version, blocks in BLOCKS.items():
        data = sum(count * size for count, _, size in blocks)
        assert capacity(version) == data - (3 if version > 9 else 2)


def test_a_text_that_is_too_long_has_no_code() -> None:
    assert len(qr("a" * capacity(20))) == 97
    with pytest.raises(ValueError, match="667 bytes"):
        qr("a" * 667)


@pytest.mark.parametrize("version", sorted(BLOCKS))
def test_every_version_is_read_as_it_was_written(version: int) -> None:
    text = (
        ("http://192.168.1.23:8000/t/Äö中" * 40)
        .encode()[: capacity(version)]
        .decode("utf-8", "ignore")
    )
    text = text.ljust(capacity(version) - len(text.encode()) + len(text), "!")
    assert (len(qr(text)) - 17) // 4 == version
    assert read_code(qr(text)) == text


@settings(max_examples=30)
@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_any_short_text_is_read_as_it_was_written(text: str) -> None:
    assert read_code(qr(text)) == text


def test_of_all_masks_the_one_is_taken_that_looks_least_like_a_pattern() -> None:
    dark = tuple((True,) * 21 for _ in range(21))
    chequered = tuple(tuple((row + at) % 2 == 0 for at in range(21)) for row in range(21))
    # 42 runs of 21, 400 squares, no finder, and all of one colour; or nothing of the kind.
    assert penalty(dark) == 42 * 19 + 3 * 400 + 100
    assert penalty(chequered) == 0


# --- a reader, from the standard alone ------------------------------------------------------------


def read_code(code: Matrix) -> str:
    """The text of a code in version 1 to 20; every check codeword must be right."""
    size = len(code)
    version = (size - 17) // 4
    _check_patterns(code, version)
    mask = _mask_of(code)
    bits = [
        code[row][column] != _is_inverted(mask, row, column)
        for row, column in _path(size)
        if not _is_fixed(row, column, version)
    ]
    codewords = [
        int("".join("01"[bit] for bit in bits[at : at + 8]), 2) for at in range(0, len(bits) - 7, 8)
    ]
    data = _data(codewords, version)
    length_bytes = 2 if version > 9 else 1
    number = int.from_bytes(data)
    total = 8 * len(data)
    assert number >> (total - 4) == 0b0100
    length = number >> (total - 4 - 8 * length_bytes) & (256**length_bytes - 1)
    start = 4 + 8 * length_bytes
    text: int = number >> (total - start - 8 * length) & (256**length - 1)
    return text.to_bytes(length).decode()


def _check_patterns(code: Matrix, version: int) -> None:
    """The patterns by which a camera finds and straightens a code, and the version, twice."""
    size = len(code)
    lines = ["".join(".#"[module] for module in row) for row in code]
    finder = FINDER.split()
    assert [line[:8] for line in lines[:8]] == finder[1:]
    assert [line[-8:] for line in lines[:8]] == [line[::-1] for line in finder[1:]]
    assert [line[:8] for line in lines[-8:]] == finder[:-1]
    between = range(8, size - 8)
    assert all(code[6][at] == code[at][6] == (at % 2 == 0) for at in between)
    for row, column in _alignments(version):
        around = [line[column - 2 : column + 3] for line in lines[row - 2 : row + 3]]
        assert around == ALIGNMENT.split()
    if version in VERSIONS:
        block = [(at // 3, size - 11 + at % 3) for at in range(18)]
        for places in (block, [(column, row) for row, column in block]):
            bits = sum(code[row][column] << at for at, (row, column) in enumerate(places))
            assert bits == VERSIONS[version]


@cache
def _alignments(version: int) -> set[tuple[int, int]]:
    """The centres of the alignment patterns: all but those on finders."""
    centres = alignment_centres(version)
    corners = {(6, 6), (6, 4 * version + 10), (4 * version + 10, 6)}
    return {(row, column) for row in centres for column in centres} - corners


def _mask_of(code: Matrix) -> int:
    """The mask by the format, which stands twice."""
    size = len(code)
    places = [(8, at) for at in (0, 1, 2, 3, 4, 5, 7, 8)] + [
        (at, 8) for at in (7, 5, 4, 3, 2, 1, 0)
    ]
    again = [(size - at, 8) for at in range(1, 8)] + [(8, size - at) for at in range(8, 0, -1)]
    texts = {"".join("01"[code[row][column]] for row, column in each) for each in (places, again)}
    (text,) = texts
    assert code[size - 8][8]
    return FORMATS.index(text)


def _is_inverted(mask: int, i: int, j: int) -> bool:
    """Table 10 of the standard, with its own letters."""
    return {
        0: (i + j) % 2 == 0,
        1: i % 2 == 0,
        2: j % 3 == 0,
        3: (i + j) % 3 == 0,
        4: (i // 2 + j // 3) % 2 == 0,
        5: (i * j) % 2 + (i * j) % 3 == 0,
        6: ((i * j) % 2 + (i * j) % 3) % 2 == 0,
        7: ((i + j) % 2 + (i * j) % 3) % 2 == 0,
    }[mask]


def _path(size: int) -> list[tuple[int, int]]:
    """From the lower right corner, two columns wide, up and down."""
    path, upward = [], True
    column = size - 1
    while column > 0:
        if column == 6:
            column -= 1
        rows = range(size - 1, -1, -1) if upward else range(size)
        path += [(row, at) for row in rows for at in (column, column - 1)]
        upward = not upward
        column -= 2
    return path


def _is_fixed(row: int, column: int, version: int) -> bool:
    """Whether a module belongs to a pattern or to the format."""
    size = 17 + 4 * version
    is_corner = (row < 9 and (column < 9 or column >= size - 8)) or (row >= size - 8 and column < 9)
    is_version = version > 6 and (
        (row < 6 and size - 11 <= column < size - 8) or (column < 6 and size - 11 <= row < size - 8)
    )
    is_near = any(abs(row - y) < 3 and abs(column - x) < 3 for y, x in _alignments(version))
    return is_corner or is_version or row == 6 or column == 6 or is_near


def _data(codewords: list[int], version: int) -> bytes:
    """The data of all blocks in order; the codewords come one of each block in turn."""
    sizes = [(total, data) for count, total, data in BLOCKS[version] for _ in range(count)]
    assert len(codewords) == sum(total for total, _ in sizes)
    blocks: list[list[int]] = [[] for _ in sizes]
    rest = iter(codewords)
    for at in range(max(data for _, data in sizes)):
        for block, (_, data) in zip(blocks, sizes, strict=True):
            if at < data:
                block.append(next(rest))
    for _ in range(sizes[0][0] - sizes[0][1]):
        for block in blocks:
            block.append(next(rest))
    for block, (total, data) in zip(blocks, sizes, strict=True):
        assert _is_codeword(block, total - data)
    return b"".join(bytes(block[:data]) for block, (_, data) in zip(blocks, sizes, strict=True))


def _powers() -> list[int]:
    """The powers of 2 in the field of 256 elements."""
    powers = [1]
    for _ in range(254):
        double = powers[-1] * 2
        powers.append(double ^ 0x11D if double > 255 else double)
    return powers


POWERS = _powers()


def _is_codeword(block: list[int], checks: int) -> bool:
    """Whether a block, as a polynomial, is zero at the first powers of 2."""
    assert len(set(POWERS)) == 255
    assert all(one != other for one, other in pairwise(POWERS))
    for exponent in range(checks):
        value = 0
        for codeword in block:
            if value:
                value = POWERS[(POWERS.index(value) + exponent) % 255]
            value ^= codeword
        if value:
            return False
    return True

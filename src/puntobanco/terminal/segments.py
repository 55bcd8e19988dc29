"""Seven-segment displays drawn with letters, from the codes that a circuit puts on its wires."""

from __future__ import annotations

from collections.abc import Sequence

_TOP, _RIGHT_UP, _RIGHT_DOWN, _BOTTOM, _LEFT_DOWN, _LEFT_UP, _MIDDLE = range(7)

_ROWS = (
    ((" ", " "), (_TOP, "_"), (" ", " ")),
    ((_LEFT_UP, "|"), (_MIDDLE, "_"), (_RIGHT_UP, "|")),
    ((_LEFT_DOWN, "|"), (_BOTTOM, "_"), (_RIGHT_DOWN, "|")),
)


def drawn(codes: Sequence[int]) -> list[str]:
    r"""Three lines that show a row of displays; a segment is lit where its bit is 0.

    >>> print("\n".join(drawn([0x08, 0x24, 0x40])))
     _    _    _
    |_|   _|  | |
    | |  |_   |_|
    """
    return ["  ".join(_row(code, row) for code in codes).rstrip() for row in _ROWS]


def _row(code: int, row: Sequence[tuple[int | str, str]]) -> str:
    return "".join(
        letter if isinstance(segment, int) and not code >> segment & 1 else " "
        for segment, letter in row
    )

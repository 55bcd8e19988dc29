"""Cards on seven-segment displays: ``A 2 … 9 0 J q H``, and blank where there is no card."""

from __future__ import annotations

from puntobanco.cards import Rank

BLANK = 0x7F
"""No segment is lit. Displays are active low: a 0 lights its segment, bit 0 being the top one."""

CODES = dict(
    zip(
        Rank,
        (0x08, 0x24, 0x30, 0x19, 0x12, 0x02, 0x78, 0x00, 0x10, 0x40, 0x61, 0x18, 0x09),
        strict=True,
    )
)
"""What a display shows for each rank, ace to king."""

NUMBERS = {rank: number for number, rank in enumerate(Rank, start=1)}
"""Ranks on wires: ace 1 to king 13; 0 is no card."""

RANKS = {number: rank for rank, number in NUMBERS.items()}
"""The rank of each number."""

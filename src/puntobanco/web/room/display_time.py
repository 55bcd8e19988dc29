"""How long the page takes to show what was dealt."""

from __future__ import annotations

from puntobanco.coup import Called, Dealt, Drew, Ended, Stood
from puntobanco.table.events import Burned, CoupDealt, ShoeClosed

LEAST_NATURAL = 8

CLEARING, CARD, CALL, CUT_CARD, DECISION, NATURAL, RESULT, PAYING, HOLDING, SHUFFLING, BURNING = (
    260, 540, 550, 900, 1_050, 600, 350, 1_500, 3_000, 1_200, 2_040,
)  # fmt: skip
"""Milliseconds that the page takes for each part, at its calm pace."""


def display_time(event: CoupDealt | Burned | ShoeClosed) -> int:
    """Milliseconds that the page takes to show an event.

    The last board of a shoe is held for a while, unless every coup has a shoe of its own. A burn
    card is shown after a shuffle.

    >>> from puntobanco.coup import Coup
    >>> display_time(CoupDealt(1, Coup.parse("4h 5c / Ks 5d"), cut_after=None, last=False))
    5420
    """
    if isinstance(event, Burned):
        return SHUFFLING + BURNING
    if isinstance(event, ShoeClosed):
        return HOLDING if event.coups > 1 else 0
    time = CLEARING + PAYING + (0 if event.cut_after is None else CUT_CARD)
    for step in event.coup.events:
        match step:
            case Dealt():
                time += CARD
            case Called():
                time += CALL
            case Stood(total=total, reason=square):
                is_natural = square is None and total >= LEAST_NATURAL
                time += DECISION if square else NATURAL * is_natural
            case Drew():
                time += DECISION + CARD
            case Ended():
                time += RESULT
    return time

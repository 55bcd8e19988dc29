"""How long the page takes to show what was dealt."""

from __future__ import annotations

import msgspec

from puntobanco.coup import Called, Dealt, Drew, Ended, Stood
from puntobanco.table.events import Burned, CoupDealt, ShoeClosed

LEAST_NATURAL = 8


class Durations(msgspec.Struct, frozen=True):
    """Milliseconds of each part of what the page shows, at its calm pace. The page is sent them."""

    clearing: int = 260
    """The last coup's cards leave the felt."""
    slide: int = 300
    """A card comes from the shoe to its place."""
    turn: int = 240
    """It is turned there."""
    call: int = 550
    cut_card: int = 900
    decision: int = 1_050
    """A hand draws or stands, by a square of the tableau."""
    natural: int = 600
    result: int = 350
    paying: int = 1_500
    no_bets: int = 700
    """The result stays in sight where there is nothing to pay."""
    holding: int = 3_000
    """The last board of a shoe stays."""
    shuffling: int = 1_200
    burn_card: int = 1_500
    """The burn card lies open."""

    @property
    def card(self) -> int:
        """One card is dealt."""
        return self.slide + self.turn


DURATIONS = Durations()


def display_time(event: CoupDealt | Burned | ShoeClosed) -> int:
    """Milliseconds that the page takes at most to show an event.

    The last board of a shoe is held for a while, unless every coup has a shoe of its own. A burn
    card is shown after a shuffle.

    >>> from puntobanco.coup import Coup
    >>> display_time(CoupDealt(1, Coup.parse("4h 5c / Ks 5d"), cut_after=None, last=False))
    5420
    """
    lasts = DURATIONS
    if isinstance(event, Burned):
        return lasts.shuffling + lasts.card + lasts.burn_card
    if isinstance(event, ShoeClosed):
        return lasts.holding if event.coups > 1 else 0
    time = lasts.clearing + lasts.paying + (0 if event.cut_after is None else lasts.cut_card)
    for step in event.coup.events:
        match step:
            case Dealt():
                time += lasts.card
            case Called():
                time += lasts.call
            case Stood(total=total, reason=square):
                is_natural = square is None and total >= LEAST_NATURAL
                time += lasts.decision if square else lasts.natural * is_natural
            case Drew():
                time += lasts.decision + lasts.card
            case Ended():
                time += lasts.result
    return time

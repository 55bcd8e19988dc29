"""How long the page takes to show an event."""

from __future__ import annotations

from puntobanco.coup import Called, Dealt, Drew, Ended, Stood
from puntobanco.table.events import Burned, CoupDealt, ShoeClosed
from puntobanco.wire.parts import Durations

LEAST_NATURAL = 8
FIRST_CARDS = 4

DURATIONS = Durations(
    clearing=260,
    slide=300,
    turn=240,
    deciding=900,
    call=550,
    cut_card=900,
    decision=1_050,
    natural=600,
    result=350,
    paying=1_500,
    no_bets=700,
    holding=3_000,
    shuffling=1_200,
    burn_card=1_500,
)
"""The server sends them to the page in the welcome frame."""

ONE_CARD = DURATIONS.slide + DURATIONS.turn


def display_time(event: CoupDealt | Burned | ShoeClosed) -> int:
    """Return the most milliseconds that the page takes to show an event.

    The last board of a shoe stays for a while, unless every coup has its own shoe. A burn
    card is shown after a shuffle.

    >>> from puntobanco.coup import Coup
    >>> display_time(CoupDealt(1, Coup.parse("4h 5c / Ks 5d"), cut_after=None, last=False))
    5420
    >>> display_time(CoupDealt(1, Coup.parse("4h 5c / Ks 9d")))
    6020
    """
    lasts = DURATIONS
    if isinstance(event, Burned):
        return lasts.shuffling + ONE_CARD + lasts.burn_card
    if isinstance(event, ShoeClosed):
        return lasts.holding if event.coups > 1 else 0
    time = lasts.clearing + lasts.paying + (0 if event.cut_after is None else lasts.cut_card)
    for step in event.coup.events:
        match step:
            case Dealt():
                time += ONE_CARD
            case Called():
                time += lasts.call
            case Stood(total=total, reason=square):
                is_natural = square is None and total >= LEAST_NATURAL
                time += lasts.decision if square else lasts.natural * is_natural
            case Drew():
                time += lasts.decision + ONE_CARD
            case Ended() if len(event.coup.cards) > FIRST_CARDS:
                time += lasts.result + lasts.deciding - lasts.turn
            case Ended():
                time += lasts.result
    return time

"""The ceremony of a shoe, the burn and the coups, in messages."""

from __future__ import annotations

from typing import assert_never

from puntobanco.announcer.audience import (
    EAR,
    EYE,
    FROM_NORMAL,
    FULL,
    GUEST,
    NORMAL,
    TERSE,
    about_guest,
)
from puntobanco.announcer.coups import coup_steps
from puntobanco.announcer.names import guest_fact
from puntobanco.house import Burning, House, NoCutCard
from puntobanco.table.events import (
    Burned,
    CoupDealt,
    SeedCommitted,
    SeedRevealed,
    ShoeClosed,
    ShoeCommitted,
    ShoeOpened,
    ShoeRevealed,
)
from puntobanco.table.state import State
from puntobanco.words import Message, message

Ceremony = SeedCommitted | SeedRevealed | ShoeOpened | ShoeClosed | ShoeRevealed
ShoeEvent = ShoeCommitted | Ceremony | Burned | CoupDealt


def shoe_messages(event: ShoeEvent, state: State) -> list[Message]:
    """The ceremony of a shoe, and its coups."""
    match event:
        case ShoeCommitted(shoe, commitment) if not commitment:
            return [message("shuffle.given", shoe=shoe)]
        case ShoeCommitted(shoe, commitment):
            return [
                message("shuffle", shoe=shoe),
                message("commitment", EYE & FULL, hash=commitment),
                message("commitment.heard", EAR & FULL),
            ]
        case Burned():
            return _burned(event, state.house)
        case CoupDealt(_, coup, cut_after, last):
            steps = coup_steps(coup, state.house.naturals, cut_after=cut_after, is_last=last)
            return [*coup_head(event, state.house), *(each for _, said in steps for each in said)]
        case _:
            messages = _ceremony(event, state)
            is_routine = state.house.cut_card is NoCutCard.EVERY_COUP
            return _routine(event, messages) if is_routine else messages


def _routine(event: Ceremony, messages: list[Message]) -> list[Message]:
    """A house that shuffles before every coup tells the ceremony in full only."""
    is_heard = not isinstance(event, SeedCommitted | ShoeRevealed)
    return [each.to(FULL if is_heard else EYE & FULL) for each in messages]


def _ceremony(event: Ceremony, state: State) -> list[Message]:
    match event:
        case SeedCommitted():
            return _promised(event, state)
        case SeedRevealed():
            return _revealed(event, state)
        case ShoeOpened():
            return _opened(event, state)
        case ShoeClosed(shoe, coups):
            return [message("shoe.ended", shoe=shoe, coups=coups)]
        case ShoeRevealed(shoe, secret):
            revealed = message("shoe.revealed", FROM_NORMAL, shoe=shoe)
            return [revealed, message("secret", EYE & FULL, hash=secret)]
        case _:
            assert_never(event)


def _promised(event: SeedCommitted, state: State) -> list[Message]:
    """A guest has committed to a seed; in full the commitment is shown, and never read out."""
    guest = guest_fact(event.seat, state.seats)
    return [
        message("seed.promised", GUEST & (NORMAL | EAR & FULL)),
        *about_guest("seed.promised.hash", guest, EYE & FULL, hash=event.commitment[:16]),
    ]


def _revealed(event: SeedRevealed, state: State) -> list[Message]:
    """A guest's seed, which is shown and never read out."""
    guest = guest_fact(event.seat, state.seats)
    news = GUEST & FROM_NORMAL | FULL
    shown = about_guest("seed", guest, EYE & news, seed=event.seed)
    return [*shown, *about_guest("seed.heard", guest, EAR & news)]


def _opened(event: ShoeOpened, state: State) -> list[Message]:
    messages = [message("shoe.opened", FROM_NORMAL, cards=event.cards)]
    if event.withheld:
        names = [guest_fact(seat, state.seats) for seat in event.withheld]
        messages.append(message("shoe.withheld", names=names))
    if not event.root:
        return messages
    root = message("root", EYE & FULL, hash=event.root)
    return [*messages, root, message("root.heard", EAR & FULL)]


def _burned(event: Burned, house: House) -> list[Message]:
    card, hidden = event.card, event.hidden
    if card is None:
        return [
            message("burned.hidden.brief", TERSE, hidden=hidden),
            message("burned.hidden", FROM_NORMAL, hidden=hidden),
        ]
    if not hidden:
        return [
            message("burned.alone.brief", EYE & TERSE, short=card),
            message("burned.alone", EAR | FROM_NORMAL, card=card),
        ]
    brief = [
        message("burned.brief", EYE & TERSE, short=card, hidden=hidden),
        message("burned.brief.heard", EAR & TERSE, card=card, hidden=hidden),
    ]
    if house.burn is Burning.FIRST_CARD:
        return [*brief, message("burned", FROM_NORMAL, card=card, hidden=hidden)]
    return [*brief, message("burned.fixed", FROM_NORMAL, card=card, hidden=hidden)]


def coup_head(event: CoupDealt, house: House) -> list[Message]:
    """What is said before the cards of a coup; the number is heard in full only."""
    number = message("coup.number", EYE | FULL, coup=event.number)
    is_known = event.cut_after is not None or isinstance(house.cut_card, NoCutCard)
    return [number, message("coup.last")] if event.last and not is_known else [number]

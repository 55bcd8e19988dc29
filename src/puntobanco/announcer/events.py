"""The events of a table in messages, and in lines: key word first, one fact a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from puntobanco.announcer.audience import (
    EAR,
    EYE,
    FROM_NORMAL,
    FULL,
    GUEST,
    NORMAL,
    OTHERS,
    TERSE,
    UP_TO_NORMAL,
    Level,
    Sense,
    about_guest,
    listening,
    messages_for,
)
from puntobanco.announcer.catalogues import english_lines
from puntobanco.announcer.coups import coup_steps
from puntobanco.announcer.lines import all_fitted
from puntobanco.announcer.names import bet_fact, guest_fact
from puntobanco.announcer.status import bankroll_message, house_messages
from puntobanco.bets import Odds
from puntobanco.cards import Card
from puntobanco.house import Burning, House, NoCutCard
from puntobanco.table.events import (
    BetPlaced,
    BetSettled,
    BetTakenBack,
    BoughtIn,
    Burned,
    CoupDealt,
    Event,
    Fate,
    GuestLeft,
    GuestSat,
    SeedCommitted,
    SeedRevealed,
    ShoeClosed,
    ShoeCommitted,
    ShoeOpened,
    ShoeOrdered,
    ShoeRevealed,
    ShoeSeeded,
    TableClosed,
    TableOpened,
)
from puntobanco.table.state import State, evolve
from puntobanco.words import ALL, GuestFact, Message, Named, message


def transcript(
    state: State, events: Iterable[Event], level: Level = Level.NORMAL, *, listener: int | None = 1
) -> list[str]:
    """Return the lines of consecutive events. `state` is the table's before them.

    `listener` is the seat of the reader, whose bankroll follows the reader's settled bets. A seed
    that is committed and revealed in the same events is announced once, except at the full level.
    """
    return all_fitted(english_lines(transcript_messages(state, events, level, listener=listener)))


def transcript_messages(
    state: State, events: Iterable[Event], level: Level, *, listener: int | None
) -> list[Message]:
    """Return the messages of `transcript`, for any language."""
    messages: list[Message] = []
    bankroll, bankroll_at = None, 0
    happened = tuple(events)
    revealed = {event.seat for event in happened if isinstance(event, SeedRevealed)}
    for event in happened:
        is_implied = isinstance(event, SeedCommitted) and event.seat in revealed
        if not is_implied or level is Level.FULL:
            messages += messages_for(_reader(event, level, listener), messages_of(event, state))
        state = evolve(state, event)
        if isinstance(event, BetSettled | BoughtIn) and event.seat == listener:
            bankroll = bankroll_message(state.seats[event.seat])
            bankroll_at = len(messages)
    if bankroll:
        messages.insert(bankroll_at, bankroll)
    return messages


def _reader(event: Event, level: Level, seat: int | None) -> int:
    is_own = seat is not None and getattr(event, "seat", None) == seat
    return listening(level, Sense.EYE, is_own=is_own)


def event_lines(
    event: Event, state: State, level: Level = Level.NORMAL, *, listener: int | None = 1
) -> list[str]:
    """Return the lines of one event, none if it is private. `state` is the table's before it.

    >>> from puntobanco.cards import Card
    >>> from puntobanco.table.events import Burned
    >>> event_lines(Burned(Card.parse("9h"), hidden=9), State())
    ['Burn card: nine of hearts, so 9 more cards are burned face down.']
    """
    reader = _reader(event, level, listener)
    return all_fitted(english_lines(messages_for(reader, messages_of(event, state))))


def messages_of(event: Event, state: State) -> list[Message]:  # noqa: C901, PLR0912 - a case each
    """Return the messages of an event for every audience. `state` is the table's before it.

    >>> from puntobanco.settlement import Chips
    >>> [each.id for each in messages_of(BoughtIn(1, Chips(100_00)), State())]
    ['guest.bought', 'guest.bought.others']
    """
    match event:
        case ShoeSeeded() | ShoeOrdered():
            return []
        case TableOpened(_, house):
            return house_messages(house)
        case TableClosed(by_house):
            return [message("table.closed.house") if by_house else message("table.closed")]
        case GuestSat(seat, name):
            return [message("guest.sat", OTHERS | FULL, new_guest=name, seat=seat)]
        case BoughtIn(seat, chips):
            guest = guest_fact(seat, state.seats)
            return about_guest("guest.bought", guest, _OWN_CHIPS, chips=chips)
        case BetPlaced():
            return _placed(event, state)
        case BetTakenBack(seat, key, stake):
            guest, bet = guest_fact(seat, state.seats), bet_fact(key, state.house)
            return about_guest("stake.taken_back", guest, _OWN_CHIPS, stake=stake, bet=bet)
        case BetSettled():
            return _settled(event, state)
        case GuestLeft():
            return _left(event, state)
        case ShoeCommitted(shoe, commitment):
            return _committed(shoe, commitment)
        case Burned(card, hidden):
            return _burned(card, hidden, state.house)
        case CoupDealt(_, coup, cut_after, last):
            steps = coup_steps(coup, state.house.naturals, cut_after=cut_after, is_last=last)
            return [*coup_head(event, state.house), *(each for _, said in steps for each in said)]
        case _:
            return _ceremony(event, state)


# --- guests who come, bet and leave ---------------------------------------------------------------

_OWN_CHIPS = EYE | GUEST | FULL
"""Everyone reads about moved chips, but hears about those of others at the full level only."""


def _placed(event: BetPlaced, state: State) -> list[Message]:
    guest = guest_fact(event.seat, state.seats)
    stake, seat = event.stake, state.seats[event.seat]
    bet, total = bet_fact(event.key, state.house), seat.stake_on(event.key) + stake
    if total == stake:
        placed = about_guest("stake.placed", guest, _OWN_CHIPS, stake=stake, bet=bet)
    else:
        placed = about_guest("stake.added", guest, _OWN_CHIPS, stake=stake, bet=bet, total=total)
    return [*placed, *about_guest("stake.left", guest, FULL, available=seat.available - stake)]


def _settled(event: BetSettled, state: State) -> list[Message]:
    """Return the result of a stake, for reading only. Speech reports it with the whole coup."""
    guest, bet = guest_fact(event.seat, state.seats), bet_fact(event.key, state.house)
    if event.fate is not Fate.WON or not state.coups:
        return fate_messages(event, guest, bet, EYE)
    earned, stake, pays = event.earned, event.stake, odds_of(event, state)
    return [
        *fate_messages(event, guest, bet, EYE & UP_TO_NORMAL),
        *about_guest(
            "settled.won_at", guest, EYE & FULL, earned=earned, bet=bet, stake=stake, pays=pays
        ),
    ]


def fate_messages(
    settled: BetSettled, guest: GuestFact, bet: Named, audience: int = ALL
) -> list[Message]:
    """Return messages on how a bet did: for its guest, and for the others."""
    stake = settled.stake
    match settled.fate:
        case Fate.LOST:
            return about_guest("settled.lost", guest, audience, stake=stake, bet=bet)
        case Fate.WON:
            return about_guest("settled.won", guest, audience, earned=settled.earned, bet=bet)
        case Fate.RETURNED:
            return about_guest("settled.returned", guest, audience, stake=stake, bet=bet)
        case Fate.STANDS:
            return about_guest("settled.stands", guest, audience, stake=stake, bet=bet)
        case _:
            assert_never(settled.fate)


def odds_of(event: BetSettled, state: State) -> Odds:
    """Return what a bet paid on the last coup."""
    house = state.house
    return house.bet(event.key).decide(state.coups[-1], house.naturals)


def _left(event: GuestLeft, state: State) -> list[Message]:
    guest = guest_fact(event.seat, state.seats)
    if state.house.limits is None:
        return [message("guest.left", OTHERS, name=guest)]
    seat, chips = state.seats.get(event.seat), event.chips
    messages = [
        message("guest.cashed_out", GUEST, chips=chips),
        message("guest.left.with", OTHERS, name=guest, chips=chips),
    ]
    if seat:
        messages += about_guest("guest.result", guest, GUEST | FULL, balance=chips - seat.bought)
    return messages


# --- the shoe -------------------------------------------------------------------------------------

_Ceremony = SeedCommitted | SeedRevealed | ShoeOpened | ShoeClosed | ShoeRevealed


def _committed(shoe: int, commitment: str) -> list[Message]:
    if not commitment:
        return [message("shuffle.given", shoe=shoe)]
    return [
        message("shuffle", shoe=shoe),
        message("commitment", EYE & FULL, hash=commitment),
        message("commitment.heard", EAR & FULL),
    ]


def _ceremony(event: _Ceremony, state: State) -> list[Message]:
    """Return the messages of the ceremony: for the full level only if every coup has a shuffle."""
    messages = _ceremony_messages(event, state)
    if state.house.cut_card is not NoCutCard.EVERY_COUP:
        return messages
    is_heard = not isinstance(event, SeedCommitted | ShoeRevealed)
    return [each.to(FULL if is_heard else EYE & FULL) for each in messages]


def _ceremony_messages(event: _Ceremony, state: State) -> list[Message]:
    """Return the messages. Words and hashes are shown, never spoken."""
    match event:
        case SeedCommitted(seat, commitment):
            guest = guest_fact(seat, state.seats)
            return [
                message("seed.promised", GUEST & (EYE & NORMAL | EAR & FULL)),
                *about_guest("seed.promised.hash", guest, EYE & FULL, hash=commitment[:16]),
            ]
        case SeedRevealed(seat, seed):
            guest, news = guest_fact(seat, state.seats), GUEST & FROM_NORMAL | FULL
            shown = about_guest("seed", guest, EYE & news, seed=seed)
            return [*shown, *about_guest("seed.heard", guest, EAR & FULL)]
        case ShoeOpened():
            return _opened(event, state)
        case ShoeClosed(shoe, coups):
            return [message("shoe.ended", shoe=shoe, coups=coups)]
        case ShoeRevealed(shoe, secret):
            revealed = message("shoe.revealed", FROM_NORMAL, shoe=shoe)
            return [revealed, message("secret", EYE & FULL, hash=secret)]
        case _:
            assert_never(event)


def _opened(event: ShoeOpened, state: State) -> list[Message]:
    messages = [message("shoe.opened", EYE & FROM_NORMAL | FULL, cards=event.cards)]
    if event.withheld:
        names = [guest_fact(seat, state.seats) for seat in event.withheld]
        messages.append(message("shoe.withheld", names=names))
    if not event.root:
        return messages
    root = message("root", EYE & FULL, hash=event.root)
    return [*messages, root, message("root.heard", EAR & FULL)]


def _burned(card: Card | None, hidden: int, house: House) -> list[Message]:
    if card is None:
        return [
            message("burned.hidden.brief", TERSE, hidden=hidden),
            message("burned.hidden", FROM_NORMAL, hidden=hidden),
        ]
    if not hidden:
        return [message("burned.alone", card=card)]
    brief = message("burned.brief", TERSE, card=card, hidden=hidden)
    if house.burn is Burning.FIRST_CARD:
        return [brief, message("burned", FROM_NORMAL, card=card, hidden=hidden)]
    return [brief, message("burned.fixed", FROM_NORMAL, card=card, hidden=hidden)]


def coup_head(event: CoupDealt, house: House) -> list[Message]:
    """Return the messages before the cards. Speech has the number only at the full level."""
    number = message("coup.number", EYE | FULL, coup=event.number)
    is_known = event.cut_after is not None or isinstance(house.cut_card, NoCutCard)
    return [number, message("coup.last")] if event.last and not is_known else [number]

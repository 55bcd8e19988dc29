"""The events of a table in messages, and in lines: key word first, one fact a line."""

from __future__ import annotations

from collections.abc import Iterable

from puntobanco.announcer.audience import Level, Sense, listening, messages_for
from puntobanco.announcer.english import english_lines
from puntobanco.announcer.lines import all_fitted
from puntobanco.announcer.seat_events import seat_messages
from puntobanco.announcer.shoe_events import coup_head, shoe_messages
from puntobanco.announcer.status import bankroll_message, house_messages
from puntobanco.table.events import (
    BetPlaced,
    BetSettled,
    BetTakenBack,
    BoughtIn,
    Event,
    GuestLeft,
    GuestSat,
    SeedCommitted,
    SeedRevealed,
    ShoeOrdered,
    ShoeSeeded,
    TableClosed,
    TableOpened,
)
from puntobanco.table.state import State, evolve
from puntobanco.words import Message, message

__all__ = [
    "coup_head",
    "event_lines",
    "messages_of",
    "transcript",
    "transcript_messages",
]


def transcript(
    state: State, events: Iterable[Event], level: Level = Level.NORMAL, *, listener: int | None = 1
) -> list[str]:
    """The lines of events that followed each other; `state` is the table's before them.

    `listener` is the seat of the reader, whose bankroll follows the lines of its settled bets. A
    seed that is committed and revealed in the same events is announced once, unless at full level.
    """
    return all_fitted(english_lines(transcript_messages(state, events, level, listener=listener)))


def transcript_messages(
    state: State, events: Iterable[Event], level: Level, *, listener: int | None
) -> list[Message]:
    """What `transcript` says, as messages: a catalogue words them in any language."""
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
    """The lines of one event, none if it is private; `state` is the table's before it.

    >>> from puntobanco.cards import Card
    >>> from puntobanco.table.events import Burned
    >>> event_lines(Burned(Card.parse("9h"), hidden=9), State())
    ['Burn card: nine of hearts, so 9 more cards are burned face down.']
    """
    reader = _reader(event, level, listener)
    return all_fitted(english_lines(messages_for(reader, messages_of(event, state))))


def messages_of(event: Event, state: State) -> list[Message]:
    """All that is said of an event, to anyone; `state` is the table's before it.

    >>> from puntobanco.settlement import Chips
    >>> [each.id for each in messages_of(BoughtIn(1, Chips(100_00)), State())]
    ['guest.bought', 'guest.bought.others']
    """
    match event:
        case ShoeSeeded() | ShoeOrdered():
            return []
        case TableOpened(_, house):
            return house_messages(house)
        case TableClosed():
            return [message("table.closed")]
        case GuestSat() | BoughtIn() | BetPlaced() | BetTakenBack() | BetSettled() | GuestLeft():
            return seat_messages(event, state)
        case _:
            return shoe_messages(event, state)

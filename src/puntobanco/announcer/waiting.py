"""The betting clock, and guests who are not ready yet."""

from __future__ import annotations

from puntobanco.announcer.english import worded
from puntobanco.announcer.lines import all_fitted
from puntobanco.announcer.message import (
    FROM_NORMAL,
    GUEST,
    OTHERS,
    TERSE,
    GuestFact,
    Level,
    Message,
    Sense,
    listening,
    message,
    said_to,
)

MOST_NAMES = 2
"""The most waited-for guests that are named; more are counted."""

NO_MORE_BETS = worded([message("clock.closed")])[0]


def time_messages(ms: int) -> list[Message]:
    """The betting clock starts."""
    return [
        message("clock.starts.brief", TERSE, seconds=_seconds(ms)),
        message("clock.starts", FROM_NORMAL, seconds=_seconds(ms)),
    ]


def short_messages(ms: int) -> list[Message]:
    """Little betting time is left."""
    return [
        message("clock.short.brief", TERSE, seconds=_seconds(ms)),
        message("clock.short", FROM_NORMAL, seconds=_seconds(ms)),
    ]


def longer_messages(ms: int, guest: GuestFact) -> list[Message]:
    """A guest restarted the betting clock."""
    return [
        message("clock.longer", GUEST | TERSE, seconds=_seconds(ms)),
        message("clock.longer.others", OTHERS & FROM_NORMAL, name=guest, seconds=_seconds(ms)),
    ]


def ready_messages(guests: list[GuestFact]) -> list[Message]:
    """Who wants the cards."""
    return [message("ready", ready=guests)]


def waiting_message(guests: list[GuestFact]) -> Message | None:
    """Who is waited for, for a guest who is ready."""
    if not guests:
        return None
    if len(guests) > MOST_NAMES:
        return message("ready.waits.many", count=len(guests))
    return message("ready.waits", names=guests)


def time_line(ms: int, level: Level = Level.NORMAL) -> str:
    """The betting clock starts.

    >>> time_line(15_000), short_line(5_000), longer_line(15_000, name="Ada")
    ('Place your bets: 15 seconds.', 'Time: 5 seconds left.', 'Ada takes more time: 15 seconds.')
    """
    return _line(time_messages(ms), level)


def short_line(ms: int, level: Level = Level.NORMAL) -> str:
    """Little betting time is left."""
    return _line(short_messages(ms), level)


def longer_line(ms: int, level: Level = Level.NORMAL, *, name: str | None = None) -> str:
    """A guest restarted the betting clock; without a name, it is the guest who reads this."""
    messages = longer_messages(ms, _named(name or ""))
    return _line(messages, level, is_own=name is None)


def ready_lines(names: list[str]) -> list[str]:
    """Who wants the cards.

    >>> ready_lines(["Ada", "Grace"]), cards_lines(9_500, is_waiting=True)
    (['Ready to deal: Ada, Grace.'], ['Cards: in 10 seconds, or when all are ready.'])
    """
    return all_fitted(worded(ready_messages([_named(name) for name in names])))


def waiting_words(names: list[str]) -> str:
    """Who is waited for, for a guest who is ready.

    >>> waiting_words(["Ada", "Grace"]), waiting_words(["Ada", "Grace", "Bob"])
    ('waiting for Ada and Grace', 'waiting for 3 guests')
    """
    waiting = waiting_message([_named(name) for name in names])
    return worded([waiting])[0] if waiting else ""


def cards_lines(ms: int, *, is_waiting: bool) -> list[str]:
    """When the cards come, at the latest if others are still waited for."""
    return worded([message("ready.cards", seconds=_seconds(ms), is_waiting=is_waiting)])


def called_off_lines() -> list[str]:
    """The last guest who was ready has left."""
    return worded([message("ready.called_off")])


def _line(messages: list[Message], level: Level, *, is_own: bool = False) -> str:
    (line,) = worded(said_to(listening(level, Sense.EYE, is_own=is_own), messages))
    return line


def _named(name: str) -> GuestFact:
    """A guest whose name was made clear before."""
    return GuestFact(name, 0)


def _seconds(ms: int) -> int:
    return max(0, -(-ms // 1_000))

"""The betting clock, and guests who are not ready yet."""

from __future__ import annotations

from puntobanco.announcer.audience import FROM_NORMAL, GUEST, OTHERS, TERSE
from puntobanco.words import GuestFact, Message, message

MOST_NAMES = 2
"""The most waited-for guests that are named; more are counted."""


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


def cards_message(ms: int, *, is_waiting: bool) -> Message:
    """When the cards come, at the latest if others are still waited for."""
    return message("ready.cards", seconds=_seconds(ms), is_waiting=is_waiting)


def _seconds(ms: int) -> int:
    return max(0, -(-ms // 1_000))

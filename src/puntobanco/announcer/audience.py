"""Audiences: the levels and listeners that a message is for, and whether they read or hear it.

One list of messages, made from an event and the state before it, serves every guest, level and
language; `messages_for` picks the messages for one listener.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from puntobanco.words import ALL, GuestFact, Message


class Level(Enum):
    """The level of detail."""

    TERSE = "terse"
    NORMAL = "normal"
    FULL = "full"

    @property
    def next(self) -> Level:
        """The next level. After the last comes the first."""
        levels = list(Level)
        return levels[(levels.index(self) + 1) % len(levels)]


class Sense(Enum):
    """Whether a message is read or heard."""

    EYE = "eye"
    EAR = "ear"


# An audience is twelve bits: a digit for each level, and in each digit a bit for the
# guest concerned and one for everyone else, to read and to hear. Join parts with &.
TERSE, NORMAL, FULL = 0x00F, 0x0F0, 0xF00
FROM_NORMAL, UP_TO_NORMAL = NORMAL | FULL, TERSE | NORMAL
GUEST, OTHERS = 0x555, 0xAAA
EYE, EAR = 0x333, 0xCCC

AT = {Level.TERSE: TERSE, Level.NORMAL: NORMAL, Level.FULL: FULL}


def listening(level: Level, sense: Sense, *, is_own: bool = False) -> int:
    """Return the bit of a guest who reads or hears at a level, for an own message or another's."""
    return AT[level] & (EYE if sense is Sense.EYE else EAR) & (GUEST if is_own else OTHERS)


def about_guest(
    id_: str, guest: GuestFact, audience: int = ALL, /, **facts: object
) -> list[Message]:
    """Return a fact about a guest: without the name for the guest, with it for the others."""
    others = {"name": guest, **facts}
    return [
        Message(id_, facts, audience & GUEST),
        Message(f"{id_}.others", others, audience & OTHERS),
    ]


def messages_for(who: int, messages: Iterable[Message]) -> list[Message]:
    """Return the messages for a listener."""
    return [each for each in messages if each.audience & who]

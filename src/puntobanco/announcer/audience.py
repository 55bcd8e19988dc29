"""Audiences: the levels and listeners that a message is for, and whether they read or hear it.

One list of messages, made from an event and the state before it, serves every guest, level and
language; `said_to` picks the messages for one listener.
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
        """The level after this one; after the last comes the first."""
        levels = list(Level)
        return levels[(levels.index(self) + 1) % len(levels)]


class Sense(Enum):
    """Whether what is said is read or heard."""

    EYE = "eye"
    EAR = "ear"


# Whom a message is for, as twelve bits: a digit for each level, and in each digit a bit for the
# guest whom it concerns and one for everyone else, to read and to hear. Parts are joined by &.
TERSE, NORMAL, FULL = 0x00F, 0x0F0, 0xF00
FROM_NORMAL, UP_TO_NORMAL = NORMAL | FULL, TERSE | NORMAL
GUEST, OTHERS = 0x555, 0xAAA
EYE, EAR = 0x333, 0xCCC

AT = {Level.TERSE: TERSE, Level.NORMAL: NORMAL, Level.FULL: FULL}


def listening(level: Level, sense: Sense, *, is_own: bool = False) -> int:
    """The bit of a guest who reads or hears at a level what may be the guest's own."""
    return AT[level] & (EYE if sense is Sense.EYE else EAR) & (GUEST if is_own else OTHERS)


def about_guest(
    id_: str, guest: GuestFact, audience: int = ALL, /, **facts: object
) -> list[Message]:
    """A fact about a guest: the guest is told without a name, the others are told the name."""
    others = {"name": guest, **facts}
    return [
        Message(id_, facts, audience & GUEST),
        Message(f"{id_}.others", others, audience & OTHERS),
    ]


def said_to(who: int, messages: Iterable[Message]) -> list[Message]:
    """The messages for a listener."""
    return [each for each in messages if each.audience & who]

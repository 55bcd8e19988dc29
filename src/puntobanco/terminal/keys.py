"""The keys of the betting game, and how a typed line is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from puntobanco.announcer.message import Message, message
from puntobanco.announcer.words import Catalogue, catalogue


class Key(Enum):
    """A key of the keyboard; what it does is in the catalogue of words."""

    PLAYER = "p"
    BANKER = "b"
    TIE = "t"
    SIDE = "s"
    DEAL = "x"
    TAKE_BACK = "z"
    UNDO = "u"
    REPEAT = "="
    MONEY = "m"
    DECISIONS = "d"
    ROADS = "r"
    WHY = "i"
    AGAIN = "a"
    ODDS = "o"
    FAIRNESS = "f"
    LEVEL = "v"
    HELP = "?"
    LEAVE = "q"

    @property
    def letter(self) -> str:
        """What is typed."""
        return self.value


SPOTS = {Key.PLAYER: "player", Key.BANKER: "banker", Key.TIE: "tie"}
"""The keys that bet on a spot."""

TAKING_MORE = (*SPOTS, Key.SIDE, Key.FAIRNESS, Key.LEVEL)
"""The keys that may be followed by more text."""

NAMED = (*SPOTS, Key.DEAL, Key.UNDO, Key.HELP, Key.LEAVE)
"""The keys that may be typed as a word."""

_LETTERS = {key.letter: key for key in Key}

_LINE = re.compile(r"(?P<word>[^\W\d_]+|[=?])\s*(?P<rest>.*)", re.DOTALL)

LETTERS = " ".join(key.letter for key in Key)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key, and the text typed after it."""

    key: Key
    rest: str


def read(line: str, words: Catalogue | None = None) -> Pressed | None:
    """The key that a line starts with, in either case; None if it is no line of the game.

    >>> read("P25").rest, read("banker 5").key
    ('25', <Key.BANKER: 'b'>)
    >>> read("xx"), read("x 5")
    (None, None)
    """
    found = _LINE.fullmatch(line.strip())
    key = _key(found["word"].lower(), words or catalogue()) if found else None
    if found is None or key is None:
        return None
    rest = found["rest"]
    return None if rest and key not in TAKING_MORE else Pressed(key, rest)


def _key(typed: str, words: Catalogue) -> Key | None:
    """A key by its letter, or by a word for it in the language or in English."""
    if typed in _LETTERS:
        return _LETTERS[typed]
    named = (
        key
        for key in NAMED
        for each in (words, catalogue())
        if typed in each.choices(f"typed.{key.name.lower()}")
    )
    return next(named, None)


def help_messages() -> list[Message]:
    """Every key, one a line."""
    return [message("play.key", letter=key.letter, key=key.name.lower()) for key in Key]

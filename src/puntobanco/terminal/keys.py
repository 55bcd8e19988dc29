"""The keys of the betting game, and how a typed line is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from puntobanco.announcer.catalogues import catalogue
from puntobanco.house import House, NoCutCard
from puntobanco.terminal.amounts import half_width
from puntobanco.words import Catalogue, Message, message


class Key(Enum):
    """A key of the keyboard; what it does is in the catalogue of words."""

    PLAYER = "p"
    BANKER = "b"
    TIE = "t"
    SIDE = "s"
    DEAL = "x"
    SKIP = "e"
    TAKE_BACK = "z"
    UNDO = "u"
    REPEAT = "="
    MONEY = "m"
    PAYS = "w"
    DECISIONS = "d"
    ROADS = "r"
    WHY = "i"
    AGAIN = "a"
    ODDS = "o"
    FAIRNESS = "f"
    LEVEL = "v"
    SETTINGS = "c"
    HELP = "?"
    LEAVE = "q"

    @property
    def letter(self) -> str:
        """What is typed."""
        return self.value


SPOTS = {Key.PLAYER: "player", Key.BANKER: "banker", Key.TIE: "tie"}

TAKING_MORE = (*SPOTS, Key.SIDE, Key.DEAL, Key.FAIRNESS, Key.LEVEL, Key.PAYS, Key.SETTINGS)
"""The keys that may be followed by more text."""

VERBATIM = (Key.FAIRNESS, Key.SETTINGS)
"""The keys after which a guest's own word or a path may stand."""

NAMED = (*SPOTS, Key.DEAL, Key.UNDO, Key.HELP, Key.LEAVE)
"""The keys that may be typed as a word."""

OF_BETS = (Key.TAKE_BACK, Key.UNDO, Key.REPEAT, Key.MONEY, Key.PAYS)
"""The keys that mean something only where bets are taken, those that bet aside."""

WORDED_APART = (Key.DEAL, Key.SKIP, Key.AGAIN, Key.LEAVE)
"""The keys that do less, and so are told in other words, where no bets are taken."""

ONE_BEFORE = "aa"
"""What is typed for the coup before the last."""

DRAWN = "rr"
"""What is typed for roads that are drawn."""

_DOUBLE = {ONE_BEFORE: Key.AGAIN, DRAWN: Key.ROADS}

_LETTERS = {key.letter: key for key in Key}

_LINE = re.compile(r"(?P<word>[^\W\d_]+|[=?])\s*(?P<rest>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key, and the text typed after it."""

    key: Key
    rest: str


def read(line: str, words: Catalogue | None = None) -> Pressed | None:
    """The key that a line starts with, in either case; None if it is no line of the game.

    >>> read("P25").rest, read("banker 5").key
    ('25', <Key.BANKER: 'b'>)
    >>> read("xx"), read("z 5")
    (None, None)
    """
    typed = line.strip()
    found = _LINE.fullmatch(half_width(typed))
    if found is None:
        return None
    word, rest = found["word"].lower(), found["rest"]
    if word in _DOUBLE and not rest:
        return Pressed(_DOUBLE[word], word)
    key = key_of(word, words or catalogue())
    if key in VERBATIM:
        rest = typed[found.start("rest") :]
    return Pressed(key, rest) if key and (not rest or key in TAKING_MORE) else None


def key_of(typed: str, words: Catalogue) -> Key | None:
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


def keys_of(house: House) -> list[Key]:
    """The keys that mean something at a house."""
    return [key for key in Key if _is_used(key, house)]


def _is_used(key: Key, house: House) -> bool:
    if key is Key.SKIP:
        return house.cut_card is not NoCutCard.EVERY_COUP
    if house.limits is None:
        return key not in (*SPOTS, Key.SIDE, *OF_BETS)
    if key is Key.SIDE:
        return bool(house.side_bets)
    return key not in SPOTS or any(bet.spot.value == SPOTS[key] for bet in house.main_bets)


def letters_of(house: House) -> str:
    """The keys of a house in one line."""
    return " ".join(key.letter for key in keys_of(house))


def help_messages(house: House) -> list[Message]:
    """Every key of a house, one a line."""
    return [
        message("play.key", letter=key.letter, key=_words_id(key, house)) for key in keys_of(house)
    ]


def _words_id(key: Key, house: House) -> str:
    is_apart = house.limits is None and key in WORDED_APART
    return f"{key.name.lower()}.no_bets" if is_apart else key.name.lower()

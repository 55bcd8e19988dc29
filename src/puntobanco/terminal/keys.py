"""The keys of the betting game, and how a typed line is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Key(Enum):
    """A key of the keyboard, and what it does."""

    PLAYER = ("p", "bet on Player: p 25, or p and then the amount; again adds to it")
    BANKER = ("b", "bet on Banker")
    TIE = ("t", "bet on Tie")
    SIDE = ("s", "side bets: the list, or s 1 5 for $5 on the first of it")
    DEAL = ("x", "deal; without bets, a coup to watch")
    TAKE_BACK = ("z", "take back all bets")
    UNDO = ("u", "undo the last bet")
    REPEAT = ("=", "repeat the last bets")
    MONEY = ("m", "money: bankroll and bets")
    DECISIONS = ("d", "decisions: the last ten of the roads")
    ROADS = ("r", "roads: the scoreboards of this shoe")
    WHY = ("i", "why: the rules that decided the last coup")
    AGAIN = ("a", "say it again")
    ODDS = ("o", "odds: exact, from the cards not yet seen")
    FAIRNESS = ("f", "fairness: how this shoe can be checked; f WORD: your word for the next")
    LEVEL = ("v", "how much is said: terse, normal or full")
    HELP = ("?", "these keys")
    LEAVE = ("q", "cash out and leave")

    letter: str
    does: str

    def __init__(self, letter: str, does: str) -> None:
        self.letter = letter
        self.does = does


SPOTS = {Key.PLAYER: "player", Key.BANKER: "banker", Key.TIE: "tie"}
"""The keys that bet on a spot."""

TAKING_MORE = (*SPOTS, Key.SIDE, Key.FAIRNESS, Key.LEVEL)
"""The keys that may be followed by more text."""

_WORDS = {
    "player": Key.PLAYER,
    "banker": Key.BANKER,
    "tie": Key.TIE,
    "deal": Key.DEAL,
    "undo": Key.UNDO,
    "help": Key.HELP,
    "h": Key.HELP,
    "quit": Key.LEAVE,
    "exit": Key.LEAVE,
}
_KEYS = {key.letter: key for key in Key} | _WORDS

_LINE = re.compile(r"(?P<word>[^\W\d_]+|[=?])\s*(?P<rest>.*)", re.DOTALL)

LETTERS = " ".join(key.letter for key in Key)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key, and the text typed after it."""

    key: Key
    rest: str


def read(line: str) -> Pressed | None:
    """The key that a line starts with, in either case; None if it is no line of the game.

    >>> read("P25").rest
    '25'
    >>> read("xx"), read("x 5")
    (None, None)
    """
    found = _LINE.fullmatch(line.strip())
    key = _KEYS.get(found["word"].lower()) if found else None
    if found is None or key is None:
        return None
    rest = found["rest"]
    return None if rest and key not in TAKING_MORE else Pressed(key, rest)


def help_lines() -> list[str]:
    """Every key, one a line."""
    return [f"{key.letter}: {key.does}." for key in Key]

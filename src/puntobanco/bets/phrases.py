"""Phrases of the felt: shorthand for conditions. One table both parses and recognises them.

A word in capitals stands for a side, a number, a number of cards, a rank or several numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

PHRASES = {
    # Wins
    "SIDE wins with TOTAL": "SIDE wins and SIDE total = TOTAL",
    "SIDE wins with a COUNT-card TOTAL": "SIDE wins and SIDE total = TOTAL and SIDE cards = COUNT",
    "SIDE wins with COUNT cards": "SIDE wins and SIDE cards = COUNT",
    "SIDE wins with a natural": "SIDE wins and SIDE natural",
    "SIDE wins with natural 9 over natural 8": "SIDE wins and both natural",
    "SIDE wins by MARGIN": "SIDE wins and margin = MARGIN",
    "SIDE wins by MARGIN without a natural": ("SIDE wins and margin = MARGIN and not SIDE natural"),
    # Ties
    "tie on TOTAL": "tie and both total = TOTAL",
    "tie on TOTAL with COUNT cards each": "tie and both total = TOTAL and both cards = COUNT",
    "tie of two naturals": "tie and both natural",
    "tie with no card above POINTS": "tie and highest points <= POINTS",
    "tie with a card of POINTS or more": "tie and highest points >= POINTS",
    "tie of six cards on 6 to 9": "tie and cards = 6 and both total >= 6",
    "tie of six cards on 6 to 9 all of one colour": (
        "tie and cards = 6 and both total >= 6 and (all red or all black)"
    ),
    # Totals
    "SIDE has a COUNT-card TOTAL": "SIDE total = TOTAL and SIDE cards = COUNT",
    "both hands a COUNT-card TOTAL": "both total = TOTAL and both cards = COUNT",
    "both totals 8 or 9": "both total >= 8",
    "SIDE's total is even": "SIDE total in {0, 2, 4, 6, 8}",
    "SIDE's total is odd": "SIDE total in {1, 3, 5, 7, 9}",
    "totals add to NUMBER": "sum = NUMBER",
    "totals add to NUMBERS": "sum in {NUMBERS}",
    # Cards dealt
    "four cards": "cards = 4",
    "five cards": "cards = 5",
    "six cards": "cards = 6",
    "five or six cards": "cards >= 5",
    "every card red": "all red",
    "every card black": "all black",
    "all of one colour": "all red or all black",
    "NUMBER of rank RANK": "copies of RANK = NUMBER",
    "SIDE holds TOTAL and OTHER draws a POINTS": (
        "SIDE opening total = TOTAL and OTHER third = POINTS"
    ),
    # Openings
    "SIDE's first two cards are a pair": "SIDE pair",
    "SIDE's first two cards are a pair of one suit": "SIDE suited pair",
    "either hand a pair": "either pair",
    "both hands pairs": "both pair",
    "one hand a pair": "either pair and not both pair",
    "either hand a pair of one suit": "either suited pair",
    "both hands pairs of one suit": "both suited pair",
    "four cards of one rank": "different opening ranks = 1",
    "king and queen in either hand": "either opening ranks = {Q, K}",
    "king and queen of one suit in either hand": (
        "(player opening ranks = {Q, K} and player suited)"
        " or (banker opening ranks = {Q, K} and banker suited)"
    ),
}
"""From a phrase to the condition it stands for, in its canonical text."""

MOST_PARTS = max(meaning.count(" and ") for meaning in PHRASES.values()) + 1
"""No phrase stands for more parts that are joined by ``and``."""

TOKEN = re.compile(r"[A-Za-z]+|[0-9]+|[<>]=|[=<>{}(),]|'s|-card")
SIGN = re.compile(rf"{TOKEN.pattern}|\S")
"""A word, or a sign that is part of none."""
_COUNTS = {"two": "2", "three": "3"}
_NUMBERS = frozenset(map(str, range(19)))
_RANKS = frozenset("a23456789tjqk") | {"10"}

Bound = dict[str, str]
"""From each word in capitals to what it stands for, as a condition says it."""


def read_phrase(words: Sequence[str]) -> tuple[str, int] | None:
    """The condition that the longest phrase at the start stands for, and the phrase's length."""
    longest: tuple[str, int] | None = None
    for pattern, meaning in _patterns().get(_first(words), ()):
        found = _bound(pattern, words, counts=_COUNTS)
        if found and (longest is None or found[1] > longest[1]):
            longest = _filled(meaning, found[0]), found[1]
    return longest


class Phrase(NamedTuple):
    """A phrase of the felt, and what its words in capitals stand for."""

    pattern: str
    bound: Bound


@lru_cache(maxsize=4_096)
def found_phrase(condition: str) -> Phrase | None:
    """The phrase for a condition in its canonical text, if the felt has one.

    >>> found_phrase("banker wins and banker total = 6")
    Phrase(pattern='SIDE wins with TOTAL', bound={'SIDE': 'banker', 'TOTAL': '6'})
    """
    words = tokens(condition)
    for pattern, phrase in _meanings().get(_first(words), ()):
        found = _bound(pattern, words, counts={"2": "two", "3": "three"})
        if found and found[1] == len(words):
            return Phrase(phrase, found[0])
    return None


def tokens(text: str) -> list[str]:
    """The words of a text in lower case, save those in capitals."""
    return [word if word in _CAPITALS else folded(word) for word in TOKEN.findall(text)]


def folded(word: str) -> str:
    """A word in lower case; an article is always ``a``."""
    lower = word.lower()
    return "a" if lower == "an" else lower


def with_capitals(text: str) -> str:
    """Player and Banker as they are written on the felt."""
    return re.sub(r"\b(player|banker)\b", lambda side: side[0].capitalize(), text)


def _first(words: Sequence[str]) -> str:
    return words[0] if words else ""


def _by_first_word(pairs: dict[str, str]) -> dict[str, list[tuple[list[str], str]]]:
    """Patterns of words and what they are turned into, by each word they may begin with."""
    found: dict[str, list[tuple[list[str], str]]] = {}
    for pattern, result in pairs.items():
        words = tokens(pattern)
        for first in _SLOTS.get(words[0], (words[0],)):
            found.setdefault(first, []).append((words, result))
    return found


@cache
def _patterns() -> dict[str, list[tuple[list[str], str]]]:
    return _by_first_word(PHRASES)


@cache
def _meanings() -> dict[str, list[tuple[list[str], str]]]:
    return _by_first_word({meaning: phrase for phrase, meaning in PHRASES.items()})


_SLOTS: dict[str, frozenset[str]] = {
    "SIDE": frozenset({"player", "banker"}),
    "OTHER": frozenset({"player", "banker"}),
    "TOTAL": _NUMBERS,
    "MARGIN": _NUMBERS,
    "POINTS": _NUMBERS,
    "NUMBER": _NUMBERS,
    "NUMBERS": _NUMBERS,
    "RANK": _RANKS,
}


_CAPITALS = {*_SLOTS, "COUNT"}


def _bound(
    pattern: Sequence[str], words: Sequence[str], *, counts: dict[str, str]
) -> tuple[Bound, int] | None:
    """What the pattern's words in capitals stand for, and how many words it takes, if it fits."""
    bound: Bound = {}
    at = 0
    for wanted in pattern:
        word = words[at] if at < len(words) else ""
        at += 1
        if wanted == "COUNT":
            value = counts.get(word, "")
        elif wanted in _SLOTS:
            value = word if word in _SLOTS[wanted] else ""
        elif word == wanted:
            continue
        else:
            return None
        if wanted == "RANK":
            value = value.upper().replace("10", "T")
        while wanted == "NUMBERS" and words[at : at + 1] == [","] and at + 1 < len(words):
            value += f", {words[at + 1]}"
            at += 2
        if not value or bound.setdefault(wanted, value) != value:
            return None
    return bound, at


def _filled(text: str, bound: Bound) -> str:
    return re.sub(r"[A-Z]{2,}", lambda slot: bound[slot[0]], text)

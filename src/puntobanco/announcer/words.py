"""The words of sentences: levels of detail, cards, money, bets, and lines that fit the screen."""

from __future__ import annotations

import textwrap
import unicodedata
from enum import Enum

from puntobanco.bets import CATALOGUE
from puntobanco.cards import Card
from puntobanco.house import House
from puntobanco.settlement import CHIPS_PER_DOLLAR

WIDTH = 80
"""The most columns of a line."""

_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


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


def card_words(card: Card, level: Level = Level.NORMAL) -> str:
    """A card in words.

    >>> card_words(Card.parse("9h")), card_words(Card.parse("9h"), Level.TERSE)
    ('nine of hearts', '9h')
    """
    if level is Level.TERSE:
        return str(card)
    return f"{card.rank.name.lower()} of {card.suit.name.lower()}"


def total_words(total: int, level: Level = Level.NORMAL) -> str:
    """A total as the croupier calls it."""
    return str(total) if level is Level.TERSE else _DIGITS[total]


def dollars(chips: int) -> str:
    """An amount of money.

    >>> dollars(25_00), dollars(9_50), dollars(1_234_567_00), dollars(-5)
    ('$25', '$9.50', '$1,234,567', 'minus $0.05')
    """
    whole, coins = divmod(abs(chips), CHIPS_PER_DOLLAR)
    text = f"${whole:,}" + (f".{coins:02}" if coins else "")
    return f"minus {text}" if chips < 0 else text


def balance(earned: int) -> str:
    """What a guest has won or lost.

    >>> balance(25_00), balance(-9_50), balance(0)
    ('won $25', 'lost $9.50', 'neither won nor lost')
    """
    if not earned:
        return "neither won nor lost"
    return f"{'won' if earned > 0 else 'lost'} {dollars(abs(earned))}"


def count(number: int, noun: str) -> str:
    """A number of things: ``1 coup``, ``72 coups``."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def bet_name(key: str, house: House | None = None) -> str:
    """The name of a bet, at a house or in the catalogue."""
    for bets in (house.main_bets, house.side_bets) if house else ():
        for bet in bets:
            if bet.key == key:
                return bet.name
    return CATALOGUE[key].name if key in CATALOGUE else key.replace("_", " ").capitalize()


def spoken_name(house: House) -> str:
    """The name of a house in words: ``six decks``."""
    return house.name.replace("_", " ")


def listed(names: list[str], word: str = "and") -> str:
    """``Player, Banker and Tie``."""
    *head, last = names
    return f"{', '.join(head)} {word} {last}" if head else last


def fitted(line: str) -> list[str]:
    """A line, broken between words where it would be wider than the screen."""
    wide = 0 if line.isascii() else sum(map(_is_wide, line))
    if len(line) + wide <= WIDTH:
        return [line]
    width = WIDTH // 2 if wide else WIDTH
    return textwrap.wrap(line, width, subsequent_indent="  ", break_on_hyphens=False) or [""]


def _is_wide(letter: str) -> bool:
    """Whether a letter takes two columns."""
    return unicodedata.east_asian_width(letter) in "WF"


def capital(text: str) -> str:
    """A text with a capital."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A text with a capital and a full stop."""
    return capital(text) + ("" if text.endswith((".", "!", "?")) else ".")

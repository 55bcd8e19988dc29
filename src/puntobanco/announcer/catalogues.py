"""The catalogue of a language, with money in a table's currency; and facts in English."""

from __future__ import annotations

from functools import lru_cache

from puntobanco.announcer.audience import Level
from puntobanco.cards import Card
from puntobanco.errors import NotationError
from puntobanco.settlement import DOLLARS, Currency
from puntobanco.words import LANGUAGES, Catalogue, Message, texts_of


@lru_cache(maxsize=64)
def catalogue(language: str = "en", currency: Currency = DOLLARS) -> Catalogue:
    """Return the catalogue of one of `LANGUAGES`, with money in a currency."""
    if language not in LANGUAGES:
        raise NotationError(language, expected=f"a language; there are {', '.join(LANGUAGES)}")
    return Catalogue(language, texts_of(language), currency)


def english_lines(messages: list[Message]) -> list[str]:
    """Return messages in English."""
    render = catalogue("en").render
    return [render(each) for each in messages]


def card_words(card: Card, level: Level = Level.NORMAL) -> str:
    """Return a card in words.

    >>> card_words(Card.parse("9h")), card_words(Card.parse("9h"), Level.TERSE)
    ('nine of hearts', '9h')
    """
    english = catalogue("en")
    return english.short_card(card) if level is Level.TERSE else english.card(card)


def money(chips: int, currency: Currency = DOLLARS) -> str:
    """Return an amount of money.

    >>> money(25_00), money(9_50), money(1_234_567_00), money(-5)
    ('$25', '$9.50', '$1,234,567', 'minus $0.05')
    """
    return catalogue("en", currency).money(chips)


def balance(earned: int, currency: Currency = DOLLARS) -> str:
    """Return what a guest has won or lost.

    >>> balance(25_00), balance(-9_50), balance(0)
    ('won $25', 'lost $9.50', 'neither won nor lost')
    """
    return catalogue("en", currency).balance(earned)


def count(number: int, noun: str) -> str:
    """Return a number of things: ``1 coup``, ``72 coups``."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def sentence(text: str) -> str:
    """Return a text with a capital and a full stop."""
    start = text[:1].upper() + text[1:]
    return start + ("" if text.endswith((".", "!", "?")) else ".")

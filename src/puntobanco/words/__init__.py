"""Messages, a catalogue of words for each language, and the formatter that fills it.

This is the lowest layer. It imports no module of the game, and it reads a catalogue on first use.
Other layers make messages, and `announcer` chooses the messages for each listener.

message       Message: an id and facts; the kinds of facts
catalogue     Catalogue: messages in words, and a language's forms of cards, money, names and lists
template      templates with placeholders for facts, and plural rules
en.json       English
fr.json       French
es.json       Spanish
zh-Hant.json  Chinese in traditional characters
zh-Hans.json  Chinese in simplified characters
"""

from __future__ import annotations

from puntobanco.words.catalogue import LANGUAGES, Catalogue, clause, english, in_english, texts_of
from puntobanco.words.message import (
    ALL,
    FACT_KINDS,
    GuestFact,
    Kind,
    ListOf,
    Message,
    Named,
    message,
)

__all__ = [
    "ALL",
    "FACT_KINDS",
    "LANGUAGES",
    "Catalogue",
    "GuestFact",
    "Kind",
    "ListOf",
    "Message",
    "Named",
    "clause",
    "english",
    "in_english",
    "message",
    "texts_of",
]

"""The words of what is said: a catalogue for each language, and the formatter that fills it.

catalogue     Catalogue: messages in words, and how a language says cards, money, names and lists
template      templates with places for facts, parsed once
plurals       the plurals of languages
en.json       English
fr.json       French
es.json       Spanish
zh-Hant.json  Chinese in traditional characters
zh-Hans.json  Chinese in simplified characters
"""

from __future__ import annotations

from puntobanco.announcer.words.catalogue import LANGUAGES, Catalogue, catalogue

__all__ = ["LANGUAGES", "Catalogue", "catalogue"]

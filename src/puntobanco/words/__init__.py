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

from puntobanco.words.catalogue import LANGUAGES as LANGUAGES
from puntobanco.words.catalogue import Catalogue as Catalogue
from puntobanco.words.catalogue import clause as clause
from puntobanco.words.catalogue import english as english
from puntobanco.words.catalogue import in_english as in_english
from puntobanco.words.catalogue import texts_of as texts_of
from puntobanco.words.message import ALL as ALL
from puntobanco.words.message import FACT_KINDS as FACT_KINDS
from puntobanco.words.message import GuestFact as GuestFact
from puntobanco.words.message import Kind as Kind
from puntobanco.words.message import ListOf as ListOf
from puntobanco.words.message import Message as Message
from puntobanco.words.message import Named as Named
from puntobanco.words.message import message as message

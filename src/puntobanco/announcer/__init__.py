"""The announcer: messages about a table, and their words.

An event, a state or a refusal becomes messages. A message has an id, facts, and an audience: levels
of detail, listeners, and whether they read or hear it. A catalogue of `words` has a template for
each id. A line starts with its key word, states one fact, and has at most 80 columns. Terminal and
page share these messages. Functions that return lines use English by default.

Names of this package are imported on first use: the first line needs only `catalogues`.

audience     levels of detail, and the listeners of a message
catalogues   the catalogue of a language, in a currency; facts in English outside of messages
lines        lines that fit the screen
names        how guests, bets and houses are named; the text of a bet's spot on the felt
coups        a coup, card by card, and why each side drew or stood
events       every event of a table
told         the same for a guest at a terminal, in few sentences; money to hear
status       the house, money, bets, decisions, clock and ready guests; refusals
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puntobanco.announcer.audience import Level as Level
    from puntobanco.announcer.catalogues import balance as balance
    from puntobanco.announcer.catalogues import card_words as card_words
    from puntobanco.announcer.catalogues import catalogue as catalogue
    from puntobanco.announcer.catalogues import count as count
    from puntobanco.announcer.catalogues import money as money
    from puntobanco.announcer.coups import coup_lines as coup_lines
    from puntobanco.announcer.coups import result_line as result_line
    from puntobanco.announcer.coups import why_lines as why_lines
    from puntobanco.announcer.events import event_lines as event_lines
    from puntobanco.announcer.events import messages_of as messages_of
    from puntobanco.announcer.events import transcript as transcript
    from puntobanco.announcer.events import transcript_messages as transcript_messages
    from puntobanco.announcer.lines import WIDTH as WIDTH
    from puntobanco.announcer.lines import fitted as fitted
    from puntobanco.announcer.names import guest_name as guest_name
    from puntobanco.announcer.status import house_lines as house_lines
    from puntobanco.announcer.status import refusal as refusal
    from puntobanco.words import Message as Message
else:
    from puntobanco._lazy import lazy

    __getattr__, __dir__ = lazy(__name__)

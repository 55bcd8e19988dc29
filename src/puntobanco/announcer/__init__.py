"""The announcer: what is said of a table, in messages, and how, in words.

An event, a state or a refusal becomes messages: an id and facts, with the levels at which it is
said, for whom, and for the eye or the ear. A catalogue of `words` has a template for each id, and
words come last. A line starts with its key word, holds one fact, and has at most 80 columns. There
are three levels of detail. Terminal and page share these messages; until they ask for a language,
the functions that give lines and sentences word them in English.

message      Message: an id, facts, and for whom; levels; the kinds of facts
words        catalogues, one a language, and the formatter
english      facts in English outside of messages
lines        lines that fit the screen
names        how guests are named
rules        the rules of the tableau
coups        a coup, card by card, and why each side drew or stood
seat_events  guests who come, bet and leave
shoe_events  the ceremony of a shoe, the burn, the coups
events       every event of a table
stakes       templates of what is said of stakes, for the page
conditions   conditions of bets
felt         what a spot of the felt says of its bet
aloud        events and coups for the ear: a sentence for each part of a coup
money_aloud  stakes and settled bets for the ear
status       the house, the money, the bets, the decisions
waiting      the betting clock, and who is ready
roads        the scoreboards
refusals     why something was refused, and what is allowed
"""

from __future__ import annotations

from puntobanco.announcer.aloud import aloud, step_aloud
from puntobanco.announcer.coups import coup_lines, coup_parts, result_line, why_lines
from puntobanco.announcer.english import (
    balance,
    bet_name,
    card_words,
    count,
    dollars,
    listed,
    spoken_name,
)
from puntobanco.announcer.events import event_lines, messages_of, transcript, transcript_messages
from puntobanco.announcer.lines import WIDTH, fitted
from puntobanco.announcer.message import Level, Message
from puntobanco.announcer.money_aloud import settled_aloud, stakes_aloud
from puntobanco.announcer.names import guest_name
from puntobanco.announcer.refusals import refusal
from puntobanco.announcer.status import (
    bankroll_line,
    bets_lines,
    decisions_line,
    fairness_lines,
    house_lines,
    house_summary,
    money_lines,
)
from puntobanco.announcer.waiting import (
    NO_MORE_BETS,
    called_off_lines,
    cards_lines,
    longer_line,
    ready_lines,
    short_line,
    time_line,
    waiting_words,
)

__all__ = [
    "NO_MORE_BETS",
    "WIDTH",
    "Level",
    "Message",
    "aloud",
    "balance",
    "bankroll_line",
    "bet_name",
    "bets_lines",
    "called_off_lines",
    "card_words",
    "cards_lines",
    "count",
    "coup_lines",
    "coup_parts",
    "decisions_line",
    "dollars",
    "event_lines",
    "fairness_lines",
    "fitted",
    "guest_name",
    "house_lines",
    "house_summary",
    "listed",
    "longer_line",
    "messages_of",
    "money_lines",
    "ready_lines",
    "refusal",
    "result_line",
    "settled_aloud",
    "short_line",
    "spoken_name",
    "stakes_aloud",
    "step_aloud",
    "time_line",
    "transcript",
    "transcript_messages",
    "waiting_words",
    "why_lines",
]

"""The announcer: events, states and refusals of a table in sentences, for the eye and the ear.

A line starts with its key word, holds one fact, and has at most 80 columns. There are three levels
of detail. Terminal and page share these sentences.

words        levels of detail, cards, money, names of bets, lines that fit
names        how guests are named
coups        a coup, card by card, and why each side drew or stood
events       every event of a table
stakes       patterns of what is said of stakes
felt         what a spot of the felt says of its bet
aloud        events and coups for the ear: a sentence for each part of a coup
money_aloud  stakes and settled bets for the ear
status       the house, the money, the bets, the decisions
waiting      the betting clock, and who is ready
refusals     why something was refused, and what is allowed
"""

from __future__ import annotations

from puntobanco.announcer.aloud import aloud, step_aloud
from puntobanco.announcer.coups import (
    coup_event_lines,
    coup_lines,
    coup_parts,
    cut_card_lines,
    result_line,
    why_lines,
)
from puntobanco.announcer.events import event_lines, transcript
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
from puntobanco.announcer.words import (
    WIDTH,
    Level,
    balance,
    bet_name,
    card_words,
    count,
    dollars,
    fitted,
    listed,
    spoken_name,
)

__all__ = [
    "NO_MORE_BETS",
    "WIDTH",
    "Level",
    "aloud",
    "balance",
    "bankroll_line",
    "bet_name",
    "bets_lines",
    "called_off_lines",
    "card_words",
    "cards_lines",
    "count",
    "coup_event_lines",
    "coup_lines",
    "coup_parts",
    "cut_card_lines",
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
    "waiting_words",
    "why_lines",
]

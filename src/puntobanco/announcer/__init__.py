"""The announcer: what happens at a table, in sentences that are as good by ear as by eye.

Key word first, one fact a line, never more than 80 columns, at three levels. Every word of
English that a table says is here; terminal, page and record share it.

words      levels, cards, money, names of bets
coups      a coup, card by card, and why each side drew or stood
events     every event of a table
standing   the house, the money, the bets, the decisions, who is ready
refusals   why something was refused, and what is allowed
"""

from __future__ import annotations

from puntobanco.announcer.coups import (
    coup_event_lines,
    coup_lines,
    cut_card_lines,
    result_line,
    why_lines,
)
from puntobanco.announcer.events import lines, tell
from puntobanco.announcer.refusals import refusal
from puntobanco.announcer.standing import (
    bankroll_line,
    bets_lines,
    called_off_lines,
    cards_lines,
    decisions_line,
    fairness_lines,
    house_lines,
    money_lines,
    ready_lines,
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
    "WIDTH",
    "Level",
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
    "cut_card_lines",
    "decisions_line",
    "dollars",
    "fairness_lines",
    "fitted",
    "house_lines",
    "lines",
    "listed",
    "money_lines",
    "ready_lines",
    "refusal",
    "result_line",
    "spoken_name",
    "tell",
    "why_lines",
]

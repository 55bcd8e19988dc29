"""What `puntobanco.announcer` gives by name."""

from __future__ import annotations

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
from puntobanco.announcer.hearing import aloud, step_aloud
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
    money_lines,
)

__all__ = [
    "WIDTH",
    "Level",
    "Message",
    "aloud",
    "balance",
    "bankroll_line",
    "bet_name",
    "bets_lines",
    "card_words",
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
    "listed",
    "messages_of",
    "money_lines",
    "refusal",
    "result_line",
    "settled_aloud",
    "spoken_name",
    "stakes_aloud",
    "step_aloud",
    "transcript",
    "transcript_messages",
    "why_lines",
]

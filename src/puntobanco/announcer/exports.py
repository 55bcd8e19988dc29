"""What `puntobanco.announcer` gives by name."""

from __future__ import annotations

from puntobanco.announcer.audience import Level
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.coups import coup_lines, coup_parts, result_line, why_lines
from puntobanco.announcer.english import (
    balance,
    bet_name,
    card_words,
    count,
    listed,
    money,
)
from puntobanco.announcer.events import event_lines, messages_of, transcript, transcript_messages
from puntobanco.announcer.lines import WIDTH, fitted
from puntobanco.announcer.names import guest_name
from puntobanco.announcer.refusals import refusal
from puntobanco.announcer.status import (
    house_lines,
)
from puntobanco.words import Message

__all__ = [
    "WIDTH",
    "Level",
    "Message",
    "balance",
    "bet_name",
    "card_words",
    "catalogue",
    "count",
    "coup_lines",
    "coup_parts",
    "event_lines",
    "fitted",
    "guest_name",
    "house_lines",
    "listed",
    "messages_of",
    "money",
    "refusal",
    "result_line",
    "transcript",
    "transcript_messages",
    "why_lines",
]

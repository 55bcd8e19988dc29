"""The table: `decide` says what follows from a command, `evolve` what an event changes.

commands   what a guest or the croupier can ask of a table
events     what can happen at a table
state      the state of a table: a fold of its events
decisions  which events follow from a command, or why it is refused
"""

from __future__ import annotations

from puntobanco.table.commands import Command
from puntobanco.table.decisions import Decision, decide
from puntobanco.table.events import Event, Fate, Wager, is_public
from puntobanco.table.state import MAX_SEATS, Phase, Seat, State, evolve, fold

__all__ = [
    "MAX_SEATS",
    "Command",
    "Decision",
    "Event",
    "Fate",
    "Phase",
    "Seat",
    "State",
    "Wager",
    "decide",
    "evolve",
    "fold",
    "is_public",
]

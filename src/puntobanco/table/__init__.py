"""The table: `decide` turns a command into events, `evolve` applies an event to the state.

commands   the commands of guests and the croupier
events     what can happen at a table
state      the state of a table: a fold of its events
decisions  the events that follow from a command, or the error that refuses it
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

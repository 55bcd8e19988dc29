"""The table: `decide` says what follows from a command, `evolve` what an event changes."""

from __future__ import annotations

from puntobanco.table.commands import Command
from puntobanco.table.decisions import decide
from puntobanco.table.events import Event, Fate, Wager, is_public
from puntobanco.table.state import MAX_SEATS, Phase, Seat, State, evolve, fold

__all__ = [
    "MAX_SEATS",
    "Command",
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

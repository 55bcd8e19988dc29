"""The table: `decide` turns a command into events, `evolve` applies an event to the state.

commands   the commands of guests and the croupier
events     what can happen at a table
state      the state of a table: a fold of its events
decisions  the events that follow from a command, or the error that refuses it
"""

from __future__ import annotations

from puntobanco.table.commands import Command as Command
from puntobanco.table.decisions import Decision as Decision
from puntobanco.table.decisions import decide as decide
from puntobanco.table.events import Event as Event
from puntobanco.table.events import Fate as Fate
from puntobanco.table.events import Wager as Wager
from puntobanco.table.events import is_public as is_public
from puntobanco.table.state import MAX_SEATS as MAX_SEATS
from puntobanco.table.state import Phase as Phase
from puntobanco.table.state import Seat as Seat
from puntobanco.table.state import State as State
from puntobanco.table.state import evolve as evolve
from puntobanco.table.state import fold as fold

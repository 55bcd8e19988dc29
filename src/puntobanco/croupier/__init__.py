"""The croupier: loads a table, decides commands, and appends the events to the log.

desk      the state of a table with its secrets, and its snapshot
croupier  Croupier: load, decide, append; events and seeds of a table
"""

from puntobanco.croupier.croupier import (
    Croupier,
    NumberedEvent,
    SeedSource,
    WallClock,
    commit,
    event_of,
    events,
    load,
    now,
    random_seed,
    seed_source,
    timed_events,
    unfinished,
)
from puntobanco.croupier.desk import Desk

__all__ = [
    "Croupier",
    "Desk",
    "NumberedEvent",
    "SeedSource",
    "WallClock",
    "commit",
    "event_of",
    "events",
    "load",
    "now",
    "random_seed",
    "seed_source",
    "timed_events",
    "unfinished",
]

"""The croupier: loads a table, decides commands, and appends the events to the log.

croupier  Desk: the state of a table with its secrets; Croupier: load, decide, append
"""

from puntobanco.croupier.croupier import (
    Croupier,
    Desk,
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

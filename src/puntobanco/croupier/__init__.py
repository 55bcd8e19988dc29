"""The croupier: loads a table, decides commands, and appends the events to the log.

seeds     where the house's seed for a shoe comes from
desk      the state of a table with its secrets, and its snapshot
log       the events of a table, read from the log
croupier  Croupier: runs one table over a store
"""

from puntobanco.croupier.croupier import Croupier, NumberedEvent, WallClock, commit, now, write
from puntobanco.croupier.desk import Desk
from puntobanco.croupier.log import event_of, events, load, timed_events, unfinished
from puntobanco.croupier.seeds import SeedSource, random_seed, seed_source

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
    "write",
]

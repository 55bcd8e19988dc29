"""The croupier: loads a table, decides, appends to the log, and only then tells.

seeds     where the house's seed for a shoe comes from
desk      all that the croupier knows of a table, and its snapshot
log       the events of a table, read from the log
croupier  the croupier itself
"""

from puntobanco.croupier.croupier import Croupier, WallClock, commit, now, write
from puntobanco.croupier.desk import Desk
from puntobanco.croupier.log import event_of, events, load, timed_events, unfinished
from puntobanco.croupier.seeds import SeedSource, random_seed, seed_source

__all__ = [
    "Croupier",
    "Desk",
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

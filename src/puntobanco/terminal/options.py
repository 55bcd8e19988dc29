"""PlayOptions: what one run of the game was started with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from puntobanco.announcer import Level
from puntobanco.house import House
from puntobanco.store import Store
from puntobanco.terminal.console import Console


@dataclass(slots=True)
class PlayOptions:
    """What one run of the game was started with; the guest may change level and word."""

    store: Store
    console: Console
    house: House
    level: Level = Level.NORMAL
    seed: str | None = None
    records: Path = Path()
    word: str | None = None
    """The guest's word for the next shuffle, if one was given."""
    again: str = "puntobanco play."
    """How to come back: a command, and a full stop unless it ends with a file name."""

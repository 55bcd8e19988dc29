"""The last coups of a guest, each with what became of the bets."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from puntobanco.croupier import events
from puntobanco.store import Store
from puntobanco.table import Event, State, evolve
from puntobanco.table.events import BetSettled, CoupDealt


class PastCoup(NamedTuple):
    """A coup as it was told: the state before it, and its events."""

    before: State
    events: list[Event]


def past_coup(store: Store, tables: Iterable[str], *, ago: int) -> PastCoup | None:
    """A coup of these tables, the oldest table first: the last is 1 ago."""
    coups: deque[PastCoup] = deque(maxlen=ago)
    for table in tables:
        state = State()
        for event in events(store, table):
            if isinstance(event, CoupDealt):
                coups.append(PastCoup(state, [event]))
            elif isinstance(event, BetSettled):
                coups[-1].events.append(event)
            state = evolve(state, event)
    return coups[0] if len(coups) == ago else None

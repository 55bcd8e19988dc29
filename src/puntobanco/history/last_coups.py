"""The last coups of a guest, each with what became of the bets."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from puntobanco.croupier import events
from puntobanco.store import Store
from puntobanco.table import State, evolve
from puntobanco.table.events import BetSettled, CoupDealt, TableClosed
from puntobanco.wire import kind_of


class PastCoup(NamedTuple):
    """A coup as it was told: the state before it, the coup, and what became of the bets."""

    before: State
    dealt: CoupDealt
    settled: list[BetSettled]


def past_coup(store: Store, table: str, *, ago: int) -> PastCoup | None:
    """A coup of a table, or of one that the guest came from: the last is 1 ago."""
    coups: deque[PastCoup] = deque(maxlen=ago)
    for each in _tables_of_evening(store, table):
        state = State()
        for event in events(store, each):
            if isinstance(event, CoupDealt):
                coups.append(PastCoup(state, event, []))
            elif isinstance(event, BetSettled):
                coups[-1].settled.append(event)
            state = evolve(state, event)
    return coups[0] if len(coups) == ago else None


def _tables_of_evening(store: Store, table: str) -> list[str]:
    """A table and those that its guest came from, the oldest first.

    A guest who changes tables closes one and opens the next in one commit.
    """
    tables, streams, closing = [table], store.streams(), kind_of(TableClosed())
    for earlier in streams[streams.index(table) + 1 :]:
        opened, closed = next(store.facts(tables[0])), store.last(earlier)
        if not closed or (closed.commit, closed.fact.kind) != (opened.commit, closing):
            break
        tables.insert(0, earlier)
    return tables

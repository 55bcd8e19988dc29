"""The latest events of a table, kept as they were told, for those who return."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import msgspec
from msgspec import Raw

from puntobanco.croupier import Desk
from puntobanco.store import Store
from puntobanco.table import evolve, is_public
from puntobanco.web.views import Fresh, event_view
from puntobanco.wire import built, read_event


class Recent:
    """Every public event after the number `since`, up to so many."""

    def __init__(self, most: int, since: int = 0) -> None:
        self.since = since
        self._most = most
        self._kept: deque[tuple[int, Raw]] = deque()

    def keep(self, numbered: Iterable[tuple[int, Raw]]) -> None:
        """Remember events, and forget the oldest."""
        self._kept.extend(numbered)
        while len(self._kept) > self._most:
            self.since, _ = self._kept.popleft()

    def after(self, number: int) -> list[Raw] | None:
        """The events after a number, or None if they are not all known any more."""
        if number < self.since:
            return None
        return [raw for kept, raw in self._kept if kept > number]


def recall(store: Store, table: str, most: int) -> Recent:
    """What a table's log says of the present shoe, as it was told."""
    note = store.snapshot(table)
    desk = built(Desk, note.data) if note else Desk()
    state = desk.state
    told: deque[tuple[int, Fresh]] = deque(maxlen=most)
    recent = Recent(most, desk.version)
    for logged in store.facts(table, after=desk.version):
        event = read_event(logged.fact.kind, logged.fact.data, logged.fact.format)
        if is_public(event):
            if len(told) == most:
                recent.since = told[0][1].number
            fresh = Fresh(logged.fact.version, event, state, logged.fact.data)
            told.append((logged.at // 1_000, fresh))
            state = evolve(state, event)
    recent.keep(
        (fresh.number, Raw(msgspec.json.encode(event_view(fresh, at=at)))) for at, fresh in told
    )
    return recent

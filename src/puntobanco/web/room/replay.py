"""The latest events of a table, kept as they were told, for those who return."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import groupby
from operator import itemgetter

import msgspec
from msgspec import Raw

from puntobanco.croupier import Desk, event_of
from puntobanco.store import Snapshot, Store
from puntobanco.table import evolve, is_public
from puntobanco.web.room.views import Fresh, event_views

LONGEST_READING = 5_000
"""Events that are read at most to know what a table was told before the server started."""

Numbered = tuple[int, Raw]


class Recent:
    """Every public event after the number `since`, up to so many.

    What was told before the server started is read when somebody first asks for it.
    """

    def __init__(
        self, most: int, since: int = 0, earlier: Callable[[], Recent] | None = None
    ) -> None:
        self.since = since
        self._most = most
        self._kept: deque[Numbered] = deque()
        self._earlier = earlier

    def keep(self, numbered: Iterable[Numbered]) -> None:
        """Remember events, and forget the oldest."""
        self._kept.extend(numbered)
        while len(self._kept) > self._most:
            self.since, _ = self._kept.popleft()
            self._earlier = None

    def after(self, number: int) -> list[Raw] | None:
        """The events after a number, or None if they are not all known any more."""
        if number < self.since and self._earlier:
            before, self._earlier = self._earlier(), None
            self.since, later = before.since, self._kept
            self._kept = before._kept  # noqa: SLF001 - another of this class
            self.keep(later)
        if number < self.since:
            return None
        return [raw for kept, raw in self._kept if kept > number]


def recall(store: Store, table: str, *, start: Snapshot | None, upto: int, most: int) -> Recent:
    """What a table's log says between a snapshot and an event, as it was told."""
    desk = Desk.restored(start)
    if upto - desk.version > LONGEST_READING:
        return Recent(most, upto)
    state = desk.state
    told: deque[tuple[int, Fresh]] = deque(maxlen=most)
    recent = Recent(most, desk.version)
    for logged in store.facts(table, after=desk.version):
        if logged.fact.version > upto:
            break
        event = event_of(logged)
        if is_public(event):
            if len(told) == most:
                recent.since = told[0][1].number
            fresh = Fresh(logged.fact.version, event, state, logged.fact.data)
            told.append((logged.at // 1_000, fresh))
            state = evolve(state, event)
    for at, together in groupby(told, key=itemgetter(0)):
        batch = [fresh for _, fresh in together]
        numbers = [fresh.number for fresh in batch]
        raws = [Raw(msgspec.json.encode(view)) for view in event_views(batch, at=at)]
        recent.keep(zip(numbers, raws, strict=True))
    return recent

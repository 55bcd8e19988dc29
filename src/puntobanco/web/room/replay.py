"""The latest events of a table as they were broadcast, for guests who reconnect."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import groupby
from operator import itemgetter

from msgspec import Raw

from puntobanco.croupier import Desk, NumberedEvent, event_of
from puntobanco.errors import PuntoBancoError
from puntobanco.history.shoes import OUT_OF_PLACE
from puntobanco.store import Log, Snapshot
from puntobanco.table import evolve, is_public
from puntobanco.web.room.event_views import EncodedEvent, encoded_events

MAX_EVENTS_READ = 5_000
"""Events read from the log at most to restore what was broadcast before a restart."""


class Replay:
    """Every public event after the number `since`, up to a limit.

    Events from before a restart are held once they are loaded.
    """

    def __init__(
        self, limit: int, since: int = 0, load_earlier: Callable[[], Replay] | None = None
    ) -> None:
        self.since = since
        self._limit = limit
        self._events: deque[EncodedEvent] = deque()
        self._load_earlier = load_earlier

    def add(self, events: Iterable[EncodedEvent]) -> None:
        """Add events, and drop the oldest beyond the limit."""
        self._events.extend(events)
        while len(self._events) > self._limit:
            self.skip_to(self._events.popleft()[0])

    def skip_to(self, number: int) -> None:
        """Hold no event up to a number, now or later."""
        self.since, self._load_earlier = number, None

    def load(self, number: int) -> None:
        """Load the events after a number, perhaps on another thread, if the log can be read."""
        with suppress(PuntoBancoError, *OUT_OF_PLACE):
            while number < self.since and self._load_earlier:
                self._prepend(self._load_earlier())

    def after(self, number: int) -> list[Raw] | None:
        """Return the events after a number, or None if some of them are not held."""
        if number < self.since:
            return None
        return [raw for each, raw in self._events if each > number]

    def _prepend(self, earlier: Replay) -> None:
        later, self._load_earlier = self._events, earlier._load_earlier
        self.since, self._events = earlier.since, earlier._events
        self.add(later)


def read_replay(store: Log, table: str, *, start: Snapshot | None, upto: int, limit: int) -> Replay:
    """Read the events of a table up to an event: those since a snapshot, then earlier ones."""
    desk = Desk.restored(start)
    if upto - desk.version > MAX_EVENTS_READ:
        return Replay(limit, upto)
    state = desk.state
    latest: deque[tuple[int, NumberedEvent]] = deque(maxlen=limit)
    replay = Replay(limit, desk.version, _load_before(store, table, desk.version, limit))
    for logged in store.facts(table, after=desk.version):
        if logged.fact.version > upto:
            break
        event = event_of(logged)
        if is_public(event):
            if len(latest) == limit:
                replay.skip_to(latest[0][1].number)
            numbered = NumberedEvent(logged.fact.version, event, state, logged.fact.data)
            latest.append((logged.at // 1_000, numbered))
            state = evolve(state, event)
    for at, together in groupby(latest, key=itemgetter(0)):
        replay.add(encoded_events([event for _, event in together], at=at))
    return replay


def _load_before(store: Log, table: str, upto: int, limit: int) -> Callable[[], Replay] | None:
    """Return a reader of the events before a snapshot, from the first one on."""
    if not upto:
        return None
    return lambda: read_replay(store, table, start=None, upto=upto, limit=limit)

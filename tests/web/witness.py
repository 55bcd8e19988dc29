"""An independent reading of the ready button: nobody misses a coup, and nobody waits too long.

It doesn't use rooms. It sees only the log, a table's note, the presses with a receipt, and the
connected guests.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec

from puntobanco.store import Store
from puntobanco.table import State
from puntobanco.web.limits import Pace
from tests.web.auditor import Auditor

LONGEST_SHOWING = 16_000
"""Milliseconds in which the end of a shoe and the burn card of the next are shown."""


NEVER = -(10**9)

Note = dict[str, Any]


@dataclass
class Witness:
    """Watches one table that is dealt by button. Guests are known by their names."""

    table: str
    pace: Pace
    version: int = 0
    ready: set[str] = field(default_factory=set)
    """The guests who were ready when the witness last looked."""
    since: int | None = None
    """The time since which somebody has been ready while a seated guest is connected."""
    counted: int = 0
    """How long that was so earlier, for this coup."""
    ways: Counter[str] = field(default_factory=Counter)
    """How coups were dealt among several guests."""
    gone: dict[str, int] = field(default_factory=dict)
    """When each guest last disconnected from this process of the server."""

    def look(self, auditor: Auditor, note: Note, here: set[str], now: int) -> None:
        """Look who is ready and connected, between two turns."""
        seated = {seat.name for seat in auditor.state.seats.values()}
        self.ready = names(auditor.state, note)
        if not (self.ready and seated & here):
            self.counted += now - self.since if self.since is not None else 0
            self.since = None
        elif self.since is None:
            self.since = now
        if not self.ready:
            self.counted = 0

    def judge(
        self, auditor: Auditor, note: Note | None, here: set[str], pressed: set[str], now: int
    ) -> None:
        """Check every coup of a turn in which these guests pressed."""
        fresh = auditor.order[bisect_right(auditor.order, self.version) :]
        self.version = auditor.version
        before, left = self.ready, set()
        for version in fresh:
            event, state = auditor.public[version], auditor.states[version - 1]
            if event["kind"] == "coup_dealt":
                ready = before | pressed
                # A guest who pressed was connected then, even if not a moment later.
                self._judge_coup(state, here | pressed, ready, now, is_press=bool(pressed))
                self.since, self.counted, before = None, 0, set()
            elif event["kind"] == "guest_left":
                left.add(state.seats[event["seat"]].name)
        if note:
            ready = names(auditor.state, note)
            assert ready <= before | pressed, "ready without a press, or for a coup that was dealt"
            assert ready >= before - left, "a press was lost"
            if before is self.ready:
                assert ready >= pressed - left, "a press was lost"

    def _judge_coup(
        self, state: State, here: set[str], ready: set[str], now: int, *, is_press: bool
    ) -> None:
        assert ready, "a coup that nobody asked for"
        stretch = 0 if self.since is None else now - self.since
        shortest = self.pace.back if self.counted else 0
        if stretch >= shortest and self.counted + stretch >= self.pace.ready:
            self.ways["in time"] += 1
            return
        assert able(state, here) <= ready, "dealt out before the time"
        seated = {seat.name for seat in state.seats.values()}
        if not is_press:
            went = [self.gone.get(name, NEVER) for name in able(state, seated) - here - ready]
            assert now - max(went, default=NEVER) >= self.pace.back, "dealt out while coming back"
        if len(seated) > 1:
            alone = "at once" if able(state, here) < seated else "all ready"
            self.ways[alone if is_press else "others gone"] += 1

    def check_time(self, now: int) -> None:
        if self.since is not None:
            assert now - self.since <= self.pace.ready + LONGEST_SHOWING, "the cards do not come"


def able(state: State, here: set[str]) -> set[str]:
    """Which of these guests the deal must wait for."""
    seated = {seat.name: seat for seat in state.seats.values() if seat.name in here}
    limits = state.house.limits
    if limits is None:
        return set(seated)
    betting = {n for n, seat in seated.items() if seat.wagers or seat.bankroll >= limits.minimum}
    return betting or set(seated)


def names(state: State, note: Note) -> set[str]:
    return {state.seats[seat].name for seat in note["ready"]}


def stored_note(store: Store, table: str) -> Note | None:
    text = store.value(table)
    note: Note = msgspec.json.decode(text) if text else {}
    return note if note.get("dealing") == "button" else None

"""What a table shows: the state that was told and its roads, drawn only when they change."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Raw

from puntobanco.roads import Roads
from puntobanco.table import Event, State, events
from puntobanco.web.room import views


class Board:
    """The state of a table as its guests know it."""

    def __init__(self, state: State) -> None:
        self.told = state
        self.roads = Roads.of_coups(state.board, state.house.naturals)
        self._glance: tuple[Roads | None, views.Data] = (None, {})
        self._drawn: tuple[int, dict[str, Raw]] = (-1, {})

    @property
    def glance(self) -> views.Data:
        """As much of the roads as the lobby shows; it may ask for many tables often."""
        if self._glance[0] is not self.roads:
            self._glance = (self.roads, views.roads_glance(self.roads))
        return self._glance[1]

    @property
    def view(self) -> views.Data:
        """The roads as they are sent."""
        return views.roads_view(self.roads)

    def hear(self, state: State, happened: Iterable[Event]) -> bool:
        """Show what has happened; gives whether the roads are others now."""
        before, self.told = self.roads, state
        for event in happened:
            if isinstance(event, events.ShoeCommitted) and not state.earlier:
                self.roads = Roads()
            elif isinstance(event, events.CoupDealt):
                self.roads = self.roads.after(event.coup, state.house.naturals)
        return self.roads is not before

    def drawn(self, version: int) -> dict[str, Raw]:
        """House, state and roads as they are sent to who enters."""
        if self._drawn[0] != version:
            shown = {
                "house": views.house_view(self.told.house),
                "state": views.state_view(self.told),
                "roads": self.view,
            }
            raws = {name: Raw(msgspec.json.encode(view)) for name, view in shown.items()}
            self._drawn = (version, raws)
        return self._drawn[1]

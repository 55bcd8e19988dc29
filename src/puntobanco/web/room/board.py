"""The state and roads that a table shows, encoded only when they change."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Raw

from puntobanco.roads import Roads
from puntobanco.table import Event, State, events
from puntobanco.web.room import views


class Board:
    """The published state of a table and its roads."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.roads = Roads.of_coups(state.board, state.house.naturals)
        self._lobby_roads: tuple[Roads | None, views.Data] = (None, {})
        self._encoded: tuple[int, dict[str, Raw]] = (-1, {})

    def update(self, state: State, happened: Iterable[Event]) -> bool:
        """Show the state after these events; gives whether the roads changed."""
        before, self.state = self.roads, state
        for event in happened:
            if isinstance(event, events.ShoeCommitted) and not state.earlier:
                self.roads = Roads()
            elif isinstance(event, events.CoupDealt):
                self.roads = self.roads.after(event.coup, state.house.naturals)
        return self.roads is not before

    @property
    def lobby_roads(self) -> views.Data:
        """The roads as the lobby shows them, cached: it may ask for many tables often."""
        if self._lobby_roads[0] is not self.roads:
            self._lobby_roads = (self.roads, views.lobby_roads_view(self.roads))
        return self._lobby_roads[1]

    @property
    def roads_view(self) -> views.Data:
        """The roads as they are broadcast."""
        return views.roads_view(self.roads)

    def encoded(self, version: int) -> dict[str, Raw]:
        """House, state and roads for a new connection, cached until the version changes."""
        if self._encoded[0] != version:
            parts = {
                "house": views.house_view(self.state.house),
                "state": views.state_view(self.state),
                "roads": self.roads_view,
            }
            raws = {name: Raw(msgspec.json.encode(view)) for name, view in parts.items()}
            self._encoded = (version, raws)
        return self._encoded[1]

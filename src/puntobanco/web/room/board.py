"""The state and roads that a table shows, rebuilt only when they change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from puntobanco.croupier import NumberedEvent
from puntobanco.house import House
from puntobanco.roads import Roads
from puntobanco.roads.speech import runs_message
from puntobanco.table import State, events
from puntobanco.web.room import views
from puntobanco.wire import frames, parts
from puntobanco.wire.parts import wire_message


class Shown(NamedTuple):
    """A table as a new connection sees it after an event."""

    number: int
    house: parts.House
    state: parts.State
    roads: frames.Roads


class LobbyRoads(NamedTuple):
    """The part of the roads that the lobby shows."""

    of: Roads
    big_road: list[parts.WinCell]
    said: parts.WireMessage
    good_road: str | None


class Board:
    """The published state of a table and its roads."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.roads = Roads.of_coups(state.board, state.house.naturals)
        self._lobby_roads: LobbyRoads | None = None
        self._house: tuple[House, parts.House] | None = None
        self._shown: Shown | None = None

    def update(self, state: State, happened: Iterable[NumberedEvent]) -> list[frames.Frame]:
        """Show the state after these events. Return frames that bring the roads up to date."""
        self.state = state
        found: list[frames.Frame] = []
        for number, event, *_ in happened:
            before = self.roads
            if isinstance(event, events.ShoeCommitted) and not state.earlier:
                self.roads = Roads()
                found.append(views.roads_view(self.roads, number))
            elif isinstance(event, events.CoupDealt):
                self.roads = before.after(event.coup, state.house.naturals)
                found.append(views.roads_after_coup(before, self.roads, number))
        return found

    @property
    def lobby_roads(self) -> LobbyRoads:
        """The roads as the lobby shows them, cached: it may ask for many tables often."""
        roads = self.roads
        if self._lobby_roads is None or self._lobby_roads.of is not roads:
            heard = wire_message(runs_message(roads, views.LATEST_RUNS))
            self._lobby_roads = LobbyRoads(
                roads, views.big_road_view(roads), heard, views.good_road_view(roads)
            )
        return self._lobby_roads

    def shown(self, number: int) -> Shown:
        """House, state and roads for a new connection, cached until the number changes."""
        if self._shown is None or self._shown.number != number:
            self._shown = Shown(
                number,
                self._house_view(),
                views.state_view(self.state),
                views.roads_view(self.roads, number),
            )
        return self._shown

    def _house_view(self) -> parts.House:
        """Return the house, which never changes at a table."""
        house = self.state.house
        if self._house is None or self._house[0] is not house:
            self._house = (house, views.house_view(house))
        return self._house[1]

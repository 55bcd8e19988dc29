"""Tables as the lobby lists them."""

from __future__ import annotations

from puntobanco.table import MAX_SEATS
from puntobanco.web.room import views
from puntobanco.web.room.room import Room
from puntobanco.web.room.setup import Guest
from puntobanco.wire.answers import LobbyEntry


def table_entry(room: Room) -> LobbyEntry:
    """A table's entry in the lobby."""
    state, roads = room.state, room.board.lobby_roads
    return LobbyEntry(
        table=room.id,
        house=state.house.name,
        decks=state.house.decks,
        limits=views.limits_view(state.house.limits),
        private=room.setup.private,
        dealing=room.setup.dealing,
        guests=[seat.name for seat in state.seats.values()],
        seats=MAX_SEATS,
        free=MAX_SEATS - len(state.seats),
        watching=room.presence.watching(room.setup.seats),
        phase=state.phase,
        shoe=state.shoe,
        coups=len(state.coups),
        left=state.left,
        opened=room.setup.opened,
        big_road=roads.big_road,
        decisions=roads.of.decisions,
        said=roads.said,
    )


def is_listed(room: Room, guest: Guest | None) -> bool:
    """Whether the lobby lists a table for a guest: a public one, or the guest's own."""
    if not room.setup.private:
        return True
    return guest is not None and (
        room.setup.owner == guest.id or room.setup.seat_of(guest.id) is not None
    )

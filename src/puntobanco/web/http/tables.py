"""Tables as the lobby lists them."""

from __future__ import annotations

from typing import Any

from puntobanco.table import MAX_SEATS
from puntobanco.web.room import views
from puntobanco.web.room.room import Room
from puntobanco.web.room.setup import Guest


def table_entry(room: Room) -> dict[str, Any]:
    """A table's entry in the lobby."""
    state = room.state
    return {
        "table": room.id,
        "house": state.house.name,
        "decks": state.house.decks,
        "limits": views.limits_view(state.house.limits),
        "private": room.setup.private,
        "dealing": room.setup.dealing,
        "guests": [seat.name for seat in state.seats.values()],
        "seats": MAX_SEATS,
        "free": MAX_SEATS - len(state.seats),
        "watching": room.presence.watching(room.setup.seats),
        "phase": state.phase.value,
        "shoe": state.shoe,
        "coups": len(state.coups),
        "left": state.left,
        "opened": room.setup.opened,
        **room.board.lobby_roads,
    }


def is_listed(room: Room, guest: Guest | None) -> bool:
    """Whether the lobby lists a table for a guest: a public one, or the guest's own."""
    if not room.setup.private:
        return True
    return guest is not None and (
        room.setup.owner == guest.id or room.setup.seat_of(guest.id) is not None
    )

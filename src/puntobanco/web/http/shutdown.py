"""What guests and the terminal are told when the server stops."""

from __future__ import annotations

from puntobanco.announcer import count, money
from puntobanco.web.room.room import Room
from puntobanco.words import message

CLOSING_REASON = message("closing.house")
"""The reason that guests are given."""

LOST_REASON = message("closing.lost")
"""The reason where the log's file was deleted or replaced."""


def closing_line(number: int, room: Room, *, is_kept: bool = True) -> str | None:
    """The terminal's line on a table; None if nobody sits or watches there.

    Tables are numbered in the order of opening.
    """
    seats = room.state.seats.values()
    stakes = [stake for seat in seats for stake in seat.stakes.values()]
    watching = room.presence.watching(room.setup.seats)
    there = [count(len(seats), "guest")]
    if watching:
        there.append(f"{watching} watching")
    if stakes:
        there.append(
            f"{money(sum(stakes), room.state.house.currency)} staked on {count(len(stakes), 'bet')}"
        )
    if not (seats or watching):
        return None
    host = f" of {room.setup.host}" if room.setup.host else ""
    kept = "all is kept" if is_kept else "its log is gone"
    return f"Table {number}{host}: {', '.join(there)}; {kept}."

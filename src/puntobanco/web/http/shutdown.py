"""The end of an evening, table by table: what is said to guests and on the terminal."""

from __future__ import annotations

from puntobanco.announcer import count, dollars
from puntobanco.web.room.room import Room

GOING_AWAY = 1012

REASON = "The house closes for now; every seat, bet and card is kept."
"""What guests are told."""


def closing_line(number: int, room: Room) -> str | None:
    """A table that is closed for now, as the terminal says it; None if nobody has left a trace.

    Tables are numbered in the order in which they were opened.
    """
    seats = room.state.seats.values()
    stakes = [stake for seat in seats for stake in seat.stakes.values()]
    watching = room.here.frame(room.seated_here)["watching"]
    there = [count(len(seats), "guest")]
    if watching:
        there.append(f"{watching} watching")
    if stakes:
        there.append(f"{dollars(sum(stakes))} staked on {count(len(stakes), 'bet')}")
    if not (seats or watching):
        return None
    host = f" of {room.setup.host}" if room.setup.host else ""
    return f"Table {number}{host}: {', '.join(there)}; all is kept."

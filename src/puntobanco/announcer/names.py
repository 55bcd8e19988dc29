"""How guests are named: by name, and also by seat where the name alone is ambiguous."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from puntobanco.table.state import Seat

_OUR_WORDS = {"you", "player", "banker", "tie", "others", "guests", "seat", "coup"}
"""Words that sentences of the announcer begin with."""


def guest_name(number: int, seats: Mapping[int, Seat]) -> str:
    """The name of a guest in sentences for others.

    >>> seats = {1: Seat("Ada"), 2: Seat("Grace"), 5: Seat("ada"), 6: Seat("You")}
    >>> [guest_name(number, seats) for number in (1, 2, 5, 6, 9)]
    ['Ada in seat 1', 'Grace', 'ada in seat 5', 'You in seat 6', 'Seat 9']
    """
    seat = seats.get(number)
    if seat is None:
        return f"Seat {number}"
    if seat.name in _unclear(tuple([each.name for each in seats.values()])):
        return f"{seat.name} in seat {number}"
    return seat.name


@lru_cache(maxsize=4096)
def _unclear(names: tuple[str, ...]) -> frozenset[str]:
    """The names that sound like another guest's, or like a word of the announcer."""
    sounds = [name.casefold() for name in names]
    return frozenset(
        name
        for name, sound in zip(names, sounds, strict=True)
        if sounds.count(sound) > 1 or sound in _OUR_WORDS
    )

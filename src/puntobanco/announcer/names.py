"""How guests are named: by name, and also by seat where the name alone is ambiguous."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from puntobanco.announcer.message import Guest
from puntobanco.announcer.words import catalogue
from puntobanco.table.state import Seat


def guest_name(number: int, seats: Mapping[int, Seat]) -> str:
    """The name of a guest in sentences for others.

    >>> seats = {1: Seat("Ada"), 2: Seat("Grace"), 5: Seat("ada"), 6: Seat("You")}
    >>> [guest_name(number, seats) for number in (1, 2, 5, 6, 9)]
    ['Ada in seat 1', 'Grace', 'ada in seat 5', 'You in seat 6', 'Seat 9']
    """
    seat = seats.get(number)
    if seat and seat.name not in _unclear(tuple([each.name for each in seats.values()])):
        return seat.name
    return catalogue("en").guest(guest_fact(number, seats))


@lru_cache(maxsize=4096)
def _unclear(names: tuple[str, ...]) -> frozenset[str]:
    """The names that are not said alone in English."""
    english = catalogue("en")
    shared = _shared(names)
    return frozenset(
        name for name in names if english.guest(Guest(name, 0, name in shared)) != name
    )


def guest_fact(number: int, seats: Mapping[int, Seat]) -> Guest:
    """The guest in a seat."""
    seat = seats.get(number)
    if seat is None:
        return Guest(None, number)
    shared = _shared(tuple([each.name for each in seats.values()]))
    return Guest(seat.name, number, seat.name in shared)


@lru_cache(maxsize=4096)
def _shared(names: tuple[str, ...]) -> frozenset[str]:
    """The names that sound like another guest's."""
    sounds = [name.casefold() for name in names]
    return frozenset(
        name for name, sound in zip(names, sounds, strict=True) if sounds.count(sound) > 1
    )

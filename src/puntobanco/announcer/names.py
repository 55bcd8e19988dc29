"""The names of guests, bets and houses. An ambiguous guest's name includes the seat."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from puntobanco.announcer.catalogues import catalogue
from puntobanco.bets import CATALOGUE, Bet
from puntobanco.house import HOUSES, House
from puntobanco.table.state import Seat
from puntobanco.words import GuestFact, Named


def guest_name(number: int, seats: Mapping[int, Seat]) -> str:
    """Return the name of a guest in sentences for others.

    >>> seats = {1: Seat("Ada"), 2: Seat("Grace"), 5: Seat("ada"), 6: Seat("You")}
    >>> [guest_name(number, seats) for number in (1, 2, 5, 6, 9)]
    ['Ada in seat 1', 'Grace', 'ada in seat 5', 'You in seat 6', 'Seat 9']
    """
    return catalogue("en").guest(guest_fact(number, seats))


def guest_fact(number: int, seats: Mapping[int, Seat]) -> GuestFact:
    """Return the guest in a seat."""
    seat = seats.get(number)
    if seat is None:
        return GuestFact(None, number)
    shared = _shared(tuple([each.name for each in seats.values()]))
    return GuestFact(seat.name, number, seat.name in shared)


@lru_cache(maxsize=4096)
def _shared(names: tuple[str, ...]) -> frozenset[str]:
    """Return the names that sound like another guest's."""
    sounds = [name.casefold() for name in names]
    return frozenset(
        name for name, sound in zip(names, sounds, strict=True) if sounds.count(sound) > 1
    )


def bet_fact(key: str, house: House | None = None) -> Named:
    """Return a bet of a house or of the catalogue."""
    for bet in house.bets if house else ():
        if bet.key == key:
            return named_bet(bet)
    if key in CATALOGUE:
        return Named(CATALOGUE[key].name, key)
    return Named(key.replace("_", " ").capitalize())


def named_bet(bet: Bet) -> Named:
    """Return a bet, with the name that the house gave it, if any."""
    is_ours = bet.key in CATALOGUE and CATALOGUE[bet.key].name == bet.name
    return Named(bet.name, bet.key if is_ours else "")


def house_fact(house: House) -> Named:
    """Return a house, with its own name if it isn't one of ours."""
    return Named(house.name.replace("_", " "), house.name if house.name in HOUSES else "")

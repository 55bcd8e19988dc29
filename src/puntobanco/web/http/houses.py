"""The house that a guest opens a table with: one of the named, or one of the guest's own."""

from __future__ import annotations

from dataclasses import fields, replace

from puntobanco.announcer import dollars, refusal
from puntobanco.errors import HouseError, NotationError
from puntobanco.house import HOUSES, House, Limits, named_house, parse_house
from puntobanco.settlement import Chips
from puntobanco.web.hall.names import LONGEST_NAME, cleaned
from puntobanco.web.http.requests import LARGEST_LIMIT, NewTable, Problem

LARGEST_PAY = 1_000
"""To one. With the limits it keeps what a bet can win far inside 53 bits."""


def house_of(wish: NewTable) -> House:
    """The house that was asked for, with the limits that were asked for."""
    house = _described(wish.house_text) if wish.house_text is not None else _named(wish.house)
    if wish.limits is None:
        return house
    if house.limits is None:
        raise Problem(409, "limits", "This house takes no wagers, so it has no limits.")
    amounts = {each.name: Chips(getattr(wish.limits, each.name)) for each in fields(Limits)}
    try:
        return replace(house, limits=Limits(**amounts))
    except HouseError as error:
        raise Problem(409, "limits", refusal(error)) from None


def _named(name: str) -> House:
    try:
        return named_house(name)
    except NotationError as error:
        raise Problem(422, "invalid", refusal(error)) from None


def _described(text: str) -> House:
    try:
        house = parse_house(text)
        _check(house)
    except HouseError as error:
        raise Problem(409, "house", refusal(error)) from None
    return house


def _check(house: House) -> None:
    """What a table among strangers needs beyond rules that can be followed."""
    if cleaned(house.name) != house.name:
        raise HouseError("name", f"it is at most {LONGEST_NAME} letters that can be seen")
    known = {_plain(each.name): each for each in HOUSES.values()}
    if known.get(_plain(house.name), house) != house:
        raise HouseError("name", f"{house.name} has other rules; call this house something else")
    if house.limits and max(house.limits.maximum, house.limits.side_maximum) > LARGEST_LIMIT:
        raise HouseError("limits", f"no maximum is above {dollars(LARGEST_LIMIT)}")
    for bet in house.bets:
        if max(bet.pay_table) > LARGEST_PAY:
            raise HouseError(f"pays.{bet.key}", f"nothing pays more than {LARGEST_PAY:,} to 1")


def _plain(name: str) -> str:
    """A name as it is heard."""
    return name.replace("_", " ").casefold()

"""Parsers of single values of TOML text; a house as TOML text, and as HTML for notebooks."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import TypeVar

from puntobanco import bets
from puntobanco._html import html_table
from puntobanco.bets import Bet
from puntobanco.coup import Naturals
from puntobanco.errors import HouseError, shown
from puntobanco.house.house import Burning, FixedBurn, House, Limits
from puntobanco.house.own_bets import OwnBet, SpotLimits
from puntobanco.printable import is_printable
from puntobanco.settlement import DOLLARS, Currency

_TOO_LARGE = 10**12

_NUMBER = re.compile(r"-?\d{1,12}(\.\d{1,12})?(/\d{1,12})?%?", re.ASCII)
"""A number of limited size. Computing ``1e999999999`` would take all day."""

Choice = TypeVar("Choice", bound=Enum)


def refuse_unknown(rules: Mapping[str, object], known: tuple[str, ...], where: str = "") -> None:
    """Refuse an unknown rule and suggest the nearest known one."""
    for name in rules:
        if name not in known:
            field = f"{where}{shown(name)}"
            if near := bets.nearest(name, known):
                raise HouseError(field, code="house_rule_near", text=near)
            raise HouseError(field, code="house_rule", text=", ".join(known))


def text_of(field: str, value: object) -> str:
    """Read a line of text."""
    if isinstance(value, str) and value and is_printable(value):
        return value
    raise wrong(field, value, code="house_text")


def whole_number(field: str, value: object) -> int:
    """Read a whole number of limited size."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _TOO_LARGE:
        return value
    raise wrong(field, value, code="house_whole")


def choice_of(kind: type[Choice]) -> Callable[[str, object], Choice]:
    """Return a parser of the values of an enum."""

    def read(field: str, value: object) -> Choice:
        for member in kind:
            if member.value == value:
                return member
        allowed = ", ".join(repr(member.value) for member in kind)
        raise wrong(field, value, code="house_choice", text=allowed)

    return read


def fraction_of(field: str, value: object) -> Fraction:
    """Read a number, or a text such as ``19/20`` or ``5%``."""
    try:
        if isinstance(value, str | int | Decimal) and not isinstance(value, bool):
            number = str(value)
            if _NUMBER.fullmatch(number):
                return Fraction(number.removesuffix("%")) / (100 if number.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        pass
    raise wrong(field, value, code="house_number")


def wrong(field: str, value: object, *, code: str, **facts: object) -> HouseError:
    """Return the error for a wrong value of a field."""
    return HouseError(field, line=None, code=code, typed=as_written(value), **facts)


def as_written(value: object) -> str:
    """Return a value as it was written, shortened to 60 characters."""
    if isinstance(value, int) and abs(value) >= _TOO_LARGE:
        return "a number this large"
    text = str(value) if isinstance(value, Decimal) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


NO_WAGERS = "no wagers"
"""The text for a house without limits."""


def format_house(house: House) -> str:
    """Write every rule of a house, and the pays of every bet. `parse_house` reads it back."""
    cut = house.cut_card
    lines = [
        f"name = {_quoted(house.name)}",
        f"decks = {house.decks}",
        *_burn_lines(house.burn),
        f"cut_card = {cut if isinstance(cut, int) else _quoted(cut.value)}",
        f"after_cut_card = {_quoted(house.after_cut_card.value)}",
        f"ties = {_quoted(house.ties.value)}",
        f"both_naturals_tie = {str(house.naturals is Naturals.TIE).lower()}",
        f"rounding = {_quoted(house.rounding.value)}",
        f"main_bets = {_list(bet.key for bet in house.main_bets)}",
        f"side_bets = {_list(bet.key for bet in house.side_bets)}",
    ]
    if house.currency != DOLLARS:
        lines.append(f"currency = {_currency_text(house.currency)}")
    if house.limits is None:
        lines.append(f"limits = {_quoted(NO_WAGERS)}")
    own = {each.bet.key for each in house.own_bets}
    pays = (bet for bet in house.bets if bet.key not in own)
    lines += ["", "[pays]", *(f"{bet.key} = {_list(map(str, bet.pay_table))}" for bet in pays)]
    if house.limits is not None:
        limits = ((each.name, getattr(house.limits, each.name)) for each in fields(Limits))
        lines += ["", "[limits]", *_amounts(limits, house.currency)]
    for each in house.own_bets:
        lines += _own_bet_lines(each, house.currency)
    return "\n".join(lines) + "\n"


def _burn_lines(burn: Burning | FixedBurn) -> list[str]:
    if isinstance(burn, Burning):
        return [f"burn = {_quoted(burn.value)}"]
    return [f"burn = {burn.cards}", *["burn_shown = true"] * burn.first_shown]


def _own_bet_lines(own: OwnBet, currency: Currency) -> list[str]:
    """Return the definition of a bet. A record keeps no spaces, so no line is indented."""
    bet = own.bet
    lines = [
        "",
        f"[bets.{bet.key}]",
        f"name = {_quoted(bet.name)}",
        f"spot = {_quoted(bet.spot.value)}",
        "lines = [",
        *(f"{_quoted(str(line))}," for line in bet.lines),
        "]",
    ]
    if own.limits:
        limits = ((each.name, getattr(own.limits, each.name)) for each in fields(SpotLimits))
        lines.append(f"limits = {{ {', '.join(_amounts(limits, currency))} }}")
    return lines


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_quoted, texts))}]"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _currency_text(currency: Currency) -> str:
    sign, place = _quoted(currency.sign), _quoted(currency.place.value)
    return f"{{ sign = {sign}, place = {place}, digits = {currency.digits} }}"


def _amounts(limits: Iterable[tuple[str, int]], currency: Currency) -> list[str]:
    return [f"{name} = {_amount(chips, currency)}" for name, chips in limits]


def _amount(chips: int, currency: Currency) -> str:
    if chips % currency.chips:
        return f"{Decimal(chips) / currency.chips:.{currency.digits}f}"
    return str(chips // currency.chips)


_BET_COLUMNS = ("bet", "name", "pays", "least $", "most $")


def house_html(house: House) -> str:
    """Return two tables: the rules, as in the house's text, and the bets."""
    written = tomllib.loads(format_house(house))
    listed = {"name", "main_bets", "side_bets", "limits", "pays", "bets"}
    rules = [(rule, value) for rule, value in written.items() if rule not in listed]
    bets = [_bet_row(house, bet) for bet in house.bets]
    return html_table(f"House {house.name}", ("rule", "value"), rules) + html_table(
        f"Bets of {house.name}", _BET_COLUMNS, bets
    )


def _bet_row(house: House, bet: Bet) -> tuple[str, ...]:
    limits = house.limits_of(bet)
    ends = (limits.minimum, limits.maximum) if limits else ()
    amounts = [house.currency.amount(chips) for chips in ends] or ["", ""]
    return (bet.key, bet.name, bet.pays_text, *amounts)

"""Parsers of single values of a house's TOML text, with clear errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import TypeVar

from puntobanco import bets
from puntobanco.errors import HouseError, shown
from puntobanco.printable import is_printable

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

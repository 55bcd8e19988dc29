"""Options that take an amount of money or a large whole number."""

from __future__ import annotations

import re
from decimal import Decimal

import click

from puntobanco.errors import NotationError
from puntobanco.settlement import Chips
from puntobanco.terminal.amounts import parse_money


class Dollars(click.ParamType[Chips]):
    """An amount in dollars and cents."""

    name = "dollars"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Chips:
        """Read the amount as whole cents."""
        try:
            return parse_money(str(value))
        except NotationError as error:
            raise click.BadParameter(str(error), ctx, param) from None


_GROUPED = re.compile(r"\d{1,3}([,_ ]\d{3})+", re.ASCII)
_SCIENTIFIC = re.compile(r"\d{1,4}(\.\d{1,12})?[eE]\+?\d{1,2}", re.ASCII)


class WholeNumber(click.ParamType[int]):
    """A whole number: ``1000000``, ``1,000,000`` or ``1e6``."""

    name = "count"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Read the number."""
        text = str(value).strip()
        if _GROUPED.fullmatch(text):
            text = re.sub("[,_ ]", "", text)
        elif _SCIENTIFIC.fullmatch(text) and (number := Decimal(text)) == int(number):
            text = str(int(number))
        try:
            return int(text)
        except ValueError:
            expected = "a whole number, such as 1000000, 1,000,000 or 1e6"
            self.fail(f"{str(value)!r} is not {expected}", param, ctx)

"""Options that take an amount of money."""

from __future__ import annotations

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

"""Options that take an amount of money or a large whole number."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

import click

from puntobanco.errors import NotationError, shown
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


_NUMBER = r"\d{1,3}(?:,\d{3})+|\d{1,15}"
_AMOUNT = re.compile(rf"[+-]?(?:{_NUMBER})?(?:\.\d{{1,12}})?", re.ASCII)
_SHARE = re.compile(r"(\d{1,6}(?:\.\d{1,12})?|\.\d{1,12})\s*(%?)", re.ASCII)


class Amount(click.ParamType[Fraction]):
    """An exact number such as ``40``, ``12.5`` or ``+4,000,000``."""

    name = "number"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        """Read the number."""
        text = str(value).strip()
        if not _AMOUNT.fullmatch(text) or not any(map(str.isdigit, text)):
            self.fail(f"{shown(text)!r} is not a number, such as 40, 12.5 or 4,000,000", param, ctx)
        return Fraction(text.replace(",", ""))


class Share(click.ParamType[Fraction]):
    """A part of a whole: ``1.6%`` or ``0.016``."""

    name = "share"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        """Read the share."""
        text = str(value).strip()
        found = _SHARE.fullmatch(text)
        share = found and Fraction(found[1]) / (100 if found[2] else 1)
        if share is None or share > 1:
            self.fail(f"{shown(text)!r} is not a share, such as 1.6% or 0.016", param, ctx)
        return share

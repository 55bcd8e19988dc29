"""Options that the commands of the lab share: the shoe, the bets, amounts and large numbers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import chain, count
from typing import TYPE_CHECKING

import click

from puntobanco import bets
from puntobanco.bets import Bet, Spot
from puntobanco.cards import parse_cards
from puntobanco.cli.options import NumberInRange, complete_bet, grouped
from puntobanco.errors import HouseError, NotationError, shown
from puntobanco.house import House
from puntobanco.house.own_bets import own_bet
from puntobanco.settlement import Chips
from puntobanco.terminal.amounts import parse_money

if TYPE_CHECKING:
    from puntobanco.analysis.composition import Composition
    from puntobanco.analysis.odds import Price


def dollars(text: str) -> Chips:
    """Read an amount in dollars and cents as whole cents."""
    try:
        return parse_money(text)
    except NotationError as error:
        raise click.BadParameter(str(error)) from None


_GROUPED = re.compile(r"\d{1,3}([,_ ]\d{3})+", re.ASCII)
_SCIENTIFIC = re.compile(r"\d{1,4}(\.\d{1,12})?[eE]\+?\d{1,2}", re.ASCII)


def whole_number(text: str) -> int:
    """Read a whole number: ``1000000``, ``1,000,000`` or ``1e6``."""
    number = text.strip()
    if _GROUPED.fullmatch(number):
        number = re.sub("[,_ ]", "", number)
    elif _SCIENTIFIC.fullmatch(number) and (exact := Decimal(number)) == int(exact):
        number = str(int(exact))
    try:
        return int(number)
    except ValueError:
        expected = "a whole number, such as 1000000, 1,000,000 or 1e6"
        raise click.BadParameter(f"{text!r} is not {expected}") from None


_NUMBER = r"\d{1,3}(?:,\d{3})+|\d{1,15}"
_AMOUNT = re.compile(rf"[+-]?(?:{_NUMBER})?(?:\.\d{{1,12}})?", re.ASCII)
_SHARE = re.compile(r"(\d{1,6}(?:\.\d{1,12})?|\.\d{1,12})\s*(%?)", re.ASCII)


def exact_number(text: str) -> Fraction:
    """Read an exact number such as ``40``, ``12.5`` or ``+4,000,000``."""
    number = text.strip()
    if not _AMOUNT.fullmatch(number) or not any(map(str.isdigit, number)):
        message = f"{shown(number)!r} is not a number, such as 40, 12.5 or 4,000,000"
        raise click.BadParameter(message)
    return Fraction(number.replace(",", ""))


def share(text: str) -> Fraction:
    """Read a part of a whole: ``1.6%`` or ``0.016``."""
    found = _SHARE.fullmatch(text.strip())
    part = found and Fraction(found[1]) / (100 if found[2] else 1)
    if part is None or part > 1:
        message = f"{shown(text.strip())!r} is not a share, such as 1.6% or 0.016"
        raise click.BadParameter(message)
    return part


MOST_DECKS = 27
"""With more decks, the orders don't fit into 64 bits."""


@dataclass(frozen=True)
class CardsQuery:
    """Which cards a shoe holds."""

    decks: int | None
    counts: str | None
    without: str | None

    def shoe(self, house: House) -> Composition:
        """Return the composition. Raise if its odds can't be computed."""
        from puntobanco.analysis.composition import Composition

        if self.decks is not None and self.counts is not None:
            raise click.UsageError("use --decks or --composition, not both")
        if self.counts is None:
            shoe = Composition.of_decks(house.decks if self.decks is None else self.decks)
        else:
            shoe = Composition.parse(self.counts)
        return shoe.without(parse_cards(self.without or "")).checked()

    def whole_decks(self, house: House) -> House:
        """Return the house with the asked number of decks. Only whole decks can be simulated."""
        if self.counts is not None or self.without is not None:
            raise click.UsageError("whole shoes need --decks, not --composition or --without")
        return house if self.decks is None else replace(house, decks=self.decks)


@dataclass(frozen=True)
class ShoeQuery(CardsQuery):
    """Which cards a shoe holds, and which bets to look at."""

    keys: tuple[str, ...]
    everything: bool

    def bets(self, house: House, shoe: Composition) -> list[Bet]:
        """Return the chosen bets as the house pays them, or all that the shoe's counts allow."""
        if self.keys:
            return bets_at(house, self.keys)
        every = map(house.known_bet, bets.CATALOGUE)
        wanted = list(every if self.everything else house.bets)
        possible = [bet for bet in wanted if shoe.has_detail(bet.detail)]
        if len(possible) < len(wanted):
            left_out = ", ".join(bet.key for bet in wanted if bet not in possible)
            click.echo(f"left out, because they need more detailed counts: {left_out}", err=True)
        return possible


_card_options = (
    click.option(
        "--decks",
        type=NumberInRange(1, MOST_DECKS),
        metavar="N",
        help=f"Whole decks, 1 to {MOST_DECKS}. Default: the house's.",
    ),
    click.option(
        "--composition",
        "counts",
        metavar="COUNTS",
        help="10 counts (points 0, 1 … 9), 13 (A, 2 … K) or 52 (clubs A … K, diamonds, "
        "hearts, spades).",
    ),
    click.option("--without", metavar="CARDS", help='Cards to remove, such as "8h 8s 9d".'),
)
cards_query = grouped("query", CardsQuery, *_card_options)
shoe_query = grouped(
    "query",
    ShoeQuery,
    *_card_options,
    click.option(
        "--bet",
        "keys",
        multiple=True,
        metavar="KEY|TEXT",
        shell_complete=complete_bet,
        help="A built-in bet, one of the house, or a text such as 'tie: 9; banker wins: push'; "
        "may be repeated. Default: all the house offers.",
    ),
    click.option("--all", "everything", is_flag=True, help="All built-in bets."),
)


def bets_at(house: House, texts: Iterable[str]) -> list[Bet]:
    """Return bets by their keys, as the house pays or defines them, or from their texts."""
    found: list[Bet] = []
    for text in dict.fromkeys(texts):
        if ":" in text:
            found.append(_written_bet(house, text, {bet.key for bet in found}))
        else:
            found.append(_known_bet(house, text))
    return found


def _known_bet(house: House, key: str) -> Bet:
    try:
        return house.known_bet(bets.ALIASES.get(key, key))
    except NotationError as error:
        raise click.UsageError(f"{error}; puntobanco odds --all lists every bet") from None


def _written_bet(house: House, text: str, taken: set[str]) -> Bet:
    """Read a bet that was written on the command line, its lines separated by semicolons."""
    taken |= {each.bet.key for each in house.own_bets}
    keys = chain(["own_bet"], (f"own_bet_{number}" for number in count(2)))
    key = next(key for key in keys if key not in taken)
    lines = [line.strip() for line in text.split(";") if line.strip()]
    try:
        bet = own_bet(key, lines, name="", spot=Spot.SIDE)
    except HouseError as error:
        reason = str(error).removeprefix(f"bets.{key}.lines, ").removeprefix(f"bets.{key}")
        raise click.UsageError(f"--bet: {reason.lstrip(': ')}") from None
    return replace(bet, name="; ".join(lines))


def prices_of(house: House, query: CardsQuery, texts: Iterable[str]) -> tuple[Price, ...]:
    """Return the exact prices of bets on the asked shoe."""
    # The linear systems of risks are small: threads of BLAS would only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from puntobanco.analysis import odds

    shoe = query.shoe(house)
    return odds.prices(bets_at(house, texts), shoe, naturals=house.naturals)

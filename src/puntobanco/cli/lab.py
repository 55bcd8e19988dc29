"""Options that the commands of the lab share: the shoe and the bets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import click

from puntobanco import bets
from puntobanco.bets import Bet
from puntobanco.cards import parse_cards
from puntobanco.cli.options.common import complete_bet, grouped
from puntobanco.errors import NotationError, shown
from puntobanco.house import House

if TYPE_CHECKING:
    from puntobanco.analysis.composition import Composition

MOST_DECKS = 27
"""With more decks, the orders don't fit into 64 bits."""


class NumberInRange(click.IntRange):
    """A whole number in a range. The error for anything else names the range."""

    def convert(self, value: int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number."""
        try:
            number: int = super().convert(value, param, ctx)
        except click.BadParameter:
            message = f"{shown(str(value))!r} is not a whole number from {self.min} to {self.max}"
            raise click.BadParameter(message, ctx, param) from None
        return number


@dataclass(frozen=True)
class ShoeQuery:
    """Which cards a shoe holds, and which bets to look at."""

    decks: int | None
    counts: str | None
    without: str | None
    keys: tuple[str, ...]
    everything: bool

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

    def bets(self, house: House, shoe: Composition) -> list[Bet]:
        """Return the chosen bets as the house pays them, or all that the shoe's counts allow."""
        if self.keys:
            return [_known_bet(house, key) for key in dict.fromkeys(self.keys)]
        every = map(partial(_known_bet, house), bets.CATALOGUE)
        wanted = list(every if self.everything else house.bets)
        possible = [bet for bet in wanted if shoe.has_detail(bet.detail)]
        if len(possible) < len(wanted):
            left_out = ", ".join(bet.key for bet in wanted if bet not in possible)
            click.echo(f"left out, because they need more detailed counts: {left_out}", err=True)
        return possible


shoe_query = grouped(
    "query",
    ShoeQuery,
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
    click.option(
        "--bet",
        "keys",
        multiple=True,
        metavar="KEY",
        shell_complete=complete_bet,
        help="A built-in bet or one of the house; may be repeated. Default: all the house offers.",
    ),
    click.option("--all", "everything", is_flag=True, help="All built-in bets."),
)


def bet_at(house: House, key: str) -> Bet:
    """Return a bet as the house pays or defines it, or as the catalogue does."""
    return house.known_bet(bets.ALIASES.get(key, key))


def _known_bet(house: House, key: str) -> Bet:
    try:
        return bet_at(house, key)
    except NotationError as error:
        raise click.UsageError(f"{error}; puntobanco odds --all lists every bet") from None

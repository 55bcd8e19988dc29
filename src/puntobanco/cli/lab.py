"""Commands of the lab: what they say when it is not installed, and the shoe they look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import click

from puntobanco import bets
from puntobanco.bets import AnyBet
from puntobanco.cards import parse_cards
from puntobanco.errors import BetNotOffered, NotationError, shown
from puntobanco.house import House

if TYPE_CHECKING:
    from puntobanco.analysis.composition import Composition

LAB_MODULES = {"llvmlite", "numba", "numpy", "plotly"}
"""What the extra ``lab`` installs."""

MOST_DECKS = 27
"""As many as 64 bits can count the orders of."""


class WholeNumber(click.IntRange):
    """A whole number in a range; what is none is refused with the range, as what lies outside."""

    def convert(self, value: int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number."""
        try:
            number: int = super().convert(value, param, ctx)
        except click.BadParameter:
            message = f"{shown(str(value))!r} is not a whole number from {self.min} to {self.max}"
            raise click.BadParameter(message, ctx, param) from None
        return number


Command = TypeVar("Command", bound=Callable[..., object])


@contextmanager
def lab() -> Iterator[None]:
    """Say in one line what to install, where it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if str(error.name).split(".", maxsplit=1)[0] not in LAB_MODULES:
            raise
        raise click.ClickException(
            "this command needs the extra lab: pip install 'puntobanco[lab]'"
        ) from None


def shoe_options(command: Command) -> Command:
    """The options that say which cards the shoe holds, and which bets to look at."""
    options = (
        click.option(
            "--decks",
            type=WholeNumber(1, MOST_DECKS),
            metavar="N",
            help=f"Whole decks, 1 to {MOST_DECKS}. Default: as the house.",
        ),
        click.option(
            "--composition",
            "counts",
            metavar="COUNTS",
            help="10 counts (points 0, 1 … 9), 13 (A, 2 … K) or 52 (clubs A … K, diamonds, "
            "hearts, spades).",
        ),
        click.option("--without", metavar="CARDS", help='Cards that are gone, such as "8h 8s 9d".'),
        click.option(
            "--bet",
            "keys",
            multiple=True,
            metavar="KEY",
            help="A bet of the catalogue; repeat it for several. Default: those of the house.",
        ),
        click.option("--all", "everything", is_flag=True, help="Every bet of the catalogue."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def shoe_of(
    house: House, *, decks: int | None, counts: str | None, without: str | None
) -> Composition:
    """The composition that the options name."""
    from puntobanco.analysis.composition import Composition

    if decks is not None and counts is not None:
        raise click.UsageError("give --decks or --composition, not both")
    if counts is None:
        shoe = Composition.of_decks(house.decks if decks is None else decks)
    else:
        shoe = Composition.parse(counts)
    return shoe.without(parse_cards(without or ""))


def bets_of(
    house: House, shoe: Composition, *, keys: tuple[str, ...], everything: bool
) -> list[AnyBet]:
    """The bets asked for as the house pays them, or all that the shoe's counts can tell."""
    if keys:
        return list({key: _bet(house, key) for key in keys}.values())
    wanted = [_bet(house, key) for key in bets.CATALOGUE] if everything else list(house.bets)
    told = [bet for bet in wanted if shoe.tells(bet.detail)]
    if len(told) < len(wanted):
        left_out = ", ".join(bet.key for bet in wanted if bet not in told)
        click.echo(f"left out, for they need finer counts: {left_out}", err=True)
    return told


def _bet(house: House, key: str) -> AnyBet:
    try:
        bet = bets.find(key)
    except NotationError as error:
        raise click.UsageError(f"{error}; puntobanco odds --all lists every bet") from None
    try:
        return house.bet(bet.key)
    except BetNotOffered:
        return bet

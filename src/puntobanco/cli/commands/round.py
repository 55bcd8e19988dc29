"""`puntobanco round`: one round in class."""

from __future__ import annotations

import click

from puntobanco.cli.options.cards import check_fits, deal_given, given_or_shuffled
from puntobanco.cli.options.common import seed_option
from puntobanco.cli.options.house import HouseType
from puntobanco.croupier import seed_source
from puntobanco.house import House
from puntobanco.terminal.classroom import play_round
from puntobanco.terminal.console import Console, Style


@click.command()
@click.option("--cards", metavar="CARDS", help="Deal these cards, in dealing order.")
@click.option(
    "--house",
    type=HouseType(),
    default="classroom",
    show_default=True,
    metavar="NAME|FILE",
    help="The house whose decks and rule for two naturals apply.",
)
@seed_option
def command(cards: str | None, house: House, seed: str | None) -> None:
    """Choose the Player or the Banker hand and play one round.

    The cards come from a freshly shuffled deck, or from --cards.

    Example: puntobanco round --cards "Jd Qh 5h Qd 9s 8h"
    """
    shoe = given_or_shuffled(cards, house, seed_source(seed)(1))
    check_fits(shoe.order, house.decks, "--cards")
    coup, _ = deal_given(shoe, "--cards")
    play_round(Console.here(Style.PLAIN), coup, house.naturals)

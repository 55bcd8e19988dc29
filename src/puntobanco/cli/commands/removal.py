"""`puntobanco removal`: what each removed card does to each bet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from puntobanco.announcer import WIDTH
from puntobanco.cli.extras import needs
from puntobanco.cli.lab import ShoeQuery, shoe_query
from puntobanco.cli.options.common import echo_csv, echo_json, json_option
from puntobanco.cli.options.house import house_option
from puntobanco.house import House

if TYPE_CHECKING:
    from puntobanco.analysis.odds import Removal


@click.command()
@house_option
@shoe_query
@click.option("--cards", "by_card", is_flag=True, help="Each of the 52 cards, not each rank.")
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
def command(
    *,
    house: House,
    query: ShoeQuery,
    by_card: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Show how removing one card of each rank changes each bet's expectation.

    Figures are in percent of the stake, above zero if the guest gains. For a bet that depends on
    suits or colours, they are the mean over the suits.

    Example: puntobanco removal --bet player --bet banker --bet tie
    """
    if as_json and as_csv:
        raise click.UsageError("use --json or --csv, not both")
    shoe = query.shoe(house)
    bets = query.bets(house, shoe)
    with needs("lab"):
        from puntobanco.analysis import odds
        from puntobanco.analysis.output.tables import removal_table
    from puntobanco.bets import Detail

    by = Detail.CARDS if by_card else Detail.RANKS
    removals = odds.removal(bets, shoe, naturals=house.naturals, by=by)
    if as_json:
        echo_json({"cards": shoe.size, "bets": [_data(each) for each in removals]})
    elif as_csv:
        echo_csv(("key", "card", "held", "effect", "effect_exact"), _rows(removals))
    else:
        click.echo(
            f"{shoe.size:,} cards; change of the expectation if one is removed, in % of the stake\n"
        )
        click.echo(removal_table(removals, width=WIDTH))


def _data(removal: Removal) -> dict[str, object]:
    bet = removal.price.bet
    return {
        "key": bet.key,
        "name": bet.name,
        "expectation": float(100 * removal.price.expectation),
        "removals": [
            {
                "card": effect.kind,
                "held": effect.cards,
                "effect": float(100 * effect.change),
                "effect_exact": f"{effect.change.numerator}/{effect.change.denominator}",
            }
            for effect in removal.effects
        ],
    }


def _rows(removals: tuple[Removal, ...]) -> Iterator[tuple[object, ...]]:
    for removal in removals:
        for effect in removal.effects:
            exact = f"{effect.change.numerator}/{effect.change.denominator}"
            change = float(100 * effect.change)
            yield removal.price.bet.key, effect.kind, effect.cards, change, exact

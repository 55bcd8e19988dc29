"""`puntobanco odds`: exact odds of any shoe."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from puntobanco.announcer import count, fitted, money
from puntobanco.cli.extras import needs
from puntobanco.cli.lab import ShoeQuery, shoe_query
from puntobanco.cli.options.common import echo_csv, echo_json, json_option
from puntobanco.cli.options.house import house_option
from puntobanco.cli.options.numbers import Dollars
from puntobanco.coup import LARGEST_COUP
from puntobanco.house import House
from puntobanco.settlement import DOLLARS, Chips

if TYPE_CHECKING:
    from puntobanco.analysis.odds import Counts, Price


@click.command()
@house_option
@shoe_query
@click.option(
    "--seen",
    metavar="CARDS",
    help='Cards of the coup already on the table, Player / Banker: "9h 6c /".',
)
@click.option(
    "--stake",
    type=Dollars(),
    metavar="DOLLARS",
    help="Also show how the house's rounding changes a stake of this size.",
)
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the bets in Markdown.")
def command(
    *,
    house: House,
    query: ShoeQuery,
    seen: str | None,
    stake: Chips | None,
    as_json: bool,
    as_csv: bool,
    as_markdown: bool,
) -> None:
    """Compute the exact odds of bets for any shoe, lowest edge first.

    The edge is what the house keeps of a stake on average, in percent: per coup, or per decided
    bet, which leaves pushes out. An edge below zero favours the guest.

    Example: puntobanco odds --decks 6 --without "8h 8s 9d" --bet dragon_7
    """
    if as_json + as_csv + as_markdown > 1:
        raise click.UsageError("use only one of --json, --csv and --markdown")
    shoe = query.shoe(house)
    bets = query.bets(house, shoe)
    with needs("lab"):
        from puntobanco.analysis import odds

        given = odds.Given.parse(seen or "")
        counted = odds.counts(shoe, given=given)
        prices = odds.best_first(odds.prices(bets, shoe, naturals=house.naturals, given=given))
    if as_json:
        echo_json(_data(house, counted, prices, stake))
    elif as_csv:
        rows = [_bet_data(price, house, stake) for price in prices]
        echo_csv(rows[0] if rows else (), (row.values() for row in rows))
    elif as_markdown:
        from puntobanco.analysis.output.tables import markdown, price_table

        click.echo(price_table(prices, label=lambda bet: f"`{bet.key}`", render=markdown))
    else:
        click.echo(_orders_line(counted, len(given.cards)))
        click.echo(f"\n{_text(house, counted, prices, stake)}")


def _orders_line(counted: Counts, seen: int) -> str:
    """How many orders were counted: of six cards, or of those after the cards that were seen."""
    cards, orders = count(counted.cards, "card"), count(counted.orders, "order")
    if not seen:
        return f"{cards}, {orders} of six"
    return f"{cards}, {seen} of them seen; {orders} of the coup's other {LARGEST_COUP - seen}"


def _text(house: House, counted: Counts, prices: list[Price], stake: Chips | None) -> str:
    from puntobanco.analysis.output.tables import narrow_price_table, outcome_table, pay_table

    parts = [
        outcome_table(counted, house.naturals),
        narrow_price_table(prices, label=lambda bet: bet.key),
        pay_table(prices, label=lambda bet: bet.key),
    ]
    if stake is not None:
        sentences = [_rounding_sentence(price, house, stake) for price in prices]
        lines = [line for sentence in sentences for line in fitted(sentence) if sentence]
        parts.append("\n".join(lines) or "Every pay of this stake is exact.")
    return "\n\n".join(parts)


def _rounding_sentence(price: Price, house: House, stake: Chips) -> str:
    """Return what rounding costs the guest on a bet; empty if nothing."""
    cost = price.rounding_cost(stake, house.earned)
    if not cost:
        return ""
    verb = "costs" if cost > 0 else "gives"
    coins = "cents" if house.currency == DOLLARS else "coins"
    return (
        f"Rounding {house.rounding.value} at a stake of {money(stake, house.currency)} {verb} the "
        f"guest {float(abs(cost)):.6f} {coins} a coup on {price.bet.key}, "
        f"{float(100 * abs(cost) / stake):.6f} % of the stake."
    )


_UNITS = {
    "orders": "orders of six cards",
    "edge": "percent of a stake",
    "edge_exact": "stakes",
    "edge_decided": "percent of a stake",
    "sd": "stakes",
    "sd_decided": "stakes",
    "win": "probability",
    "push": "probability",
    "lose": "probability",
}
"""The units of the figures in JSON."""


def _data(
    house: House, counted: Counts, prices: list[Price], stake: Chips | None
) -> dict[str, object]:
    outcomes = counted.outcomes(house.naturals)
    return {
        "cards": counted.cards,
        "orders": counted.orders,
        "units": _UNITS,
        "outcomes": {outcome.value: orders for outcome, orders in outcomes.items()},
        "bets": [
            _bet_data(price, house, stake)
            | {
                "probabilities": [
                    {"pays": _exact(pay), "probability": float(chance), "exact": _exact(chance)}
                    for pay, chance in price.probabilities.items()
                ]
            }
            for price in prices
        ],
    }


def _bet_data(price: Price, house: House, stake: Chips | None) -> dict[str, object]:
    from puntobanco.analysis.output.tables import price_facts

    decided = price.edge_decided
    data: dict[str, object] = price_facts(price) | {
        "edge_exact": _exact(price.edge),  # always a fraction, 1/1 too
        "edge_decided": None if decided is None else float(100 * decided),
        "sd_decided": price.sd_decided,
    }
    if stake is not None:
        cost = price.rounding_cost(stake, house.earned)
        data["rounding_cost_cents"] = float(cost)
        data["rounding_cost_percent"] = float(100 * cost / stake)
    return data


def _exact(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"

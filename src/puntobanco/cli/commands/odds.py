"""`puntobanco odds` and `removal`: exact odds of any shoe, and the effect of removing a card."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from puntobanco.announcer import WIDTH, count, fitted, money
from puntobanco.bets import BANKER, PLAYER, Spot
from puntobanco.cli.house_option import house_option
from puntobanco.cli.installation import needs
from puntobanco.cli.lab import ShoeQuery, dollars, shoe_query
from puntobanco.cli.options import echo_csv, echo_json, json_option
from puntobanco.coup import LARGEST_COUP
from puntobanco.house import House
from puntobanco.settlement import DOLLARS, Chips

if TYPE_CHECKING:
    from puntobanco.analysis.composition import Composition
    from puntobanco.analysis.odds import Counts, Effect, Given, Known, Price, Removal


@click.command()
@house_option
@shoe_query
@click.option(
    "--seen",
    metavar="CARDS",
    help='Cards of the coup already on the table, Player / Banker: "9h 6c /".',
)
@click.option(
    "--known",
    multiple=True,
    metavar="CARDS",
    help='Cards known before betting, by their place in the shoe, 1 to 6: "1=9 2=K", points '
    '"1=0", or "1=?" for the value of knowing it.',
)
@click.option(
    "--stake",
    type=dollars,
    metavar="DOLLARS",
    help="Also show how the house's rounding changes a stake of this size.",
)
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the bets in Markdown.")
def odds_command(
    *,
    house: House,
    query: ShoeQuery,
    seen: str | None,
    known: tuple[str, ...],
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

        given, cards = odds.Given.parse(seen or ""), odds.Known.parse(" ".join(known))
        all_known = odds.known_given(cards, shoe, given)
        counted = odds.counts(shoe, given=all_known)
        priced = odds.known_prices(bets, shoe, cards, naturals=house.naturals, given=given)
        prices = odds.best_first(priced)
        worth = _worth(house, shoe, cards, given) if known else {}
    if as_json:
        echo_json(_data(house, counted, prices, stake) | worth)
    elif as_csv:
        rows = [_bet_data(price, house, stake) for price in prices]
        echo_csv(rows[0] if rows else (), (row.values() for row in rows))
    elif as_markdown:
        from puntobanco.analysis.output.tables import markdown, price_table

        click.echo(price_table(prices, label=lambda bet: f"`{bet.key}`", render=markdown))
    else:
        click.echo(_orders_line(counted, all_known))
        click.echo(f"\n{_text(house, counted, prices, stake)}")
        for name, percent in worth.items():
            click.echo(f"{_WORTH[name]}: {percent:+.6f} % of a stake")


_WORTH = {
    "value": "\nBetting on Player or Banker when it pays",
    "forced_value": "Betting on one of them every time",
}


def _worth(house: House, shoe: Composition, known: Known, given: Given) -> dict[str, float]:
    """Return what known cards are worth on the house's main bets, in percent of a stake."""
    from puntobanco.analysis import odds

    spots = {bet.spot: bet for bet in house.main_bets}
    pair = spots.get(Spot.PLAYER, PLAYER), spots.get(Spot.BANKER, BANKER)
    worth = odds.worth(shoe, known, given=given, naturals=house.naturals, bets=pair)
    return {"value": 100 * worth.value, "forced_value": 100 * worth.forced}


def _orders_line(counted: Counts, given: Given) -> str:
    """How many orders were counted: of six cards, or of those that are not seen or known."""
    seen = len(given.cards)
    cards, orders = count(counted.cards, "card"), count(counted.orders, "order")
    if not seen:
        return f"{cards}, {orders} of six"
    word = "known" if given.ahead else "seen"
    return f"{cards}, {seen} of them {word}; {orders} of the coup's other {LARGEST_COUP - seen}"


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


@click.command("removal")
@house_option
@shoe_query
@click.option("--cards", "by_card", is_flag=True, help="Each of the 52 cards, not each rank.")
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
def removal_command(
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
        echo_json({"cards": shoe.size, "bets": [_removal_data(each) for each in removals]})
    elif as_csv:
        effects = ((each.price.bet.key, effect) for each in removals for effect in each.effects)
        rows = ((key, *_effect_data(effect).values()) for key, effect in effects)
        echo_csv(("key", "card", "held", "effect", "effect_exact"), rows)
    else:
        click.echo(
            f"{shoe.size:,} cards; change of the expectation if one is removed, in % of the stake\n"
        )
        click.echo(removal_table(removals, width=WIDTH))


def _removal_data(removal: Removal) -> dict[str, object]:
    bet = removal.price.bet
    return {
        "key": bet.key,
        "name": bet.name,
        "expectation": float(100 * removal.price.expectation),
        "removals": list(map(_effect_data, removal.effects)),
    }


def _effect_data(effect: Effect) -> dict[str, object]:
    return {
        "card": effect.kind,
        "held": effect.cards,
        "effect": float(100 * effect.change),
        "effect_exact": _exact(effect.change),
    }

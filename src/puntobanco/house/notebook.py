"""A house as a notebook shows it: its rules, and every bet with its pays and limits."""

from __future__ import annotations

import tomllib

from puntobanco._html import html_table
from puntobanco.bets import Bet
from puntobanco.house.house import House
from puntobanco.house.writing import format_house

_BET_COLUMNS = ("bet", "name", "pays", "least $", "most $")


def house_html(house: House) -> str:
    """Two tables: the rules, as the house's text has them, and the bets."""
    written = tomllib.loads(format_house(house))
    listed = {"name", "main_bets", "side_bets", "limits", "pays", "bets"}
    rules = [(rule, value) for rule, value in written.items() if rule not in listed]
    bets = [_bet_row(house, bet) for bet in house.bets]
    return html_table(f"House {house.name}", ("rule", "value"), rules) + html_table(
        f"Bets of {house.name}", _BET_COLUMNS, bets
    )


def _bet_row(house: House, bet: Bet) -> tuple[str, ...]:
    limits = house.limits_of(bet)
    ends = (limits.minimum, limits.maximum) if limits else ()
    amounts = [house.currency.amount(chips) for chips in ends] or ["", ""]
    return (bet.key, bet.name, bet.pays_text, *amounts)

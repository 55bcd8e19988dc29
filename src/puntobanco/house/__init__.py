"""The house: the rules of a table.

house      House: all rules of a table as one frozen value
own_bets   bets that a house defines itself
named      the houses that have a name
values     parsers of single values of a TOML text
toml_form  a house from TOML text
format     a house as TOML text, and as a notebook shows it
"""

from __future__ import annotations

from puntobanco.house.format import format_house
from puntobanco.house.house import (
    FIXED_BURNS,
    LARGEST_BURN,
    Burning,
    FixedBurn,
    House,
    Limits,
    NoCutCard,
    Ties,
)
from puntobanco.house.named import (
    BURT,
    BURT_EASY,
    CLASSIC,
    CLASSROOM,
    EZ,
    HOUSES,
    SIX_DECKS,
    SUPER_SIX,
)
from puntobanco.house.own_bets import MOST_OWN_BETS, OwnBet, SpotLimits
from puntobanco.house.toml_form import named_house, parse_house, stored_house

__all__ = [
    "BURT",
    "BURT_EASY",
    "CLASSIC",
    "CLASSROOM",
    "EZ",
    "FIXED_BURNS",
    "HOUSES",
    "LARGEST_BURN",
    "MOST_OWN_BETS",
    "SIX_DECKS",
    "SUPER_SIX",
    "Burning",
    "FixedBurn",
    "House",
    "Limits",
    "NoCutCard",
    "OwnBet",
    "SpotLimits",
    "Ties",
    "format_house",
    "named_house",
    "parse_house",
    "stored_house",
]

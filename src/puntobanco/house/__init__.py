"""The house: the rules of a table.

house  House: all rules of a table as one frozen value
named  the houses that have a name
text   a house as TOML text
"""

from __future__ import annotations

from puntobanco.house.house import (
    LARGEST_BURN,
    Burning,
    House,
    Limits,
    NoCutCard,
    Ties,
)
from puntobanco.house.named import (
    BURT,
    CLASSIC,
    CLASSROOM,
    EZ,
    HOUSES,
    SIX_DECKS,
    SUPER_SIX,
)
from puntobanco.house.text import format_house, named_house, parse_house

__all__ = [
    "BURT",
    "CLASSIC",
    "CLASSROOM",
    "EZ",
    "HOUSES",
    "LARGEST_BURN",
    "SIX_DECKS",
    "SUPER_SIX",
    "Burning",
    "House",
    "Limits",
    "NoCutCard",
    "Ties",
    "format_house",
    "named_house",
    "parse_house",
]

"""The house: a table's rules as one frozen record, the named houses, and their text."""

from __future__ import annotations

from puntobanco.house.named import (
    BURT,
    CLASSIC,
    CLASSROOM,
    EZ,
    HOUSES,
    SIX_DECKS,
    SUPER_SIX,
)
from puntobanco.house.record import (
    LARGEST_BURN,
    Burning,
    House,
    Limits,
    NoCutCard,
    Ties,
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

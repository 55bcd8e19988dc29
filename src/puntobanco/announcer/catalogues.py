"""The catalogue of a language for a table, with money in the table's currency."""

from __future__ import annotations

from functools import lru_cache

from puntobanco.errors import NotationError
from puntobanco.settlement import DOLLARS, Currency
from puntobanco.words import LANGUAGES, Catalogue, texts_of


@lru_cache(maxsize=64)
def catalogue(language: str = "en", currency: Currency = DOLLARS) -> Catalogue:
    """Return the catalogue of one of `LANGUAGES`, with money in a currency."""
    if language not in LANGUAGES:
        raise NotationError(language, expected=f"a language; there are {', '.join(LANGUAGES)}")
    return Catalogue(language, texts_of(language), currency)

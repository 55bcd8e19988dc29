"""Bets as texts, which settlement, odds, records and the felt all read.

catalogue    the card of bets
bet          Bet: lines of conditions and pays; lines that can never apply
phrases      shorthand of the felt: parsed, recognised, and conditions in words
conditions   the expressions that texts are parsed into
quantities   the quantities of a coup that a condition can test
grammar      parse the language of bets

>>> find("dragon_7").lines[0].text
'Banker wins with a three-card 7: 40 to 1'
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from puntobanco.bets.bet import LARGEST_PAY, LOSE, MOST_LINES, PUSH, Bet, Line, Odds, Spot
from puntobanco.bets.catalogue import CARD, CATALOGUE
from puntobanco.bets.conditions import Comparison, Condition, Subject
from puntobanco.bets.grammar import parse_condition
from puntobanco.bets.quantities import Detail, Part, Quantity, Seen, Value, is_pair
from puntobanco.errors import NotationError

ALIASES = {"tiger": "lucky_6"}
"""Other keys of the same bets."""

_NAMES = {key.upper(): key for key in CATALOGUE}
_GROUPS = {"SCORE_BETS": Part.SCORE, "OPENING_BETS": Part.OPENING, "CARDS_BETS": Part.CARDS}

SCORE_BETS: tuple[Bet, ...]
"""Every bet that depends on the score only."""
OPENING_BETS: tuple[Bet, ...]
"""Every bet that depends on the first four cards only."""
CARDS_BETS: tuple[Bet, ...]
"""Every bet that depends on all the cards."""

if TYPE_CHECKING:

    def __getattr__(name: str) -> Bet: ...

else:

    def __getattr__(name: str) -> Bet | tuple[Bet, ...]:
        """Return a bet by its key in capitals, or a group of bets, parsed on first use."""
        if name in _GROUPS:
            return tuple(bet for bet in CATALOGUE.values() if bet.part is _GROUPS[name])
        if name in _NAMES:
            return CATALOGUE[_NAMES[name]]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def nearest(word: str, known: tuple[str, ...]) -> str | None:
    """Return the known word that is most like a mistyped one, or None.

    >>> nearest("dragn_7", tuple(CATALOGUE)), nearest("nosuch", tuple(CATALOGUE))
    ('dragon_7', None)
    """
    return next(iter(get_close_matches(word, known, n=1)), None)


def find(key: str) -> Bet:
    """Return a bet of the catalogue by its key."""
    try:
        return CATALOGUE[ALIASES.get(key, key)]
    except KeyError:
        near = nearest(key, tuple(CATALOGUE))
        expected = f"a bet; the nearest is {near}" if near else "a bet of the catalogue"
        raise NotationError(key, expected=expected) from None


__all__ = [
    "ALIASES",
    "CARD",
    "CARDS_BETS",
    "CATALOGUE",
    "LARGEST_PAY",
    "LOSE",
    "MOST_LINES",
    "OPENING_BETS",
    "PUSH",
    "SCORE_BETS",
    "Bet",
    "Comparison",
    "Condition",
    "Detail",
    "Line",
    "Odds",
    "Part",
    "Quantity",
    "Seen",
    "Spot",
    "Subject",
    "Value",
    "find",
    "is_pair",
    "nearest",
    "parse_condition",
]
__all__ += list(_NAMES)

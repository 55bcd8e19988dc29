"""Bets as texts, which settlement, odds, records and the felt all read.

catalogue    the card of bets
bet          Bet: lines of conditions and pays
wording      a condition in the words of the felt
phrases      shorthand of the felt, read and recognised
conditions   the expression that a text stands for
quantities   what a condition can ask of a coup
unreachable  lines that can never apply
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

_GROUPS = {
    "EGALITE": lambda bet: bet.key.startswith("egalite_"),
    "NATURALS": lambda bet: bet.key.startswith("natural_"),
    "PARITIES": lambda bet: bet.key.endswith(("_even", "_odd")),
    "MATCHING_DRAGONS": lambda bet: bet.key.startswith("matching_"),
    "SCORE_BETS": lambda bet: bet.part is Part.SCORE,
    "OPENING_BETS": lambda bet: bet.part is Part.OPENING,
    "CARDS_BETS": lambda bet: bet.part is Part.CARDS,
}

# The bets of the catalogue by name, read when first used.
PLAYER: Bet
BANKER: Bet
TIE: Bet
TIE_9: Bet
BANKER_SUPER_6: Bet
BANKER_EZ: Bet
SUPER_6: Bet
LUCKY_6: Bet
SMALL_TIGER: Bet
BIG_TIGER: Bet
TIGER_TIE: Bet
DRAGON_7: Bet
PANDA_8: Bet
OX_6: Bet
HEAVENLY_9: Bet
BLAZING_7S: Bet
DRAGON_BONUS_PLAYER: Bet
DRAGON_BONUS_BANKER: Bet
BIG: Bet
SMALL: Bet
LUCKY_7: Bet
BAD_BEAT: Bet
BOTH_8_OR_9: Bet
QUIK: Bet
THREE_CARD_PLAYER: Bet
THREE_CARD_BANKER: Bet
PLAYER_PAIR: Bet
BANKER_PAIR: Bet
EITHER_PAIR: Bet
PERFECT_PAIR: Bet
PERFECT_PAIR_PLAYER: Bet
PERFECT_PAIR_BANKER: Bet
PERFECT_PAIR_250: Bet
TIGER_PAIR: Bet
ROYAL_MATCH: Bet
THREE_GIVING_8: Bet
LOW_TIE_MAX: Bet
HIGH_TIE_MAX: Bet
ALL_RED: Bet
ALL_BLACK: Bet
SUPER_TIE: Bet
EGALITE: tuple[Bet, ...]
"""A tie with each total."""
NATURALS: tuple[Bet, ...]
"""A natural of one side."""
PARITIES: tuple[Bet, ...]
"""An even or odd total of one side."""
MATCHING_DRAGONS: tuple[Bet, ...]
"""How often each rank is dealt."""
SCORE_BETS: tuple[Bet, ...]
"""Every bet that looks at the score."""
OPENING_BETS: tuple[Bet, ...]
"""Every bet that looks at the opening cards."""
CARDS_BETS: tuple[Bet, ...]
"""Every bet that looks at all the cards."""


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Bet | tuple[Bet, ...]:
        """A bet by its key in capitals, or a group of bets, read when it is first asked for."""
        if name in _GROUPS:
            return tuple(filter(_GROUPS[name], CATALOGUE.values()))
        if name.isupper() and name.lower() in CATALOGUE:
            return CATALOGUE[name.lower()]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def nearest(word: str, known: tuple[str, ...]) -> str | None:
    """The known word that a mistyped one was most likely meant to be, if any is like it.

    >>> nearest("dragn_7", tuple(CATALOGUE)), nearest("nosuch", tuple(CATALOGUE))
    ('dragon_7', None)
    """
    return next(iter(get_close_matches(word, known, n=1)), None)


def find(key: str) -> Bet:
    """The bet with this key, as the catalogue pays it."""
    try:
        return CATALOGUE[ALIASES.get(key, key)]
    except KeyError:
        near = nearest(key, tuple(CATALOGUE))
        expected = f"a bet; the nearest is {near}" if near else "a bet of the catalogue"
        raise NotationError(key, expected=expected) from None


__all__ = [
    "ALIASES",
    "CARD",
    "CATALOGUE",
    "LARGEST_PAY",
    "LOSE",
    "MOST_LINES",
    "PUSH",
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
__all__ += list(__annotations__)

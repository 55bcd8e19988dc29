"""Every bet is a text that everything reads: settlement, odds, record and felt.

catalogue   the card of bets
bet         a bet and its lines
wording     a condition in the words of the felt
reading     the language, read
phrases     shorthand of the felt, read and written
conditions  the expression that a text stands for
quantities  what a condition can ask of a coup
pays        what a line pays

>>> find("dragon_7").lines[0].text
'Banker wins with a three-card 7: 40 to 1'
"""

from __future__ import annotations

from difflib import get_close_matches

from puntobanco.bets.bet import MOST_LINES, Bet, Line, Spot
from puntobanco.bets.catalogue import CARD, CATALOGUE
from puntobanco.bets.conditions import Condition
from puntobanco.bets.pays import LARGEST_PAY, LOSE, PUSH, Odds
from puntobanco.bets.quantities import Detail, Part, is_pair
from puntobanco.bets.reading import parse_condition
from puntobanco.errors import NotationError

ALIASES = {"tiger": "lucky_6"}
"""Other keys of the same bets."""

PLAYER = CATALOGUE["player"]
BANKER = CATALOGUE["banker"]
TIE = CATALOGUE["tie"]
TIE_9 = CATALOGUE["tie_9"]
BANKER_SUPER_6 = CATALOGUE["banker_super_6"]
BANKER_EZ = CATALOGUE["banker_ez"]
SUPER_6 = CATALOGUE["super_6"]
LUCKY_6 = CATALOGUE["lucky_6"]
SMALL_TIGER = CATALOGUE["small_tiger"]
BIG_TIGER = CATALOGUE["big_tiger"]
TIGER_TIE = CATALOGUE["tiger_tie"]
DRAGON_7 = CATALOGUE["dragon_7"]
PANDA_8 = CATALOGUE["panda_8"]
OX_6 = CATALOGUE["ox_6"]
HEAVENLY_9 = CATALOGUE["heavenly_9"]
BLAZING_7S = CATALOGUE["blazing_7s"]
DRAGON_BONUS_PLAYER = CATALOGUE["dragon_bonus_player"]
DRAGON_BONUS_BANKER = CATALOGUE["dragon_bonus_banker"]
BIG = CATALOGUE["big"]
SMALL = CATALOGUE["small"]
LUCKY_7 = CATALOGUE["lucky_7"]
BAD_BEAT = CATALOGUE["bad_beat"]
BOTH_8_OR_9 = CATALOGUE["both_8_or_9"]
QUIK = CATALOGUE["quik"]
THREE_CARD_PLAYER = CATALOGUE["three_card_player"]
THREE_CARD_BANKER = CATALOGUE["three_card_banker"]
PLAYER_PAIR = CATALOGUE["player_pair"]
BANKER_PAIR = CATALOGUE["banker_pair"]
EITHER_PAIR = CATALOGUE["either_pair"]
PERFECT_PAIR = CATALOGUE["perfect_pair"]
PERFECT_PAIR_PLAYER = CATALOGUE["perfect_pair_player"]
PERFECT_PAIR_BANKER = CATALOGUE["perfect_pair_banker"]
PERFECT_PAIR_250 = CATALOGUE["perfect_pair_250"]
TIGER_PAIR = CATALOGUE["tiger_pair"]
ROYAL_MATCH = CATALOGUE["royal_match"]
THREE_GIVING_8 = CATALOGUE["three_giving_8"]
LOW_TIE_MAX = CATALOGUE["low_tie_max"]
HIGH_TIE_MAX = CATALOGUE["high_tie_max"]
ALL_RED = CATALOGUE["all_red"]
ALL_BLACK = CATALOGUE["all_black"]
SUPER_TIE = CATALOGUE["super_tie"]

EGALITE = tuple(CATALOGUE[f"egalite_{total}"] for total in range(10))
NATURALS = tuple(bet for key, bet in CATALOGUE.items() if key.startswith("natural_"))
PARITIES = tuple(bet for key, bet in CATALOGUE.items() if key.endswith(("_even", "_odd")))
MATCHING_DRAGONS = tuple(bet for key, bet in CATALOGUE.items() if key.startswith("matching_"))

SCORE_BETS = tuple(bet for bet in CATALOGUE.values() if bet.part is Part.SCORE)
"""Every bet that looks at the score."""
OPENING_BETS = tuple(bet for bet in CATALOGUE.values() if bet.part is Part.OPENING)
"""Every bet that looks at the opening cards."""
CARDS_BETS = tuple(bet for bet in CATALOGUE.values() if bet.part is Part.CARDS)
"""Every bet that looks at all the cards."""


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
    "ALL_BLACK",
    "ALL_RED",
    "BAD_BEAT",
    "BANKER",
    "BANKER_EZ",
    "BANKER_PAIR",
    "BANKER_SUPER_6",
    "BIG",
    "BIG_TIGER",
    "BLAZING_7S",
    "BOTH_8_OR_9",
    "CARD",
    "CARDS_BETS",
    "CATALOGUE",
    "DRAGON_7",
    "DRAGON_BONUS_BANKER",
    "DRAGON_BONUS_PLAYER",
    "EGALITE",
    "EITHER_PAIR",
    "HEAVENLY_9",
    "HIGH_TIE_MAX",
    "LARGEST_PAY",
    "LOSE",
    "LOW_TIE_MAX",
    "LUCKY_6",
    "LUCKY_7",
    "MATCHING_DRAGONS",
    "MOST_LINES",
    "NATURALS",
    "OPENING_BETS",
    "OX_6",
    "PANDA_8",
    "PARITIES",
    "PERFECT_PAIR",
    "PERFECT_PAIR_250",
    "PERFECT_PAIR_BANKER",
    "PERFECT_PAIR_PLAYER",
    "PLAYER",
    "PLAYER_PAIR",
    "PUSH",
    "QUIK",
    "ROYAL_MATCH",
    "SCORE_BETS",
    "SMALL",
    "SMALL_TIGER",
    "SUPER_6",
    "SUPER_TIE",
    "THREE_CARD_BANKER",
    "THREE_CARD_PLAYER",
    "THREE_GIVING_8",
    "TIE",
    "TIE_9",
    "TIGER_PAIR",
    "TIGER_TIE",
    "Bet",
    "Condition",
    "Detail",
    "Line",
    "Odds",
    "Part",
    "Spot",
    "find",
    "is_pair",
    "nearest",
    "parse_condition",
]

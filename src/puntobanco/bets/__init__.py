"""Every bet, as lines of (when, pays); one definition serves table, odds and simulation.

terms    what a bet is made of
score    the bets that look only at the score
opening  the bets that look at the first two cards of each hand
cards    the bets that look at every card

>>> find("dragon_7").lines[0].text
'Banker wins with a three-card 7: 40 to 1'
"""

from __future__ import annotations

from difflib import get_close_matches

from puntobanco.bets.cards import (
    ALL_BLACK,
    ALL_RED,
    CARDS_BETS,
    HIGH_TIE_MAX,
    LOW_TIE_MAX,
    MATCHING_DRAGONS,
    SUPER_TIE,
    THREE_GIVING_8,
)
from puntobanco.bets.opening import (
    BANKER_PAIR,
    EITHER_PAIR,
    OPENING_BETS,
    PERFECT_PAIR,
    PERFECT_PAIR_250,
    PLAYER_PAIR,
    ROYAL_MATCH,
    TIGER_PAIR,
    is_pair,
)
from puntobanco.bets.score import (
    BAD_BEAT,
    BANKER,
    BANKER_EZ,
    BANKER_SUPER_6,
    BIG,
    BIG_TIGER,
    BLAZING_7S,
    BOTH_8_OR_9,
    DRAGON_7,
    DRAGON_BONUS_BANKER,
    DRAGON_BONUS_PLAYER,
    EGALITE,
    HEAVENLY_9,
    LUCKY_6,
    LUCKY_7,
    NATURALS,
    OX_6,
    PANDA_8,
    PARITIES,
    PLAYER,
    QUIK,
    SCORE_BETS,
    SMALL,
    SMALL_TIGER,
    SUPER_6,
    THREE_CARD_BANKER,
    THREE_CARD_PLAYER,
    TIE,
    TIE_9,
    TIGER_TIE,
)
from puntobanco.bets.terms import (
    LOSE,
    PUSH,
    AnyBet,
    Bet,
    CardsBet,
    Detail,
    Line,
    Odds,
    OpeningBet,
    ScoreBet,
    When,
)
from puntobanco.errors import NotationError

CATALOGUE: dict[str, AnyBet] = {
    bet.key: bet for group in (SCORE_BETS, OPENING_BETS, CARDS_BETS) for bet in group
}
"""Every bet by its key."""

_ALIASES = {"tiger": "lucky_6"}


def nearest(word: str, known: tuple[str, ...]) -> str | None:
    """The known word that a mistyped one was most likely meant to be, if any is like it.

    >>> nearest("dragn_7", tuple(CATALOGUE)), nearest("nosuch", tuple(CATALOGUE))
    ('dragon_7', None)
    """
    return next(iter(get_close_matches(word, known, n=1)), None)


def find(key: str) -> AnyBet:
    """The bet with this key, as the catalogue pays it."""
    try:
        return CATALOGUE[_ALIASES.get(key, key)]
    except KeyError:
        near = nearest(key, tuple(CATALOGUE))
        expected = f"a bet; the nearest is {near}" if near else "a bet of the catalogue"
        raise NotationError(key, expected=expected) from None


__all__ = [
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
    "CARDS_BETS",
    "CATALOGUE",
    "DRAGON_7",
    "DRAGON_BONUS_BANKER",
    "DRAGON_BONUS_PLAYER",
    "EGALITE",
    "EITHER_PAIR",
    "HEAVENLY_9",
    "HIGH_TIE_MAX",
    "LOSE",
    "LOW_TIE_MAX",
    "LUCKY_6",
    "LUCKY_7",
    "MATCHING_DRAGONS",
    "NATURALS",
    "OPENING_BETS",
    "OX_6",
    "PANDA_8",
    "PARITIES",
    "PERFECT_PAIR",
    "PERFECT_PAIR_250",
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
    "AnyBet",
    "Bet",
    "CardsBet",
    "Detail",
    "Line",
    "Odds",
    "OpeningBet",
    "ScoreBet",
    "When",
    "find",
    "is_pair",
    "nearest",
]

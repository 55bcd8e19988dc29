"""The versions of the notation, and the oldest that can say the rules of a house.

BGN 1 is what version 0.1 of the game read and wrote; its readers know these bets and no others.
BGN 2 adds bets that came later, bets that the house defines itself, a fixed burn, and a currency
that the house names.
"""

from __future__ import annotations

from typing import Literal

from puntobanco.house import Burning, House
from puntobanco.settlement import DOLLARS

Version = Literal[1, 2]
"""A version of the notation."""

VERSIONS: tuple[Version, ...] = (1, 2)
"""Every version that is read. A record is written in the oldest that can say it."""

_KEYS_OF_1 = """
    player banker tie tie_9 banker_super_6 banker_ez
    super_6 lucky_6 small_tiger big_tiger tiger_tie dragon_7 panda_8 ox_6 heavenly_9 blazing_7s
    dragon_bonus_player dragon_bonus_banker big small
    egalite_0 egalite_1 egalite_2 egalite_3 egalite_4 egalite_5 egalite_6 egalite_7 egalite_8
    egalite_9 lucky_7 natural_8_player natural_9_player natural_8_banker natural_9_banker bad_beat
    both_8_or_9 quik player_even player_odd banker_even banker_odd three_card_player
    three_card_banker player_pair banker_pair either_pair perfect_pair perfect_pair_250 tiger_pair
    royal_match three_giving_8 low_tie_max high_tie_max all_red all_black super_tie
    matching_dragon_A matching_dragon_2 matching_dragon_3 matching_dragon_4 matching_dragon_5
    matching_dragon_6 matching_dragon_7 matching_dragon_8 matching_dragon_9 matching_dragon_T
    matching_dragon_J matching_dragon_Q matching_dragon_K
"""
BETS_OF_1 = frozenset(_KEYS_OF_1.split())
"""The keys of the bets that BGN 1 can name; the list is closed."""


def version_for(house: House) -> Version:
    """The oldest version that can say the rules of a house.

    >>> from puntobanco.house import BURT, CLASSIC
    >>> version_for(CLASSIC), version_for(BURT)
    (1, 2)
    """
    knows_bets = not house.own_bets and BETS_OF_1.issuperset(bet.key for bet in house.bets)
    is_usual = isinstance(house.burn, Burning) and house.currency == DOLLARS
    return 1 if knows_bets and is_usual else 2

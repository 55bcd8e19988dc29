"""The houses that have a name, each as its difference from the classic one."""

from __future__ import annotations

from dataclasses import replace

from puntobanco.bets import (
    BANKER,
    BANKER_EZ,
    BANKER_PAIR,
    BANKER_SUPER_6,
    BIG,
    DRAGON_7,
    DRAGON_BONUS_BANKER,
    DRAGON_BONUS_PLAYER,
    EITHER_PAIR,
    PANDA_8,
    PERFECT_PAIR,
    PERFECT_PAIR_BANKER,
    PERFECT_PAIR_PLAYER,
    PLAYER,
    PLAYER_PAIR,
    SMALL,
    SUPER_6,
    TIE,
)
from puntobanco.house.house import Burning, House, Limits, NoCutCard, Ties
from puntobanco.shoe import AfterCut

CLASSIC = House(
    name="classic",
    side_bets=(
        PLAYER_PAIR,
        BANKER_PAIR,
        EITHER_PAIR,
        PERFECT_PAIR,
        DRAGON_BONUS_PLAYER,
        DRAGON_BONUS_BANKER,
        BIG,
        SMALL,
    ),
)
SIX_DECKS = replace(CLASSIC, name="six_decks", decks=6)
CLASSROOM = House(
    name="classroom",
    decks=1,
    burn=Burning.NONE,
    cut_card=NoCutCard.EVERY_COUP,
    ties=Ties.PUSH,
    main_bets=(PLAYER, BANKER),
    limits=None,
)
BURT = House(
    name="burt",
    ties=Ties.PUSH,
    side_bets=(
        PLAYER_PAIR,
        BANKER_PAIR,
        EITHER_PAIR,
        PERFECT_PAIR_PLAYER,
        PERFECT_PAIR_BANKER,
        DRAGON_BONUS_PLAYER,
        DRAGON_BONUS_BANKER,
    ),
    limits=Limits(side_maximum=Limits().maximum),
)
BURT_EASY = replace(
    BURT,
    name="burt_easy",
    main_bets=(PLAYER, BANKER_EZ, TIE),
    side_bets=(DRAGON_7, PANDA_8, DRAGON_BONUS_PLAYER, DRAGON_BONUS_BANKER),
)
EZ = House(
    name="ez",
    cut_card=14,
    after_cut_card=AfterCut.ONE_MORE,
    ties=Ties.PUSH,
    main_bets=(PLAYER, BANKER_EZ, TIE),
    side_bets=(DRAGON_7, PANDA_8),
)
SUPER_SIX = replace(
    EZ,
    name="super_6",
    main_bets=(PLAYER, BANKER_SUPER_6, TIE),
    side_bets=(SUPER_6, PLAYER_PAIR, BANKER_PAIR),
)

HOUSES = {
    house.name: house for house in (CLASSIC, SIX_DECKS, CLASSROOM, BURT, BURT_EASY, EZ, SUPER_SIX)
}
"""Every named house by its name."""

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
from puntobanco.settlement import Rounding
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
"""Eight decks, 5 % commission on Banker, eight side bets; a stake that ties stands."""

SIX_DECKS = replace(CLASSIC, name="six_decks", decks=6)
"""The classic house with six decks."""

CLASSROOM = House(
    name="classroom",
    decks=1,
    burn=Burning.NONE,
    cut_card=NoCutCard.EVERY_COUP,
    ties=Ties.PUSH,
    main_bets=(PLAYER, BANKER),
    limits=None,
)
"""For lessons: one deck, shuffled for every coup, no burn, and no money."""

BURT = House(
    name="burt",
    ties=Ties.PUSH,
    rounding=Rounding.WHOLE,
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
"""Burt Baccarat 2.0: ties push, the commission is whole dollars, side bets have no lower limit."""

BURT_EASY = replace(
    BURT,
    name="burt_easy",
    main_bets=(PLAYER, BANKER_EZ, TIE),
    side_bets=(DRAGON_7, PANDA_8, DRAGON_BONUS_PLAYER, DRAGON_BONUS_BANKER),
)
"""Burt Baccarat without commission: Banker pushes on a three-card 7."""

EZ = House(
    name="ez",
    cut_card=14,
    after_cut_card=AfterCut.ONE_MORE,
    ties=Ties.PUSH,
    main_bets=(PLAYER, BANKER_EZ, TIE),
    side_bets=(DRAGON_7, PANDA_8),
)
"""No commission: Banker pushes on a three-card 7."""

SUPER_SIX = replace(
    EZ,
    name="super_6",
    main_bets=(PLAYER, BANKER_SUPER_6, TIE),
    side_bets=(SUPER_6, PLAYER_PAIR, BANKER_PAIR),
)
"""No commission: Banker pays half on a winning 6."""

HOUSES = {
    house.name: house for house in (CLASSIC, SIX_DECKS, CLASSROOM, BURT, BURT_EASY, EZ, SUPER_SIX)
}
"""Every named house by its name."""

"""The houses that have a name, each as its difference from the classic one."""

from __future__ import annotations

from dataclasses import replace

from puntobanco.bets import Bet, find
from puntobanco.coup import Naturals
from puntobanco.house.house import Burning, House, Limits, NoCutCard, Ties
from puntobanco.settlement import Rounding
from puntobanco.shoe import AfterCut


def _bets(keys: str) -> tuple[Bet, ...]:
    return tuple(map(find, keys.split()))


CLASSIC = House(
    name="classic",
    side_bets=_bets(
        "player_pair banker_pair either_pair perfect_pair"
        " dragon_bonus_player dragon_bonus_banker big small"
    ),
)
"""Eight decks, 5 % commission on Banker, eight side bets. Stakes on a tie stay on the felt."""

SIX_DECKS = replace(CLASSIC, name="six_decks", decks=6)
"""The classic house with six decks."""

CLASSROOM = House(
    name="classroom",
    decks=1,
    burn=Burning.NONE,
    cut_card=NoCutCard.EVERY_COUP,
    ties=Ties.PUSH,
    main_bets=_bets("player banker"),
    limits=None,
)
"""For lessons: one deck, shuffled for every coup, no burn, and no money."""

CLASSROOM_NATURALS_TIE = replace(CLASSROOM, name="classroom_naturals_tie", naturals=Naturals.TIE)
"""For lessons by a textbook that says that two naturals tie, whatever their totals."""

BURT = House(
    name="burt",
    ties=Ties.PUSH,
    rounding=Rounding.WHOLE,
    side_bets=_bets(
        "player_pair banker_pair either_pair perfect_pair_player perfect_pair_banker"
        " dragon_bonus_player dragon_bonus_banker"
    ),
    limits=Limits(side_maximum=Limits().maximum),
)
"""Burt Baccarat 2.0: ties push, the commission is whole dollars, side bets have no lower limit."""

BURT_EASY = replace(
    BURT,
    name="burt_easy",
    main_bets=_bets("player banker_ez tie"),
    side_bets=_bets("dragon_7 panda_8 dragon_bonus_player dragon_bonus_banker"),
)
"""Burt Baccarat without commission: Banker pushes on a three-card 7."""

EZ = House(
    name="ez",
    cut_card=14,
    after_cut_card=AfterCut.ONE_MORE,
    ties=Ties.PUSH,
    main_bets=_bets("player banker_ez tie"),
    side_bets=_bets("dragon_7 panda_8"),
)
"""No commission: Banker pushes on a three-card 7."""

SUPER_SIX = replace(
    EZ,
    name="super_6",
    main_bets=_bets("player banker_super_6 tie"),
    side_bets=_bets("super_6 player_pair banker_pair"),
)
"""No commission: Banker pays half on a winning 6."""

HOUSES = {
    house.name: house
    for house in (
        CLASSIC,
        SIX_DECKS,
        CLASSROOM,
        CLASSROOM_NATURALS_TIE,
        BURT,
        BURT_EASY,
        EZ,
        SUPER_SIX,
    )
}
"""Every named house by its name."""

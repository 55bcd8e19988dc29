"""The bets that look at every card of the coup."""

from __future__ import annotations

from puntobanco.bets.terms import CardsBet, Detail, Line, Odds, When
from puntobanco.cards import Rank
from puntobanco.coup import Coup, Naturals, Outcome


def _three_giving_8(coup: Coup, _: object) -> bool:
    third = coup.player.third
    return third is not None and third.points == 8 and coup.opening.banker.total == 3


def _is_tie(coup: Coup, naturals: Naturals) -> bool:
    return coup.outcome(naturals) is Outcome.TIE


def _highest(coup: Coup) -> int:
    return max(card.points for card in coup.cards)


def _all_red(coup: Coup, _: object) -> bool:
    return all(card.suit.is_red for card in coup.cards)


def _all_black(coup: Coup, _: object) -> bool:
    return not any(card.suit.is_red for card in coup.cards)


def _tied_high_on_six_cards(coup: Coup, _: object) -> bool:
    player, banker, *_counts = coup.score
    return player == banker >= 6 and len(coup.cards) == 6


tie = When("tie", _is_tie)
one_colour = When[Coup](
    "all of one colour", lambda coup, _: _all_red(coup, _) or _all_black(coup, _)
)
high_six_card_tie = When("tie of six cards on 6 to 9", _tied_high_on_six_cards)

THREE_GIVING_8 = CardsBet(
    "three_giving_8",
    (Line(When("Banker holds 3 and Player draws an 8", _three_giving_8), Odds(200)),),
)
LOW_TIE_MAX = CardsBet(
    "low_tie_max",
    (
        Line(
            tie & When[Coup]("with no card above 5", lambda coup, _: _highest(coup) <= 5), Odds(55)
        ),
    ),
)
HIGH_TIE_MAX = CardsBet(
    "high_tie_max",
    (
        Line(
            tie & When[Coup]("with a card of 6 or more", lambda coup, _: _highest(coup) >= 6),
            Odds(10),
        ),
    ),
)
ALL_RED = CardsBet(
    "all_red", (Line(When("every card red", _all_red), Odds(22)),), detail=Detail.COLOURS
)
ALL_BLACK = CardsBet(
    "all_black", (Line(When("every card black", _all_black), Odds(24)),), detail=Detail.COLOURS
)
SUPER_TIE = CardsBet(
    "super_tie",
    (
        Line(high_six_card_tie & one_colour, Odds(100)),
        Line(high_six_card_tie, Odds(25)),
        Line(tie, Odds(7)),
    ),
    detail=Detail.COLOURS,
)


def _matching_dragon(rank: Rank) -> CardsBet:
    def copies(wanted: int) -> When[Coup]:
        return When(
            f"{wanted} of rank {rank.letter}",
            lambda coup, _: sum(card.rank is rank for card in coup.cards) == wanted,
        )

    pays = {1: 1, 2: 3, 3: 20, 4: 40, 5: 60, 6: 100}
    return CardsBet(
        f"matching_dragon_{rank.letter}",
        tuple(Line(copies(number), Odds(pay)) for number, pay in pays.items()),
        detail=Detail.RANKS,
        name=f"Matching dragon {rank.letter}",
    )


MATCHING_DRAGONS = tuple(map(_matching_dragon, Rank))

CARDS_BETS = (
    THREE_GIVING_8,
    LOW_TIE_MAX,
    HIGH_TIE_MAX,
    ALL_RED,
    ALL_BLACK,
    SUPER_TIE,
    *MATCHING_DRAGONS,
)
"""Every bet that looks at all the cards."""

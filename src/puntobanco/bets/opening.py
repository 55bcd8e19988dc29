"""The bets that look at the first two cards of each hand: pairs and royal match."""

from __future__ import annotations

from puntobanco.bets.terms import Detail, Line, Odds, OpeningBet, When
from puntobanco.cards import Hand, Rank
from puntobanco.coup import Opening
from puntobanco.tableau import Side


def is_pair(hand: Hand) -> bool:
    """Whether the first two cards share their rank; a ten is not a jack."""
    first, second, *_ = hand.cards
    return first.rank is second.rank


def _is_perfect(hand: Hand) -> bool:
    first, second = hand.cards
    return first == second


def _is_suited(hand: Hand) -> bool:
    first, second = hand.cards
    return first.suit is second.suit


def _is_royal(hand: Hand) -> bool:
    return {card.rank for card in hand.cards} == {Rank.KING, Rank.QUEEN}


def _hands(opening: Opening) -> tuple[Hand, Hand]:
    return opening.player, opening.banker


def paired(side: Side) -> When[Opening]:
    """The side's first two cards are a pair."""

    def test(opening: Opening, _: object) -> bool:
        return is_pair(opening.player if side is Side.PLAYER else opening.banker)

    return When(f"{side}'s first two cards are a pair", test)


PLAYER_PAIR = OpeningBet(
    "player_pair", (Line(paired(Side.PLAYER), Odds(11)),), detail=Detail.RANKS, name="Player pair"
)
BANKER_PAIR = OpeningBet(
    "banker_pair", (Line(paired(Side.BANKER), Odds(11)),), detail=Detail.RANKS, name="Banker pair"
)
EITHER_PAIR = OpeningBet(
    "either_pair",
    (
        Line(
            When("either hand a pair", lambda opening, _: any(map(is_pair, _hands(opening)))),
            Odds(5),
        ),
    ),
    detail=Detail.RANKS,
)

_one_perfect = When[Opening](
    "either hand a pair of one suit", lambda opening, _: any(map(_is_perfect, _hands(opening)))
)
_two_perfect = When[Opening](
    "both hands pairs of one suit", lambda opening, _: all(map(_is_perfect, _hands(opening)))
)
PERFECT_PAIR = OpeningBet(
    "perfect_pair", (Line(_one_perfect, Odds(25)),), detail=Detail.CARDS, name="Perfect pair"
)
PERFECT_PAIR_250 = OpeningBet(
    "perfect_pair_250",
    (Line(_two_perfect, Odds(250)), Line(_one_perfect, Odds(25))),
    detail=Detail.CARDS,
)


def _four_alike(opening: Opening, _: object) -> bool:
    return len({card.rank for hand in _hands(opening) for card in hand.cards}) == 1


TIGER_PAIR = OpeningBet(
    "tiger_pair",
    (
        Line(When("four cards of one rank", _four_alike), Odds(100)),
        Line(
            When("both hands pairs", lambda opening, _: all(map(is_pair, _hands(opening)))),
            Odds(20),
        ),
        Line(
            When("one hand a pair", lambda opening, _: any(map(is_pair, _hands(opening)))),
            Odds(4),
        ),
    ),
    detail=Detail.RANKS,
)

ROYAL_MATCH = OpeningBet(
    "royal_match",
    (
        Line(
            When(
                "king and queen of one suit in either hand",
                lambda opening, _: any(
                    _is_royal(hand) and _is_suited(hand) for hand in _hands(opening)
                ),
            ),
            Odds(75),
        ),
        Line(
            When(
                "king and queen in either hand",
                lambda opening, _: any(map(_is_royal, _hands(opening))),
            ),
            Odds(30),
        ),
    ),
    detail=Detail.CARDS,
)

OPENING_BETS = (
    PLAYER_PAIR,
    BANKER_PAIR,
    EITHER_PAIR,
    PERFECT_PAIR,
    PERFECT_PAIR_250,
    TIGER_PAIR,
    ROYAL_MATCH,
)
"""Every bet that looks at the opening cards."""

"""The rulebook in plain logic: a second statement of the game, against which circuits are judged.

It knows no circuit. A card is fourteen bits of which one is set (no card, or ace to king), a total
is ten, and every rule is an ``and`` or an ``or`` of them. A bit is whatever has ``& | ^``: a wire
of a proof, or a whole number that holds the same bit of a million coups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import product
from operator import or_
from typing import Any, NamedTuple, TypeAlias

from puntobanco.cards import Rank
from puntobanco.tableau import HOLDINGS, POINTS, Tableau

Bit: TypeAlias = Any
"""A wire, or a whole number: both know ``& | ^``, and share no type that says so."""

Bits: TypeAlias = Sequence[Bit]

DEALING_ORDER = ("player_1", "banker_1", "player_2", "banker_2", "player_3", "banker_3")
"""The places of the cards, first to last."""


class Draws(NamedTuple):
    """When each side draws: Player on a holding, Banker also by the points of Player's third."""

    player: Callable[[int], bool]
    banker: Callable[[int, int | None], bool]

    @classmethod
    def of(cls, tableau: Tableau) -> Draws:
        """As a tableau has it."""
        return cls(tableau.player_draws, tableau.banker_draws)


def _banker_by_the_book(holding: int, player_third: int | None) -> bool:
    if player_third is None:
        return holding <= 5
    match holding:
        case 0 | 1 | 2:
            return True
        case 3:
            return player_third != 8
        case 4:
            return 2 <= player_third <= 7
        case 5:
            return 4 <= player_third <= 7
        case 6:
            return player_third in (6, 7)
        case _:
            return False


BY_THE_BOOK = Draws(player=lambda holding: holding <= 5, banker=_banker_by_the_book)
"""The rules as the rulebook words them, without the picture."""


class Ruling(NamedTuple):
    """What the rules say of six places, each bit for itself."""

    is_legal: Bit
    """Every card lies where the rules put it, and none came before its turn."""
    wanted: Bits
    """The place that the next card goes to, for each of the six."""
    is_over: Bit
    """No card is wanted any more."""
    totals: tuple[Bits, Bits]
    """Player's and Banker's, for each of 0 to 9."""
    lights: tuple[Bit, Bit]
    """Who has won, if the coup is over; both on a tie."""


def ruling(places: Sequence[Bits], draws: Draws, true: Bit) -> Ruling:
    """Judge six places in dealing order, each of them fourteen bits: empty, then ace to king.

    `true` is the bit that is always set: 1 on a wire, a 1 for each coup in a number.
    """
    p1, b1, p2, b2, p3, b3 = (true ^ place[0] for place in places)
    points = [_points(place) for place in places]
    player, banker = _sum(points[0], points[2]), _sum(points[1], points[3])
    goes_on = b2 & (true ^ (player[8] | player[9] | banker[8] | banker[9]))
    player_draws = goes_on & _any(player[held] for held in HOLDINGS if draws.player(held))
    player_stands = goes_on & (true ^ player_draws)
    banker_draws = (player_stands & _any(banker[h] for h in HOLDINGS if draws.banker(h, None))) | (
        player_draws
        & p3
        & _any(
            banker[held] & points[4][third]
            for held, third in product(HOLDINGS, POINTS)
            if draws.banker(held, third)
        )
    )
    may = (true, p1, b1, p2, player_draws, banker_draws)
    filled = (p1, b1, p2, b2, p3, b3)
    wanted = tuple(may_be & (true ^ is_there) for may_be, is_there in zip(may, filled, strict=True))
    totals = _sum(player, points[4]), _sum(banker, points[5])
    is_legal = true ^ _any(
        there & (true ^ allowed) for there, allowed in zip(filled, may, strict=True)
    )
    is_over = true ^ _any(wanted)
    return Ruling(
        is_legal,
        wanted,
        is_over,
        totals,
        (is_over & _at_least(*totals), is_over & _at_least(*totals[::-1])),
    )


def _points(place: Bits) -> Bits:
    """The points of a place, for each of 0 to 9; an empty one counts nothing."""
    worth = dict.fromkeys(POINTS, place[0] ^ place[0])
    worth[0] = place[0]
    for rank, bit in zip(Rank, place[1:], strict=True):
        worth[rank.points] = worth[rank.points] | bit
    return tuple(worth.values())


def _sum(first: Bits, second: Bits) -> Bits:
    """The last digit of a sum."""
    return tuple(
        _any(first[points] & second[(total - points) % 10] for points in POINTS) for total in POINTS
    )


def _at_least(first: Bits, second: Bits) -> Bit:
    return _any(first[high] & second[low] for high in POINTS for low in POINTS if high >= low)


def _any(bits: Iterable[Bit]) -> Bit:
    return reduce(or_, bits)

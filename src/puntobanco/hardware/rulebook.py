"""The rulebook in plain logic: a second statement of the game, to judge circuits by.

It imports no circuit. A card is fourteen bits, one of them set (no card, or ace to king), a total
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
"""A wire or a whole number: both have ``& | ^``, but no common type."""

Bits: TypeAlias = Sequence[Bit]

DEALING_ORDER = ("player_1", "banker_1", "player_2", "banker_2", "player_3", "banker_3")
"""The places of the cards, first to last."""


class Draws(NamedTuple):
    """When each side draws: Player on a holding, Banker also by the points of Player's third."""

    player: Callable[[int], bool]
    banker: Callable[[int, int | None], bool]

    @classmethod
    def of(cls, tableau: Tableau) -> Draws:
        """Return the rules of a tableau."""
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
"""The rules as a rulebook words them, without the picture."""


class Ruling(NamedTuple):
    """The verdict of the rules on six places, bit by bit."""

    is_legal: Bit
    """Every card is in its right place, and none came before its turn."""
    wanted: Bits
    """The place that the next card goes to, for each of the six."""
    is_over: Bit
    """No other card is due."""
    totals: tuple[Bits, Bits]
    """Player's and Banker's, for each of 0 to 9."""
    lights: tuple[Bit, Bit]
    """The winner, if the coup is over; both on a tie."""


def ruling(places: Sequence[Bits], draws: Draws, true: Bit) -> Ruling:
    """Judge six places in dealing order, each of them fourteen bits: empty, then ace to king.

    `true` is the bit that is always set: 1 on a wire, a 1 for each coup in a number.
    """
    filled = [true ^ place[0] for place in places]
    p1, b1, p2, b2, *_ = filled
    points = [_points(place) for place in places]
    player, banker = _sum(points[0], points[2]), _sum(points[1], points[3])
    goes_on = b2 & (true ^ (player[8] | player[9] | banker[8] | banker[9]))
    player_draws = _any((player[held] for held in HOLDINGS if draws.player(held)), true ^ true)
    against = _banker_draws(banker, points[4], draws, true ^ true)
    banker_draws = ((true ^ player_draws) & against[0]) | (player_draws & filled[4] & against[1])
    may = (true, p1, b1, p2, goes_on & player_draws, goes_on & banker_draws)
    each = list(zip(filled, may, strict=True))
    wanted = tuple(allowed & (true ^ there) for there, allowed in each)
    is_over = true ^ reduce(or_, wanted)
    totals = _sum(player, points[4]), _sum(banker, points[5])
    return Ruling(
        is_legal=true ^ reduce(or_, (there & (true ^ allowed) for there, allowed in each)),
        wanted=wanted,
        is_over=is_over,
        totals=totals,
        lights=(is_over & _at_least(*totals), is_over & _at_least(*totals[::-1])),
    )


def _banker_draws(held: Bits, third: Bits, draws: Draws, false: Bit) -> tuple[Bit, Bit]:
    """Return whether Banker draws if Player stood, and against Player's third card."""
    stood = (held[total] for total in HOLDINGS if draws.banker(total, None))
    against = (
        held[total] & third[points]
        for total, points in product(HOLDINGS, POINTS)
        if draws.banker(total, points)
    )
    return _any(stood, false), _any(against, false)


def _points(place: Bits) -> Bits:
    """Return the points of a place, a bit for each of 0 to 9. An empty place counts as 0."""
    worth = dict.fromkeys(POINTS, place[0] ^ place[0])
    worth[0] = place[0]
    for rank, bit in zip(Rank, place[1:], strict=True):
        worth[rank.points] = worth[rank.points] | bit
    return tuple(worth.values())


def _sum(first: Bits, second: Bits) -> Bits:
    return tuple(
        reduce(or_, (first[points] & second[(total - points) % 10] for points in POINTS))
        for total in POINTS
    )


def _at_least(first: Bits, second: Bits) -> Bit:
    pairs = (pair for pair in product(POINTS, POINTS) if pair[0] >= pair[1])
    return reduce(or_, (first[high] & second[low] for high, low in pairs))


def _any(bits: Iterable[Bit], false: Bit) -> Bit:
    return reduce(or_, bits, false)

"""Ranks that never come: a card that is not from the counter, but a copy of another, say."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from puntobanco.cards import Rank
from puntobanco.hardware.rulebook import Bits


class Omission(NamedTuple):
    """A rank that cannot come to a place, and a lane with the cards before it."""

    place: int
    rank: Rank
    lane: int


def omission(
    places: Sequence[Bits], card: int, *, moments: int, apart: int, first: int
) -> Omission | None:
    """A rank that does not come as this card, counted from 0, at any of its moments.

    Lanes that differ only in that moment are so far `apart`; `first` are those of the first one.
    """
    ranks = _ranks(places, card)
    dealt = reduce(or_, ranks) & first
    for rank, bits in zip(Rank, ranks, strict=True):
        comes = reduce(or_, (bits >> moment * apart for moment in range(moments)))
        never = dealt ^ (dealt & comes)
        if never:
            lane = (never & -never).bit_length() - 1
            is_bankers = card == 4 and places[4][0] >> lane & 1
            return Omission(5 if is_bankers else card, rank, lane)
    return None


def first_cards(places: Sequence[Bits]) -> tuple[Rank, ...]:
    """The first two cards of the first lane."""
    shown = (zip(Rank, place[1:], strict=True) for place in places[:2])
    return tuple(rank for ranks in shown for rank, bits in ranks if bits & 1)


def _ranks(places: Sequence[Bits], card: int) -> list[int]:
    """The lanes in which this card is each of the ranks; a fifth card may be Banker's third."""
    player_stood = places[4][0]
    if card < 4:
        return list(places[card][1:])
    if card == 4:
        pairs = zip(places[4][1:], places[5][1:], strict=True)
        return [player | (banker & player_stood) for player, banker in pairs]
    return [banker ^ (banker & player_stood) for banker in places[5][1:]]

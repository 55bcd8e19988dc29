"""Lines of a bet that can never apply.

This deals a coup of every kind that a bet can distinguish, until each line has decided one. Two
coups are of one kind if the bet sees no difference in each hand's first two cards, in all four, and
in each third card.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import combinations_with_replacement, product
from math import gcd
from typing import TypeVar

from puntobanco.bets.bet import Bet
from puntobanco.bets.quantities import DIFFERENT_RANKS, Detail, Part, Seen
from puntobanco.cards import DECK, Card, Hand
from puntobanco.coup import Coup, Naturals, deal
from puntobanco.shoe import Shoe
from puntobanco.tableau import Side

MOST_COUPS = 100_000
"""The most openings and coups to try for all bets together: about two seconds."""

Thing = TypeVar("Thing")


def unreachable_lines(
    bets: Iterable[Bet], naturals: Naturals, *, within: int = MOST_COUPS
) -> Iterator[tuple[Bet, int]]:
    """Yield each bet and the index of a line that no coup reaches, after up to `within` coups.

    >>> bet = Bet.parse("own", ["tie: 8", "tie and margin = 0: 9", "all red and all black: 50"])
    >>> [place for _, place in unreachable_lines([bet], Naturals.HIGHER_WINS)]
    [1, 2]
    """
    for bet in bets:
        missing: set[int | None] = {*range(len(bet.lines))}
        for coup in _coups(bet):
            within -= 1
            if within < 0:
                return
            missing.discard(bet.line(Seen.of(coup, naturals)) if coup else None)
            if not missing:
                break
        yield from ((bet, place) for place in range(len(bet.lines)) if place in missing)


def _coups(bet: Bet) -> Iterator[Coup | None]:
    """Yield a coup of every kind that the bet can distinguish, and None for a known opening."""
    cards = _one_of_each(DECK, _CARD_VIEWS[bet.detail])
    thirds = _one_of_each(cards, lambda card: (card.points, _whole(bet, Hand((card, card)))))
    pairs = map(Hand, combinations_with_replacement(cards, 2))
    hands = _one_of_each(
        pairs, lambda hand: (_hand(bet, hand), _whole(bet, hand), _ranks(bet, hand))
    )
    kinds = [(hand, _hand(bet, hand)) for hand in hands]
    known: set[Hashable] = set()
    for (player, of_player), (banker, of_banker) in _spread(list(product(kinds, kinds))):
        kind = of_player, of_banker, _whole(bet, player, banker)
        if kind in known:
            yield None
        else:
            known.add(kind)
            yield from _dealt(Coup(player, banker), thirds)


def _dealt(opening: Coup, thirds: tuple[Card, ...]) -> Iterator[Coup]:
    """Yield every coup that begins with this opening."""
    for fifth in thirds:
        left = 0
        for sixth in thirds:
            coup, rest = deal(Shoe((*opening.cards, fifth, sixth)))
            yield coup
            left = rest.left
            if left:
                break
        if left == 2:
            return


# --- what a bet can distinguish -------------------------------------------------------------------


_CARD_VIEWS: dict[Detail, Callable[[Card], Hashable]] = {
    Detail.POINTS: lambda card: card.points,
    Detail.COLOURS: lambda card: (card.points, card.suit.is_red),
    Detail.RANKS: lambda card: card.rank,
    Detail.CARDS: lambda card: card,
}
"""The part of a card that a bet sees, by the bet's detail."""


def _hand(bet: Bet, hand: Hand) -> Hashable:
    """Return what the bet sees of the first two cards of one hand."""
    seen = Seen.of(Coup(hand, hand), Naturals.HIGHER_WINS)
    asked = (each for each in bet.comparisons if each.quantity.of_hand)
    return hand.total, *(each.quantity.read(seen, Side.PLAYER) in each.values for each in asked)


def _whole(bet: Bet, player: Hand, banker: Hand | None = None) -> Hashable:
    """Return what the bet sees of all these cards together. Third cards only add to it."""
    seen = Seen.of(Coup(player, banker or player), Naturals.HIGHER_WINS)
    asked = (each for each in bet.quantities if each.part is not Part.SCORE and not each.of_hand)
    return tuple(each.read(seen, Side.PLAYER) for each in asked)


def _ranks(bet: Bet, hand: Hand) -> Hashable:
    """Return the ranks of a hand, if the bet compares them with the other hand's."""
    return frozenset(card.rank for card in hand.cards) if DIFFERENT_RANKS in bet.quantities else ()


def _one_of_each(things: Iterable[Thing], kind: Callable[[Thing], Hashable]) -> tuple[Thing, ...]:
    return tuple({kind(thing): thing for thing in things}.values())


def _spread(things: list[Thing]) -> Iterator[Thing]:
    """Yield the items in leaps, so that different ones come early."""
    leap = max(1, len(things) * 5 // 8)
    while gcd(leap, len(things)) > 1:
        leap += 1
    return (things[place * leap % len(things)] for place in range(len(things)))

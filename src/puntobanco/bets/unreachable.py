"""Lines that can never apply: no coup at all comes to them.

A coup of every kind that a bet can tell apart is dealt, until each line has decided one. Coups are
of one kind if the same is true of each hand's first two cards, of all four, and of each third.
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
"""How many openings and coups are tried for all bets together: about two seconds."""

Thing = TypeVar("Thing")


def unreachable_lines(
    bets: Iterable[Bet], naturals: Naturals, *, within: int = MOST_COUPS
) -> Iterator[tuple[Bet, int]]:
    """Each bet and the place of a line that no coup comes to, as far as `within` coups can tell.

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
    """A coup of every kind that the bet can tell apart, and None for each opening known before."""
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
    """Every coup that begins with this opening."""
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


# --- what a bet can tell --------------------------------------------------------------------------


_CARD_VIEWS: dict[Detail, Callable[[Card], Hashable]] = {
    Detail.POINTS: lambda card: card.points,
    Detail.COLOURS: lambda card: (card.points, card.suit.is_red),
    Detail.RANKS: lambda card: card.rank,
    Detail.CARDS: lambda card: card,
}
"""What a bet of each detail can tell of a card."""


def _hand(bet: Bet, hand: Hand) -> Hashable:
    """What it can tell of the first two cards of one hand."""
    seen = Seen.of(Coup(hand, hand), Naturals.HIGHER_WINS)
    asked = (each for each in bet.comparisons if each.quantity.of_hand)
    return hand.total, *(each.quantity.read(seen, Side.PLAYER) in each.values for each in asked)


def _whole(bet: Bet, player: Hand, banker: Hand | None = None) -> Hashable:
    """What it can tell of all these cards together; third cards only add to it."""
    seen = Seen.of(Coup(player, banker or player), Naturals.HIGHER_WINS)
    asked = (each for each in bet.quantities if each.part is not Part.SCORE and not each.of_hand)
    return tuple(each.read(seen, Side.PLAYER) for each in asked)


def _ranks(bet: Bet, hand: Hand) -> Hashable:
    """The ranks of a hand, where it can compare them with the other hand's."""
    return frozenset(card.rank for card in hand.cards) if DIFFERENT_RANKS in bet.quantities else ()


def _one_of_each(things: Iterable[Thing], kind: Callable[[Thing], Hashable]) -> tuple[Thing, ...]:
    return tuple({kind(thing): thing for thing in things}.values())


def _spread(things: list[Thing]) -> Iterator[Thing]:
    """The same things in leaps, so that different ones come early."""
    leap = max(1, len(things) * 5 // 8)
    while gcd(leap, len(things)) > 1:
        leap += 1
    return (things[place * leap % len(things)] for place in range(len(things)))

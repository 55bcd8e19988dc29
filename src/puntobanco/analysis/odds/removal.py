"""What the removal of one card does to a bet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds.counts import prices
from puntobanco.analysis.odds.price import Price
from puntobanco.bets import Bet, Detail
from puntobanco.cards import DECK, Card
from puntobanco.coup import LARGEST_COUP, Naturals
from puntobanco.errors import AnalysisError


@dataclass(frozen=True, slots=True)
class Effect:
    """One card of a kind is gone: by how much the expectation of one unit rises."""

    kind: str
    """A rank such as ``K``, a card such as ``Kd``, or points where only these are known."""
    cards: int
    """How many of the kind there are."""
    change: Fraction


@dataclass(frozen=True, slots=True)
class Removal:
    """The effects of removing one card of each kind on one bet.

    Weighted by the cards of each kind they sum to zero.
    """

    price: Price
    effects: tuple[Effect, ...]


def removal(
    bets: Sequence[Bet],
    composition: Composition,
    *,
    naturals: Naturals = Naturals.HIGHER_WINS,
    by: Detail = Detail.RANKS,
) -> tuple[Removal, ...]:
    """The effect of each card's removal on each bet, by rank or by card.

    By rank, a bet that sees suits or colours is given the mean over the suits. Where only points
    are known, the effects are by points.
    """
    if composition.size <= LARGEST_COUP:
        raise AnalysisError(
            f"a removal needs more than {LARGEST_COUP} cards, not {composition.size}"
        )
    if by is Detail.RANKS and not composition.has_detail(by):
        by = Detail.POINTS
    composition.require(by, f"removal by {by.value}")
    changes = [
        _changes([bet for bet in bets if _kinds(bet) is detail], composition.at(detail), naturals)
        for detail in {_kinds(bet) for bet in bets}
    ]
    by_key = {key: found for group in changes for key, found in group.items()}
    return tuple(
        Removal(price, _effects(by_key[price.bet.key], composition.at(by), composition))
        for price in prices(bets, composition, naturals=naturals)
    )


def _kinds(bet: Bet) -> Detail:
    """The detail at which one card differs from another for a bet."""
    return Detail.CARDS if bet.detail is Detail.COLOURS else bet.detail


def _changes(
    bets: list[Bet], seen: Composition, naturals: Naturals
) -> dict[str, dict[Card, Fraction]]:
    """For each bet, by how much its expectation rises without one card, for every card."""
    whole = prices(bets, seen, naturals=naturals)
    changes: dict[str, dict[Card, Fraction]] = {bet.key: {} for bet in bets}
    for face in seen.available:
        reduced = prices(bets, seen.without([face]), naturals=naturals)
        alike = [card for card in DECK if seen.face(card) == face]
        for before, after in zip(whole, reduced, strict=True):
            change = after.expectation - before.expectation
            changes[before.bet.key] |= dict.fromkeys(alike, change)
    return changes


def _effects(
    changes: dict[Card, Fraction], shown: Composition, composition: Composition
) -> tuple[Effect, ...]:
    """The mean change over the cards of each kind shown."""
    effects = []
    for face, number in shown.available.items():
        alike = {
            card: held for card, held in composition.available.items() if shown.face(card) == face
        }
        total = sum((held * changes[card] for card, held in alike.items()), Fraction(0))
        effects.append(Effect(shown.label(face), number, total / number))
    return tuple(effects)

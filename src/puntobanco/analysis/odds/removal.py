"""How the removal of one card changes a bet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import overload

from puntobanco._html import html_table
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds._openings import Kinds, card_kinds
from puntobanco.analysis.odds._pay_counts import Weighed
from puntobanco.analysis.odds.counts import Price, prices, required_bets
from puntobanco.bets import Bet, Detail
from puntobanco.cards import Card
from puntobanco.coup import LARGEST_COUP, Naturals
from puntobanco.errors import AnalysisError


@dataclass(frozen=True, slots=True)
class Effect:
    """By how much the expectation of one unit rises without one card of a kind.

    Above zero is good for the guest.
    """

    kind: str
    """A rank such as ``K``, a card such as ``Kd``, or points if only these are known."""
    cards: int
    """The number of cards of the kind."""
    change: Fraction


@dataclass(frozen=True, slots=True)
class Removal:
    """The effects of removing one card of each kind on one bet.

    Weighted by the cards of each kind, they sum to zero.
    """

    price: Price
    effects: tuple[Effect, ...]

    def _repr_html_(self) -> str:
        caption = f"{self.price.bet.name}: one card less changes the expectation"
        rows = [
            (each.kind, each.cards, f"{float(100 * each.change):+.6f}") for each in self.effects
        ]
        return html_table(caption, ("card", "held", "% of the stake"), rows)


@overload
def removal(
    bets: Bet, composition: Composition, *, naturals: Naturals = ..., by: Detail = ...
) -> Removal: ...
@overload
def removal(
    bets: Iterable[Bet], composition: Composition, *, naturals: Naturals = ..., by: Detail = ...
) -> tuple[Removal, ...]: ...
def removal(
    bets: Bet | Iterable[Bet],
    composition: Composition,
    *,
    naturals: Naturals = Naturals.HIGHER_WINS,
    by: Detail = Detail.RANKS,
) -> Removal | tuple[Removal, ...]:
    """Return the effect of each card's removal on a bet, or on each of several.

    By rank, the effect on a bet that sees suits or colours is the mean over the suits. If only
    points are known, the effects are by points.

    >>> from puntobanco.bets import TIE
    >>> ace, *_ = removal(TIE, Composition.of_decks(8)).effects
    >>> ace.kind, ace.cards, round(float(100 * ace.change), 4)
    ('A', 32, 0.0129)
    """
    if isinstance(bets, Bet):
        return _removals((bets,), composition, naturals=naturals, by=by)[0]
    return _removals(required_bets(bets), composition, naturals=naturals, by=by)


def _removals(
    bets: tuple[Bet, ...], composition: Composition, *, naturals: Naturals, by: Detail
) -> tuple[Removal, ...]:
    """Return the effects on each bet. Bets that tell the same cards apart are counted together."""
    if composition.size <= LARGEST_COUP:
        raise AnalysisError(
            f"a removal needs more than {LARGEST_COUP} cards, not {composition.size}"
        )
    if by is Detail.RANKS and not composition.has_detail(by):
        by = Detail.POINTS
    composition.require(by, f"removal by {by.value}")
    alike: dict[Kinds, list[Bet]] = {}
    for bet in bets:
        alike.setdefault(card_kinds(bet), []).append(bet)
    for kinds, group in alike.items():
        shoes = 1 + len(kinds.among(composition.available))
        Weighed(composition).check(group, naturals, shoes=shoes)
    changes = {
        price.bet.key: (price, change)
        for kinds, group in alike.items()
        for price, change in _changes(group, composition, kinds, naturals=naturals)
    }
    return tuple(
        Removal(price, _effects(change, composition.at(by), composition))
        for price, change in (changes[bet.key] for bet in bets)
    )


def _changes(
    bets: list[Bet], composition: Composition, kinds: Kinds, *, naturals: Naturals
) -> Iterator[tuple[Price, dict[Card, Fraction]]]:
    """Return the price of each bet, and by how much its expectation rises without each card.

    Cards that the bets can't tell apart have the same effect.
    """
    by_kind: dict[int, list[Card]] = {}
    for card in composition.available:
        by_kind.setdefault(kinds.kind(card), []).append(card)
    whole = prices(bets, composition, naturals=naturals)
    changes: list[dict[Card, Fraction]] = [{} for _ in bets]
    for cards in by_kind.values():
        reduced = prices(bets, composition.without(cards[:1]), naturals=naturals)
        for change, before, after in zip(changes, whole, reduced, strict=True):
            change.update(dict.fromkeys(cards, after.expectation - before.expectation))
    return zip(whole, changes, strict=True)


def _effects(
    changes: dict[Card, Fraction], shown: Composition, composition: Composition
) -> tuple[Effect, ...]:
    """Return the mean change over the cards of each kind."""
    effects = []
    for face, number in shown.available.items():
        alike = {
            card: held for card, held in composition.available.items() if shown.face(card) == face
        }
        total = sum((held * changes[card] for card, held in alike.items()), Fraction(0))
        effects.append(Effect(shown.label(face), number, total / number))
    return tuple(effects)

"""Exact counts and prices of one composition, and how removing one card changes a bet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import overload

from puntobanco._html import html_table
from puntobanco.analysis.composition import NOTHING, Composition, Given
from puntobanco.analysis.odds._openings import Kinds, card_kinds
from puntobanco.analysis.odds._pay_counts import Weighed
from puntobanco.bets import Bet, Detail, Odds
from puntobanco.cards import Card
from puntobanco.coup import LARGEST_COUP, SCORES, Naturals, Outcome, Score
from puntobanco.errors import AnalysisError
from puntobanco.house import House
from puntobanco.settlement import Chips
from puntobanco.tableau import PUNTO_BANCO, Tableau


@dataclass(frozen=True, slots=True)
class Price:
    """The exact earnings of a bet per unit staked. Probabilities and averages are fractions.

    Figures per coup count a push as a bet that earned nothing. Figures per decided bet ignore it.
    """

    bet: Bet
    orders: int
    """All orders of six cards."""
    ways: tuple[tuple[Odds, int], ...]
    """What one unit earns, and the number of orders, best pay first."""

    @property
    def probabilities(self) -> dict[Odds, Fraction]:
        """The probability of each pay, including a loss (-1) and a push (0)."""
        return {pay: Fraction(orders, self.orders) for pay, orders in self.ways}

    @property
    def expectation(self) -> Fraction:
        """What one unit earns on average, per coup."""
        scale, total, _ = self._sums()
        return Fraction(total, self.orders * scale)

    @property
    def edge(self) -> Fraction:
        """The share of one unit that the house keeps on average, per coup."""
        return -self.expectation

    @property
    def edge_percent(self) -> float:
        """The edge in percent."""
        return float(100 * self.edge)

    @property
    def variance(self) -> Fraction:
        """The variance of what one unit earns, per coup."""
        return Fraction(*self._variance(self.orders))

    @property
    def sd(self) -> float:
        """The standard deviation of what one unit earns, per coup."""
        above, below = self._variance(self.orders)
        return sqrt(above / below)

    @property
    def win(self) -> Fraction:
        """The probability of a win."""
        return self._part(orders for pay, orders in self.ways if pay > 0)

    @property
    def push(self) -> Fraction:
        """The probability that the stake comes back."""
        return self._part(orders for pay, orders in self.ways if pay == 0)

    @property
    def lose(self) -> Fraction:
        """The probability of a loss."""
        return self._part(orders for pay, orders in self.ways if pay < 0)

    @property
    def decided(self) -> Fraction:
        """The probability that the bet is won or lost."""
        return 1 - self.push

    @property
    def edge_decided(self) -> Fraction | None:
        """The edge per decided bet, or None if every coup is a push."""
        return self.edge / self.decided if self.decided else None

    @property
    def sd_decided(self) -> float | None:
        """The standard deviation per decided bet, or None if every coup is a push."""
        decided = sum(orders for pay, orders in self.ways if pay != 0)
        if not decided:
            return None
        above, below = self._variance(decided)
        return sqrt(above / below)

    def rounding_cost(self, stake: Chips, earned: Callable[[Chips, Fraction], Chips]) -> Fraction:
        """Return the average cost of rounding to whole chips for the guest, per coup, in chips.

        It is below zero if the rounding favours the guest, and zero if every pay is whole. `earned`
        rounds, for example `House.earned`.
        """
        lost = sum(
            orders * (stake * Fraction(pay) - earned(stake, pay)) for pay, orders in self.ways
        )
        return Fraction(lost) / self.orders

    def _repr_html_(self) -> str:
        caption = f"{self.bet.name}: edge {self.edge_percent:.6f} %, sd {self.sd:.4f}"
        rows = [
            (pay, f"{orders:,}", f"{float(100 * Fraction(orders, self.orders)):.6f}")
            for pay, orders in self.ways
        ]
        return html_table(caption, ("one unit earns", "orders", "probability %"), rows)

    def _sums(self) -> tuple[int, int, int]:
        """Return a scale that makes every pay whole, and sums of scaled pays and squares."""
        # One common denominator is several times faster than sums of fractions.
        scale = lcm(*(pay.denominator for pay, _ in self.ways))
        total = squares = 0
        for pay, orders in self.ways:
            scaled = pay.numerator * (scale // pay.denominator)
            total += scaled * orders
            squares += scaled * scaled * orders
        return scale, total, squares

    def _variance(self, orders: int) -> tuple[int, int]:
        """Return the variance over this many orders, as numerator and denominator."""
        scale, total, squares = self._sums()
        return squares * orders - total * total, (orders * scale) ** 2

    def _part(self, orders: Iterable[int]) -> Fraction:
        return Fraction(sum(orders), self.orders)


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of orders of six cards for each score.

    >>> counts(Composition.of_decks(8)).outcomes()[Outcome.TIE]
    475627426473216
    """

    cards: int
    """The number of cards in the shoe."""
    orders: int
    """All orders of six cards that begin with the seen cards of the coup."""
    by_score: tuple[int, ...]
    """One count for each of the 400 `SCORES`."""

    @property
    def scores(self) -> dict[Score, int]:
        """The possible scores, and their orders."""
        counted = zip(SCORES, self.by_score, strict=True)
        return {score: orders for score, orders in counted if orders}

    def outcomes(self, naturals: Naturals = Naturals.HIGHER_WINS) -> dict[Outcome, int]:
        """Count the orders of each outcome, by the house's rule for two naturals."""
        totals = dict.fromkeys(Outcome, 0)
        for score, orders in self.scores.items():
            totals[score.outcome(naturals)] += orders
        return totals

    def _repr_html_(self) -> str:
        rows = [
            (outcome.value, f"{orders:,}", f"{100 * orders / self.orders:.6f}")
            for outcome, orders in self.outcomes().items()
        ]
        caption = f"{self.cards:,} cards, {self.orders:,} orders"
        return html_table(caption, ("outcome", "orders", "probability %"), rows)


def counts(
    composition: Composition, *, given: Given = NOTHING, tableau: Tableau = PUNTO_BANCO
) -> Counts:
    """Count the scores of a shoe of 6 to 1,450 cards.

    `given` are cards of the coup that are already seen. They are part of the composition.
    """
    weighed = Weighed(composition, given, tableau)
    return Counts(composition.size, weighed.orders, tuple(weighed.scores.tolist()))


def price(
    bet: Bet,
    composition: Composition,
    *,
    naturals: Naturals = Naturals.HIGHER_WINS,
    given: Given = NOTHING,
) -> Price:
    """Return the exact price of a bet.

    >>> from puntobanco.bets import BANKER
    >>> round(price(BANKER, Composition.of_decks(8)).edge_percent, 6)
    1.057906
    """
    return prices((bet,), composition, naturals=naturals, given=given)[0]


def prices(
    bets: Iterable[Bet],
    composition: Composition,
    *,
    naturals: Naturals = Naturals.HIGHER_WINS,
    given: Given = NOTHING,
) -> tuple[Price, ...]:
    """Return the exact prices of several bets on one shoe, in the given order."""
    asked, weighed = required_bets(bets), Weighed(composition, given)
    found = zip(asked, weighed.ways(asked, naturals), strict=True)
    return tuple(Price(bet, weighed.orders, ways) for bet, ways in found)


def required_bets(asked: Iterable[object]) -> tuple[Bet, ...]:
    """Return these bets. Raise `TypeError` for a key or anything else that isn't a bet."""
    bets = []
    for bet in asked:
        if not isinstance(bet, Bet):
            wanted = "a bet, such as bets.BANKER or bets.find('banker'), is wanted"
            raise TypeError(f"{wanted}, not {(asked if isinstance(asked, str) else bet)!r}")
        bets.append(bet)
    return tuple(bets)


def quick_bets(
    bets: Iterable[Bet],
    composition: Composition,
    *,
    seconds: float,
    naturals: Naturals = Naturals.HIGHER_WINS,
) -> list[Bet]:
    """Return the bets whose exact prices together take one core about this many seconds."""
    return Weighed(composition).within(bets, naturals, seconds)


def table_for(
    house: House, composition: Composition | None = None, *, given: Given = NOTHING
) -> list[Price]:
    """Return the price of every bet that a house offers, the best for the guest first.

    Without a composition, use the house's full shoe.
    """
    shoe = Composition.of_decks(house.decks) if composition is None else composition
    return best_first(prices(house.bets, shoe, naturals=house.naturals, given=given))


def best_first(priced: Iterable[Price]) -> list[Price]:
    """Sort prices by edge, the best for the guest first."""
    return sorted(priced, key=lambda each: each.edge)


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
    effects = []
    for face, number in shown.available.items():
        alike = {
            card: held for card, held in composition.available.items() if shown.face(card) == face
        }
        total = sum((held * changes[card] for card, held in alike.items()), Fraction(0))
        effects.append(Effect(shown.label(face), number, total / number))
    return tuple(effects)

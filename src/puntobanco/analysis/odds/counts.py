"""Exact counts and prices of one composition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from puntobanco._html import html_table
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds._pay_counts import Weighed
from puntobanco.analysis.odds.given import NOTHING, Given
from puntobanco.analysis.odds.price import Price
from puntobanco.bets import Bet
from puntobanco.coup import SCORES, Naturals, Outcome, Score
from puntobanco.house import House
from puntobanco.tableau import PUNTO_BANCO, Tableau


@dataclass(frozen=True, slots=True)
class Counts:
    """In how many orders of six cards each score comes about.

    >>> counts(Composition.of_decks(8)).outcomes()[Outcome.TIE]
    475627426473216
    """

    cards: int
    """How many cards the shoe holds."""
    orders: int
    """All orders of six cards that begin with what was seen of the coup."""
    by_score: tuple[int, ...]
    """One count for each of the 400 `SCORES`."""

    @property
    def scores(self) -> dict[Score, int]:
        """The scores that can come about, and in how many orders."""
        counted = zip(SCORES, self.by_score, strict=True)
        return {score: orders for score, orders in counted if orders}

    def outcomes(self, naturals: Naturals = Naturals.HIGHER_WINS) -> dict[Outcome, int]:
        """In how many orders each outcome comes about, by the house's rule for two naturals."""
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

    `given` are cards of the coup that are already seen; they are among those of the composition.
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
    """The exact price of a bet.

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
    """The exact prices of several bets on one shoe, in the order given."""
    asked, weighed = required_bets(bets), Weighed(composition, given)
    found = zip(asked, weighed.ways(asked, naturals), strict=True)
    return tuple(Price(bet, weighed.orders, ways) for bet, ways in found)


def required_bets(asked: Iterable[object]) -> tuple[Bet, ...]:
    """These bets; refused if one is a key, or anything else that is no bet."""
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
    """The bets whose exact prices take about so many seconds of one core together, or less."""
    return Weighed(composition).within(bets, naturals, seconds)


def table_for(
    house: House, composition: Composition | None = None, *, given: Given = NOTHING
) -> list[Price]:
    """The price of every bet that a house offers, the best for the guest first.

    Without a composition, of its full shoe.
    """
    shoe = Composition.of_decks(house.decks) if composition is None else composition
    return best_first(prices(house.bets, shoe, naturals=house.naturals, given=given))


def best_first(priced: Iterable[Price]) -> list[Price]:
    """Prices in the order in which a guest should like them."""
    return sorted(priced, key=lambda each: each.edge)

"""A bet's price: in how many orders it earns what, and all that follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt

from puntobanco._html import html_table
from puntobanco.bets import Bet, Odds
from puntobanco.settlement import Chips


@dataclass(frozen=True, slots=True)
class Price:
    """What a bet earns per unit staked, exactly. Whatever is a part of one is a `Fraction`.

    Per coup, a push counts as a bet that earned nothing; per decided bet, it does not count.
    """

    bet: Bet
    orders: int
    """All orders of six cards."""
    ways: tuple[tuple[Odds, int], ...]
    """What one unit earns, and in how many of the orders; the best pay first."""

    @property
    def probabilities(self) -> dict[Odds, Fraction]:
        """How likely each pay is, a loss (-1) and a push (0) included."""
        return {pay: Fraction(orders, self.orders) for pay, orders in self.ways}

    @property
    def expectation(self) -> Fraction:
        """What one unit earns on average, per coup."""
        scale, total, _ = self._sums()
        return Fraction(total, self.orders * scale)

    @property
    def edge(self) -> Fraction:
        """What the house keeps of one unit on average, per coup: above zero for the house."""
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
        """How likely the bet earns something."""
        return self._part(orders for pay, orders in self.ways if pay > 0)

    @property
    def push(self) -> Fraction:
        """How likely the stake just comes back."""
        return self._part(orders for pay, orders in self.ways if pay == 0)

    @property
    def lose(self) -> Fraction:
        """How likely the stake is lost."""
        return self._part(orders for pay, orders in self.ways if pay < 0)

    @property
    def decided(self) -> Fraction:
        """How likely the bet is won or lost."""
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
        """A scale that makes every pay whole, and the sums of scaled pays and of their squares."""
        # One common denominator is several times faster than sums of fractions.
        scale = lcm(*(pay.denominator for pay, _ in self.ways))
        total = squares = 0
        for pay, orders in self.ways:
            scaled = pay.numerator * (scale // pay.denominator)
            total += scaled * orders
            squares += scaled * scaled * orders
        return scale, total, squares

    def _variance(self, orders: int) -> tuple[int, int]:
        """The variance over so many of the orders, as numerator and denominator."""
        scale, total, squares = self._sums()
        return squares * orders - total * total, (orders * scale) ** 2

    def _part(self, orders: Iterable[int]) -> Fraction:
        return Fraction(sum(orders), self.orders)

"""The session of a guest: bankroll, unit, and when to leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from puntobanco.bets import Bet
from puntobanco.errors import AnalysisError
from puntobanco.house import House
from puntobanco.settlement import CHIPS_PER_DOLLAR, Chips, Rounding, dollars

MOST_CHIPS = Chips(10**14)
"""A trillion dollars."""
MOST_SHOES = 10**5
_MOST_COUNT = 10**6
PROGRAMS = ("rolling", "rebate", "comp")
"""The fields that say what a house returns."""


@dataclass(frozen=True, kw_only=True)
class Session:
    """With what money each guest plays, and until when; money in chips."""

    bankroll: Chips = Chips(1_000_00)
    """What each guest brings; 1,000 dollars by default."""
    unit: Chips = Chips(10_00)
    """The base stake; 10 dollars by default."""
    cap: Chips | None = None
    """The most on one bet; the house's limit by default."""
    stop_loss: Chips | None = None
    """Leave when this much is lost."""
    goal: Chips | None = None
    """Leave when this much is won."""
    trailing_stop: Chips | None = None
    """Leave when the bankroll is this much below its highest."""
    losing_run: int | None = None
    """Leave after so many losses in a row."""
    shoes: int = 1
    """How many shoes to play, at most; more if `coups` asks for more."""
    coups: int | None = None
    """How many coups to stay, at most."""
    bets_per_shoe: int | None = None
    """On how many coups of a shoe to bet, at most."""
    rolling: Fraction = Fraction(0)
    """The commission on every lost stake, as with dead chips."""
    rebate: Fraction = Fraction(0)
    """The share of a session's loss that the house returns."""
    comp: Fraction = Fraction(0)
    """The share of the theoretical loss that the house returns."""

    def __post_init__(self) -> None:
        self._check_money()
        for name in PROGRAMS:
            if not 0 <= getattr(self, name) <= 1:
                raise AnalysisError(f"{name} must be from 0 to 1, not {getattr(self, name)}")
        if not 1 <= self.shoes <= MOST_SHOES or (self.coups is not None and self.coups < 1):
            raise AnalysisError(f"a session lasts 1 to {MOST_SHOES:,} shoes, and at least one coup")
        for name in ("losing_run", "bets_per_shoe"):
            count = getattr(self, name)
            if count is not None and not 1 <= count <= _MOST_COUNT:
                raise AnalysisError(f"{name} must be from 1 to {_MOST_COUNT:,}, not {count}")

    def _check_money(self) -> None:
        unit, bankroll = dollars(self.unit), dollars(self.bankroll)
        if not 1 <= self.unit <= self.bankroll <= MOST_CHIPS:
            raise AnalysisError(
                f"a bankroll of {bankroll} must cover a unit of {unit}, above 0, "
                f"and be {dollars(MOST_CHIPS)} at most"
            )
        if self.cap is not None and self.cap < self.unit:
            raise AnalysisError(f"a cap of {dollars(self.cap)} is below the unit of {unit}")
        for name in ("stop_loss", "trailing_stop"):
            stop = getattr(self, name)
            if stop is not None and not 0 < stop <= self.bankroll:
                raise AnalysisError(
                    f"a {name.replace('_', ' ')} must be above 0 and at most the bankroll"
                )
        if self.goal is not None and not 0 < self.goal <= MOST_CHIPS:
            raise AnalysisError("a goal must be above 0")

    def most_units(self, house: House, bet: Bet) -> int | None:
        """Return the most units that may be put on a bet; None if nothing limits them."""
        limits = house.limits_of(bet)
        if limits is None:
            return None if self.cap is None else self.cap // self.unit
        if self.unit < limits.minimum or self.unit % limits.step:
            raise AnalysisError(
                f"a unit on {bet.key} must be {dollars(limits.minimum)} or more, in steps of "
                f"{dollars(limits.step)}, not {dollars(self.unit)}"
            )
        most = limits.maximum if self.cap is None else min(limits.maximum, self.cap)
        return int(most // self.unit)

    def check_cap(self, house: House, bets: Sequence[Bet]) -> None:
        """Refuse a cap that is above the limit of every bet."""
        limits = [limits for bet in bets if (limits := house.limits_of(bet)) is not None]
        if self.cap is None or not limits or len(limits) < len(bets):
            return
        most = max(each.maximum for each in limits)
        if self.cap > most:
            raise AnalysisError(
                f"a cap of {dollars(self.cap)} is above the {dollars(most)} that {house.name} "
                f"takes on {' or '.join(bet.key for bet in bets)}"
            )

    def check_pays(self, house: House, bet: Bet) -> None:
        """Refuse a unit on which a pay would be rounded: sums of such pays aren't exact."""
        for pay in bet.pay_table:
            exact = pay * self.unit
            if exact.denominator > 1 or house.earned(self.unit, Fraction(pay)) != exact:
                coin = house.currency.chips if house.rounding is Rounding.WHOLE else 1
                smallest = dollars(Chips(pay.denominator * coin))
                raise AnalysisError(
                    f"a unit on {bet.key} must be a multiple of {smallest}, "
                    f"not {dollars(self.unit)}"
                )

    def json(self) -> dict[str, object]:
        """Return the terms for machines; money in dollars."""
        money = ("bankroll", "unit", "cap", "stop_loss", "goal", "trailing_stop")
        return {
            **{name: _in_dollars(getattr(self, name)) for name in money},
            "losing_run": self.losing_run,
            "session_shoes": self.shoes,
            "session_coups": self.coups,
            "bets_per_shoe": self.bets_per_shoe,
            **{name: float(getattr(self, name)) for name in PROGRAMS},
        }

    @property
    def has_programs(self) -> bool:
        """Whether the house returns anything."""
        return bool(self.rolling or self.rebate or self.comp)

    def text(self) -> str:
        """Return the terms in one line."""
        stops = (
            ("at most {} on a bet", self.cap and dollars(self.cap)),
            ("a stop-loss of {}", self.stop_loss and dollars(self.stop_loss)),
            ("a goal of {}", self.goal and dollars(self.goal)),
            ("a trailing stop of {}", self.trailing_stop and dollars(self.trailing_stop)),
            ("out after {} losses in a row", self.losing_run),
            ("bets on at most {} coups of a shoe", self.bets_per_shoe),
            ("{:g} % on lost stakes", float(100 * self.rolling)),
            ("a rebate of {:g} % on a loss", float(100 * self.rebate)),
            ("{:g} % of the theoretical loss as comps", float(100 * self.comp)),
        )
        return "; ".join(
            (
                f"{dollars(self.bankroll)} with a unit of {dollars(self.unit)}",
                *(text.format(value) for text, value in stops if value),
                f"{self.coups:,} coups"
                if self.coups
                else f"{self.shoes:,} shoe{'s' * (self.shoes > 1)}",
            )
        )


def _in_dollars(chips: Chips | None) -> float | None:
    return None if chips is None else chips / CHIPS_PER_DOLLAR

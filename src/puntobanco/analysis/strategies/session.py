"""The session of a guest with a betting system: bankroll, base stake, and when to leave."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puntobanco.analysis.simulation._kernel_rules import KernelRules
from puntobanco.bets import Bet, Part
from puntobanco.errors import AnalysisError
from puntobanco.house import House
from puntobanco.settlement import CHIPS_PER_DOLLAR, Chips, dollars

MOST_CHIPS = Chips(10**14)
"""A trillion dollars."""
_MOST_SHOES = 10**6


@dataclass(frozen=True, kw_only=True)
class Session:
    """The terms on which each guest plays. Money is in chips."""

    bankroll: Chips = Chips(1_000_00)
    """What each guest brings; by default 1,000 dollars."""
    unit: Chips = Chips(10_00)
    """The base stake; by default 10 dollars."""
    cap: Chips | None = None
    """The most on one coup; by default the house's limit, if any."""
    stop_loss: Chips | None = None
    """Stop when this much is lost."""
    goal: Chips | None = None
    """Stop when this much is won."""
    shoes: int = 1
    """The most shoes to play; more if `coups` asks for more."""
    coups: int | None = None
    """The most coups to play."""

    def at(self, house: House, bet: Bet) -> Session:
        """Return the session with the house's limits. Raise `AnalysisError` for nonsense."""
        shoes = self.shoes
        if self.coups is not None:
            shoes = -(-self.coups // KernelRules.at(house).always_dealt)
        session = replace(self, cap=self._cap_at(house, bet), shoes=shoes)
        session.check(bet)
        return session

    def _cap_at(self, house: House, bet: Bet) -> Chips | None:
        if house.limits is None:
            return self.cap
        is_main = bet in house.main_bets
        most = house.limits.maximum if is_main else house.limits.side_maximum
        if self.cap is not None and self.cap > most:
            allowed = f"the {dollars(most)} that {house.name} takes on {bet.key}"
            raise AnalysisError(f"a cap of {dollars(self.cap)} is above {allowed}")
        return most if self.cap is None else self.cap

    def check(self, bet: Bet) -> None:
        """Raise `AnalysisError` for sums, limits or a bet that make no sense."""
        self._check_money()
        if not 1 <= self.shoes <= _MOST_SHOES or (self.coups is not None and self.coups < 1):
            raise AnalysisError("a session lasts 1 to 1,000,000 shoes, and at least one coup")
        if bet.part is not Part.SCORE:
            raise AnalysisError(f"systems bet on the score, and {bet.key} looks at more than that")
        for pay in bet.pay_table:
            if (pay * self.unit).denominator > 1:
                smallest, unit = dollars(Chips(pay.denominator)), dollars(self.unit)
                raise AnalysisError(
                    f"a unit on {bet.key} must be a multiple of {smallest}, not {unit}"
                )

    def _check_money(self) -> None:
        unit, bankroll = dollars(self.unit), dollars(self.bankroll)
        if not 1 <= self.unit <= self.bankroll <= MOST_CHIPS:
            raise AnalysisError(
                f"a bankroll of {bankroll} must cover a unit of {unit}, above 0, "
                f"and be {dollars(MOST_CHIPS)} at most"
            )
        if self.cap is not None and self.cap < self.unit:
            raise AnalysisError(f"a cap of {dollars(self.cap)} is below the base stake of {unit}")
        if self.stop_loss is not None and not 0 < self.stop_loss <= self.bankroll:
            raise AnalysisError("a stop-loss is above 0 and at most the bankroll")
        if self.goal is not None and not 0 < self.goal <= MOST_CHIPS:
            raise AnalysisError("a goal is a sum above 0 to be won")

    def json(self) -> dict[str, object]:
        """Return the terms for machines. Money is in dollars."""
        return {
            "bankroll": _in_dollars(self.bankroll),
            "unit": _in_dollars(self.unit),
            "cap": _in_dollars(self.cap),
            "stop_loss": _in_dollars(self.stop_loss),
            "goal": _in_dollars(self.goal),
            "session_shoes": self.shoes,
            "session_coups": self.coups,
        }

    def text(self, bet: Bet) -> str:
        """Return the terms in one line."""
        return "; ".join(
            (
                f"on {bet.key} with {dollars(self.bankroll)}",
                f"a unit of {dollars(self.unit)}",
                f"at most {dollars(self.cap)} on a coup" if self.cap else "no cap",
                f"a stop-loss of {dollars(self.stop_loss)}" if self.stop_loss else "no stop-loss",
                f"a goal of {dollars(self.goal)}" if self.goal else "no goal",
                f"{self.coups:,} coups" if self.coups else _shoes(self.shoes),
            )
        )


def _shoes(shoes: int) -> str:
    return "1 shoe" if shoes == 1 else f"{shoes:,} shoes"


def _in_dollars(chips: Chips | None) -> float | None:
    return None if chips is None else chips / CHIPS_PER_DOLLAR

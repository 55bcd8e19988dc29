"""Calls to a guest's own placements and stakings. Checks results, and names the failing coup."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from functools import cached_property

import numpy as np

from puntobanco.analysis._exact_sums import Integers
from puntobanco.analysis.simulation.recorded import outcome_letters
from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.analysis.strategies._arrays import WholeShoes
from puntobanco.analysis.strategies._own import Watchdog, first_line
from puntobanco.analysis.strategies._program import bet_of
from puntobanco.analysis.strategies.strategy import PlaceFunction
from puntobanco.analysis.strategies.view import GuestView
from puntobanco.bets import Bet
from puntobanco.errors import AnalysisError, BetNotOffered
from puntobanco.house import House


class StrategyFailed(AnalysisError):
    """A strategy that asked for something impossible, or failed."""


@dataclass(frozen=True)
class OwnPlace:
    """Calls an own placement and checks what it returns."""

    function: PlaceFunction
    name: str
    _: KW_ONLY
    house: House
    unit: int
    most: Mapping[str, int]
    """The most units on each bet, by its key, in the kernel's order."""
    lacking: Callable[[Bet], str | None]
    """What recorded shoes lack to settle a bet."""
    shoes: WholeShoes
    watchdog: Watchdog
    first_shoe: int

    def __call__(self, known: Integers, shoe: int, coup: int, want: Integers) -> None:
        """Write down the units that the function puts on each bet."""
        view = GuestView(self.shoes, self._letters, shoe, coup, known, self.unit)
        try:
            with self.watchdog.call():
                placed: object = self.function(view)
            for key, units in self._checked(placed, int(known[kernels.BANKROLL])):
                want[self._numbers[key]] += units
        except (Exception, SystemExit) as error:
            where = _where(self.first_shoe + shoe, view.coup)
            reason = f"the strategy {self.name} failed at {where}: {first_line(error)}"
            raise StrategyFailed(reason) from error

    @cached_property
    def _letters(self) -> str:
        return "".join(np.array(outcome_letters(self.house.naturals))[self.shoes.score])

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {key: at for at, key in enumerate(self.most)}

    def _checked(self, placed: object, money: int) -> list[tuple[str, int]]:
        if placed is None:
            return []
        if not isinstance(placed, dict):
            raise TypeError(f"it must return a dict of units by bet, not {placed!r:.40}")
        found = [(self._key(str(key)), self._units(units)) for key, units in placed.items()]
        for key, units in found:
            if units > self.most[key]:
                raise ValueError(f"{units} units on {key} are above the {self.most[key]:,} allowed")
        total = sum(units for _, units in found)
        if total * self.unit > money >= self.unit:  # a guest with less than a unit is ruined
            raise ValueError(f"it staked {total:,} units and has {money / self.unit:,g}")
        return found

    def _key(self, name: str) -> str:
        try:
            bet = bet_of(self.house, name)
        except BetNotOffered:
            keys = ", ".join(bet.key for bet in self.house.bets)
            offered = f"a bet that {self.house.name} offers: {keys}"
            raise ValueError(f"{name!r:.40} is not {offered}") from None
        if (lacks := self.lacking(bet)) is not None:
            raise ValueError(f"{bet.key} needs {lacks}, which the recorded shoes lack")
        return bet.key

    @staticmethod
    def _units(units: object) -> int:
        if not isinstance(units, int) or isinstance(units, bool) or units < 0:
            raise TypeError(f"units must be whole numbers from 0, not {units!r:.40}")
        return units


@contextmanager
def staking_errors(name: str, known: Integers, first_shoe: int) -> Iterator[None]:
    """Report the shoe and coup at which a guest's own staking failed."""
    try:
        yield
    except StrategyFailed:
        raise
    except (Exception, SystemExit) as error:
        where = _where(first_shoe + int(known[kernels.SHOE]), max(1, int(known[kernels.COUP])))
        raise StrategyFailed(
            f"the staking {name} failed at {where}: {first_line(error)}"
        ) from error


def _where(shoe: int, coup: int) -> str:
    return f"shoe {shoe + 1:,}, coup {coup}"

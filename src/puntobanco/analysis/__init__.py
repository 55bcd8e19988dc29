"""The lab: exact odds, simulation, betting systems and counting; needs the extra ``lab``.

composition  how many cards of each kind a shoe holds, in no order
reference    exact counts by the real `deal`: slow, and what the fast code is tested against
odds         exact odds of any shoe and every bet
simulation   whole shoes by the million, as jobs of independent blocks
strategies   betting systems, played through simulated shoes
counting     card counting and perfect play, through simulated shoes
plan         shoes, systems and counts to simulate under one seed
results      the results of a plan
output       the results as text tables, charts and one offline page
_jit         the only module that imports numba
_exact_sums  sums that may not fit in 64 bits

What a program needs is given here by name, and loaded when it is asked for.

>>> from puntobanco.analysis import Composition, price
>>> from puntobanco.bets import TIE
>>> round(price(TIE, Composition.of_decks(8)).edge_percent, 6)
14.359629
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puntobanco.analysis.composition import Composition
    from puntobanco.analysis.counting.count_statistics import CountStatistics
    from puntobanco.analysis.odds import (
        Counts,
        Effect,
        Given,
        Price,
        Removal,
        counts,
        expectations,
        price,
        prices,
        removal,
    )
    from puntobanco.analysis.plan import Plan
    from puntobanco.analysis.results import Results
    from puntobanco.analysis.simulation import Report, Specification, simulate
    from puntobanco.analysis.simulation.bet_statistics import BetStatistics
    from puntobanco.analysis.simulation.execution import Stopwatch
    from puntobanco.analysis.simulation.fit import Fit
    from puntobanco.analysis.strategies.session import Session
    from puntobanco.analysis.strategies.system_statistics import Bar, SystemStatistics
    from puntobanco.analysis.strategies.systems import System

__all__ = [
    "Bar",
    "BetStatistics",
    "Composition",
    "CountStatistics",
    "Counts",
    "Effect",
    "Fit",
    "Given",
    "Plan",
    "Price",
    "Removal",
    "Report",
    "Results",
    "Session",
    "Specification",
    "Stopwatch",
    "System",
    "SystemStatistics",
    "counts",
    "expectations",
    "price",
    "prices",
    "removal",
    "simulate",
]

_MODULES = {
    "composition": ("Composition",),
    "counting.count_statistics": ("CountStatistics",),
    "odds": (
        *("Counts", "Effect", "Given", "Price", "Removal"),
        *("counts", "expectations", "price", "prices", "removal"),
    ),
    "plan": ("Plan",),
    "results": ("Results",),
    "simulation": ("Report", "Specification", "simulate"),
    "simulation.bet_statistics": ("BetStatistics",),
    "simulation.execution": ("Stopwatch",),
    "simulation.fit": ("Fit",),
    "strategies.session": ("Session",),
    "strategies.system_statistics": ("Bar", "SystemStatistics"),
    "strategies.systems": ("System",),
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """One of the names above, from its module."""
        from importlib import import_module  # noqa: PLC0415 - takes a moment

        for module, names in _MODULES.items():
            if name in names:
                return getattr(import_module(f"{__name__}.{module}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})

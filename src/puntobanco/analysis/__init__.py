"""The lab: exact odds, simulation, strategies and counting; needs the extra ``lab``.

composition  how many cards of each kind a shoe holds, in no order; cards on the table
reference    exact counts by the real `deal`: slow, and what the fast code is tested against
odds         exact odds of any shoe and every bet
simulation   whole shoes by the million, as jobs of independent blocks, or recorded
shoe_files   recorded shoes as text and CSV
strategies   which bets to make and how much to stake, played through whole shoes
counting     card counting and perfect play, through simulated shoes
plan         shoes, strategies and counts to simulate under one seed, and the results
output       the results as text tables, charts and one offline page
_jit         the only module that imports numba
_exact_sums  sums that may not fit in 64 bits

The names below are imported on first use.

>>> from puntobanco.analysis import Composition, price
>>> from puntobanco.bets import TIE
>>> round(price(TIE, Composition.of_decks(8)).edge_percent, 6)
14.359629
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puntobanco.analysis.composition import Composition as Composition
    from puntobanco.analysis.counting.count_statistics import CountStatistics as CountStatistics
    from puntobanco.analysis.odds import Counts as Counts
    from puntobanco.analysis.odds import Effect as Effect
    from puntobanco.analysis.odds import Given as Given
    from puntobanco.analysis.odds import Price as Price
    from puntobanco.analysis.odds import Removal as Removal
    from puntobanco.analysis.odds import counts as counts
    from puntobanco.analysis.odds import expectations as expectations
    from puntobanco.analysis.odds import price as price
    from puntobanco.analysis.odds import prices as prices
    from puntobanco.analysis.odds import removal as removal
    from puntobanco.analysis.plan import Plan as Plan
    from puntobanco.analysis.plan import Results as Results
    from puntobanco.analysis.shoe_files import RecordedShoe as RecordedShoe
    from puntobanco.analysis.simulation import Report as Report
    from puntobanco.analysis.simulation import Specification as Specification
    from puntobanco.analysis.simulation import simulate as simulate
    from puntobanco.analysis.simulation.blocks import Stopwatch as Stopwatch
    from puntobanco.analysis.simulation.recorded import Knowledge as Knowledge
    from puntobanco.analysis.simulation.recorded import RecordedShoes as RecordedShoes
    from puntobanco.analysis.simulation.report import BetStatistics as BetStatistics
    from puntobanco.analysis.simulation.report import Fit as Fit
    from puntobanco.analysis.strategies.session import Session as Session
    from puntobanco.analysis.strategies.staking import Staking as Staking
    from puntobanco.analysis.strategies.strategy import Strategy as Strategy
    from puntobanco.analysis.strategies.strategy_statistics import (
        Programs as Programs,
    )
    from puntobanco.analysis.strategies.strategy_statistics import (
        StrategyStatistics as StrategyStatistics,
    )
else:
    from puntobanco._lazy import lazy

    __getattr__, __dir__ = lazy(__name__)

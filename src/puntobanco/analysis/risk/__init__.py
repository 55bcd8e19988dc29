"""Exact risk of flat stakes on one bet, and what a house's offers are worth. Coups are independent.

walk       what one unit earns in a coup, on the lattice of a bet's pays
ruin       ruin and goals, ever or within so many coups, and the bankroll for a chosen risk
session    the distribution of the result after so many coups, and runs of wins and losses
programs   rolling chips, rebates on losses, comps
_barriers  the exit of a walk from an interval, or its first fall below a floor
_horizon   a walk of so many coups

>>> from puntobanco.analysis import Composition, price
>>> from puntobanco.bets import PLAYER
>>> walk = Walk.of(price(PLAYER, Composition.of_decks(8)))
>>> round(risk(walk, 40, goal=20).ruin, 6)
0.522253
"""

from puntobanco.analysis.risk.programs import Rebate, Rolling, rebate, rolling
from puntobanco.analysis.risk.ruin import Risk, bankroll_for, risk
from puntobanco.analysis.risk.session import SessionResult, longest_run, run_chance, session
from puntobanco.analysis.risk.walk import Walk

__all__ = [
    "Rebate",
    "Risk",
    "Rolling",
    "SessionResult",
    "Walk",
    "bankroll_for",
    "longest_run",
    "rebate",
    "risk",
    "rolling",
    "run_chance",
    "session",
]

"""Exact risk of flat stakes on one bet, and what a house's offers are worth. Coups are independent.

walk       what one unit earns in a coup, on the lattice of a bet's pays
ruin       ruin and goals, the bankroll for a chosen risk, and the result of so many coups
programs   rolling chips, rebates on losses, comps
_barriers  the exit of a walk from an interval, its first fall below a floor, or its end

>>> from puntobanco.analysis import Composition, price
>>> from puntobanco.bets import PLAYER
>>> walk = Walk.of(price(PLAYER, Composition.of_decks(8)))
>>> round(risk(walk, 40, goal=20).ruin, 6)
0.522253
"""

from puntobanco.analysis.risk.programs import Rebate, Rolling, rebate, rolling
from puntobanco.analysis.risk.ruin import (
    Risk,
    SessionResult,
    bankroll_for,
    longest_run,
    risk,
    run_chance,
    session,
)
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

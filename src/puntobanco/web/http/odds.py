"""Exact odds of the unseen cards of a table."""

from __future__ import annotations

import msgspec

from puntobanco.announcer.catalogues import catalogue
from puntobanco.errors import AnalysisError
from puntobanco.table import Phase, State
from puntobanco.wire.answers import BetOdds, NoOdds, Odds, OutcomeOrders
from puntobanco.wire.messages import said
from puntobanco.words import Message, message

SECONDS = 1.0
"""About how long the odds of one coup may occupy a core. Bets that would take longer have none."""


def odds(state: State) -> Odds | NoOdds:
    """Exact odds of the cards that no guest has seen, or the reason why there are none."""
    try:
        from puntobanco.analysis.composition import Composition  # noqa: PLC0415 - an extra
        from puntobanco.analysis.odds import counts, prices, quick_bets  # noqa: PLC0415 - an extra
        from puntobanco.analysis.output.tables import price_facts  # noqa: PLC0415 - an extra
    except ImportError:
        return _no_odds(message("page.odds.missing"))
    if state.phase is not Phase.BETTING:
        return _no_odds(message("page.odds.no_shoe"))
    house = state.house
    unseen = Composition.of_decks(house.decks).without(state.seen)
    try:
        exact_counts = counts(unseen)
        bets = quick_bets(house.bets, unseen, seconds=SECONDS, naturals=house.naturals)
        priced = prices(bets, unseen, naturals=house.naturals)
    except AnalysisError as error:
        return _no_odds(str(error))
    outcomes = exact_counts.outcomes(house.naturals)
    return Odds(
        available=True,
        shoe=state.shoe,
        coups=len(state.coups),
        cards=unseen.size,
        orders=str(exact_counts.orders),
        outcomes=OutcomeOrders(**{each.value: str(orders) for each, orders in outcomes.items()}),
        bets=[msgspec.convert(price_facts(price), BetOdds) for price in priced],
    )


def _no_odds(why: Message | str) -> NoOdds:
    if isinstance(why, str):
        return NoOdds(available=False, reason=why, said=None)
    return NoOdds(available=False, reason=catalogue("en").words(why), said=said(why))

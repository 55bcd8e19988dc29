"""The houses that guests can choose, and exact odds of a table's unseen cards."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from puntobanco.announcer import refusal
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.status import refusal_message
from puntobanco.errors import AnalysisError, HouseError, NotationError
from puntobanco.house import HOUSES, House, Limits, named_house, parse_house
from puntobanco.settlement import Chips
from puntobanco.table import Phase, State
from puntobanco.web.hall.names import MAX_NAME_LENGTH, alike, cleaned, mixed_alphabets
from puntobanco.web.http.requests import MAX_LIMIT, NewLimits, NewTable, Problem
from puntobanco.wire.answers import BetOdds, NoOdds, Odds, OutcomeOrders
from puntobanco.wire.parts import wire_message
from puntobanco.words import Message, message

MAX_PAY_TO_ONE = 1_000
"""The highest pay, to 1. With the limits it keeps winnings far inside 53 bits."""


def requested_house(body: NewTable) -> House:
    """Return the house that a request asks for, with its limits."""
    house = _own_house(body.house_text) if body.house_text is not None else _named_house(body.house)
    if body.limits is None:
        return house
    if house.limits is None:
        raise Problem(409, "limits", message("refused.no_limits"))
    try:
        return replace(house, limits=_limits(body.limits, house.limits))
    except HouseError as error:
        raise Problem(409, "limits", _why(error)) from None


def _why(error: HouseError) -> Message | str:
    return refusal_message(error) or refusal(error)


def _limits(wanted: NewLimits, usual: Limits) -> Limits:
    """Return the limits that a request asks for; the house supplies the rest."""
    low, high = Chips(wanted.minimum), Chips(wanted.maximum)
    return Limits(
        minimum=low,
        maximum=high,
        side_maximum=Chips(wanted.side_maximum or max(low, min(high, usual.side_maximum))),
        step=Chips(wanted.step or min(usual.step, low)),
    )


def _named_house(name: str) -> House:
    try:
        return named_house(name)
    except NotationError as error:
        raise Problem(422, "invalid", refusal(error)) from None


def _own_house(text: str) -> House:
    try:
        house = parse_house(text)
        _check_own_house(house)
    except HouseError as error:
        raise Problem(409, "house", _why(error)) from None
    return house


def _check_own_house(house: House) -> None:
    """Refuse a misleading name, and limits or pays that are too high."""
    if cleaned(house.name) != house.name:
        raise _unseen("name")
    if mixed := mixed_alphabets(house.name):
        raise HouseError("name", code="house_alike", alphabets=list(mixed))
    known = {alike(each.name): each for each in HOUSES.values()}
    if known.get(alike(house.name), house) != house:
        raise HouseError("name", code="house_taken", typed=house.name)
    if house.limits and max(house.limits.maximum, house.limits.side_maximum) > MAX_LIMIT:
        raise _above("limits")
    own_keys = {own.bet.key for own in house.own_bets}
    for bet in (*house.bets, *(own.bet for own in house.own_bets)):
        if max(bet.pay_table) > MAX_PAY_TO_ONE:
            field = f"bets.{bet.key}.lines" if bet.key in own_keys else f"pays.{bet.key}"
            raise HouseError(field, code="house_pays_most", most=MAX_PAY_TO_ONE)
    for own in house.own_bets:
        if cleaned(own.bet.name) != own.bet.name:
            raise _unseen(f"bets.{own.bet.key}.name")
        if own.limits and own.limits.maximum > MAX_LIMIT:
            raise _above(f"bets.{own.bet.key}.limits")


def _unseen(field: str) -> HouseError:
    return HouseError(field, code="house_unseen", most=MAX_NAME_LENGTH)


def _above(field: str) -> HouseError:
    return HouseError(field, code="house_above", high=MAX_LIMIT)


SECONDS = 1.0
"""About how long the odds of one coup may occupy a core. Slower bets get no odds."""


def odds(state: State) -> Odds | NoOdds:
    """Return exact odds of the unseen cards, or the reason why there are none."""
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
    return NoOdds(available=False, reason=catalogue("en").render(why), said=wire_message(why))

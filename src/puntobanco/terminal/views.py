"""Odds and roads, which a guest may ask for."""

from __future__ import annotations

from puntobanco.announcer import Message
from puntobanco.announcer.message import message
from puntobanco.announcer.names import named_bet
from puntobanco.announcer.words import Catalogue
from puntobanco.bets import Bet
from puntobanco.roads.board import Roads
from puntobanco.table import State


def roads_messages(roads: Roads) -> list[Message]:
    """The roads that have marks."""
    from puntobanco.announcer.roads import marked_messages, runs_of  # noqa: PLC0415 - only when asked for

    if not roads.coups:
        return [message("play.roads.none")]
    runs = message("play.roads", runs=runs_of(roads))
    return [runs, *(message("play.roads.line", said=each) for each in marked_messages(roads))]


def roads_drawn(roads: Roads, words: Catalogue) -> list[str]:
    """The roads that have marks, drawn with letters."""
    from puntobanco.announcer.roads import labels_of  # noqa: PLC0415 - as above
    from puntobanco.roads import DerivedRoad, drawing  # noqa: PLC0415 - as above

    if not roads.coups:
        return []
    labels = labels_of(words)
    sheets = [
        drawing.bead_plate(roads, labels=labels),
        drawing.big_road(roads, labels=labels),
        *(drawing.derived(roads, each, labels=labels) for each in DerivedRoad if roads.marks(each)),
    ]
    return [line for sheet in sheets for line in sheet.splitlines()]


def odds_messages(state: State) -> list[Message]:
    """The house's edge on every bet, from the cards that the guest has not seen."""
    try:
        from puntobanco.analysis import odds  # noqa: PLC0415 - only when asked for
        from puntobanco.analysis.composition import Composition  # noqa: PLC0415 - as above
    except ImportError:
        return [message("play.odds.missing")]
    unseen = Composition.of_decks(state.house.decks).without(state.seen)
    prices = odds.prices(state.house.bets, unseen, naturals=state.house.naturals)
    best_first = sorted(prices, key=lambda price: price.edge)
    return [
        message("play.odds", cards=unseen.size),
        *(_edge(price.bet, price.edge_percent) for price in best_first),
    ]


def _edge(bet: Bet, percent: float) -> Message:
    """The edge on a bet; a negative one is the guest's."""
    if percent >= 0:
        return message("play.odds.edge", bet=named_bet(bet), percent=percent)
    return message("play.odds.edge.guest", bet=named_bet(bet), percent=-percent)

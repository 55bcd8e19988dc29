"""Odds, pays, roads and past coups, which a guest may ask for."""

from __future__ import annotations

from collections.abc import Iterable

from puntobanco.announcer import Message
from puntobanco.announcer.coups import why_messages
from puntobanco.announcer.lines import columns_of
from puntobanco.announcer.names import bet_fact, house_rule_message, named_bet
from puntobanco.announcer.status import tie_message
from puntobanco.announcer.told import told_messages
from puntobanco.bets import PUSH, Bet, Line
from puntobanco.bets.phrases import condition_message
from puntobanco.cards import Card
from puntobanco.house import House, Ties
from puntobanco.roads.board import Roads
from puntobanco.table import Event, Seat
from puntobanco.terminal.grammar import Grammar
from puntobanco.terminal.table import GUEST, OwnTable
from puntobanco.words import Catalogue, message


def roads_messages(roads: Roads, *, good_too: bool = False) -> list[Message]:
    """Return the roads that have marks, and the name of the good road if wanted."""
    from puntobanco.roads import speech  # noqa: PLC0415 - only when asked for

    if not roads.coups:
        return [message("play.roads.none")]
    runs = message("play.roads", runs=speech.runs_of(roads))
    silent = ("roads.marks.none", "roads.asked.none")
    marked = [each for each in speech.roads_messages(roads)[1:] if each.id not in silent]
    good = speech.good_road_message(roads) if good_too else None
    return [
        runs,
        *([good] if good else []),
        *(message("play.roads.line", said=each) for each in marked),
    ]


def roads_drawn(roads: Roads, words: Catalogue, *, width: int) -> list[str]:
    """Draw the roads that have marks, with letters, in so many columns."""
    from puntobanco.roads import DerivedRoad, drawing  # noqa: PLC0415 - as above

    if not roads.coups:
        return []
    sheets = [
        drawing.bead_plate(roads, width=width, words=words),
        drawing.big_road(roads, width=width, words=words),
        *(
            drawing.derived(roads, each, width=width, words=words)
            for each in DerivedRoad
            if roads.marks(each)
        ),
    ]
    return [line for sheet in sheets for line in sheet.splitlines()]


def odds_messages(house: House, seen: Iterable[Card]) -> list[Message]:
    """Return the house's edge on every bet, from the cards that nobody has seen."""
    try:
        from puntobanco.analysis import odds  # noqa: PLC0415 - only when asked for
        from puntobanco.analysis.composition import Composition  # noqa: PLC0415 - as above
    except ImportError:
        return [message("play.odds.missing")]
    unseen = Composition.of_decks(house.decks).without(seen)
    prices = odds.prices(house.bets, unseen, naturals=house.naturals)
    best_first = sorted(prices, key=lambda price: price.edge)
    return [
        message("odds.unseen", cards=unseen.size),
        *(_edge(price.bet, price.edge_percent) for price in best_first),
    ]


def _edge(bet: Bet, percent: float) -> Message:
    """Return the edge on a bet. A negative edge favours the guest."""
    if percent >= 0:
        return message("odds.edge", bet=named_bet(bet), percent=percent)
    return message("odds.edge.guest", bet=named_bet(bet), percent=-percent)


def again_messages(table: OwnTable, ago: int) -> list[Message]:
    """Return a coup and how the bets did. The last coup is 1 ago."""
    past = table.past_coup(ago)
    if past is None:
        return [message("play.again.none")]
    events: tuple[Event, ...] = (past.dealt, *past.settled)
    return told_messages(past.before, events, table.options.level, listener=GUEST)


def last_why_messages(table: OwnTable) -> list[Message]:
    """Return the rules that decided the last coup, and those of main bets that paid less for it."""
    past = table.past_coup(1)
    if past is None:
        return [message("why.none")]
    house, coup = past.before.house, past.dealt.coup
    rules = (house_rule_message(bet, coup, house.naturals) for bet in house.main_bets)
    return [*why_messages(coup), *(rule for rule in rules if rule and house.limits)]


def felt_message(seat: Seat, house: House, words: Catalogue, *, width: int) -> Message:
    """Return the bets on the felt in one line: each of them, or the sum if the line is too long."""
    each = [
        message("stake.placed.each", stake=stake, bet=bet_fact(key, house))
        for key, stake in seat.stakes.items()
    ]
    bets = message("play.felt.bets", stakes=each)
    if len(each) == 1 or columns_of(words.render(bets)) <= width:
        return bets
    return message("play.felt.many", sum=seat.staked, count=len(each))


def side_bets_messages(side_bets: tuple[Bet, ...]) -> list[Message]:
    """Return the menu of side bets."""
    return [
        message("play.side_bets"),
        *(
            message("play.side_bets.bet", count=number, bet=named_bet(bet), all_pays=bet.pay_table)
            for number, bet in enumerate(side_bets, 1)
        ),
    ]


def pays_messages(house: House, grammar: Grammar) -> list[Message]:
    """Return what every bet pays, by its code, and what happens to stakes after a tie."""
    if house.limits is None:
        return [message("table.no_bets")]
    pays = [
        message(
            "play.pays", letter=grammar.shortest(bet), bet=named_bet(bet), all_pays=bet.pay_table
        )
        for bet in house.bets
    ]
    return [*pays, tie_message(house.ties)]


def lines_messages(bet: Bet, house: House) -> list[Message]:
    """Return what a bet pays for what, line by line; the first that applies decides."""
    return [_line_message(bet, line, house) for line in bet.lines]


def _line_message(bet: Bet, line: Line, house: House) -> Message:
    name, said = named_bet(bet), condition_message(line.condition)
    stays = line.pays == PUSH and bet in house.main_bets
    if stays and house.ties is Ties.STAND:
        return message("play.pays.stands", bet=name, said=said)
    if stays and house.ties is Ties.LOCKED:
        return message("play.pays.locked", bet=name, said=said)
    return message("play.pays.line", bet=name, said=said, pays=line.pays)

"""Houses, states and roads as facts for the page. Only what is public enters here."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import asdict

from puntobanco.announcer.names import best_message, named_bet, plain_odds, spot_message
from puntobanco.announcer.status import house_messages
from puntobanco.bets import PUSH, Bet, Seen, Spot, is_pair
from puntobanco.bets.phrases import condition_message
from puntobanco.coup import Coup, Drew, Naturals, Stood
from puntobanco.house import House, Limits, NoCutCard, format_house
from puntobanco.roads import Roads, layout
from puntobanco.roads.board import Bead, DerivedRoad
from puntobanco.roads.good_roads import good_roads
from puntobanco.settlement import Currency
from puntobanco.table import Seat, State
from puntobanco.tableau import PUNTO_BANCO, Side, Tableau
from puntobanco.tableau import Square as TableauSquare
from puntobanco.wire import frames, parts
from puntobanco.wire.parts import wire_message, wire_messages

LATEST_RUNS = 6
"""Runs of a table that the lobby and the roads' panel name."""


@lru_cache(maxsize=64)
def house_view(house: House) -> parts.House:
    """Return a house and its felt, cached, because each newcomer to a table gets it."""
    return parts.House(
        name=house.name,
        decks=house.decks,
        cards=house.cards,
        every_coup=house.cut_card is NoCutCard.EVERY_COUP,
        ties=house.ties,
        currency=currency_view(house.currency),
        limits=limits_view(house.limits),
        tableau=tableau_view(PUNTO_BANCO),
        rules=format_house(house),
        said=wire_messages(house_messages(house)),
        felt=[_bet_view(bet, house) for bet in house.bets],
    )


def tableau_view(tableau: Tableau) -> parts.Tableau:
    """Return the drawing rules."""
    banker = [list(row) for row in tableau.banker]
    return parts.Tableau(list(tableau.player), banker)


def currency_view(currency: Currency) -> parts.Currency:
    """Return a currency."""
    return parts.Currency(currency.sign, currency.place, 2 if currency.digits else 0)


def limits_view(limits: Limits | None) -> parts.Limits | None:
    """Return the limits of a spot."""
    if limits is None:
        return None
    return parts.Limits(limits.minimum, limits.maximum, limits.side_maximum, limits.step)


def _bet_view(bet: Bet, house: House) -> parts.Bet:
    is_main = bet in house.main_bets
    limits = house.limits_of(bet)
    best, rule = best_message(bet), spot_message(bet)
    return parts.Bet(
        key=bet.key,
        name=bet.name,
        renamed=not named_bet(bet).key,
        spot=bet.spot if is_main else Spot.SIDE,
        main=is_main,
        pays=list(map(str, bet.pay_table)),
        plain_pays=list(map(str, plain_odds(bet))),
        best_pays=wire_message(best) if best else None,
        rule=wire_message(rule) if rule else None,
        lines=[
            parts.BetLine(wire_message(condition_message(line.condition)), str(line.pays))
            for line in bet.lines
        ],
        minimum=limits.minimum if limits else None,
        maximum=limits.maximum if limits else None,
        step=limits.step if limits else None,
    )


def seat_view(seat: Seat) -> parts.Seat:
    """Return a guest's chips and stakes."""
    standing = {wager.key for wager in seat.wagers if wager.standing}
    staked = seat.staked
    return parts.Seat(
        name=seat.name,
        bankroll=seat.bankroll,
        bought=seat.bought,
        staked=staked,
        available=seat.bankroll - staked,
        coups_bet=seat.coups_bet,
        wagers=[parts.Wager(key, stake, key in standing) for key, stake in seat.stakes.items()],
        last=[parts.Stake(key, stake) for key, stake in seat.last_stakes.items()],
    )


def shoe_view(state: State) -> parts.ShoeState:
    """Return the table without its seats and coups."""
    place = state.place
    ceremony = state.ceremony
    return parts.ShoeState(
        phase=state.phase,
        shoe=state.shoe,
        commitment=ceremony.commitment.hex(),
        root=state.root,
        promised=[promise.seat for promise in ceremony.promises],
        revealed=[parts.RevealedSeed(seed.seat, seed.text) for seed in ceremony.seeds],
        burned=str(state.burned) if state.burned else None,
        hidden=state.hidden,
        cards=state.house.cards,
        place=place,
        left=state.house.cards - place,
        cut_card_out=state.cut_card_out,
        last_coup=state.last_coup,
        coups_dealt=state.coups_dealt,
    )


def state_view(state: State) -> parts.State:
    """Return everything that a table shows."""
    naturals = state.house.naturals
    return parts.State(
        **asdict(shoe_view(state)),
        coups=list(_coups(state)),
        last=coup_view(state.board[-1], naturals) if state.board else None,
        won=won_bets(state.board[-1], state.house) if state.board else [],
        seats={str(number): seat_view(seat) for number, seat in state.seats.items()},
    )


def _coups(state: State) -> Iterator[parts.NumberedCoup]:
    position = (1 if state.burned else 0) + state.hidden
    for number, coup in enumerate(state.coups, 1):
        yield numbered_coup(coup, state.house.naturals, number=number, position=position)
        position += len(coup.cards)


def numbered_coup(
    coup: Coup, naturals: Naturals, *, number: int, position: int
) -> parts.NumberedCoup:
    """Return a coup of a shoe, given the position of its first card."""
    view = asdict(coup_view(coup, naturals))
    return parts.NumberedCoup(**view, number=number, position=position)


def coup_view(coup: Coup, naturals: Naturals) -> parts.Coup:
    """Return a coup and what follows from its cards."""
    score = coup.score
    reasons = (step.reason for step in coup.events if isinstance(step, Stood | Drew))
    return parts.Coup(
        coup=str(coup),
        player=list(map(str, coup.player.cards)),
        banker=list(map(str, coup.banker.cards)),
        cards=list(map(str, coup.cards)),
        outcome=score.outcome(naturals),
        player_total=score.player_total,
        banker_total=score.banker_total,
        natural=coup.is_natural,
        naturals=[side for side in Side if coup.hand(side).is_natural],
        squares=[square_view(square) for square in reasons if square],
        pairs=[side for side in Side if is_pair(coup.hand(side))],
    )


def won_bets(coup: Coup, house: House) -> list[str]:
    """Return the keys of the bets of a house that a coup wins.

    >>> from puntobanco.house import CLASSIC
    >>> won_bets(Coup.parse("4h 4c / Ks 5d"), CLASSIC)
    ['player', 'player_pair', 'either_pair', 'dragon_bonus_player', 'small']
    """
    seen = Seen.of(coup, house.naturals)
    return [bet.key for bet in house.bets if bet.earns(seen) > PUSH]


def square_view(square: TableauSquare) -> parts.Square:
    """Return a square of the tableau."""
    return parts.Square(square.side, square.holding, square.third)


def roads_view(roads: Roads, number: int) -> frames.Roads:
    """Return all roads after an event."""
    return frames.Roads(
        number=number,
        decisions=roads.decisions,
        bead_plate=[_bead_cell(*cell) for cell in layout.bead_plate(roads).cells],
        big_road=big_road_view(roads),
        big_eye_boy=_letters(roads, DerivedRoad.BIG_EYE_BOY),
        small_road=_letters(roads, DerivedRoad.SMALL_ROAD),
        cockroach_pig=_letters(roads, DerivedRoad.COCKROACH_PIG),
        ask=_asked(roads),
        good_road=good_road_view(roads),
    )


def roads_after_coup(before: Roads, after: Roads, number: int) -> frames.RoadsAfterCoup:
    """Return what the last coup added to the roads."""
    (bead,) = after.latest(1)
    wins = big_road_view(after)
    return frames.RoadsAfterCoup(
        number=number,
        decisions=after.decisions,
        bead=_bead_cell(*divmod(before.coups, layout.ROWS), bead),
        win=wins[-1] if wins else None,
        ask=_asked(after),
        good_road=good_road_view(after),
        **{road.key: _added(before, road, bead) for road in DerivedRoad},
    )


def good_road_view(roads: Roads) -> str | None:
    """Return the key of the good road that spans most coups."""
    return next(iter(good_roads(roads)), None)


def _added(before: Roads, road: DerivedRoad, bead: Bead) -> str:
    """Return the letter that a bead adds to a derived road, if any."""
    mark = before.asked(road, bead.side) if bead.side else None
    return mark.letter if mark else ""


def _bead_cell(column: int, row: int, bead: Bead) -> parts.BeadCell:
    banker, player = Side.BANKER in bead.pairs, Side.PLAYER in bead.pairs
    return parts.BeadCell(column, row, bead.outcome, banker, player)


def _asked(roads: Roads) -> parts.Asked:
    return parts.Asked(banker=_marks(roads, Side.BANKER), player=_marks(roads, Side.PLAYER))


def big_road_view(roads: Roads) -> list[parts.WinCell]:
    """Return the big road."""
    cells = layout.big_road(roads).cells
    return [parts.WinCell(column, row, win.side, win.ties) for column, row, win in cells]


def _letters(roads: Roads, road: DerivedRoad) -> str:
    return "".join(mark.letter for mark in roads.marks(road))


def _marks(roads: Roads, side: Side) -> parts.Marks:
    return parts.Marks(**{road.key: roads.asked(road, side) for road in DerivedRoad})

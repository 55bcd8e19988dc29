"""Houses, states, events and roads as plain data for the page. Only what is public enters here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, assert_never

import msgspec

from puntobanco.announcer import Level, bankroll_line, coup_event_lines, house_lines, lines
from puntobanco.announcer.coups import cut_card_lines
from puntobanco.bets import is_pair
from puntobanco.coup import Called, Coup, CoupEvent, Dealt, Drew, Ended, Naturals, Stood
from puntobanco.errors import BetNotOffered
from puntobanco.house import House, Limits, NoCutCard, format_house
from puntobanco.roads import Roads, layout, speech
from puntobanco.table import Event, Seat, State
from puntobanco.table.events import BetPlaced, BetSettled, BetTakenBack, BoughtIn, CoupDealt
from puntobanco.tableau import PUNTO_BANCO, Side, Square
from puntobanco.wire import kind_of

Data = dict[str, Any]
Said = dict[str, list[str]]

LATEST_RUNS = 6
"""Runs that the lobby tells of a table."""


def house_view(house: House) -> Data:
    """A house and its felt."""
    return {
        "name": house.name,
        "decks": house.decks,
        "cards": house.cards,
        "every_coup": house.cut_card is NoCutCard.EVERY_COUP,
        "ties": house.ties.value,
        "limits": limits_view(house.limits),
        "rules": format_house(house),
        "said": house_lines(house, Level.FULL),
        "felt": list(_felt(house)),
    }


def limits_view(limits: Limits | None) -> Data | None:
    """What may be staked on a spot."""
    if limits is None:
        return None
    return {
        "minimum": limits.minimum,
        "maximum": limits.maximum,
        "side_maximum": limits.side_maximum,
        "step": limits.step,
    }


def _felt(house: House) -> Iterator[Data]:
    spots = {bet.key: spot for spot in ("player", "banker", "tie") for bet in _on(house, spot)}
    limits = house.limits
    for bet in house.bets:
        spot = spots.get(bet.key, "side")
        highest = limits and (limits.side_maximum if spot == "side" else limits.maximum)
        yield {
            "key": bet.key,
            "name": bet.name,
            "spot": spot,
            "main": spot != "side",
            "pays": bet.pays_text,
            "lines": [line.text for line in bet.lines],
            "minimum": limits and limits.minimum,
            "maximum": highest,
            "step": limits and limits.step,
        }


def _on(house: House, spot: str) -> tuple[Any, ...]:
    try:
        return (house.main_bet(spot),)
    except BetNotOffered:
        return ()


def seat_view(seat: Seat) -> Data:
    """A guest's chips and stakes."""
    standing = {wager.key for wager in seat.wagers if wager.standing}
    staked = seat.staked
    return {
        "name": seat.name,
        "bankroll": seat.bankroll,
        "bought": seat.bought,
        "staked": staked,
        "available": seat.bankroll - staked,
        "coups_bet": seat.coups_bet,
        "wagers": [
            {"key": key, "stake": stake, "standing": key in standing}
            for key, stake in seat.stakes.items()
        ],
        "last": [{"key": key, "stake": stake} for key, stake in seat.last_stakes.items()],
    }


def changed_seats(state: State, happened: Iterable[Event]) -> dict[str, Data | None]:
    """The seats of these events as they are now; one that is free again is None."""
    changed = dict.fromkeys(seat for event in happened if (seat := getattr(event, "seat", None)))
    return {
        str(seat): seat_view(state.seats[seat]) if seat in state.seats else None for seat in changed
    }


def shoe_view(state: State) -> Data:
    """The table without its seats and coups."""
    place = state.place
    told = state.ceremony
    return {
        "phase": state.phase.value,
        "shoe": state.shoe,
        "commitment": told.commitment.hex(),
        "root": state.root,
        "promised": [promise.seat for promise in told.promises],
        "revealed": [{"seat": seed.seat, "seed": seed.text} for seed in told.seeds],
        "burned": str(state.burned) if state.burned else None,
        "hidden": state.hidden,
        "cards": state.house.cards,
        "place": place,
        "left": state.house.cards - place,
        "cut_card_out": state.cut_card_out,
        "coups_dealt": state.coups_dealt,
    }


def state_view(state: State) -> Data:
    """Everything that a table shows."""
    return {
        **shoe_view(state),
        "coups": list(_coups(state)),
        "last": _last(state),
        "seats": {str(number): seat_view(seat) for number, seat in state.seats.items()},
    }


def _coups(state: State) -> Iterator[Data]:
    position = (1 if state.burned else 0) + state.hidden
    for number, coup in enumerate(state.coups, 1):
        facts = _coup_facts(coup, state.house.naturals)
        yield {"number": number, "coup": str(coup), **facts, "position": position}
        position += len(coup.cards)


def _last(state: State) -> Data | None:
    """The last coup on the board; its shoe may be over."""
    if not state.board:
        return None
    return {"coup": str(state.board[-1]), **_coup_facts(state.board[-1], state.house.naturals)}


def _coup_facts(coup: Coup, naturals: Naturals) -> Data:
    score = coup.score
    return {
        "outcome": score.outcome(naturals).value,
        "player_total": score.player_total,
        "banker_total": score.banker_total,
        "natural": coup.is_natural,
    }


class Fresh(NamedTuple):
    """A public event with its number, the state before it, and its text in the log."""

    number: int
    event: Event
    state: State
    text: str


def event_view(fresh: Fresh, *, at: int) -> Data:
    """What the log says of an event, what follows from it, and its sentences."""
    number, event, state, text = fresh
    data: Data = {"kind": kind_of(event), **msgspec.json.decode(text)}
    if isinstance(event, CoupDealt):
        data |= {"coup_number": event.number, "position": state.place}
        data |= _coup_facts(event.coup, state.house.naturals)
        data["story"] = list(_story(event, state.house.naturals))
    data |= {"number": number, "at": at}
    if isinstance(event, SHORT):
        data["say"], data["say_own"] = _said_shortly(event, state)
        return data
    data["say"] = _said(event, state, None)
    seat = getattr(event, "seat", None)
    if seat is not None:
        data["say_own"] = _said(event, state, seat)
    return data


def _said(event: Event, state: State, listener: int | None) -> Said:
    return {level.value: lines(event, state, level, listener=listener) for level in Level}


SHORT = (BetPlaced, BetTakenBack, BoughtIn)
"""Events of a few words, which come by the thousand."""


def _said_shortly(event: BetPlaced | BetTakenBack | BoughtIn, state: State) -> tuple[Said, Said]:
    """What all hear and what the guest hears, made from the least that must be worded.

    At full length something may follow the one line of the other levels, and the guest hears the
    same without the seat; unless a line was too long and was broken. A test compares it with what
    the announcer says.
    """
    full, start = lines(event, state, Level.FULL, listener=None), f"Seat {event.seat}, "
    if not all(line.startswith(start) for line in full):
        return _said(event, state, None), _said(event, state, event.seat)
    return _by_level(full), _by_level([_capital(line[len(start) :]) for line in full])


def _by_level(full: list[str]) -> Said:
    return {"terse": full[:1], "normal": full[:1], "full": full}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def event_views(fresh: Iterable[Fresh], after: State, *, at: int) -> list[Data]:
    """Events in order; a guest hears the new bankroll once, after the last of them."""
    views: list[Data] = []
    money: dict[int, Said] = {}
    for each in fresh:
        views.append(event_view(each, at=at))
        if isinstance(each.event, BetSettled | BoughtIn):
            money[each.event.seat] = views[-1]["say_own"]
    for number, said in money.items():
        if number in after.seats:
            for told in said.values():
                told.append(bankroll_line(after.seats[number]))
    return views


def _story(event: CoupDealt, naturals: Naturals) -> Iterator[Data]:
    """The coup, step by step, with the cut card where it came out."""
    shown = 0
    for step in event.coup.events:
        if isinstance(step, Dealt | Drew):
            if shown == event.cut_after:
                said = cut_card_lines(shown, is_last=event.last)
                yield {"did": "cut_card", "say": {level.value: said for level in Level}}
            shown += 1
        said_by_level = {level.value: coup_event_lines(step, naturals, level) for level in Level}
        yield {**_step(step, naturals), "say": said_by_level}


def _step(step: CoupEvent, naturals: Naturals) -> Data:
    match step:
        case Dealt(side, card):
            return {"did": "dealt", "side": side.value, "card": str(card)}
        case Called(player, banker):
            return {"did": "called", "player": player, "banker": banker}
        case Stood(side, total, reason):
            return {"did": "stood", "side": side.value, "total": total, **_decided(reason)}
        case Drew(side, card, total, reason):
            drawn = {"did": "drew", "side": side.value, "card": str(card), "total": total}
            return {**drawn, **_decided(reason)}
        case Ended(score):
            totals = {"player": score.player_total, "banker": score.banker_total}
            return {"did": "ended", "outcome": score.outcome(naturals).value, **totals}
        case _:
            assert_never(step)


def _decided(square: Square | None) -> Data:
    """The square of the tableau, and its rule."""
    if square is None:
        return {"square": None, "why": "8 or 9 in two cards ends the coup"}
    return {
        "square": {"holding": square.holding, "third": square.third},
        "why": PUNTO_BANCO.rule(square),
    }


def roads_of(state: State) -> Roads:
    """The roads of all coups on the board."""
    roads = Roads()
    for coup in state.board:
        roads = roads_after(roads, coup, state.house.naturals)
    return roads


def roads_after(roads: Roads, coup: Coup, naturals: Naturals) -> Roads:
    """The board after one more coup."""
    hands = {Side.PLAYER: coup.player, Side.BANKER: coup.banker}
    pairs = [side for side, hand in hands.items() if is_pair(hand)]
    return roads.add(coup.outcome(naturals), pairs=pairs)


def roads_view(roads: Roads) -> Data:
    """All roads, in marks and in words."""
    return {**layout.data(roads), "said": roads.spoken(), "told": speech.lines(roads)}


def roads_glance(roads: Roads) -> Data:
    """As much of the roads as the lobby shows."""
    return {
        "big_road": layout.data(roads)["big_road"],
        "decisions": roads.decisions,
        "said": roads.spoken(latest=LATEST_RUNS),
    }

"""Houses, states, events and roads as plain data for the page. Only what is public enters here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple, assert_never, get_args

import msgspec

from puntobanco.announcer import (
    Level,
    StakeEvent,
    aloud,
    bankroll_line,
    coup_event_lines,
    cut_card_lines,
    event_lines,
    house_lines,
    settled_aloud,
    stake_lines,
    stakes_aloud,
    step_aloud,
)
from puntobanco.coup import Called, Coup, CoupEvent, Dealt, Drew, Ended, Naturals, Stood
from puntobanco.errors import BetNotOffered
from puntobanco.house import House, Limits, NoCutCard, format_house
from puntobanco.roads import Roads, layout, speech
from puntobanco.table import Event, Seat, State, evolve
from puntobanco.table.events import BetPlaced, BetSettled, BetTakenBack, BoughtIn, CoupDealt
from puntobanco.tableau import PUNTO_BANCO, Square
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


SILENT: Said = {level.value: [] for level in Level}
ONLY_IN_FULL: Said = {"terse": [], "normal": []}
"""Nothing is said by ear below the full length; there it is what can be read."""

SHORT = get_args(StakeEvent)
BET = (BetPlaced, BetTakenBack)


def event_view(fresh: Fresh, *, at: int) -> Data:
    """What the log says of an event, what follows from it, and its words.

    By eye they are `say`, or `say_own` for the guest in the seat. By ear they are the same but
    where `aloud` and `aloud_own` have others.
    """
    number, event, state, text = fresh
    data: Data = {"kind": kind_of(event), **msgspec.json.decode(text), "number": number, "at": at}
    if isinstance(event, SHORT):
        others, own = stake_lines(event, state)
        data["say"], data["say_own"] = _by_level(others), _by_level(own)
        data["aloud"] = ONLY_IN_FULL
        return data
    if isinstance(event, CoupDealt):
        data |= {"coup_number": event.number, "position": state.place}
        data |= _coup_facts(event.coup, state.house.naturals)
        data["story"] = list(_story(event, state.house.naturals))
    seat = getattr(event, "seat", None)
    for whose, listener in (("", None), ("_own", seat)):
        if not whose or listener is not None:
            data[f"say{whose}"] = said = _said(event, state, listener)
            if by_ear := _aloud(event, state, listener, said):
                data[f"aloud{whose}"] = by_ear
    return data


def _by_level(facts: list[list[str]]) -> Said:
    """Everything at full length, else the first fact."""
    first = facts[0]
    return {"terse": first, "normal": first, "full": [line for fact in facts for line in fact]}


def _said(event: Event, state: State, listener: int | None) -> Said:
    return {level.value: event_lines(event, state, level, listener=listener) for level in Level}


def _aloud(event: Event, state: State, listener: int | None, said: Said) -> Said:
    """The levels at which other words are for the ear."""
    if isinstance(event, BetSettled):
        return SILENT
    heard = {level.value: aloud(event, state, level, listener=listener) for level in Level}
    return {level: words for level, words in heard.items() if words != said[level]}


def event_views(fresh: Sequence[Fresh], *, at: int) -> list[Data]:
    """Events that happened together, in order, and what is said of them together."""
    views = [event_view(each, at=at) for each in fresh]
    kinds = {type(each.event) for each in fresh}
    if len(fresh) > 1:
        _tell_stakes(fresh, views)
    if CoupDealt in kinds:
        for place, each in enumerate(fresh, 1):
            if isinstance(each.event, CoupDealt):
                views[place - 1]["settled"] = _settled(fresh[place:])
    if kinds & {BetSettled, BoughtIn}:
        _tell_bankrolls(fresh, views)
    return views


def _tell_stakes(fresh: Sequence[Fresh], views: list[Data]) -> None:
    """A guest who repeats, doubles or clears bets hears one sentence of it."""
    together: dict[tuple[type[Event], int], list[int]] = {}
    for place, (_, event, _, _) in enumerate(fresh):
        if isinstance(event, BET):
            together.setdefault((type(event), event.seat), []).append(place)
    for places in together.values():
        if len(places) > 1:
            stakes = [event for place in places if isinstance(event := fresh[place].event, BET)]
            words = [stakes_aloud(stakes, fresh[0].state.house)]
            for place in places:
                views[place]["aloud_own"] = SILENT
            views[places[-1]]["aloud_own"] = {level.value: words for level in Level}


def _settled(after: Sequence[Fresh]) -> dict[str, Said]:
    """What each guest with bets hears of a coup's money, and what all others hear."""
    run = list(takewhile(lambda each: isinstance(each.event, BetSettled), after))
    bets = [each.event for each in run if isinstance(each.event, BetSettled)]
    if not bets:
        return {}
    state = evolve(run[-1].state, run[-1].event)
    told = {level.value: settled_aloud(bets, state, level) for level in Level}
    return {
        str(seat or "others"): {level: words[seat] for level, words in told.items()}
        for seat in told["normal"]
    }


def _tell_bankrolls(fresh: Sequence[Fresh], views: list[Data]) -> None:
    """A guest reads the new bankroll once, after the last change of it."""
    money = {
        each.event.seat: view["say_own"]
        for each, view in zip(fresh, views, strict=True)
        if isinstance(each.event, BetSettled | BoughtIn)
    }
    if money:
        seats = evolve(fresh[-1].state, fresh[-1].event).seats
        for number, said in money.items():
            if number in seats:
                for level in Level:
                    said[level.value] = [*said[level.value], bankroll_line(seats[number])]


def _story(event: CoupDealt, naturals: Naturals) -> Iterator[Data]:
    """The coup, step by step, with the cut card where it came out."""
    shown = 0
    for step in event.coup.events:
        if isinstance(step, Dealt | Drew):
            if shown == event.cut_after:
                said = cut_card_lines(shown, is_last=event.last)
                yield {"did": "cut_card", "say": {level.value: said for level in Level}}
            shown += 1
        read, heard = {}, {}
        for level in Level:
            read[level.value] = coup_event_lines(step, naturals, level)
            heard[level.value] = step_aloud(step, event.coup, naturals, level)
        yield {**_step(step, naturals), "say": read, "aloud": heard}


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

"""Houses, states, events and roads as plain data for the page. Only what is public enters here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, assert_never, get_args

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
from puntobanco.web.room.proposals import NumberedEvent
from puntobanco.wire import kind_of

Data = dict[str, Any]
LinesByLevel = dict[str, list[str]]

LATEST_RUNS = 6
"""Runs of a table that the lobby names."""


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
    spots = {
        bet.key: spot for spot in ("player", "banker", "tie") for bet in _main_bets(house, spot)
    }
    for bet in house.bets:
        spot = spots.get(bet.key, "side")
        limits = house.limits_of(bet)
        yield {
            "key": bet.key,
            "name": bet.name,
            "spot": spot,
            "main": spot != "side",
            "pays": bet.pays_text,
            "lines": [line.text for line in bet.lines],
            "minimum": limits and limits.minimum,
            "maximum": limits and limits.maximum,
            "step": limits and limits.step,
        }


def _main_bets(house: House, spot: str) -> tuple[Any, ...]:
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
    ceremony = state.ceremony
    return {
        "phase": state.phase.value,
        "shoe": state.shoe,
        "commitment": ceremony.commitment.hex(),
        "root": state.root,
        "promised": [promise.seat for promise in ceremony.promises],
        "revealed": [{"seat": seed.seat, "seed": seed.text} for seed in ceremony.seeds],
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


NO_LINES: LinesByLevel = {level.value: [] for level in Level}
ONLY_IN_FULL: LinesByLevel = {"terse": [], "normal": []}
"""Spoken only at the full level, with the words to read."""

STAKE_EVENTS = get_args(StakeEvent)
BET_EVENTS = (BetPlaced, BetTakenBack)


def event_view(numbered: NumberedEvent, *, at: int) -> Data:
    """An event as the log has it, what follows from it, and its words.

    The words to read are `say`, or `say_own` for the guest in the seat. A screen reader speaks the
    same words, except where `aloud` or `aloud_own` differ.
    """
    number, event, state, text = numbered
    data: Data = {"kind": kind_of(event), **msgspec.json.decode(text), "number": number, "at": at}
    if isinstance(event, STAKE_EVENTS):
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
            data[f"say{whose}"] = to_read = _lines(event, state, listener)
            if by_ear := _aloud(event, state, listener, to_read):
                data[f"aloud{whose}"] = by_ear
    return data


def _by_level(facts: list[list[str]]) -> LinesByLevel:
    """Everything at full length, else the first fact."""
    first = facts[0]
    return {"terse": first, "normal": first, "full": [line for fact in facts for line in fact]}


def _lines(event: Event, state: State, listener: int | None) -> LinesByLevel:
    return {level.value: event_lines(event, state, level, listener=listener) for level in Level}


def _aloud(event: Event, state: State, listener: int | None, to_read: LinesByLevel) -> LinesByLevel:
    """The levels at which a screen reader speaks other words."""
    if isinstance(event, BetSettled):
        return NO_LINES
    spoken = {level.value: aloud(event, state, level, listener=listener) for level in Level}
    return {level: words for level, words in spoken.items() if words != to_read[level]}


def event_views(events: Sequence[NumberedEvent], *, at: int) -> list[Data]:
    """Events that happened together, in order, with the sentences that cover several of them."""
    views = [event_view(each, at=at) for each in events]
    kinds = {type(each.event) for each in events}
    if len(events) > 1:
        _merge_stakes(events, views)
    if CoupDealt in kinds:
        for place, each in enumerate(events, 1):
            if isinstance(each.event, CoupDealt):
                views[place - 1]["settled"] = _settled(events[place:])
    if kinds & {BetSettled, BoughtIn}:
        _add_bankrolls(events, views)
    return views


def _merge_stakes(events: Sequence[NumberedEvent], views: list[Data]) -> None:
    """Give a guest who repeats, doubles or clears bets one sentence for all of them."""
    together: dict[tuple[type[Event], int], list[int]] = {}
    for place, (_, event, _, _) in enumerate(events):
        if isinstance(event, BET_EVENTS):
            together.setdefault((type(event), event.seat), []).append(place)
    for places in together.values():
        if len(places) > 1:
            stakes = [
                event for place in places if isinstance(event := events[place].event, BET_EVENTS)
            ]
            words = [stakes_aloud(stakes, events[0].state.house)]
            for place in places:
                views[place]["aloud_own"] = NO_LINES
            views[places[-1]]["aloud_own"] = {level.value: words for level in Level}


def _settled(events: Sequence[NumberedEvent]) -> dict[str, LinesByLevel]:
    """The sentences on a coup's money: for each guest with bets, and for all others."""
    run = list(takewhile(lambda each: isinstance(each.event, BetSettled), events))
    bets = [each.event for each in run if isinstance(each.event, BetSettled)]
    if not bets:
        return {}
    state = evolve(run[-1].state, run[-1].event)
    sentences = {level.value: settled_aloud(bets, state, level) for level in Level}
    return {
        str(seat or "others"): {level: words[seat] for level, words in sentences.items()}
        for seat in sentences["normal"]
    }


def _add_bankrolls(events: Sequence[NumberedEvent], views: list[Data]) -> None:
    """Add a guest's new bankroll once, after its last change."""
    money = {
        each.event.seat: view["say_own"]
        for each, view in zip(events, views, strict=True)
        if isinstance(each.event, BetSettled | BoughtIn)
    }
    if money:
        seats = evolve(events[-1].state, events[-1].event).seats
        for number, own_lines in money.items():
            if number in seats:
                for level in Level:
                    own_lines[level.value] = [*own_lines[level.value], bankroll_line(seats[number])]


def _story(event: CoupDealt, naturals: Naturals) -> Iterator[Data]:
    """The coup, step by step, with the cut card where it came out."""
    shown = 0
    for step in event.coup.events:
        if isinstance(step, Dealt | Drew):
            if shown == event.cut_after:
                cut_card = cut_card_lines(shown, is_last=event.last)
                yield {"did": "cut_card", "say": {level.value: cut_card for level in Level}}
            shown += 1
        to_read, spoken = {}, {}
        for level in Level:
            to_read[level.value] = coup_event_lines(step, naturals, level)
            spoken[level.value] = step_aloud(step, event.coup, naturals, level)
        yield {**_step(step, naturals), "say": to_read, "aloud": spoken}


def _step(step: CoupEvent, naturals: Naturals) -> Data:
    match step:
        case Dealt(side, card):
            return {"did": "dealt", "side": side.value, "card": str(card)}
        case Called(player, banker):
            return {"did": "called", "player": player, "banker": banker}
        case Stood(side, total, reason):
            return {"did": "stood", "side": side.value, "total": total, **_reason(reason)}
        case Drew(side, card, total, reason):
            drawn = {"did": "drew", "side": side.value, "card": str(card), "total": total}
            return {**drawn, **_reason(reason)}
        case Ended(score):
            totals = {"player": score.player_total, "banker": score.banker_total}
            return {"did": "ended", "outcome": score.outcome(naturals).value, **totals}
        case _:
            assert_never(step)


def _reason(square: Square | None) -> Data:
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


def lobby_roads_view(roads: Roads) -> Data:
    """The part of the roads that the lobby shows."""
    return {
        "big_road": layout.data(roads)["big_road"],
        "decisions": roads.decisions,
        "said": roads.spoken(latest=LATEST_RUNS),
    }

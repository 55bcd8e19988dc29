"""Events as they are broadcast: the log's text, derived facts, and spoken messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import TypeVar, assert_never

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import asdict

from puntobanco.announcer.audience import GUEST
from puntobanco.announcer.coups import coup_steps
from puntobanco.announcer.events import coup_head, messages_of, odds_of
from puntobanco.announcer.names import guest_fact
from puntobanco.announcer.told import settled_messages
from puntobanco.cards import Hand
from puntobanco.coup import Called, CoupEvent, Dealt, Drew, Ended, Naturals, Stood
from puntobanco.croupier import NumberedEvent
from puntobanco.settlement import Chips
from puntobanco.table import Event, Fate, State, evolve
from puntobanco.table.events import BetPlaced, BetSettled, BetTakenBack, BoughtIn, CoupDealt
from puntobanco.tableau import Side, Square, rule_message
from puntobanco.web.room.views import numbered_coup, seat_view, shoe_view, square_view, won_bets
from puntobanco.wire import kind_of
from puntobanco.wire.frames import (
    AnyStep,
    CalledStep,
    CoupStory,
    CutCardStep,
    DealtStep,
    DrewStep,
    EndedStep,
    LoggedEvent,
    SeatChange,
    SettledStake,
    ShoeStateChange,
    SpotAfter,
    StoodStep,
)
from puntobanco.wire.parts import WireMessage, WireStruct, wire_message, wire_messages
from puntobanco.words import GuestFact, message

Facts = TypeVar("Facts", bound=WireStruct)

STAKES = (BetPlaced, BetTakenBack)
"""Events that change only what lies on a spot; their facts say how."""

MONEY = (BetSettled, BoughtIn)
"""Events that change a bankroll."""

EncodedEvent = tuple[int, Raw]
"""An event's number, and the event as it is broadcast."""

_encode = msgspec.json.Encoder().encode


def encoded_events(events: Sequence[NumberedEvent], *, at: int) -> list[EncodedEvent]:
    """Return events that happened together, `at` a time in milliseconds, for a broadcast."""
    bankrolls = _bankrolls(events)
    guests: dict[int, GuestFact] = {}
    odds: dict[str, str] = {}
    encoded: list[EncodedEvent] = []
    for place, (number, event, state, text) in enumerate(events):
        facts: CoupStory | SpotAfter | SettledStake | UnsetType = UNSET
        said: list[WireMessage] | UnsetType = UNSET
        match event:
            case BetPlaced() | BetTakenBack():  # first, because they are the most frequent
                guest, seat = _guest(event.seat, state, guests), state.seats[event.seat]
                change = event.stake if isinstance(event, BetPlaced) else -event.stake
                total, available = seat.stake_on(event.key) + change, seat.available - change
                facts = SpotAfter(guest.name or "", total, available, guest.is_shared)
            case BetSettled():
                guest = _guest(event.seat, state, guests)
                if event.fate is Fate.WON and event.key not in odds:
                    odds[event.key] = str(odds_of(event, state))
                pays = odds[event.key] if event.fate is Fate.WON else UNSET
                bankroll = bankrolls.get(place, UNSET)
                facts = SettledStake(guest.name or "", pays, bankroll, guest.is_shared)
            case CoupDealt():
                guests, odds = {}, {}
                facts = _story(event, state, _settled(events[place + 1 :]))
                said = wire_messages(coup_head(event, state.house))
            case _:  # may change names or odds
                guests, odds = {}, {}
                messages = messages_of(event, state)
                if place in bankrolls:
                    messages.append(message("bankroll", GUEST, bankroll=bankrolls[place]))
                said = wire_messages(messages)
        view = LoggedEvent(number, at, kind_of(event), Raw(text.encode()), facts, said)
        encoded.append((number, Raw(_encode(view))))
    return encoded


def _guest(seat: int, state: State, known: dict[int, GuestFact]) -> GuestFact:
    """Return the guest of a seat. Cache it in `known`."""
    if seat not in known:
        known[seat] = guest_fact(seat, state.seats)
    return known[seat]


def _bankrolls(events: Sequence[NumberedEvent]) -> dict[int, Chips]:
    """Return each guest's new bankroll, by the place of the last event that changed it."""
    last = {
        each.event.seat: place for place, each in enumerate(events) if isinstance(each.event, MONEY)
    }
    if not last:
        return {}
    seats = evolve(events[-1].before, events[-1].event).seats
    return {place: seats[seat].bankroll for seat, place in last.items() if seat in seats}


# --- coups ------------------------------------------------------------------------------------


def _story(event: CoupDealt, state: State, settled: dict[str, list[WireMessage]]) -> CoupStory:
    coup, naturals = event.coup, state.house.naturals
    return CoupStory(
        dealt=numbered_coup(coup, naturals, number=event.number, position=state.place),
        won=won_bets(coup, state.house),
        steps=_steps(event, state),
        settled=settled,
    )


def _steps(event: CoupDealt, state: State) -> list[AnyStep]:
    """Return the coup, step by step, including the cut card."""
    coup, naturals = event.coup, state.house.naturals
    steps: list[AnyStep] = []
    shown = dict.fromkeys(Side, Hand(()))
    for step, messages in coup_steps(coup, naturals, cut_after=event.cut_after, is_last=event.last):
        if step is None:
            steps.append(CutCardStep(wire_messages(messages)))
            continue
        if isinstance(step, Dealt):
            shown[step.side] = shown[step.side].with_card(step.card)
        steps.append(_step(step, shown, naturals, wire_messages(messages)))
    return steps


def _step(
    step: CoupEvent, shown: Mapping[Side, Hand], naturals: Naturals, heard: list[WireMessage]
) -> AnyStep:
    """Return a step, given which of the first four cards have been shown."""
    match step:
        case Dealt(side, card):
            return DealtStep(side, str(card), shown[side].total, heard)
        case Called(player, banker):
            return CalledStep(player, banker, heard)
        case Stood(side, total, reason):
            square = square_view(reason) if reason else None
            return StoodStep(side, total, shown[side].is_natural, square, _why(reason), heard)
        case Drew(side, card, total, reason):
            return DrewStep(side, str(card), total, square_view(reason), _why(reason), heard)
        case Ended(score):
            outcome = score.outcome(naturals)
            return EndedStep(outcome, score.player_total, score.banker_total, heard)
        case _:
            assert_never(step)


def _why(square: Square | None) -> WireMessage:
    """Return the rule that decided."""
    return wire_message(rule_message(square) if square else message("rule.natural"))


def _settled(events: Sequence[NumberedEvent]) -> dict[str, list[WireMessage]]:
    """Return the messages about a coup's money: for each guest with bets, and for all others."""
    run = list(takewhile(lambda each: isinstance(each.event, BetSettled), events))
    bets = [each.event for each in run if isinstance(each.event, BetSettled)]
    if not bets:
        return {}
    state = evolve(run[-1].before, run[-1].event)
    return {
        str(seat or "others"): wire_messages(messages)
        for seat, messages in settled_messages(bets, state).items()
    }


# --- changes of the state ---------------------------------------------------------------------


def changed_seats(
    before: State, after: State, happened: Sequence[Event]
) -> dict[str, SeatChange | None]:
    """Return the seats of which more than the stakes changed. A free seat is None.

    If the guest also placed stakes, return the whole seat: a page that followed the stakes no
    longer has the state before them.
    """
    by_stakes, otherwise = set[int](), dict[int, None]()
    for event in happened:
        seat: int | None = getattr(event, "seat", None)
        if isinstance(event, STAKES):
            by_stakes.add(event.seat)
        elif seat is not None:
            otherwise[seat] = None
    known = {seat: view for seat, view in before.seats.items() if seat not in by_stakes}
    return {
        str(seat): _changed(
            SeatChange,
            seat_view(known[seat]) if seat in known else None,
            seat_view(after.seats[seat]),
        )
        if seat in after.seats
        else None
        for seat in otherwise
        if seat in after.seats or seat in before.seats  # else it was taken and left at once
    }


def changed_shoe(before: State, after: State) -> ShoeStateChange | UnsetType:
    """Return what changed at a table, apart from its seats and coups."""
    old, new = shoe_view(before), shoe_view(after)
    return UNSET if old == new else _changed(ShoeStateChange, old, new)


def _changed(kind: type[Facts], before: Facts | None, after: Facts) -> Facts:
    """Return the fields that differ, or all of them if there was nothing before."""
    old = asdict(before) if before else {}
    return kind(
        **{name: each for name, each in asdict(after).items() if old.get(name, UNSET) != each}
    )

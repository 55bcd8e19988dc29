"""The page says the same about stakes as the announcer, to the same guests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from puntobanco.announcer.audience import EAR, EYE, GUEST
from puntobanco.announcer.events import messages_of
from puntobanco.announcer.told import stakes_message
from puntobanco.coup import Coup
from puntobanco.croupier import NumberedEvent
from puntobanco.house import EZ
from puntobanco.settlement import Chips
from puntobanco.table import Event, Fate, State, evolve, fold
from puntobanco.table.events import (
    BetPlaced,
    BetSettled,
    BetTakenBack,
    BoughtIn,
    CoupDealt,
    GuestSat,
    TableOpened,
)
from puntobanco.web.room.event_views import encoded_events
from puntobanco.web.room.views import house_view
from puntobanco.wire import to_json
from puntobanco.wire.parts import wire_messages
from puntobanco.words import ALL, Message, message
from tests import node

SCRIPT = Path(__file__).with_name("stakes.js")

START = fold(
    [
        TableOpened("t", EZ),
        GuestSat(1, "Ada"),
        GuestSat(5, "ada"),
        GuestSat(14, "{stake} & Söhne"),
        *(BoughtIn(seat, Chips(10**13)) for seat in (1, 5, 14)),
        CoupDealt(1, Coup.parse("4h 3c / Ks 5d 9c")),
    ]
)

TOGETHER: list[list[Event]] = [
    [BetPlaced(1, "player", Chips(1))],
    [BetPlaced(1, "player", Chips(25_00))],
    [BetPlaced(5, "dragon_7", Chips(10**12)), BetPlaced(14, "tie", Chips(9_50))],
    [BetPlaced(1, "tie", Chips(100)), BetPlaced(1, "panda_8", Chips(200))],
    [BetPlaced(14, key, Chips(5_00)) for key in ("player", "tie", "dragon_7", "panda_8")],
    [BetTakenBack(1, "tie", Chips(100))],
    [BetTakenBack(14, key, Chips(5_00)) for key in ("panda_8", "dragon_7", "tie", "player")],
    [BetTakenBack(1, "panda_8", Chips(200)), BetPlaced(1, "player", Chips(100))],
    [
        BetSettled(5, "dragon_7", Chips(10**12), Chips(-(10**12)), Fate.LOST),
        BetSettled(1, "player", Chips(26_01), Chips(26_01), Fate.WON),
        BetSettled(14, "tie", Chips(9_50), Chips(0), Fate.RETURNED),
    ],
    [BetSettled(1, "player", Chips(26_01), Chips(0), Fate.STANDS)],
]
"""Stakes that were placed, taken back or settled together, in order."""


def test_the_page_says_of_every_stake_what_the_announcer_says() -> None:
    state = START
    events: list[Any] = []
    wanted: list[list[Message]] = []
    for at, together in enumerate(TOGETHER):
        numbered: list[NumberedEvent] = []
        for event in together:
            number = len(events) + len(numbered)
            numbered.append(NumberedEvent(number, event, state, to_json(event)))
            wanted.append(said_of_stake(event, together, state))
            state = evolve(state, event)
        events += [msgspec.json.decode(raw) for _, raw in encoded_events(numbered, at=at)]
    felt = msgspec.to_builtins(house_view(EZ).felt)
    found = node.run(SCRIPT, given={"events": events, "felt": felt})
    for messages, shown in zip(wanted, found, strict=True):
        assert _plain(shown) == msgspec.to_builtins(wire_messages(messages))


def _plain(shown: list[Any]) -> list[Any]:
    """Return the page's messages without the flag of guests whose name is unique."""
    for _, facts, _ in shown:
        if facts.get("name", ["", 0, True])[2] is False:
            facts["name"].pop()
    return shown


def said_of_stake(event: Event, together: list[Event], state: State) -> list[Message]:
    """Return the messages about one of several stakes. A guest hears one message for all."""
    messages = messages_of(event, state)
    if isinstance(event, BetSettled):
        return [*messages, *_bankroll(event, together, state)]
    group = [
        each
        for each in together
        if isinstance(each, BetPlaced | BetTakenBack)
        and type(each) is type(event)
        and each.seat == getattr(event, "seat", None)
    ]
    if len(group) < 2:
        return messages
    silent = [each.to(ALL & ~(EAR & GUEST)) for each in messages]
    heard = stakes_message(group, state.house).to(EAR & GUEST)
    return [*silent, heard] if event is group[-1] else silent


def _bankroll(event: BetSettled, together: list[Event], state: State) -> list[Message]:
    """Return the new bankroll after the last settled stake."""
    own = [each for each in together if isinstance(each, BetSettled) and each.seat == event.seat]
    bankroll = evolve(state, event).seats[event.seat].bankroll
    return [message("bankroll", EYE & GUEST, bankroll=bankroll)] if event is own[-1] else []

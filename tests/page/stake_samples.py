"""Stakes with every sentence that the announcer says of them, for the page to say the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from puntobanco.announcer import Level, aloud, bankroll_line, event_lines, stakes_aloud
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
from puntobanco.web.room.views import house_view, phrases
from puntobanco.wire import event_text

FILE = Path(__file__).parents[1] / "vectors" / "stake_words.json"

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
"""Stakes that went down, came back or were settled at one time, one time after the other."""


def samples() -> dict[str, Any]:
    """Events as they are broadcast, and for each the lines to read and to hear, by listener."""
    state = START
    events: list[Any] = []
    said: list[dict[str, dict[str, list[str]]]] = []
    for at, together in enumerate(TOGETHER):
        numbered: list[NumberedEvent] = []
        for event in together:
            numbered.append(
                NumberedEvent(len(events) + len(numbered), event, state, event_text(event))
            )
            said.append(_said(event, together, state))
            state = evolve(state, event)
        events += [msgspec.json.decode(raw) for _, raw in encoded_events(numbered, at=at)]
    felt = msgspec.to_builtins(house_view(EZ).felt)
    return {"phrases": msgspec.to_builtins(phrases()), "felt": felt, "events": events, "said": said}


def _said(event: Event, together: list[Event], state: State) -> dict[str, dict[str, list[str]]]:
    assert isinstance(event, BetPlaced | BetTakenBack | BetSettled)
    others, own = None, event.seat
    bankroll = _bankroll(event, together, state)
    return {
        "read": {each.value: _unwrapped(event, state, each, others) for each in Level},
        "read_own": {
            each.value: [*_unwrapped(event, state, each, own), *bankroll] for each in Level
        },
        "heard": {each.value: aloud(event, state, each, listener=others) for each in Level},
        "heard_own": {each.value: _heard(event, together, state, each) for each in Level},
    }


def _unwrapped(event: Event, state: State, level: Level, listener: int | None) -> list[str]:
    """The lines without their breaks: the page breaks lines itself."""
    lines: list[str] = []
    for line in event_lines(event, state, level, listener=listener):
        if line.startswith("  "):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return lines


def _bankroll(event: Event, together: list[Event], state: State) -> list[str]:
    """A guest reads the new bankroll after the last of the settled stakes."""
    if not isinstance(event, BetSettled):
        return []
    own = [each for each in together if isinstance(each, BetSettled) and each.seat == event.seat]
    return [bankroll_line(evolve(state, event).seats[event.seat])] if event is own[-1] else []


def _heard(
    event: BetPlaced | BetTakenBack | BetSettled, together: list[Event], state: State, level: Level
) -> list[str]:
    """What the guest hears: one sentence for stakes that went down or came back together."""
    group = [
        each
        for each in together
        if isinstance(each, BetPlaced | BetTakenBack)
        and type(each) is type(event)
        and each.seat == event.seat
    ]
    if len(group) < 2:
        return aloud(event, state, level, listener=event.seat)
    return [stakes_aloud(group, state.house)] if event is group[-1] else []


def text() -> str:
    """The samples as they are stored."""
    return json.dumps(samples(), ensure_ascii=False, indent=1) + "\n"

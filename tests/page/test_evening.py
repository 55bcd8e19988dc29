"""The page words a whole shoe as the terminal does, in every language and at every level."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from puntobanco.announcer import transcript_messages
from puntobanco.announcer.audience import GUEST, Level, Sense, listening, messages_for
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.coups import coup_steps
from puntobanco.announcer.events import coup_head, messages_of
from puntobanco.announcer.told import settled_messages
from puntobanco.croupier import NumberedEvent
from puntobanco.errors import PuntoBancoError
from puntobanco.house import CLASSIC
from puntobanco.settlement import Chips
from puntobanco.table import Command, Event, Phase, State, evolve, is_public
from puntobanco.table.commands import BuyIn, CloseTable, Deal, PlaceBet, Repeat, RevealShoe, Sit
from puntobanco.table.events import (
    BetPlaced,
    BetSettled,
    BetTakenBack,
    BoughtIn,
    Burned,
    CoupDealt,
    ShoeCommitted,
)
from puntobanco.web.room.display import DURATIONS, display_time
from puntobanco.web.room.event_views import encoded_events
from puntobanco.web.room.views import house_view
from puntobanco.wire import to_json
from puntobanco.words import LANGUAGES, Message, message
from tests import node
from tests.page.test_stakes import said_of_stake
from tests.table.rigged import Table

SCRIPT = Path(__file__).with_name("evening.js")
PACE = Path(__file__).with_name("pace.js")

Frame = list[NumberedEvent]

Told = dict[int | None, dict[str, Any]]


class Evening:
    """The frames of a table, one for each command."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self._number = 0

    def add(self, state: State, events: tuple[Event, ...]) -> State:
        """Add a frame with the public events."""
        frame: Frame = []
        for event in events:
            if is_public(event):
                self._number += 1
                frame.append(NumberedEvent(self._number, event, state, to_json(event)))
            state = evolve(state, event)
        self.frames.append(frame)
        return state


@pytest.fixture(scope="module")
def evening() -> list[Frame]:
    """Play a shoe with two guests, from the opening of the table to its closing."""
    chance = Random(16)
    table = Table(CLASSIC)
    opening, shown = tuple(table.events), Evening()
    state = State()
    for event in opening:
        state = shown.add(state, (event,))
    company: list[Command] = [Sit(5, "Grace"), BuyIn(5, chips=Chips(10**7))]
    for command in company:
        state = shown.add(state, table.do(command))
    keys = [bet.key for bet in CLASSIC.bets]
    while table.state.phase is Phase.BETTING:
        bets = [
            PlaceBet(chance.choice((1, 5)), chance.choice(keys), chips=Chips(100)) for _ in range(3)
        ]
        coup: list[Command] = [*bets, Repeat(1), Deal()]
        for command in coup:
            try:
                state = shown.add(state, table.do(command))
            except PuntoBancoError:
                continue
    closing: list[Command] = [RevealShoe("11" * 32), CloseTable()]
    for command in closing:
        state = shown.add(state, table.do(command))
    return shown.frames


def sent(frames: list[Frame]) -> list[list[Any]]:
    """Return the events of frames as the page gets them."""
    return [
        [msgspec.json.decode(raw) for _, raw in encoded_events(frame, at=at)]
        for at, frame in enumerate(frames)
        if frame
    ]


@pytest.fixture(scope="module")
def told(evening: list[Frame]) -> Told:
    """Return what the page says to each guest and to a spectator, by language and level."""
    house = msgspec.to_builtins(house_view(CLASSIC))
    given = {"frames": sent(evening), "house": house, "languages": LANGUAGES}
    return {seat: node.run(SCRIPT, given={**given, "seat": seat}) for seat in (1, 5, None)}


def terminal(frames: list[Frame], seat: int, level: Level, language: str) -> list[str]:
    """Return what the terminal says."""
    render = catalogue(language).render
    return [
        render(each)
        for frame in frames
        if frame
        for each in transcript_messages(
            frame[0].before, [one.event for one in frame], level, listener=seat
        )
    ]


def by_ear(frames: list[Frame], seat: int | None, level: Level) -> list[list[Message]]:
    """Return the messages to hear, grouped as they are spoken."""
    breaths = [
        breath
        for frame in frames
        for at in range(len(frame))
        for breath in _breaths(frame, at, level, seat)
    ]
    return [breath for breath in breaths if breath]


def _breaths(frame: Frame, at: int, level: Level, seat: int | None) -> list[list[Message]]:
    _, event, state, _ = frame[at]
    together = [each.event for each in frame]
    everyone = listening(level, Sense.EAR)
    is_own = seat is not None and getattr(event, "seat", None) == seat
    match event:
        case CoupDealt(_, coup, cut_after, last):
            head = messages_for(everyone, coup_head(event, state.house))
            naturals = state.house.naturals
            steps = coup_steps(coup, naturals, cut_after=cut_after, is_last=last)
            money = messages_for(everyone, _money(frame[at + 1 :], seat))
            return [
                *([each] for each in head),
                *(messages_for(everyone, messages) for _, messages in steps),
                *([each] for each in money),
            ]
        case BetPlaced() | BetTakenBack() | BetSettled():
            said = said_of_stake(event, together, state)
        case BoughtIn():
            bankroll = evolve(state, event).seats[event.seat].bankroll
            said = [*messages_of(event, state), message("bankroll", GUEST, bankroll=bankroll)]
        case _:
            said = messages_of(event, state)
    return [messages_for(listening(level, Sense.EAR, is_own=is_own), said)]


def _money(after: Frame, seat: int | None) -> list[Message]:
    """Return what the guest of a seat hears about a coup's money."""
    run = list(takewhile(lambda each: isinstance(each.event, BetSettled), after))
    settled = [each.event for each in run if isinstance(each.event, BetSettled)]
    if not settled:
        return []
    by_seat = settled_messages(settled, evolve(run[-1].before, run[-1].event))
    return by_seat.get(seat, by_seat[None])


def test_the_page_says_the_same_messages_in_the_same_order_in_every_language(
    evening: list[Frame], told: Told
) -> None:
    for language in LANGUAGES:
        for level in Level:
            assert told[1][language][level.value]["read"] == terminal(evening, 1, level, language)


@pytest.mark.parametrize("level", Level)
def test_the_live_region_says_all_of_it_at_every_level_in_every_language(
    evening: list[Frame], told: Told, level: Level
) -> None:
    for seat in (1, 5, None):
        breaths = by_ear(evening, seat, level)
        for language in LANGUAGES:
            words = catalogue(language)
            said = [
                words.joined(map(words.render, breath), "list.sentences", between="list.sentences")
                for breath in breaths
            ]
            assert told[seat][language][level.value]["heard"] == said


def test_no_latin_words_are_left_in_a_chinese_evening_but_names(told: Told) -> None:
    for by_language in told.values():
        for language in ("zh-Hant", "zh-Hans"):
            for level in Level:
                said = " ".join(by_language[language][level.value]["heard"])
                assert set(re.findall(r"[A-Za-z]{2,}", said)) <= {"Ann", "Grace"}


def test_seeds_commitments_roots_and_secrets_are_shown_and_never_read_out(told: Told) -> None:
    for by_level in told[1].values():
        said = " ".join(line for told_at in by_level.values() for line in told_at["heard"])
        assert not re.search(r"[0-9a-f]{16}", said)
        assert "rosebud" not in said
        assert "rosebud" in " ".join(by_level["normal"]["read"])
        assert re.search(r"[0-9a-f]{64}", " ".join(by_level["full"]["read"]))


def test_the_page_takes_as_long_to_show_a_coup_or_a_new_shoe_as_the_server_waits(
    evening: list[Frame],
) -> None:
    lasts = DURATIONS
    frames = [[each.event for each in frame] for frame in evening if frame]
    shows = [{"type": "events", "events": events} for events in sent(evening)]
    given = {"durations": msgspec.to_builtins(lasts), "frames": shows}
    assert {len(event.coup.cards) for (event, *_) in frames if isinstance(event, CoupDealt)} == {
        4,
        5,
        6,
    }
    for (event, *others), time in zip(frames, node.run(PACE, given=given), strict=True):
        match event:
            case CoupDealt():
                is_paid = any(isinstance(each, BetSettled) for each in others)
                saved = 0 if is_paid else lasts.paying - lasts.no_bets
                assert time == display_time(event) - lasts.clearing - saved, event.coup
            case Burned():
                assert time == display_time(event) - lasts.shuffling
            case ShoeCommitted():
                assert time == lasts.shuffling
            case _:
                assert time == 0

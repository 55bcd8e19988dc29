"""A whole shoe in the page, in every language and at every level: what the terminal says too."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from puntobanco.announcer import transcript_messages
from puntobanco.announcer.message import Level
from puntobanco.announcer.words import LANGUAGES, catalogue
from puntobanco.croupier import NumberedEvent
from puntobanco.errors import PuntoBancoError
from puntobanco.house import CLASSIC
from puntobanco.settlement import Chips
from puntobanco.table import Command, Event, Phase, State, evolve, is_public
from puntobanco.table.commands import BuyIn, CloseTable, Deal, PlaceBet, Repeat, RevealShoe, Sit
from puntobanco.web.room.event_views import encoded_events
from puntobanco.web.room.views import house_view
from puntobanco.wire import event_text
from tests import node
from tests.table.rigged import Table

SCRIPT = Path(__file__).with_name("evening.js")

Frame = list[NumberedEvent]


class Evening:
    """A table whose events are broadcast, those of one command in one frame."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self._number = 0

    def add(self, state: State, events: tuple[Event, ...]) -> State:
        """Broadcast the public ones of events that followed each other."""
        frame: Frame = []
        for event in events:
            if is_public(event):
                self._number += 1
                frame.append(NumberedEvent(self._number, event, state, event_text(event)))
            state = evolve(state, event)
        self.frames.append(frame)
        return state


@pytest.fixture(scope="module")
def evening() -> list[Frame]:
    """A shoe of two guests, from the opening of the table to its closing."""
    chance = Random(16)
    table = Table(CLASSIC)
    opening, shown = tuple(table.events), Evening()
    state = State()
    for event in opening:
        state = shown.add(state, (event,))
    company: list[Command] = [Sit(5, "Grace"), BuyIn(5, Chips(10**7))]
    for command in company:
        state = shown.add(state, table.do(command))
    keys = [bet.key for bet in CLASSIC.bets]
    while table.state.phase is Phase.BETTING:
        bets = [PlaceBet(chance.choice((1, 5)), chance.choice(keys), Chips(100)) for _ in range(3)]
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


def told(frames: list[Frame], seat: int | None) -> dict[str, Any]:
    """What the page says of it to the guest of a seat, by language and level."""
    shown = [
        [msgspec.json.decode(raw) for _, raw in encoded_events(frame, at=at)]
        for at, frame in enumerate(frames)
        if frame
    ]
    felt = msgspec.to_builtins(house_view(CLASSIC).felt)
    given = {"frames": shown, "felt": felt, "seat": seat, "languages": LANGUAGES}
    found: dict[str, Any] = node.run(SCRIPT, given=given)
    return found


def terminal(frames: list[Frame], seat: int, level: Level, language: str) -> list[str]:
    """What the terminal says of it."""
    words = catalogue(language).words
    return [
        words(each)
        for frame in frames
        if frame
        for each in transcript_messages(
            frame[0].before, [one.event for one in frame], level, listener=seat
        )
    ]


def test_the_page_says_the_same_messages_in_the_same_order_in_every_language(
    evening: list[Frame],
) -> None:
    found = told(evening, 1)
    for language in LANGUAGES:
        for level in Level:
            assert found[language][level.value]["read"] == terminal(evening, 1, level, language)


def test_no_latin_words_are_left_in_a_chinese_evening_but_names(evening: list[Frame]) -> None:
    for seat in (1, 5, None):
        found = told(evening, seat)
        for language in ("zh-Hant", "zh-Hans"):
            for level in Level:
                said = " ".join(found[language][level.value]["heard"])
                assert set(re.findall(r"[A-Za-z]{2,}", said)) <= {"Ann", "Grace", "rosebud"}


def test_seeds_are_heard_as_words_and_commitments_roots_and_secrets_never(
    evening: list[Frame],
) -> None:
    found = told(evening, 1)
    for by_level in found.values():
        said = " ".join(line for told_at in by_level.values() for line in told_at["heard"])
        assert not re.search(r"[0-9a-f]{16}", said)
        assert "rosebud" in said
        assert re.search(r"[0-9a-f]{64}", " ".join(by_level["full"]["read"]))


def test_every_language_says_as_much_by_ear(evening: list[Frame]) -> None:
    found = told(evening, 5)
    for level in Level:
        breaths = {len(found[language][level.value]["heard"]) for language in LANGUAGES}
        assert len(breaths) == 1

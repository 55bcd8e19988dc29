"""A page that was away ends with the model of one that was there, whatever happened meanwhile.

Both are tabs of one guest. Their frames come from a real hall over a real log, and the page's own
script folds them into its model.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from puntobanco.errors import StoreError
from puntobanco.house import CLASSIC
from puntobanco.table import Phase
from puntobanco.web.limits import Caps
from puntobanco.web.room.audience import Connection, Outbox
from tests import node
from tests.web.test_hall import Evening, seated
from tests.web.typed import check_frame

FOLD = Path(__file__).parents[1] / "page" / "folded.js"
HELD = Caps().replay
"""Events that a hall replays."""

SHORT = replace(CLASSIC, name="short", decks=1, cut_card=20)
"""A shoe of about eight coups."""

UNTOLD: dict[str, object] = {"results": {}, "revealed": None}
"""Facts that a page has lost if it was away for too long. It has lost what its bets earned too."""


class Tab:
    """All frames that a page has received, over however many connections."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.frames: list[dict[str, Any]] = []

    def read(self) -> None:
        waiting = self.connection.outbox.frames
        for text in waiting:
            check_frame(text)
        self.frames += map(json.loads, waiting)
        waiting.clear()

    @property
    def number(self) -> int:
        seen = [each for each in self.frames if each["type"] in ("welcome", "events")]
        number: int = seen[-1]["number"]
        return number

    def come_back(self, evening: Evening) -> dict[str, Any]:
        guest, (room,) = self.connection.guest, evening.hall.rooms.values()
        outbox = Outbox(evening.caps.waiting)
        self.connection = evening.hall.connect(guest, room, outbox, after=self.number)
        evening.hall.turn()
        evening.rooms[self.connection] = room
        self.read()
        return self.frames[-1]


class Away:
    """Two tabs at one table: one stays, the other one is away for a while."""

    def __init__(self, path: Path) -> None:
        self.evening = Evening(path)
        first = seated(self.evening, SHORT)
        self.room = self.evening.room(first)
        self.stays = Tab(first)
        second = self.evening.enter(first.guest, self.room)
        self.goes = Tab(second)
        self.settle()

    def settle(self) -> None:
        """Let both pages receive every frame that is due."""
        self.evening.pass_time(2_000)
        self.stays.read()
        self.goes.read()

    def leave(self) -> None:
        """One tab goes away; it has seen a coup, and has a bet on the felt."""
        self.coup()
        self.bet()
        self.goes.read()
        self.evening.hall.disconnect(self.goes.connection)

    @property
    def missed(self) -> list[dict[str, Any]]:
        """The events since the tab went away, as the other one received them."""
        frames = [each for each in self.stays.frames if each["type"] == "events"]
        events = [event for frame in frames for event in frame["events"]]
        return [event for event in events if event["number"] > self.goes.number]

    def bet(self) -> None:
        for key in ("player", "banker", "tie"):
            self.ask("place_bet", key=key, stake=100)

    def coup(self) -> None:
        """Bet, deal, and wait for the next shoe if this one is over."""
        self.bet()
        self.ask("deal")
        if self.room.state.phase is not Phase.BETTING:
            self.evening.pass_time(20_000)
        self.stays.read()

    def ask(self, kind: str, **members: str | int) -> None:
        self.evening.now += 100  # no guest is faster for long
        answer = self.evening.ask(self.stays.connection, kind, **members)
        assert answer["type"] == "accepted", answer
        self.stays.read()

    def end_shoe(self) -> None:
        """Deal to the end of the shoe; the next one is not begun."""
        shoe = self.room.state.shoe
        while self.room.state.phase is Phase.BETTING:
            self.bet()
            self.ask("deal")
        assert self.room.state.shoe == shoe

    def restart(self) -> None:
        """The server dies, and starts again; the tab that stays comes back at once."""
        self.evening.hall = self.evening.opened()
        (self.room,) = self.evening.hall.rooms.values()
        self.stays.come_back(self.evening)

    def play(self, missed: int) -> None:
        """Play until so many events were missed, with a restart half-way."""
        while len(self.missed) < missed // 2:
            self.coup()
        self.restart()
        while len(self.missed) < missed:
            self.coup()

    def models(self) -> list[dict[str, Any]]:
        """What each page knows, and no page has seen a promise change.

        The number on its roads is only that of a frame, and each has seen promises at its own time.
        """
        self.settle()
        models: list[dict[str, Any]] = node.run(FOLD, given=[self.stays.frames, self.goes.frames])
        for model in models:
            del model["roads"]["number"]
            promises = model.pop("promises")
            seen = [
                each[what] for each in promises for what in ("commitment", "root") if what in each
            ]
            assert seen
            assert not any("changed" in each for each in seen)
        return models


@pytest.fixture
def away(tmp_path: Path) -> Iterator[Away]:
    one = Away(tmp_path / "hall.db")
    one.leave()
    yield one
    one.evening.store.close()


@pytest.mark.parametrize("last_acts", ["coup", "bet", "end_shoe", "restart bet"])
def test_a_thousand_missed_events_over_shoes_and_a_restart_are_caught_up_with(
    away: Away, last_acts: str
) -> None:
    away.play(HELD - 100)
    for act in last_acts.split():
        getattr(away, act)()
    missed = away.missed
    welcome = away.goes.come_back(away.evening)
    assert not welcome["resync"]
    assert welcome["missed"] == missed
    assert HELD - 100 <= len(missed) <= HELD
    assert sum(event["kind"] == "shoe_closed" for event in missed) > 5
    stays, goes = away.models()
    assert goes == stays
    assert goes["results"]
    assert bool(goes["revealed"]) == (goes["shoe"]["phase"] == "no shoe")


def test_more_missed_events_than_are_held_are_not_told_but_the_table_is_right(away: Away) -> None:
    away.play(HELD + 100)
    welcome = away.goes.come_back(away.evening)
    assert welcome["resync"]
    assert not welcome["missed"]
    stays, goes = away.models()
    assert stays["results"]
    assert goes == stays | UNTOLD | {"board": stays["board"] | {"paid": {}}}


def test_events_of_this_shoe_alone_are_read_where_no_others_were_missed(
    away: Away, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        away.end_shoe()
        away.evening.pass_time(20_000)
    away.goes.come_back(away.evening)
    away.coup()
    away.goes.read()
    away.evening.hall.disconnect(away.goes.connection)
    away.coup()
    away.restart()
    read = away.evening.facts_read(monkeypatch)
    assert not away.goes.come_back(away.evening)["resync"]
    assert read
    assert min(read) > 100


def test_a_guest_is_welcomed_even_if_the_missed_events_cannot_be_read(
    away: Away, monkeypatch: pytest.MonkeyPatch
) -> None:
    away.coup()
    away.restart()
    with monkeypatch.context() as patch:
        patch.setattr(away.evening.store, "facts", Mock(side_effect=StoreError("the disk failed")))
        welcome = away.goes.come_back(away.evening)
    assert (welcome["type"], welcome["resync"]) == ("welcome", True)
    away.goes.frames.pop()
    assert not away.goes.come_back(away.evening)["resync"]

"""Guests who send anything: every answer is one of the documented frames, to the last member."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puntobanco.table import Phase
from puntobanco.web.limits import Caps, Rate
from puntobanco.web.room.audience import Connection
from puntobanco.wire.commands import Request
from puntobanco.wire.parts import Dealing
from tests.web.test_coming_back import SHORT
from tests.web.test_hall import Evening
from tests.web.typed import check_frame
from tests.wire.strategies import faulty_values, values

MANY = 10**6
CAPS = Caps(commands=Rate(MANY, MANY), bad_frames=Rate(MANY, MANY), waiting=MANY)
"""No guest is closed out, so that whatever is sent is read."""

NAMES = ("Ada", "Grace", "Emmy")


def _request(**command: object) -> dict[str, object]:
    return {"id": "same", "command": command}


IDS = st.sampled_from(["a", "b"]) | st.integers(0, 10**9).map(str)
LIKELY = st.one_of(
    st.just(_request(kind="deal")),
    st.sampled_from(["undo", "take_back", "repeat", "double"]).map(
        lambda kind: _request(kind=kind)
    ),
    st.sampled_from(["sit", "more_time", "leave"]).map(lambda kind: _request(kind=kind)),
    st.builds(
        lambda key, stake: _request(kind="place_bet", key=key, stake=stake),
        st.sampled_from([*(bet.key for bet in SHORT.bets), "dragon_7", "no_such_bet"]),
        st.sampled_from([500, 2_500, 100_000, 99, 10**12]),
    ),
    st.just(_request(kind="buy_in", chips=100_000)),
)
"""Requests that a guest at a table is likely to send."""

ORDERS = st.builds(lambda request, name: {**request, "id": name}, LIKELY, IDS)

JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "command", "kind", "coups_dealt", "seat", "stake"])
            | st.text(max_size=9),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)

HOSTILE = st.sampled_from(
    [
        "",
        "[" * 10_000,
        '{"id":' * 5_000,
        '{"id":"a","id":"b","command":{"kind":"deal"}}',
        '{"id":"a","command":{"kind":"deal"},"coups_dealt":1e400}',
        '{"id":"a","command":{"kind":"place_bet","key":"tie","stake":1.0}}',
        '{"id":"a","command":{"kind":"place_bet","key":"tie","stake":99999999999999999999}}',
        '{"id":"a\\u0000","command":{"kind":"deal"}}',
        '{"id":"a","command":{"kind":"open_shoe"}}',
        '{"id":"a","command":{"kind":["deal"]}}',
        '{"id":"a","command":{"kind":"reveal_seed","seed":"\\ud800"}}',
        "\ud800",
        "NaN",
    ]
)

WILD = st.one_of(
    values(Request).map(json.dumps),
    faulty_values(Request).map(json.dumps),
    JSON.map(json.dumps),
    st.text(max_size=40),
    HOSTILE,
)
TEXTS = st.sampled_from([ORDERS.map(json.dumps)] * 3 + [WILD]).flatmap(lambda texts: texts)
STEPS = st.lists(
    st.tuples(st.sampled_from(NAMES), TEXTS, st.sampled_from([0, 0, 0, 50, 20_000])),
    min_size=30,
    max_size=60,
)


class Fuzzed:
    """A table with three guests, of whom two sit, and every frame that they receive."""

    def __init__(self, evening: Evening, dealing: Dealing) -> None:
        self.evening = evening
        guests = [evening.guest(name) for name in NAMES]
        room = evening.table(guests[0], SHORT, dealing)
        self.connections = {guest.name: evening.enter(guest, room) for guest in guests}
        self.seen: Counter[str] = Counter()
        for name in NAMES[:2]:
            evening.ask(self.connections[name], "sit")
            evening.ask(self.connections[name], "buy_in", chips=100_000)
        evening.pass_time(7_000)
        assert room.state.phase is Phase.BETTING
        for connection in self.connections.values():
            self.read(connection)

    def send(self, name: str, text: str) -> None:
        """Send a text; whatever it is, it is answered once, with its id if it has one."""
        connection = self.connections[name]
        self.evening.hall.receive(connection, text)
        self.evening.hall.turn()
        frames = self.read(connection)
        (answer,) = [each for each in frames if each["type"] in ("accepted", "refused")]
        assert answer["type"] == "refused" or answer["id"] == json.loads(text)["id"]

    def read(self, connection: Connection) -> list[dict[str, Any]]:
        """The frames that wait, all of them what their types say."""
        texts = list(connection.outbox.frames)
        connection.outbox.frames.clear()
        for text in texts:
            check_frame(text)
        frames = [json.loads(text) for text in texts]
        self.seen.update(frame["type"] for frame in frames)
        self.seen.update(event["kind"] for frame in frames for event in frame.get("events", ()))
        self.seen.update(frame["code"] for frame in frames if frame["type"] == "refused")
        return frames

    def look(self) -> None:
        """Everyone reads, and someone new is welcomed."""
        assert not any(each.outbox.close_frame for each in self.connections.values())
        for connection in self.connections.values():
            self.read(connection)
        first = next(iter(self.connections.values()))
        newcomer = self.evening.enter(first.guest, self.evening.room(first))
        self.read(newcomer)
        self.evening.hall.disconnect(newcomer)


def fuzz(steps: list[tuple[str, str, int]], dealing: Dealing) -> Counter[str]:
    """Send all steps to a new hall. Count the resulting frames and events by kind."""
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder) / "hall.db", CAPS)
        try:
            table = Fuzzed(evening, dealing)
            for name, text, pause in steps:
                table.send(name, text)
                evening.pass_time(pause)
                table.look()
        finally:
            evening.store.close()
    return table.seen


EXPECTED = {
    "welcome", "events", "accepted", "refused", "roads", "roads_after_coup", "clock", "ready",
    "ceremony", "room", "guest_sat", "guest_left", "bought_in", "bet_placed", "bet_taken_back",
    "coup_dealt", "bet_settled", "shoe_committed", "shoe_opened", "burned", "shoe_closed",
    "shoe_revealed", "malformed", "unknown_command", "reused_id", "not_seated", "not_now",
    "illegal",
}  # fmt: skip


def test_whatever_guests_send_every_frame_is_of_its_type() -> None:
    """The evenings are the same in every run, and long enough for every kind of frame."""
    seen: Counter[str] = Counter()

    @settings(max_examples=60, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(steps=STEPS, dealing=st.sampled_from(["button", 15]))
    def send(steps: list[tuple[str, str, int]], dealing: Dealing) -> None:
        seen.update(fuzz(steps, dealing))

    send()
    assert seen.keys() >= EXPECTED


@pytest.mark.marathon
@settings(max_examples=5_000, suppress_health_check=list(HealthCheck))
@given(steps=STEPS, dealing=st.sampled_from(["button", 15]))
def test_thousands_of_other_evenings(steps: list[tuple[str, str, int]], dealing: Dealing) -> None:
    fuzz(steps, dealing)

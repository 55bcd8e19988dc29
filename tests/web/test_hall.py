"""The hall with a clock and a disk of the test's own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puntobanco.announcer import Level, event_lines
from puntobanco.errors import StoreError
from puntobanco.fairness import GuestSeed, Seed
from puntobanco.history.records import shoe_record
from puntobanco.history.shoes import evening_of
from puntobanco.house import CLASSIC, CLASSROOM, House
from puntobanco.settlement import Chips
from puntobanco.store import Logged, Store
from puntobanco.table import Phase, fold
from puntobanco.table.commands import CloseTable
from puntobanco.table.decisions import LARGEST_BUY_IN
from puntobanco.table.events import (
    BetPlaced,
    BetTakenBack,
    BoughtIn,
    CoupDealt,
    GuestSat,
    TableOpened,
)
from puntobanco.web.hall.guests import token_hash
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.health import TRIALS
from puntobanco.web.http import records
from puntobanco.web.http.records import TableRecords
from puntobanco.web.limits import Caps, Pace
from puntobanco.web.rates import Bucket, Buckets
from puntobanco.web.room.connection import Visit
from puntobanco.web.room.outbox import TABLE_CLOSED, TOO_SLOW, Outbox
from puntobanco.web.room.room import Room
from puntobanco.web.room.setup import Guest
from puntobanco.web.room.showing import showing
from puntobanco.web.room.views import SHORT, Fresh, event_view
from puntobanco.wire import event_text


class Evening:
    """A hall that is turned by hand."""

    def __init__(self, path: Path, caps: Caps | None = None) -> None:
        self.path = path
        self.now = 0
        self.caps = caps or Caps()
        self.store = Store.open(path)
        self.hall = self.opened()
        self.sent = 0

    def opened(self) -> Hall:
        return Hall(
            self.store,
            wall=lambda: 1_000 * self.now,
            elapsed=lambda: self.now,
            seed_for=lambda shoe: Seed.of_text("hall", shoe),
            caps=self.caps,
            pace=Pace(),
        )

    def guest(self, name: str) -> Guest:
        results: list[Any] = []
        self.hall.welcome(name, f"token of {name}", results.append)
        self.hall.turn()
        (guest,) = results
        if isinstance(guest, Exception):
            raise guest
        assert isinstance(guest, Guest)
        return guest

    def table(self, guest: Guest, house: House = CLASSIC, dealing: str | int = "button") -> Room:
        results: list[Any] = []
        self.hall.open_table(guest, house, private=False, dealing=dealing, answer=results.append)
        self.hall.turn()
        (room,) = results
        assert isinstance(room, Room)
        return room

    def enter(self, guest: Guest, room: Room) -> Visit:
        return self.hall.enter(guest, room, Outbox(self.caps.waiting), after=None)

    def ask(self, visit: Visit, kind: str, **members: str | int) -> dict[str, Any]:
        """Send a command, turn the hall, and give the answer."""
        self.sent += 1
        request = f"q{self.sent}"
        body = {"id": request, "command": {"kind": kind, **members}}
        self.hall.receive(visit, json.dumps(body))
        self.hall.turn()
        frames = map(json.loads, visit.outbox.frames)
        return next(frame for frame in frames if frame.get("id") == request)

    def pass_time(self, ms: int) -> None:
        """Turn the hall whenever it is due."""
        until = self.now + ms
        while self.hall.due() <= until:
            self.now = max(self.now, self.hall.due())
            self.hall.turn()
        self.now = until

    def kinds(self, visit: Visit) -> list[str]:
        frames = map(json.loads, visit.outbox.frames)
        return [event["kind"] for frame in frames for event in frame.get("events", ())]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    one = Evening(tmp_path / "hall.db")
    yield one
    one.store.close()


def seated(evening: Evening, house: House = CLASSIC, dealing: str | int = "button") -> Visit:
    """A guest with chips at a table that takes bets."""
    guest = evening.guest("Ada")
    visit = evening.enter(guest, evening.table(guest, house, dealing))
    assert evening.ask(visit, "sit")["type"] == "accepted"
    assert evening.ask(visit, "buy_in", chips=100_000)["type"] == "accepted"
    evening.pass_time(3_000)
    assert visit.room.state.phase.value == "betting"
    return visit


def test_a_clock_closes_the_bets_and_deals(evening: Evening) -> None:
    visit = seated(evening, dealing=15)
    evening.ask(visit, "place_bet", key="banker", stake=500)
    evening.pass_time(11_000)
    assert not visit.room.state.coups
    assert evening.ask(visit, "more_time")["type"] == "accepted"
    evening.pass_time(14_000)
    assert not visit.room.state.coups
    evening.pass_time(1_000)
    assert len(visit.room.state.coups) == 1


def clocks(visit: Visit) -> list[dict[str, Any]]:
    frames = map(json.loads, visit.outbox.frames)
    return [frame for frame in frames if frame["type"] == "clock"]


def test_a_clock_waits_until_the_cards_were_shown(evening: Evening) -> None:
    visit = seated(evening, dealing=15)
    assert (clocks(visit)[-1]["opens_in"], clocks(visit)[-1]["closes_in"]) == (3_240, 18_240)
    evening.pass_time(18_239)
    assert not visit.room.state.coups
    evening.pass_time(1)
    (coup,) = visit.room.state.coups
    shown = showing(CoupDealt(1, coup))
    assert 5_000 < shown < 9_000
    assert (clocks(visit)[-1]["opens_in"], clocks(visit)[-1]["closes_in"]) == (
        shown,
        shown + 15_000,
    )
    evening.pass_time(shown + 14_999)
    assert len(visit.room.state.coups) == 1
    evening.pass_time(1)
    assert len(visit.room.state.coups) == 2


def is_betting(visit: Visit) -> bool:
    return visit.room.state.phase is Phase.BETTING


def test_a_clock_waits_until_the_last_board_of_a_shoe_was_seen(evening: Evening) -> None:
    visit = seated(evening, replace(CLASSIC, cut_card=400), dealing=15)
    while is_betting(visit):
        evening.ask(visit, "deal")
    (*_, last) = visit.room.state.board
    assert len(visit.room.state.board) > 1
    shown, held, mixed, between, ceremony = showing(CoupDealt(1, last)), 3_000, 3_240, 4_000, 3_000
    shown += 900  # the cut card
    evening.pass_time(between + ceremony)
    assert is_betting(visit)
    assert clocks(visit)[-1]["opens_in"] == shown + held - between - ceremony + mixed


def spoken(frame: dict[str, Any], seat: int, level: str = "normal") -> list[tuple[int, str]]:
    """What a guest hears of the clock, with how many milliseconds left."""
    words = [each["say_own" if each.get("seat") == seat else "say"] for each in frame["said"]]
    return [
        (each["left"], *by_level[level])
        for each, by_level in zip(frame["said"], words, strict=True)
    ]


def test_a_clock_says_when_it_begins_when_little_is_left_and_who_lengthens_it(
    evening: Evening,
) -> None:
    ada = seated(evening, dealing=15)
    end = [(5_000, "Time: 5 seconds left."), (0, "No more bets.")]
    assert spoken(clocks(ada)[-1], 1) == [(15_000, "Place your bets: 15 seconds."), *end]
    assert spoken(clocks(ada)[-1], 1, "terse") == [
        (15_000, "15 seconds."),
        (5_000, "5 seconds."),
        (0, "No more bets."),
    ]
    evening.pass_time(10_000)
    grace = evening.enter(evening.guest("Grace"), ada.room)
    clock = json.loads(grace.outbox.frames[0])["clock"]
    assert spoken(clock, 2) == [(8_240, "Place your bets: 9 seconds."), *end]
    evening.ask(ada, "more_time")
    assert spoken(clocks(ada)[-1], 1) == [(15_000, "More time: 15 seconds."), *end]
    assert spoken(clocks(grace)[-1], 2) == [(15_000, "Ada takes more time: 15 seconds."), *end]
    evening.pass_time(12_000)
    late = evening.enter(evening.guest("Late"), ada.room)
    clock = json.loads(late.outbox.frames[0])["clock"]
    assert spoken(clock, 3) == [(3_000, "Time: 3 seconds left."), (0, "No more bets.")]


def test_a_clock_where_no_bets_are_taken_does_not_ask_for_them(evening: Evening) -> None:
    guest = evening.guest("Ada")
    visit = evening.enter(guest, evening.table(guest, CLASSROOM, dealing=15))
    evening.ask(visit, "sit")
    evening.pass_time(3_000)
    assert clocks(visit)[-1]["closes_in"]
    assert clocks(visit)[-1]["said"] == []


def test_who_changes_the_name_while_connected_sits_down_under_the_new_one(
    evening: Evening,
) -> None:
    host = evening.guest("Ada")
    visit = evening.enter(host, evening.table(host))
    evening.hall.welcome("Grace", "token of Ada", lambda _: None)
    evening.hall.turn()
    evening.ask(visit, "sit")
    assert [seat.name for seat in visit.room.state.seats.values()] == ["Grace"]


def test_each_guest_can_lengthen_the_clock_ten_times_a_coup(evening: Evening) -> None:
    visit = seated(evening, dealing=15)
    other = evening.enter(evening.guest("Grace"), visit.room)
    evening.ask(other, "sit")
    evening.pass_time(3_240)
    answers = []
    for _ in range(11):
        evening.pass_time(2_999)
        assert evening.ask(visit, "more_time")["reason"] == "Most of the time is left."
        evening.pass_time(1)
        answers.append(evening.ask(visit, "more_time")["type"])
    assert answers == ["accepted"] * 10 + ["refused"]
    assert evening.ask(other, "more_time")["type"] == "accepted"
    assert (clocks(visit)[-1]["more"], clocks(visit)[-1]["used"]) == (10, {"1": 10, "2": 1})
    assert clocks(visit)[-1]["closes_in"] == 15_000
    assert not visit.room.state.coups


def test_more_time_that_could_not_be_noted_was_not_given(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit = seated(evening, dealing=15)
    evening.pass_time(10_000)
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "append", full)
        assert evening.ask(visit, "more_time")["code"] == "log"
    assert not visit.room.clock.used
    evening.pass_time(8_240)
    assert len(visit.room.state.coups) == 1


def full(*_: object, **__: object) -> int:
    raise StoreError("full")


def test_an_id_stands_for_one_command(evening: Evening) -> None:
    visit = seated(evening)

    def send(request: str, stake: int) -> dict[str, Any]:
        visit.outbox.frames.clear()
        command = {"kind": "place_bet", "key": "banker", "stake": stake}
        evening.hall.receive(visit, json.dumps({"id": request, "command": command}))
        evening.hall.turn()
        return dict(json.loads(visit.outbox.frames[-1]))

    accepted, refused = send("a", 500), send("b", 50)
    assert (accepted["type"], refused["code"]) == ("accepted", "outside_limits")
    assert send("a", 600)["code"] == send("b", 600)["code"] == "reused_id"
    assert (send("a", 500), send("b", 50)) == (accepted, refused)
    evening.hall = evening.opened()
    visit = evening.enter(visit.guest, evening.hall.rooms[visit.room.id])
    assert send("a", 600)["code"] == "reused_id"
    assert send("a", 500) == accepted
    assert visit.room.state.seats[1].staked == 500


def test_a_clock_waits_for_guests(evening: Evening) -> None:
    visit = seated(evening, dealing=15)
    evening.hall.leave(visit)
    evening.pass_time(60_000)
    assert not visit.room.state.coups
    evening.enter(visit.guest, visit.room)
    evening.pass_time(15_000)
    assert len(visit.room.state.coups) == 1


def test_only_who_sits_alone_deals_at_a_table_with_a_clock(evening: Evening) -> None:
    visit = seated(evening, dealing=25)
    assert evening.ask(visit, "deal")["type"] == "accepted"
    other = evening.enter(evening.guest("Grace"), visit.room)
    evening.ask(other, "sit")
    assert evening.ask(visit, "deal")["code"] == "clock"


def test_the_next_shoe_begins_by_itself(evening: Evening) -> None:
    visit = seated(evening, house=CLASSROOM)
    assert evening.ask(visit, "deal")["type"] == "accepted"
    evening.pass_time(10_000)
    assert visit.room.state.shoe == 2
    assert visit.room.state.phase.value == "betting"
    assert {"shoe_closed", "shoe_revealed", "shoe_opened"} <= set(evening.kinds(visit))


def test_a_guest_who_stays_away_is_sent_home_with_all_chips(evening: Evening) -> None:
    visit = seated(evening)
    evening.ask(visit, "place_bet", key="banker", stake=500)
    watcher = evening.enter(evening.guest("Grace"), visit.room)
    evening.hall.leave(visit)
    evening.pass_time(14 * 60_000)
    assert visit.room.state.seats
    evening.pass_time(60_000)
    assert not visit.room.state.seats
    assert not visit.room.setup.seats
    assert evening.kinds(watcher)[-2:] == ["bet_taken_back", "guest_left"]


def test_a_table_that_nobody_visits_is_closed_and_stays_in_the_log(evening: Evening) -> None:
    visit = seated(evening)
    evening.hall.leave(visit)
    evening.pass_time(61 * 60_000)
    assert not evening.hall.rooms
    assert not evening.opened().rooms
    last = evening.store.last(visit.room.id)
    assert last
    assert last.fact.kind == "table_closed"


def closing(evening: Evening, guest: Guest, room: Room) -> Any:  # noqa: ANN401 - as it was answered
    results: list[Any] = []
    evening.hall.close_table(guest, room, results.append)
    evening.hall.turn()
    return getattr(results[0], "code", None)


def test_who_opened_a_table_may_close_it_when_nobody_else_sits_there(evening: Evening) -> None:
    visit = seated(evening)
    evening.ask(visit, "place_bet", key="banker", stake=500)
    other = evening.enter(evening.guest("Grace"), visit.room)
    assert closing(evening, other.guest, visit.room) == "not_yours"
    evening.ask(other, "sit")
    assert closing(evening, visit.guest, visit.room) == "occupied"
    evening.ask(other, "leave")
    assert closing(evening, visit.guest, visit.room) is None
    assert not evening.hall.rooms
    assert evening.kinds(other)[-5:] == [
        "bet_taken_back", "guest_left", "shoe_closed", "shoe_revealed", "table_closed",
    ]  # fmt: skip
    assert other.outbox.goodbye
    assert other.outbox.goodbye.code == TABLE_CLOSED
    assert closing(evening, visit.guest, visit.room) == "closed"
    assert not evening.opened().rooms


def test_who_bought_too_much_is_told_in_dollars(evening: Evening) -> None:
    visit = seated(evening)
    answer = evening.ask(visit, "buy_in", chips=LARGEST_BUY_IN)
    assert answer["code"] == "illegal"
    more = "more than the $9,999,999,000 that may still be bought."
    assert answer["reason"] == f"Too much: $10,000,000,000 is {more}"


def test_bad_frames_are_forgotten_in_time(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "hall.db", Caps(patience=3))
    visit = seated(evening)
    for _ in range(10):
        evening.hall.receive(visit, "{")
        evening.now += 10_000
    goodbyes = [visit.outbox.goodbye]
    for _ in range(4):
        evening.hall.receive(visit, "{")
        goodbyes.append(visit.outbox.goodbye)
    assert [each and each.code for each in goodbyes] == [None, None, None, 1008, 1008]
    evening.store.close()


def test_a_finished_shoe_is_read_from_the_log_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit = seated(evening, house=CLASSROOM)
    evening.ask(visit, "deal")
    evening.pass_time(10_000)
    table, shelf = visit.room.id, TableRecords()
    replays: list[Any] = []
    monkeypatch.setattr(records, "shoe_record", _counted(shoe_record, replays))
    monkeypatch.setattr(records, "evening_of", _counted(evening_of, replays))

    def read() -> list[Any]:
        files = [shelf.shoe_file(evening.store, table, shoe, "bgn") for shoe in (1, 2, 3)]
        return [*files, shelf.shoes(evening.store, table)]

    first, second, none, shoes = read()
    assert first
    assert second
    assert none is None
    assert [shoe["shoe"] for shoe in shoes] == [2, 1]
    assert read() == [first, second, none, shoes]
    assert len(replays) == 4
    evening.ask(visit, "deal")
    again = read()
    assert again[0] == first
    assert again[1] != second
    assert len(replays) == 7


def _counted(read: Callable[..., Any], calls: list[Any]) -> Callable[..., Any]:
    def counted(*arguments: object) -> object:
        calls.append(arguments)
        return read(*arguments)

    return counted


def test_who_watches_a_table_when_it_closes_is_told(evening: Evening) -> None:
    visit = seated(evening)
    room = visit.room
    room.propose(lambda: room.croupier.propose(CloseTable()))
    batch = evening.hall.decide()
    batch.rooms[room] = None
    batch.notes += room.notes
    evening.hall.commit(batch)
    evening.hall.publish(batch)
    assert visit.outbox.goodbye
    assert visit.outbox.goodbye.code == TABLE_CLOSED
    assert json.loads(visit.outbox.frames[-1])["type"] == "closing"


def test_a_full_disk_harms_nothing(evening: Evening) -> None:
    visit = seated(evening)
    before = visit.room.state
    connection = evening.store._connection
    pages = connection.pragma("page_count")
    connection.pragma("max_page_count", pages)
    refused: dict[str, Any] = {"type": "accepted"}
    for _ in range(2_000):
        before = visit.room.state
        refused = evening.ask(visit, "buy_in", chips=1)
        visit.outbox.frames.clear()
        if refused["type"] == "refused":
            break
    assert refused["code"] == "log"
    assert visit.room.state is before
    assert _is_ill(evening.hall)
    connection.pragma("max_page_count", 1_000_000)
    evening.pass_time(2_000)
    assert evening.ask(visit, "place_bet", key="banker", stake=500)["type"] == "accepted"
    assert evening.hall.health.is_well
    assert evening.opened().rooms[visit.room.id].state == visit.room.state


def _is_ill(hall: Hall) -> bool:
    return not hall.health.is_well


def test_a_disk_that_is_full_for_the_house_itself_is_tried_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = evening.guest("Ada")
    visit = evening.enter(guest, evening.table(guest))
    evening.ask(visit, "sit")
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "append", full)
        evening.pass_time(10_000)
    assert visit.room.state.phase.value == "no shoe"
    evening.pass_time(5_000)
    assert visit.room.state.phase.value == "betting"
    frames = map(json.loads, visit.outbox.frames)
    told = [frame["reason"] for frame in frames if frame["type"] == "trouble"]
    assert told == ["The house cannot write its log now; it tries again every second.", None]


def test_only_a_write_tells_that_the_log_can_be_written_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit = seated(evening)
    tried: list[int] = []

    def full_and_noted(*_: object, **__: object) -> int:
        tried.append(evening.now)
        raise StoreError("full")

    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "append", full_and_noted)
        assert evening.ask(visit, "buy_in", chips=1)["code"] == "log"
        start = evening.now
        evening.hall.turn()
        late = evening.enter(Guest("other", "Grace"), visit.room)
        assert [json.loads(frame)["type"] for frame in late.outbox.frames] == ["welcome", "trouble"]
        evening.hall.turn()
        assert _is_ill(evening.hall)
        evening.pass_time(4_500)
        assert _is_ill(evening.hall)
    assert tried == [start + late for late in (0, 1_000, 2_000, 3_000, 4_000)]
    visit.outbox.frames.clear()
    evening.pass_time(500)
    assert evening.hall.health.is_well
    assert [json.loads(frame)["type"] for frame in visit.outbox.frames] == ["trouble"]
    evening.pass_time(5_000)
    assert len(evening.store.notes(TRIALS)) == 1


def test_a_little_room_on_the_disk_does_not_make_the_house_well(evening: Evening) -> None:
    visit = seated(evening)
    connection = evening.store._connection
    connection.pragma("max_page_count", connection.pragma("page_count"))
    while evening.ask(visit, "buy_in", chips=1)["type"] == "accepted":
        visit.outbox.frames.clear()
        evening.now += 100
    for _ in range(5):
        evening.pass_time(1_000)
        assert _is_ill(evening.hall)
    connection.pragma("max_page_count", 1_000_000)
    evening.pass_time(1_000)
    assert evening.hall.health.is_well
    assert evening.ask(visit, "buy_in", chips=1)["type"] == "accepted"


def test_start_up_reads_no_more_than_the_present_shoe(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit = seated(evening, house=CLASSROOM)
    for _ in range(12):
        evening.ask(visit, "deal")
        evening.pass_time(10_000)
        visit.outbox.frames.clear()
    read = 0
    facts = evening.store.facts

    def counted(stream: str, *, after: int = 0) -> Iterator[Logged]:
        nonlocal read
        for logged in facts(stream, after=after):
            read += 1
            yield logged

    monkeypatch.setattr(evening.store, "facts", counted)
    again = evening.opened().rooms[visit.room.id]
    assert again.state == visit.room.state
    assert visit.room.croupier.version > 80
    assert read < 20


def test_a_socket_that_cannot_keep_up_is_closed_and_may_come_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "hall.db", Caps(waiting=20))
    visit = seated(evening)
    slow = evening.enter(evening.guest("Slow"), visit.room)
    seen = json.loads(slow.outbox.frames[0])["number"]
    for _ in range(30):
        evening.ask(visit, "place_bet", key="banker", stake=100)
        visit.outbox.frames.clear()
    assert slow.outbox.goodbye
    assert slow.outbox.goodbye.code == TOO_SLOW
    assert not slow.outbox.frames
    evening.hall.leave(slow)
    back = evening.hall.enter(slow.guest, visit.room, Outbox(20), after=seen)
    welcome = json.loads(back.outbox.frames[0])
    assert len(welcome["missed"]) == 30
    evening.store.close()


def test_a_token_is_noted_only_as_its_hash(evening: Evening) -> None:
    evening.guest("Ada")
    assert evening.store.note("guest", token_hash("token of Ada"))
    data = b"".join(path.read_bytes() for path in evening.path.parent.iterdir())
    assert b"token of Ada" not in data


def test_the_log_does_not_go_back_when_the_clock_does(evening: Evening) -> None:
    visit = seated(evening)
    evening.now += 50_000
    evening.ask(visit, "buy_in", chips=100)
    evening.hall._wall = lambda: 5
    evening.ask(visit, "buy_in", chips=100)
    last = evening.store.last(visit.room.id)
    assert last
    assert last.at >= 1_000 * evening.now


def test_a_bucket_allows_bursts_and_then_a_rate() -> None:
    bucket = Bucket(rate=2, size=3, level=3)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(499)
    assert [bucket.take(1_000) for _ in range(3)] == [True, True, False]
    assert not bucket.take(0)
    assert not bucket.take(1_000)
    assert [bucket.take(10**9) for _ in range(4)] == [True, True, True, False]


def test_those_who_ask_most_seldom_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puntobanco.web.rates.MOST_BUCKETS", 2)
    buckets = Buckets(0.001, 1)
    assert [buckets.take(who, 5) for who in "aabbaca"] == [
        True, False, True, False, False, True, False,
    ]  # fmt: skip
    assert buckets.take("b", 5)


@pytest.mark.parametrize("seat", [1, 14])
@pytest.mark.parametrize("chips", [1, 500, LARGEST_BUY_IN, LARGEST_BUY_IN - 1])
def test_what_is_said_shortly_is_what_the_announcer_says(seat: int, chips: int) -> None:
    start = (TableOpened("t", CLASSIC), GuestSat(seat, "Ada"), BoughtIn(seat, Chips(10**13)))
    key = "dragon_bonus_banker"
    state = fold((*start, BetPlaced(seat, key, Chips(chips))))
    for event in (
        BoughtIn(seat, Chips(chips)),
        BetPlaced(seat, key, Chips(chips)),
        BetPlaced(seat, "tie", Chips(chips)),
        BetTakenBack(seat, key, Chips(chips)),
    ):
        assert isinstance(event, SHORT)
        view = event_view(Fresh(1, event, state, event_text(event)), at=1)
        for name, listener in (("say", None), ("say_own", seat)):
            expected = {
                each.value: event_lines(event, state, each, listener=listener) for each in Level
            }
            assert view[name] == expected


# --- the ceremony of seeds ------------------------------------------------------------------------


def promised(visit: Visit, word: str) -> str:
    """What a guest promises before revealing a word."""
    seat = visit.room.setup.seat_of(visit.guest.id)
    assert seat
    return GuestSeed(seat, word).commitment(visit.room.state.ceremony.commitment).hex()


def test_fourteen_guests_sit_and_mix_and_the_next_one_watches(evening: Evening) -> None:
    host = evening.guest("Guest 0")
    room = evening.table(host)
    guests = [host, *(evening.guest(f"Guest {number}") for number in range(1, 15))]
    visits = [evening.enter(guest, room) for guest in guests]
    answers = [evening.ask(visit, "sit") for visit in visits]
    assert [answer["type"] for answer in answers] == ["accepted"] * 14 + ["refused"]
    assert "14 seats" in answers[-1]["reason"]
    evening.hall.turn()
    early = evening.ask(visits[0], "reveal_seed", seed="too early")
    assert early["code"] == "not_now"
    for visit in visits[:14]:
        words = promised(visit, visit.guest.name)
        assert evening.ask(visit, "commit_seed", commitment=words)["type"] == "accepted"
    evening.hall.turn()
    late = evening.ask(visits[0], "commit_seed", commitment="0" * 64)
    assert late["code"] == "not_now"
    for visit in visits[:14]:
        assert evening.ask(visit, "reveal_seed", seed=visit.guest.name)["type"] == "accepted"
    evening.hall.turn()
    assert room.state.phase.value == "betting"
    assert len(room.state.ceremony.seeds) == 14
    assert evening.now == 0, "nobody had to wait"


def test_who_withholds_a_seed_is_left_out_after_a_while(evening: Evening) -> None:
    one, two = evening.guest("Ada"), evening.guest("Grace")
    room = evening.table(one)
    first, second = evening.enter(one, room), evening.enter(two, room)
    evening.ask(first, "sit")
    evening.ask(second, "sit")
    evening.hall.turn()
    for visit in (first, second):
        evening.ask(visit, "commit_seed", commitment=promised(visit, "word"))
    evening.hall.turn()
    assert evening.ask(first, "reveal_seed", seed="another")["code"] == "fairness"
    assert evening.ask(first, "reveal_seed", seed="word")["type"] == "accepted"
    evening.pass_time(2_900)
    assert room.state.phase.value == "seeding"
    evening.pass_time(200)
    assert room.state.phase.value == "betting"
    assert room.state.ceremony.withheld == (2,)


def test_a_ceremony_that_a_restart_interrupts_goes_on(evening: Evening) -> None:
    guest = evening.guest("Ada")
    room = evening.table(guest)
    visit = evening.enter(guest, room)
    evening.ask(visit, "sit")
    evening.hall.turn()
    evening.ask(visit, "commit_seed", commitment=promised(visit, "word"))
    evening.hall = evening.opened()
    room = evening.hall.rooms[room.id]
    back = evening.enter(guest, room)
    evening.hall.turn()
    assert evening.ask(back, "reveal_seed", seed="word")["type"] == "accepted"
    evening.hall.turn()
    assert [seed.text for seed in room.state.ceremony.seeds] == ["word"]
    assert room.state.phase.value == "betting"

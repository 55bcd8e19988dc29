"""The hall with a clock and a disk of the test's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from puntobanco.croupier import seed_source
from puntobanco.errors import StoreError
from puntobanco.fairness import GuestSeed
from puntobanco.history.shoes import evening_of, shoe_record
from puntobanco.house import CLASSIC, CLASSROOM, House
from puntobanco.store import Logged, Store
from puntobanco.table import Phase
from puntobanco.table.decisions import LARGEST_BUY_IN
from puntobanco.table.events import CoupDealt
from puntobanco.web.hall.cleanup import PROBES
from puntobanco.web.hall.guests import TableSeeds, guest_note, token_hash
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.names import cleaned
from puntobanco.web.http import records
from puntobanco.web.http.records import TableRecords
from puntobanco.web.http.tables import Lobby
from puntobanco.web.limits import Caps, Pace, Rate
from puntobanco.web.rates import Bucket, Buckets
from puntobanco.web.room import replay
from puntobanco.web.room.audience import TABLE_CLOSED, Connection, Outbox
from puntobanco.web.room.display import display_time
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import DRILLS, SEATED, Guest, Sittings
from puntobanco.wire.parts import Dealing
from tests.web.hearing import english


class Evening:
    """A hall that is turned by hand."""

    def __init__(
        self,
        path: Path,
        caps: Caps | None = None,
        seed_for: TableSeeds = lambda _: seed_source("hall"),
    ) -> None:
        self.path, self.seed_for = path, seed_for
        self.now = 0
        self.caps = caps or Caps()
        self.store = Store.open(path)
        self.hall = self.opened()
        self.rooms: dict[Connection, Room] = {}
        self.sent = 0

    def opened(self) -> Hall:
        return Hall(
            self.store,
            wall=lambda: 1_000 * self.now,
            elapsed=lambda: self.now,
            seed_for=self.seed_for,
            caps=self.caps,
            pace=Pace(),
        )

    def restart(self) -> None:
        """Close the hall in order, and open it again."""
        for room in self.hall.rooms.values():
            self.hall.commit(self.hall.propose_snapshot(room))
        self.hall = self.opened()

    def guest(self, name: str) -> Guest:
        results: list[Any] = []
        self.hall.name_guest(name, f"token of {name}", results.append)
        self.hall.turn()
        (guest,) = results
        if isinstance(guest, Exception):
            raise guest
        assert isinstance(guest, Guest)
        return guest

    def table(self, guest: Guest, house: House = CLASSIC, dealing: Dealing = "button") -> Room:
        results: list[Any] = []
        self.hall.open_table(guest, house, private=False, dealing=dealing, answer=results.append)
        self.hall.turn()
        (room,) = results
        assert isinstance(room, Room)
        return room

    def enter(self, guest: Guest, room: Room, address: str = "") -> Connection:
        outbox = Outbox(self.caps.waiting)
        connection = self.hall.connect(guest, room, outbox, after=None, address=address)
        if not outbox.frames:
            self.hall.turn()
        self.rooms[connection] = room
        return connection

    def room(self, connection: Connection) -> Room:
        """The room of a connection, also after the table was closed."""
        return self.rooms[connection]

    def ask(self, connection: Connection, kind: str, **members: str | int) -> dict[str, Any]:
        self.sent += 1
        request = f"q{self.sent}"
        self.send(connection, request, kind, **members)
        self.hall.turn()
        return self.answer(connection, request)

    def send(self, connection: Connection, request: str, kind: str, **members: str | int) -> None:
        frame = {"id": request, "command": {"kind": kind, **members}}
        self.hall.receive(connection, json.dumps(frame))

    def answer(self, connection: Connection, request: str) -> dict[str, Any]:
        frames = map(json.loads, connection.outbox.frames)
        (answer,) = (frame for frame in frames if frame.get("id") == request)
        return dict(answer)

    def facts_read(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """Return a list that grows by the version of each fact that is read from now on."""
        read: list[int] = []
        facts = self.store.facts

        def noted(stream: str, *, after: int = 0, chain: bytes = b"") -> Iterator[Logged]:
            for logged in facts(stream, after=after, chain=chain):
                read.append(logged.fact.version)
                yield logged

        monkeypatch.setattr(self.store, "facts", noted)
        return read

    def pass_time(self, ms: int) -> None:
        """Turn the hall whenever it is due."""
        until = self.now + ms
        while self.hall.due() <= until:
            self.now = max(self.now, self.hall.due())
            self.hall.turn()
        self.now = until

    def frames(self, connection: Connection, kind: str) -> list[dict[str, Any]]:
        """The frames of a kind that wait for a guest."""
        frames = map(json.loads, connection.outbox.frames)
        return [frame for frame in frames if frame["type"] == kind]

    def events(self, connection: Connection) -> list[dict[str, Any]]:
        return [event for frame in self.frames(connection, "events") for event in frame["events"]]

    def kinds(self, connection: Connection) -> list[str]:
        return [event["kind"] for event in self.events(connection)]

    def clock(self, connection: Connection) -> dict[str, Any]:
        """The last clock frame that waits for a guest."""
        return self.frames(connection, "clock")[-1]


def seated(
    evening: Evening, house: House = CLASSIC, dealing: Dealing = "button", *, name: str = "Ada"
) -> Connection:
    """A guest with chips at a table that takes bets."""
    guest = evening.guest(name)
    connection = evening.enter(guest, evening.table(guest, house, dealing))
    assert evening.ask(connection, "sit")["type"] == "accepted"
    assert evening.ask(connection, "buy_in", chips=100_000)["type"] == "accepted"
    evening.pass_time(3_000)
    assert evening.room(connection).state.phase.value == "betting"
    return connection


def test_a_refused_bet_that_is_sent_again_for_an_older_coup_is_too_late(evening: Evening) -> None:
    """Refusals aren't remembered after a restart, but the frame names its coup."""
    ada = seated(evening)
    bet = {"kind": "place_bet", "key": "banker", "stake": 100_500}
    frame = json.dumps({"id": "bet", "command": bet, "coups_dealt": 0})
    evening.hall.receive(ada, frame)
    evening.hall.turn()
    assert evening.answer(ada, "bet")["code"] == "insufficient_funds"
    assert evening.ask(ada, "buy_in", chips=100_000)["type"] == "accepted"
    assert evening.ask(ada, "place_bet", key="player", stake=500)["type"] == "accepted"
    assert evening.ask(ada, "deal")["type"] == "accepted"
    evening.hall = evening.opened()
    ada = evening.enter(ada.guest, evening.hall.rooms[ada.table])
    evening.hall.receive(ada, frame)
    evening.hall.turn()
    assert evening.answer(ada, "bet")["code"] == "not_now"
    assert not evening.room(ada).state.seats[1].stakes


def test_sittings_at_several_tables_and_drills_are_kept_in_one_turn(evening: Evening) -> None:
    ada = evening.guest("Ada")
    places = [evening.enter(ada, evening.table(ada)) for _ in range(3)]
    evening.hall.keep_drills("token of Ada", ada, "{}", lambda _: None, before=None)
    for connection in places:
        evening.send(connection, "sit", "sit")
    evening.hall.turn()
    note, _ = evening.store.noted(SEATED, [ada.id])[ada.id]
    assert [each.table for each in Sittings.read(note).latest] == [each.table for each in places]


def test_drills_that_another_tab_has_changed_are_not_overwritten(evening: Evening) -> None:
    ada, answers = evening.guest("Ada"), list[Any]()

    def keep(text: str, before: str | None) -> None:
        evening.hall.keep_drills("token of Ada", ada, text, answers.append, before=before)

    for text in ("one", "two"):
        keep(text, None)
    evening.hall.turn()
    keep("three", None)
    keep("four", "one")
    evening.hall.turn()
    codes = [getattr(each, "code", None) for each in answers]
    assert codes == [None, "not_asked", "not_asked", None]
    assert evening.store.note(DRILLS, ada.id) == "four"


@pytest.mark.parametrize("is_later", [True, False])
def test_drills_of_a_guest_who_has_signed_out_are_not_stored(
    evening: Evening, *, is_later: bool
) -> None:
    ada, answers = evening.guest("Ada"), list[Any]()
    evening.hall.sign_out("token of Ada", ada, lambda _: None)
    if is_later:
        evening.hall.turn()
    evening.hall.keep_drills("token of Ada", ada, "one", answers.append, before=None)
    evening.hall.turn()
    assert [each.code for each in answers] == ["no_guest"]
    assert evening.store.note(DRILLS, ada.id) is None


def test_who_signs_out_is_unknown_everywhere(evening: Evening) -> None:
    ada = seated(evening)
    elsewhere = evening.enter(ada.guest, evening.table(ada.guest))
    grace = evening.enter(evening.guest("Grace"), evening.room(ada))
    answers: list[Any] = []
    evening.hall.sign_out("token of Ada", ada.guest, answers.append)
    evening.hall.name_guest("Ada again", "token of Ada", answers.append)
    evening.hall.turn()
    assert answers[0] == ada.guest
    assert isinstance(answers[1], Refused)
    assert evening.hall.guest("token of Ada") is None
    assert [each.outbox.close_frame for each in (ada, elsewhere)] == [(4003, "signed out")] * 2
    assert grace.outbox.close_frame is None
    evening.hall = evening.opened()
    assert evening.hall.guest("token of Ada") is None
    assert evening.hall.guest("token of Grace")


def test_a_guest_who_sits_down_while_signing_out_leaves_no_note(evening: Evening) -> None:
    ada = evening.guest("Ada")
    room = evening.table(ada)
    outbox, held = Outbox(evening.caps.waiting), "token of Ada"
    line = evening.hall.connect(ada, room, outbox, after=None, token=held)
    evening.hall.turn()
    evening.hall.sign_out(held, ada, lambda _: None)
    evening.send(line, "sit", "sit")
    evening.hall.turn()
    assert room.state.seats[1].name == "Ada"
    assert evening.store.notes(SEATED) == {}


def test_a_request_that_waits_does_not_bring_a_revoked_token_back(evening: Evening) -> None:
    ada, answers = evening.guest("Ada"), list[Any]()
    evening.now += 2 * 60 * 60_000
    evening.hall.sign_out("token of Ada", ada, answers.append)
    batch = evening.hall.decide()
    evening.hall.renew_guest("token of Ada")
    evening.hall.name_guest("Ada again", "token of Ada", answers.append)
    evening.hall.commit(batch)
    evening.hall.publish(batch)
    evening.hall.turn()
    assert evening.hall.guest("token of Ada") is None
    assert isinstance(answers[-1], Refused)


def test_a_coup_that_is_dealt_with_a_bet_in_one_turn_tells_of_its_money(evening: Evening) -> None:
    connection = seated(evening)
    connection.outbox.frames.clear()
    evening.send(connection, "bet", "place_bet", key="banker", stake=500)
    evening.send(connection, "deal", "deal")
    evening.hall.turn()
    assert evening.kinds(connection) == ["bet_placed", "coup_dealt", "bet_settled"]
    (coup,) = (each for each in evening.events(connection) if each["kind"] == "coup_dealt")
    assert {*coup["facts"]["settled"]} == {"1", "others"}


def test_no_more_events_are_read_for_a_replay_than_the_bound(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = seated(evening)
    table, upto = connection.table, evening.room(connection).croupier.version

    def since(bound: int) -> int:
        monkeypatch.setattr(replay, "MAX_EVENTS_READ", bound)
        return replay.read_replay(evening.store, table, start=None, upto=upto, limit=1_000).since

    assert (since(upto), since(upto - 1)) == (0, upto)


def test_a_replay_that_is_read_begins_after_the_last_event_it_leaves_out(evening: Evening) -> None:
    connection = seated(evening)
    table, upto = connection.table, evening.room(connection).croupier.version

    def read(limit: int) -> replay.Replay:
        return replay.read_replay(evening.store, table, start=None, upto=upto, limit=limit)

    numbers = [number for number, _ in read(1_000)._events]
    short = read(2)
    assert [number for number, _ in short._events] == numbers[-2:]
    assert short.since == numbers[-3]


def opening(evening: Evening, connection: Connection) -> tuple[int, int]:
    """Return in how many milliseconds the clock opens and closes."""
    clock = evening.clock(connection)
    return clock["opens_in"], clock["closes_in"]


def test_a_clock_waits_until_the_cards_were_shown(evening: Evening) -> None:
    connection = seated(evening, dealing=15)
    assert opening(evening, connection) == (3_240, 18_240)
    evening.pass_time(18_239)
    assert not evening.room(connection).state.coups
    evening.pass_time(1)
    (coup,) = evening.room(connection).state.coups
    shown = display_time(CoupDealt(1, coup))
    assert 5_000 < shown < 9_000
    assert opening(evening, connection) == (shown, shown + 15_000)
    evening.pass_time(shown + 14_999)
    assert len(evening.room(connection).state.coups) == 1
    evening.pass_time(1)
    assert len(evening.room(connection).state.coups) == 2


def is_betting(evening: Evening, connection: Connection) -> bool:
    return evening.room(connection).state.phase is Phase.BETTING


def test_a_clock_waits_until_the_last_board_of_a_shoe_was_seen(evening: Evening) -> None:
    connection = seated(evening, replace(CLASSIC, cut_card=400), dealing=15)
    while is_betting(evening, connection):
        evening.ask(connection, "deal")
    (*_, last) = evening.room(connection).state.board
    assert len(evening.room(connection).state.board) > 1
    shown = display_time(CoupDealt(1, last)) + 900  # the cut card
    held, mixed, between, ceremony = 3_000, 3_240, 4_000, 3_000
    evening.pass_time(between + ceremony)
    assert is_betting(evening, connection)
    assert opening(evening, connection)[0] == shown + held - between - ceremony + mixed


def spoken(frame: dict[str, Any], seat: int, level: str = "normal") -> list[tuple[int, str]]:
    """The sentences of the clock for a guest, with the milliseconds left."""
    return [
        (each["left"], *english(each["said"], level, is_own=each.get("seat") == seat))
        for each in frame["said"]
    ]


def test_a_clock_says_when_it_begins_when_little_is_left_and_who_lengthens_it(
    evening: Evening,
) -> None:
    ada = seated(evening, dealing=15)
    end = [(5_000, "Time: 5 seconds left."), (0, "No more bets.")]
    assert spoken(evening.clock(ada), 1) == [(15_000, "Place your bets: 15 seconds."), *end]
    assert spoken(evening.clock(ada), 1, "terse") == [
        (15_000, "15 seconds."),
        (5_000, "5 seconds."),
        (0, "No more bets."),
    ]
    evening.pass_time(10_000)
    grace = evening.enter(evening.guest("Grace"), evening.room(ada))
    clock = json.loads(grace.outbox.frames[0])["clock"]
    assert spoken(clock, 2) == [(8_240, "Place your bets: 9 seconds."), *end]
    evening.ask(ada, "more_time")
    assert spoken(evening.clock(ada), 1) == [(15_000, "Extra time: 15 seconds."), *end]
    assert spoken(evening.clock(grace), 2) == [(15_000, "Ada takes extra time: 15 seconds."), *end]
    evening.pass_time(12_000)
    late = evening.enter(evening.guest("Late"), evening.room(ada))
    clock = json.loads(late.outbox.frames[0])["clock"]
    assert spoken(clock, 3) == [(3_000, "Time: 3 seconds left."), (0, "No more bets.")]


def test_a_clock_where_no_bets_are_taken_does_not_ask_for_them(evening: Evening) -> None:
    guest = evening.guest("Ada")
    connection = evening.enter(guest, evening.table(guest, CLASSROOM, dealing=15))
    evening.ask(connection, "sit")
    evening.pass_time(3_000)
    assert opening(evening, connection)[1]
    assert evening.clock(connection)["said"] == []


def test_who_changes_the_name_while_connected_sits_down_under_the_new_one(
    evening: Evening,
) -> None:
    host = evening.guest("Ada")
    connection = evening.enter(host, evening.table(host))
    evening.hall.name_guest("Grace", "token of Ada", lambda _: None)
    evening.hall.turn()
    evening.ask(connection, "sit")
    assert [seat.name for seat in evening.room(connection).state.seats.values()] == ["Grace"]


def test_each_guest_can_lengthen_the_clock_ten_times_a_coup(evening: Evening) -> None:
    connection = seated(evening, dealing=15)
    other = evening.enter(evening.guest("Grace"), evening.room(connection))
    evening.ask(other, "sit")
    evening.pass_time(3_240)
    answers = []
    for _ in range(11):
        evening.pass_time(2_999)
        assert (
            evening.ask(connection, "more_time")["reason"] == "Not yet: most of the time is left."
        )
        evening.pass_time(1)
        answers.append(evening.ask(connection, "more_time"))
    assert [each["type"] for each in answers] == ["accepted"] * 10 + ["refused"]
    assert answers[-1]["reason"] == "No more extensions for this coup."
    assert evening.ask(other, "more_time")["type"] == "accepted"
    clock = evening.clock(connection)
    assert (clock["more"], clock["used"], clock["closes_in"]) == (10, {"1": 10, "2": 1}, 15_000)
    assert not evening.room(connection).state.coups


def test_more_time_that_could_not_be_noted_was_not_given(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = seated(evening, dealing=15)
    evening.pass_time(10_000)
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "append", full)
        assert evening.ask(connection, "more_time")["code"] == "log"
    assert not evening.room(connection).value.extensions
    evening.pass_time(8_240)
    assert len(evening.room(connection).state.coups) == 1


def full(*_: object, **__: object) -> int:
    raise StoreError("full")


def test_an_id_stands_for_one_command(evening: Evening) -> None:
    connection = seated(evening)

    def send(request: str, stake: int) -> dict[str, Any]:
        connection.outbox.frames.clear()
        evening.send(connection, request, "place_bet", key="banker", stake=stake)
        evening.hall.turn()
        return dict(json.loads(connection.outbox.frames[-1]))

    accepted, refused = send("a", 500), send("b", 50)
    assert (accepted["type"], refused["code"]) == ("accepted", "outside_limits")
    assert send("a", 600)["code"] == send("b", 600)["code"] == "reused_id"
    assert (send("a", 500), send("b", 50)) == (accepted, refused)
    evening.hall = evening.opened()
    connection = evening.enter(connection.guest, evening.hall.rooms[evening.room(connection).id])
    assert send("a", 600)["code"] == "reused_id"
    assert send("a", 500) == accepted
    assert evening.room(connection).state.seats[1].staked == 500


def test_after_a_restart_the_clock_is_what_it_was(evening: Evening) -> None:
    connection = seated(evening, dealing=15)
    evening.pass_time(10_000)
    assert evening.ask(connection, "more_time")["type"] == "accepted"
    evening.pass_time(5_000)
    evening.restart()
    evening.pass_time(60_000)
    back = evening.enter(connection.guest, evening.hall.rooms[connection.table])
    clock = json.loads(back.outbox.frames[0])["clock"]
    assert (clock["closes_in"], clock["used"]) == (10_000, {"1": 1})
    evening.pass_time(9_000)
    evening.restart()
    last = evening.enter(connection.guest, evening.hall.rooms[connection.table])
    clock = json.loads(last.outbox.frames[0])["clock"]
    assert clock["closes_in"] == 2_000, "the time that a broken connection has"
    evening.pass_time(1_999)
    assert not evening.room(last).state.coups
    evening.pass_time(1)
    assert len(evening.room(last).state.coups) == 1


def test_only_who_sits_alone_deals_at_a_table_with_a_clock(evening: Evening) -> None:
    connection = seated(evening, dealing=25)
    assert evening.ask(connection, "deal")["type"] == "accepted"
    other = evening.enter(evening.guest("Grace"), evening.room(connection))
    evening.ask(other, "sit")
    assert evening.ask(connection, "deal")["code"] == "clock"


def test_a_guest_who_stays_away_is_sent_home_with_all_chips(evening: Evening) -> None:
    connection = seated(evening)
    evening.ask(connection, "place_bet", key="banker", stake=500)
    watcher = evening.enter(evening.guest("Grace"), evening.room(connection))
    evening.hall.disconnect(connection)
    evening.pass_time(15 * 60_000 - 1)
    assert evening.room(connection).state.seats
    evening.pass_time(1)
    assert not evening.room(connection).state.seats
    assert not evening.room(connection).value.seats
    assert evening.kinds(watcher)[-2:] == ["bet_taken_back", "guest_left"]


def test_a_table_that_nobody_visits_is_closed_and_stays_in_the_log(evening: Evening) -> None:
    connection = seated(evening)
    evening.hall.disconnect(connection)
    evening.pass_time(60 * 60_000 - 1)
    assert evening.hall.rooms
    evening.pass_time(1)
    assert not evening.hall.rooms
    assert not evening.opened().rooms
    last = evening.store.last(evening.room(connection).id)
    assert last
    assert last.fact.kind == "table_closed"


def closing(evening: Evening, guest: Guest, room: Room) -> Any:  # noqa: ANN401 - as it was answered
    results: list[Any] = []
    evening.hall.close_table(guest, room, results.append)
    evening.hall.turn()
    return getattr(results[0], "code", None)


def test_who_opened_a_table_may_close_it_when_nobody_else_sits_there(evening: Evening) -> None:
    connection = seated(evening)
    evening.ask(connection, "place_bet", key="banker", stake=500)
    other = evening.enter(evening.guest("Grace"), evening.room(connection))
    assert closing(evening, other.guest, evening.room(connection)) == "not_yours"
    evening.ask(other, "sit")
    assert closing(evening, connection.guest, evening.room(connection)) == "occupied"
    evening.ask(other, "leave")
    assert closing(evening, connection.guest, evening.room(connection)) is None
    assert not evening.hall.rooms
    assert evening.kinds(other)[-5:] == [
        "bet_taken_back", "guest_left", "shoe_closed", "shoe_revealed", "table_closed",
    ]  # fmt: skip
    assert other.outbox.close_frame
    assert other.outbox.close_frame.code == TABLE_CLOSED
    assert closing(evening, connection.guest, evening.room(connection)) == "closed"
    assert not evening.opened().rooms


def test_who_bought_too_much_is_told_in_dollars(evening: Evening) -> None:
    connection = seated(evening)
    answer = evening.ask(connection, "buy_in", chips=LARGEST_BUY_IN)
    assert answer["code"] == "illegal"
    assert answer["reason"] == "Too much: you can still buy $9,999,999,000, not $10,000,000,000."


@pytest.mark.caps(bad_frames=Rate(0.1, 3))
def test_bad_frames_are_forgotten_in_time(evening: Evening) -> None:
    connection = seated(evening)
    for _ in range(10):
        evening.hall.receive(connection, "{")
        evening.now += 10_000
    goodbyes = [connection.outbox.close_frame]
    for _ in range(5):
        evening.hall.receive(connection, "{")
        goodbyes.append(connection.outbox.close_frame)
    assert [each and each.code for each in goodbyes] == [None, None, None, None, 1008, 1008]


def test_the_lobby_knows_who_comes_to_watch_and_who_goes(evening: Evening) -> None:
    lobby, room = Lobby(), evening.room(seated(evening))

    def watching() -> int:
        (entry,) = json.loads(msgspec.json.encode(lobby.tables([room], [], None)))["tables"]
        assert entry["free"] == entry["seats"] - len(entry["guests"]) == entry["seats"] - 1
        return int(entry["watching"])

    assert watching() == 0
    grace = evening.enter(evening.guest("Grace"), room)
    assert watching() == 1
    evening.hall.disconnect(grace)
    assert watching() == 0


def test_a_finished_shoe_is_read_from_the_log_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = seated(evening, house=CLASSROOM)
    evening.ask(connection, "deal")
    evening.pass_time(10_000)
    table, shelf = evening.room(connection).id, TableRecords()
    replays = [Mock(wraps=shoe_record), Mock(wraps=evening_of)]
    monkeypatch.setattr(records, "shoe_record", replays[0])
    monkeypatch.setattr(records, "evening_of", replays[1])

    def read() -> list[Any]:
        files = [shelf.shoe_file(evening.store, table, shoe, "bgn") for shoe in (1, 2, 3)]
        return [*files, shelf.shoes(evening.store, table)]

    first, second, none, shoes = read()
    assert first
    assert second
    assert none is None
    assert [shoe.shoe for shoe in shoes] == [2, 1]
    assert read() == [first, second, none, shoes]
    assert sum(each.call_count for each in replays) == 4
    evening.ask(connection, "deal")
    again = read()
    assert again[0] == first
    assert again[1] != second
    assert sum(each.call_count for each in replays) == 7


def _is_ill(hall: Hall) -> bool:
    return not hall.health.is_writable


def test_a_disk_that_is_full_for_the_house_itself_is_tried_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = evening.guest("Ada")
    connection = evening.enter(guest, evening.table(guest))
    evening.ask(connection, "sit")
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "append", full)
        evening.pass_time(10_000)
    assert evening.room(connection).state.phase.value == "no shoe"
    evening.pass_time(5_000)
    assert evening.room(connection).state.phase.value == "betting"
    told = [frame["reason"] for frame in evening.frames(connection, "trouble")]
    assert told == ["The house can't save right now. It retries every second.", None]


def test_only_a_write_tells_that_the_log_can_be_written_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = seated(evening)
    tried: list[int] = []

    def full_and_timed(*_: object, **__: object) -> int:
        tried.append(evening.now)
        raise StoreError("full")

    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "append", full_and_timed)
        assert evening.ask(connection, "buy_in", chips=1)["code"] == "log"
        start = evening.now
        evening.hall.turn()
        late = evening.enter(Guest("other", "Grace"), evening.room(connection))
        assert [json.loads(frame)["type"] for frame in late.outbox.frames] == ["welcome", "trouble"]
        evening.hall.turn()
        assert _is_ill(evening.hall)
        evening.pass_time(4_500)
        assert _is_ill(evening.hall)
    assert tried == [start + late for late in (0, 1_000, 2_000, 3_000, 4_000)]
    connection.outbox.frames.clear()
    evening.pass_time(500)
    assert evening.hall.health.is_writable
    assert [json.loads(frame)["type"] for frame in connection.outbox.frames] == ["trouble", "room"]
    evening.pass_time(5_000)
    assert len(evening.store.notes(PROBES)) == 1


def test_a_little_room_on_the_disk_does_not_make_the_house_well(evening: Evening) -> None:
    connection = seated(evening)
    database = evening.store._connection
    database.pragma("max_page_count", database.pragma("page_count"))
    while evening.ask(connection, "buy_in", chips=1)["type"] == "accepted":
        connection.outbox.frames.clear()
        evening.now += 100
    for _ in range(5):
        evening.pass_time(1_000)
        assert _is_ill(evening.hall)
    database.pragma("max_page_count", 1_000_000)
    evening.pass_time(1_000)
    assert evening.hall.health.is_writable
    assert evening.ask(connection, "buy_in", chips=1)["type"] == "accepted"


def test_start_up_reads_no_more_than_the_present_shoe(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = seated(evening, house=CLASSROOM)
    for _ in range(12):
        evening.ask(connection, "deal")
        evening.pass_time(10_000)
        connection.outbox.frames.clear()
    read = evening.facts_read(monkeypatch)
    again = evening.opened().rooms[evening.room(connection).id]
    assert again.state == evening.room(connection).state
    assert evening.room(connection).croupier.version > 80
    assert len(read) < 20


def test_a_token_is_noted_only_as_its_hash(evening: Evening) -> None:
    evening.guest("Ada")
    assert evening.store.note("guest", token_hash("token of Ada"))
    data = b"".join(path.read_bytes() for path in evening.path.parent.iterdir())
    assert b"token of Ada" not in data


def test_times_do_not_go_back_over_a_restart_and_guests_are_told_those_of_the_log(
    evening: Evening,
) -> None:
    connection = seated(evening)
    table = evening.room(connection).id
    evening.hall = evening.opened()
    evening.hall._wall = lambda: 5
    again = evening.enter(connection.guest, evening.hall.rooms[table])
    again.outbox.frames.clear()
    assert evening.ask(again, "buy_in", chips=100)["type"] == "accepted"
    (told,) = (event["at"] for event in evening.events(again))
    times = [each.at for each in evening.store.facts(table)]
    assert times == sorted(times)
    assert told == times[-1] // 1_000
    assert evening.table(evening.guest("Ada")).value.opened == 0


def test_a_clock_that_was_ahead_for_a_moment_leaves_other_tables_alone(evening: Evening) -> None:
    connection = seated(evening)
    evening.hall._wall = lambda: 10**15
    evening.ask(connection, "buy_in", chips=100)
    evening.hall._wall = lambda: 7 * 10**9
    room = evening.table(evening.guest("Grace"))
    newest = evening.store.last(room.id)
    assert newest
    assert newest.at == 7 * 10**9


def test_a_bucket_allows_bursts_and_then_a_rate() -> None:
    bucket = Bucket(Rate(2, 3))
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(499)
    assert [bucket.take(1_000) for _ in range(3)] == [True, True, False]
    assert not bucket.take(0)
    assert not bucket.take(1_000)
    assert [bucket.take(10**9) for _ in range(4)] == [True, True, True, False]


def test_those_who_ask_most_seldom_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puntobanco.web.rates.MAX_BUCKETS", 2)
    buckets = Buckets(Rate(0.001, 1))
    assert [buckets.take(who, 5) for who in "aabbaca"] == [
        True, False, True, False, False, True, False,
    ]  # fmt: skip
    assert buckets.take("b", 5)


# --- the ceremony of seeds ------------------------------------------------------------------------


def promised(evening: Evening, connection: Connection, word: str) -> str:
    """A guest's commitment to a word."""
    seat = evening.room(connection).value.seat_of(connection.guest.id)
    assert seat
    return (
        GuestSeed(seat, word).commitment(evening.room(connection).state.ceremony.commitment).hex()
    )


def pair(evening: Evening) -> tuple[Room, list[Connection]]:
    """Two guests at a new table, who may commit to their seeds."""
    guests = [evening.guest(name) for name in ("Ada", "Grace")]
    room = evening.table(guests[0])
    connections = [evening.enter(guest, room) for guest in guests]
    for connection in connections:
        evening.ask(connection, "sit")
    evening.hall.turn()
    return room, connections


def commit(evening: Evening, connection: Connection, word: str) -> None:
    words = promised(evening, connection, word)
    assert evening.ask(connection, "commit_seed", commitment=words)["type"] == "accepted"


def test_fourteen_guests_sit_and_mix_and_the_next_one_watches(evening: Evening) -> None:
    host = evening.guest("Guest 0")
    room = evening.table(host)
    guests = [host, *(evening.guest(f"Guest {number}") for number in range(1, 15))]
    connections = [evening.enter(guest, room) for guest in guests]
    answers = [evening.ask(connection, "sit") for connection in connections]
    assert [answer["type"] for answer in answers] == ["accepted"] * 14 + ["refused"]
    assert "14 seats" in answers[-1]["reason"]
    evening.hall.turn()
    early = evening.ask(connections[0], "reveal_seed", seed="too early")
    assert early["code"] == "not_now"
    for connection in connections[:14]:
        commit(evening, connection, connection.guest.name)
    evening.hall.turn()
    late = evening.ask(connections[0], "commit_seed", commitment="0" * 64)
    assert late["code"] == "not_now"
    for connection in connections[:14]:
        assert (
            evening.ask(connection, "reveal_seed", seed=connection.guest.name)["type"] == "accepted"
        )
    evening.hall.turn()
    assert room.state.phase.value == "betting"
    assert len(room.state.ceremony.seeds) == 14
    assert evening.now == 0, "nobody had to wait"


def test_who_withholds_a_seed_is_left_out_after_a_while(evening: Evening) -> None:
    room, (first, second) = pair(evening)
    for connection in (first, second):
        commit(evening, connection, "word")
    evening.hall.turn()
    assert evening.ask(first, "reveal_seed", seed="another")["code"] == "fairness"
    assert evening.ask(first, "reveal_seed", seed="word")["type"] == "accepted"
    evening.pass_time(2_900)
    assert room.state.phase.value == "seeding"
    evening.pass_time(200)
    assert room.state.phase.value == "betting"
    assert room.state.ceremony.withheld == (2,)


def test_a_guest_whose_early_reveal_was_refused_takes_part_with_a_new_seed(
    evening: Evening,
) -> None:
    room, (first, second) = pair(evening)
    commit(evening, first, "shown")
    assert evening.ask(first, "reveal_seed", seed="shown")["code"] == "not_now"
    for connection in (first, second):
        commit(evening, connection, "new")
    evening.hall.turn()
    assert evening.ask(first, "reveal_seed", seed="shown")["code"] == "fairness"
    for connection in (first, second):
        assert evening.ask(connection, "reveal_seed", seed="new")["type"] == "accepted"
    evening.hall.turn()
    assert room.state.phase.value == "betting"
    assert [seed.text for seed in room.state.ceremony.seeds] == ["new", "new"]


def test_a_ceremony_that_a_restart_interrupts_goes_on(evening: Evening) -> None:
    guest = evening.guest("Ada")
    room = evening.table(guest)
    connection = evening.enter(guest, room)
    evening.ask(connection, "sit")
    evening.hall.turn()
    commit(evening, connection, "word")
    evening.hall = evening.opened()
    room = evening.hall.rooms[room.id]
    back = evening.enter(guest, room)
    evening.hall.turn()
    assert evening.ask(back, "reveal_seed", seed="word")["type"] == "accepted"
    evening.hall.turn()
    assert [seed.text for seed in room.state.ceremony.seeds] == ["word"]
    assert room.state.phase.value == "betting"


def test_a_guest_keeps_a_name_that_this_python_would_change(evening: Evening) -> None:
    """Another Python may know more characters, and may clean names differently."""
    guest = Guest("known", "Ada \U0003fffd \ufb01 \u0378")
    assert cleaned(guest.name) != guest.name
    evening.store.append([], at=1, notes=[guest_note(token_hash("token"), guest)])
    evening.hall = evening.opened()
    assert evening.hall.guest("token") == guest
    room = evening.table(guest)
    assert evening.ask(evening.enter(guest, room), "sit")["type"] == "accepted"
    evening.hall = evening.opened()
    assert evening.hall.rooms[room.id].state.seats[1].name == guest.name


def test_a_guest_who_enters_twice_at_once_with_one_token_is_one_guest(evening: Evening) -> None:
    answers: list[Guest | Exception] = []
    for _ in range(2):
        evening.hall.name_guest("Ada", "token", answers.append)
    evening.hall.turn()
    assert answers[0] == answers[1] == evening.hall.guest("token")

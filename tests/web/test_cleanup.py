"""Cleanup deletes what has expired, in small steps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from puntobanco.errors import StoreError
from puntobanco.store import Note, Receipt
from puntobanco.web.hall import cleanup
from puntobanco.web.hall.cleanup import Cleanup
from puntobanco.web.hall.guests import guest_note, token_hash
from puntobanco.web.limits import Caps, Pace
from puntobanco.web.rates import Bucket
from puntobanco.web.room.audience import Connection, Outbox
from puntobanco.web.room.value import GUESTS, SEATED, Guest
from tests.web.test_hall import Evening, full, seated

HOUR = 60 * 60_000
DAY = 24 * HOUR


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    one = Evening(tmp_path / "hall.db")
    one.now = 100 * DAY
    one.hall = one.opened()
    yield one
    one.store.close()


def receipts(evening: Evening) -> int:
    return len(evening.store.receipts_after(("", ""), 10**6))


def guests(evening: Evening) -> set[str]:
    return {json.loads(text)["name"] for text in evening.store.notes(GUESTS).values()}


def regular(evening: Evening, name: str) -> Guest:
    """A guest who has sat down before."""
    guest = evening.guest(name)
    now = 1_000 * evening.hall.clock()
    evening.store.append([], at=now, notes=[Note(SEATED, guest.id, "")])
    return guest


def send(evening: Evening, connection: Connection) -> str:
    connection.outbox.frames.clear()
    evening.send(connection, "same", "buy_in", chips=7)
    evening.hall.turn()
    return str(evening.answer(connection, "same")["type"])


def stakes(evening: Evening, connection: Connection) -> int:
    return evening.room(connection).state.seats[1].bankroll


def start_again(evening: Evening, *, downtime: int = 0, clock: int = 0) -> None:
    """The server was down for a while, and its clock was set meanwhile, both in ms."""
    evening.now += downtime
    evening.hall = evening.opened()
    evening.hall._wall = lambda: 1_000 * (evening.now + clock)


def test_a_command_is_known_as_long_as_its_guest_is_seated(evening: Evening) -> None:
    connection = seated(evening)
    before = stakes(evening, connection)
    assert send(evening, connection) == "accepted"
    kept = receipts(evening)
    for _ in range(40):
        evening.pass_time(DAY)
        connection.outbox.frames.clear()
    assert receipts(evening) == kept
    assert send(evening, connection) == "accepted"
    assert stakes(evening, connection) == before + 7


def test_the_receipts_of_who_left_stay_for_a_day_and_for_the_shoe(evening: Evening) -> None:
    connection = seated(evening)
    host = evening.enter(evening.guest("Grace"), evening.room(connection))
    assert evening.ask(connection, "leave")["type"] == "accepted"
    kept = {request for _, request, _ in evening.store.receipts_after(("", ""), 99)}
    evening.pass_time(2 * DAY)
    left = {request for _, request, _ in evening.store.receipts_after(("", ""), 99)}
    assert left < kept
    assert evening.room(connection).shoe_since > 0
    evening.room(connection).shoe_since = evening.room(connection).croupier.version
    evening.pass_time(2 * HOUR)
    assert receipts(evening) == 0
    assert host.outbox.close_frame is None


def test_a_command_that_is_sent_again_after_days_of_downtime_counts_once(evening: Evening) -> None:
    connection = seated(evening)
    guest, table = connection.guest, connection.table
    bankroll = stakes(evening, connection)
    assert send(evening, connection) == "accepted"
    start_again(evening, downtime=25 * HOUR)
    evening.pass_time(5_000)
    again = evening.enter(guest, evening.hall.rooms[table])
    assert send(evening, again) == "accepted"
    assert stakes(evening, again) == bankroll + 7


def test_a_clock_that_is_far_ahead_at_the_start_deletes_nobody(evening: Evening) -> None:
    regular(evening, "Ada")
    start_again(evening, clock=100 * DAY)
    regular(evening, "Grace")
    evening.pass_time(3 * HOUR)
    assert guests(evening) == {"Ada", "Grace"}
    start_again(evening)
    evening.pass_time(3 * HOUR)
    assert guests(evening) == {"Ada", "Grace"}
    evening.pass_time(91 * DAY)
    assert guests(evening) == set()


def test_a_guest_is_forgotten_by_the_time_that_the_hall_has_run(evening: Evening) -> None:
    regular(evening, "Ada")
    start_again(evening, downtime=400 * DAY)
    evening.pass_time(80 * DAY)
    assert guests(evening) == {"Ada"}
    evening.pass_time(11 * DAY)
    assert guests(evening) == set()


def test_receipts_are_cleared_away_in_small_steps(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = [Receipt("table", f"{number:04}", "1") for number in range(10 * cleanup.STEP_SIZE - 1)]
    evening.store.append([], at=1, receipts=old)
    append = Mock(wraps=evening.store.append)
    monkeypatch.setattr(evening.store, "append", append)

    def steps() -> list[int]:
        return [len(list(call.kwargs["forgotten"])) for call in append.mock_calls]

    evening.pass_time(9_000)
    assert steps() == [cleanup.STEP_SIZE] * 9
    evening.pass_time(2 * HOUR)
    assert steps() == [cleanup.STEP_SIZE] * 9 + [cleanup.STEP_SIZE - 1]
    assert receipts(evening) == 0


def test_the_first_step_is_due_after_a_while_and_no_other_until_it_is_over() -> None:
    steps = Cleanup(Pace(), 1_000)
    assert [steps.start(now) for now in (1_999, 2_000, 9_000)] == [False, True, False]


def test_guests_are_cleared_away_in_small_steps(evening: Evening) -> None:
    ids = [f"{number:04}" for number in range(2 * cleanup.STEP_SIZE + 1)]
    evening.store.append([], at=1, notes=[guest_note(each, Guest(each, "Ada")) for each in ids])
    left = []
    for _ in range(3):
        evening.pass_time(1_000)
        left.append(len(evening.store.notes(GUESTS)))
    assert left == [cleanup.STEP_SIZE + 1, 1, 0]


def test_a_guest_who_does_not_come_any_more_is_forgotten(evening: Evening) -> None:
    regular(evening, "Ada")
    regular(evening, "Grace")
    evening.pass_time(60 * DAY)
    evening.hall.renew_guest("token of Grace")
    evening.hall.turn()
    evening.pass_time(31 * DAY)
    assert guests(evening) == {"Grace"}
    assert evening.hall.guest("token of Ada") is None
    assert evening.hall.guest("token of Grace")
    evening.pass_time(61 * DAY)
    assert guests(evening) == set()


def test_a_guest_who_is_seated_or_connected_is_not_forgotten(evening: Evening) -> None:
    connection = seated(evening)
    watcher = evening.enter(regular(evening, "Grace"), evening.room(connection))
    evening.guest("Nobody")
    for _ in range(92):
        evening.pass_time(DAY)
        for each in (connection, watcher):
            each.outbox.frames.clear()
    assert guests(evening) == {"Ada", "Grace"}
    evening.hall.disconnect(watcher)
    evening.pass_time(DAY)
    assert guests(evening) == {"Ada", "Grace"}
    evening.pass_time(91 * DAY)
    assert guests(evening) == {"Ada"}


def test_that_a_guest_was_here_is_noted_once_an_hour(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.guest("Ada")
    append = Mock(wraps=evening.store.append)
    monkeypatch.setattr(evening.store, "append", append)
    for _ in range(12):
        evening.hall.renew_guest("token of Ada")
        evening.hall.renew_guest("token of nobody")
        evening.hall.turn()
        evening.pass_time(HOUR // 4)
    assert append.call_count == 2


def test_who_comes_back_at_the_last_moment_is_known(evening: Evening) -> None:
    evening.guest("Ada")
    evening.now += 91 * DAY
    evening.hall.renew_guest("token of Ada")
    evening.hall.turn()
    evening.pass_time(2 * HOUR)
    assert guests(evening) == {"Ada"}


def test_a_guest_who_never_sat_down_is_forgotten_after_a_day(evening: Evening) -> None:
    evening.guest("Passer-by")
    host = seated(evening)
    watcher = evening.enter(evening.guest("Watcher"), evening.room(host))
    grace = evening.enter(evening.guest("Grace"), evening.room(host))
    assert evening.ask(grace, "sit")["type"] == "accepted"
    assert evening.ask(grace, "leave")["type"] == "accepted"
    evening.hall.disconnect(grace)
    evening.pass_time(23 * HOUR)
    assert guests(evening) == {"Passer-by", "Ada", "Watcher", "Grace"}
    watcher.outbox.frames.clear()
    evening.pass_time(3 * HOUR)
    assert guests(evening) == {"Ada", "Watcher", "Grace"}
    evening.hall.disconnect(watcher)
    evening.pass_time(27 * HOUR)
    assert guests(evening) == {"Ada", "Grace"}
    evening.pass_time(91 * DAY)
    assert guests(evening) == {"Ada"}
    assert set(evening.store.notes(SEATED)) == {host.guest.id}


def test_what_could_not_be_cleared_away_is_found_in_the_next_round(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.guest("Ada")
    evening.now += 91 * DAY
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "append", full)
        evening.pass_time(5_000)
    assert evening.hall.guest("token of Ada")
    evening.pass_time(2 * HOUR)
    assert evening.hall.guest("token of Ada") is None


def test_a_damaged_note_does_not_stop_the_clearing(evening: Evening) -> None:
    evening.store.append([], at=1, notes=[Note(GUESTS, "0", "no guest")])
    evening.store.append([], at=1, receipts=[Receipt("table", "old", "1")])
    evening.pass_time(HOUR)
    assert receipts(evening) == 0
    connection = evening.hall.connect(
        evening.guest("Ada"), evening.table(evening.guest("Ada")), Outbox(50), after=None
    )
    assert evening.ask(connection, "sit")["type"] == "accepted"
    assert evening.store.note(GUESTS, token_hash("token of Ada"))


def test_a_store_that_cannot_be_read_does_not_stop_the_hall(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    unreadable = Mock(side_effect=StoreError("unreadable"))
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "receipts_after", unreadable)
        evening.pass_time(10_000)
    evening.store.append([], at=1, receipts=[Receipt("table", "old", "1")])
    evening.pass_time(2 * HOUR)
    assert receipts(evening) == 0


def test_one_address_adds_at_most_two_thousand_guests_in_a_day() -> None:
    bucket = Bucket(Caps().new_guests)
    assert sum(bucket.take(now) for now in range(0, DAY, 1_000)) <= 2_000
    assert sum(bucket.take(DAY + now) for now in range(0, DAY, 1_000)) <= 1_001

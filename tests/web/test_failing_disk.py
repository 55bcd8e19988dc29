"""A failed sync is not a refusal: a retry gets the true answer."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from puntobanco.errors import StoreError
from puntobanco.house import CLASSIC
from puntobanco.store import Store
from puntobanco.web.hall.cleanup import StoreHealth
from puntobanco.web.room.audience import SERVICE_RESTART, Connection
from tests.store.faulty_disk import FaultyDisk
from tests.web.test_hall import Evening, seated


@pytest.fixture
def disk() -> Iterator[FaultyDisk]:
    with FaultyDisk() as one:
        yield one


@pytest.fixture
def evening(disk: FaultyDisk, tmp_path: Path) -> Iterator[Evening]:
    one = Evening(tmp_path / "hall.db")
    assert one.store._connection.open_vfs == disk.name
    yield one
    one.store.close()


def buy_in(evening: Evening, connection: Connection, request: str = "same") -> dict[str, Any]:
    connection.outbox.frames.clear()
    evening.send(connection, request, "buy_in", chips=7)
    evening.hall.turn()
    return evening.answer(connection, request)


def logged(path: Path, table: str) -> list[str]:
    """The kinds of the table's events, as a start would find them."""
    with Store.read(path) as store:
        return [each.fact.kind for each in store.facts(table)]


def is_ill(evening: Evening) -> bool:
    return not evening.hall.health.is_writable


@pytest.mark.parametrize("operation", ["sync", "write"])
def test_who_asks_again_is_told_the_truth(
    disk: FaultyDisk, evening: Evening, operation: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    connection = seated(evening)
    table, before = connection.table, evening.room(connection).state.seats[1].bankroll
    disk.fail_once(operation, "-wal")
    answer = buy_in(evening, connection)
    assert (answer["type"], answer["code"]) == ("refused", "unknown")
    assert "Please try again" in answer["reason"]
    assert is_ill(evening)

    evening.hall.turn()
    again = connection
    if connection.outbox.close_frame:
        assert connection.outbox.close_frame.code == SERVICE_RESTART
        evening.hall.disconnect(connection)
        again = evening.enter(connection.guest, evening.hall.rooms[table])
    assert buy_in(evening, again)["type"] == "accepted"
    assert evening.hall.rooms[table].state.seats[1].bankroll == before + 7
    assert logged(evening.path, table).count("bought_in") == 2
    assert evening.opened().rooms[table].state == evening.hall.rooms[table].state
    evening.pass_time(1_000)
    assert not is_ill(evening)
    events = [getattr(record, "event", "") for record in caplog.records]
    assert events == ["table_opened", "log_failed", "log_recovered"]
    assert evening.hall.observer.failures == 1
    assert evening.hall.observer.refusals == {"unknown": 1}


def test_a_table_goes_on_after_events_of_unknown_fate_that_undo_each_other(
    disk: FaultyDisk, evening: Evening
) -> None:
    """Its state is as before, whether they happened or not; how many events it has seen is not."""
    connection = seated(evening)
    table = connection.table
    disk.fail_once("sync", "-wal")
    evening.send(connection, "bet", "place_bet", key="banker", stake=500)
    evening.send(connection, "undone", "undo")
    evening.hall.turn()
    assert is_ill(evening)
    evening.hall.turn()
    assert logged(evening.path, table)[-2:] == ["bet_placed", "bet_taken_back"]
    evening.hall.disconnect(connection)
    again = evening.enter(connection.guest, evening.hall.rooms[table])
    assert buy_in(evening, again)["type"] == "accepted"


@pytest.mark.parametrize("after", range(0, 40, 2))
def test_a_disk_that_fails_again_while_the_tables_are_read_is_waited_for(
    disk: FaultyDisk, evening: Evening, after: int
) -> None:
    """Whichever read fails: no table is called damaged, and the hall goes on in a second."""
    connection = seated(evening)
    disk.fail_once("sync", "-wal")
    assert buy_in(evening, connection)["code"] == "unknown"
    for again in (after, after + 1):
        disk.fail_once("read", ".db", after=again)
        evening.hall.turn()
        assert not evening.hall._tables.damaged
        disk.restore_power()
        evening.hall.store.needs_reopen = True
    evening.hall.turn()
    assert not evening.hall.store.needs_reopen
    assert evening.hall.rooms.keys() == {connection.table}


def test_a_table_that_was_opened_or_closed_without_anyone_knowing_is_as_the_log_has_it(
    disk: FaultyDisk, evening: Evening
) -> None:
    ada = evening.guest("Ada")
    results: list[Any] = []
    disk.fail_once("sync", "-wal")
    first = evening.hall
    first.open_table(ada, CLASSIC, private=False, dealing="button", answer=results.append)
    first.turn()
    assert isinstance(results.pop(), StoreError)
    first.turn()
    (room,) = first.rooms.values()

    disk.fail_once("sync", "-wal", after=1)  # the first one is of the header of an empty WAL
    first.close_table(ada, room, results.append)
    first.turn()
    assert isinstance(results.pop(), StoreError)
    first.turn()
    assert not first.rooms


def test_a_file_that_cannot_be_opened_again_is_tried_every_second(
    disk: FaultyDisk, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = seated(evening)
    disk.fail_once("sync", "-wal")
    assert buy_in(evening, connection)["code"] == "unknown"
    failing = Mock(side_effect=StoreError("the disk is gone"))
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "reopen", failing)
        assert buy_in(evening, connection, "other")["code"] == "unknown"
        evening.pass_time(3_500)
        assert failing.call_count == 4
        assert is_ill(evening)
    evening.pass_time(1_000)
    assert not is_ill(evening)


def test_a_probe_that_fails_is_followed_by_an_opening(disk: FaultyDisk, evening: Evening) -> None:
    connection = seated(evening)
    disk.fail_once("sync", "-wal")
    assert buy_in(evening, connection)["code"] == "unknown"
    disk.fail_once("sync", ".db")
    evening.pass_time(2_500)
    disk.restore_power()
    evening.pass_time(2_500)
    assert not is_ill(evening)
    assert not evening.store.needs_reopen


def test_what_was_accepted_before_is_no_refusal_when_nothing_can_be_written(
    disk: FaultyDisk, evening: Evening
) -> None:
    connection = seated(evening)
    accepted = buy_in(evening, connection)
    assert accepted["type"] == "accepted"
    disk.fail_once("full", "-wal")
    evening.send(connection, "other", "buy_in", chips=7)
    assert buy_in(evening, connection) == accepted
    assert evening.answer(connection, "other")["code"] == "log"


def test_each_probe_needs_new_space_and_frees_that_of_the_one_before() -> None:
    health, notes = StoreHealth(1_000), dict[str, str | None]()
    health.write_failed(0)
    probed = []
    for _ in range(5):
        notes |= {note.key: note.data for note in health.probe(1_000)}
        probed.append([key for key, data in notes.items() if data])
    assert probed == [["0"], ["1"], ["0"], ["1"], ["0"]]

"""A damaged table stays closed and is named; the others play."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from unittest.mock import Mock

import pytest

from puntobanco.errors import OutcomeUnknown, StoreError
from puntobanco.store import Fact, Note, Receipt
from puntobanco.store.rows import VALUES
from puntobanco.web.hall.cleanup import PROBES
from puntobanco.web.hall.guests import token_hash
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import GUESTS
from tests.web.serving import browser, served
from tests.web.test_hall import Evening, seated


def damage(path: Path, sql: str, *values: str) -> None:
    connection = sqlite3.connect(path)
    assert connection.execute(sql, values).rowcount > 0
    connection.commit()
    connection.close()


def start_again(evening: Evening) -> None:
    evening.store.close()
    evening.store = type(evening.store).open(evening.path)
    evening.hall = evening.opened()


EVENT = "UPDATE facts SET data = replace(data, '1', '2') WHERE stream = ? AND kind = 'bought_in'"
CHAIN = "UPDATE heads SET version = version + 1 WHERE stream = ?"
NOTE = "UPDATE notes SET data = replace(data, 'button', 'bottom') WHERE key = ?"
RECEIPT = "UPDATE receipts SET data = '0 0' WHERE stream = ? AND id LIKE '%:q1'"


@pytest.mark.parametrize("sql", [EVENT, CHAIN, NOTE, RECEIPT])
def test_one_damaged_table_does_not_stop_the_others(
    evening: Evening, caplog: pytest.LogCaptureFixture, sql: str
) -> None:
    ada = seated(evening)
    bad, good = ada.table, evening.table(evening.guest("Grace")).id
    evening.store.append([], at=1, receipts=[Receipt(bad, "old:q1", "1 x")])
    damage(evening.path, sql, bad)
    with caplog.at_level(logging.ERROR):
        start_again(evening)
    assert list(evening.hall.damaged) == [bad]
    assert list(evening.hall.rooms) == [good]
    (record,) = caplog.records
    assert bad[:6] in record.getMessage()
    assert "damaged" in record.getMessage()
    assert (bad in record.getMessage()) == (sql is not NOTE), "it may be private: nobody knows"
    grace = evening.enter(evening.guest("Grace"), evening.hall.rooms[good])
    assert evening.ask(grace, "sit")["type"] == "accepted"
    evening.pass_time((100 if sql is EVENT else 2) * 24 * 60 * 60_000)
    kept = evening.store.notes(GUESTS)
    assert token_hash("token of Ada") in kept or sql is NOTE
    assert any(row[0] == bad for row in evening.store.receipts_after(("", ""), 10**6))


def test_a_table_is_not_damaged_because_the_database_is_away(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evening.table(evening.guest("Ada")).id
    factory = evening.hall._factory
    away = Mock(side_effect=OutcomeUnknown("the database is away"))
    monkeypatch.setattr(evening.store, "is_shared", True)
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "read_stream", away)
        with pytest.raises(OutcomeUnknown):
            factory.resume(table)
    (room,) = factory.resume(table)
    assert isinstance(room, Room)


def test_a_note_of_no_table_is_a_damaged_table_without_a_set_up(evening: Evening) -> None:
    evening.store.append([], at=1, notes=[Note(VALUES, "strange", "no set-up")])
    evening.hall = evening.opened()
    (table,) = evening.hall.damaged.values()
    assert (table.table, table.value, table.public_name) == ("strange", None, "strang…")


def test_a_damaged_note_of_another_shelf_is_no_damaged_table(evening: Evening) -> None:
    evening.store.append([], at=1, notes=[Note(shelf, "x", "1") for shelf in (PROBES, "hall")])
    damage(evening.path, "UPDATE notes SET data = '2' WHERE key = 'x'")
    start_again(evening)
    assert len(evening.store.damage) == 2
    assert not evening.hall.damaged


def test_a_guest_whose_note_is_damaged_enters_again(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    before = evening.guest("Ada")
    damage(
        evening.path, "UPDATE notes SET data = replace(data, 'Ada', 'Eda') WHERE shelf = 'guest'"
    )
    start_again(evening)
    assert evening.hall.guest("token of Ada") is None
    assert "a guest must enter again" in caplog.text
    assert not evening.hall.damaged
    assert evening.guest("Ada").id == before.id  # so that a seat is not lost
    start_again(evening)
    assert evening.hall.guest("token of Ada")


def test_receipts_that_cannot_be_read_leave_commands_unknown_and_stop_nothing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = seated(evening)
    unreadable = Mock(side_effect=StoreError("a damaged page"))
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "receipts", unreadable)
        assert evening.ask(connection, "buy_in", chips=1)["code"] == "unknown"
        evening.table(evening.guest("Grace"))
    assert evening.ask(connection, "buy_in", chips=1)["type"] == "accepted"


async def test_a_damaged_table_is_named_by_the_server(tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    with served(path) as server:
        async with browser(server) as guest:
            bad, good = await guest.open_table(), await guest.open_table()
    damage(path, "UPDATE facts SET data = '{}' WHERE stream = ?", bad)
    with served(path) as server:
        health = server.get("/healthz")
        assert (health.status_code, health.json()["tables"]) == (200, 1)
        assert health.json()["damaged"] == [bad]
        lobby = server.get("/api/tables").json()
        assert [each["table"] for each in lobby["tables"]] == [good]
        assert [each["table"] for each in lobby["damaged"]] == [bad]
        answer = server.get(f"/api/tables/{bad}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "damaged")
        assert server.get(f"/t/{bad}").status_code == 503


def test_a_server_is_not_ready_if_a_newer_version_wrote_a_table(evening: Evening) -> None:
    table = seated(evening).table
    assert evening.hall.readiness == "ok"
    *_, last = evening.store.facts(table)
    unknown = Fact(table, last.fact.version + 1, "side_bet_raised", "{}", format=9)
    evening.store.append([unknown], at=last.at)
    start_again(evening)
    assert list(evening.hall.damaged) == [table]
    assert evening.hall.readiness == "a newer version has written to the log"
    evening.hall.is_closing = True
    assert evening.hall.readiness == "the server is stopping"

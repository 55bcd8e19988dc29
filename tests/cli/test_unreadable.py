"""One table that cannot be read hides none of the others, and is named."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from pathlib import Path

import pytest

from puntobanco.house import BURT, CLASSIC
from puntobanco.store import Store
from tests.cli.conftest import Ran, Run
from tests.cli.test_audit import cook, damage
from tests.cli.test_history import evening

DAMAGED = "UPDATE facts SET data = '{}' WHERE stream = 'second' AND version = 9"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    with Store.open(path) as store:
        evening(store, "first", BURT, day=1, coups=5, bet="player")
        evening(store, "second", CLASSIC, day=2, coups=6, bet="banker")
        evening(store, "third", CLASSIC, day=3, coups=4, bet="tie")
    return path


def named(ran: Ran, table: str = "second") -> str:
    """The reason in the one line on standard error."""
    assert ran.code == 1
    (line,) = ran.err.splitlines()
    head, _, reason = line.partition(" cannot be read: ")
    assert head == f"puntobanco: table {table}"
    return reason


def test_the_others_are_listed_and_the_damaged_one_is_named(run: Run, database: Path) -> None:
    before = run("history", "--db", database, "--json").data
    assert [shoe["table"] for shoe in before] == ["third", "second", "first"]
    damage(database, DAMAGED)
    ran = run("history", "--db", database, "--json")
    assert "damaged at event 9 of second" in named(ran)
    assert json.loads(ran.out) == [shoe for shoe in before if shoe["table"] != "second"]

    words, rows = (
        run("history", "--db", database),
        run("history", "--db", database, "--csv"),
    )
    assert named(words) == named(rows) == named(ran)
    assert [line.partition("/")[0] for line in words.out.splitlines()] == ["third", "first"]
    assert [row["shoe"] for row in csv.DictReader(io.StringIO(rows.out))] == ["third/1", "first/1"]


def test_evenings_and_statistics_leave_it_out(run: Run, database: Path) -> None:
    damage(database, DAMAGED)
    evenings = run("history", "evenings", "--db", database, "--json")
    assert named(evenings)
    assert [each["table"] for each in json.loads(evenings.out)] == ["third", "first"]
    sums = run("history", "stats", "--db", database, "--json")
    assert named(sums) == named(evenings)
    assert json.loads(sums.out)["coups"] == 5 + 4


def test_it_does_not_matter_to_who_asks_for_another(run: Run, database: Path) -> None:
    damage(database, DAMAGED)
    for arguments in (("--table", "first"), ("show", "first/1"), ("export", "third/1", "-")):
        ran = run("history", "--db", database, *arguments)
        assert (ran.code, ran.err) == (0, "")
        assert "second" not in ran.out


def test_its_own_shoes_are_refused(run: Run, database: Path) -> None:
    damage(database, DAMAGED)
    refusal = run("history", "--db", database, "show", "second/1").refusal
    assert refusal.startswith("table second cannot be read: ")
    assert refusal.endswith("damaged at event 9 of second; nothing was changed")
    ran = run("history", "--db", database, "--table", "second")
    assert named(ran)
    assert ran.out == "No past shoes that can be read.\n"


def test_the_last_shoe_is_the_last_that_can_be_read(run: Run, database: Path) -> None:
    damage(database, DAMAGED.replace("second", "third"))
    ran = run("history", "--db", database, "show", "last")
    assert named(ran, "third")
    assert ran.out.startswith("Shoe 1 of table second: ")


def test_nothing_is_the_last_where_nothing_can_be_read(run: Run, database: Path) -> None:
    damage(database, "UPDATE facts SET crc = crc + 1")
    ran = run("history", "--db", database)
    assert ran.code == 1
    assert len(ran.err.splitlines()) == 3
    refusal = run("history", "--db", database, "show", "last").refusal
    assert refusal == "'last' is not a past shoe; none can be read"


@pytest.mark.parametrize(
    "sql, reason",
    [
        (
            "UPDATE facts SET kind = 'magic' WHERE kind = 'coup_dealt' AND stream = 'second'",
            "an event of the unknown kind 'magic': a newer version wrote it",
        ),
        (
            "UPDATE facts SET data = '[]' WHERE kind = 'bet_settled' AND stream = 'second'",
            "not the text of a BetSettled: ",
        ),
        (
            "DELETE FROM facts WHERE kind = 'shoe_committed' AND stream = 'second'",
            "an event is not in its place",
        ),
    ],
)
def test_a_table_that_makes_no_sense_is_named_too(
    run: Run, database: Path, sql: str, reason: str
) -> None:
    cook(database, sql)
    assert named(run("history", "--db", database)).startswith(reason)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM facts WHERE kind = 'guest_sat' AND stream = 'second'",
        "UPDATE facts SET data = '[]' WHERE kind = 'bet_placed' AND stream = 'second'",
    ],
)
def test_a_list_may_be_made_where_records_cannot(run: Run, database: Path, sql: str) -> None:
    cook(database, sql)
    assert run("history", "--db", database).code == 0
    sums = run("history", "stats", "--db", database, "--json")
    assert named(sums)
    assert json.loads(sums.out)["coups"] == 5 + 4
    assert "table second cannot be read" in (
        run("history", "--db", database, "show", "second/1").refusal
    )


@pytest.mark.parametrize("command", ["history", "audit", "play", "serve"])
def test_a_file_of_a_newer_version_is_refused_in_one_line_and_not_changed(
    run: Run, database: Path, command: str
) -> None:
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA user_version = 9999")
    connection.close()
    before = database.read_bytes()
    ran = run(command, "--db", database)
    (line,) = ran.err.splitlines()
    assert (ran.code, "made by a newer version of puntobanco" in line) == (2, True)
    assert database.read_bytes() == before

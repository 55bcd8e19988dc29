"""`puntobanco audit`: the books balance, and changes to them are detected."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import pytest

from puntobanco.house import CLASSIC
from puntobanco.store import Fact, Snapshot, Store
from tests.cli.conftest import Run
from tests.cli.test_history import evening
from tests.notation.tables import TINY


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    with Store.open(path) as store:
        evening(store, "first", TINY, day=1, coups=12, bet="banker")
        evening(store, "second", CLASSIC, day=2, coups=6, bet="player")
        evening(store, "third", CLASSIC, day=3, coups=0, bet="tie")
    return path


def damage(database: Path, sql: str) -> None:
    connection = sqlite3.connect(database)
    changed = connection.execute(sql).rowcount
    assert changed > 0
    connection.commit()
    connection.close()


def cook(database: Path, sql: str) -> None:
    """Change the log like someone who knows its checksums, numbers and heads."""
    damage(database, sql)
    connection = sqlite3.connect(database)
    facts = connection.execute(
        "SELECT at, stream, kind, data, private, format FROM facts ORDER BY number"
    ).fetchall()
    snapshots = [
        Snapshot(*row)
        for row in connection.execute("SELECT stream, version, data, format, label FROM snapshots")
    ]
    connection.close()
    for each in database.parent.glob(f"{database.name}*"):
        each.unlink()
    versions: Counter[str] = Counter()
    with Store.open(database) as store:
        for at, rows in groupby(facts, key=itemgetter(0)):
            told = []
            for _, stream, kind, data, private, form in rows:
                versions[stream] += 1
                told.append(Fact(stream, versions[stream], kind, data, bool(private), form))
            store.append(told, at=at)
        store.append([], at=0, snapshots=snapshots)


def test_honest_books_balance(run: Run, database: Path) -> None:
    ran = run("audit", "--db", database)
    assert ran.code == 0
    *tables, last = ran.out.splitlines()
    assert [line.partition(":")[0] for line in tables] == ["first", "second", "third"]
    assert last.startswith("The books balance: 3 tables, ")


def test_the_sums_are_told(run: Run, database: Path) -> None:
    answer = run("audit", "--db", database, "--json").data
    assert answer["balanced"] is True
    for table in answer["tables"]:
        there = table["taken_away"] + table["at_the_table"]
        assert table["bought"] + table["earned"] == there
        assert table["faults"] == []
    assert [table["coups"] for table in answer["tables"]] == [12, 6, 0]


FIRST_BET = "number = (SELECT min(number) FROM facts WHERE kind = 'bet_settled')"
DEALT = "kind = 'coup_dealt' AND stream = 'second'"
NOTHING = "printf('%064d', 0)"


def altered(field: str, value: str, where: str) -> str:
    return f"UPDATE facts SET data = json_set(data, '$.{field}', {value}) WHERE {where}"  # noqa: S608 - our own words


@pytest.mark.parametrize(
    "sql, words",
    [
        (altered("earned", "12345", FIRST_BET), "not 12345"),
        (altered("stake", "2000", FIRST_BET), "2000 settled, 1000 down"),
        (altered("chips", "1", "kind = 'guest_left' AND stream = 'first'"), "left with 1, and had"),
        (altered("chips", "500", "kind = 'bought_in'"), "stakes more than its 500"),
        (altered("coup", "'9h Kd / 4s 5c'", "kind = 'coup_dealt'"), "not the next of the shoe"),
        (
            altered("commitment", NOTHING, "kind = 'shoe_committed'"),
            "not the commitment to its seed",
        ),
        (altered("root", NOTHING, "kind = 'shoe_opened'"), "not the root of its order"),
        (altered("secret", NOTHING, "kind = 'shoe_revealed'"), "another secret was revealed"),
        (altered("hidden", "0", "kind = 'burned'"), "not the burn of this house"),
        (altered("card", "NULL", "kind = 'burned'"), "not the burn of this house"),
        (
            "UPDATE snapshots SET data = json_set(data, '$.state.seats.1.bankroll', 99)",
            "the snapshot says {1: 99}",
        ),
        ("DELETE FROM facts WHERE kind = 'bet_placed' AND stream = 'first'", "settled, 0 down"),
        (
            "DELETE FROM facts WHERE kind = 'guest_sat' AND stream = 'second'",
            "nobody sits at seat 1",
        ),
        (
            "UPDATE facts SET kind = 'magic' WHERE kind = 'coup_dealt' AND stream = 'first'",
            "unknown kind 'magic'",
        ),
        ("UPDATE snapshots SET version = 100000", "beyond the end of the log"),
        # The table's own events must follow each deal.
        (f"DELETE FROM facts WHERE {FIRST_BET}", "was due as"),  # noqa: S608 - our own words
        (altered("fate", "'stands'", FIRST_BET), "was due as"),
        (altered("last", "json('true')", DEALT), "was due as"),
        (altered("number", "99", DEALT), "was due as"),
    ],
)
def test_cooked_books_are_found_out(run: Run, database: Path, sql: str, words: str) -> None:
    cook(database, sql)
    ran = run("audit", "--db", database)
    assert ran.code == 1
    assert ran.err == ""
    assert words in ran.out
    assert "The books do not balance" in ran.out


@pytest.mark.parametrize(
    "sql",
    [
        altered("earned", "12345", FIRST_BET),
        "DELETE FROM facts WHERE kind = 'bet_placed' AND stream = 'first'",
    ],
)
def test_a_damaged_log_is_a_fault_of_its_table_alone(run: Run, database: Path, sql: str) -> None:
    damage(database, sql)
    ran = run("audit", "--db", database, "--json")
    assert ran.code == 1
    first, *others = json.loads(ran.out)["tables"]
    assert "damaged at event" in first["faults"][0]
    assert not any(table["faults"] for table in others)


def test_no_books_balance(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run("audit").out == "The books balance: 0 tables, 0 events.\n"
    assert "there is no such file" in run("audit", "--db", tmp_path / "none.db").refusal


def test_no_secret_is_told(run: Run, database: Path) -> None:
    connection = sqlite3.connect(database)
    rows = connection.execute("SELECT data FROM facts WHERE kind = 'shoe_seeded'").fetchall()
    connection.close()
    answer = run("audit", "--db", database, "--json").out
    assert rows
    assert not any(json.loads(data)["secret"] in answer for (data,) in rows)


@pytest.mark.parametrize(
    "sql, words",
    [
        (
            "DELETE FROM facts WHERE version = 1 AND stream = 'second'",
            "damaged at event 1 of second",
        ),
        (
            "UPDATE snapshots SET data = json_set(data, '$.version', 1)",
            "the snapshot is damaged",
        ),
        ("DELETE FROM heads WHERE stream = 'second'", "some heads are missing"),
    ],
)
def test_what_is_missing_or_damaged_is_named(
    run: Run, database: Path, sql: str, words: str
) -> None:
    damage(database, sql)
    ran = run("audit", "--db", database)
    assert ran.code == 1
    assert words in ran.out


def head_of(database: Path) -> Path:
    return database.with_name(f"{database.name}-head")


def test_whether_the_end_is_attested_is_told(run: Run, database: Path) -> None:
    assert run("audit", "--db", database, "--json").data["attested"] is True
    head_of(database).unlink()
    ran = run("audit", "--db", database)
    assert ran.code == 0
    unattested = "The end of the log is not attested: there is no tables.db-head beside it."
    assert unattested in ran.out.splitlines()
    assert run("audit", "--db", database, "--json").data["attested"] is False


def test_a_log_without_its_end_does_not_balance_and_is_no_history(
    run: Run, database: Path, tmp_path: Path
) -> None:
    older = tmp_path / "older.db"
    older.write_bytes(database.read_bytes())
    with Store.open(database) as store:
        evening(store, "fourth", CLASSIC, day=4, coups=2, bet="tie")
    head_of(older).write_bytes(head_of(database).read_bytes())
    ran = run("audit", "--db", older, "--json")
    assert (ran.code, json.loads(ran.out)["balanced"]) == (1, False)
    (fault,) = json.loads(ran.out)["faults"]
    assert "damaged at its end" in fault
    assert f"Fault: {fault}." in run("audit", "--db", older).out
    listed = run("history", "--db", older)
    assert (listed.code, listed.err) == (1, f"puntobanco: {fault}\n")
    assert len(listed.out.splitlines()) == 3
    assert "damaged at its end" in run("play", "--db", older).err


def test_the_history_names_a_table_that_is_missing_from_the_log(run: Run, database: Path) -> None:
    damage(database, "DELETE FROM heads WHERE stream = 'second'")
    ran = run("history", "--db", database)
    assert ran.code == 1
    assert "some heads are missing" in ran.err

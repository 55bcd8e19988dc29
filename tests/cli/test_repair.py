"""`puntobanco repair`: what is intact is saved, and what is not is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puntobanco.house import CLASSIC
from puntobanco.store import Fact, Store
from tests.cli.conftest import Run
from tests.cli.test_audit import damage
from tests.cli.test_history import evening


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    with Store.open(path) as store:
        evening(store, "first", CLASSIC, day=1, coups=6, bet="banker")
        evening(store, "second", CLASSIC, day=2, coups=6, bet="player")
    return path


def test_an_intact_log_is_saved_whole_and_balances(
    run: Run, database: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new.db"
    ran = run("repair", str(database), str(new))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == f"Everything is in {new}."
    assert run("audit", "--db", str(new)).out == run("audit", "--db", str(database)).out


def test_a_damaged_table_is_cut_where_its_books_still_balance(
    run: Run, database: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new.db"
    bet = "SELECT max(number) FROM facts WHERE stream = 'second' AND kind = 'bet_settled'"
    damage(database, f"UPDATE facts SET data = '{{}}' WHERE number = ({bet})")  # noqa: S608 - our own words
    ran = run("repair", str(database), str(new), "--json")
    assert ran.code == 1
    first, second = json.loads(ran.out)["tables"]
    assert first["saved"] == first["written"]
    assert 0 < second["saved"] < second["written"]
    assert "is damaged or missing" in second["reason"]
    assert run("audit", "--db", str(new)).code == 0
    assert len(run("history", "--db", str(new)).out.splitlines()) == 2
    words = run("repair", str(database), str(tmp_path / "other.db")).out.splitlines()
    assert words[1].startswith(f"second: {second['saved']} of {second['written']} events saved; ")
    assert words[-1].startswith("What could be saved is in ")


def test_one_event_is_told_in_the_singular(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with Store.open(path) as store:
        store.append([Fact("whole", 1, "x", "{}"), Fact("bad", 1, "x", "{}")], at=1)
    damage(path, "UPDATE facts SET data = '{\"a\":1}' WHERE stream = 'bad'")
    bad, whole, *_ = run("repair", str(path), str(tmp_path / "new.db")).out.splitlines()
    assert bad.startswith("bad: 0 of 1 event saved; ")
    assert whole == "whole: all of 1 event saved."


def test_an_existing_file_and_a_missing_one_are_refused(
    run: Run, database: Path, tmp_path: Path
) -> None:
    assert "File exists" in run("repair", str(database), str(database)).refusal
    missing = str(tmp_path / "none.db")
    assert "no such file" in run("repair", missing, str(tmp_path / "new.db")).refusal

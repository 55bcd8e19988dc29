"""`puntobanco repair`: what is intact is saved, and what is not is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puntobanco.croupier import Croupier
from puntobanco.house import CLASSIC
from puntobanco.settlement import Chips
from puntobanco.store import Fact, Store
from puntobanco.table.commands import BuyIn, Deal, PlaceBet, Sit
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
    ran = run("repair", database, new)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == f"Everything is in {new}."
    assert run("audit", "--db", new).out == run("audit", "--db", database).out


def test_a_damaged_table_is_cut_where_its_books_still_balance(
    run: Run, database: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new.db"
    bet = "SELECT max(number) FROM facts WHERE stream = 'second' AND kind = 'bet_settled'"
    damage(database, f"UPDATE facts SET data = '{{}}' WHERE number = ({bet})")  # noqa: S608 - our own words
    ran = run("repair", database, new, "--json")
    assert ran.code == 1
    first, second = json.loads(ran.out)["tables"]
    assert first["saved"] == first["written"]
    assert 0 < second["saved"] < second["written"]
    assert "is damaged or missing" in second["reason"]
    assert run("audit", "--db", new).code == 0
    assert len(run("history", "--db", new).out.splitlines()) == 2
    words = run("repair", database, tmp_path / "other.db").out.splitlines()
    assert words[1].startswith(f"second: {second['saved']} of {second['written']} events saved; ")
    assert words[-1].startswith("What could be saved is in ")


HOUR = 60 * 60 * 1_000_000


@pytest.mark.parametrize("jump", [0, 2 * HOUR])
def test_every_commit_before_the_damage_is_saved_whatever_the_clock_does(
    run: Run, tmp_path: Path, jump: int
) -> None:
    path, new = tmp_path / "tables.db", tmp_path / "new.db"
    now, commits = 0, []

    def clock() -> int:
        nonlocal now
        now += 1
        return now

    with Store.open(path) as store:
        croupier = Croupier.open(store, "table", CLASSIC, clock=clock)
        croupier.do(Sit(1, "Ann"), BuyIn(1, chips=Chips(1_000_00)))
        croupier.commit_shoe()
        croupier.open_shoe()
        for coup in range(20):
            now += jump if coup == 3 else 0
            croupier.do(PlaceBet(1, "banker", chips=Chips(10_00)))
            now -= jump if coup == 3 else 0
            croupier.do(Deal())
            commits.append(croupier.version)
    damage(path, f"UPDATE facts SET crc = crc + 1 WHERE version = {commits[17] + 3}")  # noqa: S608 - our own words
    saved = commits[17] + 1  # the bet on the coup that is damaged is a commit of its own
    table = run("repair", path, new, "--json").data["tables"][0]
    assert (table["saved"], table["written"]) == (saved, commits[-1])
    assert run("audit", "--db", new).code == 0
    with Store.open(new) as store:
        croupier = Croupier.resume(store, "table", clock=clock)
        assert croupier.version == saved
        croupier.do(Deal())
        assert len({each.commit for each in store.facts("table")}) == 4 + 2 * 18 + 2


def test_one_event_is_told_in_the_singular(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with Store.open(path) as store:
        store.append([Fact("whole", 1, "x", "{}"), Fact("bad", 1, "x", "{}")], at=1)
    damage(path, "UPDATE facts SET data = '{\"a\":1}' WHERE stream = 'bad'")
    bad, whole, *_ = run("repair", path, tmp_path / "new.db").out.splitlines()
    assert bad.startswith("bad: 0 of 1 event saved; ")
    assert whole == "whole: all of 1 event saved."


def test_an_existing_file_and_a_missing_one_are_refused(
    run: Run, database: Path, tmp_path: Path
) -> None:
    assert "File exists" in run("repair", database, database).refusal
    missing = str(tmp_path / "none.db")
    assert "no such file" in run("repair", missing, tmp_path / "new.db").refusal

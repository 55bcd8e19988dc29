"""`puntobanco archive`, `backup`, `restore` and `repair`, and the records that they leave."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from puntobanco.croupier import Croupier
from puntobanco.house import BURT, CLASSIC
from puntobanco.settlement import Chips
from puntobanco.store import Fact, Store
from puntobanco.table.commands import BuyIn, Deal, PlaceBet, Sit
from tests.cli.conftest import Run
from tests.cli.test_audit import damage
from tests.cli.test_history import evening
from tests.notation.tables import TINY


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    with Store.open(path) as store:
        evening(store, "first", TINY, day=1, coups=12, bet="banker")
        evening(store, "second", BURT, day=2, coups=5, bet="player")
        evening(store, "open", CLASSIC, day=2, coups=0, bet="tie")
        evening(store, "fourth", CLASSIC, day=4, coups=3, bet="tie")
    return path


def audited(run: Run, database: Path, *options: object) -> Any:  # noqa: ANN401 - JSON
    return run("audit", "--db", database, "--json", *options).data


def moved(run: Run, database: Path, file: Path, before: str = "1970-01-04") -> object:
    return run("archive", "--before", before, file, "--db", database, "--json").data["tables"]


def tables(path: Path) -> list[str]:
    with Store.read(path) as store:
        return store.streams()


def test_a_log_and_its_archive_together_have_the_books_of_before(
    run: Run, database: Path, tmp_path: Path
) -> None:
    before, file = audited(run, database), tmp_path / "old.db"
    assert moved(run, database, file) == 2
    assert (tables(database), tables(file)) == (["fourth", "open"], ["second", "first"])
    assert audited(run, database, "--archive", file) == before
    assert audited(run, file)["attested"]
    later = tmp_path / "later.db"
    assert moved(run, database, later, before="1970-02-01") == 1
    assert audited(run, database, "--archive", file, "--archive", later) == before
    listed = run("history", "--db", file, "--json").data
    assert {shoe["table"] for shoe in listed} == {"first", "second"}


def test_the_log_notes_where_its_tables_are(run: Run, database: Path, tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    moved(run, database, file)
    (record,) = run("audit", "--db", database, "--care", "--json").data
    assert (record["did"], record["file"], record["moved"]) == ("archive", str(file), 2)
    assert f"archived into {file}." in run("audit", "--db", database, "--care").out


def test_an_archive_is_never_overwritten(run: Run, database: Path, tmp_path: Path) -> None:
    file, foreign = tmp_path / "old.db", tmp_path / "foreign.db"
    Store.open(foreign).close()
    moved(run, database, file)
    before = audited(run, database)
    for taken, why in ((file, "moved before"), (foreign, "not an archive of this log")):
        ran = run("archive", "--before", "1970-02-01", taken, "--db", database)
        assert (ran.code, why in ran.err) == (2, True)
    assert audited(run, database) == before


@pytest.mark.parametrize("day", ["yesterday", "1970-13-01"])
def test_a_day_is_needed(run: Run, database: Path, tmp_path: Path, day: str) -> None:
    ran = run("archive", "--before", day, tmp_path / "old.db", "--db", database)
    assert ran.code == 2
    assert "is not a day such as 2026-01-31" in ran.err
    assert run("archive", tmp_path / "old.db", "--db", database).code == 2


def test_nothing_is_made_of_nothing(run: Run, database: Path, tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    assert moved(run, database, file, before="1970-01-01") == 0
    assert not file.exists()
    ran = run("archive", "--before", "1970-01-01", file, "--db", tmp_path / "none.db")
    assert (ran.code, (tmp_path / "none.db").exists()) == (2, False)


def test_a_backup_of_a_log_in_use_is_attested_and_restored_with_a_record(
    run: Run, database: Path, tmp_path: Path
) -> None:
    copy, target = tmp_path / "copy.db", tmp_path / "target.db"
    before = audited(run, database)
    with Store.open(database):
        assert run("backup", copy, "--db", database).code == 0
    assert audited(run, copy) == before
    ran = run("restore", copy, target)
    assert (ran.code, ran.err) == (0, "")
    assert audited(run, target) == before
    (record,) = run("audit", "--db", target, "--care", "--json").data
    assert (record["did"], record["file"]) == ("restore", str(copy))
    assert record["lost"] == ["everything after 1970-01-04 00:00:11 UTC"]
    assert run("restore", copy, target).code == 2
    assert audited(run, target) == before


def test_a_damaged_backup_is_not_restored(run: Run, database: Path, tmp_path: Path) -> None:
    damage(database, "UPDATE heads SET at = 0")
    ran = run("restore", database, tmp_path / "target.db")
    assert (ran.code, "repair" in ran.err) == (2, True)
    assert not (tmp_path / "target.db").exists()


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
    first, *_, second = json.loads(ran.out)["tables"]
    assert first["saved"] == first["written"]
    assert 0 < second["saved"] < second["written"]
    assert "is damaged or missing" in second["reason"]
    assert audited(run, new)["balanced"]
    assert len(run("history", "--db", new).lines) == 4
    words = run("repair", database, tmp_path / "other.db").lines
    assert words[3].startswith(f"second: {second['saved']} of {second['written']} events saved; ")
    assert words[-1].startswith("What could be saved is in ")
    (record,) = run("audit", "--db", new, "--care", "--json").data
    assert (record["did"], record["file"]) == ("repair", str(database))
    assert record["lost"] == [f"second: {second['reason']}"]
    line = run("audit", "--db", new, "--care").out
    assert f"repaired from {database}; lost: second: {second['reason']}." in line


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
    table = json.loads(run("repair", path, new, "--json").out)["tables"][0]
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

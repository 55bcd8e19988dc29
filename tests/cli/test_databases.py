"""A hall moves from SQLite to PostgreSQL and back, and every command reads both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puntobanco.croupier import Croupier
from puntobanco.house import CLASSIC
from puntobanco.store import Note, Receipt, Store, StreamValue, open_log
from puntobanco.table.commands import Sit
from tests.cli.test_history import evening
from tests.running import Run


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    """Return a log with two tables, receipts, a value and notes."""
    path = tmp_path / "hall.db"
    with Store.open(path) as store:
        evening(store, "one", CLASSIC, day=1, coups=6, bet="player")
        evening(store, "two", CLASSIC, day=2, coups=4, bet="banker")
        values, notes = [StreamValue("one", "value", 9)], [Note("guest", "token", "Ann")]
        receipts = [Receipt("one", "Ann:1", "5 digest")]
        store.append([], at=1, receipts=receipts, values=values, notes=notes)
    return path


def told(run: Run, *words: object) -> Any:  # noqa: ANN401 - JSON
    return run(*words, "--json").data


def test_a_hall_moves_to_postgresql_and_back_and_the_audit_agrees(
    hall: Path, postgres: str, run: Run, tmp_path: Path
) -> None:
    back = tmp_path / "back.db"
    before = told(run, "audit", "--db", hall)
    shoes = told(run, "history", "--db", hall)
    assert run("restore", hall, postgres).code == 0
    assert told(run, "audit", "--db", postgres)["tables"] == before["tables"]
    assert told(run, "history", "--db", postgres) == shoes
    assert run("backup", back, "--db", postgres).code == 0
    assert told(run, "audit", "--db", back) == before
    assert told(run, "history", "--db", back) == shoes
    with Store.read(hall) as old, Store.read(back) as new:
        assert old.id == new.id
        for table in ("one", "two"):
            assert list(old.facts(table)) == list(new.facts(table))
            assert old.snapshots(table) == new.snapshots(table)
        assert old.read_stream("one", requests=[("one", "Ann:1")]) == new.read_stream(
            "one", requests=[("one", "Ann:1")]
        )
        assert new.note("guest", "token") == "Ann"


def test_play_goes_on_in_the_database_after_a_restore(hall: Path, postgres: str, run: Run) -> None:
    run("restore", hall, postgres)
    with open_log(postgres) as store:
        Croupier.open(store, "three", CLASSIC).do(Sit(1, "Ann"))
        Croupier.resume(store, "three").commit_shoe()
        assert store.streams() == ["three", "two", "one"]
        assert store.beat("server", ()).now >= (store.newest_kept_at() or 0) // 1_000
    assert told(run, "audit", "--db", postgres)["balanced"]


def test_a_database_with_a_log_is_no_target(hall: Path, postgres: str, run: Run) -> None:
    run("restore", hall, postgres)
    refusal = run("restore", hall, postgres).refusal
    assert refusal.endswith("there is a log in this database; name an empty one")


def test_the_database_may_be_named_by_the_environment(
    hall: Path, postgres: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUNTOBANCO_DB", postgres)
    assert run("restore", hall).code == 0
    assert len(told(run, "audit")["tables"]) == 2


@pytest.mark.parametrize("words", [("serve",), ("play", "--plain")])
def test_a_seed_is_refused_in_a_database(run: Run, words: tuple[str, ...]) -> None:
    url = "postgresql://ann:swordfish@db.example/hall"
    refusal = run(*words, "--db", url, "--seed", "x").refusal
    assert refusal.startswith("--seed works with a file only")


def test_an_archive_needs_a_file(run: Run) -> None:
    url = "postgresql://ann:swordfish@db.example/hall"
    refusal = run("archive", "x.db", "--before", "2026-01-01", "--db", url).refusal
    assert refusal == "this works with a file only, not with PostgreSQL"

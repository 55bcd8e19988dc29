"""Repair saves the intact part of a damaged log, names the rest, and invents nothing."""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from apsw import Connection

from puntobanco.errors import StoreError
from puntobanco.store import Note, Receipt, Snapshot, Store
from puntobanco.store import repair as repairing
from puntobanco.store.repair import Salvage, repair
from tests.store.damage import Contents, change, copy_log, damage
from tests.store.test_store import fact, versions


@pytest.fixture
def path(path: Path) -> Path:
    with Store.open(path) as store:
        for version in range(1, 10):
            facts = [fact(2 * version - 1), fact(2 * version), fact(version, "other")]
            receipts = [Receipt(each, f"guest:{version}", "1") for each in ("table", "other")]
            store.append(facts, at=version, receipts=receipts)
        notes = [Note("tables", "table", "set-up"), Note("tables", "other", "set-up")]
        store.append([], at=9, notes=notes, snapshots=[Snapshot("other", 9, "{}")])
    return path


def saved(path: Path, stream: str = "table") -> list[int]:
    with Store.read(path) as store:
        assert store.faults(deep=True) == []
        return versions(store, stream)


def test_a_log_that_is_intact_is_copied_whole(path: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.db"
    salvage = repair(path, new)
    assert salvage.is_whole
    assert (salvage.receipts, salvage.notes) == (18, 2)
    with Store.read(path) as old, Store.open(new) as store:
        for stream in ("table", "other"):
            assert list(store.facts(stream)) == list(old.facts(stream))
        assert store.snapshots("other")[0].version == 9
        store.append([fact(19)], at=10)


def test_nobody_else_may_read_the_new_log_while_it_is_written(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []
    intact = repairing._intact

    def watched(source: Connection, table: str, salvage: Salvage) -> list[repairing.Row]:
        modes.append((tmp_path / "new.db").stat().st_mode & 0o777)
        return intact(source, table, salvage)

    monkeypatch.setattr(repairing, "_intact", watched)
    repair(path, tmp_path / "new.db")
    assert modes == [0o600] * 3


def test_a_part_that_cannot_be_read_is_named_and_the_rest_is_saved(
    path: Path, tmp_path: Path
) -> None:
    connection = sqlite3.connect(path)
    ((size,),) = connection.execute("PRAGMA page_size")
    sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'receipts'"
    ((page,),) = connection.execute(sql)
    connection.close()
    data, new = bytearray(path.read_bytes()), tmp_path / "new.db"
    data[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(data)
    salvage = repair(path, new)
    assert "receipts after the first 0 could not be read" in salvage.lost
    assert saved(new) == list(range(1, 19))


def test_a_damaged_stream_is_saved_up_to_its_last_whole_commit(path: Path, tmp_path: Path) -> None:
    change(path, "UPDATE facts SET data = '{}' WHERE stream = 'table' AND version = 12")
    before, new = path.read_bytes(), tmp_path / "new.db"
    salvage = repair(path, new)
    other, table = salvage.streams
    assert other.is_whole
    assert (table.saved, table.written) == (10, 18)
    assert table.reason == "event 12 is damaged or missing"
    assert saved(new) == list(range(1, 11))
    assert saved(new, "other") == list(range(1, 10))
    with Store.read(new) as store:
        assert store.notes("tables") == {"other": "set-up"}
        assert store.receipt("table", "guest:1") is None
        assert store.receipt("other", "guest:1")
    assert path.read_bytes() == before


@pytest.mark.parametrize("damaged, saved", [(11, 10), (12, 10), (13, 12), (1, 0)])
def test_no_whole_commit_before_the_damage_is_lost_and_none_is_halved(
    path: Path, tmp_path: Path, damaged: int, saved: int
) -> None:
    change(path, f"UPDATE facts SET crc = crc + 1 WHERE stream = 'table' AND version = {damaged}")  # noqa: S608 - our own words
    other, table = repair(path, tmp_path / "new.db").streams
    assert other.is_whole
    assert table.saved == saved


def test_commits_are_known_although_the_clock_jumps_ahead_and_back(tmp_path: Path) -> None:
    """After such a jump, many commits have the same time."""
    path, new, hour = tmp_path / "log.db", tmp_path / "new.db", 3_600_000_000
    with Store.open(path) as store:
        for commit in range(20):
            at = commit + 2 * hour if commit == 3 else commit
            store.append([fact(3 * commit + place) for place in (1, 2, 3)], at=at)
        assert len({each.at for each in store.facts("table")}) == 4
    change(path, "UPDATE facts SET crc = crc + 1 WHERE version = 47")
    (table,) = repair(path, new).streams
    assert (table.saved, table.written) == (45, 60)
    with Store.open(new) as store:
        store.append([fact(46)], at=20)
        commits = [each.commit for each in store.facts("table")]
    assert commits == [1 + place // 3 for place in range(46)]


def test_numbers_that_are_out_of_order_do_not_change_the_order_of_events(
    path: Path, tmp_path: Path
) -> None:
    change(path, "UPDATE facts SET number = 1000 WHERE stream = 'table' AND version = 4")
    assert repair(path, tmp_path / "new.db").is_whole
    assert saved(tmp_path / "new.db") == list(range(1, 19))


@pytest.mark.parametrize("sql", ["DELETE FROM file_head", "UPDATE file_head SET heads = 0"])
def test_a_log_whose_own_head_is_gone_is_saved_whole(path: Path, tmp_path: Path, sql: str) -> None:
    change(path, sql)
    salvage = repair(path, tmp_path / "new.db")
    assert salvage.lost == ["damaged in its head; nothing was changed"]
    assert all(stream.is_whole for stream in salvage.streams)
    assert saved(tmp_path / "new.db") == list(range(1, 19))


@pytest.mark.parametrize(
    "sql, line",
    [
        ("UPDATE receipts SET data = '2' WHERE id = 'guest:3'", "2 damaged receipts were left out"),
        ("DELETE FROM notes WHERE key = 'table'", "some notes are missing"),
    ],
)
def test_what_else_is_lost_is_named(path: Path, tmp_path: Path, sql: str, line: str) -> None:
    change(path, sql)
    salvage = repair(path, tmp_path / "new.db")
    assert not salvage.is_whole
    assert any(line in each for each in salvage.lost)
    assert all(stream.is_whole for stream in salvage.streams)


def test_a_stream_whose_head_is_damaged_is_saved_as_far_as_it_goes(
    path: Path, tmp_path: Path
) -> None:
    change(path, "UPDATE heads SET chain = x'00' WHERE stream = 'table'")
    other, table = repair(path, tmp_path / "new.db").streams
    assert other.is_whole
    assert (table.written, table.saved) == (None, 18)
    assert table.reason == "its head is damaged"


def test_no_file_is_overwritten_and_none_is_made_of_nothing(path: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious.db"
    precious.write_text("precious")
    with pytest.raises(StoreError, match="File exists"):
        repair(path, precious)
    assert precious.read_text() == "precious"
    with pytest.raises(StoreError, match="no such file"):
        repair(tmp_path / "none.db", tmp_path / "new.db")
    path.write_bytes(b"nonsense" * 1_000)
    with pytest.raises(StoreError, match="damaged or not a puntobanco file"):
        repair(path, tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def rescue(folder: Path, written: Contents, seed: int) -> str:
    """Damage a log and repair it. Return how much was saved, all of which was written."""
    rng = Random(seed)
    path, new = folder / "copy.db", folder / f"saved-{seed}.db"
    copy_log(folder / rng.choice(("killed.db", "closed.db")), path)
    damage(path, rng)
    try:
        salvage = repair(path, new)
    except StoreError:
        assert not new.exists()
        return "nothing"
    with Store.open(new) as store:
        assert (store.damage, store.faults(deep=True)) == ([], [])
        for stream in store.streams():
            saved = list(store.facts(stream))
            assert saved == written.facts[stream][: len(saved)]
        kept = {key: store.receipt(*key) for key in written.receipts}
        assert all(receipt == written.receipts[key] for key, receipt in kept.items() if receipt)
        if salvage.is_whole:
            assert {stream: list(store.facts(stream)) for stream in written.facts} == written.facts
            assert kept == written.receipts
            assert store.notes("guest") == written.notes
    return "all" if salvage.is_whole else "some"


def test_whatever_is_saved_was_written(folder: Path, written: Contents) -> None:
    results = Counter(rescue(folder, written, seed) for seed in range(40))
    assert results.keys() == {"all", "some", "nothing"}
    assert results["nothing"] < 15


@pytest.mark.marathon
def test_the_same_many_times_more(folder: Path, written: Contents) -> None:
    for seed in range(40, 2_000):
        rescue(folder, written, seed)

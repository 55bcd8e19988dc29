"""The end of a log is stored twice, so that a loss is noticed."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from puntobanco.errors import StoreError
from puntobanco.store import Attested, Fact, Note, Receipt, Snapshot, Store
from puntobanco.store.heads import HeadFile, beside, read_end
from puntobanco.store.rows import row_crc
from tests.store.damage import change, copy_log
from tests.store.faulty_disk import FaultyDisk
from tests.store.test_store import fact


def write(path: Path) -> None:
    with Store.open(path) as store:
        for version in range(1, 10):
            receipts = [Receipt("table", f"guest:{version}", "1")]
            notes = [Note("shelf", f"{version}", "data")]
            store.append([fact(version)], at=version, receipts=receipts, notes=notes)


@pytest.fixture
def log(path: Path) -> Path:
    """Return the path of a log of nine commits."""
    write(path)
    return path


def test_a_log_that_lost_its_last_events_is_named(log: Path) -> None:
    change(log, "DELETE FROM facts WHERE version > 7")
    with Store.read(log) as store:
        with pytest.raises(StoreError, match="damaged at event 8 of table"):
            list(store.facts("table"))
        with pytest.raises(StoreError, match="damaged at event 9 of table"):
            store.last("table")
        with pytest.raises(StoreError, match="damaged at event 8 of table"):
            list(store.facts("table", after=5))


def test_an_event_that_was_exchanged_with_its_checksum_is_named(log: Path) -> None:
    other = Fact("table", 5, "bet_placed", '{"n":"another"}')
    row = ("table", 5, 5, 0, 5, other.kind, 1, 0, other.data)
    crc = row_crc(*row)
    change(log, f"UPDATE facts SET data = '{other.data}', crc = {crc} WHERE version = 5")  # noqa: S608 - our own words
    with Store.read(log) as store, pytest.raises(StoreError, match="not those of its head"):
        list(store.facts("table"))


def test_no_event_is_written_twice_if_the_index_has_lost_some(log: Path) -> None:
    with Store.open(log) as store:
        with store._watched():
            store._connection.execute("DELETE FROM facts WHERE version > 7")
        with pytest.raises(StoreError, match="event 8 of table does not follow event 9"):
            store.append([fact(8)], at=10)


def test_an_end_that_sqlite_dropped_is_named(path: Path, tmp_path: Path) -> None:
    store = Store.open(path)
    store.append([fact(1)], at=1)
    store.append([fact(2)], at=2)
    copy = tmp_path / "copy.db"
    copy_log(path, copy)
    store.close()
    wal = beside(copy, "-wal")
    wal.write_bytes(wal.read_bytes()[:-100])
    before = copy.read_bytes()
    with pytest.raises(StoreError, match="it ends at commit 1, and 2 were made; repair it"):
        Store.open(copy)
    with Store.read(copy) as store:
        assert store.attestation.attested is Attested.LOST
        (fault,) = store.faults(deep=False)
        assert "damaged at its end" in fault
    assert copy.read_bytes() == before


def test_another_history_of_the_same_length_is_named(log: Path, tmp_path: Path) -> None:
    other, mixed = tmp_path / "other.db", tmp_path / "mixed.db"
    shutil.copyfile(log, other)
    for each, kind in ((log, "here"), (other, "there")):
        with Store.open(each) as store:
            store.append([Fact("table", 10, kind, "{}")], at=10)
    for one, another in ((log, other), (other, log)):
        shutil.copyfile(one, mixed)
        shutil.copyfile(f"{another}-head", f"{mixed}-head")
        with pytest.raises(StoreError, match="commit 10 is not the one that was made"):
            Store.open(mixed)


def test_a_copy_without_its_head_opens_and_is_not_attested(log: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copyfile(log, copy)
    with Store.read(copy) as store:
        assert store.attestation.attested is Attested.ABSENT
    with Store.open(copy) as store:
        store.append([fact(10)], at=10)
    with Store.read(copy) as store:
        assert store.attestation.attested is Attested.YES
        assert len(list(store.facts("table"))) == 10


def test_a_head_behind_the_log_is_normal(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kill between the commit and the head file leaves the head file behind."""
    with Store.open(log) as store, monkeypatch.context() as killed:
        killed.setattr(HeadFile, "write", lambda _self, _head: None)
        store.append([fact(10)], at=10)
    with Store.read(log) as store:
        assert store.attestation.attested is Attested.YES
    with Store.open(log) as store:
        assert len(list(store.facts("table"))) == 10
    end = read_end(log)
    assert end
    assert end.commits == 10


def test_the_head_is_written_after_the_commit_and_before_the_answer(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    with Store.open(path) as store, Store.read(path) as reader:

        def watched(_self: HeadFile, _head: object) -> None:
            seen.append(len(list(reader.facts("table"))))

        monkeypatch.setattr(HeadFile, "write", watched)
        store.append([fact(1), fact(2)], at=1)
        assert seen == [2]


def test_a_torn_head_leaves_the_one_before(log: Path) -> None:
    content = bytearray(beside(log, "-head").read_bytes())
    newest = content.index(b" 9 ")
    content[newest + 5 : newest + 20] = bytes(15)
    beside(log, "-head").write_bytes(content)
    end = read_end(log)
    assert end
    assert end.commits == 8
    Store.open(log).close()


@pytest.mark.parametrize("content", [b"nonsense\n" * 1_000, b"x" * 9_000], ids=["lines", "none"])
def test_a_damaged_head_file_is_named(log: Path, content: bytes) -> None:
    beside(log, "-head").write_bytes(content)
    with pytest.raises(StoreError, match=r"log\.db-head is damaged"):
        Store.open(log)
    with Store.read(log) as store:
        assert store.attestation.attested is Attested.NO
        assert "log.db-head is damaged" in store.attestation.reason
    beside(log, "-head").unlink()
    Store.open(log).close()


def test_the_head_of_another_log_is_named(log: Path, tmp_path: Path) -> None:
    write(tmp_path / "other.db")
    shutil.copyfile(tmp_path / "other.db-head", beside(log, "-head"))
    with pytest.raises(StoreError, match=r"log\.db-head belongs to another log"):
        Store.open(log)


def test_an_emptied_file_is_not_a_new_one(log: Path) -> None:
    log.write_bytes(b"")
    with pytest.raises(StoreError, match=r"empty, but log\.db-head says that 9 commits were made"):
        Store.open(log)
    with pytest.raises(StoreError, match="empty; there is no log in it"):
        Store.read(log)
    assert log.read_bytes() == b""


def test_a_new_log_begins_if_the_file_was_deleted(log: Path) -> None:
    log.unlink()
    with Store.open(log) as store:
        store.append([fact(1)], at=1)
    Store.open(log).close()


@pytest.mark.parametrize(
    "sql, line",
    [
        ("DELETE FROM notes WHERE key = '3'", "some notes are missing"),
        ("DELETE FROM receipts WHERE id = 'guest:3'", "some receipts are missing"),
        ("DELETE FROM heads", "some heads are missing"),
        ("UPDATE file_head SET notes = 0", "damaged in its head"),
        ("DELETE FROM file_head", "damaged in its head"),
        ("UPDATE receipts SET stream = 'elsewhere' WHERE id = 'guest:3'", "of an unknown table"),
        ("UPDATE heads SET stream = 'elsewhere'", "of an unknown table"),
    ],
)
def test_rows_that_are_missing_are_noticed_at_opening(log: Path, sql: str, line: str) -> None:
    change(log, sql)
    with pytest.raises(StoreError, match=line):
        Store.open(log)


@pytest.mark.parametrize(
    "sql, line",
    [
        ("UPDATE notes SET data = 'other' WHERE key = '3'", "damaged in a note of shelf"),
        ("UPDATE notes SET at = 7 WHERE key = '3'", "damaged in a note of shelf"),
        ("UPDATE receipts SET data = '2' WHERE id = 'guest:3'", "damaged in a receipt of table"),
        ("UPDATE heads SET version = 8", "damaged in the head of table"),
    ],
)
def test_damaged_rows_are_named_and_not_used(log: Path, sql: str, line: str) -> None:
    change(log, sql)
    with Store.open(log) as store:
        (row,) = store.damage
        assert str(row) == line
        with pytest.raises(StoreError, match="damaged in"):
            [store.note("shelf", "3"), store.receipt("table", "guest:3"), store.last("table")]
        assert "3" not in store.notes("shelf") or row.part != "notes"
    with Store.read(log) as store:
        assert store.faults(deep=True) == [line]


def test_sums_follow_what_is_replaced_and_deleted(log: Path) -> None:
    with Store.open(log) as store:
        notes = [Note("shelf", "3", "other"), Note("shelf", "4", None), Note("shelf", "x", None)]
        store.append([], at=10, notes=notes, forgotten=[("table", "guest:2"), ("table", "none")])
    with Store.open(log) as store:
        assert store.damage == []
    with Store.read(log) as store:
        assert store.faults(deep=True) == []


def test_the_ends_of_many_streams_are_not_all_remembered(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puntobanco.store.log.CACHED_HEADS", 3)
    streams = [f"table {number}" for number in range(8)]
    with Store.open(path) as store:
        for version in (1, 2, 3):
            for stream in streams:
                store.append([Fact(stream, version, "x", "{}")], at=version)
                assert len(store._ends.heads) <= 3
    with Store.open(path) as store:
        assert [len(list(store.facts(stream))) for stream in streams] == [3] * 8


def test_events_after_a_snapshot_are_checked_by_its_chain(log: Path) -> None:
    with Store.open(log) as store:
        store.append([fact(10)], at=10, snapshots=[Snapshot("table", 10, "{}")])
        store.append([fact(11)], at=11)
        store.append([], at=11, snapshots=[Snapshot("table", 11, "{}", label="within")])
        within, start = store.snapshots("table")
        assert within.chain != start.chain
        for each in (within, start):
            after = list(store.facts("table", after=each.version, chain=each.chain))
            assert len(after) == 11 - each.version
        with pytest.raises(StoreError, match="not those of its head"):
            list(store.facts("table", after=10, chain=within.chain))


@pytest.mark.parametrize("version", [3, 20])
def test_a_snapshot_of_a_version_whose_chain_is_not_at_hand_has_none(
    log: Path, version: int
) -> None:
    with Store.open(log) as store:
        store.append([], at=10, snapshots=[Snapshot("table", version, "{}")])
        assert store.snapshots("table")[0].chain == b""


def test_times_do_not_go_back_within_a_stream(path: Path) -> None:
    with Store.open(path) as store:
        store.append([fact(1)], at=100)
        store.append([fact(2), fact(1, "other")], at=50)
    with Store.open(path) as store:
        store.append([fact(3)], at=60)
        assert [each.at for each in store.facts("table")] == [100, 100, 100]
        assert [each.at for each in store.facts("other")] == [50]


# --- one writer, and foreign files ----------------------------------------------------------------


def closed(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def midway(path: Path, *, mode: str = "delete", is_new: bool = False) -> None:
    """Leave files like a program that is killed during a transaction."""
    working = path.with_name("working.db")
    if not is_new:
        closed(working)
    with closing(sqlite3.connect(working, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA journal_mode={mode}")
        connection.execute("PRAGMA cache_size=1")  # so that pages are written before the commit
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE letters (text TEXT)")
        connection.executemany("INSERT INTO letters VALUES (?)", [("x" * 9_000,)] * 20)
        for end in ("", f"-{'wal' if mode == 'wal' else 'journal'}"):
            shutil.copy(f"{working}{end}", f"{path}{end}")
    for each in path.parent.glob("working.db*"):
        each.unlink()


def diary(path: Path) -> None:
    path.write_text("a diary", "utf-8")
    beside(path, "-journal").write_text("a journal", "utf-8")


def contents(path: Path) -> dict[str, tuple[int, bytes]]:
    """Return the mode and the content of every file beside a path."""
    return {each.name: (each.stat().st_mode, each.read_bytes()) for each in path.parent.iterdir()}


@pytest.mark.parametrize(
    "leave, files, line",
    [
        (closed, 1, "another program"),
        (partial(midway, mode="wal"), 2, "another program"),
        (midway, 2, "another program"),
        (partial(midway, is_new=True), 2, "not a puntobanco file"),
        (diary, 2, "not a puntobanco file"),
    ],
)
def test_files_of_another_program_are_not_touched(
    path: Path, leave: Callable[[Path], None], files: int, line: str
) -> None:
    leave(path)
    path.chmod(0o644)
    before = contents(path)
    assert len(before) == files
    for opened in (Store.open, Store.read):
        with pytest.raises(StoreError, match=line):
            opened(path)
    assert contents(path) == before


def test_a_log_whose_making_was_cut_off_is_made_again(path: Path) -> None:
    midway(path, is_new=True)
    beside(path, ".lock").touch()
    with Store.open(path) as store:
        assert not store.streams()
        store.append([fact(1)], at=1)


# --- the cost of opening --------------------------------------------------------------------------


def _reads_to_open(path: Path, facts: int) -> int:
    """Return how many reads it takes to open a log whose one table has so many facts."""
    reads = 0

    def count(operation: str, _file: str) -> None:
        nonlocal reads
        reads += operation == "read"

    with FaultyDisk() as disk:
        with Store.open(path) as store:
            store.append([fact(version) for version in range(1, facts + 1)], at=1)
        disk.fails = count
        Store.open(path).close()
    return reads


def test_a_small_file_is_read_whole_at_its_opening_and_of_a_large_one_what_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _reads_to_open(tmp_path / "a.db", 8_000) > 50 + _reads_to_open(tmp_path / "b.db", 80)
    monkeypatch.setattr("puntobanco.store.checking.CHECKED_WHOLE", 0)
    assert _reads_to_open(tmp_path / "c.db", 8_000) < 10 + _reads_to_open(tmp_path / "d.db", 80)


OTHER_PROGRAM = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1])
other.execute("SELECT count(*) FROM facts").fetchall()
other.close()  # removes the write-ahead log if nobody else has locked the file
"""


def test_reading_a_log_keeps_the_locks_of_its_writer(store: Store, path: Path) -> None:
    store.append([fact(1)], at=1)
    with Store.read(path):
        subprocess.run([sys.executable, "-c", OTHER_PROGRAM, path], check=True)
    assert store.is_in_place

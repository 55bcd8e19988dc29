"""The log keeps what it accepted, and never damages a file."""

from __future__ import annotations

import signal
import stat
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from puntobanco.errors import OutcomeUnknown, StoreError
from puntobanco.store import Fact, Log, Note, Receipt, Snapshot, Store, StreamValue, file
from tests.store.damage import change, copy_log

ROOT = Path(__file__).parents[2]


def fact(
    version: int, stream: str = "table", data: str = "", *, private: bool = False, form: int = 1
) -> Fact:
    return Fact(stream, version, "bet_placed", data or f'{{"n":{version}}}', private, form)


def versions(store: Log, stream: str = "table") -> list[int]:
    return [each.fact.version for each in store.facts(stream)]


def test_what_was_appended_is_read_back_in_order(path: Path) -> None:
    facts = [fact(1), fact(2, private=True), fact(3, form=7)]
    with Store.open(str(path)) as store:
        store.append(facts[:1], at=5)
        store.append(facts[1:], at=6)
    with Store.read(str(path)) as store:
        logged = list(store.facts("table"))
        assert [each.fact for each in logged] == facts
        assert [each.at for each in logged] == [5, 6, 6]
        assert [each.commit for each in logged] == [1, 2, 2]
        assert [each.fact.version for each in store.facts("table", after=2)] == [3]
        assert store.last("table") == logged[-1]
        assert store.last("another") is None


def test_every_change_of_a_stream_raises_its_revision(path: Path) -> None:
    with Store.open(path) as store:
        won = [
            store.append([fact(1), fact(2)], at=1),
            store.append([], at=2, receipts=[Receipt("table", "id", "1")]),
            store.append([], at=3, values=[StreamValue("table", "value", 7)]),
            store.append([fact(3)], at=4, values=[StreamValue("table", None, 0)]),
            store.append([], at=5, notes=[Note("shelf", "key", "data")]),
            store.append([fact(1, "new")], at=6),
        ]
        assert won == [*({"table": revision} for revision in (1, 2, 3, 4)), {}, {"new": 1}]
    with Store.open(path) as store:
        assert (store.revision("table"), store.revision("none")) == (4, 0)


def test_streams_are_apart_and_the_newest_is_listed_first(store: Store) -> None:
    store.append([fact(1, "old"), fact(1, "new"), fact(2, "old")], at=1)
    assert store.streams() == ["new", "old"]
    assert len(list(store.facts("old"))) == 2


def test_an_append_is_whole_or_nothing(path: Path) -> None:
    with Store.open(path) as store:
        store.append([fact(1)], at=1)
        with pytest.raises(StoreError) as refused:
            store.append([fact(2), fact(4)], at=2, receipts=[Receipt("table", "id", "{}")])
        assert not isinstance(refused.value, OutcomeUnknown)
        assert not store.needs_reopen
        assert versions(store) == [1]
        assert store.receipt("table", "id") is None
        store.append([fact(2)], at=2)
    with Store.open(path) as store:
        assert (store.damage, versions(store)) == ([], [1, 2])


def test_receipts_are_listed_with_their_time_in_steps_and_can_be_forgotten(store: Store) -> None:
    for at, request in enumerate(("c", "a", "b"), 1):
        store.append([], at=at, receipts=[Receipt("table", request, "1")])
    store.append([], at=9, receipts=[Receipt("another", "z", "1")])
    assert store.receipts_after(("", ""), 2) == [("another", "z", 9), ("table", "a", 2)]
    assert store.receipts_after(("table", "a"), 9) == [("table", "b", 3), ("table", "c", 1)]
    store.append([], at=10, forgotten=[("table", "a"), ("table", "none")])
    assert store.receipt("table", "a") is None
    assert store.receipt("table", "b") is not None


def test_notes_are_listed_with_the_time_of_their_last_writing(store: Store) -> None:
    store.append([], at=1, notes=[Note("shelf", "a", "1"), Note("shelf", "b", "2")])
    store.append([], at=5, notes=[Note("shelf", "a", "1"), Note("other", "c", "3")])
    assert store.notes_after("shelf", "", 9) == [("a", "1", 5), ("b", "2", 1)]
    assert store.notes_after("shelf", "a", 1) == [("b", "2", 1)]
    assert store.noted("shelf", ["a", "c"]) == {"a": ("1", 5)}


def test_a_stream_has_snapshots_under_several_labels_and_the_newest_counts(store: Store) -> None:
    start, within = Snapshot("table", 3, "{}"), Snapshot("table", 7, '{"a":1}', label="within")
    store.append([], at=1, snapshots=[start, within])
    assert store.snapshots("table") == [within, start]
    assert store.snapshot("table") == within
    assert store.snapshot("another") is None
    store._connection.execute("UPDATE snapshots SET data = '[]' WHERE label = 'within'")
    assert store.snapshot("table") == start
    assert store.has_damaged_snapshot("table")
    later = Snapshot("table", 9, "{}")
    store.append([], at=1, snapshots=[later])
    assert store.snapshots("table") == [later]


_ANOTHER_STEP = "ALTER TABLE notes ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'"

_KILLED_WHILE_MIGRATING = f"""
import os, signal, sys
from pathlib import Path
import apsw
from puntobanco.store import Store, file

steps = [*file.migrations(), {_ANOTHER_STEP!r}]
steps[int(sys.argv[2])] += "; SELECT be_killed();"
file.migrations = lambda: steps

def be_killed():
    os.kill(os.getpid(), signal.SIGKILL)

apsw.connection_hooks.append(lambda each: each.create_scalar_function("be_killed", be_killed))
Store.open(Path(sys.argv[1]))
"""


@pytest.fixture
def another_step(monkeypatch: pytest.MonkeyPatch) -> int:
    """Add a migration after the last one. Return the format that it leads to."""
    steps = [*file.migrations(), _ANOTHER_STEP]
    monkeypatch.setattr(file, "migrations", lambda: steps)
    return len(steps)


def a_log(path: Path) -> None:
    with Store.open(path) as store:
        store.append([fact(1)], at=1, notes=[Note("shelf", "a", "1")])


def test_a_file_gets_the_migrations_that_it_lacks_when_it_is_opened_for_writing(
    path: Path, request: pytest.FixtureRequest
) -> None:
    a_log(path)
    form = request.getfixturevalue("another_step")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="older version"):
        Store.read(path)
    assert path.read_bytes() == before
    for _ in range(2):
        with Store.open(path) as store:
            assert store._connection.pragma("user_version") == form
            assert store._connection.execute("SELECT data, colour FROM notes").get == ("1", "red")
            assert [each.fact for each in store.facts("table")] == [fact(1)]
    with Store.read(path) as store:
        assert store.faults(deep=True) == []


@pytest.mark.parametrize("step", range(len(file.migrations()) + 1))
def test_a_migration_that_was_killed_in_any_step_is_done_at_the_next_opening(
    path: Path, step: int, request: pytest.FixtureRequest
) -> None:
    if step:
        a_log(path)
    command = [sys.executable, "-c", _KILLED_WHILE_MIGRATING, str(path), str(step)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    form = request.getfixturevalue("another_step")
    with Store.open(path) as store:
        assert store._connection.pragma("user_version") == form
        assert store.notes("shelf") == ({"a": "1"} if step else {})
        store.append([fact(2 if step else 1)], at=1)


def test_only_the_owner_can_read_the_file(store: Store, path: Path) -> None:
    store.append([fact(1)], at=1)
    for each in path.parent.iterdir():
        assert stat.S_IMODE(each.stat().st_mode) == 0o600, each.name


@pytest.mark.parametrize("link", [None, Path.symlink_to, Path.hardlink_to])
def test_a_file_has_one_writer_by_any_name_and_many_readers(
    path: Path, tmp_path: Path, link: Callable[[Path, Path], None] | None
) -> None:
    name = tmp_path / "other.db" if link else path
    with Store.open(path) as store:
        if link:
            link(name, path)
        with pytest.raises(StoreError, match="another puntobanco is using this file"):
            Store.open(name)
        store.append([fact(1)], at=1)
        with Store.read(path) as reader:
            assert versions(reader) == [1]
    with Store.open(name) as store:
        assert versions(store) == [1]


READ_ONLY = """
import os, sys
from pathlib import Path
from puntobanco.store import Store, file
from tests.cli.fuzz import become_ordinary

folder = Path(sys.argv[1])
file.migrations()  # loads what an ordinary user may not be able to read
become_ordinary(folder)
folder.chmod(0o555)
try:
    for path in sorted(folder.glob("*.db")):
        with Store.read(path) as store:
            print(path.name, len(list(store.facts("table"))), len(os.listdir(folder)))
finally:
    folder.chmod(0o755)
"""


def test_a_log_in_a_folder_that_nobody_may_write_to_is_read() -> None:
    """Read a closed log and a killed one, as a user whom file permissions affect."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        with Store.open(folder / "closed.db") as store:
            store.append([fact(1)], at=1)
            store.append([fact(2)], at=2)
            copy_log(folder / "closed.db", folder / "killed.db")
        ran = subprocess.run(
            [sys.executable, "-c", READ_ONLY, name], cwd=ROOT, capture_output=True, check=False
        )
    assert (ran.stdout, ran.stderr) == (b"closed.db 2 6\nkilled.db 2 6\n", b"")


def test_a_log_that_was_killed_in_a_checkpoint_is_opened(path: Path, tmp_path: Path) -> None:
    """The first page is new, but the pages that it counts are only in the write-ahead log."""
    copy = tmp_path / "copy.db"
    with Store.open(path) as store:
        store.append([fact(version) for version in range(1, 400)], at=1)
        copy_log(path, copy)
    with copy.open("r+b") as file:
        file.write(path.read_bytes()[:4_096])
    assert copy.stat().st_size < path.stat().st_size
    with Store.open(copy) as store:
        assert len(list(store.facts("table"))) == 399


def test_links_that_lead_to_each_other_are_refused(path: Path) -> None:
    path.symlink_to(path)
    with pytest.raises(StoreError, match="cannot be used"):
        Store.open(path)


def test_the_lock_ends_with_its_process_however_it_ended(path: Path) -> None:
    program = (
        "import os, sys, pathlib; from puntobanco.store import Store;"
        "Store.open(pathlib.Path(sys.argv[1])); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert done.returncode == -9
    Store.open(path).close()


@pytest.mark.parametrize("content", [b"not a database" * 99, b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_damaged_file_is_named_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreError, match="damaged or not a puntobanco file"):
        Store.open(path)
    assert path.read_bytes() == content


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    Store.open(path).close()
    change(path, "PRAGMA user_version = 9999")
    for opened in (Store.open, Store.read):
        with pytest.raises(StoreError, match="newer version"):
            opened(path)


def test_a_log_that_lost_its_format_is_not_taken_for_an_empty_one(path: Path) -> None:
    a_log(path)
    change(path, "PRAGMA user_version = 0")
    with pytest.raises(StoreError, match="damaged in its header"):
        Store.read(path)
    with pytest.raises(StoreError, match="cannot be used"):
        Store.open(path)


def test_a_missing_file_is_not_made_by_reading(path: Path) -> None:
    with pytest.raises(StoreError, match="no such file"):
        Store.read(path)
    assert not path.exists()


@pytest.mark.parametrize("name", ["missing/log.db", "", "x\udcff.db"], ids=repr)
def test_a_file_that_cannot_be_made_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(StoreError, match=r"cannot be used: No such file|is not the name of a file"):
        Store.open(tmp_path / name if name else Path())


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE facts SET data = replace(data, '2', '7') WHERE version = 2",
        "UPDATE facts SET at = 9 WHERE version = 2",
        "UPDATE facts SET commit_number = 9 WHERE version = 2",
        "UPDATE facts SET more = 0 WHERE version = 2",
        "UPDATE facts SET private = 1 WHERE version = 2",
        "DELETE FROM facts WHERE version = 2",
    ],
)
def test_a_damaged_or_missing_fact_is_named(path: Path, damage: str) -> None:
    with Store.open(path) as store:
        store.append([fact(1), fact(2), fact(3)], at=1)
    change(path, damage)
    with Store.read(path) as store, pytest.raises(StoreError, match="damaged at event 2 of table"):
        list(store.facts("table"))


def test_a_backup_is_taken_while_the_store_is_written_to(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with Store.open(path) as store, Store.read(path) as reader:
        store.append([fact(1)], at=1)
        stop = threading.Event()

        def copied() -> None:
            try:
                reader.backup(copy)
            finally:
                stop.set()

        backup = threading.Thread(target=copied)
        backup.start()
        version = 2
        while not stop.is_set():
            store.append([fact(version)], at=1)
            version += 1
        backup.join()
    with Store.read(copy) as restored:
        found = versions(restored)
    assert found == list(range(1, len(found) + 1))
    assert found


def test_a_backup_never_overwrites(store: Store, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    with pytest.raises(StoreError, match="File exists"):
        store.backup(copy)
    assert copy.read_text() == "precious"


def test_every_commit_is_synchronised_in_full(store: Store) -> None:
    assert store._connection.pragma("journal_mode") == "wal"
    assert store._connection.pragma("synchronous") == 2


def test_a_log_with_many_guests_is_opened_in_little_memory(path: Path) -> None:
    notes = [Note("guest", f"{number:06}", "x" * 60) for number in range(20_000)]
    with Store.open(path) as store:
        store.append([], at=1, notes=notes)
    del notes
    tracemalloc.start()
    try:
        Store.open(path).close()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1 << 20, f"{peak / 20_000:.0f} bytes for each guest"

"""A disk that fails while the log is written. No answer may be wrong."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from puntobanco.errors import OutcomeUnknown, StoreError
from puntobanco.store import Note, Receipt, Store
from puntobanco.store.heads import HeadFile, beside
from tests.store.faulty_disk import FaultyDisk
from tests.store.test_store import fact, versions


@pytest.mark.parametrize("operation", ["sync", "write"])
@pytest.mark.parametrize("is_read", [False, True], ids=["alone", "with a reader"])
def test_a_commit_that_failed_is_neither_done_nor_refused(
    disk: FaultyDisk, path: Path, operation: str, is_read: bool
) -> None:
    """A system may treat pages as written that it failed to write, so they are written again."""
    with Store.open(path) as store:
        store.append([fact(1)], at=1)
        reader = Store.read(path) if is_read else None
        disk.fail_once(operation, "-wal")
        with pytest.raises(OutcomeUnknown, match=r"is unknown .*: ask again"):
            store.append([fact(2)], at=2, receipts=[Receipt("table", "id", "2")])
        assert store.needs_reopen
        with pytest.raises(OutcomeUnknown):
            store.append([fact(2)], at=2)
        store.reopen()
        found = versions(store)
        assert found == ([1, 2] if operation == "sync" and not is_read else [1])
        assert not beside(path, "-wal").read_bytes()
        assert (store.receipt("table", "id") is not None) == (found == [1, 2])
        store.append([fact(len(found) + 1)], at=3)
        known = versions(store)
        if reader:
            assert versions(reader) == known
            reader.close()
    with Store.open(path) as store:
        assert versions(store) == known


def test_a_head_file_that_cannot_be_written_leaves_the_outcome_unknown(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_self: HeadFile, _head: object) -> None:
        raise OSError(5, "Input/output error")

    with Store.open(path) as store:
        with monkeypatch.context() as broken:
            broken.setattr(HeadFile, "write", failing)
            with pytest.raises(OutcomeUnknown, match="Input/output error"):
                store.append([fact(1)], at=1)
            with pytest.raises(OutcomeUnknown):
                store.reopen()
            assert store.needs_reopen
        store.reopen()
        assert versions(store) == [1]
        store.append([fact(2)], at=2)


def test_a_full_disk_is_a_refusal(disk: FaultyDisk, path: Path) -> None:
    """It may be full at the commit, or before."""
    with Store.open(path) as store:
        store.append([fact(1)], at=1)
        limit = store._connection.pragma("max_page_count")
        disk.fail_once("full", "-wal")
        for version in (2, 3):
            with pytest.raises(StoreError, match="disk is full, so nothing was changed") as refused:
                store.append([fact(version, data="x" * 100_000)], at=2)
            assert not isinstance(refused.value, OutcomeUnknown)
            store._connection.pragma("max_page_count", limit)
            store.append([fact(version)], at=2)
            store._connection.pragma("max_page_count", store._connection.pragma("page_count"))
    with Store.open(path) as store:
        assert versions(store) == [1, 2, 3]


def test_the_write_ahead_log_does_not_fill_a_small_disk(
    disk: FaultyDisk, store: Store, path: Path
) -> None:
    disk.capacity = 1 << 20
    for version in range(1, 300):
        store.append([fact(version)], at=version, notes=[Note("shelf", "key", "x" * 9_000)])
    assert beside(path, "-wal").stat().st_size <= 1 << 20


def test_a_disk_that_the_write_ahead_log_has_filled_is_used_again(
    disk: FaultyDisk, path: Path
) -> None:
    """A reader keeps SQLite from reusing the log until the disk is full. Then a little is freed."""
    large = Note("shelf", "key", "x" * 30_000)
    with Store.open(path) as store:
        store.append([fact(1)], at=1, notes=[large])
    with Store.open(path) as store, Store.read(path) as reader:
        disk.capacity = 2 << 20
        reader._connection.execute("BEGIN; SELECT * FROM facts")
        version = 2
        with suppress(StoreError):
            while version < 1_000:
                store.append([fact(version)], at=1, notes=[large])
                version += 1
        assert version < 1_000
        reader._connection.execute("COMMIT")
        disk.capacity += 16 << 10  # less than a commit needs
        with pytest.raises(StoreError, match="disk is full, so nothing was changed"):
            store.append([fact(version)], at=2, notes=[large])
        for later in range(version, version + 300):
            store.append([fact(later)], at=2, notes=[large])
    with Store.open(path) as store:
        assert versions(store) == list(range(1, later + 1))

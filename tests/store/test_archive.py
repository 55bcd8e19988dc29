"""Interrupted at any moment, archiving loses nothing, and the same call finishes it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from puntobanco.errors import StoreError
from puntobanco.store import Attested, Fact, Logged, Note, Receipt, Store
from puntobanco.store.care import archive
from tests.store.faulty_disk import FaultyDisk
from tests.web.disk_world import close_dead

CLOSED = ["one", "two"]
MOST_OPERATIONS = 400
"""More writes and syncs than archiving needs."""


def written(path: Path) -> dict[str, list[Logged]]:
    with Store.open(path) as store:
        for version in range(1, 6):
            facts = [Fact(table, version, "kind", "x" * 3_000) for table in (*CLOSED, "open")]
            receipts = [Receipt(fact.stream, f"guest:{version}", "1") for fact in facts]
            notes = [Note("guest", str(version), "Ada")]
            store.append(facts, at=version, receipts=receipts, notes=notes)
        return {table: list(store.facts(table)) for table in store.streams()}


def found(*paths: Path) -> dict[str, list[Logged]]:
    """The facts of all streams, which are the same wherever a stream is stored twice."""
    every: dict[str, list[Logged]] = {}
    for path in filter(Path.exists, paths):
        with Store.open(path) as store:
            assert store.faults(deep=True) == []
            assert store.damage == []
            for table in store.streams():
                facts = list(store.facts(table))
                assert every.setdefault(table, facts) == facts
    return every


def died_after(disk: FaultyDisk, operations: int, path: Path, file: Path) -> bool:
    """Archive, and cut the power after so many operations of the disk. Return whether it was."""
    store = Store.open(path)
    disk.die_after(operations)
    with suppress(StoreError):
        archive(store, CLOSED, file)
    is_dead = disk.is_off
    disk.cut_power(Random(operations))
    close_dead(store)
    disk.restore_power()
    return is_dead


@pytest.mark.parametrize("start", range(5))
def test_a_power_cut_at_any_moment_loses_nothing(
    disk: FaultyDisk, tmp_path: Path, start: int
) -> None:
    is_dead, operations = True, start
    while is_dead:
        assert operations < MOST_OPERATIONS
        folder = tmp_path / str(operations)
        folder.mkdir()
        path, file = folder / "log.db", folder / "archive.db"
        before = written(path)
        is_dead = died_after(disk, operations, path, file)
        assert found(path, file) == before
        with Store.open(path) as store:
            if set(CLOSED) & set(store.streams()):
                assert archive(store, CLOSED, file) == (2, 10)
            assert store.streams() == ["open"]
            assert len(store.receipts_after(("", ""), 99)) == 5
            assert set(store.notes("guest")) == {"1", "2", "3", "4", "5"}
        assert found(path, file) == before
        with Store.read(file) as archived:
            assert archived.attestation.attested is Attested.YES
            assert archived.streams() == ["two", "one"]
        operations += 5


def test_an_archive_that_differs_from_the_log_is_refused(tmp_path: Path) -> None:
    path, file = tmp_path / "log.db", tmp_path / "archive.db"
    written(path)
    with Store.open(path) as store:
        kept, store.remove = store.remove, lambda *_: None  # type: ignore[method-assign] # interrupted
        archive(store, CLOSED, file)
        store.remove = kept  # type: ignore[method-assign] # as before
        store.append([Fact("one", 6, "kind", "later")], at=6)
        with pytest.raises(StoreError, match="other events of one"):
            archive(store, CLOSED, file)
        assert set(store.streams()) == {"one", "two", "open"}

"""A file that changes while it is in use is noticed, and nothing is acknowledged."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from puntobanco.errors import OutcomeUnknown, StoreError
from puntobanco.store import Attested, Store
from puntobanco.store.heads import beside
from tests.store.test_store import fact, versions


def delete(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    copy = path.with_name("copy.db")
    shutil.copyfile(path, copy)
    copy.replace(path)


def delete_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def truncate(path: Path) -> None:
    os.truncate(path, 4_096)


def zero(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(bytes(path.stat().st_size))


def delete_wal(path: Path) -> None:
    beside(path, "-wal").unlink()


def truncate_wal(path: Path) -> None:
    os.truncate(beside(path, "-wal"), 32)


def empty_wal(path: Path) -> None:
    os.truncate(beside(path, "-wal"), 0)


def zero_wal(path: Path) -> None:
    zero(beside(path, "-wal"))


LOSSES = (delete, delete_wal, replace, delete_folder)
CHANGES = (truncate, truncate_wal, empty_wal, zero, zero_wal)


@pytest.mark.parametrize("spoil", [*LOSSES, *CHANGES])
def test_nothing_is_acknowledged_and_nothing_else_is_touched(
    path: Path, spoil: Callable[[Path], None]
) -> None:
    store = Store.open(path)
    for version in range(1, 9):
        store.append([fact(version)], at=version)
    store.check()
    spoil(path)
    what = "gone, or replaced by another file" if spoil in LOSSES else "truncated, or overwritten"
    with pytest.raises(OutcomeUnknown, match=what):
        store.append([fact(9)], at=9)
    for use in (store.reopen, store.check):
        with pytest.raises(StoreError, match=what):
            use()
    files = [beside(path, name) for name in ("", "-wal", "-head")]
    there = {each: each.read_bytes() for each in files if each.exists()}
    store.close()
    assert {each: each.read_bytes() for each in files if each.exists()} == there


@pytest.mark.parametrize("lose", [delete, delete_wal, replace])
def test_a_lost_file_is_noticed_without_a_write(
    store: Store, path: Path, lose: Callable[[Path], None]
) -> None:
    store.look_for_file()
    assert not store.needs_reopen
    lose(path)
    assert not store.is_in_place
    store.look_for_file()
    with pytest.raises(OutcomeUnknown):
        store.append([fact(1)], at=1)


def test_a_write_ahead_log_that_grows_and_restarts_is_no_trouble(path: Path) -> None:
    with Store.open(path) as store, Store.read(path) as reader:
        for version in range(1, 60):
            store.append([fact(version, data="x" * 50_000)], at=version)
            assert store.is_in_place
            assert reader.last("table")
        store.check()


@pytest.mark.parametrize("spoil", [Path.unlink, zero], ids=["deleted", "zeroed"])
def test_a_head_file_that_is_lost_is_noticed_and_written_again(
    path: Path, spoil: Callable[[Path], None]
) -> None:
    head = beside(path, "-head")
    with Store.open(path) as store:
        store.append([fact(1)], at=1)
        spoil(head)
        with pytest.raises(StoreError, match=r"log\.db-head"):
            store.check()
        with pytest.raises(OutcomeUnknown):
            store.append([fact(2)], at=2)
        store.reopen()
        store.append([fact(2)], at=2)
        store.check()
    with Store.read(path) as store:
        assert store.attestation.attested is Attested.YES
        assert len(list(store.facts("table"))) == 2


def test_damage_that_no_header_shows_is_found_before_all_is_said_to_be_kept(
    store: Store, path: Path
) -> None:
    for version in range(1, 9):
        store.append([fact(version)], at=version)
    store.check()
    with beside(path, "-wal").open("r+b") as file:
        file.seek(-8_192, 2)
        file.write(bytes(8_192))
    assert store.is_in_place
    with pytest.raises(StoreError, match="damaged"):
        store.check()


def test_a_file_that_comes_back_is_used_again(path: Path) -> None:
    with Store.open(path) as store:
        store.append([fact(1)], at=1)
        path.rename(path.with_name("elsewhere.db"))
        with pytest.raises(OutcomeUnknown):
            store.append([fact(2)], at=2)
        path.with_name("elsewhere.db").rename(path)
        store.reopen()
        known = versions(store)
        store.append([fact(len(known) + 1)], at=3)
    with Store.open(path) as store:
        assert len(versions(store)) == len(known) + 1

"""A file that is deleted or replaced while it is in use is noticed, and nothing is acknowledged."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from puntobanco.errors import OutcomeUnknown, StoreError
from puntobanco.store import Store
from tests.store.test_store import fact


def delete(path: Path) -> None:
    path.unlink()


def delete_wal(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


def replace(path: Path) -> None:
    copy = path.with_name("copy.db")
    shutil.copyfile(path, copy)
    copy.replace(path)


def delete_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


@pytest.mark.parametrize("lose", [delete, delete_wal, replace, delete_folder])
def test_nothing_is_acknowledged_and_nothing_else_is_touched(
    path: Path, lose: Callable[[Path], None]
) -> None:
    store = Store.open(path)
    store.append([fact(1)], at=1)
    lose(path)
    with pytest.raises(OutcomeUnknown, match="gone, or replaced by another file"):
        store.append([fact(2)], at=2)
    with pytest.raises(StoreError, match="gone, or replaced by another file"):
        store.reopen()
    files = [path.with_name(f"log.db{name}") for name in ("", "-wal", "-head")]
    there = {each: each.read_bytes() for each in files if each.exists()}
    store.close()
    assert {each: each.read_bytes() for each in files if each.exists()} == there


@pytest.mark.parametrize("lose", [delete, delete_wal, replace])
def test_it_is_noticed_without_a_write(path: Path, lose: Callable[[Path], None]) -> None:
    with Store.open(path) as store:
        store.look_for_file()
        assert not store.needs_reopen
        lose(path)
        assert not store.is_in_place
        store.look_for_file()
        with pytest.raises(OutcomeUnknown):
            store.append([fact(1)], at=1)


def test_a_file_that_comes_back_is_used_again(path: Path) -> None:
    with Store.open(path) as store:
        store.append([fact(1)], at=1)
        path.rename(path.with_name("elsewhere.db"))
        with pytest.raises(OutcomeUnknown):
            store.append([fact(2)], at=2)
        path.with_name("elsewhere.db").rename(path)
        store.reopen()
        known = [each.fact.version for each in store.facts("table")]
        store.append([fact(len(known) + 1)], at=3)
    with Store.open(path) as store:
        assert len(list(store.facts("table"))) == len(known) + 1

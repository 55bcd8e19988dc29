"""Logs for the tests of the store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from puntobanco.store import Store
from tests.store.damage import Contents, write_log
from tests.store.faulty_disk import FaultyDisk


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a log that is alone in its folder."""
    (tmp_path / "folder").mkdir()
    return tmp_path / "folder" / "log.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path) as opened:
        yield opened


@pytest.fixture
def disk() -> Iterator[FaultyDisk]:
    """Return a faulty disk. Everything opened later is on it."""
    with FaultyDisk() as one:
        yield one


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damage")


@pytest.fixture(scope="module")
def written(folder: Path) -> Contents:
    """Return what is in the logs of `folder`, which each trial copies and damages."""
    return write_log(folder)

"""Whole evenings at the terminal on a disk that fails: see disk_evenings.py."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from puntobanco.store import Store
from tests.terminal.disk_evenings import FAULTS, replayed

SEEDS = 50


def test_whatever_the_disk_does_the_game_goes_on_where_it_was(tmp_path: Path) -> None:
    stories: Counter[str] = Counter()
    for seed in range(SEEDS):
        stories.update(replayed(seed, tmp_path).story)
    assert {*FAULTS, "refused", "not opened"} <= stories.keys()


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(SEEDS, 2_000 + SEEDS, 500))
def test_the_same_over_many_more_evenings(tmp_path: Path, first: int) -> None:
    for seed in range(first, first + 500):
        replayed(seed, tmp_path)


def test_a_log_that_does_not_wait_for_the_disk_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Store.open

    def hasty(path: Path) -> Store:
        store = opened(path)
        store._connection.pragma("synchronous", "off")
        return store

    monkeypatch.setattr(Store, "open", hasty)
    with pytest.raises(AssertionError) as found:
        list(map(partial(replayed, folder=tmp_path), range(SEEDS)))
    assert "replay: python -m tests.terminal.disk_evenings" in "".join(found.value.__notes__)

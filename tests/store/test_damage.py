"""Damage by a bad disk is harmless or named. See damage.py."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from tests.store.damage import Contents, trial

SEEDS = 200


def test_no_damage_is_silent(folder: Path, written: Contents) -> None:
    ways: Counter[tuple[str, bool]] = Counter()
    for seed in range(SEEDS):
        done, _, said = trial(folder, seed, written).partition(": ")
        ways[done.split()[0], said == "harmless"] += 1
    for kind in ("flip", "truncate", "zero", "swap"):
        assert ways[kind, False], f"no {kind} was named"


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(SEEDS, 10_000 + SEEDS, 500))
def test_the_same_many_times_more(folder: Path, written: Contents, first: int) -> None:
    for seed in range(first, first + 500):
        trial(folder, seed, written)


def test_without_its_head_file_a_log_may_lose_its_end_in_silence(
    folder: Path, written: Contents, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This proves that the trials can fail, and that they depend on the head file."""
    monkeypatch.setattr("puntobanco.store.checking.read_end", lambda _path: None)
    with pytest.raises(AssertionError) as found:
        list(map(partial(trial, folder, written=written), range(SEEDS)))
    assert "-wal" in "".join(found.value.__notes__)

"""Whole evenings at the hall on a disk that fails: see disk_world.py."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from puntobanco.errors import OutcomeUnknown, StoreError
from puntobanco.store import Store, log_file
from puntobanco.store.checking import Attestation, Attested
from puntobanco.store.heads import FileHead, HeadFile
from puntobanco.web.hall.batch import Batch
from puntobanco.web.hall.hall import Hall
from tests.web.disk_world import DiskWorld, replayed

SEEDS = 250
AT_ONCE = 50
FOUND_WITHIN = 120
MET = {
    "cut_power", "during", "publishing", "sync -wal", "sync -head", "write -wal", "read -wal",
    "read in vain", "rot named", "rot harmless", "fails again",
}  # fmt: skip
"""What happens in any fifty evenings."""


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_whatever_the_disk_does_the_log_keeps_what_was_acknowledged(
    tmp_path: Path, first: int
) -> None:
    stories: Counter[str] = Counter()
    for seed in range(first, first + AT_ONCE):
        stories.update(replayed(seed, tmp_path).story)
    assert stories.keys() >= MET
    assert stories["told unknown"] > 3


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(SEEDS, 10_000 + SEEDS, 500))
def test_the_same_over_many_more_and_longer_evenings(tmp_path: Path, first: int) -> None:
    for seed in range(first, first + 500):
        replayed(seed, tmp_path, steps=75)


# --- stores and halls that are wrong on purpose: the simulation must notice -----------------------


def _unsynchronised(path: Path) -> Store:
    """A log whose commits do not wait for the disk."""
    store = Store.open(path)
    store._connection.pragma("synchronous", "off")
    return store


class Refusing(Hall):
    """Takes a failed synchronisation for a refusal."""

    def abandon(self, batch: Batch, error: StoreError) -> None:
        if isinstance(error, OutcomeUnknown):
            self.store.needs_reopen = False
            error = StoreError("nothing was changed")
        super().abandon(batch, error)


class Stubborn(Hall):
    """Opens the log again, and takes over the revisions of the tables but not their events."""

    def refresh(self) -> None:
        for room in self.rooms.values():
            room.revision = self.store.revision(room.id)


def found(tmp_path: Path, kind: type[Hall] = Hall) -> str:
    with pytest.raises((AssertionError, KeyError, StoreError)) as error:
        list(map(partial(replayed, folder=tmp_path, kind=kind), range(FOUND_WITHIN)))
    assert "replay: python -m tests.web.disk_world" in "".join(error.value.__notes__)
    return str(error.value)


@pytest.mark.parametrize("kind", [Refusing, Stubborn])
def test_a_hall_that_takes_failures_lightly_is_found_out(tmp_path: Path, kind: type[Hall]) -> None:
    found(tmp_path, kind)


def test_a_log_that_does_not_wait_for_the_disk_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DiskWorld, "opened_store", lambda world: _unsynchronised(world.path))
    found(tmp_path)


def test_a_head_that_is_written_before_its_commit_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = HeadFile.write

    def early(self: HeadFile, head: FileHead) -> None:
        write(self, head._replace(commits=head.commits + 1))

    monkeypatch.setattr(HeadFile, "write", early)
    assert "damaged at its end" in found(tmp_path)


def test_rot_at_the_end_of_a_log_that_no_head_attests_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attested = Attestation(Attested.YES)
    monkeypatch.setattr(log_file, "attestation", lambda _path, _read: attested)
    assert "a log that lost its end" in found(tmp_path)

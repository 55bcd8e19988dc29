"""Evenings at the terminal on a disk that fails, each a function of its seed: see faulty_disk.py.

Either the power is cut during the game, or one operation fails and the game goes on. Each resumed
game must match a state that the same table in memory can have. To replay one evening, run
`python -m tests.terminal.test_disk_evenings SEED`.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

import pytest

from puntobanco.store import Store
from tests.running import ran
from tests.store.faulty_disk import FaultyDisk
from tests.terminal.test_power_cut import ASKS, BANK, KEYS, SEED, Model, read_resumed

SITTINGS = 3
FAULTS = ("die", "die", "die", "sync -wal", "sync -head", "write -wal", "full -wal", "read .db")
REFUSED = "nothing was changed"


class Evening:
    def __init__(self, seed: int, folder: Path, disk: FaultyDisk) -> None:
        self.rng, self.disk = Random(seed), disk
        self.db = folder / f"{seed}.db"
        self.models = [Model.seated()]
        self.story: list[str] = []

    def run(self) -> None:
        self.play("")
        for _ in range(SITTINGS):
            self.sit()
        printed = self.play("y\n")
        assert "Resumed: " in printed, "the log stays closed"
        self.judge(printed, [])

    def sit(self) -> None:
        keys = self.rng.choices(list(KEYS), k=self.rng.randint(1, 12))
        fault = self.rng.choice(FAULTS)
        self.story.append(fault)
        if fault == "die":
            self.disk.die_after(self.rng.randint(0, 80))
        else:
            self.disk.fail_once(*fault.split(), after=self.rng.randint(0, 40))
        printed = self.play("y\n" + "".join(f"{key}\n" for key in keys))
        if self.disk.is_off or self.rng.random() < 0.3:
            self.disk.cut_power(self.rng)
        self.disk.restore_power()
        self.judge(printed, keys)

    def judge(self, printed: str, keys: list[str]) -> None:
        """Check that the resumed table is a possible one, and that the output about it is true."""
        if "Resumed: " not in printed:
            self.story.append("not opened")
            return
        resumed = read_resumed(printed)
        starts = [model for model in self.models if model.fits(resumed)]
        assert starts, f"{resumed} is none of {[model.seen for model in self.models]}"
        answers = " ".join(printed.partition("Resumed: ")[2].split()).split(ASKS.strip())[1:]
        refused = [REFUSED in answer for answer in answers[:-1]]
        self.story += ["refused"] * sum(refused)
        done = [key for key, no in zip(keys, refused, strict=False) if not no]
        begun = keys[len(refused) :][:1]
        kept = [model for start in starts for model in start.pressed(done + begun)[len(done) :]]
        self.models = list({repr(model.state): model for model in kept}.values())

    def play(self, typed: str) -> str:
        """Play the game in this process. Check that it exits with 0 or 2; return its output."""
        arguments = ["play", "--db", str(self.db), "--seed", SEED, "--bank", str(BANK), "--plain"]
        played = ran(*arguments, typed=typed)
        assert played.code in {0, 2}, played.err
        assert len(played.err.splitlines()) <= 1, played.err
        return played.out


def replayed(seed: int, folder: Path) -> Evening:
    with FaultyDisk() as disk:
        evening = Evening(seed, folder, disk)
        try:
            evening.run()
        except Exception as error:
            line = f"python -m tests.terminal.test_disk_evenings {seed}"
            error.add_note(f"after {' '.join(evening.story)}; replay: {line}")
            raise
    return evening


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
    assert "replay: python -m tests.terminal.test_disk_evenings" in "".join(found.value.__notes__)


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as place:
        story = replayed(int(sys.argv[1]), Path(place)).story
    sys.stdout.write(f"{' '.join(story)}\n")

"""The simulated hall over the real store on a disk that fails: see world.py and faulty_disk.py.

Besides all else that happens in an evening, the power is cut at any moment, reads, writes and
synchronisations of the log and its head file fail, and bits rot while the server is off.
`python -m tests.web.disk_world SEED STEPS` plays one evening again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import apsw

from puntobanco.errors import StoreError
from puntobanco.store import Store
from puntobanco.web.hall.hall import Hall
from tests.store.faulty_disk import FaultyDisk
from tests.web.auditor import Auditor
from tests.web.world import Tab, World, run, tell

STEPS = 25


class DiskWorld(World):
    """One evening on a disk that fails."""

    def __init__(self, seed: int, folder: Path, disk: FaultyDisk, kind: type[Hall] = Hall) -> None:
        self.path, self.disk = folder / f"{seed}.db", disk
        self.denied: set[tuple[str, str]] = set()
        """The keys of commands that were refused because the log could not be written."""
        self.is_dead = False
        super().__init__(seed, kind)

    def opened_store(self) -> Store:
        """The log on the disk; whatever happened to it, it can be opened."""
        return Store.open(self.path)

    @property
    def accidents(self) -> dict[Callable[[], None], float]:
        return {self.cut_power: 8, self.fail: 8}

    def cut_power(self) -> None:
        """The power is cut before, in, or after a commit."""
        batch = self.decided()
        moment = self.rng.choice(("before", "during", "during", "after", "publishing"))
        self.story.append(moment)
        if moment == "during":
            self.disk.die_after(self.rng.randint(0, 30))
            with suppress(StoreError):
                self.hall.commit(batch)
        elif moment != "before":
            self.hall.commit(batch)
        self.is_undecided = False
        if moment == "publishing":
            self.die_publishing(batch)
        self.lose_power()

    def lose_power(self) -> None:
        """The machine is off, and is started again."""
        self.disk.cut_power(self.rng)
        close_dead(self.store)
        self.is_dead = True
        self.disk.restore_power()
        if self.rng.random() < 0.3:
            self.rot()
        self.store = self.opened_at_last()
        self.is_dead = False
        assert self.store.damage == []
        assert not self.store.receipts(list(self.denied)), "refused, and there after all"
        self.judge()
        self.start_again()

    def opened_at_last(self) -> Store:
        """The log; the disk may not be read at first."""
        if self.rng.random() < 0.3:
            self.disk.fail_once("read", self.rng.choice((".db", "-wal")), after=self.ids % 20)
            try:
                return self.opened_store()
            except StoreError:
                self.story.append("read in vain")
            finally:
                self.disk.restore_power()
        return self.opened_store()

    def rot(self) -> None:
        """Bits rot in one of the files: that is named, or harmless. Then a backup is put back."""
        names = (self.path.name, f"{self.path.name}-wal", f"{self.path.name}-head")
        files = [path for path in map(self.path.with_name, names) if path.exists()]
        kept = {path: path.read_bytes() for path in files if path.stat().st_size}
        spoilt, data = self.rng.choice([(path, bytearray(kept[path])) for path in kept])
        for _ in range(self.rng.choice((1, 1, 8))):
            data[self.rng.randrange(len(data))] ^= 1 << self.rng.randrange(8)
        spoilt.write_bytes(data)
        self.story.append("rot named" if self.is_named() else "rot harmless")
        for path in (*files, self.path.with_name(f"{self.path.name}-shm")):
            path.unlink(missing_ok=True)
        for path, content in kept.items():
            path.write_bytes(content)
        self.disk.contents.clear()

    def is_named(self) -> bool:
        """Return whether a damaged log or table is refused. If not, check that nothing is lost."""
        try:
            with self.opened_store() as store:
                is_named = bool(store.damage or store.faults(deep=False))
                for table, known in self.auditors.items():
                    auditor = Auditor(table)
                    try:
                        auditor.follow(store)
                    except StoreError:
                        is_named = True
                    else:
                        assert auditor.version >= known.version, "a log that lost its end"
                        assert known.public.items() <= auditor.public.items(), "another log"
        except StoreError:
            return True
        return is_named

    def fail(self) -> None:
        """Let a disk operation fail, and check that every retry gets a true answer."""
        kinds = (
            *["sync -wal"] * 4,
            "sync .db",
            *["write -wal"] * 2,
            "write .db",
            *["sync -head"] * 2,
            "read .db",
            "read -wal",
            "full -wal",
        )
        kind = self.rng.choice(kinds)
        operation, file = kind.split()
        self.story.append(kind)
        if tab := self.any_of(self.connected()):
            self.order(tab, self.chosen)
        self.disk.fail_once(operation, file, after=self.rng.choice((0, 0, 0, 1, 15)))
        self.turn_or_fail()
        if self.rng.random() < 0.5:
            self.read_all()
            self.lose_power()
            return
        self.elapsed += 1_000
        while self.hall.store.needs_reopen:
            if self.rng.random() < 0.3:
                self.story.append("fails again")
                self.disk.fail_once("read", ".db", after=self.rng.randrange(40))
            self.turn_or_fail()
            self.elapsed += 1_000

    def refuse(self, tab: Tab, frame: dict[str, Any]) -> None:
        """Remember what is refused for the log's sake: it has not happened."""
        if frame["code"] == "log":
            self.denied.add((tab.table, f"{tab.person.guest.id}:{frame['id']}"))
        if frame["code"] == "unknown":
            self.story.append("told unknown")

    def send(self, tab: Tab, frame: str) -> None:
        assert tab.connection
        self.denied.discard((tab.table, f"{tab.connection.guest.id}:{json.loads(frame)['id']}"))
        super().send(tab, frame)

    def turn_or_fail(self) -> None:
        """A turn as the server makes it."""
        self.hall.turn()
        assert not self.hall._tables.damaged, "called damaged, and is not"
        self.disk.restore_power()  # what the test itself reads does not fail
        is_known = not self.hall.store.needs_reopen
        if is_known:
            self.judge()  # with the guests connected and ready, before anyone sees the log
        for tab in self.connected():
            if tab.connection and tab.connection.outbox.close_frame:
                self.lose(tab, 50)
        if is_known:
            self.check()

    def close(self) -> None:
        self.disk.restore_power()
        if not self.is_dead:
            self.store.close()


def close_dead(store: Store) -> None:
    """Close the files of a process that is gone; nothing of it reaches the disk."""
    assert store._head_file
    assert store._lock
    for _ in range(2):  # the first attempt may fail, as the disk does
        with suppress(apsw.Error):
            store._connection.close()
    assert store._watch
    for file in (store._watch, store._head_file, store._lock):
        file.close()


def replayed(seed: int, folder: Path, steps: int = STEPS, kind: type[Hall] = Hall) -> DiskWorld:
    with FaultyDisk() as disk, closing(DiskWorld(seed, folder, disk, kind)) as world:
        return run(world, steps, "tests.web.disk_world")


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        tell(lambda seed, steps: replayed(seed, Path(place), steps))

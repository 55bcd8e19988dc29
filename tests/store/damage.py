"""Seeded damage that a bad disk may do to the files of a log.

`trial(folder, seed)` damages a copy of a log and reads it as `audit` and as a server would.
Everything it finds must be as written, or named as damaged. Replay a seed with
`python -m tests.store.damage SEED`.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from puntobanco.errors import StoreError
from puntobanco.store import Fact, Note, Receipt, Snapshot, Store

PAGE, FRAME, WAL_HEADER = 4_096, 4_096 + 24, 32

STREAMS = {f"table-{number}": 20 + 15 * number for number in range(6)}
"""How many facts each stream has."""

AT_ONCE = 8
"""Facts of one commit."""


@dataclass(frozen=True)
class Contents:
    facts: dict[str, list[Any]]
    receipts: dict[tuple[str, str], Receipt]
    notes: dict[str, str]


def fact(stream: str, version: int) -> Fact:
    return Fact(
        stream, version, "bet_placed", f'{{"n":{version},"text":"{"x" * (version % 300)}"}}'
    )


def write_log(folder: Path) -> Contents:
    """Write a log as a kill leaves it, half of it in the WAL, and as closing leaves it."""
    folder.mkdir(exist_ok=True)
    path, rng = folder / "written.db", Random(17)
    receipts: dict[tuple[str, str], Receipt] = {}
    turns = [stream for stream, count in STREAMS.items() for _ in range(count)]
    rng.shuffle(turns)
    versions = dict.fromkeys(STREAMS, 0)
    store = Store.open(path)
    for number in range(0, len(turns), AT_ONCE):
        facts, snapshots, given = [], [], []
        for place, stream in enumerate(turns[number : number + AT_ONCE], number):
            versions[stream] = version = versions[stream] + 1
            facts.append(fact(stream, version))
            given.append(Receipt(stream, f"guest:{place}", f"{version} {'d' * 16}"))
            if version % 20 == 0:
                snapshots.append(Snapshot(stream, version, "s" * 3_000))
        notes = [Note("guest", f"{number % 90}", f"{number}" * 20)]
        store.append(facts, at=number, receipts=given, notes=notes, snapshots=snapshots)
        receipts |= {(each.stream, each.id): each for each in given}
        if number == len(turns) // AT_ONCE // 2 * AT_ONCE:
            gone = list(receipts)[:60]
            store.append([], at=number, forgotten=gone)
            receipts = {key: each for key, each in receipts.items() if key not in gone}
            store.close()
            store = Store.open(path)
    contents = Contents(
        {stream: list(store.facts(stream)) for stream in STREAMS}, receipts, store.notes("guest")
    )
    copy_log(path, folder / "killed.db")
    store.close()
    copy_log(path, folder / "closed.db")
    return contents


def change(path: Path, *statements: str) -> None:
    """Change a file behind the store's back."""
    connection = sqlite3.connect(path)
    for sql in statements:
        assert connection.execute(sql).rowcount
    connection.commit()
    connection.close()


def copy_log(source: Path, target: Path) -> None:
    for name in ("", "-wal", "-head", "-shm", ".lock", "-journal"):
        file = target.with_name(f"{target.name}{name}")
        file.unlink(missing_ok=True)
        kept = source.with_name(f"{source.name}{name}")
        if name in ("", "-wal", "-head") and kept.exists():
            shutil.copyfile(kept, file)


# --- damage ---------------------------------------------------------------------------------------


def flip(data: bytearray, rng: Random, _unit: int, _start: int) -> None:
    data[rng.randrange(len(data))] ^= rng.choice((1, 2, 4, 8, 16, 32, 64, 128, 255))


def truncate(data: bytearray, rng: Random, unit: int, start: int) -> None:
    """Cut off the end, at a page or anywhere."""
    end = rng.randrange(len(data))
    del data[end - (end - start) % unit if rng.random() < 0.5 and end > start else end :]


def zero(data: bytearray, rng: Random, unit: int, start: int) -> None:
    at = start + unit * rng.randrange((len(data) - start) // unit)
    data[at : at + unit] = bytes(unit)


def swap(data: bytearray, rng: Random, unit: int, start: int) -> None:
    places = [start + unit * place for place in range((len(data) - start) // unit)]
    one, other = rng.sample(places, 2)
    data[one : one + unit], data[other : other + unit] = (
        data[other : other + unit],
        data[one : one + unit],
    )


DAMAGES = (flip, flip, truncate, zero, swap)
TARGETS = (("",), ("-wal",), ("", "-wal"))


def damage(path: Path, rng: Random) -> str:
    """Damage a log's files. Return in words how."""
    story = []
    targets = rng.choice(TARGETS) if path.with_name(f"{path.name}-wal").exists() else ("",)
    for name in targets:
        file = path.with_name(f"{path.name}{name}")
        data, kind = bytearray(file.read_bytes()), rng.choice(DAMAGES)
        kind(data, rng, FRAME if name else PAGE, WAL_HEADER if name else 0)
        file.write_bytes(data)
        story.append(f"{kind.__name__} {name or 'main'}")
    return " and ".join(story)


# --- what is seen of it ---------------------------------------------------------------------------


def look(store: Store, written: Contents) -> set[str]:
    """Compare a log with what was written. Return what it named as damaged."""
    named = {str(row) for row in store.damage}
    suspect = {row.key[0] for row in store.damage if row.part == "receipts"}
    is_suspect = any(row.part == "notes" for row in store.damage)

    def check(read: Callable[[], object], expected: object, *, is_excused: bool = False) -> None:
        try:
            assert read() == expected or is_excused
        except StoreError as error:
            named.add(str(error))

    for stream, facts in written.facts.items():
        snapshot = store.snapshot(stream)
        start = (snapshot.version, snapshot.chain) if snapshot else (0, b"")
        for after, chain in ((0, b""), start):
            check(lambda: list(store.facts(stream, after=after, chain=chain)), facts[after:])  # noqa: B023 - called at once
    for key, receipt in written.receipts.items():
        check(partial(store.receipt, *key), receipt, is_excused=key[0] in suspect)
    for name, data in written.notes.items():
        check(partial(store.note, "guest", name), data, is_excused=is_suspect)
    return named


def read(path: Path, written: Contents) -> set[str]:
    """Look at a log as `audit` does."""
    try:
        with Store.read(path) as store:
            named = set(store.faults(deep=True))
            try:
                assert set(store.streams()) == set(written.facts) or named
                return named | look(store, written)
            except AssertionError:
                if not named:
                    raise
                return named
    except StoreError as error:
        return {str(error)}


def write(path: Path, written: Contents) -> set[str]:
    """Continue a log as a server does. All that was written, before or now, must be there."""
    try:
        with Store.open(path) as store:
            named = look(store, written)
            added = [fact(stream, len(facts) + 1) for stream, facts in written.facts.items()]
            for each in added:
                try:
                    store.append([each], at=10**6)
                except StoreError as error:
                    named.add(str(error))
        with Store.open(path) as store:
            for each in added:
                newest = store.last(each.stream)
                assert named or (newest and newest.fact == each)
            return named
    except StoreError as error:
        return {str(error)}


def trial(folder: Path, seed: int, written: Contents) -> str:
    """Damage a copy and read it. Return the damage and the result in a line."""
    rng = Random(seed)
    path, source = folder / "copy.db", rng.choice(("killed.db", "closed.db"))
    copy_log(folder / source, path)
    done = damage(path, rng)
    try:
        named = read(path, written) | write(path, written)
    except Exception as error:
        error.add_note(f"{done}; replay: python -m tests.store.damage {seed}")
        raise
    assert all("\n" not in line for line in named)
    return f"{done}: {min(named, default='harmless')}"


if __name__ == "__main__":
    import sys
    import tempfile

    with tempfile.TemporaryDirectory() as place:
        contents = write_log(Path(place))
        for chosen in sys.argv[1:]:
            sys.stdout.write(f"{trial(Path(place), int(chosen), contents)}\n")

"""The log is read in slices and in turn: nobody waits for one who reads much."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from puntobanco.errors import StoreError
from puntobanco.store import Fact, Log, Store
from puntobanco.store.base import SLICE
from puntobanco.web.http.records import LogReaders, Turnstile
from puntobanco.web.limits import Caps
from tests.web.serving import eventually

LONG = 20 * SLICE


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "hall.db"
    with Store.open(path) as store:
        store.append([Fact("long", each, "x", "{}") for each in range(1, LONG + 1)], at=0)
        store.append([Fact("short", each, "x", "{}") for each in range(1, 4)], at=0)
    return path


def test_slices_are_the_whole_log(log: Path) -> None:
    pauses: list[None] = []
    lengths = {"long": LONG, "short": 3, "none": 0}
    with Store.read(log) as sliced:
        sliced.pause = lambda: pauses.append(None)
        for stream, after in (("long", 0), ("long", 7), ("long", LONG), ("short", 0), ("none", 0)):
            read = [each.fact.version for each in sliced.facts(stream, after=after)]
            assert read == list(range(after + 1, lengths[stream] + 1))
        assert len(pauses) == 20 + 19


async def test_a_short_read_overtakes_a_long_one(log: Path) -> None:
    """The long one has read little when the short one, which came later, has read everything."""
    read: list[int] = []
    short_came = Event()

    def read_long(store: Log) -> int:
        for logged in store.facts("long"):
            read.append(logged.fact.version)
            short_came.wait()
        return len(read)

    def read_short(store: Log) -> int:
        assert len(list(store.facts("short"))) == 3
        return len(read)

    readers = LogReaders(lambda: Store.read(log), lambda: False, Caps())
    long = asyncio.create_task(readers.read(read_long, address="192.0.2.1"))
    await eventually(lambda: bool(read))
    short = asyncio.create_task(readers.read(read_short, address="192.0.2.2"))
    await eventually(lambda: bool(readers._turnstile._waiting))
    short_came.set()
    assert await short <= SLICE
    assert await long == LONG
    readers.close()


async def test_a_closing_server_waits_for_no_reader(log: Path) -> None:
    is_closing, read = False, []

    def read_long(store: Log) -> None:
        nonlocal is_closing
        for logged in store.facts("long"):
            read.append(logged)
            is_closing = True

    readers = LogReaders(lambda: Store.read(log), lambda: is_closing, Caps())
    with pytest.raises(StoreError, match="closing"):
        await readers.read(read_long, address="")
    readers.close()
    assert len(read) == SLICE


async def test_one_address_does_not_take_all_threads(log: Path) -> None:
    """Its requests wait for each other, and those from elsewhere do not."""
    go_on = Event()
    begun: list[None] = []

    def wait(_: Log) -> None:
        begun.append(None)
        go_on.wait()

    readers = LogReaders(lambda: Store.read(log), lambda: False, Caps())
    readers._turnstile.enter = lambda: None  # type: ignore[method-assign] # all threads at once
    readers._turnstile.leave = lambda: None  # type: ignore[method-assign] # as above
    many = [asyncio.create_task(readers.read(wait, address="192.0.2.1")) for _ in range(20)]
    assert (
        await readers.read(lambda _: len(begun), address="192.0.2.2") <= Caps().readers_per_address
    )
    go_on.set()
    await asyncio.gather(*many)
    readers.close()
    assert len(begun) == 20


def test_a_turnstile_lets_threads_through_in_their_order() -> None:
    turnstile, passed = Turnstile(), []

    def enter(number: int) -> None:
        turnstile.enter()
        passed.append(number)
        turnstile.leave()

    turnstile.enter()
    with ThreadPoolExecutor(5) as threads:
        for number in range(5):
            threads.submit(enter, number)
            while len(turnstile._waiting) <= number:
                pass
        turnstile.leave()
    assert passed == list(range(5))
    turnstile.enter()

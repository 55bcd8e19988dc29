"""How properties are tried: without a stopwatch, since a busy machine is no bug.

`make mutants` runs the tests of the rules hundreds of times, with fewer examples each.

A test that leaves something open fails itself, and not another one that comes later.
"""

from __future__ import annotations

import gc
import os
import signal
import stat
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from hypothesis import settings

settings.register_profile("steady", deadline=None)
settings.register_profile("mutants", deadline=None, max_examples=25, database=None)
settings.load_profile("mutants" if "MUTANTS" in os.environ else "steady")

# Tests that are started in the background have Ctrl-C ignored, and so would all they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["PUNTOBANCO_LANGUAGE"] = "en"  # whatever the language of the system

OPEN_FILES = Path("/dev/fd")
"""A folder with the descriptors of the process that looks into it, on Linux, macOS and BSD."""


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for tests in the tests, and not for examples in what says what they do."""
    found = yield
    return [each for each in found if type(each) is pytest.Module]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that wait: others run meanwhile, and none of them ends last."""
    items.sort(key=lambda item: item.get_closest_marker("waits") is None)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test that is marked `no_cover` at full speed.

    In a worker pytest-cov starts coverage twice, and for such a test stops it once.
    """
    if not item.get_closest_marker("no_cover"):
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


PATIENCE = 10.0
"""Seconds in which a thread ends that has nothing left to do."""


@pytest.fixture(autouse=True)
def _nothing_is_left_open() -> Iterator[None]:
    """Every file, process and thread that a test opens is gone when it ends.

    What was dropped without being closed is found here, and pytest then reports it for this test.
    What is left is in use by others, so no later test needs to look through it again.
    """
    before, reapers = _open(), _reapers()
    yield
    gc.collect()
    gc.freeze()
    for thread in _reapers() - reapers:
        thread.join(PATIENCE)
    left = _open() - before
    assert not left


def _reapers() -> set[threading.Thread]:
    """The threads in which asyncio waits for a process; each ends a moment after its process."""
    return {thread for thread in threading.enumerate() if "waitpid-" in thread.name}


def _open() -> set[str]:
    files = set()
    for file in OPEN_FILES.iterdir():
        with suppress(OSError):  # the one through which this folder is read
            files.add(f"file {file.name}: {_described(file)}")
    return {
        *files,
        *(f"process {child}" for child in _children()),
        *(f"thread {thread.name} {thread.ident}" for thread in threading.enumerate()),
    }


def _described(file: Path) -> str:
    try:
        return str(file.readlink())
    except OSError:  # only Linux has links there
        state = os.fstat(int(file.name))
        return f"{stat.filemode(state.st_mode)} {state.st_dev}:{state.st_ino}"


def _children() -> list[int]:
    """Return the child processes, without a slow look at all processes if there are none."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return []
    return [child.pid for child in psutil.Process().children()]

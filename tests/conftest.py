"""Settings for all tests.

Hypothesis has no deadline, because a busy machine is no bug. `make mutants` runs the tests of the
rules hundreds of times, with fewer examples each. A test that leaves something open fails itself.
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
from typing import TYPE_CHECKING

import psutil
import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.running import Run

settings.register_profile("steady", deadline=None)
settings.register_profile("mutants", deadline=None, max_examples=25, database=None)
settings.load_profile("mutants" if "MUTANTS" in os.environ else "steady")

# Tests that are started in the background have Ctrl-C ignored, and so would all they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["PUNTOBANCO_LANGUAGE"] = "en"  # whatever the language of the system

OPEN_FILES = Path("/dev/fd")
"""The file descriptors of the process that reads this folder, on Linux, macOS and BSD."""


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Collect tests, but no doctests, from test files."""
    found = yield
    return [each for each in found if type(each) is pytest.Module]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the tests that wait, so that others can run meanwhile."""
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


@pytest.fixture
def run() -> Run:
    """Run the command in this process. It is imported late, when coverage is measured."""
    from tests.running import ran

    return ran


@pytest.fixture(scope="session")
def postgres_admin() -> str:
    """Return the address of a PostgreSQL in which tests may create databases."""
    from tests.postgres import admin_url

    return admin_url()


@pytest.fixture
def postgres(postgres_admin: str) -> Iterator[str]:
    """Return the address of an empty PostgreSQL database."""
    from tests.postgres import new_database

    with new_database(postgres_admin) as url:
        yield url


PATIENCE = 10.0
"""Seconds that an idle thread may take to end."""


@pytest.fixture(autouse=True)
def _nothing_is_left_open() -> Iterator[None]:
    """Check that a test closes every file, process and thread that it opens.

    The collector finds objects that were dropped without being closed, so that pytest reports them
    for this test. Freezing the rest keeps later collections fast.
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
    """Return asyncio's threads for a process and Dask's for a worker. They end soon after it."""
    names = ("waitpid-", "Profile")
    return {each for each in threading.enumerate() if any(name in each.name for name in names)}


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

"""Count function calls: a measure of work that is the same on every machine, busy or not."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


@dataclass
class Work:
    """The number of function calls, including functions written in C."""

    calls: int = 0


@contextmanager
def counted() -> Iterator[Work]:
    """Count the calls on this thread."""
    work = Work()

    def profile(_: FrameType, event: str, __: object) -> None:
        work.calls += event in {"call", "c_call"}

    with watched(profile):
        yield work


@contextmanager
def watched(profile: Callable[[FrameType, str, object], None]) -> Iterator[None]:
    """Report every call on this thread to a function.

    The garbage collector is off, because Python before 3.11.3 may crash on watched frames.
    """
    before = sys.getprofile()
    gc.disable()
    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(before)
        gc.enable()


def calls(act: Callable[[], object]) -> int:
    """Return how many functions an action calls."""
    with counted() as work:
        act()
    return work.calls

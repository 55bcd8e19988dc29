"""Calls of functions, watched: work counted in them is the same on every machine, busy or not."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


@dataclass
class Work:
    """How many functions were called, those written in C included."""

    calls: int = 0


@contextmanager
def counted() -> Iterator[Work]:
    """Count what is done on this thread meanwhile."""
    work = Work()

    def profile(_: FrameType, event: str, __: object) -> None:
        work.calls += event in {"call", "c_call"}

    with watched(profile):
        yield work


@contextmanager
def watched(profile: Callable[[FrameType, str, object], None]) -> Iterator[None]:
    """Tell a function of every call on this thread meanwhile.

    No garbage is collected: Python before 3.11.3 may crash on the frames that are watched.
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
    """How many functions are called to do something."""
    with counted() as work:
        act()
    return work.calls

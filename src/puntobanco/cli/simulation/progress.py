"""How far a run is, on standard error: a bar on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from puntobanco.analysis.simulation.blocks import Progress

SECONDS_BETWEEN_LINES = 10.0


class _Rate:
    """Shoes done of those asked for, and how fast.

    Each job deals them again: a shoe is done when all jobs have, so one job of four does a quarter.
    The clock starts when the first task is done: kernels are compiled before that.
    """

    def __init__(self, all_progress: Sequence[Progress]) -> None:
        self._all_progress = all_progress
        self._dealt = sum(each.all_shoes for each in all_progress)
        self.total = max(each.all_shoes for each in all_progress)
        self.start()

    def start(self) -> None:
        self.started, self.done_before = monotonic(), self.done

    @property
    def done(self) -> int:
        return sum(each.shoes for each in self._all_progress) * self.total // self._dealt

    @property
    def seconds(self) -> float:
        return monotonic() - self.started

    @property
    def seconds_left(self) -> float:
        return self.seconds * (self.total - self.done) / max(1, self.done - self.done_before)

    def __str__(self) -> str:
        done, seconds = self.done, max(self.seconds, 1e-9)
        rate = (done - self.done_before) / seconds
        return f"{done:,} of {self.total:,} shoes done, {rate:,.0f} a second"


@contextmanager
def progress_display(
    all_progress: Sequence[Progress], *, plain: bool
) -> Iterator[Callable[[], None]]:
    """Yield a function to call after each task, which shows how far the run is."""
    rate = _Rate(all_progress)
    if plain or not _allows_movement():
        yield _after_the_first(rate, _lines(rate))
    else:
        with _bar(rate) as show:
            yield _after_the_first(rate, show)


def _allows_movement() -> bool:
    """Return whether standard error is a terminal whose user wants movement."""
    quiet = any(os.environ.get(name) for name in ("ACCESSIBLE", "NO_COLOR"))
    return sys.stderr.isatty() and not quiet and os.environ.get("TERM") != "dumb"


@contextmanager
def _bar(rate: _Rate) -> Iterator[Callable[[], None]]:
    """Show a bar as soon as there is something to show. Lines may be printed before that."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.percentage:>3.0f} %"),
        BarColumn(),
        TextColumn("{task.description}"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("", total=rate.total)

    def show() -> None:
        bar.start()
        bar.update(task, completed=rate.done, description=str(rate))

    try:
        yield show
    finally:
        bar.stop()


def _lines(rate: _Rate) -> Callable[[], None]:
    printed = 0.0

    def show() -> None:
        nonlocal printed
        if monotonic() < max(printed, rate.started) + SECONDS_BETWEEN_LINES:
            return
        printed = monotonic()
        percent = 100 * rate.done // rate.total
        click.echo(f"{percent} %: {rate}, about {rate.seconds_left:,.0f} s left", err=True)

    return show


def _after_the_first(rate: _Rate, show: Callable[[], None]) -> Callable[[], None]:
    """Start the clock when the first task is done, and show how far the run is from the next on."""
    is_started = False

    def task_done() -> None:
        nonlocal is_started
        if is_started:
            show()
        else:
            rate.start()
            is_started = True

    return task_done

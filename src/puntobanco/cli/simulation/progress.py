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
    from puntobanco.analysis.simulation.progress import Progress

SECONDS_BETWEEN_LINES = 10.0


class _Rate:
    """Shoes done of all, those of guests with a system included, and how fast."""

    def __init__(self, all_progress: Sequence[Progress]) -> None:
        self._all_progress = all_progress
        self._started = monotonic()
        self.total = sum(each.all_shoes for each in all_progress)
        self.resumed = self.done

    @property
    def done(self) -> int:
        return sum(each.shoes for each in self._all_progress)

    @property
    def seconds(self) -> float:
        return monotonic() - self._started

    @property
    def seconds_left(self) -> float:
        return self.seconds * (self.total - self.done) / max(1, self.done - self.resumed)

    def __str__(self) -> str:
        done, seconds = self.done, max(self.seconds, 1e-9)
        rate = (done - self.resumed) / seconds
        return f"{done:,} of {self.total:,} shoes done, {rate:,.0f} a second"


@contextmanager
def progress_display(
    all_progress: Sequence[Progress], *, plain: bool
) -> Iterator[Callable[[], None]]:
    """A function to call after each task, which shows how far the run is."""
    rate = _Rate(all_progress)
    if plain or not _allows_movement():
        yield _lines(rate)
    else:
        with _bar(rate) as show:
            yield show


def _allows_movement() -> bool:
    """Whether standard error is a real terminal whose guest wants movement."""
    quiet = any(os.environ.get(name) for name in ("ACCESSIBLE", "NO_COLOR"))
    return sys.stderr.isatty() and not quiet and os.environ.get("TERM") != "dumb"


@contextmanager
def _bar(rate: _Rate) -> Iterator[Callable[[], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.percentage:>3.0f} %"),
        BarColumn(),
        TextColumn("{task.description}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=rate.total, completed=rate.resumed)
        yield lambda: bar.update(task, completed=rate.done, description=str(rate))


def _lines(rate: _Rate) -> Callable[[], None]:
    due = monotonic() + SECONDS_BETWEEN_LINES

    def show() -> None:
        nonlocal due
        if monotonic() < due:
            return
        due = monotonic() + SECONDS_BETWEEN_LINES
        percent = 100 * rate.done // rate.total
        click.echo(f"{percent} %: {rate}, about {rate.seconds_left:,.0f} s left", err=True)

    return show

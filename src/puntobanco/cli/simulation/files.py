"""The output of a simulation: its progress on standard error, its report, and checkpoints."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import click

from puntobanco.errors import AnalysisError

if TYPE_CHECKING:
    from puntobanco.analysis.plan import Results
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
        self.is_started = False
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
    is_still = plain or not _allows_movement()
    with nullcontext(_lines(rate)) if is_still else _bar(rate) as show:

        def task_done() -> None:
            if rate.is_started:
                show()
            else:
                rate.start()
                rate.is_started = True

        yield task_done


def _allows_movement() -> bool:
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


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written."""
    from puntobanco.store.file import resolved

    folder = path.parent
    if not folder.is_dir():
        raise click.UsageError(f"{path} cannot be written: there is no folder {folder}")
    try:
        path = resolved(path)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}") from None
    if path.exists() and not path.is_file():
        raise click.UsageError(f"{path} cannot be written: it exists and is not a file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise click.UsageError(f"{path} cannot be written")


@contextmanager
def reserved(report: Path | None) -> Iterator[None]:
    """Create the report's file before the work, and remove a new one if the work fails."""
    if report is None:
        yield
        return
    import plotly  # noqa: F401 - refused before the work, should it be missing

    is_new = not report.exists()
    try:
        report.open("a").close()
    except OSError as error:
        raise click.UsageError(f"{report} cannot be written: {error.strerror}") from None
    try:
        yield
    except BaseException:
        if is_new:
            report.unlink(missing_ok=True)
        raise


def write_report(results: Results, path: Path) -> None:
    """Write the page with charts."""
    from puntobanco.analysis.output.report import write

    try:
        with path.open("w", encoding="utf-8") as stream:
            write(results, stream)
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from None
    click.echo(f"The report is in {path}.", err=True)


SECONDS_BETWEEN_SAVES = 10.0

Found = TypeVar("Found")


def stored_seed(path: Path | None) -> str | None:
    """Return the seed of the simulation in a checkpoint, or None if there is no file."""
    from puntobanco.analysis.simulation.blocks import read_seed

    return None if path is None else _read(path.resolve(), read_seed)


def _read(path: Path, read: Callable[[BinaryIO], Found]) -> Found | None:
    """Read a checkpoint, or return None if there is none yet."""
    if not path.exists() or not path.stat().st_size:
        return None
    try:
        with path.open("rb") as stream:
            return read(stream)
    except AnalysisError as error:
        raise click.UsageError(f"{path}: {error}") from None


class Checkpoint:
    """A file with the progress of several jobs. Without a path, nothing is saved."""

    def __init__(self, path: Path | None, all_progress: list[Progress]) -> None:
        self._path = path and path.resolve()
        self._all_progress = all_progress
        self._due = monotonic() + SECONDS_BETWEEN_SAVES
        self._was_saved = False

    def resume(self) -> None:
        """Read the file, if it is there."""
        from puntobanco.analysis.simulation.blocks import read_checkpoint

        if self._path is not None:
            _read(self._path, partial(read_checkpoint, self._all_progress))

    def save_if_due(self) -> None:
        """Save if the last save is long enough ago."""
        if monotonic() >= self._due:
            self.save()
            self._due = monotonic() + SECONDS_BETWEEN_SAVES

    def save(self) -> None:
        """Replace the file as a whole.

        If the first save fails, refuse the run. If a later one fails, print a warning and go on.
        """
        from puntobanco.analysis.simulation.blocks import write_checkpoint
        from puntobanco.store import replacing

        if self._path is None:
            return
        try:
            with replacing(self._path) as stream:
                write_checkpoint(self._all_progress, stream)
        except OSError as error:
            message = f"{self._path} cannot be written: {error.strerror}"
            if not self._was_saved:
                raise click.UsageError(message) from None
            click.echo(f"puntobanco: {message}", err=True)
        self._was_saved = True

"""The files of a simulation: its report, and checkpoints to resume from."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import click

from puntobanco.errors import AnalysisError

if TYPE_CHECKING:
    from puntobanco.analysis.plan import Results
    from puntobanco.analysis.simulation.blocks import Progress


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
    from puntobanco.analysis.simulation.checkpoint import read_seed

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
        from puntobanco.analysis.simulation.checkpoint import read_checkpoint

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
        from puntobanco.analysis.simulation.checkpoint import write_checkpoint
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

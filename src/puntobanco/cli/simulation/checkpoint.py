"""What is done, kept in a file and resumed from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import click

from puntobanco.errors import AnalysisError

if TYPE_CHECKING:
    from puntobanco.analysis.simulation.progress import Progress

SECONDS_BETWEEN_SAVES = 10.0

Found = TypeVar("Found")


def stored_seed(path: Path | None) -> str | None:
    """Return the seed of the simulation in a checkpoint, or None if there is no file."""
    from puntobanco.analysis.simulation.checkpoint import read_seed

    return None if path is None else _read(path.resolve(), read_seed)


def _read(path: Path, read: Callable[[BinaryIO], Found]) -> Found | None:
    """What is read from a checkpoint, or None if there is none yet."""
    if not path.exists() or not path.stat().st_size:
        return None
    try:
        with path.open("rb") as stream:
            return read(stream)
    except AnalysisError as error:
        raise click.UsageError(f"{path}: {error}") from None


class Checkpoint:
    """A file that holds the progress of several jobs; without a path nothing is kept."""

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
        """Save if the last time is long enough ago."""
        if monotonic() >= self._due:
            self.save()
            self._due = monotonic() + SECONDS_BETWEEN_SAVES

    def save(self) -> None:
        """Replace the file as a whole.

        If the first time fails, the run is refused; later a warning is printed and it goes on.
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

"""What is done, kept in a file and resumed from it."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from puntobanco.errors import AnalysisError

if TYPE_CHECKING:
    from puntobanco.analysis.simulation.progress import Progress

SECONDS_BETWEEN_SAVES = 10.0


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

        path = self._path
        if path is None or not path.exists() or not path.stat().st_size:
            return
        try:
            with path.open("rb") as stream:
                read_checkpoint(self._all_progress, stream)
        except AnalysisError as error:
            raise click.UsageError(f"{path}: {error}") from None

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

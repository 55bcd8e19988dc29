"""The report and the checkpoint: checked and opened before any work, so that none is lost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from puntobanco.analysis.results import Results


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
        raise click.UsageError(f"{path} cannot be written: it is there, and not a file")
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

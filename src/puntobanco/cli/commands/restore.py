"""`puntobanco restore`: make a log from a backup."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.cli.options.common import Database

if TYPE_CHECKING:
    from puntobanco.store import LogAddress


@click.command("restore")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("target", type=Database(), envvar="PUNTOBANCO_DB")
def command(*, file: Path, target: LogAddress) -> None:
    """Copy the backup FILE to a new log TARGET, and check it.

    TARGET is a file that doesn't exist, or the URL of an empty PostgreSQL database. The new
    log records when and from which file it was restored.

    Example: puntobanco restore monday.db hall.db
    """
    from puntobanco.store.care import restore

    end = restore(file, target)
    click.echo(f"{target} is restored from {file}. It ends with the event of {end}.")

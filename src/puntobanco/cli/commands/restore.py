"""`puntobanco restore`: make a log from a backup."""

from __future__ import annotations

from pathlib import Path

import click

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("restore")
@click.argument("file", type=_FILE)
@click.argument("target", type=_FILE)
def command(*, file: Path, target: Path) -> None:
    """Copy the backup FILE to a new log TARGET, and check it.

    TARGET must not exist. The new log records when and from which file it was restored.

    Example: puntobanco restore monday.db hall.db
    """
    from puntobanco.store.care import restore

    end = restore(file, target)
    click.echo(f"{target} is restored from {file}. It ends with the event of {end}.")

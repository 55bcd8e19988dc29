"""`puntobanco backup`: copy a log, even while it is in use."""

from __future__ import annotations

from pathlib import Path

import click

from puntobanco.cli.options.common import db_option


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@db_option
def command(*, file: Path, db: Path | None) -> None:
    """Copy a log into a new file FILE, even while a server uses it.

    The copy is a complete log: `audit --db FILE` checks it, and `restore` copies it back.

    Example: puntobanco backup monday.db --db hall.db
    """
    from puntobanco.cli.data_folder import default_database
    from puntobanco.store import Store

    with Store.read(db or default_database()) as store:
        store.backup(file)
    Store.open(file).close()  # writes its head file, which attests its end
    click.echo(f"The backup is {file}.")

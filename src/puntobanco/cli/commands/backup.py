"""`puntobanco backup`: copy a log, even while it is in use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.cli.options.common import db_option

if TYPE_CHECKING:
    from puntobanco.store import LogAddress


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@db_option
def command(*, file: Path, db: LogAddress | None) -> None:
    """Copy a log into a new SQLite file FILE, even while servers use it.

    The log is a file or a PostgreSQL database. The copy is a complete log: `audit --db FILE` checks
    it, and `restore` copies it back.

    Example: puntobanco backup monday.db --db hall.db
    """
    from puntobanco.cli.data_folder import default_database
    from puntobanco.store import Store, read_log

    with read_log(db or default_database()) as store:
        store.backup(file)
    Store.open(file).close()  # writes its head file, which attests its end
    click.echo(f"The backup is {file}.")

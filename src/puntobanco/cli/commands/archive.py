"""`puntobanco archive`: move closed tables into another file."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.announcer import count
from puntobanco.cli.options.common import DAY, db_option, echo_json, file_of, json_option

if TYPE_CHECKING:
    from puntobanco.store import LogAddress


@click.command("archive")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--before", type=DAY, required=True, metavar="DAY", help="A day, 2026-01-31 (UTC).")
@db_option
@json_option
def command(*, file: Path, before: datetime, db: LogAddress | None, as_json: bool) -> None:
    """Move tables that were closed before a day into a new file FILE.

    FILE is a complete log, which `history`, `audit` and `repair` can read. `audit --archive FILE`
    audits both logs together. Nothing is lost if the command is interrupted; run it again with the
    same FILE to finish. Stop the server first.

    Example: puntobanco archive --before 2026-01-01 2025.db --db hall.db
    """
    from puntobanco.cli.data_folder import default_database
    from puntobanco.history.shoes import closed_before
    from puntobanco.store import Store
    from puntobanco.store.archive import Archived, archive

    log = file_of(db) or default_database()
    Store.read(log).close()  # there must be one
    with Store.open(log) as store:
        day = int(before.replace(tzinfo=UTC).timestamp()) * 1_000_000
        tables = closed_before(store, day)
        moved = archive(store, tables, file) if tables or file.exists() else Archived(0, 0)
    if as_json:
        echo_json({"file": str(file), "tables": moved.streams, "events": moved.facts})
    elif moved.streams:
        events = count(moved.facts, "event")
        click.echo(f"Moved {count(moved.streams, 'table')} with {events} into {file}.")
    else:
        click.echo(f"No table was closed before {before:%Y-%m-%d}.")

"""`puntobanco backup`, `restore`, `repair` and `archive`: care of a log."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.announcer import count
from puntobanco.cli.options import database, day, db_option, echo_json, json_option

if TYPE_CHECKING:
    from puntobanco.store import LogAddress
    from puntobanco.store.repair import Salvage, SavedStream


_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("backup")
@click.argument("file", type=_FILE)
@db_option
def backup_command(*, file: Path, db: LogAddress | None) -> None:
    """Copy a log into a new SQLite file FILE, even while servers use it.

    The log is a file or a PostgreSQL database. The copy is a complete log: `audit --db FILE` checks
    it, and `restore` copies it back.

    Example: puntobanco backup monday.db --db hall.db
    """
    from puntobanco.cli.installation import default_database
    from puntobanco.store import Store, read_log

    with read_log(db or default_database()) as store:
        store.backup(file)
    Store.open(file).close()  # writes its head file, which attests its end
    click.echo(f"The backup is {file}.")


@click.command("archive")
@click.argument("file", type=_FILE)
@click.option("--before", type=day, required=True, metavar="DAY", help="A day, 2026-01-31 (UTC).")
@db_option
@json_option
def archive_command(*, file: Path, before: datetime, db: LogAddress | None, as_json: bool) -> None:
    """Move tables that were closed before a day into a new file FILE.

    FILE is a complete log, which `history`, `audit` and `repair` can read. `audit --archive FILE`
    audits both logs together. Nothing is lost if the command is interrupted; run it again with the
    same FILE to finish. Stop the server first.

    Example: puntobanco archive --before 2026-01-01 2025.db --db hall.db
    """
    from puntobanco.cli.installation import default_database
    from puntobanco.history.shoes import closed_before
    from puntobanco.store import Store
    from puntobanco.store.care import Archived, archive

    if isinstance(db, str):
        raise click.UsageError("this works with a file only, not with PostgreSQL")
    log = db or default_database()
    Store.read(log).close()  # there must be one
    with Store.open(log) as store:
        tables = closed_before(store, int(before.timestamp()) * 1_000_000)
        moved = archive(store, tables, file) if tables or file.exists() else Archived(0, 0)
    if as_json:
        echo_json({"file": str(file), "tables": moved.streams, "events": moved.facts})
    elif moved.streams:
        events = count(moved.facts, "event")
        click.echo(f"Moved {count(moved.streams, 'table')} with {events} into {file}.")
    else:
        click.echo(f"No table was closed before {before:%Y-%m-%d}.")


@click.command("restore")
@click.argument("file", type=_FILE)
@click.argument("target", type=database, envvar="PUNTOBANCO_DB")
def restore_command(*, file: Path, target: LogAddress) -> None:
    """Copy the backup FILE to a new log TARGET, and check it.

    TARGET is a file that doesn't exist, or the URL of an empty PostgreSQL database. The new
    log records when and from which file it was restored.

    Example: puntobanco restore monday.db hall.db
    """
    from puntobanco.store.care import restore

    end = restore(file, target)
    click.echo(f"{target} is restored from {file}. It ends with the event of {end}.")


@click.command("repair")
@click.argument("file", type=_FILE)
@click.argument("new", type=_FILE)
@json_option
@click.pass_context
def repair_command(ctx: click.Context, *, file: Path, new: Path, as_json: bool) -> None:
    """Save the intact part of the log FILE into a new file NEW.

    Each table is saved up to its first damaged or missing event. An incomplete table keeps its
    history, but is closed. The command lists what it can't save. FILE isn't changed, and NEW must
    not exist. Exit code 0: everything was saved; 1: something was lost.

    Example: puntobanco repair hall.db saved.db
    """
    from puntobanco.store.repair import repair

    salvage = repair(file, new)
    if as_json:
        echo_json(_salvage_data(salvage))
    else:
        for stream in salvage.streams:
            click.echo(_saved_line(stream))
        for line in salvage.lost:
            click.echo(f"Lost: {line}.")
        kept = "Everything" if salvage.is_whole else "What could be saved"
        click.echo(f"{kept} is in {new}.")
    ctx.exit(0 if salvage.is_whole else 1)


def _saved_line(stream: SavedStream) -> str:
    if stream.is_whole:
        return f"{stream.stream}: all of {count(stream.saved, 'event')} saved."
    some = count(stream.saved, "event")
    if stream.written is not None:
        some = f"{stream.saved:,} of {count(stream.written, 'event')}"
    return f"{stream.stream}: {some} saved; {stream.reason}."


def _salvage_data(salvage: Salvage) -> dict[str, object]:
    return {
        "whole": salvage.is_whole,
        "tables": [
            {
                "table": stream.stream,
                "saved": stream.saved,
                "written": stream.written,
                "reason": stream.reason,
            }
            for stream in salvage.streams
        ],
        "receipts": salvage.receipts,
        "notes": salvage.notes,
        "lost": salvage.lost,
    }

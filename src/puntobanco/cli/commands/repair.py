"""`puntobanco repair`: save what is intact of a damaged log into a new file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.announcer import count
from puntobanco.cli.options.common import echo_json, json_option

if TYPE_CHECKING:
    from puntobanco.store.repair import Salvage, SavedStream

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("repair")
@click.argument("file", type=_FILE)
@click.argument("new", type=_FILE)
@json_option
@click.pass_context
def command(ctx: click.Context, *, file: Path, new: Path, as_json: bool) -> None:
    """Save the intact part of the log FILE into a new file NEW.

    Each table is saved up to its first damaged or missing event. An incomplete table keeps its
    history, but is closed. The command lists what it can't save. FILE isn't changed, and NEW must
    not exist. Exit code 0: everything was saved; 1: something was lost.

    Example: puntobanco repair hall.db saved.db
    """
    from puntobanco.store.repair import repair

    salvage = repair(file, new)
    if as_json:
        echo_json(_data(salvage))
    else:
        for stream in salvage.streams:
            click.echo(_line(stream))
        for line in salvage.lost:
            click.echo(f"Lost: {line}.")
        kept = "Everything" if salvage.is_whole else "What could be saved"
        click.echo(f"{kept} is in {new}.")
    ctx.exit(0 if salvage.is_whole else 1)


def _line(stream: SavedStream) -> str:
    if stream.is_whole:
        return f"{stream.stream}: all of {count(stream.saved, 'event')} saved."
    some = count(stream.saved, "event")
    if stream.written is not None:
        some = f"{stream.saved:,} of {count(stream.written, 'event')}"
    return f"{stream.stream}: {some} saved; {stream.reason}."


def _data(salvage: Salvage) -> dict[str, object]:
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

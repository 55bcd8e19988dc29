"""Options that several commands share, and how they are read."""

from __future__ import annotations

from pathlib import Path

import click

from puntobanco.cli._house import HouseType, house_option
from puntobanco.cli._json import echo_json, json_option

__all__ = [
    "HouseType",
    "db_option",
    "echo_json",
    "house_option",
    "json_option",
    "seed_option",
]


def _encodable(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    """Refuse what the shell passed on without it being text."""
    if text is not None and not text.isprintable():
        raise click.BadParameter("a seed is printable text")
    return text


seed_option = click.option(
    "--seed",
    metavar="TEXT",
    callback=_encodable,
    help="Makes every shuffle repeatable. Default: real randomness.",
)
db_option = click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where everything is kept. Default: your data folder.",
)

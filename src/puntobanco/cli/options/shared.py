"""The options `--db` and `--seed`."""

from __future__ import annotations

from pathlib import Path

import click


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

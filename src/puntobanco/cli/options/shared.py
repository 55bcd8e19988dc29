"""The options `--db` and `--seed`."""

from __future__ import annotations

from pathlib import Path

import click


def _printable(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    """Refuse a seed with characters that are not printable, such as undecodable bytes."""
    if text is not None and not text.isprintable():
        raise click.BadParameter("a seed is printable text")
    return text


seed_option = click.option(
    "--seed",
    metavar="TEXT",
    callback=_printable,
    help="Makes every shuffle repeatable. Default: real randomness.",
)
db_option = click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where everything is kept. Default: your data folder.",
)

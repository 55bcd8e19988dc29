"""The options `--db` and `--seed`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from puntobanco.printable import is_printable

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def _printable(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    """Refuse a seed with characters that are not printable, such as undecodable bytes."""
    if text is not None and not is_printable(text):
        raise click.BadParameter("a seed is printable text")
    return text


def seed_option_with(explanation: str) -> Decorator:
    """The option `--seed`, with what it does to a command."""
    return click.option("--seed", metavar="TEXT", callback=_printable, help=explanation)


seed_option = seed_option_with("Makes every shuffle repeatable. Default: real randomness.")
db_option = click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where everything is kept. Default: your data folder.",
)

"""Options that several commands share, and how they are read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from secrets import token_bytes

import click

from puntobanco.cli._house import HouseType, house_option
from puntobanco.cli._json import echo_json, json_option
from puntobanco.fairness import Seed

__all__ = [
    "HouseType",
    "db_option",
    "echo_json",
    "house_option",
    "json_option",
    "seed_option",
    "seeds",
]

seed_option = click.option(
    "--seed", metavar="TEXT", help="Makes every shuffle repeatable. Default: real randomness."
)
db_option = click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where everything is kept. Default: your data folder.",
)


def seeds(text: str | None) -> Iterator[Seed]:
    """One seed a shoe: repeatable from a text, or from the operating system's randomness."""
    shoe = 1
    while True:
        yield Seed(token_bytes(32)) if text is None else Seed.of_text(text, shoe)
        shoe += 1

"""Options that several commands share, and how they are read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from secrets import token_bytes

import click

from puntobanco.errors import HouseError
from puntobanco.fairness import Seed
from puntobanco.house import HOUSES, House, named_house, parse_house


class HouseType(click.ParamType[House]):
    """A house by its name, or a TOML file of rules."""

    name = "house"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> House:
        """Read the house; a name wins over a file of the same name."""
        if isinstance(value, House):
            return value
        text = str(value)
        if text in HOUSES or not (text.endswith(".toml") or Path(text).exists()):
            return named_house(text)
        try:
            return parse_house(Path(text).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
            self.fail(f"house file {text!r} cannot be read: {reason}", param, ctx)
        except HouseError as error:
            self.fail(f"house file {text!r}: {error}", param, ctx)


house_option = click.option(
    "--house",
    type=HouseType(),
    default="classic",
    show_default=True,
    metavar="NAME|FILE",
    help=f"The house: {', '.join(HOUSES)}, or a TOML file of rules.",
)
seed_option = click.option(
    "--seed", metavar="TEXT", help="Makes every shuffle repeatable. Default: real randomness."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
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


def echo_json(value: object) -> None:
    """Print a value as JSON, letters beyond ASCII as they are."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))

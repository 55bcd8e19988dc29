"""The option `--house`."""

from __future__ import annotations

from pathlib import Path

import click

from puntobanco.errors import HouseError
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
        if not text or text in HOUSES or not (text.endswith(".toml") or Path(text).exists()):
            return named_house(text)
        try:
            return parse_house(Path(text).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
            self.fail(f"house file {text!r} cannot be read: {reason}", param, ctx)
        except HouseError as error:
            self.fail(f"{text!r}: {error}", param, ctx)


house_option = click.option(
    "--house",
    type=HouseType(),
    default="classic",
    show_default=True,
    metavar="NAME|FILE",
    help=f"The house: {', '.join(HOUSES)}, or a TOML file of rules.",
)

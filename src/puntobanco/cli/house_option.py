"""The option `--house`."""

from __future__ import annotations

from pathlib import Path

import click

from puntobanco.cli.options import complete_house
from puntobanco.errors import HouseError, NotationError
from puntobanco.house import HOUSES, House, named_house, parse_house

LARGEST_HOUSE_FILE = 1 << 16


def read_house(text: str) -> House:
    """Return a house by name or from a TOML file of rules. Warn about lines that never apply."""
    try:
        house = house_of(text)
    except (OSError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"house file {text!r} cannot be read: {_reason(error)}") from None
    except HouseError as error:
        raise click.BadParameter(f"{text!r}: {error}") from None
    _warn_of_lines(text, house)
    return house


def house_of(text: str) -> House:
    """Return a house by name or from a file. A name wins over a file of the same name."""
    is_file = text.endswith(".toml") or Path(text).exists()
    if not text or text.strip().lower() in HOUSES or not is_file:
        return named_house(text)
    return parse_house(_read(Path(text)))


def typed_house(text: str) -> House:
    """Return a house that was typed in a game. An unreadable file is not a house."""
    try:
        return house_of(text)
    except (OSError, UnicodeDecodeError) as error:
        raise NotationError(text, expected=f"a house: {_reason(error)}") from None


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else "not UTF-8 text"


def _warn_of_lines(file: str, house: House) -> None:
    """Name the lines of the house's own bets that can never apply."""
    if not house.own_bets:
        return
    from puntobanco.bets.bet import unreachable_lines

    own = [each.bet for each in house.own_bets]
    for bet, place in unreachable_lines(own, house.naturals):
        where = f"bets.{bet.key}.lines, line {place + 1}"
        line = bet.lines[place]
        click.echo(
            f"puntobanco: warning: {file!r}: {where}: {str(line)!r} can never apply", err=True
        )


def _read(path: Path) -> str:
    """Return the text of a file. Refuse one that is too long for a house, or endless."""
    with path.open("rb") as file:
        found = file.read(LARGEST_HOUSE_FILE + 1)
    if len(found) > LARGEST_HOUSE_FILE:
        raise HouseError("house file", f"longer than {LARGEST_HOUSE_FILE:,} bytes")
    return found.decode("utf-8")


house_option = click.option(
    "--house",
    type=read_house,
    default="classic",
    show_default=True,
    metavar="NAME|FILE",
    shell_complete=complete_house,
    help=f"The house: {', '.join(HOUSES)}, or a TOML file of rules.",
)

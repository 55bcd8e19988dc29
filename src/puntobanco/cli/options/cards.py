"""The option `--cards FILE`: the order in which a shoe begins."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from puntobanco.errors import NotationError

if TYPE_CHECKING:
    from puntobanco.cards import Card
    from puntobanco.house import House

LARGEST_CARDS_FILE = 1 << 16
"""Bytes that a file of cards may have; twelve decks in words are a quarter of it."""


def cards_option(command: Any) -> Any:  # noqa: ANN401 - as click types its decorators
    """Add the option to a command."""
    return click.option(
        "--cards",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="A file of cards: the first shoe begins with them, the others follow shuffled.",
    )(command)


def read_cards(path: Path, house: House) -> tuple[Card, ...]:
    """The cards of a file, in the order in which they leave the shoe of a house."""
    from puntobanco.cards import parse_cards
    from puntobanco.cli.given import check_fits

    try:
        with path.open("rb") as file:
            found = file.read(LARGEST_CARDS_FILE + 1)
        if len(found) > LARGEST_CARDS_FILE:
            raise click.UsageError(
                f"--cards: {str(path)!r} has more than {LARGEST_CARDS_FILE:,} bytes"
            )
        cards = parse_cards(found.decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise click.UsageError(f"--cards: {str(path)!r} cannot be read: {reason}") from None
    except NotationError as error:
        raise click.UsageError(f"--cards: {str(path)!r}: {error}") from None
    if not cards:
        raise click.UsageError(f"--cards: {str(path)!r} names no card")
    check_fits(cards, house, "--cards")
    return cards

"""`puntobanco play`: the betting game."""

from __future__ import annotations

import shlex
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.cli.options.language import language_option
from puntobanco.cli.options.shared import seed_option_with
from puntobanco.errors import NotationError
from puntobanco.terminal.console import Console, Look

if TYPE_CHECKING:
    from puntobanco.house import House
    from puntobanco.settlement import Chips

CLASSIC, NORMAL, ENGLISH = "classic", "normal", "en"
GREETING = "Punto banco. p 25 bets $25 on Player, x deals, ? lists the keys, q leaves."
"""The first line in English: printed before anything slow is loaded, such as a catalogue."""


@click.command()
@click.option("--bank", metavar="DOLLARS", help="Your bankroll; without it you are asked.")
@click.option(
    "--house",
    metavar="NAME|FILE",
    default=CLASSIC,
    show_default=True,
    help="The house: a name, or a TOML file of rules.",
)
@seed_option_with("Makes every shuffle repeatable.")
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where everything is kept. Default: your data folder.",
)
@click.option(
    "--word", metavar="TEXT", help="Your word for the next shuffle. Default: a random one."
)
@click.option("--plain", is_flag=True, help="Plain text: no colour, no line editing.")
@click.option(
    "--level",
    type=click.Choice(["terse", "normal", "full"]),
    default=NORMAL,
    show_default=True,
    help="How much is said.",
)
@language_option
def command(
    *,
    bank: str | None,
    house: str,
    seed: str | None,
    db: Path | None,
    word: str | None,
    plain: bool,
    level: str,
    language: str,
) -> None:
    """Sit down, bet, and hear every card explained.

    Your table is kept in your data folder, or in the file that --db names: whatever happens, the
    next `puntobanco play` offers to resume it.

    Example: puntobanco play --bank 1000 --house six_decks
    """
    console = Console.here(Look.PLAIN if plain else None)
    if db is not None and not db.parent.is_dir():
        raise click.UsageError(f"--db: there is no folder {str(db.parent)!r}")
    chips = _chips(bank)
    if house == CLASSIC:
        console.greet(_greeting(language, takes_bets=True))  # before anything slow is loaded
    rules = _rules(house)
    if house != CLASSIC:
        console.greet(_greeting(language, takes_bets=rules.limits is not None))

    from puntobanco.announcer import Level
    from puntobanco.announcer.words import catalogue
    from puntobanco.cli.data_folder import own_database
    from puntobanco.store import Store
    from puntobanco.terminal.evening import play
    from puntobanco.terminal.options import PlayOptions
    from puntobanco.terminal.shuffle_words import clean_word

    path = db or own_database()
    with Store.open(path) as store:
        options = PlayOptions(store, console, rules, Level(level), seed, path.parent / "records")
        options.words = catalogue(language)
        options.word = clean_word(word or "") or None
        options.again = _command_line(
            {
                "--db": db,
                "--house": house if house != CLASSIC else None,
                "--seed": seed,
                "--level": level if level != NORMAL else None,
                "--language": _given(language),
            }
        )
        play(options, bank=chips)


def _greeting(language: str, *, takes_bets: bool) -> str:
    """The first line."""
    if language == ENGLISH and takes_bets:
        return GREETING
    from puntobanco.announcer.message import message
    from puntobanco.announcer.words import catalogue

    words = catalogue(language)
    if takes_bets:
        return words.words(message("play.greeting", chips=25_00))
    return words.words(message("play.greeting.no_bets"))


def _given(language: str) -> str | None:
    """The language, if the command line named it."""
    source = click.get_current_context().get_parameter_source("language")
    return language if source is click.core.ParameterSource.COMMANDLINE else None


def _command_line(options: dict[str, object]) -> str:
    """What to type to come back to this table, with the options that were given."""
    given = [(name, str(value)) for name, value in options.items() if value is not None]
    if not given:
        return "puntobanco play."
    return shlex.join(["puntobanco", "play", *chain.from_iterable(given)])


def _rules(house: str) -> House:
    from puntobanco.cli.options.house import HouseType

    return HouseType().convert(house, None, None)


def _chips(bank: str | None) -> Chips | None:
    if bank is None:
        return None
    from puntobanco.terminal.amounts import parse_dollars

    try:
        return parse_dollars(bank)
    except NotationError as error:
        raise click.UsageError(f"--bank: {error}") from None

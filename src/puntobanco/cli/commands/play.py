"""`puntobanco play`: the betting game."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from puntobanco.cli.given_cards import cards_option, read_cards
from puntobanco.cli.installation import SETTINGS, data_folder
from puntobanco.cli.options import (
    LANGUAGES,
    complete_house,
    db_option,
    language_option,
    refuse_seed,
    seed_option_with,
)
from puntobanco.errors import IllegalCommand, NotationError, PuntoBancoError, StoreError
from puntobanco.terminal.console import Console, Style
from puntobanco.terminal.options import NOTHING_CHOSEN, RECORDS, Settings, read_settings

if TYPE_CHECKING:
    from puntobanco.cards import Card
    from puntobanco.house import House
    from puntobanco.settlement import Chips
    from puntobanco.store import LogAddress
    from puntobanco.terminal.options import PlayOptions
    from puntobanco.terminal.sound import Sound
    from puntobanco.words import Catalogue

CLASSIC, NORMAL = "classic", "normal"
LEVELS = ("terse", NORMAL, "full")


@dataclass(slots=True)
class Remembered:
    """The settings of a file, and the reason if they or their house were ignored."""

    file: Path | None
    settings: Settings = NOTHING_CHOSEN
    damage: str = ""
    lost_house: str = ""
    is_first: bool = False
    """Whether the folder of the file is missing: nothing was remembered or played before."""

    @classmethod
    def read(cls, file: Path | None) -> Remembered:
        """Read a file. Treat a damaged file like a missing one."""
        if file is None:
            return cls(None)
        try:
            settings = read_settings(file)
        except StoreError as error:
            return cls(file, damage=str(error))
        for name, allowed in {"level": LEVELS, "language": LANGUAGES, "records": RECORDS}.items():
            if (value := getattr(settings, name)) not in ("", *allowed):
                return cls(file, damage=f"{name} cannot be {value!r}")
        return cls(file, settings, is_first=not file.parent.exists())

    def rules(self, house: str | None) -> House:
        """Return the house of the option, else the remembered one, else the classic one."""
        from puntobanco.cli.house_option import read_house

        if house is None and self.settings.house:
            try:
                return read_house(self.settings.house)
            except (PuntoBancoError, click.BadParameter) as error:
                self.lost_house = str(error)
                self.settings = replace(self.settings, house="")
        return read_house(CLASSIC if house is None else house)


ENGLISH = "en"
GREETING = "Punto banco. p 25 bets $25 on Player, x deals, ? lists the keys, q leaves."
"""The first line in English: printed before anything slow is loaded, such as a catalogue."""


@click.command()
@click.option("--bank", metavar="DOLLARS", help="Your bankroll. Default: you are asked.")
@click.option(
    "--house",
    metavar="NAME|FILE",
    shell_complete=complete_house,
    show_default="the last one, at first classic",
    help="The house: a name, or a TOML file of rules.",
)
@seed_option_with("Make every shuffle repeatable.")
@db_option
@click.option(
    "--word", metavar="TEXT", help="Your word for the next shuffle. Default: a random one."
)
@cards_option
@click.option("--plain", is_flag=True, help="Plain text: no colour, no line editing.")
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    show_default="the last one, at first normal",
    help="Level of detail.",
)
@click.option("--sound", is_flag=True, help="Play tones for wins and losses.")
@click.option("--good-roads", is_flag=True, help="Name the current good road.")
@click.option("--guide", is_flag=True, help="Show tips during the first three coups.")
@click.option(
    "--settings",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file that stores your settings. Default, at a terminal and without --db: in your "
    "data folder.",
)
@click.option(
    "--make-launcher",
    is_flag=True,
    help="Write a file that starts this game with a double click, and exit.",
)
@language_option
def play_command(
    *,
    bank: str | None,
    house: str | None,
    seed: str | None,
    db: LogAddress | None,
    word: str | None,
    cards: Path | None,
    plain: bool,
    level: str | None,
    settings: Path | None,
    sound: bool,
    good_roads: bool,
    guide: bool,
    make_launcher: bool,
    language: str,
) -> None:
    """Sit down, bet, and hear every card explained.

    Your table is saved in your data folder, or in the --db file. The next `puntobanco play` offers
    to resume it, even after a crash. House, level, language, sound and good roads are saved too.

    Example: puntobanco play --bank 1000 --house six_decks
    """
    console = Console.here(Style.PLAIN if plain else None)
    _check_database(db, seed)
    again = {
        "--db": db,
        "--house": house if house != CLASSIC else None,
        "--seed": seed,
        "--level": level if level != NORMAL else None,
        "--language": _given(language),
        "--sound": sound or None,
        "--good-roads": good_roads or None,
        "--settings": settings,
    }
    file = settings or (data_folder() / SETTINGS if console.is_terminal and db is None else None)
    known = Remembered.read(file)
    if _source("language") is ParameterSource.DEFAULT:
        language = known.settings.language or language
    if make_launcher:
        from puntobanco.cli.launching import make_launcher as make
        from puntobanco.cli.launching import with_whole_paths

        known.rules(house)  # a launcher that fails is none
        make(_words(with_whole_paths(again)), language, console)
        return
    is_classic = (known.settings.house or CLASSIC if house is None else house) == CLASSIC
    given: tuple[Card, ...] = ()
    if is_classic and cards is None:
        chips = _chips(bank)
        console.say([_greeting(language)])  # before anything slow is loaded
        rules = known.rules(house)
    else:
        rules = known.rules(house)
        given = read_cards(cards, rules) if cards else ()
        chips = _chips(bank, rules)
        console.say([_greeting(language, rules)])

    from puntobanco.announcer import Level
    from puntobanco.announcer.catalogues import catalogue
    from puntobanco.cli.house_option import typed_house
    from puntobanco.cli.installation import own_database
    from puntobanco.store import open_log
    from puntobanco.terminal.amounts import clean_word
    from puntobanco.terminal.arrival import play
    from puntobanco.terminal.options import PlayOptions

    with ExitStack() as opened:
        opened.enter_context(_worded_errors(lambda: catalogue(language)))
        store = opened.enter_context(open_log(db or own_database()))
        folder = (db if isinstance(db, Path) else own_database()).parent
        detail = Level(level or known.settings.level or NORMAL)
        options = PlayOptions(store, console, rules, detail, seed, folder / "records")
        options.currency = rules.currency
        options.speak(language)
        options.word = clean_word(word or "") or None
        options.read_house = typed_house
        options.cards = given
        chosen = {
            "level": level,
            "language": _given(language),
            "sound": sound,
            "good_roads": good_roads,
            "guide": guide,
        }
        _remember(options, known, house=house, **chosen)
        options.replay = _command_line(["history", "replay", "last"], {"--db": db})
        start = options.settings
        options.again = lambda: _command_line(["play"], again | _changed(options, start))
        with _worded_errors(lambda: options.words), _sound_ready(options):
            play(options, bank=chips)


def _check_database(db: LogAddress | None, seed: str | None) -> None:
    """Refuse a file in no folder, and repeatable shuffles in a database."""
    refuse_seed(db, seed)
    if isinstance(db, Path) and not db.parent.is_dir():
        raise click.UsageError(f"--db: there is no folder {str(db.parent)!r}")


@contextmanager
def _worded_errors(words: Callable[[], Catalogue]) -> Iterator[None]:
    """Explain a refused file or amount in the guest's language and the house's currency."""
    try:
        yield
    except (IllegalCommand, StoreError) as error:
        is_english = words().language == ENGLISH
        if not error.code or (is_english and isinstance(error, StoreError)):
            raise  # its text has no money
        from puntobanco.announcer import refusal
        from puntobanco.words import clause

        said = f"refused.{error.code}", error.facts
        text = clause(*said, words()) if is_english else refusal(error, words=words())
        raise click.ClickException(text) from error


@contextmanager
def _sound_ready(options: PlayOptions) -> Iterator[None]:
    """Play tones, if they are wanted now or later."""
    with ExitStack() as opened:

        @cache
        def start() -> Sound:
            from puntobanco.terminal.sound import Sound

            return opened.enter_context(closing(Sound(options.console.ring)))

        options.start_sound = start
        if options.settings.sound:
            options.sound = start()
        yield


def _remember(options: PlayOptions, known: Remembered, **given: str | bool | None) -> None:
    """Apply the remembered settings and the command line. Report a damaged file."""
    from puntobanco.announcer.names import house_fact
    from puntobanco.terminal.guide import Guide
    from puntobanco.terminal.options import house_setting
    from puntobanco.words import message

    options.settings, options.settings_file = known.settings, known.file
    if known.damage:
        options.say(message("play.settings.damaged", path=str(known.file), text=known.damage))
    if known.lost_house:
        house = house_fact(options.house)
        options.say(message("play.settings.house.lost", house=house, text=known.lost_house))
    chosen = {name: value for name, value in given.items() if value}
    if "house" in chosen:
        chosen["house"] = house_setting(options.house, str(chosen["house"]))
    if chosen:
        options.remember(**chosen)
    options.guide = Guide() if options.settings.guide else None
    is_scripted = options.seed is not None or not options.console.is_terminal
    options.is_first_start = known.is_first and not is_scripted


def _changed(options: PlayOptions, start: Settings) -> dict[str, object]:
    """Return what the guest has changed since, as options: None if a file remembers it."""
    plain: dict[str, str | bool] = {"house": CLASSIC, "level": NORMAL, "language": ""}
    plain |= {"sound": False, "good_roads": False}
    values = {name: getattr(options.settings, name) for name in plain}
    changed = {name: value for name, value in values.items() if value != getattr(start, name)}
    is_named = options.settings_file is None
    return {
        f"--{name.replace('_', '-')}": value if is_named and value != plain[name] else None
        for name, value in changed.items()
    }


def _greeting(language: str, rules: House | None = None) -> str:
    """Return the first line, for the classic house or for another."""
    if language == ENGLISH and rules is None:
        return GREETING
    from puntobanco.announcer.catalogues import catalogue
    from puntobanco.settlement import DOLLARS
    from puntobanco.words import message

    currency = rules.currency if rules else DOLLARS
    words = catalogue(language, currency)
    if rules and rules.limits is None:
        return words.render(message("play.greeting.no_bets"))
    return words.render(message("play.greeting", chips=25 * currency.chips))


def _given(language: str) -> str | None:
    return language if _source("language") is ParameterSource.COMMANDLINE else None


def _source(option: str) -> ParameterSource | None:
    return click.get_current_context().get_parameter_source(option)


def _words(options: Mapping[str, object]) -> list[str]:
    given = [(name, value) for name, value in options.items() if value is not None]
    words = ((name,) if value is True else (name, str(value)) for name, value in given)
    return list(chain.from_iterable(words))


def _command_line(subcommand: list[str], options: Mapping[str, object]) -> str:
    """Return a command with the given options, and a full stop if there are none."""
    given = _words(options)
    return shlex.join(["puntobanco", *subcommand, *given]) + ("" if given else ".")


def _chips(bank: str | None, rules: House | None = None) -> Chips | None:
    if bank is None:
        return None
    from puntobanco.terminal.amounts import parse_money

    try:
        return parse_money(bank, rules.currency) if rules else parse_money(bank)
    except NotationError as error:
        raise click.UsageError(f"--bank: {error}") from None

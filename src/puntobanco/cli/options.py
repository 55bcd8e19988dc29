"""Options that several commands share, and what the shell completes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from puntobanco.cli.installation import needs
from puntobanco.errors import shown
from puntobanco.printable import is_printable

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from puntobanco.store import LogAddress

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


class NumberInRange(click.IntRange):
    """A whole number in a range. The error for anything else names the range."""

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> int:
        """Read the number."""
        try:
            number: int = super().convert(value, param, ctx)
        except click.BadParameter:
            message = f"{shown(str(value))!r} is not a whole number from {self.min} to {self.max}"
            raise click.BadParameter(message, ctx, param) from None
        return number


def _seed(text: str) -> str:
    """Refuse a seed with characters that are not printable, such as undecodable bytes."""
    if not is_printable(text):
        raise click.BadParameter("a seed must be printable text")
    return text


def seed_option_with(explanation: str) -> Decorator:
    """Return the option `--seed`, with a help text for the command."""
    return click.option("--seed", metavar="TEXT", type=_seed, help=explanation)


seed_option = seed_option_with("Make every shuffle repeatable. Default: random.")


def database(text: str) -> LogAddress:
    """Read a path, or the URL of a PostgreSQL database."""
    from puntobanco.store.log import DatabaseUrl, is_url, resembles_url, shows_password

    if not resembles_url(text):
        path: Path = click.Path(dir_okay=False, path_type=Path).convert(text, None, None)
        return path
    with needs("postgres"):
        import psycopg  # noqa: F401 - before anything else is done
    try:
        is_clear = is_url(text) and not shows_password(text)
    except ValueError:
        is_clear = False
    if not is_clear:
        raise click.BadParameter(
            "this is not an address such as postgresql://user@host:5432/database; in a "
            "password, write @ / ? # : % as %40 %2F %3F %23 %3A %25"
        )
    return DatabaseUrl(text)


def _database_of_group(
    ctx: click.Context, _: click.Parameter, db: LogAddress | None
) -> LogAddress | None:
    """Return the command's own database, else its group's, else the environment's."""
    is_given = ctx.get_parameter_source("db") is ParameterSource.COMMANDLINE
    return db if is_given else ctx.obj or db


def db_option_in(default: str) -> Decorator:
    """Return the option `--db`, whose default is a file."""
    return click.option(
        "--db",
        type=database,
        callback=_database_of_group,
        metavar="FILE|URL",
        envvar="PUNTOBANCO_DB",
        help=f"The file or PostgreSQL database that stores everything. Default: {default}.",
    )


db_option = db_option_in("in your data folder")


def refuse_seed(db: LogAddress | None, seed: str | None) -> None:
    """Refuse repeatable shuffles in a database, where servers open tables in any order."""
    if seed is not None and isinstance(db, str):
        raise click.UsageError("--seed works with a file only, not with PostgreSQL")


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
rows_option = click.option(
    "--rows",
    type=click.Choice(["coups", "shoes"]),
    default="coups",
    help="What each row of the exported file holds. Default: coups.",
)


def echo_json(value: object) -> None:
    """Print a value as JSON, without escaping non-ASCII letters."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def echo_csv(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Print rows as CSV, below the names of their columns."""
    import csv

    from puntobanco.printable import csv_cells

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(map(csv_cells, rows))


def grouped(name: str, make: Command, *options: Decorator) -> Decorator:
    """Pass these options to a command as one argument: what `make` returns for them."""
    names = signature(make).parameters

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_group(**values: object) -> object:
            made = make(**{each: values.pop(each) for each in names})
            return command(**values, **{name: made})

        decorated: Command = with_group
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


def complete_bet(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a bet of the catalogue, or of the house that was named before."""
    from puntobanco.bets import CATALOGUE
    from puntobanco.house import House

    house = ctx.params.get("house")
    own = [each.bet for each in house.own_bets] if isinstance(house, House) else []
    names = {bet.key: bet.name for bet in (*CATALOGUE.values(), *own)}
    return beginning(typed, names.items())


def complete_house(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a named house, or a file."""
    from puntobanco.house import HOUSES

    named = beginning(typed, ((name, f"{house.decks} decks") for name, house in HOUSES.items()))
    return named or _files(typed)


def complete_strategy(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete the names of placements, and files for an own function."""
    from puntobanco.analysis.strategies.catalogue import PLACEMENTS

    described = ((name, each.description) for name, each in PLACEMENTS.items())
    return beginning(typed, described) or _files(typed)


def complete_staking(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete the names of stakings, and files for an own function."""
    from puntobanco.analysis.strategies.catalogue import STAKINGS

    return beginning(typed, STAKINGS.items()) or _files(typed)


def _files(typed: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(typed, type="file")]


def beginning(typed: str, known: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    """Complete the known names that begin as typed, each with its help."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(key, help=text) for key, text in known if key.startswith(typed)]


LANGUAGES = ("en", "fr", "es", "zh-Hant", "zh-Hans")
"""The languages that have a catalogue. Repeated here, because catalogues are slow to import."""

TRADITIONAL = ("hant", "tw", "hk", "mo")
"""Parts of the names of locales that use traditional Chinese."""


def language_of(name: str) -> str | None:
    """Return the language of a locale or of a name such as ``FR`` or ``zh-CN``, if we have it.

    >>> [language_of(name) for name in ("FR", "fr_FR.UTF-8", "zh", "zh-CN", "zh_TW.UTF-8", "de")]
    ['fr', 'fr', 'zh-Hans', 'zh-Hans', 'zh-Hant', None]
    """
    locale = name.strip().lower().partition(".")[0].partition("@")[0].replace("-", "_")
    language, *parts = locale.split("_")
    if language == "zh":
        return "zh-Hant" if any(part in TRADITIONAL for part in parts) else "zh-Hans"
    return language if language in LANGUAGES else None


def system_language(environment: Mapping[str, str]) -> str:
    """Return the language of the system's locale if it has a catalogue, else English.

    >>> [system_language({"LANG": name}) for name in ("fr_FR.UTF-8", "C.UTF-8", "de_DE", "")]
    ['fr', 'en', 'en', 'en']
    """
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return language_of(next(filter(None, names), "")) or "en"


def _language(text: str) -> str:
    """Read a language that has a catalogue, by any of its usual names."""
    found = language_of(text)
    if found is None:
        choices = ", ".join(LANGUAGES)
        raise click.BadParameter(f"{shown(text)!r} is not a language: choose from {choices}")
    return found


def _complete_language(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    return beginning(typed, ((language, "") for language in LANGUAGES))


language_option = click.option(
    "--language",
    type=_language,
    default=lambda: system_language(os.environ),
    metavar="NAME",
    envvar="PUNTOBANCO_LANGUAGE",
    shell_complete=_complete_language,
    help=f"The language of the table: {', '.join(LANGUAGES)}. Default: the system's.",
)


def day(text: str) -> datetime:
    """Read a day of the calendar, in UTC."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a day such as 2026-01-31") from None

"""Options that several commands share, and what the shell completes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from puntobanco.cli.installation import needs
from puntobanco.errors import shown
from puntobanco.printable import is_printable

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from click.shell_completion import CompletionItem

    from puntobanco.store import LogAddress

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def _printable(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    """Refuse a seed with characters that are not printable, such as undecodable bytes."""
    if text is not None and not is_printable(text):
        raise click.BadParameter("a seed must be printable text")
    return text


def seed_option_with(explanation: str) -> Decorator:
    """Return the option `--seed`, with a help text for the command."""
    return click.option("--seed", metavar="TEXT", callback=_printable, help=explanation)


seed_option = seed_option_with("Make every shuffle repeatable. Default: random.")


class Database(click.ParamType["LogAddress"]):
    """A file, or the URL of a PostgreSQL database."""

    name = "database"

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> LogAddress:
        """Return the path or the URL."""
        from puntobanco.store.log import DatabaseUrl, is_url, resembles_url, shows_password

        if isinstance(value, str) and resembles_url(value):
            with needs("postgres"):
                import psycopg  # noqa: F401 - before anything else is done
            try:
                is_clear = is_url(value) and not shows_password(value)
            except ValueError:
                is_clear = False
            if not is_clear:
                self.fail(
                    "this is not an address such as postgresql://user@host:5432/database; in a "
                    "password, write @ / ? # : % as %40 %2F %3F %23 %3A %25"
                )
            return DatabaseUrl(value)
        path: Path = click.Path(dir_okay=False, path_type=Path).convert(value, param, ctx)
        return path


def db_option_in(default: str) -> Decorator:
    """Return the option `--db`, whose default is a file."""
    return click.option(
        "--db",
        type=Database(),
        metavar="FILE|URL",
        envvar="PUNTOBANCO_DB",
        help=f"The file or PostgreSQL database that stores everything. Default: {default}.",
    )


db_option = db_option_in("in your data folder")


def refuse_seed(db: LogAddress | None, seed: str | None) -> None:
    """Refuse repeatable shuffles in a database, where servers open tables in any order."""
    if seed is not None and isinstance(db, str):
        raise click.UsageError("--seed works with a file only, not with PostgreSQL")


def file_of(db: LogAddress | None) -> Path | None:
    """Return the file of a log, or refuse a database."""
    if isinstance(db, str):
        raise click.UsageError("this works with a file only, not with PostgreSQL")
    return db


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


Command = Callable[..., Any]


def grouped(
    name: str, kind: type[DataclassInstance], *options: Callable[[Command], Command]
) -> Callable[[Command], Command]:
    """Pass these options to a command as one argument: a `kind`, with a field for each."""
    names = [each.name for each in fields(kind)]

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_group(**values: object) -> object:
            own = {each: values.pop(each) for each in names}
            return command(**values, **{name: kind(**own)})

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
    return _beginning(typed, names.items())


def complete_house(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a named house, or a file."""
    from puntobanco.house import HOUSES

    named = _beginning(typed, ((name, f"{house.decks} decks") for name, house in HOUSES.items()))
    return named or _files(typed)


def complete_strategy(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete the names of placements, and files for an own function."""
    from puntobanco.analysis.strategies.catalogue import PLACEMENTS

    described = ((name, each.description) for name, each in PLACEMENTS.items())
    return _beginning(typed, described) or _files(typed)


def complete_staking(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete the names of stakings, and files for an own function."""
    from puntobanco.analysis.strategies.catalogue import STAKINGS

    return _beginning(typed, STAKINGS.items()) or _files(typed)


def _files(typed: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(typed, type="file")]


def _beginning(typed: str, known: Iterable[tuple[str, str]]) -> list[CompletionItem]:
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


class Language(click.ParamType[str]):
    """A language that has a catalogue, by any of its usual names."""

    name = "language"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the name of its catalogue."""
        found = language_of(str(value))
        if found is None:
            typed = shown(str(value))
            self.fail(
                f"{typed!r} is not a language: choose from {', '.join(LANGUAGES)}", param, ctx
            )
        return found

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the languages that start with what was typed."""
        del ctx, param
        return _beginning(incomplete, ((language, "") for language in LANGUAGES))


def _chosen(_: click.Context, __: click.Parameter, language: str | None) -> str:
    return language or system_language(os.environ)


def language_option(command: Any) -> Any:  # noqa: ANN401 - as click types its decorators
    """Add the option to a command."""
    return click.option(
        "--language",
        type=Language(),
        metavar="NAME",
        envvar="PUNTOBANCO_LANGUAGE",
        callback=_chosen,
        help=f"The language of the table: {', '.join(LANGUAGES)}. Default: the system's.",
    )(command)


class _Day(click.DateTime):
    """A day of the calendar."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        """Read a day."""
        try:
            day: datetime = super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r} is not a day such as 2026-01-31", param, ctx)
        return day


DAY = _Day(["%Y-%m-%d"])
"""The type of an option that is a day."""

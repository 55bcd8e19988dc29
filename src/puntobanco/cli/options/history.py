"""The options that filter past shoes and evenings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from puntobanco.cli.options.completion import complete_house

if TYPE_CHECKING:
    from puntobanco.history.shoes import Filter

Command = TypeVar("Command", bound=Callable[..., Any])


class FilterOptions(TypedDict):
    """The values of the filter options."""

    since: datetime | None
    until: datetime | None
    house: str | None
    result: str | None
    table: str | None


def filter_options(command: Command) -> Command:
    """Add the filter options to a command."""
    day = click.DateTime(["%Y-%m-%d"])
    for option in (
        click.option(
            "--since", type=day, metavar="DAY", help="From this day on, 2026-01-31 (UTC)."
        ),
        click.option("--until", type=day, metavar="DAY", help="To the end of this day (UTC)."),
        click.option(
            "--house", metavar="NAME", shell_complete=complete_house, help="Only this house."
        ),
        click.option(
            "--result",
            type=click.Choice(["won", "lost", "even"]),
            help="Only what the guests together won, lost, or neither.",
        ),
        click.option("--table", metavar="NAME", help="Only this table."),
    ):
        command = option(command)
    return command


def filter_of(options: FilterOptions) -> Filter:
    """The filter that the options ask for."""
    from puntobanco.history.shoes import Filter

    return Filter(
        since=_day(options["since"]),
        until=_day(options["until"]),
        house=_house_name(options["house"]),
        result=options["result"],
        table=options["table"],
    )


def _day(moment: datetime | None) -> date | None:
    return moment.date() if moment else None


def _house_name(name: str | None) -> str | None:
    """A named house in either case; any other name as it is, for it may be a custom house's."""
    from puntobanco.house import HOUSES

    return name.lower() if name and name.lower() in HOUSES else name

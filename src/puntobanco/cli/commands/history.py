"""`puntobanco history`: past shoes and evenings."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

import click

from puntobanco.cli.options.common import complete_house, db_option, echo_json, json_option

if TYPE_CHECKING:
    from puntobanco.cli.history_output import View
    from puntobanco.history.shoes import Past
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
    """Return the filter of the options."""
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
    """Match a named house in either case. Keep any other name: it may be a custom house's."""
    from puntobanco.house import HOUSES

    return name.lower() if name and name.lower() in HOUSES else name


Item = TypeVar("Item")

csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print CSV, money in dollars.")


@click.group("history", invoke_without_command=True)
@filter_options
@db_option
@json_option
@csv_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    db: Path | None,
    as_json: bool,
    as_csv: bool,
    **wanted: Unpack[FilterOptions],
) -> None:
    """Past shoes, the newest first.

    Each has a name, its table and its number, by which show and export find it; the newest is also
    called last. A table that cannot be read, and a log that has lost its end, are named on standard
    error, and the exit code is 1.

    Example: puntobanco history --house classic --since 2026-01-01
    """
    ctx.obj = db
    if not ctx.invoked_subcommand:
        ctx.invoke(list_shoes, db=db, as_json=as_json, as_csv=as_csv, **wanted)


@command.command("list")
@filter_options
@db_option
@json_option
@csv_option
@click.pass_obj
def list_shoes(
    group_db: Path | None,
    /,
    *,
    db: Path | None,
    as_json: bool,
    as_csv: bool,
    **wanted: Unpack[FilterOptions],
) -> None:
    """List past shoes, the newest first. `puntobanco history` alone does the same.

    Example: puntobanco history list --house classic
    """
    from puntobanco.cli.history_output import SHOES

    with _past(db or group_db) as past:
        shoes = past.shoes(filter_of(wanted))
        _print_list(shoes, SHOES, past, as_json=as_json, as_csv=as_csv)


@command.command()
@filter_options
@db_option
@json_option
@csv_option
@click.pass_obj
def evenings(
    group_db: Path | None,
    /,
    *,
    db: Path | None,
    as_json: bool,
    as_csv: bool,
    **wanted: Unpack[FilterOptions],
) -> None:
    """Past evenings, the newest first: each table from its opening to its closing.

    Example: puntobanco history evenings --result won
    """
    from puntobanco.cli.history_output import EVENINGS

    with _past(db or group_db) as past:
        found = past.evenings(filter_of(wanted))
        _print_list(found, EVENINGS, past, as_json=as_json, as_csv=as_csv)


@command.command()
@click.argument("shoe")
@db_option
@json_option
@click.pass_obj
def show(group_db: Path | None, shoe: str, *, db: Path | None, as_json: bool) -> None:
    """One shoe, coup by coup. SHOE is a name from the list, or last.

    Example: puntobanco history show last
    """
    from puntobanco.cli.history_output import record_lines
    from puntobanco.notation import record_to_json

    with _past(db or group_db) as past:
        record = past.record(shoe)
        if as_json:
            click.echo(record_to_json(record), nl=False)
        else:
            click.echo("\n".join(record_lines(record)))


@command.command()
@click.argument("shoe")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True))
@db_option
@click.pass_obj
def export(group_db: Path | None, shoe: str, file: Path, *, db: Path | None) -> None:
    """Write the record of a shoe to FILE.bgn, or to FILE.json in its JSON form.

    Anyone can check it with `puntobanco verify`. A file of that name is replaced; - prints it.

    Example: puntobanco history export last evening.bgn
    """
    from puntobanco.notation import format_record, record_to_json

    with _past(db or group_db) as past:
        record = past.record(shoe)
        is_json = file.suffix.lower() == ".json"
        data = record_to_json(record) if is_json else format_record(record).encode()
        if str(file) == "-":
            click.echo(data, nl=False)
            return
        _write(file, data)
        click.echo(f"Shoe {record.shoe} of table {record.table} is in {file}.")


@command.command()
@filter_options
@db_option
@json_option
@click.pass_obj
def stats(
    group_db: Path | None, /, *, db: Path | None, as_json: bool, **wanted: Unpack[FilterOptions]
) -> None:
    """Coups, what each bet won and lost, longest runs, biggest swings, and a chart.

    Example: puntobanco history stats --house classic
    """
    from puntobanco.cli.history_output import statistics_lines
    from puntobanco.history.statistics import statistics

    with _past(db or group_db) as past:
        sums = statistics(past.records(filter_of(wanted)))
        if as_json:
            echo_json(sums.data())
        else:
            click.echo("\n".join(statistics_lines(sums)))


@contextmanager
def _past(db: Path | None) -> Iterator[Past]:
    """The past shoes of a log; at the end, names what could not be read and what is missing."""
    from puntobanco.cli.data_folder import open_log
    from puntobanco.history.shoes import Past

    with open_log(db) as store:
        past = Past(store)
        yield past
        faults = store.faults(deep=False) if store else []
    lines = [*past.unreadable.values(), *faults]
    for line in lines:
        click.echo(f"puntobanco: {line}", err=True)
    if lines:
        click.get_current_context().exit(1)


def _print_list(
    found: Sequence[Item], view: View[Item], past: Past, *, as_json: bool, as_csv: bool
) -> None:
    if as_json:
        echo_json([view.data(each) for each in found])
    elif as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(view.columns)
        writer.writerows(map(view.row, found))
    else:
        none = f"{view.none} that can be read." if past.unreadable else f"{view.none}."
        click.echo("\n".join(map(view.line, found)) or none)


def _write(file: Path, data: bytes) -> None:
    """Write the whole file or, after an error, nothing."""
    from puntobanco.store import replacing

    try:
        with replacing(file) as stream:
            stream.write(data)
    except OSError as error:
        raise click.ClickException(f"{file}: cannot be written: {error.strerror}") from None

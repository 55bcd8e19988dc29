"""`puntobanco history`: past shoes and evenings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.cli.options import (
    complete_house,
    day,
    db_option,
    echo_csv,
    echo_json,
    grouped,
    json_option,
    language_option,
)

if TYPE_CHECKING:
    from puntobanco.cli.history_output import Item, View
    from puntobanco.history.shoes import Filter, Past
    from puntobanco.notation import Record
    from puntobanco.store import LogAddress


def _filter(
    since: datetime | None,
    until: datetime | None,
    house: str | None,
    result: str | None,
    table: str | None,
) -> Filter:
    """Return the filter. A named house matches in either case; others may be custom."""
    from puntobanco.history.shoes import Filter
    from puntobanco.house import HOUSES

    return Filter(
        since=since.date() if since else None,
        until=until.date() if until else None,
        house=house.lower() if house and house.lower() in HOUSES else house,
        result=result,
        table=table,
    )


filter_options = grouped(
    "wanted",
    _filter,
    click.option("--since", type=day, metavar="DAY", help="From this day on, 2026-01-31 (UTC)."),
    click.option("--until", type=day, metavar="DAY", help="To the end of this day (UTC)."),
    click.option("--house", metavar="NAME", shell_complete=complete_house, help="Only this house."),
    click.option(
        "--result",
        type=click.Choice(["won", "lost", "even"]),
        help="Only shoes in which the guests together won, lost or broke even.",
    ),
    click.option("--table", metavar="NAME", help="Only this table."),
)


@dataclass(frozen=True, slots=True)
class ListOptions:
    """The log to list, and the output format."""

    db: LogAddress | None
    as_json: bool
    as_csv: bool


list_options = grouped(
    "output",
    ListOptions,
    db_option,
    json_option,
    click.option("--csv", "as_csv", is_flag=True, help="Print CSV, money in dollars."),
)


@click.group("history", invoke_without_command=True)
@filter_options
@list_options
@click.pass_context
def history_command(ctx: click.Context, /, *, wanted: Filter, output: ListOptions) -> None:
    """List past shoes, newest first.

    The name of a shoe is its table and number. Pass it to `show` or `export`, or pass `last` for
    the newest. If a table can't be read, or the log has lost its end, standard error says so and
    the exit code is 1.

    Example: puntobanco history --house classic --since 2026-01-01
    """
    ctx.obj = output.db
    if not ctx.invoked_subcommand:
        _print_shoes(wanted, output)


@history_command.command("list")
@filter_options
@list_options
def list_shoes(*, wanted: Filter, output: ListOptions) -> None:
    """List past shoes, newest first, like `puntobanco history` alone.

    Example: puntobanco history list --house classic
    """
    _print_shoes(wanted, output)


def _print_shoes(wanted: Filter, output: ListOptions) -> None:
    from puntobanco.cli.history_output import SHOES

    with _past(output.db) as past:
        _print_list(past.shoes(wanted), SHOES, past, output)


@history_command.command()
@filter_options
@list_options
def evenings(*, wanted: Filter, output: ListOptions) -> None:
    """List past evenings, newest first: each table from opening to closing.

    Example: puntobanco history evenings --result won
    """
    from puntobanco.cli.history_output import EVENINGS

    with _past(output.db) as past:
        _print_list(past.evenings(wanted), EVENINGS, past, output)


@history_command.command()
@click.argument("shoe")
@db_option
@json_option
def show(shoe: str, *, db: LogAddress | None, as_json: bool) -> None:
    """Show one shoe, coup by coup. SHOE is a name from the list, or last.

    Example: puntobanco history show last
    """
    from puntobanco.cli.history_output import record_lines
    from puntobanco.notation import record_to_json

    with _past(db) as past:
        record = past.record(shoe)
        if as_json:
            click.echo(record_to_json(record), nl=False)
        else:
            click.echo("\n".join(record_lines(record)))


@history_command.command()
@click.argument("shoe")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True))
@click.option(
    "--seat",
    type=click.IntRange(1),
    help="Include only this seat's bets in FILE.html. Default: the seat, if only one was taken.",
)
@db_option
@language_option
def export(
    shoe: str,
    file: Path,
    *,
    seat: int | None,
    db: LogAddress | None,
    language: str,
) -> None:
    """Write the record of a shoe to FILE.bgn, as JSON to FILE.json, or to FILE.html.

    Anyone can check the record with `puntobanco verify`. An HTML file replays a finished shoe in
    any browser, without a network, and verifies itself. It has the bets and the name of one seat
    at most. An existing file is replaced. Use - to print the record.

    Example: puntobanco history export last evening.bgn
    """
    from puntobanco.notation import format_record, record_to_json

    with _past(db) as past:
        suffix = file.suffix.lower()
        record = past.replayable(shoe) if suffix == ".html" else past.record(shoe)
        match suffix:
            case ".html":
                data = _html(past, record, seat, language)
            case ".json":
                data = record_to_json(record)
            case _:
                data = format_record(record).encode()
        if str(file) == "-":
            click.echo(data, nl=False)
            return
        _write(file, data)
        click.echo(f"Shoe {record.shoe} of table {record.table} is in {file}.")


def _html(past: Past, record: Record, seat: int | None, language: str) -> bytes:
    from puntobanco.cli.installation import needs
    from puntobanco.notation import with_bets_of

    with needs("web"):
        from puntobanco.web.http.files import shoe_page
        from puntobanco.web.room.shoe_replay import past_shoe_events

    taken = [each.seat for each in record.seats]
    if seat is not None and seat not in taken:
        known = ", ".join(map(str, taken)) or "none"
        raise click.UsageError(f"nobody sat in seat {seat} of this shoe; taken: {known}")
    own = seat or (taken[0] if len(taken) == 1 else None)
    played = past_shoe_events(
        past.facts(record.table), record.shoe or 0, lambda _, sat: sat.seat == own
    )
    return shoe_page(played.replay(), with_bets_of(record, played.seats), language)


@history_command.command()
@click.argument("shoe")
@click.option("--coup", type=click.IntRange(1), default=1, help="Start at this coup.")
@db_option
@language_option
def replay(shoe: str, *, coup: int, db: LogAddress | None, language: str) -> None:
    """Replay a finished shoe step by step. SHOE is a name from the list, or last.

    Enter shows the next step. b goes back, + and - change the coup, o shows the house edge before
    it, i the rules that decided it, and q leaves.

    Example: puntobanco history replay last --coup 7
    """
    from puntobanco.terminal.console import Console
    from puntobanco.terminal.replaying import run_replay

    with _past(db) as past:
        record = past.replayable(shoe)
    run_replay(record, coup, Console.here(), language)


@history_command.command()
@filter_options
@db_option
@json_option
def stats(*, db: LogAddress | None, as_json: bool, wanted: Filter) -> None:
    """Show coups, wins and losses of each bet, longest runs, biggest swings, and a chart.

    Example: puntobanco history stats --house classic
    """
    from puntobanco.cli.history_output import statistics_lines
    from puntobanco.history.statistics import statistics

    with _past(db) as past:
        sums = statistics(past.records(wanted))
        if as_json:
            echo_json(sums.data())
        else:
            click.echo("\n".join(statistics_lines(sums)))


@contextmanager
def _past(db: LogAddress | None) -> Iterator[Past]:
    """Yield the past shoes of a log. At the end, print what could not be read or is missing."""
    from puntobanco.cli.installation import open_log
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


def _print_list(found: Sequence[Item], view: View[Item], past: Past, output: ListOptions) -> None:
    if output.as_json:
        echo_json([view.data(each) for each in found])
    elif output.as_csv:
        echo_csv(view.columns, map(view.row, found))
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

"""`puntobanco history`: past shoes and evenings."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

import click

from puntobanco.cli.options.data import echo_json, json_option
from puntobanco.cli.options.shared import db_option

if TYPE_CHECKING:
    from puntobanco.history.shoes import Evening, Filter, Past, PastShoe
    from puntobanco.history.statistics import Statistics
    from puntobanco.notation import Record


class Options(TypedDict):
    """What the filters were given."""

    since: datetime | None
    until: datetime | None
    house: str | None
    result: str | None
    table: str | None


EVENING = ("table", "house", "started", "ended", "shoes", "coups", "bought", "earned")
"""What is told of an evening, in JSON and CSV."""

Command = TypeVar("Command", bound=Callable[..., Any])

csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print CSV, money in dollars.")


def filters(command: Command) -> Command:
    """The options that say which shoes are wanted."""
    day = click.DateTime(["%Y-%m-%d"])
    for option in (
        click.option(
            "--since", type=day, metavar="DAY", help="From this day on, 2026-01-31 (UTC)."
        ),
        click.option("--until", type=day, metavar="DAY", help="To the end of this day (UTC)."),
        click.option("--house", metavar="NAME", help="Only this house."),
        click.option(
            "--result",
            type=click.Choice(["won", "lost", "even"]),
            help="Only what the guests together won, lost, or neither.",
        ),
        click.option("--table", metavar="NAME", help="Only this table."),
    ):
        command = option(command)
    return command


@click.group("history", invoke_without_command=True)
@filters
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
    **wanted: Unpack[Options],
) -> None:
    """Past shoes, the newest first.

    Each has a name, its table and its number, by which show and export find it; the newest is also
    called last. A table that cannot be read is named on standard error, and the exit code is 1.

    Example: puntobanco history --house classic --since 2026-01-01
    """
    ctx.obj = db
    if ctx.invoked_subcommand:
        return
    with _past(db) as past:
        found = past.shoes(_wanted(wanted))
        if as_json:
            echo_json([_shoe_data(shoe) for shoe in found])
        elif as_csv:
            head = ("shoe", "house", "started", "finished", "coups", "staked", "earned")
            _print_csv(head, map(_shoe_row, found))
        else:
            _print_lines(map(_shoe_line, found), past, "No past shoes")


@command.command()
@filters
@db_option
@json_option
@csv_option
@click.pass_obj
def evenings(
    above: Path | None,
    /,
    *,
    db: Path | None,
    as_json: bool,
    as_csv: bool,
    **wanted: Unpack[Options],
) -> None:
    """Past evenings, the newest first: each table from its opening to its closing.

    Example: puntobanco history evenings --result won
    """
    with _past(db or above) as past:
        found = past.evenings(_wanted(wanted))
        data = [_evening_data(evening) for evening in found]
        if as_json:
            echo_json(data)
        elif as_csv:
            money = ("bought", "earned")
            rows = (
                [_decimal(value) if key in money else value for key, value in each.items()]
                for each in data
            )
            _print_csv(EVENING, rows)
        else:
            _print_lines(map(_evening_line, found), past, "No past evenings")


@command.command()
@click.argument("shoe")
@db_option
@json_option
@click.pass_obj
def show(above: Path | None, shoe: str, *, db: Path | None, as_json: bool) -> None:
    """One shoe, coup by coup. SHOE is a name from the list, or last.

    Example: puntobanco history show last
    """
    from puntobanco.notation import record_to_json

    with _past(db or above) as past:
        record = past.record(shoe)
        if as_json:
            click.echo(record_to_json(record), nl=False)
        else:
            click.echo("\n".join(_record_lines(record)))


@command.command()
@click.argument("shoe")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True))
@db_option
@click.pass_obj
def export(above: Path | None, shoe: str, file: Path, *, db: Path | None) -> None:
    """Write the record of a shoe to FILE.bgn, or to FILE.json in its JSON form.

    Anyone can check it with `puntobanco verify`. A file of that name is replaced; - prints it.

    Example: puntobanco history export last evening.bgn
    """
    from puntobanco.notation import format_record, record_to_json

    with _past(db or above) as past:
        record = past.record(shoe)
        is_json = file.suffix.lower() == ".json"
        data = record_to_json(record) if is_json else format_record(record).encode()
        if str(file) == "-":
            click.echo(data, nl=False)
            return
        _write(file, data)
        click.echo(f"Shoe {record.shoe} of table {record.table} is in {file}.")


@command.command()
@filters
@db_option
@json_option
@click.pass_obj
def stats(
    above: Path | None, /, *, db: Path | None, as_json: bool, **wanted: Unpack[Options]
) -> None:
    """Coups, what each bet won and lost, longest runs, biggest swings, and a chart.

    Example: puntobanco history stats --house classic
    """
    from puntobanco.history.statistics import statistics

    with _past(db or above) as past:
        sums = statistics(past.records(_wanted(wanted)))
        if as_json:
            echo_json(sums.data())
        else:
            click.echo("\n".join(_statistics_lines(sums)))


# --- what is wanted -------------------------------------------------------------------------------


def _wanted(options: Options) -> Filter:
    from puntobanco.history.shoes import Filter

    def day(moment: datetime | None) -> date | None:
        return moment.date() if moment else None

    since, until = day(options["since"]), day(options["until"])
    return Filter(since, until, _known_house(options["house"]), options["result"], options["table"])


def _known_house(name: str | None) -> str | None:
    """A house's name for a filter; any name may be a custom house's."""
    from puntobanco.house import HOUSES

    return name.lower() if name and name.lower() in HOUSES else name


@contextmanager
def _past(db: Path | None) -> Iterator[Past]:
    """What the log tells; at the end, each table that could not be read is named."""
    from puntobanco.cli.data_folder import opened_log
    from puntobanco.history.shoes import Past

    with opened_log(db) as store:
        past = Past(store)
        yield past
    for line in past.unreadable.values():
        click.echo(f"puntobanco: {line}", err=True)
    if past.unreadable:
        click.get_current_context().exit(1)


def _write(file: Path, data: bytes) -> None:
    """Write a whole file or none."""
    from puntobanco.store import replacing

    try:
        with replacing(file) as stream:
            stream.write(data)
    except OSError as error:
        raise click.ClickException(f"{file}: cannot be written: {error.strerror}") from None


# --- words ----------------------------------------------------------------------------------------


def _time(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _decimal(chips: int) -> str:
    return f"{'-' if chips < 0 else ''}{abs(chips) // 100}.{abs(chips) % 100:02}"


def _print_csv(head: Iterable[object], rows: Iterable[Iterable[object]]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)


def _print_lines(lines: Iterable[str], past: Past, none: str) -> None:
    empty = f"{none} that can be read." if past.unreadable else f"{none}."
    click.echo("\n".join(lines) or empty)


def _shoe_data(shoe: PastShoe) -> dict[str, Any]:
    return {
        "shoe": shoe.id,
        "house": shoe.house,
        "started": _time(shoe.started),
        "finished": shoe.finished,
        "coups": shoe.coups,
        "table": shoe.table,
        "number": shoe.number,
        "staked": shoe.staked,
        "earned": shoe.earned,
    }


def _shoe_row(shoe: PastShoe) -> tuple[object, ...]:
    money = (_decimal(shoe.staked), _decimal(shoe.earned))
    finished = str(shoe.finished).lower()
    return (shoe.id, shoe.house, _time(shoe.started), finished, shoe.coups, *money)


def _evening_data(evening: Evening) -> dict[str, Any]:
    started, ended = _time(evening.started), _time(evening.ended) if evening.ended else None
    told = (evening.table, evening.house, started, ended, len(evening.shoes), evening.coups)
    return dict(zip(EVENING, (*told, evening.bought, evening.earned), strict=True))


def _shoe_line(shoe: PastShoe) -> str:
    from puntobanco.announcer import balance, count

    state = "" if shoe.finished else ", unfinished"
    when = shoe.started.strftime("%Y-%m-%d %H:%M")
    played = count(shoe.coups, "coup")
    return f"{shoe.id}: {when}, {shoe.house}, {played}{state}, {balance(shoe.earned)}"


def _evening_line(evening: Evening) -> str:
    from puntobanco.announcer import balance, count, dollars

    when = evening.started.strftime("%Y-%m-%d %H:%M")
    played = f"{count(len(evening.shoes), 'shoe')}, {count(evening.coups, 'coup')}"
    money = f"bought in {dollars(evening.bought)}, {balance(evening.earned)}"
    state = "" if evening.ended else ", still open"
    return f"{evening.table}: {when}, {evening.house}, {played}, {money}{state}"


def _record_lines(record: Record) -> Iterable[str]:
    """The record without its rules and long numbers, as a person reads it."""
    from puntobanco.announcer import balance
    from puntobanco.notation import format_record

    when = f", {record.date:%Y-%m-%d %H:%M}" if record.date else ""
    yield f"Shoe {record.shoe} of table {record.table}: {record.house}, {record.decks} decks{when}."
    yield "Cards in dealing order, totals of Player and Banker, outcome, bets by seat."
    body = format_record(record).partition("\n\n")[2].splitlines()
    yield from (line for line in body if not line.startswith(("Path:", "Total:", "End:")))
    names = {seat.seat: seat.name for seat in record.seats}
    for total in record.totals:
        yield f"Seat {total.seat}, {names.get(total.seat, 'a guest')}: {balance(total.earned)}."
    if record.end:
        yield "Finished." if record.end.finished else "Unfinished."


def _statistics_lines(sums: Statistics) -> Iterable[str]:
    from puntobanco.announcer import balance, count, dollars
    from puntobanco.coup import Outcome
    from puntobanco.history.statistics import chart
    from puntobanco.table import Fate

    yield f"{count(sums.shoes, 'shoe')}, {count(sums.coups, 'coup')}."
    if not sums.coups:
        return
    for outcome in Outcome:
        times, run = sums.outcomes[outcome], sums.runs[outcome]
        yield f"{outcome.value.capitalize()}: {times}, longest run {run}."
    for bet in sums.bets.values():
        won, lost = bet.count[Fate.WON], bet.count[Fate.LOST]
        staked = f"{dollars(bet.staked)} staked"
        yield f"Bets on {bet.key}: won {won}, lost {lost}, {staked}, {balance(bet.earned)}."
    yield f"In all: {balance(sums.earned)}."
    yield f"Biggest rise: {dollars(sums.biggest_rise)}."
    yield f"Biggest fall: {dollars(sums.biggest_fall)}."
    drawn = chart(sums.course)
    if drawn:
        high, low = dollars(max(sums.course)), dollars(min(sums.course))
        yield f"The course of the money, coup by coup, between {low} and {high}:"
        yield from drawn

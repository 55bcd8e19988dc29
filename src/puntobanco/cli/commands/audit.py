"""`puntobanco audit`: recompute the books from the log."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.cli.options import db_option, echo_json, json_option

if TYPE_CHECKING:
    from puntobanco.history.books import Books
    from puntobanco.store import Log, LogAddress
    from puntobanco.store.care import Care


@click.command("audit")
@db_option
@click.option(
    "--archive",
    "archives",
    type=click.Path(dir_okay=False, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Audit the log together with this archive of it. May be repeated.",
)
@click.option("--care", is_flag=True, help="List what operators did to the log and its hall.")
@json_option
@click.pass_context
def audit_command(
    ctx: click.Context,
    *,
    db: LogAddress | None,
    archives: tuple[Path, ...],
    care: bool,
    as_json: bool,
) -> None:
    """Check the log, and recompute every balance from it.

    The audit derives every shoe from its seeds, deals every coup, settles every bet and counts
    every guest's chips again. It also checks the pages and checksums of the file, and that no event
    is missing. Exit code 0: the books balance; 1: they don't. Each fault is printed with its event.

    Example: puntobanco audit --db tables.db
    """
    from puntobanco.announcer import count
    from puntobanco.cli.data_folder import open_log
    from puntobanco.history.books import audit
    from puntobanco.store import Store
    from puntobanco.store.care import care_of

    with ExitStack() as opened:
        log = opened.enter_context(open_log(db))
        logs = [log] if log else []
        logs += [opened.enter_context(Store.read(file)) for file in archives]
        if care:
            _print_care(care_of(log) if log else [], as_json=as_json)
            return
        books = list(audit(*logs))
        faults = [fault for each in logs for fault in each.faults(deep=True)]
        unattested = next(filter(None, map(_unattested, logs)), "")
    balanced = not (faults or any(each.faults for each in books))
    if as_json:
        tables = [each.data() for each in books]
        attested = not unattested
        echo_json({"balanced": balanced, "attested": attested, "faults": faults, "tables": tables})
    else:
        for each in books:
            _print_books(each)
        for fault in faults:
            click.echo(f"Fault: {fault}.")
        if unattested:
            click.echo(f"The end of the log is not attested: {unattested}.")
        events = sum(each.events for each in books)
        result = "The books balance" if balanced else "The books do not balance"
        click.echo(f"{result}: {count(len(books), 'table')}, {count(events, 'event')}.")
    ctx.exit(0 if balanced else 1)


def _print_care(records: list[Care], *, as_json: bool) -> None:
    """Print what was done to the log besides appending to it."""
    if as_json:
        echo_json([record._asdict() for record in records])
    for record in () if as_json else records:
        moment = datetime.fromtimestamp(record.at / 1_000_000, UTC)
        click.echo(f"{moment:%Y-%m-%d %H:%M}: {_care_line(record)}")


def _care_line(record: Care) -> str:
    lost = f"; lost: {'; '.join(record.lost)}" if record.lost else ""
    match record.did:
        case "close":
            return f"{record.by} closed table {record.what}."
        case "say":
            return f"{record.by} told all guests: {record.what}"
        case "drain":
            return f"{record.by} drained the hall."
        case did:
            verbs = {"repair": "repaired from", "restore": "restored from"}
            return f"{verbs.get(did, 'archived into')} {record.file}{lost}."


def _unattested(store: Log) -> str:
    """Return why the end of the log is not attested, or an empty text."""
    from puntobanco.store import Attested

    attested, reason = store.attestation
    return {Attested.YES: "", Attested.LOST: "some of it is missing"}.get(attested, reason)


def _print_books(books: Books) -> None:
    from puntobanco.announcer import count, money

    currency = books.house.currency
    away, here = money(books.taken_away, currency), money(books.at_the_table, currency)
    went = f"taken away {away}, at the table {here}"
    won = f"guests earned {money(books.earned, currency)}"
    coups = count(books.coups, "coup")
    click.echo(f"{books.table}: {coups}, bought {money(books.bought, currency)}, {won}, {went}.")
    for fault in books.faults:
        click.echo(f"Fault: {books.table}: {fault}.")

"""`puntobanco verify` and `audit`: check a record, and recompute the books from the log."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.cli.options import db_option, echo_json, json_option

if TYPE_CHECKING:
    from puntobanco.history.books import Books
    from puntobanco.notation import Lines, Record, Verdict
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
    from puntobanco.cli.installation import open_log
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
        state = {"balanced": balanced, "attested": not unattested}
        echo_json(state | {"faults": faults, "tables": [each.data() for each in books]})
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
        case "say" if not record.what.strip():
            return f"{record.by} ended the notice."
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


MOST_LISTED = 20
"""How many faults of a file to list. --json lists them all."""


@click.command("verify")
@click.argument(
    "files", nargs=-1, metavar="FILE.bgn …", type=click.Path(path_type=Path, allow_dash=True)
)
@click.option(
    "--page",
    type=click.Path(dir_okay=False, path_type=Path, writable=True),
    metavar="FILE.html",
    help="Save the second verifier, a page that checks records offline in a browser.",
)
@click.option("--promised", is_flag=True, help="Require that the house committed to the cards.")
@json_option
@click.pass_context
def verify_command(
    ctx: click.Context,
    files: tuple[Path, ...],
    *,
    page: Path | None,
    promised: bool,
    as_json: bool,
) -> None:
    """Check a record's cards, draws, money and promises.

    The command derives the order from the seeds, deals every coup and settles every bet again. If
    you pass several files, it also looks for a seed or shoe that was used twice. If the house
    promised nothing, it can only check that the record doesn't contradict itself. Exit code 0:
    everything holds; 1: there is a fault, printed with its line, or --promised was given and
    nothing was promised; 2: not readable.

    Example: puntobanco verify evening.bgn
    """
    from puntobanco.notation import check, repetitions

    if page:
        _write_page(page)
    elif not files:
        raise click.UsageError("name a record to check, such as evening.bgn, or --page FILE.html")
    read = {str(file): _read(file) for file in files}
    verdicts = {name: check(record, lines) for name, (record, lines) in read.items()}
    twice = list(repetitions({name: record for name, (record, _) in read.items()}))
    data = []
    for name, verdict in verdicts.items():
        faults = [(fault.line, fault.text) for fault in verdict.faults]
        tags = read[name][1].tags
        faults += [(tags.get(each.tag, 1), each.text) for each in twice if each.name == name]
        if as_json:
            data.append(_data(name, verdict, faults))
        else:
            _print_verdict(name, read[name][0], verdict, faults)
    if as_json:
        echo_json(data[0] if len(files) == 1 else data)
    holds = (each.holds and (each.promised or not promised) for each in verdicts.values())
    ctx.exit(0 if not twice and all(holds) else 1)


def _read(file: Path) -> tuple[Record, Lines]:
    from puntobanco.errors import RecordError
    from puntobanco.notation import locate_record, record_text

    try:
        with click.open_file(str(file), "rb") as stream:
            return locate_record(record_text(stream))
    except OSError as error:
        raise click.ClickException(f"{file}: cannot be read: {error.strerror}") from None
    except RecordError as error:
        raise click.ClickException(f"{file}: {error}") from None


def _write_page(page: Path) -> None:
    from puntobanco.notation import VERIFIER

    try:
        page.write_bytes(VERIFIER.read_bytes())
    except OSError as error:
        raise click.ClickException(f"{page}: cannot be written: {error.strerror}") from None
    click.echo(f"The second verifier is in {page}. Open it in a browser.")


def _print_verdict(
    name: str, record: Record, verdict: Verdict, faults: list[tuple[int, str]]
) -> None:
    from puntobanco.notation.checks.context import counted

    state = "finished" if verdict.finished else "unfinished"
    word = "holds, as promised" if verdict.promised else "consistent; nothing was promised"
    word = "does not hold" if faults else word
    coups = counted(len(record.coups), "coup")
    shoe = "shoe" if record.shoe is None else f"shoe {record.shoe}"
    table = f" of table {record.table}" if record.table else ""
    click.echo(f"{name}: {word}: {shoe}{table}, {coups}, {state}.")
    for line, text in faults[:MOST_LISTED]:
        click.echo(f"Fault: line {line}: {text}.")
    if len(faults) > MOST_LISTED:
        click.echo(f"Fault: and {len(faults) - MOST_LISTED} more; --json lists them all.")
    for text in verdict.checked:
        click.echo(f"Checked: {text}.")
    for text in verdict.unchecked:
        click.echo(f"Not checked: {text}.")


def _data(name: str, verdict: Verdict, faults: list[tuple[int, str]]) -> dict[str, object]:
    return {
        "file": name,
        "holds": not faults,
        "finished": verdict.finished,
        "promised": verdict.promised,
        "faults": [{"line": line, "text": text} for line, text in faults],
        "checked": list(verdict.checked),
        "unchecked": list(verdict.unchecked),
    }

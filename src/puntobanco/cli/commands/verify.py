"""`puntobanco verify`: check the record of a shoe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.cli.options import echo_json, json_option

if TYPE_CHECKING:
    from puntobanco.notation import Lines, Record, Verdict

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

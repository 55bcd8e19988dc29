"""`puntobanco simulate`: whole shoes, betting systems and card counting."""

from __future__ import annotations

import csv
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from types import ModuleType
from typing import TYPE_CHECKING

import click

from puntobanco import bets
from puntobanco.bets import AnyBet
from puntobanco.cli.lab import lab
from puntobanco.cli.options.data import echo_json, json_option
from puntobanco.cli.options.house import house_option
from puntobanco.cli.options.money import Dollars
from puntobanco.errors import BetNotOffered, PuntoBancoError, shown
from puntobanco.house import House
from puntobanco.settlement import Chips

if TYPE_CHECKING:
    from puntobanco.analysis.plan import Results
    from puntobanco.analysis.strategies.systems import System

_MOST_THREADS = 1024
_ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?([^\s/:\[\]]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}/?")


@click.command()
@click.option("--shoes", type=int, required=True, metavar="N", help="How many shoes to deal.")
@house_option
@click.option("--decks", type=int, metavar="N", help="Decks in a shoe. Default: as the house.")
@click.option(
    "--seed", metavar="TEXT", help="Makes it repeatable. Default: a random one, reported."
)
@click.option(
    "--bet",
    "keys",
    multiple=True,
    metavar="KEY",
    help="A bet of the catalogue; repeat it for several. Default: every bet on the score.",
)
@click.option(
    "--system",
    "names",
    multiple=True,
    metavar="NAME",
    help="Sit guests with a betting system down: flat, martingale, paroli, dalembert, fibonacci, "
    "labouchere, 1-3-2-6, oscar, or FILE.py:FUNCTION. Repeat it for several.",
)
@click.option("--on", metavar="KEY", help="What the systems bet on. Default: Banker.")
@click.option("--bank", type=Dollars(), default="1000", show_default=True, help="Their bankroll.")
@click.option("--unit", type=Dollars(), default="10", show_default=True, help="Their base stake.")
@click.option("--cap", type=Dollars(), help="The most they stake. Default: the house's maximum.")
@click.option("--stop-loss", type=Dollars(), help="They leave when they have lost this much.")
@click.option("--goal", type=Dollars(), help="They leave when they have won this much.")
@click.option("--coups", type=int, metavar="N", help="They leave after so many coups.")
@click.option(
    "--session",
    type=int,
    metavar="N",
    help="They leave after so many shoes. Default: 1.",
)
@click.option(
    "--count",
    "counts",
    multiple=True,
    metavar="NAME",
    help="Count cards: player, banker, tie, small, dragon_7, dragon_7_simple, panda_8, lucky_6, "
    "egalite_7, natural_9, a line of tags, or perfect for exact expectations. Repeat it for more.",
)
@click.option("--threads", type=int, metavar="N", help="Default: one for each core.")
@click.option("--scheduler", metavar="ADDRESS", help="Run on the Dask cluster of this scheduler.")
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.html",
    help="Also write one offline page with charts.",
)
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep what is done in this file, and resume from it.",
)
@click.option("--plain", is_flag=True, help="Progress as plain lines.")
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV: section, name, figure, value.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print tables in Markdown.")
def command(
    *,
    shoes: int,
    house: House,
    decks: int | None,
    seed: str | None,
    keys: tuple[str, ...],
    names: tuple[str, ...],
    on: str | None,
    bank: Chips,
    unit: Chips,
    cap: Chips | None,
    stop_loss: Chips | None,
    goal: Chips | None,
    coups: int | None,
    session: int | None,
    counts: tuple[str, ...],
    threads: int | None,
    scheduler: str | None,
    report: Path | None,
    checkpoint: Path | None,
    plain: bool,
    as_json: bool,
    as_csv: bool,
    as_markdown: bool,
) -> None:
    """Deal whole shoes by a house's procedure and report every bet beside its exact edge.

    Ctrl-C stops at the next block and reports what was done. With --system, guests play through
    as many shoes; with --count, a guest watches them and bets only when the count says so.

    Example: puntobanco simulate --shoes 1000000 --system martingale
    """
    if as_json + as_csv + as_markdown > 1:
        raise click.UsageError("give one of --json, --csv and --markdown")
    if session is not None and coups is not None:
        raise click.UsageError("give --session or --coups, not both")
    workers = _threads(threads)
    if scheduler is not None:
        _check_scheduler(scheduler)
    for path in (report, checkpoint):
        _check_writable(path)
    if report is not None and checkpoint is not None and report.resolve() == checkpoint.resolve():
        raise click.UsageError("--report and --checkpoint are the same file")
    if decks is not None:
        house = replace(house, decks=decks, name=f"{house.name}, {decks} decks")
    with lab():
        from puntobanco.analysis.counting.counts import PERFECT, find_count
        from puntobanco.analysis.plan import Plan
        from puntobanco.analysis.simulation.shoes import Specification
        from puntobanco.analysis.strategies.systems import Session
        from puntobanco.cli.simulation_run import run_plan

        chosen = tuple({key: _bet(house, key) for key in keys}.values())
        plan = Plan(
            Specification(house, shoes, chosen),
            seed=token_hex(8) if seed is None else seed,
            systems=tuple(map(_system, dict.fromkeys(names))),
            session=Session(
                bankroll=bank,
                unit=unit,
                cap=cap,
                stop_loss=stop_loss,
                goal=goal,
                shoes=1 if session is None else session,
                coups=coups,
            ),
            on=None if on is None else _bet(house, on),
            counts=tuple(find_count(name) for name in dict.fromkeys(counts) if name != PERFECT),
            perfect=chosen if PERFECT in counts else None,
        )
        if report is not None:
            import plotly  # noqa: F401 - said before any work starts, should it be missing
        with _opened(report):
            results = run_plan(
                plan, threads=workers, scheduler=scheduler, checkpoint=checkpoint, plain=plain
            )
        _show(results, as_json=as_json, as_csv=as_csv, as_markdown=as_markdown)
        if report is not None:
            _write_report(results, report)
            click.echo(f"The report is in {report}.", err=True)


def _threads(threads: int | None) -> int:
    if threads is None:
        return os.cpu_count() or 1
    if not 1 <= threads <= _MOST_THREADS:
        raise click.UsageError(f"--threads: {threads} is not 1 to {_MOST_THREADS}")
    return threads


def _check_scheduler(address: str) -> None:
    if not _ADDRESS.fullmatch(address):
        raise click.UsageError(
            f"the scheduler {shown(address)!r} cannot be reached; it is written HOST:PORT"
        )


def _check_writable(path: Path | None) -> None:
    """Refuse a file that could not be written, before any work starts."""
    if path is None:
        return
    folder = path.parent
    if not folder.is_dir():
        raise click.UsageError(f"{path} cannot be written: there is no folder {folder}")
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise click.UsageError(f"{path} cannot be written: it is there, and not a file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise click.UsageError(f"{path} cannot be written")


@contextmanager
def _opened(report: Path | None) -> Iterator[None]:
    """Open the report once before any work, and leave nothing behind if that fails."""
    if report is None:
        yield
        return
    is_new = not report.exists()
    try:
        report.open("a").close()
    except OSError as error:
        raise click.UsageError(f"{report} cannot be written: {error.strerror}") from None
    try:
        yield
    except BaseException:
        if is_new:
            report.unlink(missing_ok=True)
        raise


def _bet(house: House, key: str) -> AnyBet:
    """A bet as the house pays it, or else as the catalogue does."""
    bet = bets.find(key)
    try:
        return house.bet(bet.key)
    except BetNotOffered:
        return bet


def _system(name: str) -> System:
    """A built-in system, or a function of a file."""
    from puntobanco.analysis.strategies import systems

    path, found, function = name.rpartition(":")
    if not found or not path.endswith(".py"):
        return systems.find(name)
    try:
        source = Path(path).read_bytes()
        module = ModuleType("own_system")
        module.__file__ = path
        exec(compile(source, path, "exec"), vars(module))  # noqa: S102 - the guest's own file
        return systems.own(getattr(module, function), name, source=source)
    except PuntoBancoError as error:
        raise click.UsageError(f"--system: {error}") from None
    except Exception as error:  # noqa: BLE001 - a guest's own file may fail in any way
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise click.UsageError(f"--system: {name} cannot be used: {reason}") from None


def _write_report(results: Results, path: Path) -> None:
    from puntobanco.analysis.output.report import write

    try:
        with path.open("w", encoding="utf-8") as stream:
            write(results, stream)
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from None


def _show(results: Results, *, as_json: bool, as_csv: bool, as_markdown: bool) -> None:
    if as_json:
        echo_json(results.json())
    elif as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(("section", "name", "figure", "value"))
        writer.writerows(results.rows())
    elif as_markdown:
        click.echo("\n".join(_markdown(results)))
    else:
        click.echo("\n".join(_lines(results)))


def _markdown(results: Results) -> Iterator[str]:
    """Every table; what it says depends on nothing but the specification and the seed."""
    for caption, columns, rows in results.tables():
        yield f"{caption}, {results.report.shoes:,} shoes, seed `{results.report.seed}`:"
        yield ""
        yield f"| {' | '.join(columns)} |"
        yield f"|---|{'---:|' * (len(columns) - 1)}"
        yield from (f"| `{name}` | {' | '.join(others)} |" for name, *others in rows)
        yield ""
    if results.partial:
        yield from (_partial(results), "")
    notes = [f"- {note}" for note in results.notes()]
    yield from (*notes, "") if notes else ()


def _lines(results: Results) -> list[str]:
    """The results for people, as plain lines and aligned tables."""
    report = results.report
    house = report.specification.house
    dealt, first = report.four_cards
    fit = report.fit
    outcomes = ", ".join(
        f"{name.capitalize()} {count:,} ({100 * count / report.coups:.4f} %)"
        for name, count in report.outcomes.items()
    )
    lines = [
        f"{report.shoes:,} shoes at {house.name}, {report.coups:,} coups, seed {report.seed}.",
        f"{outcomes}.",
        (
            f"Four-card coups: {100 * dealt:.4f} % of all, {100 * first:.4f} % of first coups "
            f"exactly ({100 * (dealt - first):+.4f}: the cut-card effect and chance)."
        ),
        (
            f"Scores of coups that every shoe deals: chi-square {fit.chi_square:.1f} with "
            f"{fit.degrees} degrees of freedom, {fit.sigmas:+.2f} sigma."
        ),
    ]
    if results.partial:
        lines.insert(0, _partial(results))
    for caption, columns, rows in results.tables():
        lines += ["", caption, *_aligned((tuple(columns), *rows))]
    if results.systems or results.counts:
        lines += ["", *results.notes()]
    lines += ["", f"{report.seconds:.2f} s, {report.coups_per_second:,.0f} coups a second."]
    return lines


def _partial(results: Results) -> str:
    return f"Partial: {'; '.join(results.unfinished)}."


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]

"""`puntobanco simulate` and `strategies`: whole shoes, strategies and card counting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from puntobanco.analysis.strategies.catalogue import PLACEMENTS, STAKINGS
from puntobanco.announcer import count
from puntobanco.cli.installation import needs
from puntobanco.cli.options import echo_csv, echo_json, json_option
from puntobanco.cli.simulation.files import reserved, write_report
from puntobanco.cli.simulation.options import (
    FileOptions,
    GuestOptions,
    OutputOptions,
    ShoeOptions,
    WorkerOptions,
    file_options,
    guest_options,
    output_options,
    shoe_options,
    worker_options,
)
from puntobanco.cli.simulation.run import plan_of, run_plan

if TYPE_CHECKING:
    from puntobanco.analysis.plan import Results
    from puntobanco.analysis.simulation.report import Report


def print_results(results: Results, output: OutputOptions) -> None:
    """Print the results in the chosen format."""
    if output.as_json:
        echo_json(results.json())
    elif output.as_csv:
        echo_csv(("section", "name", "figure", "value"), results.rows())
    elif output.as_markdown:
        click.echo("\n".join(_markdown(results)))
    else:
        click.echo("\n".join(_text(results)))


def _markdown(results: Results) -> Iterator[str]:
    """Return every table. They depend only on the specification and the seed."""
    from puntobanco.analysis.output.tables import markdown

    shoes = count(results.report.shoes, "shoe")
    origin = f"seed `{results.report.seed}`" if results.report.seed else "recorded"
    for caption, columns, rows in results.tables():
        table = markdown(tuple(columns), [(f"`{name}`", *cells) for name, *cells in rows])
        yield from (f"{caption}, {shoes}, {origin}:", "", table, "")
    if results.partial:
        yield from (_partial(results), "")
    notes = [f"- {note}" for note in results.notes()]
    yield from (*notes, "") if notes else ()


def _text(results: Results) -> Iterator[str]:
    from puntobanco.analysis.output.tables import aligned

    report = results.report
    if results.partial:
        yield _partial(results)
    yield from _summary(report)
    for caption, columns, rows in results.tables():
        yield from ("", caption, aligned(tuple(columns), rows))
    notes = [*results.notes()]
    yield from ("", *notes) if notes else ()
    yield from ("", "What the columns show:", *results.legend())
    yield from ("", f"{report.seconds:.2f} s, {report.coups_per_second:,.0f} coups a second.")


def _summary(report: Report) -> Iterator[str]:
    house = report.specification.house
    shoes, coups = count(report.shoes, "shoe"), count(report.coups, "coup")
    yield f"{shoes} at {house.name}, {coups}, {report.origin}."
    outcomes = (
        f"{name.capitalize()} {times:,} ({100 * times / report.coups:.4f} %)"
        for name, times in report.outcomes.items()
    )
    yield f"{', '.join(outcomes)}."
    lengths = report.coups_per_shoe
    yield (
        f"Coups per shoe: {report.coups / report.shoes:.2f} on average, {min(lengths)} at least, "
        f"{max(lengths)} at most."
    )
    if not report.has_scores:
        return
    (dealt, first), fit = report.four_cards, report.fit
    yield (
        f"Four-card coups: {100 * dealt:.4f} % of all, {100 * first:.4f} % of first coups "
        f"exactly ({100 * (dealt - first):+.4f}: the cut-card effect and chance)."
    )
    yield (
        f"Scores of coups that every shoe deals: chi-square {fit.chi_square:.1f} with "
        f"{fit.degrees} degrees of freedom, {fit.sigmas:+.2f} sigma."
    )


def _partial(results: Results) -> str:
    return f"Partial: {'; '.join(results.unfinished)}."


INTERRUPTED = 130
"""The exit code of a command that Ctrl-C stopped."""


@click.command()
@shoe_options
@guest_options
@worker_options
@file_options
@output_options
def simulate_command(
    *,
    shoes: ShoeOptions,
    guests: GuestOptions,
    workers: WorkerOptions,
    files: FileOptions,
    output: OutputOptions,
) -> None:
    """Deal whole shoes by a house's rules, and compare each bet with its exact edge.

    Ctrl-C stops early, reports the shoes dealt so far, and exits with 130.

    With --strategy, guests play that many shoes, and the report says if luck explains their losses.
    With --count, a guest counts cards, and bets only when the count is high enough.

    Example: puntobanco simulate --shoes 1000 --strategy "streak >= 3: opposite"
    """
    with needs("lab"):
        plan = plan_of(shoes, guests, files)
        with reserved(files.report):
            results = run_plan(plan, workers, checkpoint=files.checkpoint, plain=output.plain)
        print_results(results, output)
        if files.report is not None:
            write_report(results, files.report)
    if results.partial:
        click.get_current_context().exit(INTERRUPTED)


@click.command("strategies")
@json_option
def strategies_command(*, as_json: bool) -> None:
    """List the named placements and stakings for `puntobanco simulate`.

    A placement says which bets to make, and a staking how many units. Any placement works with any
    staking.

    Example: puntobanco strategies
    """
    if as_json:
        echo_json({"placements": _placements(), "stakings": _stakings()})
        return
    click.echo("Placements, for --strategy:")
    for placement in _placements():
        click.echo(f"  {placement['name']}: {placement['description']}")
        for line in placement["text"].splitlines():
            click.echo(f"      {line}")
    click.echo("\nStakings, for --staking:")
    for staking in _stakings():
        click.echo(f"  {staking['name']}: {staking['description']}")


def _placements() -> list[dict[str, str]]:
    return [
        {
            "name": f"{name} {each.argument}".strip(),
            "description": each.description,
            "text": each.text(each.example),
        }
        for name, each in PLACEMENTS.items()
    ]


def _stakings() -> list[dict[str, str]]:
    return [{"name": name, "description": text} for name, text in STAKINGS.items()]

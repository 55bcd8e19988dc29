"""`puntobanco simulate`: whole shoes, betting systems and card counting."""

from __future__ import annotations

import click

from puntobanco.cli.lab import lab
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
from puntobanco.cli.simulation.plan import plan_of
from puntobanco.cli.simulation.printing import print_results
from puntobanco.cli.simulation.run import run_plan

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C stopped."""


@click.command()
@shoe_options
@guest_options
@worker_options
@file_options
@output_options
def command(
    *,
    shoes: ShoeOptions,
    guests: GuestOptions,
    workers: WorkerOptions,
    files: FileOptions,
    output: OutputOptions,
) -> None:
    """Deal whole shoes by a house's procedure and report every bet beside its exact edge.

    Ctrl-C stops at the next block, reports what was done and exits with 130.

    With --system, guests play through as many shoes; with --count, a guest watches them and bets
    only when the count says so.

    Example: puntobanco simulate --shoes 1000000 --system martingale
    """
    with lab():
        plan = plan_of(shoes, guests, checkpoint=files.checkpoint)
        with reserved(files.report):
            results = run_plan(plan, workers, checkpoint=files.checkpoint, plain=output.plain)
        print_results(results, output)
        if files.report is not None:
            write_report(results, files.report)
    if results.partial:
        click.get_current_context().exit(INTERRUPTED)

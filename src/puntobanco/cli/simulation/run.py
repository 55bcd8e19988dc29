"""Plays a plan, until it is done or Ctrl-C stops it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import TYPE_CHECKING

import click

from puntobanco.cli.simulation.checkpoint import Checkpoint
from puntobanco.cli.simulation.options import WorkerOptions
from puntobanco.cli.simulation.progress import progress_display
from puntobanco.cli.simulation.workers import Pool, cluster_errors, pool_of

if TYPE_CHECKING:
    from puntobanco.analysis.plan import Plan
    from puntobanco.analysis.results import Results
    from puntobanco.analysis.simulation.blocks import Job
    from puntobanco.analysis.simulation.progress import Progress


def run_plan(
    plan: Plan, workers: WorkerOptions, *, checkpoint: Path | None, plain: bool
) -> Results:
    """Play every job of a plan, or as many blocks as Ctrl-C allows."""
    from puntobanco.analysis.simulation.progress import Progress

    all_progress = [Progress(job) for job in plan.jobs()]
    saved = Checkpoint(checkpoint, all_progress)
    saved.resume()
    with (
        pool_of(workers) as pool,
        interrupts() as interrupted,
        progress_display(all_progress, plain=plain) as show,
    ):
        saved.save()

        def after_task() -> None:
            show()
            saved.save_if_due()

        try:
            if pool.scheduler is None:
                left = (each.job for each in all_progress if not each.is_complete)
                compile_kernels(left, should_stop=interrupted)
            for progress in all_progress:
                if not interrupted():
                    _play(progress, pool, on_progress=after_task, should_stop=interrupted)
        finally:
            saved.save()
    return plan.results(all_progress)


def _play(
    progress: Progress,
    pool: Pool,
    *,
    on_progress: Callable[[], None],
    should_stop: Callable[[], bool],
) -> None:
    from puntobanco.analysis.simulation.execution import run

    def after_task() -> None:
        pool.check()
        on_progress()

    with cluster_errors(pool.scheduler):
        run(
            progress,
            pool.executor,
            workers=pool.size,
            blocks_per_task=pool.blocks_per_task,
            is_elsewhere=pool.scheduler is not None,
            on_progress=after_task,
            should_stop=should_stop,
            clock=perf_counter,
        )


def compile_kernels(jobs: Iterable[Job], *, should_stop: Callable[[], bool]) -> None:
    """Compile the kernels of all jobs before any is played; a terminal is told so, once."""
    from puntobanco.analysis._jit import on_first_compile

    def notice() -> None:
        if sys.stderr.isatty():
            click.echo("compiling for this machine; it takes a few seconds, once", err=True)

    with on_first_compile(notice):
        for job in jobs:
            if not should_stop():
                job.compile_kernels()


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed; pressed again, it ends the program at once."""
    pressed = False

    def press(_signal: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, before)

    before = signal.getsignal(signal.SIGINT)
    try:
        signal.signal(signal.SIGINT, press)
    except ValueError:  # not the main thread, where no signal arrives
        yield lambda: False
        return
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)

"""How `puntobanco simulate` runs a plan: threads or a cluster, progress, Ctrl-C, checkpoints."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, perf_counter
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from puntobanco.errors import AnalysisError, PuntoBancoError

if TYPE_CHECKING:
    from puntobanco.analysis.plan import Plan, Results
    from puntobanco.analysis.simulation.execution import Progress

_EVERY = 10.0
"""Seconds between plain lines of progress, and between checkpoints."""
_BLOCKS_A_TASK = 4
"""On a cluster a task is several blocks, so that sending it costs little."""


def run_plan(
    plan: Plan, *, threads: int, scheduler: str | None, checkpoint: Path | None, plain: bool
) -> Results:
    """Play every job of a plan, or as many blocks as Ctrl-C allows."""
    from puntobanco.analysis.simulation.execution import Progress, run

    all_progress = [Progress(job) for job in plan.jobs()]
    saver = _Saver(checkpoint, all_progress)
    saver.resume()
    with (
        _executor(threads, scheduler) as (executor, workers),
        _interrupts() as stopped,
        _teller(all_progress, plain=plain) as tell,
    ):
        saver.save()
        for progress in all_progress:
            if stopped():
                break
            if scheduler is None and not progress.is_complete:
                _warm(progress)

            def told() -> None:
                tell()
                saver.save_now_and_then()

            span = 1 if scheduler is None else _BLOCKS_A_TASK
            with _cluster_errors(scheduler):
                run(
                    progress,
                    executor,
                    workers=workers,
                    span=span,
                    tell=told,
                    stop=stopped,
                    clock=perf_counter,
                )
    saver.save()
    return plan.results(all_progress)


def _warm(progress: Progress) -> None:
    """Compile what a job needs, and say so to who is waiting."""
    from puntobanco.analysis._jit import telling

    def tell() -> None:
        if sys.stderr.isatty():
            click.echo("compiling for this machine; it takes a few seconds, once", err=True)

    with telling(tell):
        progress.job.warm()


@contextmanager
def _executor(threads: int, scheduler: str | None) -> Iterator[tuple[Executor, int]]:
    """Threads of this process, or the cluster of a scheduler; and how many can work at once."""
    if scheduler is None:
        with ThreadPoolExecutor(threads) as executor:
            yield executor, threads
        return
    try:
        import distributed
    except ModuleNotFoundError:
        raise click.UsageError(
            "--scheduler needs the extra cluster: pip install 'puntobanco[cluster]'"
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client: Any = distributed.Client(scheduler, timeout="5s", set_as_default=False)  # type: ignore[no-untyped-call]  # untyped there
    except (OSError, ValueError, TimeoutError, ImportError) as error:
        raise click.UsageError(
            f"the scheduler {scheduler!r} cannot be reached; it is written HOST:PORT"
        ) from error
    with client:
        workers = sum(client.nthreads().values())
        if not workers:
            raise click.UsageError(f"the scheduler {scheduler!r} has no workers")
        with client.get_executor(pure=False) as executor:
            yield executor, workers


@contextmanager
def _cluster_errors(scheduler: str | None) -> Iterator[None]:
    """What went wrong on a cluster, in one line."""
    try:
        yield
    except PuntoBancoError:
        raise
    except Exception as error:
        if scheduler is None:
            raise
        reason = f"{type(error).__name__}: {error}"
        raise click.ClickException(f"the cluster of {scheduler} failed: {reason}") from error


@contextmanager
def _interrupts() -> Iterator[Callable[[], bool]]:
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


class _Saver:
    """Keeps a checkpoint: written beside the file and moved into place, so it is never half."""

    def __init__(self, path: Path | None, all_progress: list[Progress]) -> None:
        self.path = path and path.resolve()
        self.all_progress = all_progress
        self.next = monotonic() + _EVERY
        self.saved = False

    def resume(self) -> None:
        """Take in what the file holds, if it is there."""
        from puntobanco.analysis.simulation.execution import load

        if self.path is None or not self.path.exists() or not self.path.stat().st_size:
            return
        try:
            with self.path.open("rb") as stream:
                load(self.all_progress, stream)
        except AnalysisError as error:
            raise click.UsageError(f"{self.path}: {error}") from None

    def save_now_and_then(self) -> None:
        """Save if the last time is long enough ago."""
        if monotonic() >= self.next:
            self.save()
            self.next = monotonic() + _EVERY

    def save(self) -> None:
        """Write the file; what can no longer be written is told, and the work goes on."""
        from puntobanco.analysis.simulation.execution import dump
        from puntobanco.store import replacing

        if self.path is None:
            return
        try:
            with replacing(self.path) as stream:
                dump(self.all_progress, stream)
        except OSError as error:
            message = f"{self.path} cannot be written: {error.strerror}"
            if not self.saved:
                raise click.UsageError(message) from None
            click.echo(f"puntobanco: {message}", err=True)
        self.saved = True


@contextmanager
def _teller(all_progress: list[Progress], *, plain: bool) -> Iterator[Callable[[], None]]:
    """Tells how far it is on standard error: a bar on a terminal, else a line now and then."""
    total = sum(each.all_shoes for each in all_progress)
    begun = sum(each.shoes for each in all_progress)
    if plain or not _is_rich():
        yield _lines(all_progress, total, begun)
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.percentage:>3.0f} %"),
        BarColumn(),
        TextColumn("{task.description}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, completed=begun)
        started = monotonic()

        def tell() -> None:
            done = sum(each.shoes for each in all_progress)
            bar.update(
                task, completed=done, description=_rate(done, total, begun, monotonic() - started)
            )

        yield tell


def _is_rich() -> bool:
    """Whether standard error is a real terminal whose guest wants movement."""
    quiet = any(os.environ.get(name) for name in ("ACCESSIBLE", "NO_COLOR"))
    return sys.stderr.isatty() and not quiet and os.environ.get("TERM") != "dumb"


def _rate(done: int, total: int, begun: int, seconds: float) -> str:
    """How many shoes of all, those of guests with a system included, and how fast."""
    rate = (done - begun) / max(seconds, 1e-9)
    return f"{done:,} of {total:,} shoes done, {rate:,.0f} a second"


def _lines(all_progress: list[Progress], total: int, begun: int) -> Callable[[], None]:
    started = monotonic()
    following = started + _EVERY

    def tell() -> None:
        nonlocal following
        now = monotonic()
        if now < following:
            return
        following = now + _EVERY
        done = sum(each.shoes for each in all_progress)
        left = (now - started) * (total - done) / max(1, done - begun)
        told = _rate(done, total, begun, now - started)
        click.echo(f"{100 * done // total} %: {told}, about {left:,.0f} s left", err=True)

    return tell

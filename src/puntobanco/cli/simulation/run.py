"""Turn the options of `puntobanco simulate` into a plan, and run it on threads or a cluster."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from secrets import token_hex
from time import monotonic, perf_counter
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from puntobanco.cli.installation import needs
from puntobanco.cli.lab import bets_at
from puntobanco.cli.simulation.files import Checkpoint, progress_display, stored_seed
from puntobanco.cli.simulation.inputs import (
    dealt_shoes,
    export_shoes,
    recorded_shoes,
    strategies_of,
)
from puntobanco.cli.simulation.options import (
    FileOptions,
    GuestOptions,
    ShoeOptions,
    WorkerOptions,
)
from puntobanco.errors import PuntoBancoError

if TYPE_CHECKING:
    from puntobanco.analysis.plan import Plan, Results
    from puntobanco.analysis.simulation.blocks import Job
    from puntobanco.analysis.simulation.recorded import RecordedShoes
    from puntobanco.analysis.strategies.session import Session
    from puntobanco.house import House


def plan_of(shoes: ShoeOptions, guests: GuestOptions, files: FileOptions) -> Plan:
    """Return everything to simulate. Raise if it makes no sense.

    Without a seed, use that of the checkpoint, or a random one. Recorded shoes need none.
    """
    from puntobanco.analysis.counting.counts import PERFECT, find_count
    from puntobanco.analysis.plan import Plan
    from puntobanco.analysis.simulation.specification import Specification

    house = shoes.house_with_decks()
    bets = tuple(bets_at(house, shoes.bets))
    counts = dict.fromkeys(guests.counts)
    seed = ""
    if shoes.shoes is not None:
        named = shoes.seed if shoes.seed is not None else stored_seed(files.checkpoint)
        seed = token_hex(8) if named is None else named
    recorded = _recorded(shoes, house, seed, files)
    specification = Specification(
        house, recorded.shoes if recorded else shoes.shoes or 0, bets, recorded
    )
    return Plan(
        specification,
        seed=seed,
        strategies=strategies_of(guests),
        session=_session(guests),
        counts=tuple(find_count(name) for name in counts if name != PERFECT),
        perfect=bets if PERFECT in counts else None,
    )


def _recorded(
    shoes: ShoeOptions, house: House, seed: str, files: FileOptions
) -> RecordedShoes | None:
    """Return the shoes that are read from a file or exported to one, if any."""
    recorded = None
    if shoes.shoes_from is not None:
        recorded = recorded_shoes(shoes.shoes_from, house, has_ties=shoes.ties == "known")
    elif files.export_shoes is not None and shoes.shoes is not None:
        recorded = dealt_shoes(house, shoes.shoes, seed)
    if recorded is not None and files.export_shoes is not None:
        export_shoes(recorded.files(), files.export_shoes, files.rows)
    return recorded


def _session(guests: GuestOptions) -> Session:
    from puntobanco.analysis.strategies.session import Session

    terms = {each.name for each in fields(Session)} & {each.name for each in fields(guests)}
    given: dict[str, Any] = {term: getattr(guests, term) for term in terms}
    shoes = 1 if guests.session is None else guests.session
    return Session(**given, bankroll=guests.bank, shoes=shoes)


@dataclass(frozen=True)
class Pool:
    """An executor, and how to send it work."""

    executor: Executor
    size: int
    """How many tasks can run at once."""
    blocks_per_task: int = 1
    scheduler: str | None = None
    """The address of the cluster's scheduler; None for threads of this process."""
    check: Callable[[], None] = lambda: None
    """Raises if tasks can't run any more."""


SECONDS_WITHOUT_WORKERS = 30.0
"""How long a cluster may be without workers: it may be restarting them."""

_CLUSTER_BLOCKS = 4
"""Blocks of one task on a cluster, so that sending tasks costs little."""


@contextmanager
def pool_of(workers: WorkerOptions) -> Iterator[Pool]:
    """Open the pool that the options name."""
    if workers.scheduler is not None:
        with _cluster(workers.scheduler, workers.tls) as pool:
            yield pool
        return
    with ThreadPoolExecutor(workers.thread_count) as executor:
        yield Pool(executor, workers.thread_count)


@contextmanager
def _cluster(scheduler: str, tls: tuple[Path, Path, Path] | None) -> Iterator[Pool]:
    with needs("cluster"):
        import distributed
    with _silence():
        yield from _connected(distributed, scheduler, tls)


def _connected(
    distributed: Any,  # noqa: ANN401 - a module
    scheduler: str,
    tls: tuple[Path, Path, Path] | None,
) -> Iterator[Pool]:
    names = ("tls_ca_file", "tls_client_cert", "tls_client_key")
    files = dict(zip(names, map(str, tls or ()), strict=False))
    try:
        security = distributed.Security(require_encryption=bool(tls), **files)
        has_certificates = security.get_connection_args("client").get("ssl_context")
        if scheduler.startswith("tls://") and not has_certificates:
            raise click.UsageError("a scheduler at tls:// needs --tls CA CERTIFICATE KEY")
        client: Any = distributed.Client(
            scheduler, timeout="5s", set_as_default=False, security=security
        )
    except (OSError, ValueError, TimeoutError, ImportError) as error:
        raise click.UsageError(
            f"the scheduler {scheduler!r} cannot be reached; it is written HOST:PORT"
        ) from error
    with client:
        size = sum(client.nthreads().values())
        if not size:
            raise click.UsageError(f"the scheduler {scheduler!r} has no workers")
        executor = client.get_executor(pure=False)
        seen = monotonic()

        def check() -> None:
            nonlocal seen
            if client.nthreads():
                seen = monotonic()
            elif monotonic() - seen > SECONDS_WITHOUT_WORKERS:
                raise RuntimeError("it has no workers any more")

        try:
            yield Pool(executor, size, _CLUSTER_BLOCKS, scheduler, check)
        finally:
            executor.shutdown(wait=False)


@contextmanager
def _silence() -> Iterator[None]:
    """Silence Dask's loggers: they print tracebacks for errors that we report in one line."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


@contextmanager
def cluster_errors(scheduler: str | None) -> Iterator[None]:
    """Turn any failure of the cluster into one line. Without a cluster, let errors pass."""
    try:
        yield
    except PuntoBancoError:
        raise
    except Exception as error:
        if scheduler is None:
            raise
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        if isinstance(error, CancelledError | OSError | TimeoutError):
            reason = "its scheduler is gone"
        elif type(error) is RuntimeError:
            reason = str(error)
        raise click.ClickException(f"the cluster of {scheduler} failed: {reason}") from error


def run_plan(
    plan: Plan, workers: WorkerOptions, *, checkpoint: Path | None, plain: bool
) -> Results:
    """Play every job of a plan, or as many blocks as Ctrl-C allows."""
    from puntobanco.analysis.simulation.blocks import Progress, run

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
            pool.check()
            show()
            saved.save_if_due()

        try:
            if pool.scheduler is None:
                left = (each.job for each in all_progress if not each.is_complete)
                compile_kernels(left, should_stop=interrupted)
            for progress in all_progress:
                if interrupted():
                    break
                with cluster_errors(pool.scheduler):
                    run(
                        progress,
                        pool.executor,
                        workers=pool.size,
                        blocks_per_task=pool.blocks_per_task,
                        is_elsewhere=pool.scheduler is not None,
                        on_progress=after_task,
                        should_stop=interrupted,
                        clock=perf_counter,
                    )
        finally:
            saved.save()
    return plan.results(all_progress)


def compile_kernels(jobs: Iterable[Job], *, should_stop: Callable[[], bool]) -> None:
    """Compile the kernels of all jobs first. On a terminal, say so once."""
    from puntobanco.analysis._jit import on_first_compile

    def notice() -> None:
        if sys.stderr.isatty():
            click.echo(
                "compiling for this machine, which takes a few seconds the first time", err=True
            )

    with on_first_compile(notice):
        for job in jobs:
            if not should_stop():
                job.compile_kernels()


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether Ctrl-C was pressed. A second press ends the program."""
    pressed = False

    def press(_signal: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, before)

    before = signal.getsignal(signal.SIGINT)
    try:
        signal.signal(signal.SIGINT, press)
    except ValueError:  # only the main thread receives signals
        yield lambda: False
        return
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)

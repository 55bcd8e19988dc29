"""Threads of this process, or a Dask cluster."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any

import click

from puntobanco.cli.simulation.options import WorkerOptions
from puntobanco.errors import PuntoBancoError


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
    """Raises if no task can be done any more."""


SECONDS_WITHOUT_WORKERS = 30.0
"""How long a cluster may have no workers, which it may start again."""

_CLUSTER_BLOCKS = 4
"""On a cluster a task is several blocks, so that sending it costs little."""


@contextmanager
def pool_of(workers: WorkerOptions) -> Iterator[Pool]:
    """The pool that the options ask for, open for as long as the context lasts."""
    if workers.scheduler is not None:
        with _cluster(workers.scheduler) as pool:
            yield pool
        return
    with ThreadPoolExecutor(workers.thread_count) as executor:
        yield Pool(executor, workers.thread_count)


@contextmanager
def _cluster(scheduler: str) -> Iterator[Pool]:
    try:
        import distributed
    except ModuleNotFoundError:
        raise click.UsageError(
            "--scheduler needs the extra cluster: pip install 'puntobanco[cluster]'"
        ) from None
    with _silence():
        yield from _connected(distributed, scheduler)


def _connected(distributed: Any, scheduler: str) -> Iterator[Pool]:  # noqa: ANN401 - a module
    try:
        client: Any = distributed.Client(scheduler, timeout="5s", set_as_default=False)
    except (OSError, ValueError, TimeoutError, ImportError) as error:
        raise click.UsageError(
            f"the scheduler {scheduler!r} cannot be reached; it is written HOST:PORT"
        ) from error
    with client:
        size = sum(client.nthreads().values())
        if not size:
            raise click.UsageError(f"the scheduler {scheduler!r} has no workers")
        executor = client.get_executor(pure=False)
        check = _Workers(client).check
        try:
            yield Pool(executor, size, _CLUSTER_BLOCKS, scheduler, check)
        finally:
            executor.shutdown(wait=False)


@contextmanager
def _silence() -> Iterator[None]:
    """Without the log of Dask, whose loggers write tracebacks of what is told in one line."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


class _Workers:
    """Watches whether a cluster has workers."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401 - untyped there
        self._client = client
        self._seen = monotonic()

    def check(self) -> None:
        """Raise if there were no workers for too long."""
        if self._client.nthreads():
            self._seen = monotonic()
        elif monotonic() - self._seen > SECONDS_WITHOUT_WORKERS:
            raise RuntimeError("it has no workers any more")


@contextmanager
def cluster_errors(scheduler: str | None) -> Iterator[None]:
    """Any failure of the cluster as one line; without a cluster, errors pass."""
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

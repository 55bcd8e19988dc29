"""Threads of this process, or a Dask cluster."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
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
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client: Any = distributed.Client(scheduler, timeout="5s", set_as_default=False)  # type: ignore[no-untyped-call]  # untyped there
    except (OSError, ValueError, TimeoutError, ImportError) as error:
        raise click.UsageError(
            f"the scheduler {scheduler!r} cannot be reached; it is written HOST:PORT"
        ) from error
    with client:
        size = sum(client.nthreads().values())
        if not size:
            raise click.UsageError(f"the scheduler {scheduler!r} has no workers")
        with client.get_executor(pure=False) as executor:
            yield Pool(executor, size, _CLUSTER_BLOCKS, scheduler)


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
        reason = f"{type(error).__name__}: {error}"
        raise click.ClickException(f"the cluster of {scheduler} failed: {reason}") from error

"""The blocks of a job on threads or a cluster: in any order, with the same sum."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from itertools import islice
from os import cpu_count

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.simulation.blocks import Job, Tally
from puntobanco.analysis.simulation.progress import Progress

Stopwatch = Callable[[], float]
"""Seconds from any beginning, such as `time.perf_counter`."""

_SECONDS_TO_WAIT = 0.5
_TASKS_PER_WORKER = 3
"""Tasks that are submitted at once, so that no worker waits for the next."""

_Played = list[tuple[int, Tally]]


def no_clock() -> float:
    """The clock of a run that nobody times: such a run reports 0 seconds."""
    return 0.0


def run(
    progress: Progress,
    executor: Executor,
    *,
    workers: int,
    blocks_per_task: int = 1,
    on_progress: Callable[[], None] = lambda: None,
    should_stop: Callable[[], bool] = lambda: False,
    clock: Stopwatch = no_clock,
) -> None:
    """Play the blocks that are not done yet, until all are or `should_stop` is true.

    `on_progress` is called after every task, and at least twice a second. Tasks that are already
    running when it stops are still counted.
    """
    started, spent = clock(), progress.seconds
    tasks = _tasks(progress.done, blocks_per_task)
    running: set[Future[_Played]] = set()
    while not should_stop():
        for blocks in islice(tasks, max(0, _TASKS_PER_WORKER * workers - len(running))):
            running.add(executor.submit(_play, progress.job, blocks))
        if not running:
            return
        finished, running = wait(running, _SECONDS_TO_WAIT, FIRST_COMPLETED)
        _collect(progress, finished)
        progress.seconds = spent + clock() - started
        on_progress()
    _collect(progress, {future for future in running if not future.cancel()})
    progress.seconds = spent + clock() - started


def run_on_threads(
    jobs: Sequence[Job], *, threads: int | None = None, clock: Stopwatch = no_clock
) -> tuple[Progress, ...]:
    """Play jobs on threads of this process; by default one for each core."""
    workers = threads or cpu_count() or 1
    all_progress = tuple(map(Progress, jobs))
    with ThreadPoolExecutor(workers) as executor:
        for progress in all_progress:
            progress.job.compile_kernels()
            run(progress, executor, workers=workers, clock=clock)
    return all_progress


def _tasks(done: npt.NDArray[np.bool_], blocks_per_task: int) -> Iterator[tuple[int, ...]]:
    """The blocks that are not done yet, as many to a task."""
    left = (int(block) for block in np.flatnonzero(~done))
    while blocks := tuple(islice(left, blocks_per_task)):
        yield blocks


def _play(job: Job, blocks: tuple[int, ...]) -> _Played:
    """Play some blocks: the task that a worker is sent."""
    return [(block, job.play(block)) for block in blocks]


def _collect(progress: Progress, futures: set[Future[_Played]]) -> None:
    for future in futures:
        for block, tally in future.result():
            progress.add(block, tally)

"""Run the blocks of a job on threads or a cluster, in any order, with the same sum."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from functools import lru_cache
from itertools import islice
from os import cpu_count
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.simulation.blocks import Job, Progress, Tally

Stopwatch = Callable[[], float]
"""Seconds from any start, such as `time.perf_counter`."""

_SECONDS_TO_WAIT = 0.5
_TASKS_PER_WORKER = 3
"""Tasks to submit at once, so that no worker waits for the next."""

_Played = list[tuple[int, Tally]]


def no_clock() -> float:
    """Return 0: the clock of a run that isn't timed."""
    return 0.0


def run(
    progress: Progress,
    executor: Executor,
    *,
    workers: int,
    blocks_per_task: int = 1,
    is_elsewhere: bool = False,
    on_progress: Callable[[], None] = lambda: None,
    should_stop: Callable[[], bool] = lambda: False,
    clock: Stopwatch = no_clock,
) -> None:
    """Play the remaining blocks, until all are done or `should_stop` returns true.

    `on_progress` is called after every task, and at least twice a second. Tasks that are already
    running at a stop still count. If other processes run the tasks (`is_elsewhere`), each process
    unpacks and compiles the job once, not for every task. If blocks fail, this raises the failure
    of the first one, however many workers there are.
    """
    started, spent = clock(), progress.seconds
    tasks = _tasks(progress.done, blocks_per_task)
    job = PackedJob.of(progress.job) if is_elsewhere else progress.job
    running: list[Future[_Played]] = []
    while not should_stop():
        more = islice(tasks, max(0, _TASKS_PER_WORKER * workers - len(running)))
        running += [executor.submit(_play, job, blocks) for blocks in more]
        if not running:
            return
        finished, _ = wait(running, _SECONDS_TO_WAIT, FIRST_COMPLETED)
        running = _collect(progress, running, finished)
        progress.seconds = spent + clock() - started
        on_progress()
    running = [task for task in running if not task.cancel()]
    _collect(progress, running, wait(running).done)
    progress.seconds = spent + clock() - started


def run_on_threads(
    jobs: Sequence[Job], *, threads: int | None = None, clock: Stopwatch = no_clock
) -> tuple[Progress, ...]:
    """Play jobs on threads of this process, by default one for each core."""
    workers = threads or cpu_count() or 1
    all_progress = tuple(map(Progress, jobs))
    with ThreadPoolExecutor(workers) as executor:
        for progress in all_progress:
            progress.job.compile_kernels()
            run(progress, executor, workers=workers, clock=clock)
    return all_progress


def _tasks(done: npt.NDArray[np.bool_], blocks_per_task: int) -> Iterator[tuple[int, ...]]:
    """Yield the remaining blocks, this many per task."""
    left = (int(block) for block in np.flatnonzero(~done))
    while blocks := tuple(islice(left, blocks_per_task)):
        yield blocks


class PackedJob(NamedTuple):
    """A job as bytes, which a process unpacks once.

    A guest's own function is compiled by identity, and every task would bring a new one.
    """

    data: bytes

    @classmethod
    def of(cls, job: Job) -> PackedJob:
        """Pack a job, including functions of a guest's own file."""
        import cloudpickle  # type: ignore[import-untyped]  # noqa: PLC0415 - an extra, untyped

        return cls(cloudpickle.dumps(job))

    def play(self, block: int) -> Tally:
        """Play a block and return its counts."""
        with _unpacking:
            job = _unpacked(self.data)
        return job.play(block)


_unpacking = Lock()


@lru_cache(maxsize=16)
def _unpacked(data: bytes) -> Job:
    job: Job = pickle.loads(data)  # noqa: S301 - from the one whose tasks this process does
    job.compile_kernels()
    return job


def _play(job: Job | PackedJob, blocks: tuple[int, ...]) -> _Played:
    """Play some blocks. This is the task of a worker."""
    return [(block, job.play(block)) for block in blocks]


def _collect(
    progress: Progress, running: list[Future[_Played]], finished: set[Future[_Played]]
) -> list[Future[_Played]]:
    """Add the results of finished tasks. Return the tasks that still run, in order.

    If a task failed, wait for those before it, and raise the first failure.
    """
    failed = [at for at, task in enumerate(running) if task in finished and _has_failed(task)]
    if failed:
        for task in running[failed[0] + 1 :]:
            task.cancel()
        finished = finished | wait(running[: failed[0]]).done
    done = [task for task in running if task in finished]
    for task in done:
        if not _has_failed(task):
            for block, tally in task.result():
                progress.add(block, tally)
    if failed:
        next(task for task in done if _has_failed(task)).result()
    return [task for task in running if task not in finished]


def _has_failed(task: Future[_Played]) -> bool:
    return task.cancelled() or task.exception() is not None

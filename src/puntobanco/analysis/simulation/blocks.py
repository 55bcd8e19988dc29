"""Jobs: work in blocks, each a pure function of the job and the block's number.

Progress becomes bytes, to be resumed. Blocks run on threads or on a cluster.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from os import cpu_count
from threading import Lock
from typing import BinaryIO, NamedTuple, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from puntobanco.analysis._exact_sums import Integers
from puntobanco.analysis.simulation._kernels import LANES, Words64
from puntobanco.errors import AnalysisError

VERSION = 1
"""The version of the random streams and of the report. Its meaning never changes."""

_MOST_SHOES_A_BLOCK = 1 << 16

Tally = dict[str, Integers]
"""The counts of a block. Whole numbers, so that the order of addition doesn't matter."""


class Job(Protocol):
    """Work in blocks."""

    @property
    def seed(self) -> str:
        """The seed of everything random in it."""

    @property
    def fingerprint(self) -> str:
        """The job with its seed and rules as text. Equal fingerprints mean equal tallies."""

    @property
    def blocks(self) -> int:
        """The number of blocks."""

    def size(self, block: int) -> int:
        """Return the number of shoes in a block."""

    def compile_kernels(self) -> None:
        """Compile what the job needs, before its time is measured."""

    def play(self, block: int) -> Tally:
        """Play a block and return its counts."""


def block_size(shoes: int) -> int:
    """Return the shoes per block: enough to be fast, few enough for all cores and for a curve."""
    return min(_MOST_SHOES_A_BLOCK, -(-shoes // (64 * LANES)) * LANES)


def block_seed(seed: str, stream: str, block: int, words: int) -> Words64:
    """Return the random words that seed a block: Philox, keyed by seed and stream."""
    digest = sha256(f"{seed}\n{stream}".encode()).digest()
    key = np.frombuffer(digest[:16], "<u8").astype(np.uint64)
    counter = np.array([0, block, 0, 0], np.uint64)
    random_words: Words64 = np.random.Philox(key=key, counter=counter).random_raw(words)
    return random_words


MOST_GROUPS = 64
"""Consecutive parts of a job with their own sums, to show how a statistic converges."""

WORST = "worst"
"""The entry of a tally that is merged by its maximum. All others are added."""


@dataclass
class Progress:
    """The blocks of a job that are done, and their sums in consecutive groups."""

    job: Job
    seconds: float = 0.0
    done: npt.NDArray[np.bool_] = field(init=False)
    groups: list[Tally] = field(init=False)

    def __post_init__(self) -> None:
        self.done = np.zeros(self.job.blocks, np.bool_)
        self.groups = [{} for _ in range(min(MOST_GROUPS, self.job.blocks))]

    def add(self, block: int, tally: Tally) -> None:
        """Add the tally of a block."""
        group = block * len(self.groups) // len(self.done)
        self.groups[group] = _merged(self.groups[group], tally)
        self.done[block] = True

    @property
    def is_complete(self) -> bool:
        """Whether every block is done."""
        return bool(self.done.all())

    @property
    def shoes(self) -> int:
        """The number of shoes in finished blocks."""
        last = len(self.done) - 1
        shorter = self.job.size(0) - self.job.size(last)
        return int(self.done.sum()) * self.job.size(0) - shorter * int(self.done[last])

    @property
    def all_shoes(self) -> int:
        """The number of shoes in all blocks. Only the last block may be smaller."""
        return (len(self.done) - 1) * self.job.size(0) + self.job.size(len(self.done) - 1)

    @property
    def tally(self) -> Tally:
        """The sum of all finished blocks."""
        total: Tally = {}
        for group in self.groups:
            total = _merged(total, group)
        return total


def _merged(one: Tally, other: Tally) -> Tally:
    merged = dict(one)
    for key, array in other.items():
        if key not in merged:
            merged[key] = array
        elif key == WORST:
            merged[key] = np.maximum(merged[key], array)
        else:
            merged[key] = merged[key] + array
    return merged


LARGEST_CHECKPOINT = 1 << 28
"""The most bytes to read: more than the longest run writes."""


class _Array(msgspec.Struct, array_like=True):
    shape: tuple[int, ...]
    data: bytes

    @classmethod
    def of(cls, array: npt.NDArray[np.generic]) -> _Array:
        return cls(array.shape, array.astype("<i8").tobytes())

    def integers(self) -> Integers:
        return np.frombuffer(self.data, "<i8").reshape(self.shape).astype(np.int64)


class _SavedProgress(msgspec.Struct):
    job: str
    seconds: float
    done: bytes
    groups: list[dict[str, _Array]]


class _Checkpoint(msgspec.Struct):
    seed: str
    progress: list[_SavedProgress]


def write_checkpoint(all_progress: Sequence[Progress], stream: BinaryIO) -> None:
    """Write the progress of several jobs."""
    saved = [
        _SavedProgress(
            each.job.fingerprint,
            each.seconds,
            each.done.tobytes(),
            [{key: _Array.of(array) for key, array in group.items()} for group in each.groups],
        )
        for each in all_progress
    ]
    stream.write(msgspec.msgpack.encode(_Checkpoint(all_progress[0].job.seed, saved)))


def read_seed(stream: BinaryIO) -> str:
    """Return the seed of the simulation that a checkpoint belongs to."""
    return _checkpoint(stream).seed


def read_checkpoint(all_progress: Sequence[Progress], stream: BinaryIO) -> None:
    """Resume several jobs from their checkpoint."""
    saved = _checkpoint(stream).progress
    if [each.job for each in saved] != [each.job.fingerprint for each in all_progress]:
        raise AnalysisError(
            "the checkpoint belongs to another simulation, with other rules, size or seed"
        )
    for progress, each in zip(all_progress, saved, strict=True):
        if (len(each.done), len(each.groups)) != (len(progress.done), len(progress.groups)):
            raise AnalysisError(_DAMAGED)
        progress.seconds = each.seconds
        progress.done = np.frombuffer(each.done, np.uint8).astype(np.bool_)
        try:
            progress.groups = [
                {key: array.integers() for key, array in group.items()} for group in each.groups
            ]
        except (ValueError, OverflowError) as error:
            raise AnalysisError(_DAMAGED) from error


_DAMAGED = "the checkpoint is not one, or damaged"


def _checkpoint(stream: BinaryIO) -> _Checkpoint:
    data = stream.read(LARGEST_CHECKPOINT + 1)
    if len(data) > LARGEST_CHECKPOINT:
        raise AnalysisError(_DAMAGED)
    try:
        return msgspec.msgpack.decode(data, type=_Checkpoint)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:  # text may not be UTF-8
        raise AnalysisError(_DAMAGED) from error


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

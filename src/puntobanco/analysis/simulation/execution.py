"""Blocks of a job on threads or a cluster, in any order, with one and the same sum."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from io import BytesIO
from itertools import islice
from os import cpu_count
from typing import BinaryIO, Protocol
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from puntobanco.errors import AnalysisError

GROUPS = 64
"""Consecutive parts of a job whose sums are kept apart, to see how a figure converges."""

EXAMPLES, WORST = "examples", "worst"
"""The parts of a tally that are not added: of two examples, or two extremes, the larger stays."""

Tally = dict[str, npt.NDArray[np.int64]]
"""What a block counted, in whole numbers, so that no order of adding changes the sum."""


Clock = Callable[[], float]
"""Seconds from any beginning, such as `time.perf_counter`."""


def no_clock() -> float:
    """The clock of a run that nobody times: such a run reports 0 seconds."""
    return 0.0


class Job(Protocol):
    """Work in blocks, each a pure function of the job and the block's number."""

    @property
    def name(self) -> str:
        """What the job is, seed and specification included: equal names, equal tallies."""

    @property
    def blocks(self) -> int:
        """How many blocks there are."""

    def size(self, block: int) -> int:
        """How many shoes a block deals."""

    def warm(self) -> None:
        """Compile what is needed, so that no clock counts it."""

    def play(self, block: int) -> Tally:
        """What one block counts."""


@dataclass
class Progress:
    """The blocks of a job that are done, and their sums in consecutive groups."""

    job: Job
    seconds: float = 0.0
    done: npt.NDArray[np.bool_] = field(init=False)
    groups: list[Tally] = field(init=False)

    def __post_init__(self) -> None:
        self.done = np.zeros(self.job.blocks, np.bool_)
        self.groups = [{} for _ in range(min(GROUPS, self.job.blocks))]

    def add(self, block: int, tally: Tally) -> None:
        """Take in what a block counted."""
        group = block * len(self.groups) // len(self.done)
        self.groups[group] = _merged(self.groups[group], tally)
        self.done[block] = True

    @property
    def is_complete(self) -> bool:
        """Whether every block is done."""
        return bool(self.done.all())

    @property
    def shoes(self) -> int:
        """How many shoes the blocks that are done dealt."""
        last = len(self.done) - 1
        shorter = self.job.size(0) - self.job.size(last)
        return int(self.done.sum()) * self.job.size(0) - shorter * int(self.done[last])

    @property
    def all_shoes(self) -> int:
        """How many shoes all blocks deal; only the last may be smaller than the others."""
        return (len(self.done) - 1) * self.job.size(0) + self.job.size(len(self.done) - 1)

    @property
    def tally(self) -> Tally:
        """The sum of everything done."""
        total: Tally = {}
        for group in self.groups:
            total = _merged(total, group)
        return total


def dump(all_progress: Sequence[Progress], stream: BinaryIO) -> None:
    """Write a checkpoint of several jobs."""
    arrays: dict[str, npt.NDArray[np.generic]] = {}
    for at, progress in enumerate(all_progress):
        arrays[f"{at}/job"] = np.frombuffer(progress.job.name.encode(), np.uint8)
        arrays[f"{at}/done"] = progress.done
        arrays[f"{at}/seconds"] = np.array([progress.seconds])
        for number, group in enumerate(progress.groups):
            arrays |= {f"{at}/{number}/{key}": array for key, array in group.items()}
    np.savez(stream, allow_pickle=False, **arrays)


def load(all_progress: Sequence[Progress], stream: BinaryIO) -> None:
    """Resume several jobs from a checkpoint of the same ones."""
    try:
        with np.load(BytesIO(stream.read()), allow_pickle=False) as stored:
            arrays = dict(stored)
        names = [
            arrays.pop(f"{at}/job").tobytes().decode()
            for at in range(sum(key.endswith("/job") for key in arrays))
        ]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise AnalysisError("the checkpoint is not one, or damaged") from error
    if names != [progress.job.name for progress in all_progress]:
        raise AnalysisError("the checkpoint is of another simulation: other rules, size or seed")
    for key, array in arrays.items():
        at, _, rest = key.partition("/")
        progress = all_progress[int(at)]
        if rest == "done":
            progress.done = array.astype(np.bool_)
        elif rest == "seconds":
            progress.seconds = float(array[0])
        else:
            number, _, part = rest.partition("/")
            progress.groups[int(number)][part] = array.astype(np.int64)


def _merged(one: Tally, other: Tally) -> Tally:
    merged = dict(one)
    for key, array in other.items():
        if key not in merged:
            merged[key] = array
        elif key in {EXAMPLES, WORST}:
            merged[key] = np.maximum(merged[key], array)
        else:
            merged[key] = merged[key] + array
    return merged


def play_blocks(job: Job, blocks: tuple[int, ...]) -> list[tuple[int, Tally]]:
    """Play some blocks: what a worker is sent."""
    return [(block, job.play(block)) for block in blocks]


def run(
    progress: Progress,
    executor: Executor,
    *,
    workers: int,
    span: int = 1,
    tell: Callable[[], None] = lambda: None,
    stop: Callable[[], bool] = lambda: False,
    clock: Clock = no_clock,
) -> None:
    """Play what is not done yet, `span` blocks a task, until all is done or `stop` says so.

    `tell` is called now and then, and after every task. What runs when it stops is still counted.
    """
    started, spent = clock(), progress.seconds
    tasks = _tasks(progress.done, span)
    running: set[Future[list[tuple[int, Tally]]]] = set()
    while not stop():
        for blocks in islice(tasks, max(0, 3 * workers - len(running))):
            running.add(executor.submit(play_blocks, progress.job, blocks))
        if not running:
            return
        finished, running = wait(running, timeout=0.5, return_when=FIRST_COMPLETED)
        _collect(progress, finished)
        progress.seconds = spent + clock() - started
        tell()
    _collect(progress, {future for future in running if not future.cancel()})
    progress.seconds = spent + clock() - started


def run_on_threads(
    jobs: Sequence[Job], *, threads: int | None = None, clock: Clock = no_clock
) -> tuple[Progress, ...]:
    """Play jobs on threads of this process; by default one for each core."""
    workers = threads or cpu_count() or 1
    all_progress = tuple(map(Progress, jobs))
    with ThreadPoolExecutor(workers) as executor:
        for progress in all_progress:
            progress.job.warm()
            run(progress, executor, workers=workers, clock=clock)
    return all_progress


def _tasks(done: npt.NDArray[np.bool_], span: int) -> Iterator[tuple[int, ...]]:
    left = (int(block) for block in np.flatnonzero(~done))
    while blocks := tuple(islice(left, span)):
        yield blocks


def _collect(progress: Progress, futures: set[Future[list[tuple[int, Tally]]]]) -> None:
    for future in futures:
        for block, tally in future.result():
            progress.add(block, tally)

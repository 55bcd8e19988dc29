"""Jobs: work in blocks, each a pure function of the job and the block's number."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._exact_sums import Integers
from puntobanco.analysis.simulation._kernels import LANES, Words64

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

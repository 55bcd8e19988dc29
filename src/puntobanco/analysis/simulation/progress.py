"""The progress of a job: which blocks are done, and the sums of their tallies."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from puntobanco.analysis.simulation.blocks import Job, Tally

MOST_GROUPS = 64
"""Consecutive parts of a job that are summed apart, to show how a statistic converges."""

WORST = "worst"
"""The entry of a tally that is merged by its maximum; all others are added."""


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
        """How many shoes the finished blocks dealt."""
        last = len(self.done) - 1
        shorter = self.job.size(0) - self.job.size(last)
        return int(self.done.sum()) * self.job.size(0) - shorter * int(self.done[last])

    @property
    def all_shoes(self) -> int:
        """How many shoes all blocks deal; only the last may be smaller than the others."""
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

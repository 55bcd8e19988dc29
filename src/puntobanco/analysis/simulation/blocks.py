"""Jobs: work in blocks, each a pure function of the job and the block's number."""

from __future__ import annotations

from hashlib import sha256
from typing import Protocol

import numpy as np

from puntobanco.analysis._exact_sums import Integers
from puntobanco.analysis.simulation._kernels import LANES, Words64

VERSION = 1
"""The version of the random streams and of the report; the meaning of a version never changes."""

_MOST_SHOES_A_BLOCK = 1 << 16

Tally = dict[str, Integers]
"""What a block counted, in whole numbers, so that the order of adding cannot change the sum."""


class Job(Protocol):
    """Work in blocks."""

    @property
    def seed(self) -> str:
        """What all that is random in it follows from."""

    @property
    def fingerprint(self) -> str:
        """The job with its seed and rules as text: equal fingerprints, equal tallies."""

    @property
    def blocks(self) -> int:
        """How many blocks there are."""

    def size(self, block: int) -> int:
        """How many shoes a block deals."""

    def compile_kernels(self) -> None:
        """Compile what the job needs, so that the clock does not count it."""

    def play(self, block: int) -> Tally:
        """What one block counts."""


def block_size(shoes: int) -> int:
    """Shoes a block: large enough to be quick, small enough for all cores and for a curve."""
    return min(_MOST_SHOES_A_BLOCK, -(-shoes // (64 * LANES)) * LANES)


def block_seed(seed: str, stream: str, block: int, words: int) -> Words64:
    """The random words that seed a block: Philox, keyed by seed and stream, counting blocks."""
    digest = sha256(f"{seed}\n{stream}".encode()).digest()
    key = np.frombuffer(digest[:16], "<u8").astype(np.uint64)
    counter = np.array([0, block, 0, 0], np.uint64)
    random_words: Words64 = np.random.Philox(key=key, counter=counter).random_raw(words)
    return random_words

"""Jobs that deal whole shoes: of points, or of ranks and suits."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation._kernel_rules import KernelRules
from puntobanco.analysis.simulation.blocks import VERSION, Tally, block_seed, block_size
from puntobanco.analysis.simulation.card_bins import BINS, hand_kinds
from puntobanco.analysis.simulation.progress import EXAMPLES


@dataclass(frozen=True)
class ShoesJob:
    """Shoes of points: a histogram of scores of the coups always dealt, and one of the others."""

    rules: KernelRules
    seed: str
    shoes: int

    @property
    def fingerprint(self) -> str:
        """All that decides what is counted; checkpoints store it."""
        return f"{type(self).__name__} {VERSION} {self.rules.digest} {self.shoes} {self.seed}"

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-self.shoes // block_size(self.shoes))

    def size(self, block: int) -> int:
        """How many shoes a block deals; the last may be smaller."""
        size = block_size(self.shoes)
        return min(size, self.shoes - block * size)

    def compile_kernels(self) -> None:
        """Compile the kernel, by dealing one shoe."""
        replace(self, shoes=1).play(0)

    @np.errstate(over="ignore")  # without compilation, wrapping integers would warn
    def play(self, block: int) -> Tally:
        """The histogram of one block."""
        seed = block_seed(self.seed, "shoes", block, kernels.SEED_WORDS)
        always, later = kernels.count_scores(
            seed, self.size(block), *self.rules.arguments, self.rules.always_dealt
        )
        return {"always": always, "later": later}


@dataclass(frozen=True)
class CardsJob(ShoesJob):
    """Shoes of ranks and suits: openings, colours, points and copies of each rank."""

    @np.errstate(over="ignore")  # as above
    def play(self, block: int) -> Tally:
        """The bins of one block."""
        seed = block_seed(self.seed, "cards", block, 4)
        _, tableau_bits, procedure = self.rules.arguments
        arrays = kernels.count_cards(
            seed, self.size(block), self.rules.deck(), tableau_bits, procedure, hand_kinds()
        )
        return dict(zip(("scores", *BINS, EXAMPLES), arrays, strict=True))

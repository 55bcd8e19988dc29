"""Where the house's seed for a shoe comes from."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_bytes

from puntobanco.fairness import SEED_BYTES, Seed

SeedSource = Callable[[int], Seed]
"""The house's seed for a shoe, by its number."""


def random_seed(_shoe: int) -> Seed:
    """A seed from the operating system's randomness."""
    return Seed(token_bytes(SEED_BYTES))


def seed_source(text: str | None) -> SeedSource:
    """Seeds derived from a text, and so repeatable; without a text, random ones."""
    return random_seed if text is None else lambda shoe: Seed.of_text(text, shoe)

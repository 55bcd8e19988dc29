"""Where the house's seeds for the shoes of all tables come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puntobanco.croupier import SeedSource, random_seed, seed_source
from puntobanco.fairness import Seed

TableSeeds = Callable[[int], SeedSource]
"""The seeds of a table, by its place in the order of opening."""


def random_seeds(_place: int) -> SeedSource:
    """Seeds from the operating system's randomness."""
    return random_seed


def seeds_of_text(text: str | None) -> TableSeeds:
    """Repeatable seeds, others for each table; without a text, random ones."""
    return random_seeds if text is None else lambda place: seed_source(f"{text}, table {place}")


class SeedsByPlace:
    """The seeds of the open tables of a log, whose tables are given in the order of opening."""

    def __init__(self, seeds: TableSeeds, tables: Sequence[str]) -> None:
        self._seeds = seeds
        self._places = {table: place for place, table in enumerate(tables, 1)}
        self._count = len(tables)

    def add(self, table: str) -> None:
        """A table was opened."""
        self._count += 1
        self._places[table] = self._count

    def drop(self, table: str) -> None:
        """A table was closed; no other gets its place."""
        self._places.pop(table, None)

    def of(self, table: str) -> SeedSource:
        """The seeds of a table that is open, or is to be opened."""

        def seed_for(shoe: int) -> Seed:
            return self._seeds(self._places[table])(shoe)

        return seed_for

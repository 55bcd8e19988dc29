"""Records side by side: no seed serves two shoes, and no shoe is dealt twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from puntobanco.notation.record import Promises, Record


class Repetition(NamedTuple):
    """A record that cannot be true beside another one, and the tag that shows it."""

    name: str
    tag: str
    text: str


def repetitions(records: Mapping[str, Record]) -> Iterator[Repetition]:
    """What each record repeats of one before it: its seed, or the shoe with another order."""
    by_seed: dict[str, tuple[str, Record, Promises]] = {}
    by_shoe: dict[tuple[str, int | None], tuple[str, Record, Promises]] = {}
    for name, record in records.items():
        promises = record.promises
        if promises is None:
            continue
        entry, shoe = (name, record, promises), (record.table, record.shoe)
        if promises.seed is not None:
            other, before, _ = by_seed.setdefault(promises.seed, entry)
            if shoe != (before.table, before.shoe):
                yield Repetition(name, "Reveal", f"the seed was used before, in {other}")
        if promises.root:
            other, _, told = by_shoe.setdefault(shoe, entry)
            if (promises.root, promises.guests) != (told.root, told.guests):
                text = f"the shoe was dealt twice: in {other} it has another root or other guests"
                yield Repetition(name, "Shoe", text)

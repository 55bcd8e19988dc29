"""Several records compared: no seed is used for two shoes, and no shoe is dealt twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from puntobanco.notation.record import Promises, Record


class Repetition(NamedTuple):
    """A record that contradicts an earlier one, and the tag that shows it."""

    name: str
    tag: str
    text: str


def repetitions(records: Mapping[str, Record]) -> Iterator[Repetition]:
    """Each record with the seed of an earlier one, or with another order of the same shoe."""
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
            other, _, first = by_shoe.setdefault(shoe, entry)
            if (promises.root, promises.guests) != (first.root, first.guests):
                text = f"the shoe was dealt twice: in {other} it has another root or other guests"
                yield Repetition(name, "Shoe", text)

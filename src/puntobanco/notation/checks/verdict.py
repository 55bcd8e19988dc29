"""All checks of a record together, and several records compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from puntobanco.errors import PuntoBancoError
from puntobanco.notation.checks.context import Context, Fault, are, counted
from puntobanco.notation.checks.money import money_faults
from puntobanco.notation.checks.play import play_faults
from puntobanco.notation.checks.promises import path_faults, promise_faults
from puntobanco.notation.checks.rules import rule_faults, unreadable_rules
from puntobanco.notation.checks.seats import seat_faults
from puntobanco.notation.checks.summary import summary
from puntobanco.notation.format import format_record
from puntobanco.notation.parsing import Lines, locate_record
from puntobanco.notation.record import Promises, Record, house_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was checked, what could not be, and every fault that was found."""

    finished: bool
    promised: bool
    """Whether the house committed to the cards; a record without that only agrees with itself."""
    checked: tuple[str, ...]
    unchecked: tuple[str, ...]
    faults: tuple[Fault, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def check(record: Record, lines: Lines | None = None) -> Verdict:
    """Check a record; ``check(*locate_record(text))`` checks a text.

    Without `lines`, faults have the line numbers of the record's strict form, and whether its own
    text was cut off in the last line is not known.
    """
    lines = locate_record(format_record(record))[1] if lines is None else lines
    finished = record.end is not None and record.end.finished
    promised = record.promises is not None
    faults = list(_end_faults(record, lines))
    try:
        house = house_of(record)
    except PuntoBancoError as error:
        faults.append(unreadable_rules(record, lines, error))
        nothing_else = "the rules cannot be read, so nothing else was checked"
        return Verdict(finished, promised, (), (nothing_else,), tuple(sorted(faults)))
    context = Context.of(record, lines, house)
    for find in _CHECKS:
        faults += find(context)
    checked, unchecked = summary(context)
    return Verdict(finished, promised, checked, unchecked, tuple(sorted(faults)))


_CHECKS = (rule_faults, promise_faults, path_faults, play_faults, money_faults, seat_faults)


def _end_faults(record: Record, lines: Lines) -> Iterator[Fault]:
    end = record.end
    if end is None:
        torn = "in the middle of a line" if lines.torn else "without an End line"
        yield Fault(lines.last, f"the record stops here {torn}: it is truncated")
        return
    if lines.torn:
        text = "the last line has no line feed: the end of the record is cut off"
        yield Fault(lines.last, text)
    if end.coups != len(record.coups):
        stated, found = counted(end.coups, "coup"), len(record.coups)
        text = f"{stated} {are(end.coups)} stated and {found} {are(found)} recorded"
        yield Fault(lines.tags["End"], text)


class Repetition(NamedTuple):
    """A record that contradicts an earlier one, and the tag that shows it."""

    name: str
    tag: str
    text: str


def repetitions(records: Mapping[str, Record]) -> Iterator[Repetition]:
    """Return each record that reuses an earlier seed, or has another order of the same shoe."""
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

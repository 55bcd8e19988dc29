"""All checks of a record together, and several records compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from puntobanco.errors import PuntoBancoError
from puntobanco.fairness import SCHEME
from puntobanco.notation.checks.context import (
    Context,
    Fault,
    are,
    counted,
    path_faults,
    promise_faults,
)
from puntobanco.notation.checks.money import missing_stakes, money_faults, seat_faults
from puntobanco.notation.checks.play import play_faults, rule_faults, unreadable_rules
from puntobanco.notation.format import format_record
from puntobanco.notation.parsing import Lines, locate_record
from puntobanco.notation.record import Promises, Record, house_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check: what was checked, what couldn't be, and every fault."""

    finished: bool
    promised: bool
    """Whether the house committed to the cards. If not, a record can only be consistent."""
    checked: tuple[str, ...]
    unchecked: tuple[str, ...]
    faults: tuple[Fault, ...]

    @property
    def holds(self) -> bool:
        """Whether there are no faults."""
        return not self.faults


def check(record: Record, lines: Lines | None = None) -> Verdict:
    """Check a record. ``check(*locate_record(text))`` checks a text.

    Without `lines`, faults have the line numbers of the record's strict form, and a text that was
    cut off in its last line goes unnoticed.
    """
    lines = locate_record(format_record(record))[1] if lines is None else lines
    finished = record.end is not None and record.end.finished
    promised = record.promises is not None
    faults = list(_end_faults(record, lines))
    if record.end is None and lines.ends_in_rules:
        nothing_else = "the record stops in its rules, so nothing else was checked"
        return Verdict(finished, promised, (), (nothing_else,), tuple(faults))
    try:
        house = house_of(record)
    except PuntoBancoError as error:
        faults.append(unreadable_rules(record, lines, error))
        nothing_else = "the rules cannot be read, so nothing else was checked"
        return Verdict(finished, promised, (), (nothing_else,), tuple(sorted(faults)))
    context = Context.of(record, lines, house)
    for find in _CHECKS:
        faults += find(context)
    parts = list(_summary(context))
    checked, unchecked = (
        tuple(text for was_checked, text in parts if was_checked is wanted)
        for wanted in (True, False)
    )
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
    """Yield each record that reuses an earlier seed, or has another order of the same shoe."""
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
                yield Repetition(name, "Reveal", f"the secret was used before, in {other}")
        if promises.root:
            other, _, first = by_shoe.setdefault(shoe, entry)
            if (promises.root, promises.guests) != (first.root, first.guests):
                text = f"the shoe was dealt twice: in {other} it has another root or other guests"
                yield Repetition(name, "Shoe", text)


# --- the summary ----------------------------------------------------------------------------------


def _summary(context: Context) -> Iterator[tuple[bool, str]]:
    """Yield each part of a record, and whether it was checked."""
    record, house = context.record, context.house
    if context.rules_known:
        yield True, f"the rules of the house: {house.name}, {counted(house.decks, 'deck')}"
    else:
        why = "the record does not hold the rules in full"
        yield False, f"what bets pay and the end of the shoe: {why}"
    yield from _order_summary(context)
    yield from _coup_summary(record)
    bets = sum(len(coup.bets) for coup in record.coups)
    pays = "stakes, pays, and " if context.rules_known else ""
    yield True, f"{counted(bets, 'bet')}: {pays}what each seat won or lost"
    if missing := missing_stakes(context):
        yield False, missing
    is_revealed = record.promises is not None and record.promises.seed is not None
    if is_revealed and record.end is not None and not record.end.finished:
        yield False, "that no coup followed: it is the house's word that the table was closed then"


def _order_summary(context: Context) -> Iterator[tuple[bool, str]]:
    promises = context.record.promises
    if context.record.order:
        yield False, "the order of the cards: it was given, and nothing was promised"
        return
    if promises is None:
        yield False, "the order of the cards: nothing was promised about it"
        return
    if promises.scheme != SCHEME:
        yield False, "the order of the cards: the scheme is not known"
        return
    revealed = sum(guest.seed is not None for guest in promises.guests)
    withheld = len(promises.guests) - revealed
    yield True, f"the guests' words: {revealed} revealed, {withheld} withheld"
    yield False, "the count of withheld words: nothing proves it"
    if context.fair:
        yield True, "the house's commitment to secret, table, shoe and rules"
        yield True, f"the order of {context.house.cards} cards, shuffled again, and its root"
    elif promises.seed is not None:
        yield False, "the order of the cards: what was revealed does not give one"
    else:
        yield True, f"the Merkle paths of {counted(len(context.record.paths), 'card')} to the root"
        unseen = "the house's commitment and the cards not shown: the secret isn't revealed yet"
        yield False, f"{unseen}; the rules were taken as stated, not against the commitment"


def _coup_summary(record: Record) -> Iterator[tuple[bool, str]]:
    interrupted = sum(coup.interrupted for coup in record.coups)
    known = sum(bool(coup.known_cards) and not coup.interrupted for coup in record.coups)
    unknown = len(record.coups) - known - interrupted
    yield True, f"{counted(known, 'coup')}: cards, draws by the tableau, totals, outcomes"
    if unknown:
        yield False, f"{counted(unknown, 'coup')} with unknown cards, in part"
    if interrupted:
        it_was = "it was" if interrupted == 1 else "they were"
        yield False, f"{counted(interrupted, 'interrupted coup')}: that {it_was}"

"""All checks of a record together, and several records compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
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
    checked, unchecked = _summary(context)
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


def _summary(context: Context) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what was checked, and what could not be checked."""
    parts = _Summary()
    _add_rules(parts, context)
    _add_promises(parts, context)
    _add_coups(parts, context.record)
    _add_money(parts, context)
    if _was_closed_early(context.record):
        parts.unchecked.append(
            "that no coup followed: it is the house's word that the table was closed then"
        )
    return tuple(parts.checked), tuple(parts.unchecked)


@dataclass(slots=True)
class _Summary:
    checked: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)


def _add_rules(parts: _Summary, context: Context) -> None:
    house = context.house
    if context.rules_known:
        parts.checked.append(
            f"the rules of the house: {house.name}, {counted(house.decks, 'deck')}"
        )
    else:
        why = "the record does not hold the rules in full"
        parts.unchecked.append(f"what bets pay and the end of the shoe: {why}")


def _add_promises(parts: _Summary, context: Context) -> None:
    promises = context.record.promises
    if context.record.order:
        parts.unchecked.append("the order of the cards: it was given, and nothing was promised")
    elif promises is None:
        parts.unchecked.append("the order of the cards: nothing was promised about it")
    elif promises.scheme != SCHEME:
        parts.unchecked.append("the order of the cards: the scheme is not known")
    else:
        _add_seeds(parts, promises)
        _add_order(parts, context, promises)


def _add_seeds(parts: _Summary, promises: Promises) -> None:
    revealed = sum(guest.seed is not None for guest in promises.guests)
    withheld = len(promises.guests) - revealed
    parts.checked.append(f"the guests' words: {revealed} revealed, {withheld} withheld")
    parts.unchecked.append("the count of withheld words: nothing proves it")


def _add_order(parts: _Summary, context: Context, promises: Promises) -> None:
    if context.fair:
        parts.checked += (
            "the house's commitment to secret, table, shoe and rules",
            f"the order of {context.house.cards} cards, shuffled again, and its root",
        )
    elif promises.seed is not None:
        parts.unchecked.append("the order of the cards: what was revealed does not give one")
    else:
        paths = len(context.record.paths)
        parts.checked.append(f"the Merkle paths of {counted(paths, 'card')} to the root")
        parts.unchecked.append(
            "the house's commitment and the cards not shown: the secret isn't revealed yet; "
            "the rules were taken as stated, not against the commitment"
        )


def _add_coups(parts: _Summary, record: Record) -> None:
    coups = record.coups
    interrupted = sum(coup.interrupted for coup in coups)
    known = sum(
        bool(coup.cards) and None not in coup.cards and not coup.interrupted for coup in coups
    )
    unknown = len(coups) - known - interrupted
    parts.checked.append(f"{counted(known, 'coup')}: cards, draws by the tableau, totals, outcomes")
    if unknown:
        parts.unchecked.append(f"{counted(unknown, 'coup')} with unknown cards, in part")
    if interrupted:
        it_was = "it was" if interrupted == 1 else "they were"
        parts.unchecked.append(f"{counted(interrupted, 'interrupted coup')}: that {it_was}")


def _add_money(parts: _Summary, context: Context) -> None:
    bets = sum(len(coup.bets) for coup in context.record.coups)
    pays = "stakes, pays, and " if context.rules_known else ""
    parts.checked.append(f"{counted(bets, 'bet')}: {pays}what each seat won or lost")
    if missing := missing_stakes(context):
        parts.unchecked.append(missing)


def _was_closed_early(record: Record) -> bool:
    """Return whether the table was closed, and the seed revealed, before the last coup."""
    is_revealed = record.promises is not None and record.promises.seed is not None
    return is_revealed and record.end is not None and not record.end.finished
